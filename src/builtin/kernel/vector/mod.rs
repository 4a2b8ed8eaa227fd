//! `vector`: one grid across the lanes of nine vectors, for the lowest latency.
//!
//! `VECTOR.md` beside this file has the whole account. In short: the grid is nine vectors of
//! sixteen lanes, one lane a box (`grid`); bands, stacks (`lines`) and boxes (`singles`) are worked
//! on all at once, sweep after sweep (`sweep`), until a guess is due (`choose`); then a band
//! (`bands`) or a cell with two candidates (`pairs`) is split in two (`split`), depth first
//! (`search`), with a second chance for puzzles that go astray (`lookahead`).

// an index here is a vector's place in the box, and runs over several arrays at once
#![allow(clippy::needless_range_loop)]

mod bands;
mod choose;
mod grid;
mod lines;
mod lookahead;
mod pairs;
mod search;
mod singles;
mod split;
mod sweep;
#[cfg(test)]
mod tests;

use grid::Grid;
use search::DEPTH;

use super::isa::Isa;
use super::simd::Work;
use super::simd::boxes::symbols::STRIDE;
use super::simd::boxes::{self, BoxVisitor, Boxes};
use crate::puzzle::{Block, Order};
use crate::solver::{
    Abilities, Answers, Backend, Clocked, Goal, Grain, Search, Solver, SolverError, Stop,
};

/// The backend.
pub struct Vector {
    id: String,
    isa: Isa,
}

impl Vector {
    /// On the instruction set given, known by `id`.
    pub fn new(id: String, isa: Isa) -> Self {
        Self { id, isa }
    }
}

impl Backend for Vector {
    fn id(&self) -> &str {
        &self.id
    }
    fn version(&self) -> String {
        format!("{} {}", env!("CARGO_PKG_VERSION"), self.isa)
    }
    fn abilities(&self) -> Abilities {
        Abilities {
            orders: Order::THREE..=Order::THREE,
            grain: Grain::Puzzle,
            ..Abilities::BUILTIN
        }
    }
    fn summary(&self) -> String {
        format!("one puzzle across vector lanes, lowest latency; order 3 ({})", self.isa)
    }
    fn runs(&self, algorithm: &str, _: usize) -> bool {
        algorithm == "vector"
    }
    fn start(&self, order: Order, goal: Goal) -> Result<Box<dyn Solver>, SolverError> {
        if order != Order::THREE {
            return Err(SolverError::Order { id: self.id.clone(), order });
        }
        Ok(boxes::visit(self.isa, Start { limit: goal.limit() }))
    }
}

/// Makes a solver for the width in use.
struct Start {
    limit: u32,
}

impl BoxVisitor for Start {
    type Output = Box<dyn Solver>;

    fn visit<V: Boxes>(self) -> Box<dyn Solver> {
        let stack = vec![Grid::<V>::unknown(); DEPTH].into_boxed_slice();
        Box::new(Running { limit: self.limit, stack })
    }
}

/// A solver of one width. The stack is only kept for its memory.
struct Running<V> {
    limit: u32,
    stack: Box<[Grid<V>]>,
}

impl<V: Boxes> Solver for Running<V> {
    fn solve(
        &mut self,
        block: &Block<'_>,
        stop: &Stop,
        answers: &mut Answers,
    ) -> Result<Clocked, SolverError> {
        V::enter(Solving { solver: self, block, stop, answers });
        Ok(Clocked::ByCaller)
    }
}

/// The puzzles of a block, one after the other.
struct Solving<'a, V> {
    solver: &'a mut Running<V>,
    block: &'a Block<'a>,
    stop: &'a Stop,
    answers: &'a mut Answers,
}

impl<V: Boxes> Work<V> for Solving<'_, V> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let stack: &mut [Grid<V>; DEPTH] =
            (&mut *self.solver.stack).try_into().expect("a stack has DEPTH grids");
        let (puzzles, _) = self.block.bytes().as_chunks::<STRIDE>();
        for i in 0..self.block.len() {
            if self.stop.is_raised() {
                self.answers.set(i, 0, 0, Search::Incomplete); // thousands may be left
                continue;
            }
            let (solutions, _) = self.answers.solutions_mut().as_chunks_mut::<STRIDE>();
            let (puzzle, solution) = (&puzzles[i], &mut solutions[i]);
            let found = search::search(puzzle, self.solver.limit, self.stop, stack, solution);
            self.answers.set(i, found.count, found.guesses, found.search);
        }
    }
}

const _: () = assert!(Order::THREE.stride() == STRIDE);
