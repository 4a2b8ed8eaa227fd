//! Single puzzles of several runs: as many as one run keeps.

use std::collections::HashMap;

use crate::record::Setting;
use crate::report::incidents::IncidentRow;
use crate::report::puzzle_sample::{self, SampledPuzzle};
use crate::report::run_files::RunFiles;
use crate::report::slowest::Slow;

/// Slowest puzzles of a solver and setting, as in a run.
const SLOWEST: usize = 20;
/// Puzzles that went wrong.
const INCIDENTS: usize = 10_000;

/// What is kept of the runs so far.
#[derive(Default, Debug)]
pub(super) struct KeptPuzzles {
    slowest: Vec<Slow>,
    /// Puzzles that went wrong, the first ones.
    pub incidents: Vec<IncidentRow>,
    /// A sample of the puzzles.
    pub sample: Vec<SampledPuzzle>,
}

impl KeptPuzzles {
    /// Takes those of a run.
    pub(super) fn add(&mut self, run: &mut RunFiles) {
        self.slowest.append(&mut run.slowest);
        self.slowest.sort_by_key(|one| std::cmp::Reverse(one.first_ns));
        let mut kept: HashMap<(String, Setting), usize> = HashMap::new();
        self.slowest.retain(|one| {
            let count = kept.entry((one.solver.clone(), one.setting.clone())).or_default();
            *count += 1;
            *count <= SLOWEST
        });
        let room = INCIDENTS.saturating_sub(self.incidents.len());
        self.incidents.extend(run.incidents.drain(..).take(room));
        self.sample.append(&mut run.puzzles);
        puzzle_sample::thin(&mut self.sample);
    }

    /// The slowest puzzles, solver by solver.
    pub(super) fn slowest(&self) -> Vec<Slow> {
        let mut all = self.slowest.clone();
        let key = |one: &Slow| (one.setting.dataset.clone(), one.setting.order, one.solver.clone());
        all.sort_by_cached_key(key); // stable: slowest first within each
        all
    }
}
