//! Where two solvers differ, puzzle by puzzle: as tables, and as scripts and pages read it.

use serde::{Deserialize, Serialize};

use super::changes::{change, ends};
use super::ratio::Ratio;
use crate::compare::puzzles::{LEAST, PuzzleTimes, Stratum, clear, strata};
use crate::puzzle::Order;
use crate::record::Setting;
use crate::report::table::{Align, Column, Table};
use crate::report::units::{count, time};

/// Where a candidate differs from a baseline, in one setting.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Detail {
    /// Dataset.
    pub dataset: String,
    /// Order of its puzzles.
    pub order: Order,
    /// Goal, as records have it.
    pub goal: String,
    /// Who stands for "as before".
    pub baseline: String,
    /// Who is compared with it.
    pub candidate: String,
    /// The ratio from which on the times of a puzzle differ clearly.
    pub clear_ratio: f64,
    /// Puzzles of like difficulty.
    pub strata: Vec<StratumRow>,
    /// The puzzles that got slowest.
    pub slowed: Vec<SlowedPuzzle>,
}

/// Puzzles of like difficulty: a [`Stratum`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StratumRow {
    /// Which, in words.
    pub puzzles_with: String,
    /// Puzzles in it.
    pub puzzles: u64,
    /// Mean shortest time of the baseline.
    pub baseline_ns: f64,
    /// Mean shortest time of the candidate.
    pub candidate_ns: f64,
    /// Candidate's total time over the baseline's.
    pub time_ratio: Ratio,
    /// Puzzles on which the candidate is clearly faster.
    pub faster: u64,
    /// Puzzles on which it is clearly slower.
    pub slower: u64,
}

/// A puzzle that got slower, and where it stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SlowedPuzzle {
    /// Line of the file.
    pub line: u64,
    /// Guesses of the baseline.
    pub guesses: u64,
    /// Shortest time of the baseline.
    pub baseline_ns: u64,
    /// Shortest time of the candidate.
    pub candidate_ns: u64,
    /// Its cells.
    pub puzzle: String,
}

impl From<&Stratum> for StratumRow {
    fn from(of: &Stratum) -> Self {
        Self {
            puzzles_with: of.name.clone(),
            puzzles: of.puzzles as u64,
            baseline_ns: of.baseline_ns,
            candidate_ns: of.candidate_ns,
            time_ratio: Ratio::from(of.change),
            faster: of.faster as u64,
            slower: of.slower as u64,
        }
    }
}

impl SlowedPuzzle {
    /// Its times, on a line of the file.
    pub fn new(line: u64, times: PuzzleTimes, puzzle: String) -> Self {
        let PuzzleTimes { guesses, baseline_ns, candidate_ns, .. } = times;
        Self { line, guesses, baseline_ns, candidate_ns, puzzle }
    }
}

impl Detail {
    /// Where they differ over some puzzles, those that got slowest left out.
    pub fn of(setting: &Setting, [baseline, candidate]: [&str; 2], times: &[PuzzleTimes]) -> Self {
        let strata = strata(times, setting.order.cells());
        Self {
            dataset: setting.dataset.clone(),
            order: setting.order,
            goal: setting.goal.to_string(),
            baseline: baseline.to_owned(),
            candidate: candidate.to_owned(),
            clear_ratio: clear(times),
            strata: strata.iter().map(StratumRow::from).collect(),
            slowed: Vec::new(),
        }
    }

    /// What it is about, in words.
    pub fn place(&self) -> String {
        let Self { dataset, order, goal, baseline, candidate, .. } = self;
        format!("{dataset}, {order}, {goal}: {baseline} before, {candidate} after")
    }

    /// The strata, and the puzzles that got slowest where there are any.
    pub fn tables(&self) -> Vec<Table> {
        let slowed = (!self.slowed.is_empty()).then(|| self.slowed_table());
        [self.strata_table()].into_iter().chain(slowed).collect()
    }

