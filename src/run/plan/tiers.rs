//! Which backends share rounds, and how many puzzles a round holds.

use serde::{Deserialize, Serialize};

use crate::solver::Grain;

/// What a turn should last, in nanoseconds. Shorter ones are all edges, and hold less than a block
/// of the fastest solvers; over longer ones the machine's speed drifts within a round, and an
/// interruption spoils more of them.
pub(crate) const TURN_NS: u64 = 2_000_000;

/// Rounds a run aims to stay under: turns grow where a budget would hold more.
pub(crate) const ROUNDS: u64 = 10_000;

/// Rounds that a tier is to have room for where its turns grow for the sake of its fastest member.
const ENOUGH: u64 = 100;

/// Distinct puzzles below which a processor's branch predictor learns them by heart when they come
/// again and again: solvers with branches were up to 40 % faster on 6 puzzles, 8 % on 30, and no
/// faster from 100 on.
pub(crate) const FEW: u64 = 200;

/// Backends whose costs lie within this factor share all their rounds.
const TIER_FACTOR: f64 = 16.0;

/// Rounds that a budget is to hold at least where a backend takes all puzzles of a turn at once:
/// its turns are as long as that allows, since each begins with the start of a process.
const WHOLE_ROUNDS: u64 = 4;

/// Backends that measure the same puzzles, and how many of them at once.
///
/// Tier 0 holds the fastest backends and covers the dataset. A slower backend could only hold it
/// up, so it measures a sample of its own in a later tier, and every faster backend measures that
/// sample too: any two have rounds in common.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Tier {
    /// Backends that take part, fastest first.
    pub members: Vec<usize>,
    /// Puzzles of a round, over all workers.
    pub puzzles: u64,
    /// Puzzles handed over at once.
    pub block: u32,
    /// The same for a backend that takes its whole sample at once: all of a worker's puzzles,
    /// unless the user has given a number.
    pub whole: u32,
    /// Times a turn goes over the puzzles of its round, where there are too few to fill it.
    pub repeats: u32,
    /// Times each puzzle stands in a turn: as it is, and as isomorphs of it, no two of them the
    /// same. 1 where a turn has puzzles enough, or is to have them as given.
    pub isomorphs: u32,
    /// Members for which this is the first tier. Only these have their figures from it: the others
    /// are there so that the slower ones can be compared.
    pub own: Vec<usize>,
}

impl Tier {
    /// Puzzles handed over at once to a backend that advances so much.
    pub(crate) fn block_for(&self, grain: Grain) -> u32 {
        match grain {
            Grain::Whole => self.whole,
            Grain::Puzzle | Grain::Block => self.block,
        }
    }
}

/// Which backends share rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rounds {
    /// Backends of similar speed; slower ones have a tier of their own, so that they delay no
    /// other.
    BySpeed,
    /// All backends, whatever they cost: for comparisons, where the rates themselves do not matter.
    Shared,
}

/// What the plan of a phase is made from.
#[derive(Clone, Debug)]
pub(crate) struct Needs {
    /// Which backends share rounds.
    pub rounds: Rounds,
    /// Cost of a puzzle for each backend, in nanoseconds.
    pub cost_ns: Vec<f64>,
    /// What each backend advances at once.
    pub grains: Vec<Grain>,
    /// Puzzles there are.
    pub puzzles: u64,
    /// Puzzles of all shards together: what decides whether turns are filled with isomorphs, so that
    /// shards solve what a run without shards would.
    pub of_all_shards: u64,
    /// Whether a turn may hold nothing but the puzzles themselves.
    pub as_given: bool,
    /// Workers.
    pub threads: u32,
    /// Largest block: the user's, or the default.
    pub block: u32,
    /// Whether the block is the user's and so not to be made smaller.
    pub block_fixed: bool,
    /// Wall time for the phase, in nanoseconds.
    pub budget_ns: u64,
    /// Most puzzles a round can hold in memory.
    pub room: u64,
    /// What a puzzle may take, in nanoseconds.
    pub timeout_ns: u64,
}

