//! Two solvers over single puzzles: the times of the puzzles that both met, from the sample that a
//! run keeps.

use std::collections::HashMap;

use super::difficulties::PuzzleDifficulty;
use super::puzzle_sample::SampledPuzzle;
use crate::compare::puzzles::{PuzzleTimes, Stratum, most_different, strata};
use crate::logic::Label;
use crate::puzzle::Order;
use crate::record::Setting;

/// Cells of a density along each axis.
pub(crate) const CELLS: usize = 40;

/// A baseline and a candidate in a setting.
#[derive(Debug)]
pub(crate) struct Pair<'a> {
    /// Where.
    pub setting: &'a Setting,
    /// Who stands for "as before".
    pub baseline: &'a str,
    /// Who is compared with it.
    pub candidate: &'a str,
    /// Puzzles that both answered.
    pub times: Vec<PuzzleTimes>,
    /// Whether the baseline counts its guesses.
    pub counts_guesses: bool,
    /// Lines and cells by offset.
    puzzles: HashMap<u64, &'a SampledPuzzle>,
}

/// Labels by dataset, order and line.
type Labels<'a> = HashMap<(&'a str, Order, u64), Label>;

/// Every other solver with the baseline, setting by setting, where both answered a puzzle.
pub(crate) fn pairs<'a>(
    sample: &'a [SampledPuzzle],
    difficulties: &[PuzzleDifficulty],
    baseline: &str,
) -> Vec<Pair<'a>> {
    let labels: Labels<'_> = difficulties
        .iter()
        .filter_map(|one| Some(((&*one.dataset, one.order, one.line), one.label()?)))
        .collect();
    let mut groups: Vec<(&Setting, &str, Vec<&SampledPuzzle>)> = Vec::new();
    for one in sample.iter().filter(|one| one.is_answered()) {
        match groups.iter_mut().rev().find(|g| (g.0, g.1) == (&one.setting, &one.solver)) {
            Some(group) => group.2.push(one),
            None => groups.push((&one.setting, &one.solver, vec![one])),
        }
    }
    let of_baseline = groups.iter().filter(|group| group.1 == baseline);
    of_baseline
        .flat_map(|base| {
            let others = groups.iter().filter(|other| other.0 == base.0 && other.1 != baseline);
            others.map(|other| pair(base.0, [base.1, other.1], [&base.2, &other.2], &labels))
        })
        .filter(|pair| !pair.times.is_empty())
        .collect()
}

fn pair<'a>(
    setting: &'a Setting,
    [baseline, candidate]: [&'a str; 2],
    [of_baseline, of_candidate]: [&[&'a SampledPuzzle]; 2],
    labels: &Labels<'_>,
) -> Pair<'a> {
    let puzzles: HashMap<u64, &SampledPuzzle> =
        of_baseline.iter().map(|one| (one.offset, *one)).collect();
    let both = of_candidate.iter().filter_map(|b| Some((*puzzles.get(&b.offset)?, *b)));
    let times = both
        .map(|(a, b)| PuzzleTimes {
            offset: a.offset,
            givens: a.givens,
            guesses: a.guesses.unwrap_or(0),
            label: labels.get(&(&*setting.dataset, setting.order, a.line)).copied(),
            baseline_ns: a.min_ns,
            candidate_ns: b.min_ns,
            control_ns: a.again_ns,
        })
        .collect();
    let counts_guesses = of_baseline.iter().all(|one| one.guesses.is_some());
    Pair { setting, baseline, candidate, times, counts_guesses, puzzles }
}

impl Pair<'_> {
    /// How many puzzles lie in each cell of a square, both axes logarithmic from the lowest to the
    /// highest time of all: `(baseline's cell, candidate's cell, puzzles)`.
    pub(crate) fn density(&self, low_ns: f64, high_ns: f64) -> Vec<(usize, usize, u64)> {
        let cell = |ns: u64| {
            let share = (ns.max(1) as f64 / low_ns).ln() / (high_ns / low_ns).ln();
            ((share * CELLS as f64).max(0.0) as usize).min(CELLS - 1)
        };
        let mut counts = vec![0u64; CELLS * CELLS];
        for one in &self.times {
            counts[cell(one.baseline_ns) * CELLS + cell(one.candidate_ns)] += 1;
        }
        let cells = counts.into_iter().enumerate().filter(|(_, count)| *count > 0);
        cells.map(|(i, count)| (i / CELLS, i % CELLS, count)).collect()
    }

    /// The puzzles that differ most, at most `most`, with their lines and cells.
    pub(crate) fn most_different(&self, most: usize) -> Vec<(PuzzleTimes, &SampledPuzzle)> {
        let all = most_different(&self.times, most).into_iter();
        all.filter_map(|times| Some((times, *self.puzzles.get(&times.offset)?))).collect()
    }

    /// Where they differ, by guesses of the baseline, where it counts them, by givens, and by difficulty
    /// where that is known.
    pub(crate) fn strata(&self) -> Vec<Stratum> {
        let mut all = strata(&self.times, self.setting.order.cells());
        all.retain(|stratum| self.counts_guesses || !stratum.name.contains("guess"));
        all
    }

    /// Puzzles whose difficulty is known.
    pub(crate) fn labelled(&self) -> usize {
        self.times.iter().filter(|one| one.label.is_some()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Difficulty, Technique};
    use crate::record::{Pass, setting_sample};

    fn met(solver: &str, offset: u64, min_ns: u64) -> SampledPuzzle {
        SampledPuzzle {
            setting: Setting { pass: Pass::Latency, ..setting_sample() },
            line: offset + 1,
            offset,
            givens: 25,
            puzzle: ".".repeat(81),
            solver: solver.to_owned(),
            outcome: "unique".to_owned(),
            guesses: (solver == "a").then_some(offset),
            min_ns,
            again_ns: min_ns + 1,
        }
    }

    #[test]
    fn a_pair_holds_the_puzzles_that_both_answered() {
        let mut sample: Vec<_> = (0..30).map(|i| met("a", i, 1000)).collect();
        sample.extend((5..40).map(|i| met("b", i, 2000 + i)));
        sample[7].outcome = "timed_out".to_owned();
        let graded = Difficulty { hardest: Technique::FullHouse, steps: 1, score: 1 };
        let at = |line| {
            PuzzleDifficulty::new(&sample[0].setting.dataset, Order::THREE, line, Some(graded))
        };
        let difficulties = [at(7), at(9), at(99)];
        let found = pairs(&sample, &difficulties, "a");
        assert_eq!((found.len(), found[0].times.len()), (1, 24));
        let (times, puzzle) = found[0].most_different(1)[0];
        assert_eq!((times.candidate_ns, puzzle.line), (2029, 30));
        let cells = found[0].density(1000.0, 4000.0);
        assert_eq!(cells, [(0, CELLS / 2, 24)]);
        assert!(found[0].strata().iter().any(|stratum| stratum.name.contains("guess")));
        let strata = found[0].strata();
        let easy = strata.iter().find(|stratum| stratum.name == "difficulty easy").unwrap();
        assert_eq!((easy.puzzles, found[0].labelled()), (2, 2));
        let back = pairs(&sample, &[], "b");
        assert!(back[0].strata().iter().all(|stratum| !stratum.name.contains("guess")));
        assert!(pairs(&sample, &[], "c").is_empty());
    }
}