    /// Strata, one a line.
    pub fn strata_table(&self) -> Table {
        let line = |row: &StratumRow| {
            let interval = row.time_ratio.interval();
            vec![
                row.puzzles_with.clone(),
                count(row.puzzles),
                time(row.baseline_ns),
                time(row.candidate_ns),
                change(interval.middle),
                ends(interval),
                count(row.faster),
                count(row.slower),
            ]
        };
        Table {
            title: vec![format!("where they differ on {}; puzzles one at a time", self.place())],
            columns: columns(&[
                ("puzzles with", Align::Left),
                ("puzzles", Align::Right),
                ("before", Align::Right),
                ("after", Align::Right),
                ("change", Align::Right),
                ("between", Align::Right),
                ("faster on", Align::Right),
                ("slower on", Align::Right),
            ]),
            keys: 1,
            rows: self.strata.iter().map(line).collect(),
            sections: Vec::new(),
            notes: vec![format!(
                "each puzzle counts with its shortest time; faster and slower count puzzles that \
                 differ by more than {:.0} %, which the baseline does from itself on 1 in 100 at most \
                 by chance; guesses are the baseline's, and difficulty is that of check --difficulty; \
                 fewer than {LEAST} puzzles have no interval",
                (self.clear_ratio - 1.0) * 100.0
            )],
        }
    }

    /// The puzzles that got slowest, one a line.
    fn slowed_table(&self) -> Table {
        let line = |one: &SlowedPuzzle| {
            let (before, after) = one.times();
            vec![
                one.line.to_string(),
                count(one.guesses),
                time(before),
                time(after),
                change((after / before).ln()),
                one.puzzle.clone(),
            ]
        };
        Table {
            title: vec![format!("puzzles of {}, {} that got slowest", self.dataset, self.order)],
            columns: columns(&[
                ("line", Align::Right),
                ("guesses", Align::Right),
                ("before", Align::Right),
                ("after", Align::Right),
                ("change", Align::Right),
                ("puzzle", Align::Left),
            ]),
            keys: 1,
            rows: self.slowed.iter().map(line).collect(),
            sections: Vec::new(),
            notes: Vec::new(),
        }
    }
}

impl SlowedPuzzle {
    /// Times before and after, none of them zero.
    pub fn times(&self) -> (f64, f64) {
        (self.baseline_ns.max(1) as f64, self.candidate_ns.max(1) as f64)
    }
}

fn columns(of: &[(&'static str, Align)]) -> Vec<Column> {
    of.iter().map(|&(heading, align)| Column::named(heading, align)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::setting_sample;

    fn times(offset: u64, guesses: u64, candidate_ns: u64) -> PuzzleTimes {
        PuzzleTimes {
            offset,
            givens: 17,
            guesses,
            label: None,
            baseline_ns: 1000,
            candidate_ns,
            control_ns: 1000,
        }
    }

    #[test]
    fn a_slow_puzzle_is_shown_with_line_times_and_grid() {
        let puzzle = "1".repeat(81);
        let slowed = vec![SlowedPuzzle::new(2, times(82, 1234, 2500), puzzle.clone())];
        let detail = Detail { slowed, ..Detail::of(&setting_sample(), ["a", "b"], &[]) };
        let tables = detail.tables();
        assert!(tables[0].rows.is_empty());
        assert_eq!(tables[1].rows, [["2", "1,234", "1.00 us", "2.50 us", "x2.50", &puzzle]]);
    }

    #[test]
    fn few_puzzles_have_no_interval_and_survive_their_json() {
        let few: Vec<_> = (0..3).map(|i| times(i, 0, 1500 + 100 * i)).collect();
        let many: Vec<_> = (3..33).map(|i| times(i, 5, 1500 + 10 * i)).collect();
        let detail = Detail::of(&setting_sample(), ["a", "b"], &[few, many].concat());
        let [few, many, ..] = &detail.strata[..] else { panic!("{detail:?}") };
        assert_eq!((few.puzzles, few.time_ratio.low, few.time_ratio.high), (3, None, None));
        assert!(few.time_ratio.middle.is_some() && many.time_ratio.low.is_some());
        assert_eq!(detail.strata_table().rows[0][5], "");
        let text = serde_json::to_string(&detail).unwrap();
        assert_eq!(serde_json::from_str::<Detail>(&text).unwrap(), detail);
    }
}
