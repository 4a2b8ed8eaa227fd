//! What `check` finds out about the puzzles of one size: each is read once, by one of as many
//! workers as there are cores.

use std::ops::Range;

use anyhow::{Context, ensure};
use rayon::prelude::*;

use crate::cli::progress::Progress;
use crate::dataset::repeats::{Naming, Repeats, Search, Seen};
use crate::dataset::{Batch, Dataset, Givens};
use crate::puzzle::Order;
use crate::solver::builtin;
use crate::solver::{Answers, Backend, Goal, Solver, Stop};
use crate::verify::{GridFault, check_solution};

/// Guesses after which a puzzle is left open.
pub const GUESSES: u64 = 1_000_000;
/// Puzzles that are named of each kind, unless all are asked for.
const SHOWN: usize = 5;
/// Bytes of text that are solved at once: the fastest solver advances many puzzles side by side.
const BLOCK: usize = 512 << 10;
/// Parts that each worker gets at least, so that none waits long for the last.
const PARTS: usize = 8;

/// What was found.
pub struct Examined {
    pub givens: Givens,
    pub repeats: Repeats,
    /// Puzzles with one solution.
    pub one: u64,
    pub none: Places,
    pub several: Places,
    /// Puzzles whose search was given up.
    pub open: Places,
    /// Puzzles with a solution in the file.
    pub given: u64,
    /// Those whose solution in the file is not theirs.
    pub wrong: u64,
    /// Offset of the first of them, or of all, with the reason.
    pub faults: Vec<(u64, GridFault)>,
}

/// Puzzles of a kind.
#[derive(Default)]
pub struct Places {
    /// How many there are.
    pub count: u64,
    /// Where the first of them are, or all.
    pub offsets: Vec<u64>,
}

impl Places {
    fn add(&mut self, offset: u64, most: usize) {
        self.count += 1;
        if self.offsets.len() < most {
            self.offsets.push(offset);
        }
    }

    fn merge(&mut self, next: Self, most: usize) {
        self.count += next.count;
        let room = most - self.offsets.len();
        self.offsets.extend(next.offsets.into_iter().take(room));
    }
}

impl Examined {
    fn new(order: Order) -> Self {
        Self {
            givens: Givens::new(order),
            repeats: Repeats::default(),
            one: 0,
            none: Places::default(),
            several: Places::default(),
            open: Places::default(),
            given: 0,
            wrong: 0,
            faults: Vec::new(),
        }
    }

    /// Whether a list of proper puzzles has all this.
    pub fn is_proper(&self) -> bool {
        let Self { none, several, open, repeats, wrong, .. } = self;
        none.count + several.count + open.count + repeats.count + wrong == 0
    }

    /// These and those of the chunks that follow.
    fn merge(mut self, next: Self, most: usize) -> Self {
        self.givens = self.givens.merge(next.givens);
        self.one += next.one;
        self.none.merge(next.none, most);
        self.several.merge(next.several, most);
        self.open.merge(next.open, most);
        self.given += next.given;
        self.wrong += next.wrong;
        let room = most - self.faults.len();
        self.faults.extend(next.faults.into_iter().take(room));
        self
    }

    fn take(&mut self, order: Order, batch: &Batch, answers: &Answers, most: usize) {
        use crate::solver::Search::Complete;
        for (i, cells) in batch.block().iter().enumerate() {
            let (answer, offset) = (answers.get(i), batch.offset(i));
            self.givens.add(cells);
            match (answer.search, answer.count) {
                (_, 2..) => self.several.add(offset, most),
                (Complete, 1) => self.one += 1,
                (Complete, _) => self.none.add(offset, most),
                _ => self.open.add(offset, most),
            }
            let Some(expected) = batch.expected(i) else { continue };
            self.given += 1;
            if let Err(fault) = check_solution(order, cells, expected) {
                self.wrong += 1;
                if self.faults.len() < most {
                    self.faults.push((offset, fault));
                }
            }
        }
    }
}

/// Looks at every puzzle of one order, on all cores.
///
/// # Errors
/// When the file changes meanwhile, or repeats cannot be kept.
pub fn examine(
    dataset: &Dataset,
    order: Order,
    naming: Naming,
    bar: &Progress,
) -> anyhow::Result<Examined> {
    let backend = builtin::fastest(order, |_| true).context("no solver takes this order")?;
    let keep = "cannot keep what repeats are found by in temporary files; set TMPDIR to a folder \
                with the space";
    let search = Search::new(dataset.survey().puzzles(order), naming).context(keep)?;
    let most = if naming == Naming::All { usize::MAX } else { SHOWN };
    let examined = blocks(dataset)
        .into_par_iter()
        .with_max_len(1)
        .map_init(
            || Worker::new(dataset, &*backend, order),
            |worker, chunks| -> anyhow::Result<Examined> {
                let Worker { solver, batch, answers, seen } = worker;
                let solver = solver.as_mut().map_err(|error| anyhow::anyhow!("{error}"))?;
                dataset.read_all(order, chunks, batch)?;
                if answers.len() < batch.len() {
                    *answers = Answers::new(order, batch.len());
                }
                answers.clear(batch.len());
                solver.solve(&batch.block(), &Stop::after_guesses(GUESSES), answers)?;
                ensure!(answers.are_given(batch.len()), "the solver left puzzles unanswered");
                let mut examined = Examined::new(order);
                examined.take(order, batch, answers, most);
                let puzzles = batch.block();
                seen.extend(puzzles.iter().zip(batch.offsets()).map(|(c, at)| Seen::new(c, *at)));
                search.add(seen).context(keep)?;
                bar.add(batch.len() as u64);
                Ok(examined)
            },
        )
        .try_reduce(|| Examined::new(order), |one, next| Ok(one.merge(next, most)))?;
    Ok(Examined { repeats: search.finish().context(keep)?, ..examined })
}

/// The chunks of a dataset, by the block.
fn blocks(dataset: &Dataset) -> Vec<Range<usize>> {
    let workers = rayon::current_num_threads();
    let by_size = (BLOCK / dataset.chunk_size()).max(1);
    let each = dataset.chunks().div_ceil(workers * PARTS).clamp(1, by_size);
    (0..dataset.chunks()).step_by(each).map(|at| at..(at + each).min(dataset.chunks())).collect()
}

/// What a worker keeps from block to block.
struct Worker {
    solver: Result<Box<dyn Solver>, crate::solver::SolverError>,
    batch: Batch,
    answers: Answers,
    seen: Vec<Seen>,
}

impl Worker {
    fn new(dataset: &Dataset, backend: &dyn Backend, order: Order) -> Self {
        Self {
            solver: backend.start(order, Goal::Unique),
            batch: Batch::new(order, dataset),
            answers: Answers::new(order, 0),
            seen: Vec::new(),
        }
    }
}
