//! Where a gate's two backends differ: times puzzles one at a time, and shows strata and the
//! puzzles that got slowest.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::cli::progress::Progress;
use crate::compare::puzzles::{self, PuzzleTimes};
use crate::dataset::{Batch, Dataset};
use crate::logic::Label;
use crate::puzzle::Order;
use crate::record::mark::Mark;
use crate::record::puzzle_row::PuzzleRow;
use crate::record::{Pass, Setting};
use crate::report::verdict::detail::{Detail, SlowedPuzzle};
use crate::run::drive::job::Job;
use crate::run::drive::observe::{Next, Observer, RoundReport};
use crate::run::drive::perform::perform;
use crate::run::plan::tiers::Rounds;
use crate::run::work::phase::Phase;
use crate::solver::Backend;
use crate::sweep::assess::labels_at;

/// Most puzzles of each dataset and order that are timed one by one.
const SAMPLE: u64 = 2000;
/// Index of the baseline in the phase, of the candidate, and of the baseline's second name.
const BASELINE: usize = 0;
const CANDIDATE: usize = 1;
const CONTROL: usize = 2;
/// Share of the budget in which the puzzles are graded, after they were timed.
const GRADING: f64 = 0.1;

/// Times the puzzles of one dataset with baseline, candidate and control, and shows where the backends
/// differ, order by order.
///
/// # Errors
/// When a backend or the file fails.
pub(super) fn detail(
    gate: &Job<'_>,
    dataset: usize,
    backends: [&dyn Backend; 3],
    budget: Duration,
    progress: &Progress,
    interrupted: &AtomicBool,
) -> anyhow::Result<Vec<Detail>> {
    let (name, file) = &gate.datasets[dataset];
    let job = Job {
        goal: gate.goal,
        passes: vec![Pass::Latency],
        rounds: Rounds::Shared,
        budget,
        timeout: gate.timeout,
        sample: Some(SAMPLE),
        seed: gate.seed,
        pin: gate.pin,
        per_puzzle: true,
        ..Job::new(vec![(name.clone(), *file)], backends.to_vec(), gate.trust)
    };
    let mut shortest = Shortest { progress, phases: Vec::new() };
    perform(&job, &mut shortest, interrupted)?;
    let names = [backends[BASELINE].id(), backends[CANDIDATE].id()];
    let mut details = Vec::new();
    for (setting, puzzles) in shortest.phases {
        let mut times: Vec<PuzzleTimes> = puzzles.into_iter().filter_map(times).collect();
        if !times.is_empty() {
            label(file, setting.order, &mut times, budget.mul_f64(GRADING))?;
            let slowed = slowed(file, setting.order, &times)?;
            details.push(Detail { slowed, ..Detail::of(&setting, names, &times) });
        }
    }
    Ok(details)
}

/// Grades puzzles for at most `limit`; those that are not reached have no label.
fn label(
    file: &Dataset,
    order: Order,
    times: &mut [PuzzleTimes],
    limit: Duration,
) -> anyhow::Result<()> {
    let offsets: Vec<u64> = times.iter().map(|times| times.offset).collect();
    let labels = labels_at(file, order, &offsets, Some(Instant::now() + limit))?;
    let labels: BTreeMap<u64, Label> = labels.into_iter().collect();
    times.iter_mut().for_each(|times| times.label = labels.get(&times.offset).copied());
    Ok(())
}

/// The puzzles that got slowest, with their lines and cells.
fn slowed(
    dataset: &Dataset,
    order: Order,
    times: &[PuzzleTimes],
) -> anyhow::Result<Vec<SlowedPuzzle>> {
    let mut batch = Batch::new(order, dataset);
    let slowed = puzzles::slowest(times).into_iter().map(|times| {
        dataset.read_at(order, times.offset, &mut batch)?;
        let puzzle = String::from_utf8_lossy(batch.block().cells(0)).into_owned();
        Ok(SlowedPuzzle::new(dataset.line_of(times.offset), times, puzzle))
    });
    slowed.collect()
}

fn times((offset, puzzle): (u64, Puzzle)) -> Option<PuzzleTimes> {
    let Puzzle { givens, guesses, low_ns } = puzzle;
    let is_timed = low_ns.iter().all(|&ns| ns != u64::MAX);
    is_timed.then_some(PuzzleTimes {
        offset,
        givens,
        guesses,
        label: None,
        baseline_ns: low_ns[BASELINE],
        candidate_ns: low_ns[CANDIDATE],
        control_ns: low_ns[CONTROL],
    })
}

/// A puzzle with its shortest times so far.
#[derive(Clone, Copy)]
struct Puzzle {
    givens: u32,
    guesses: u64,
    low_ns: [u64; 3],
}

/// Keeps the shortest time of each puzzle.
struct Shortest<'a> {
    progress: &'a Progress,
    phases: Vec<(Setting, BTreeMap<u64, Puzzle>)>,
}

impl Shortest<'_> {
    fn take(&mut self, row: &PuzzleRow) {
        let Some((_, puzzles)) = self.phases.last_mut() else { return };
        // A time that ended without an answer does not count as the puzzle's time.
        let is_answer = matches!(row.mark, Mark::Unique | Mark::Multiple | Mark::None);
        if !is_answer || row.backend > CONTROL {
            return;
        }
        let fresh = Puzzle { givens: row.givens, guesses: 0, low_ns: [u64::MAX; 3] };
        let puzzle = puzzles.entry(row.offset).or_insert(fresh);
        let low_ns = &mut puzzle.low_ns[row.backend];
        *low_ns = row.low_ns.min(*low_ns);
        if row.backend == BASELINE {
            puzzle.guesses = row.guesses.unwrap_or(0);
        }
    }
}

impl Observer for Shortest<'_> {
    fn phase(&mut self, phase: &Phase<'_>) -> io::Result<()> {
        self.progress.begin_phase(phase);
        self.phases.push((phase.setting.clone(), BTreeMap::new()));
        Ok(())
    }

    fn round(&mut self, report: &RoundReport, done: f64) -> io::Result<Next> {
        self.progress.set(done);
        report.rows.iter().for_each(|row| self.take(row));
        Ok(Next::Continue)
    }
}
