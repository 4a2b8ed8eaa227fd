//! The records of one row of the summary, and what its columns are computed from.

use std::collections::HashMap;

use super::counted::{Counted, Rates};
use super::figures::{quantile, ratio};
use crate::record::{Latencies, Manifest, Outcomes, Record, Setting};

/// The records of one row with what belongs to them.
pub(super) struct RowRecords<'a> {
    /// Backend.
    pub solver: &'a str,
    /// What was measured, and how.
    pub setting: &'a Setting,
    /// Most puzzles handed over at once.
    pub block: u32,
    /// What the run was.
    pub manifest: &'a Manifest,
    /// Latencies of the row; latency pass only.
    pub latencies: Option<&'a Latencies>,
    /// What became of the puzzles: of each group, in its worst round.
    pub outcomes: Outcomes,
    /// The records that times and rates are made from.
    pub counted: Counted<'a>,
    /// Puzzles a second; empty but in the throughput pass.
    pub rates: Rates,
    /// All records: a wrong answer counts wherever it was given.
    all: Vec<&'a Record>,
    /// The worst record of each group.
    groups: Vec<&'a Record>,
}

impl<'a> RowRecords<'a> {
    /// Puts together what belongs to the records of a row, of which there is at least one. Answers that
    /// were wrong in samples that the row is not about count, too.
    pub(super) fn new(
        all: Vec<&'a Record>,
        wrong_elsewhere: u64,
        latencies: &'a [Latencies],
        manifest: &'a Manifest,
    ) -> Self {
        let Record { solver, setting, block, .. } = all[0];
        let groups = worst(&all);
        let outcomes = groups.iter().fold(Outcomes::default(), |sum, r| sum.merge(r.outcomes));
        let counted = Counted(counted(&all));
        let rates = match setting.pass.has_rate() {
            true => counted.rates(setting.threads, usable(manifest)),
            false => Rates::default(),
        };
        let is_single = setting.pass.times_single_puzzles() && *block == 1;
        let own = |l: &&Latencies| (&l.solver, &l.setting) == (solver, setting);
        Self {
            solver,
            setting,
            block: *block,
            manifest,
            latencies: latencies.iter().find(own).filter(|_| is_single),
            outcomes: outcomes.with_wrong(wrong_elsewhere),
            counted,
            rates,
            all,
            groups,
        }
    }

    /// Puzzles of this order in the dataset.
    pub(super) fn of(&self) -> u64 {
        let dataset = self.manifest.dataset(&self.setting.dataset);
        dataset.map_or(0, |dataset| dataset.puzzles_of(self.setting.order))
    }

    /// Sum of a field over the groups, each once.
    pub(super) fn sum(&self, field: fn(&Record) -> u64) -> u64 {
        self.groups.iter().map(|record| field(record)).sum()
    }

    /// Mean over the puzzles of those groups for which the field is there. The guesses of puzzles that
    /// were stopped or killed the solver were not counted, so these are left out.
    pub(super) fn mean(&self, field: fn(&Record) -> Option<u64>) -> Option<f64> {
        let counted = self.groups.iter().filter_map(|record| {
            let lost = record.outcomes.timed_out + record.outcomes.crashed;
            Some((field(record)?, (record.puzzles - lost) * u64::from(record.isomorphs)))
        });
        let (sum, puzzles) =
            counted.fold((0, 0), |(s, p): (u64, u64), (value, n)| (s.saturating_add(value), p + n));
        ratio(sum as f64, puzzles as f64)
    }

    /// Largest value of a field that any record has.
    pub(super) fn most<T: Ord>(&self, field: fn(&Record) -> Option<T>) -> Option<T> {
        self.all.iter().filter_map(|record| field(record)).max()
    }

    /// A quantile over puzzles of the shorter turn, in nanoseconds, where there are puzzles for it.
    pub(super) fn quantile_ns(&self, share: f64) -> Option<u64> {
        quantile(self.latencies?, share)
    }
}

/// The records that times and rates are made from: whole coverages, so that every puzzle has the same
/// weight, or all records where there is none.
fn counted<'a>(all: &[&'a Record]) -> Vec<&'a Record> {
    let rounds = all.iter().map(|record| u64::from(record.round) + 1).max().unwrap_or(0);
    let groups = all.iter().map(|record| record.groups).max().unwrap_or(0);
    let whole = rounds.checked_div(groups).unwrap_or(0) * groups;
    let is_counted = |record: &&&Record| whole == 0 || u64::from(record.round) < whole;
    all.iter().filter(is_counted).copied().collect()
}

/// The worst record of each group.
fn worst<'a>(all: &[&'a Record]) -> Vec<&'a Record> {
    let mut groups: HashMap<u64, &Record> = HashMap::new();
    for &record in all {
        let worst = groups.entry(record.group).or_insert(record);
        if record.outcomes.badness() > worst.outcomes.badness() {
            *worst = record;
        }
    }
    groups.into_values().collect()
}

/// Processors' worth of time that a run could use.
fn usable(manifest: &Manifest) -> f64 {
    manifest.machine.usable_processors.unwrap_or(f64::from(manifest.machine.cores))
}
