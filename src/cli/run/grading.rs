//! How hard the puzzles of a run's sample are, found out after everything was measured and in a small
//! part of the budget.

use std::time::{Duration, Instant};

use crate::cli::interrupt;
use crate::dataset::Dataset;
use crate::puzzle::Order;
use crate::puzzle::seed::mix;
use crate::record::distinct;
use crate::report::Folder;
use crate::report::difficulties::{self, PuzzleDifficulty};
use crate::report::folder::FolderError;
use crate::report::puzzle_sample::SampledPuzzle;
use crate::report::whole::WholeFile;
use crate::sweep::assess::{Assessment, assess_at};

/// Share of a dataset's budget that grading may take. A thousand 9x9 puzzles take half a second of it.
const SHARE: f64 = 0.05;
/// Where the order of grading begins, so that it is none that a file may have.
const SEED: u64 = 0x6772_6164;

/// Grades the puzzles of a sample, `budget` being that of a dataset, by dataset, order and line. What
/// is not reached in time, or after an interruption, is left out.
pub(super) fn graded(
    sample: &[SampledPuzzle],
    datasets: &[(String, Dataset)],
    budget: Duration,
) -> Vec<PuzzleDifficulty> {
    let places = distinct(sample.iter().map(|one| (&*one.setting.dataset, one.setting.order)));
    let mut graded = Vec::new();
    for &(name, order) in &places {
        let Some((_, dataset)) = datasets.iter().find(|(known, _)| known == name) else { continue };
        let orders = places.iter().filter(|place| place.0 == name).count();
        let until = Instant::now() + budget.mul_f64(SHARE / orders as f64);
        if !interrupt::is_interrupted() {
            graded.extend(of_place(sample, (name, order), dataset, until));
        }
    }
    graded
}

fn of_place(
    sample: &[SampledPuzzle],
    (name, order): (&str, Order),
    dataset: &Dataset,
    until: Instant,
) -> Vec<PuzzleDifficulty> {
    let is_here =
        |one: &&SampledPuzzle| (&*one.setting.dataset, one.setting.order) == (name, order);
    let mut lines: Vec<(u64, u64)> =
        sample.iter().filter(is_here).map(|one| (one.offset, one.line)).collect();
    lines.sort_unstable();
    lines.dedup();
    let mut offsets: Vec<u64> = lines.iter().map(|(offset, _)| *offset).collect();
    offsets.sort_by_key(|&offset| mix(SEED, offset));
    // A file that has become shorter ends the run with an error of its own.
    let assessed = assess_at(dataset, order, &offsets, Some(until)).unwrap_or_default();
    let known = assessed.into_iter().filter(|(_, one)| *one != Assessment::Open);
    let mut rows: Vec<PuzzleDifficulty> = known
        .filter_map(|(offset, one)| {
            let at = lines.binary_search_by_key(&offset, |(offset, _)| *offset).ok()?;
            Some(PuzzleDifficulty::new(name, order, lines[at].1, one.difficulty()))
        })
        .collect();
    rows.sort_by_key(|row| row.line);
    rows
}

/// Writes what was found into the run's folder, if there is anything. Returns why it is not there.
pub(super) fn write(folder: &Folder, graded: &[PuzzleDifficulty]) -> Option<FolderError> {
    let write = |out: &mut WholeFile| difficulties::write(graded, out);
    if graded.is_empty() { None } else { folder.write(difficulties::FILE, write).err() }
}
