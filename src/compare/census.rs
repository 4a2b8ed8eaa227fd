//! The ratio of two solvers' total times over all puzzles of a dataset, and what it leaves open.
//!
//! **Estimand.** R = the candidate's total over the baseline's, all puzzles together. Nothing is
//! left out and nothing is pulled in: a puzzle on which the candidate takes a second counts a
//! second.
//!
//! **Census.** Once every group was met, the groups are not a sample: the same puzzles would be met
//! again, so they are never resampled. What varies from run to run is the turns. Each round has
//! both solvers' two turns, a1, a2 and b1, b2, in an order that pairs neighbours; with e = b - R a
//! of each pair of neighbours, half their difference is the error of their mean: V_w = Σ (e1 - e2)²
//! / 4. A pause that strikes one turn is in the total and in its error alike. A group that was met
//! several times counts with the mean of its rounds. Turns are delayed, hardly ever hastened: so
//! the sign of the longer turn's owner gives the third moment too, and intervals know that rare
//! pauses are skewed.
//!
//! **Speed.** Where all of a loss sits in one group, e of that group is as large as the loss, and a
//! machine that runs it at another speed than the rest moves R, alike in both turns. The speed's
//! variance s² shows in the baseline's times of groups that several launches met; it adds
//! s² Σ e² / rounds. Where losses are spread evenly, e is zero and so is this.
//!
//! **Rounds.** What disturbs a whole round moves both of its pairs alike, and e1 - e2 does not see
//! it. The differences between two launches do, group by group: their scatter about their mean,
//! less what turns alone contribute, is the variance τ² of a round's e / b, and adds τ² Σ b² /
//! rounds.
//!
//! **Sample.** As long as groups are missing, the share f of the puzzles that was met stands for
//! all: V_s = (1 - f) n s²(e), n groups (Cochran 1977, "Sampling Techniques", section 2.11).
//!
//! **Launches.** A process keeps its placement in memory for as long as it lives, and with it half
//! a percent or so. Groups that several launches met show it: for two launches that share n groups,
//! D = Σ d, the sum of the differences of e, as a share of the shared total has E(D²) = 2 σ² + N,
//! where N = n s²(d) is what rounds alone contribute. σ² is the mean of (D² - N) / 2, not below
//! zero, weighted by what is shared; and V_L = σ² Σ w², where w is each launch's share of the
//! total. Without the subtraction, pauses of 25 ms in one launch's shared groups would pass for a
//! property of the launch, and hide a slowdown that consists of them.
//!
//! **One launch alone** cannot show how launches differ: [`LONE_LAUNCH`] stands for it.

use std::collections::BTreeMap;

use super::estimate::{Estimate, Variance};

/// One round: two solvers on the same group, two turns each, all times above zero in the same unit.
/// `baseline[0]` and `candidate[0]` are neighbours, and so are the others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PairedRound {
    /// Which puzzles.
    pub group: u64,
    /// Which process.
    pub launch: u32,
    /// The baseline's turns.
    pub baseline: [f64; 2],
    /// The candidate's.
    pub candidate: [f64; 2],
}

/// Standard deviation of the log-ratio between launches that hold both solvers, where only one was
/// made: measured were 0.25 % on an idle machine and 0.55 % beside four compilers.
pub(crate) const LONE_LAUNCH: f64 = 0.004;

/// Sums over groups, each with the mean of its rounds' turns: baseline first.
pub(crate) fn totals(rounds: &[PairedRound]) -> (f64, f64) {
    let groups = groups(&cells(rounds));
    let sum = |of: fn(&Group) -> f64| groups.values().map(of).sum();
    (sum(Group::baseline), sum(Group::candidate))
}

/// Estimates the ratio of totals from rounds that met the share `covered` of all puzzles, from 0 to
/// 1. `None` where a total is zero.
pub(crate) fn census(rounds: &[PairedRound], covered: f64) -> Option<Estimate> {
    let cells = cells(rounds);
    let groups = groups(&cells);
    let sum = |of: fn(&Group) -> f64| groups.values().map(of).sum::<f64>();
    let (baseline, candidate) = (sum(Group::baseline), sum(Group::candidate));
    if !(baseline > 0.0 && candidate > 0.0) {
        return None;
    }
    let ratio = candidate / baseline;
    let scale = 1.0 / (candidate * candidate);
    let (delays, third) = turns(rounds, &groups, ratio);
    let speed = speed(&cells, &groups, ratio);
    let meetings = meetings(&cells, ratio);
    let rounds = whole_rounds(&meetings, &groups);
    let turns = Variance::sum([delays, speed, rounds, sample(&groups, ratio, covered)]);
    Some(Estimate {
        log_ratio: ratio.ln(),
        turns: Variance { variance: turns.variance * scale, ..turns },
        launches: launches(&cells, &groups, &meetings, candidate),
        third: third / candidate.powi(3),
        groups: groups.len(),
    })
}

