//! The sample of single puzzles that every run keeps, drawn while its rounds come in.

use crate::dataset::{Batch, Dataset};
use crate::record::{Identity, Setting};
use crate::report::Folder;
use crate::report::folder::FolderError;
use crate::report::per_puzzle::Solved;
use crate::report::puzzle_sample::{self, SampledPuzzle, Sampler};
use crate::report::whole::WholeFile;
use crate::run::work::phase;

/// The sample of a run, phase by phase.
pub(super) struct Sampling<'a> {
    datasets: &'a [(String, Dataset)],
    phase: Option<SampledPhase<'a>>,
    sample: Vec<SampledPuzzle>,
}

/// A phase whose puzzles are coming in.
struct SampledPhase<'a> {
    setting: Setting,
    solvers: Vec<String>,
    dataset: &'a Dataset,
    sampler: Sampler,
}

impl<'a> Sampling<'a> {
    /// Nothing drawn yet.
    pub(super) fn new(datasets: &'a [(String, Dataset)]) -> Self {
        Self { datasets, phase: None, sample: Vec::new() }
    }

    /// A phase begins.
    pub(super) fn phase(&mut self, phase: &phase::Phase<'_>) {
        self.end_phase();
        let dataset = self.datasets.iter().find(|(name, _)| name == &phase.setting.dataset);
        self.phase = dataset.map(|(_, dataset)| SampledPhase {
            setting: phase.setting.clone(),
            solvers: phase.backends.iter().map(|backend| backend.id().to_owned()).collect(),
            dataset,
            sampler: Sampler::default(),
        });
    }

    /// Adds the puzzles of a round, and returns those without which the sample would be another.
    pub(super) fn round(&mut self, solved: &[Solved]) -> Vec<Solved> {
        self.phase.as_mut().map_or_else(Vec::new, |phase| phase.sampler.add(solved))
    }

    fn end_phase(&mut self) {
        let Some(phase) = self.phase.take() else { return };
        let SampledPhase { setting, solvers, dataset, sampler } = phase;
        let mut lines = dataset.lines();
        let mut batch = Batch::new(setting.order, dataset);
        for (offset, all) in sampler.finish() {
            // A file that has become shorter ends the run with an error of its own.
            if dataset.read_at(setting.order, offset, &mut batch).is_err() || batch.is_empty() {
                continue;
            }
            let puzzle = String::from_utf8_lossy(batch.block().cells(0)).into_owned();
            self.sample.extend(all.into_iter().map(|kept| SampledPuzzle {
                setting: setting.clone(),
                line: lines.of(offset),
                offset,
                givens: kept.givens,
                puzzle: puzzle.clone(),
                solver: solvers[kept.solver].clone(),
                outcome: kept.outcome.1.to_owned(),
                guesses: kept.guesses,
                min_ns: kept.turns_ns[0],
                again_ns: kept.turns_ns[1],
            }));
        }
    }

    /// The whole sample.
    pub(super) fn finish(mut self) -> Vec<SampledPuzzle> {
        self.end_phase();
        self.sample
    }
}

/// Writes a sample into the run's folder, if there is one. Returns why it is not there.
pub(super) fn write(
    folder: &Folder,
    sample: &[SampledPuzzle],
    identity: &Identity,
) -> Option<FolderError> {
    let write = |out: &mut WholeFile| puzzle_sample::write(sample, identity, out);
    if sample.is_empty() { None } else { folder.write(puzzle_sample::FILE, write).err() }
}
