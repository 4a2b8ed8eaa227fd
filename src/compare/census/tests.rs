use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::compare::looks::Looks;
use crate::compare::verdict::{Threshold, Verdict};
use crate::compare::worlds::{BUSY, Gate, QUIET, Slowdown, World};

fn round(group: u64, launch: u32, baseline: [f64; 2], candidate: [f64; 2]) -> PairedRound {
    PairedRound { group, launch, baseline, candidate }
}

#[test]
fn it_is_the_ratio_of_totals_and_each_group_counts_once() {
    // 10 + 20 against 11 + 26; the first group was met twice.
    let rounds = [
        round(0, 1, [9.0, 11.0], [11.0, 11.0]),
        round(0, 2, [10.0, 10.0], [10.0, 12.0]),
        round(1, 1, [20.0, 20.0], [25.0, 27.0]),
    ];
    let found = census(&rounds, 1.0).unwrap();
    assert!((found.log_ratio.exp() - 37.0 / 30.0).abs() < 1e-12);
    assert_eq!((totals(&rounds), found.groups), ((30.0, 37.0), 2));
    assert_eq!(census(&[], 1.0), None);
}

#[test]
fn the_error_of_a_census_is_that_of_its_turns_and_of_a_sample_also_what_is_missing() {
    // R = 1: e1 - e2 is 2 and then -2, so V_w = (4 + 4) / 4 = 2; e is 1 and -1, so half a dataset
    // leaves V_s = 1/2 x (1 + 1) x 2 = 2.
    let rounds = [round(0, 1, [10.0, 10.0], [12.0, 10.0]), round(1, 1, [10.0, 10.0], [8.0, 10.0])];
    let whole = census(&rounds, 1.0).unwrap();
    assert!((whole.turns.variance * 400.0 - 2.0).abs() < 1e-9, "{whole:?}");
    let half = census(&rounds, 0.5).unwrap();
    assert!((half.turns.variance * 400.0 - 4.0).abs() < 1e-9, "{half:?}");
    assert_eq!(whole.launches.variance, LONE_LAUNCH * LONE_LAUNCH);
}

#[test]
fn launches_are_known_by_the_groups_they_share() {
    // Two launches that differ by 2 % on all groups: the variance of their log-ratios is 0.02² / 2,
    // and that of their mean half of it.
    let of = |launch, factor: f64| {
        (0..10).map(move |group| round(group, launch, [100.0; 2], [100.0 * factor; 2]))
    };
    let rounds: Vec<_> = of(1, 1.0).chain(of(2, 1.02)).collect();
    let found = census(&rounds, 1.0).unwrap();
    let expected = 0.02f64.powi(2) / 4.0;
    assert!((found.launches.variance / expected - 1.0).abs() < 0.05, "{found:?}");
    assert_eq!(found.launches.dof, 1.0);
}

#[test]
fn what_disturbs_a_whole_round_is_an_error_of_rounds_and_not_of_launches() {
    // Both pairs of a round are off by the same 5 %, up or down: turns agree with each other, and
    // launches differ by what such rounds leave by chance. 320 rounds in each of the draws.
    let draw = |seed: u64| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let rounds: Vec<_> = (0..320)
            .map(|nth| {
                let off = if random.random() { 105.0 } else { 95.0 };
                round(nth % 40, 1 + nth as u32 / 40, [100.0; 2], [off; 2])
            })
            .collect();
        census(&rounds, 1.0).unwrap()
    };
    const DRAWS: f64 = 40.0;
    let found: Vec<Estimate> = (0..DRAWS as u64).map(draw).collect();
    let mean = |of: fn(&Estimate) -> f64| found.iter().map(of).sum::<f64>() / DRAWS;
    let expected = 0.05f64.powi(2) / 320.0;
    let of_rounds = mean(|one| one.turns.variance) / expected;
    assert!((0.85..1.15).contains(&of_rounds), "{of_rounds}");
    // Launches are alike: what is found of them beyond that is chance, and not below zero.
    let of_launches = mean(|one| one.launches.variance) / expected;
    assert!(of_launches < 0.5, "{of_launches}");
}

/// How many of `gates` intervals of one coverage hold the truth.
fn covered(world: World, gates: u64) -> usize {
    let holds = |seed: u64| {
        let mut gate = Gate::new(world, seed);
        let found = census(&gate.coverage(1.0), 1.0).unwrap().interval(0.05);
        (found.low..=found.high).contains(&gate.truth.ln())
    };
    (0..gates).filter(|&seed| holds(seed)).count()
}