/// Sorts the backends into tiers and sizes their rounds.
pub(crate) fn tiers(needs: &Needs) -> Vec<Tier> {
    let mut by_cost: Vec<usize> = (0..needs.cost_ns.len()).collect();
    by_cost.sort_by(|&a, &b| needs.cost_ns[a].total_cmp(&needs.cost_ns[b]));
    let members = match needs.rounds {
        Rounds::Shared => vec![by_cost],
        Rounds::BySpeed => by_speed(needs, &by_cost),
    };
    let part_ns = needs.budget_ns / members.len().max(1) as u64;
    let mut met = Vec::new();
    let mut tiers = Vec::new();
    for members in &members {
        let own: Vec<usize> = members.iter().copied().filter(|b| !met.contains(b)).collect();
        met.extend(&own);
        tiers.push(size(needs, members, own, part_ns));
    }
    tiers
}

/// The members of each tier: backends of like speed and all faster ones. Those that take their
/// whole sample at once come last, as their rounds are too long for the others.
fn by_speed(needs: &Needs, by_cost: &[usize]) -> Vec<Vec<usize>> {
    let is_whole = |backend: &usize| needs.grains[*backend] == Grain::Whole;
    let in_blocks: Vec<usize> = by_cost.iter().copied().filter(|one| !is_whole(one)).collect();
    let mut tiers = Vec::new();
    let mut fastest = f64::INFINITY;
    for (i, &backend) in in_blocks.iter().enumerate() {
        let cost = needs.cost_ns[backend];
        // The one before it ends a tier, which all of the next take part in as well.
        if i > 0 && cost > TIER_FACTOR * fastest {
            tiers.push(in_blocks[..i].to_vec());
        }
        if i == 0 || cost > TIER_FACTOR * fastest {
            fastest = cost;
        }
    }
    if !in_blocks.is_empty() {
        // Only the last tier holds the slowest of them.
        tiers.push(in_blocks);
    }
    if let Some(slowest) = by_cost.iter().rposition(is_whole) {
        tiers.push(by_cost[..=slowest].to_vec());
    }
    tiers
}

fn size(needs: &Needs, members: &[usize], own: Vec<usize>, part_ns: u64) -> Tier {
    let whole = members.iter().any(|&backend| needs.grains[backend] == Grain::Whole);
    let slowest_ns = members.iter().map(|&b| needs.cost_ns[b]).fold(0.1, f64::max);
    let all_ns: f64 = members.iter().map(|&b| needs.cost_ns[b]).sum();
    // A round's two turns of every member must fit its part of the rounds in the budget.
    let rounds = if whole { WHOLE_ROUNDS } else { ROUNDS };
    let mut turn_ns = part_ns as f64 / rounds as f64 / 2.0 * slowest_ns / all_ns.max(0.1);
    if whole {
        turn_ns = turn_ns.min(needs.timeout_ns as f64 / 2.0); // it bounds the turn as a whole
    }
    let turn_ns = turn_ns.max(TURN_NS as f64);
    // Shared rounds are for ratios, which short turns of the fastest do not distort.
    let turn_ns = match needs.rounds {
        Rounds::BySpeed if !whole => turn_ns.max(filling_ns(needs, members, &own, part_ns)),
        Rounds::BySpeed | Rounds::Shared => turn_ns,
    };
    let threads = u64::from(needs.threads);
    // By the slowest: its turn is the one that must not last too long.
    let per_worker = ((turn_ns / slowest_ns) as u64).clamp(1, (needs.room / threads).max(1));
    // A block that the user has fixed is filled, however long that takes.
    let least = if needs.block_fixed { u64::from(needs.block) * threads } else { 1 };
    let wanted = (per_worker * threads).max(least);
    let puzzles = wanted.min(needs.puzzles).max(1);
    // A block is stopped as a whole: a quarter of the limit leaves room for a hard puzzle in it.
    let within_timeout = (needs.timeout_ns as f64 / 4.0 / slowest_ns) as u64;
    // The dataset has fewer puzzles than the turn has room for: it is gone over so many times.
    let times = if whole { 1 } else { (wanted / puzzles).clamp(1, 1 << 20) as u32 };
    let is_small = needs.of_all_shards < FEW && !needs.as_given;
    let (repeats, isomorphs) = if is_small { (1, times) } else { (times, 1) };
    let block = if needs.block_fixed {
        needs.block
    } else {
        let slots = puzzles * u64::from(isomorphs);
        let most = slots.div_ceil(threads).min(within_timeout).max(1);
        needs.block.min(most as u32)
    };
    let whole = if needs.block_fixed { needs.block } else { u32::MAX };
    Tier { members: members.to_vec(), puzzles, block, whole, repeats, isomorphs, own }
}

