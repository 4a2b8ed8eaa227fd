//! How hard a run's puzzles are: computed once for a dataset, and kept in `difficulty.csv` of the
//! run's folder.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::cli::streams::remark;
use crate::compare::puzzles::PuzzleTimes;
use crate::dataset::{Batch, Dataset, ReadOptions, embedded};
use crate::puzzle::Order;
use crate::record::Manifest;
use crate::report::difficulties::{self, FILE, PuzzleDifficulty};
use crate::report::whole::WholeFile;
use crate::sweep::assess::assess_at;

/// Labels by dataset, order and line.
pub(super) struct Labels<'a> {
    manifest: &'a Manifest,
    path: PathBuf,
    rows: BTreeMap<(String, Order, u64), PuzzleDifficulty>,
    has_grown: bool,
}

impl<'a> Labels<'a> {
    /// Those of a run's folder. A file that cannot be read is made anew.
    pub(super) fn open(folder: &Path, manifest: &'a Manifest) -> Self {
        let path = folder.join(FILE);
        let read = File::open(&path).and_then(difficulties::read);
        let rows = read.unwrap_or_default();
        let rows = rows.into_iter().map(|row| ((row.dataset.clone(), row.order, row.line), row));
        Self { manifest, path, rows: rows.collect(), has_grown: false }
    }

    /// Labels puzzles of a dataset, whose `offset` is their line. Where the dataset is not there
    /// any more as it was measured, that is remarked, and they have no label.
    ///
    /// # Errors
    /// When the dataset changes while it is read.
    pub(super) fn label(
        &mut self,
        dataset: &str,
        order: Order,
        puzzles: &mut [PuzzleTimes],
    ) -> anyhow::Result<()> {
        let key = |line| (dataset.to_owned(), order, line);
        if puzzles.iter().any(|puzzle| !self.rows.contains_key(&key(puzzle.offset))) {
            match self.measured(dataset) {
                Ok(opened) => self.compute(dataset, &opened, order, puzzles)?,
                Err(error) => remark(format_args!("difficulty is left out: {error:#}")),
            }
        }
        for puzzle in puzzles {
            let row = self.rows.get(&key(puzzle.offset));
            puzzle.label = row.and_then(PuzzleDifficulty::label);
        }
        Ok(())
    }

    /// The dataset as it was measured.
    fn measured(&self, name: &str) -> anyhow::Result<Dataset> {
        let facts = self.manifest.datasets.iter().find(|facts| facts.name == name);
        let facts = facts.with_context(|| format!("manifest.json has no dataset {name}"))?;
        let opened = match facts.path.is_empty() {
            true => embedded::all().into_iter().find(|dataset| dataset.name() == name),
            false => Some(Dataset::open(Path::new(&facts.path), &ReadOptions::default())?),
        };
        let is_same = |dataset: &Dataset| dataset.survey().hash.to_hex().as_str() == facts.blake3;
        opened.filter(is_same).with_context(|| format!("{name} has changed since it was measured"))
    }

    /// Grades those of the puzzles that are not known yet.
    fn compute(
        &mut self,
        name: &str,
        dataset: &Dataset,
        order: Order,
        puzzles: &[PuzzleTimes],
    ) -> anyhow::Result<()> {
        let mut wanted: Vec<u64> = puzzles.iter().map(|puzzle| puzzle.offset).collect();
        wanted.sort_unstable();
        let (mut batch, mut numbers) = (Batch::new(order, dataset), dataset.lines());
        let (mut lines, mut offsets) = (Vec::new(), Vec::new());
        for chunk in 0..dataset.chunks() {
            dataset.read(order, chunk, &mut batch)?;
            for &offset in batch.offsets() {
                let line = numbers.of(offset);
                let is_known = self.rows.contains_key(&(name.to_owned(), order, line));
                if !is_known && wanted.binary_search(&line).is_ok() {
                    lines.push(line);
                    offsets.push(offset);
                }
            }
        }
        for (line, (_, found)) in lines.into_iter().zip(assess_at(dataset, order, &offsets, None)?)
        {
            let row = PuzzleDifficulty::new(name, order, line, found.difficulty());
            self.rows.insert((name.to_owned(), order, line), row);
            self.has_grown = true;
        }
        Ok(())
    }

    /// Writes what was computed to the run's folder. A folder that takes no file gets a remark.
    pub(super) fn keep(&self) {
        if !self.has_grown {
            return;
        }
        let write = |file: &mut WholeFile| difficulties::write(self.rows.values(), file);
        if let Err(error) = WholeFile::write(&self.path, write) {
            remark(format_args!("{} was not kept: {error}", self.path.display()));
        }
    }
}