/// What one launch measured of one group: sums over its rounds.
#[derive(Clone, Copy, Default)]
struct Cell {
    rounds: f64,
    baseline: f64,
    candidate: f64,
    /// Σ (b1 - b2)², Σ (b1 - b2) (a1 - a2) and Σ (a1 - a2)²: what e1 - e2 is made of, for any
    /// ratio.
    differences: [f64; 3],
}

/// A group over all launches: sums over its rounds.
#[derive(Clone, Copy, Default)]
struct Group {
    rounds: f64,
    baseline: f64,
    candidate: f64,
}

impl Cell {
    /// Mean of e over the rounds.
    fn excess(&self, ratio: f64) -> f64 {
        (self.candidate - ratio * self.baseline) / self.rounds
    }

    /// Variance of that mean, estimated from turns.
    fn error(&self, ratio: f64) -> f64 {
        let [b, ba, a] = self.differences;
        (b - 2.0 * ratio * ba + ratio * ratio * a) / 4.0 / (self.rounds * self.rounds)
    }
}

impl Group {
    fn add(&mut self, cell: &Cell) {
        self.rounds += cell.rounds;
        self.baseline += cell.baseline;
        self.candidate += cell.candidate;
    }

    fn baseline(&self) -> f64 {
        self.baseline / self.rounds
    }

    fn candidate(&self) -> f64 {
        self.candidate / self.rounds
    }
}

fn cells(rounds: &[PairedRound]) -> BTreeMap<(u64, u32), Cell> {
    let mut cells: BTreeMap<(u64, u32), Cell> = BTreeMap::new();
    for PairedRound { group, launch, baseline: a, candidate: b } in rounds {
        let cell = cells.entry((*group, *launch)).or_default();
        cell.rounds += 1.0;
        cell.baseline += (a[0] + a[1]) / 2.0;
        cell.candidate += (b[0] + b[1]) / 2.0;
        let (of_a, of_b) = (a[0] - a[1], b[0] - b[1]);
        for (sum, more) in cell.differences.iter_mut().zip([of_b * of_b, of_b * of_a, of_a * of_a])
        {
            *sum += more;
        }
    }
    cells
}

fn groups(cells: &BTreeMap<(u64, u32), Cell>) -> BTreeMap<u64, Group> {
    let mut groups: BTreeMap<u64, Group> = BTreeMap::new();
    for (&(group, _), cell) in cells {
        groups.entry(group).or_default().add(cell);
    }
    groups
}

/// V_w, in the square of the unit of time, and the third moment, in its cube.
fn turns(rounds: &[PairedRound], groups: &BTreeMap<u64, Group>, ratio: f64) -> (Variance, f64) {
    let (mut variance, mut squares, mut third) = (0.0, 0.0, 0.0);
    for round in rounds {
        let of_a = ratio * (round.baseline[0] - round.baseline[1]);
        let of_b = round.candidate[0] - round.candidate[1];
        let share = (of_b - of_a).abs() / 2.0 / groups[&round.group].rounds;
        // The longer of two like turns is the one that lost time: that side is the skewed one.
        variance += share.powi(2);
        squares += share.powi(4);
        third += share.powi(3) * if of_b.abs() > of_a.abs() { 1.0 } else { -1.0 };
    }
    let dof = if squares > 0.0 { variance * variance / squares } else { f64::INFINITY };
    (Variance { variance, dof: dof.max(1.0) }, third)
}

/// What the machine's speed does to groups that differ from the rest, likewise.
fn speed(
    cells: &BTreeMap<(u64, u32), Cell>,
    groups: &BTreeMap<u64, Group>,
    ratio: f64,
) -> Variance {
    let mut met: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    for ((group, _), cell) in cells {
        let (number, squares) = met.entry(*group).or_default();
        *number += 1.0;
        *squares += (cell.baseline / cell.rounds / groups[group].baseline() - 1.0).powi(2);
    }
    // Groups met by one launch alone say nothing of how the machine's speed differs between meetings.
    let repeated = met.values().filter(|(number, _)| *number > 1.0);
    let (sum, dof) =
        repeated.fold((0.0, 0.0), |sum, (number, squares)| (sum.0 + squares, sum.1 + number - 1.0));
    if dof == 0.0 {
        return Variance::NONE;
    }
    let excess = groups.iter().map(|(group, of)| {
        let e = of.candidate() - ratio * of.baseline();
        e * e / met[group].0
    });
    Variance { variance: sum / dof * excess.sum::<f64>(), dof }
}

