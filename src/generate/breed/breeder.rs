//! Children of puzzles: a few givens less, others more, and minimal again.

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use twox_hash::XxHash3_128;

use crate::builtin;
use crate::generate::oracle::{Oracle, Verdict};
use crate::generate::panel::{Panel, is_minimal, is_unique};
use crate::puzzle::canonical::{Canonizer, Form};
use crate::puzzle::order::BLANK;
use crate::puzzle::{Isomorph, Order, Puzzles};
use crate::solver::{Answers, Goal, Solver, Stop};

/// Most givens that a child lacks of its parent. More lead to a puzzle that has nothing of it.
const MOST_REMOVED: usize = 4;

/// A minimal puzzle with one solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Child {
    /// Its canonical form.
    pub form: Vec<u8>,
    /// Hash of the form.
    pub hash: u128,
}

/// Makes children of 9x9 puzzles; one worker's own.
pub struct Breeder {
    oracle: Oracle,
    /// Finds the solution that is completed to: the same one on every machine, since its search depends on
    /// the puzzle alone.
    solver: Box<dyn Solver>,
    answer: Answers,
    asked: Puzzles,
    canonizer: Canonizer,
    panels: [Panel; 2],
}

impl Default for Breeder {
    fn default() -> Self {
        Self::new()
    }
}

impl Breeder {
    /// A breeder.
    ///
    /// # Panics
    /// Never: built-in solvers take 9x9 puzzles.
    pub fn new() -> Self {
        let order = Order::THREE;
        let vector = builtin::find("vector").expect("vector is built in");
        Self {
            oracle: Oracle::new(order),
            solver: vector.start(order, Goal::Unique).expect("vector takes 9x9 puzzles"),
            answer: Answers::new(order, 1),
            asked: Puzzles::with_capacity(order, 1),
            canonizer: Canonizer::new(order).expect("9x9 puzzles have canonical forms"),
            panels: [Panel::new(order), Panel::second(order)],
        }
    }

    /// The puzzle itself, with givens of one of its solutions more until there is only one, and without
    /// those that are not needed. `None` if it has no solution.
    pub fn adopt(&mut self, puzzle: &[u8], rng: &mut ChaCha8Rng) -> Option<Child> {
        let mut cells = puzzle.to_vec();
        self.complete(&mut cells, rng)?;
        self.minimise(&mut cells, rng);
        let form = self.canonizer.form(&cells, Form::Min).ok()?.to_vec();
        Some(Child { hash: XxHash3_128::oneshot(&form), form })
    }

    /// A child of a puzzle that has a solution.
    pub fn child(&mut self, parent: &[u8], rng: &mut ChaCha8Rng) -> Option<Child> {
        let mut cells = parent.to_vec();
        Isomorph::random(Order::THREE, rng).apply(parent, &mut cells);
        let removed = rng.random_range(1..=MOST_REMOVED);
        for cell in givens(&cells, rng).into_iter().take(removed) {
            cells[cell] = BLANK;
        }
        self.adopt(&cells, rng)
    }

    /// Hash of the class of the solution grid of a puzzle with one solution.
    pub fn grid_class(&mut self, puzzle: &[u8]) -> Option<u128> {
        let grid = self.solution(puzzle)?.0;
        let form = self.canonizer.form(&grid, Form::Min).ok()?;
        Some(XxHash3_128::oneshot(form))
    }

    /// Returns true if two unlike solvers agree that a puzzle has one solution, and that no given can be left
    /// out.
    pub fn is_proven(&mut self, puzzle: &[u8]) -> bool {
        self.panels.iter_mut().all(|panel| {
            panel.slot().copy_from_slice(puzzle);
            let mut unique = false;
            panel.ask(|_, answer| unique = is_unique(&answer));
            unique && is_minimal(panel, puzzle)
        })
    }

    /// Adds givens of a solution until it is the only one. `None` if there is none.
    fn complete(&mut self, cells: &mut [u8], rng: &mut ChaCha8Rng) -> Option<()> {
        loop {
            let (solution, is_only) = self.solution(cells)?;
            if is_only {
                return Some(());
            }
            let blanks: Vec<usize> = (0..cells.len()).filter(|&it| cells[it] == BLANK).collect();
            let cell = *blanks.choose(rng)?;
            cells[cell] = solution[cell];
        }
    }

    /// The solution that is found first, and whether it is the only one.
    fn solution(&mut self, cells: &[u8]) -> Option<(Vec<u8>, bool)> {
        let Self { solver, answer, asked, .. } = self;
        asked.clear();
        asked.push(cells);
        answer.clear(1);
        solver.solve(&asked.block(), &Stop::never(), answer).ok()?;
        let answer = answer.get(0);
        Some((answer.solution?.to_vec(), answer.count == 1))
    }

    /// Takes givens away, in random order, as long as one solution is left.
    fn minimise(&mut self, cells: &mut [u8], rng: &mut ChaCha8Rng) {
        for cell in givens(cells, rng) {
            let given = std::mem::replace(&mut cells[cell], BLANK);
            if self.oracle.ask(cells) != Verdict::One {
                cells[cell] = given;
            }
        }
    }
}

/// Cells with a given, in random order.
fn givens(cells: &[u8], rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut givens: Vec<usize> = (0..cells.len()).filter(|&it| cells[it] != BLANK).collect();
    givens.shuffle(rng);
    givens
}
