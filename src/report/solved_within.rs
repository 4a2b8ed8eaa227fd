//! Puzzles solved within a time, for cactus plots: from the sample that a run keeps, where it is known
//! of every puzzle whether it was answered.

use super::puzzle_sample::SampledPuzzle;
use crate::record::Setting;

/// Points of a curve at most.
const POINTS: usize = 120;

/// How one solver got on in a setting.
#[derive(Debug)]
pub(crate) struct SolvedWithin<'a> {
    /// Where.
    pub setting: &'a Setting,
    /// Who.
    pub solver: &'a str,
    /// Puzzles that it met.
    pub met: usize,
    /// Of these, answered and not wrongly.
    pub answered: usize,
    /// Time in nanoseconds, and the share of the puzzles met that were answered within it.
    pub points: Vec<(f64, f64)>,
}

/// All solvers of a sample, setting by setting.
pub(crate) fn solved_within(sample: &[SampledPuzzle]) -> Vec<SolvedWithin<'_>> {
    let mut groups: Vec<(&Setting, &str, Vec<&SampledPuzzle>)> = Vec::new();
    for one in sample {
        match groups.iter_mut().rev().find(|g| (g.0, g.1) == (&one.setting, &one.solver)) {
            Some(group) => group.2.push(one),
            None => groups.push((&one.setting, &one.solver, vec![one])),
        }
    }
    groups.into_iter().map(|(setting, solver, all)| of(setting, solver, &all)).collect()
}

fn of<'a>(setting: &'a Setting, solver: &'a str, all: &[&SampledPuzzle]) -> SolvedWithin<'a> {
    let answered = all.iter().filter(|one| one.is_answered());
    let mut times: Vec<u64> = answered.map(|one| one.min_ns.max(1)).collect();
    times.sort_unstable();
    let step = times.len().div_ceil(POINTS).max(1);
    let is_point = |i: usize| i.is_multiple_of(step) || i + 1 == times.len();
    let points = (0..times.len()).filter(|&i| is_point(i));
    let points = points.map(|i| (times[i] as f64, (i + 1) as f64 / all.len() as f64)).collect();
    SolvedWithin { setting, solver, met: all.len(), answered: times.len(), points }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Pass, setting_sample};

    #[test]
    fn what_was_not_answered_keeps_the_curve_down() {
        let one = |offset: u64, outcome: &str| SampledPuzzle {
            setting: Setting { pass: Pass::Latency, ..setting_sample() },
            line: 1,
            offset,
            givens: 25,
            puzzle: String::new(),
            solver: "a".to_owned(),
            outcome: outcome.to_owned(),
            guesses: None,
            min_ns: 1000 - offset,
            again_ns: 1000,
        };
        let mut sample: Vec<_> = (0..300).map(|offset| one(offset, "unique")).collect();
        sample.extend((300..400).map(|offset| one(offset, "timed_out")));
        let found = solved_within(&sample);
        assert_eq!((found.len(), found[0].met, found[0].answered), (1, 400, 300));
        assert_eq!(found[0].points[0], (701.0, 0.0025));
        assert_eq!(found[0].points.last(), Some(&(1000.0, 0.75)));
        assert!(found[0].points.len() <= POINTS + 1);
    }
}