/// Gates of `gates` that end slower, faster, same and unclear, each with a budget of so many
/// coverages and looks at the first, second, fourth and last.
fn ends(world: World, coverages: u64, gates: u64) -> [usize; 4] {
    let threshold: Threshold = "1%".parse().unwrap();
    let mut ends = [0; 4];
    for seed in 0..gates {
        let mut gate = Gate::new(world, seed);
        let (mut rounds, mut looks) = (Vec::new(), Looks::new(0.05));
        let mut verdict = Verdict::Unclear;
        for coverage in 1..=coverages {
            rounds.extend(gate.coverage(1.0));
            let share = coverage as f64 / coverages as f64;
            let error = match coverage == coverages {
                true => Some(looks.clone().last()),
                false => looks.due(coverage, share),
            };
            let Some(error) = error else { continue };
            verdict = threshold.verdict(census(&rounds, 1.0).unwrap().interval(error));
            if verdict != Verdict::Unclear {
                break;
            }
        }
        ends[match verdict {
            Verdict::Slower => 0,
            Verdict::Faster => 1,
            Verdict::Same => 2,
            Verdict::Unclear => 3,
        }] += 1;
    }
    ends
}

/// Gates of each world: enough that a fault of the formulas shows, few enough for every check.
const GATES: u64 = 60;

#[test]
fn intervals_hold_the_truth_in_every_world() {
    let slowed = |base: World, slowdown| World { slowdown, ..base };
    for base in [QUIET, BUSY] {
        let worlds = [
            base,
            World { launch: 0.0055, ..base },
            World { launch: 0.016, ..base },
            World { spread: 2.0, ..base },
            slowed(base, Slowdown::Even(0.02)),
            slowed(base, Slowdown::Puzzles(480, 0.05)),
            slowed(base, Slowdown::Puzzles(48, 0.05)),
            slowed(base, Slowdown::Puzzles(5, 0.05)),
            slowed(base, Slowdown::Puzzles(1, 0.05)),
            slowed(base, Slowdown::Calls(1_000, 0.05)),
            slowed(base, Slowdown::Calls(20_000, 0.05)),
        ];
        for world in worlds {
            // 57 are due; 50 or fewer of an interval that holds in 95 % come once in 300.
            let held = covered(world, GATES);
            assert!(held > 50, "{held} of {GATES}: {world:?}");
        }
    }
}

#[test]
fn no_gate_fails_a_solver_against_itself_and_few_stay_unclear() {
    for (launch, unclear_at_most) in [(0.003, 3), (0.0055, 5)] {
        for base in [QUIET, BUSY] {
            let [slower, faster, _, unclear] = ends(World { launch, ..base }, 3, GATES);
            assert_eq!((slower, faster), (0, 0), "{launch} {base:?}");
            assert!(unclear <= unclear_at_most, "{unclear} unclear: {launch} {base:?}");
        }
    }
    // Processes of their own for each side are the noise: the verdict must then stay open.
    let [slower, faster, ..] = ends(World { launch: 0.016, ..BUSY }, 3, GATES);
    assert!(slower + faster <= 2, "{slower} slower, {faster} faster");
}

#[test]
fn two_percent_evenly_are_found() {
    for base in [QUIET, BUSY] {
        let [slower, ..] = ends(World { slowdown: Slowdown::Even(0.02), ..base }, 3, GATES);
        assert!(slower >= 57, "{slower} of {GATES}: {base:?}");
        let [_, faster, ..] = ends(World { slowdown: Slowdown::Even(-0.02), ..base }, 3, GATES);
        assert!(faster >= 57, "{faster} of {GATES}: {base:?}");
    }
}

#[test]
fn five_percent_are_found_wherever_they_sit_and_never_pass() {
    for base in [QUIET, BUSY] {
        for puzzles in [480, 48, 5, 1] {
            let world = World { slowdown: Slowdown::Puzzles(puzzles, 0.05), ..base };
            let [slower, faster, same, _] = ends(world, 3, GATES);
            assert_eq!((faster, same), (0, 0), "{world:?}");
            assert!(slower >= 57, "{slower} of {GATES}: {world:?}");
        }
        // 30 s of a solver of 25 us hold some 25 such pauses.
        let world = World { slowdown: Slowdown::Calls(20_000, 0.05), ..base };
        let [slower, faster, same, _] = ends(world, 3, GATES);
        assert_eq!((faster, same), (0, 0), "{world:?}");
        assert!(slower >= 50, "{slower} of {GATES}: {world:?}");
    }
}

#[test]
fn at_the_threshold_itself_slower_is_no_more_frequent_than_allowed() {
    for base in [QUIET, BUSY] {
        let [slower, ..] = ends(World { slowdown: Slowdown::Even(0.01), ..base }, 3, GATES);
        // 1.5 are allowed; 6 or more come by chance once in 200.
        assert!(slower < 6, "{slower} of {GATES}: {base:?}");
    }
}

#[test]
fn half_a_file_says_less_of_puzzles_it_may_not_have_met() {
    let world = World { slowdown: Slowdown::Puzzles(48, 0.05), ..QUIET };
    let mut gate = Gate::new(world, 1);
    let rounds = gate.coverage(0.5);
    let (half, all) = (census(&rounds, 0.5).unwrap(), census(&rounds, 1.0).unwrap());
    assert!(half.reach(0.05) > 2.0 * all.reach(0.05), "{half:?} {all:?}");
}