/// V_s, likewise.
fn sample(groups: &BTreeMap<u64, Group>, ratio: f64, covered: f64) -> Variance {
    let n = groups.len() as f64;
    let missing = (1.0 - covered).clamp(0.0, 1.0);
    if missing == 0.0 {
        return Variance::NONE;
    }
    if groups.len() < 2 {
        return Variance::UNKNOWN;
    }
    let e = groups.values().map(|group| group.candidate() - ratio * group.baseline());
    let squares: f64 = e.map(|e| e * e).sum(); // their mean is zero by the definition of the ratio
    Variance { variance: missing * squares * n / (n - 1.0), dof: n - 1.0 }
}

/// V_L of the log-ratio.
fn launches(
    cells: &BTreeMap<(u64, u32), Cell>,
    groups: &BTreeMap<u64, Group>,
    meetings: &Meetings,
    total: f64,
) -> Variance {
    let mut weights: BTreeMap<u32, f64> = BTreeMap::new();
    for ((group, launch), cell) in cells {
        *weights.entry(*launch).or_default() += cell.candidate / groups[group].rounds / total;
    }
    let squares: f64 = weights.values().map(|weight| weight * weight).sum();
    let alone = Variance { variance: LONE_LAUNCH * LONE_LAUNCH * squares, dof: f64::INFINITY };
    match between_launches(meetings) {
        Some(Variance { variance, dof }) => Variance { variance: variance * squares, dof },
        None => alone,
    }
}

/// For each two launches, what they measured of the groups that both met.
type Meetings = BTreeMap<(u32, u32), Vec<Meeting>>;

/// A group that two launches met.
#[derive(Clone, Copy)]
struct Meeting {
    /// The later launch's e less the earlier's.
    difference: f64,
    /// Variance of that difference, estimated from turns.
    error: f64,
    /// The candidate's time, mean of both.
    time: f64,
    /// Variance of the difference in units of that of one round.
    rounds: f64,
}

fn meetings(cells: &BTreeMap<(u64, u32), Cell>, ratio: f64) -> Meetings {
    let mut of_group: Vec<(u32, Cell)> = Vec::new();
    let mut meetings = Meetings::new();
    let mut at = None;
    for (&(group, launch), cell) in cells {
        if at != Some(group) {
            of_group.clear();
            at = Some(group);
        }
        for (other, earlier) in &of_group {
            meetings.entry((*other, launch)).or_default().push(Meeting {
                difference: cell.excess(ratio) - earlier.excess(ratio),
                error: cell.error(ratio) + earlier.error(ratio),
                time: (cell.candidate / cell.rounds + earlier.candidate / earlier.rounds) / 2.0,
                rounds: 1.0 / cell.rounds + 1.0 / earlier.rounds,
            });
        }
        of_group.push((launch, *cell));
    }
    meetings
}

/// What disturbs whole rounds, in the square of the unit of time. Scatter is taken as a share of a
/// group's time: a group that holds a great loss would otherwise pass its own for that of all.
fn whole_rounds(meetings: &Meetings, groups: &BTreeMap<u64, Group>) -> Variance {
    let (mut beyond, mut rounds) = (0.0, 0.0);
    for shared in meetings.values().filter(|shared| shared.len() > 1) {
        beyond += scatter(shared.iter().map(|one| one.difference / one.time))
            - shared.iter().map(|one| one.error / (one.time * one.time)).sum::<f64>();
        rounds += shared.iter().map(|one| one.rounds).sum::<f64>();
    }
    if rounds == 0.0 || beyond <= 0.0 {
        return Variance::NONE;
    }
    let of_groups = groups.values().map(|group| group.candidate().powi(2) / group.rounds);
    Variance { variance: beyond / rounds * of_groups.sum::<f64>(), dof: rounds }
}

/// The variance of the sum of independent values: n s².
fn scatter(values: impl ExactSizeIterator<Item = f64> + Clone) -> f64 {
    let n = values.len() as f64;
    let mean = values.clone().sum::<f64>() / n;
    values.map(|value| (value - mean).powi(2)).sum::<f64>() * n / (n - 1.0)
}

/// σ², the variance of a launch's log-ratio; `None` where no two launches met the same group.
fn between_launches(meetings: &Meetings) -> Option<Variance> {
    // What little two launches share by chance weighs little: a difference's own variance falls
    // with what is shared.
    let (mut sum, mut weights) = (0.0, 0.0);
    for shared in meetings.values() {
        let total = |of: fn(&Meeting) -> f64| shared.iter().map(of).sum::<f64>();
        let noise = match shared.len() {
            1 => total(|one| one.error),
            _ => scatter(shared.iter().map(|one| one.difference)),
        };
        sum += (total(|one| one.difference).powi(2) - noise) / 2.0;
        weights += total(|one| one.time).powi(2);
    }
    let mut shared: Vec<u32> = meetings.keys().flat_map(|&(a, b)| [a, b]).collect();
    shared.sort_unstable();
    shared.dedup();
    (weights > 0.0)
        .then(|| Variance { variance: (sum / weights).max(0.0), dof: shared.len() as f64 - 1.0 })
}

#[cfg(test)]
mod tests;