/// How long the slowest member's turn has to be so that the fastest one that has its figures from
/// the tier has a turn of full length: in a shorter one the workers mostly wait for each other,
/// which spoils its throughput. It is never more than the longest of these costs beyond the
/// fastest, and leaves room for [`ENOUGH`] rounds.
fn filling_ns(needs: &Needs, members: &[usize], own: &[usize], part_ns: u64) -> f64 {
    let cost = |&backend: &usize| needs.cost_ns[backend].max(0.1);
    let slowest_ns = members.iter().map(cost).fold(0.1, f64::max);
    let fastest_ns = own.iter().map(cost).fold(slowest_ns, f64::min);
    let all_ns: f64 = members.iter().map(cost).sum();
    let most = part_ns as f64 / ENOUGH as f64 / 2.0 * slowest_ns / all_ns;
    (TURN_NS as f64 * slowest_ns / fastest_ns).min(most)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn needs(cost_ns: &[f64]) -> Needs {
        Needs {
            rounds: Rounds::BySpeed,
            cost_ns: cost_ns.to_vec(),
            grains: vec![Grain::Puzzle; cost_ns.len()],
            puzzles: 49_151,
            of_all_shards: 49_151,
            as_given: false,
            threads: 1,
            block: 4096,
            block_fixed: false,
            budget_ns: 10_000_000_000,
            room: 65_536,
            timeout_ns: 1_000_000_000,
        }
    }

    #[test]
    fn backends_of_like_speed_share_one_tier() {
        let tiers = tiers(&needs(&[10_000.0, 9_000.0, 40_000.0]));
        assert_eq!(tiers.len(), 1);
        assert_eq!(tiers[0].members, [1, 0, 2]);
        assert_eq!(tiers[0].puzzles, 222, "a turn of full length for the fastest");
        assert_eq!(tiers[0].block, 222);
    }

    #[test]
    fn the_fastest_of_a_tier_has_turns_of_full_length_where_the_budget_has_room_for_them() {
        let puzzles =
            |cost_ns: &[f64], budget_ns| tiers(&Needs { budget_ns, ..needs(cost_ns) })[0].puzzles;
        let seconds = |n: u64| n * 1_000_000_000;
        assert_eq!(puzzles(&[4500.0, 300.0], seconds(20)), 6666, "2 ms at 300 ns");
        // 100 rounds of two turns of both in 1 s are 1041 puzzles.
        assert_eq!(puzzles(&[4500.0, 300.0], seconds(1)), 1041);
        assert_eq!(puzzles(&[4500.0, 300.0], 1), 444, "never below 2 ms of the slowest");
        let shared = Needs { rounds: Rounds::Shared, ..needs(&[4500.0, 300.0]) };
        assert_eq!(tiers(&shared)[0].puzzles, 444);
    }

    #[test]
    fn a_slow_backend_measures_a_sample_that_the_fast_ones_measure_too() {
        let tiers = tiers(&needs(&[5e8, 400.0, 300.0]));
        assert_eq!(tiers.len(), 2);
        assert_eq!(tiers[0].members, [2, 1]);
        assert_eq!((tiers[0].puzzles, tiers[0].block), (6_666, 4096));
        assert_eq!(tiers[1].members, [2, 1, 0]);
        assert_eq!((tiers[1].puzzles, tiers[1].block), (1, 1));
    }

    #[test]
    fn shared_rounds_have_one_tier_and_the_slowest_sizes_its_turns() {
        let needs = Needs { rounds: Rounds::Shared, ..needs(&[400.0, 500_000.0, 300.0]) };
        let tiers = tiers(&needs);
        assert_eq!((tiers.len(), &tiers[0].members[..]), (1, &[2, 0, 1][..]));
        assert_eq!(tiers[0].puzzles, 4);
    }

    #[test]
    fn a_backend_that_takes_its_whole_sample_has_long_turns_beside_the_faster_ones() {
        let grains = vec![Grain::Puzzle, Grain::Whole, Grain::Puzzle];
        let tiers = tiers(&Needs { grains, ..needs(&[500.0, 20_000.0, 5e8]) });
        let members: Vec<_> = tiers.iter().map(|tier| &tier.members[..]).collect();
        assert_eq!(members, [&[0][..], &[0, 2], &[0, 1]]);
        // A third of 10 s, for four rounds of two turns at 20.5 us for both: 20,325 puzzles a turn.
        let last = &tiers[2];
        assert_eq!((last.puzzles, last.whole, last.repeats), (20_325, u32::MAX, 1));
        assert_eq!(last.block, 4096, "the others keep their blocks");
    }

    #[test]
    fn a_small_dataset_is_gone_over_until_the_turn_is_filled() {
        let times = |puzzles, as_given| {
            let tier =
                tiers(&Needs { puzzles, of_all_shards: puzzles, as_given, ..needs(&[1000.0]) })
                    .remove(0);
            (tier.puzzles, tier.repeats, tier.isomorphs, tier.block)
        };
        assert_eq!(times(8, true), (8, 250, 1, 8));
        assert_eq!(times(8, false), (8, 1, 250, 2000));
        assert_eq!(times(199, false), (199, 1, 10, 1990));
        assert_eq!(times(200, false), (200, 10, 1, 200));
        let shard = Needs { puzzles: 8, ..needs(&[1000.0]) };
        assert_eq!(tiers(&shard)[0].isomorphs, 1, "a shard of 49,151 puzzles");
    }

    #[test]
    fn a_backend_s_figures_come_from_its_first_tier() {
        let tiers = tiers(&needs(&[5e8, 400.0, 300.0]));
        assert_eq!((&tiers[0].own[..], &tiers[1].own[..]), (&[2, 1][..], &[0][..]));
    }

    #[test]
    fn turns_grow_where_the_budget_would_hold_too_many_rounds() {
        let needs = Needs { budget_ns: 1_000_000_000_000, room: 1 << 30, ..needs(&[1000.0]) };
        let tier = &tiers(&needs)[0];
        let round_ns = 2.0 * 1000.0 * tier.puzzles as f64 * f64::from(tier.repeats);
        assert!(needs.budget_ns as f64 / round_ns <= ROUNDS as f64 * 1.5);
    }

    proptest! {
        #[test]
        fn every_backend_has_a_tier_and_shares_it_with_all_faster_ones(
            cost_ns in prop::collection::vec(0.0..1e10, 1..6),
            threads in 1u32..5,
        ) {
            let needs = Needs { threads, ..needs(&cost_ns) };
            let tiers = tiers(&needs);
            let last = &tiers.last().unwrap().members;
            prop_assert_eq!(last.len(), cost_ns.len());
            let mut own: Vec<usize> = tiers.iter().flat_map(|tier| tier.own.clone()).collect();
            own.sort_unstable();
            prop_assert!(own.into_iter().eq(0..cost_ns.len()));
            for tier in &tiers {
                prop_assert!(tier.puzzles >= 1 && tier.block >= 1 && tier.repeats >= 1);
                prop_assert!(tier.members.iter().eq(last.iter().take(tier.members.len())));
            }
        }
    }
}
