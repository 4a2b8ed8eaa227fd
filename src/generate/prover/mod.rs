//! Whether givens of a solved grid leave that grid only, and which of them it takes.
//!
//! `mrv` and its kind take seconds, or do not come to an end at all, where hardly a given is left
//! that could go on 16x16. A search that learns from its conflicts takes milliseconds, and what it
//! learns about one set of givens holds for all others of the same grid.

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};

use crate::builtin::sat::rules::Rules;
use crate::builtin::sat::sets::{Sets, literal};
use crate::puzzle::Order;

/// Learnt clauses that are kept at least. With fewer the search finds the same anew, and with many
/// more it is slowed down by what it hardly needs.
const KEPT: i32 = 8_000;

/// Counts what the solver has learnt, and stops it.
struct Limit {
    learnt: u64,
    until: u64,
}

impl Callbacks for Limit {
    fn on_new_clause(&mut self, _: &[Lit], _: ClauseKind) {
        self.learnt += 1;
    }

    fn stop(&self) -> bool {
        self.learnt > self.until
    }
}

/// What is known of a set of givens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// These of them leave one solution.
    One(Vec<u16>),
    /// They leave several.
    More,
    /// To decide it takes too many conflicts.
    Undecided,
}

/// Answers for one grid.
pub(super) struct Prover {
    solver: Solver<Limit>,
    rules: Rules,
    side: usize,
    /// The value of each cell, from 0.
    grid: Vec<u32>,
}

impl Prover {
    /// For a solved grid of canonical cells.
    ///
    /// # Panics
    /// When a cell holds no symbol of the order.
    pub(super) fn new(order: Order, solution: &[u8]) -> Self {
        let side = order.side();
        let value = |&symbol| u32::from(order.value(symbol).expect("a solved grid")) - 1;
        let grid: Vec<u32> = solution.iter().map(value).collect();
        let variables = grid.len() * side;
        let options = SolverOpts { min_learnts_lim: KEPT, ..SolverOpts::default() };
        let mut solver = Solver::new(options, Limit { learnt: 0, until: u64::MAX });
        for variable in 0..variables {
            // The grid's own values are tried first: another solution is then one close to it.
            let is_in_grid = grid[variable / side] == (variable % side) as u32;
            solver.new_var(lbool::new(is_in_grid), true);
        }
        let every_value = vec![(1 << side) - 1; grid.len()];
        let rules = Rules::new(Sets::new(order, &every_value));
        let mut prover = Self { solver, rules, side, grid };
        let mut some_cell_differs =
            (0..prover.grid.len()).map(|cell| !prover.given(cell)).collect();
        prover.solver.add_clause_reuse(&mut some_cell_differs);
        prover
    }

    /// A cell has the grid's value.
    fn given(&self, cell: usize) -> Lit {
        literal((cell * self.side) as u32 + self.grid[cell], true)
    }

    /// Whether the grid's values in these cells leave it as the only solution, and which of them it
    /// takes at most; undecided after that many conflicts.
    pub(super) fn ask(&mut self, cells: &[u16], conflicts: u64) -> Proof {
        let givens: Vec<Lit> = cells.iter().map(|&cell| self.given(cell.into())).collect();
        let limit = self.solver.cb_mut();
        limit.until = limit.learnt.saturating_add(conflicts);
        let is_possible = self.solver.solve_limited_th(&mut self.rules, &givens);
        if is_possible == lbool::TRUE {
            return Proof::More;
        }
        if is_possible != lbool::FALSE {
            return Proof::Undecided;
        }
        let is_needed = |&cell: &u16| {
            let given = self.given(cell.into());
            self.solver.unsat_core_contains_var(given.var())
        };
        Proof::One(cells.iter().copied().filter(is_needed).collect())
    }

    /// Conflicts that all questions together have met.
    pub(super) fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    /// Cells in which another solution differs from the grid, after [`Proof::More`].
    pub(super) fn difference(&self) -> Vec<u16> {
        let is_other = |&cell: &u16| self.solver.value_lit(self.given(cell.into())) == lbool::FALSE;
        (0..self.grid.len() as u16).filter(is_other).collect()
    }

    /// Another solution than the grid, after [`Proof::More`].
    #[cfg(test)]
    pub(super) fn other(&self) -> Vec<u8> {
        let value = |cell: usize| {
            let from = cell * self.side;
            let is_true = |value: &usize| {
                self.solver.value_lit(literal((from + value) as u32, true)) == lbool::TRUE
            };
            let value = (0..self.side).find(is_true);
            value.map_or(crate::puzzle::order::BLANK, |value| Order::symbol(value as u8 + 1))
        };
        (0..self.grid.len()).map(value).collect()
    }
}

#[cfg(test)]
mod tests;
