//! The solutions of a formula one after the other, within limits.

use std::cell::Cell;

use batsat::theory::EmptyTheory;
use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Theory, TheoryArg, lbool};

use super::rules::Rules;
use super::sets::{Sets, literal};
use crate::builtin::scalar::Found;
use crate::solver::{Search, Stop};

/// Pairs of candidates up to which exclusions are clauses; to make these takes milliseconds. Most
/// puzzles with one solution have fewer.
const MOST_PAIRS: usize = 150_000;

/// Ends a search where the stop sign says so. Looked at about once a decision.
struct Limit<'a> {
    stop: &'a Stop,
    decisions: &'a Cell<u64>,
}

impl Callbacks for Limit<'_> {
    fn stop(&self) -> bool {
        self.stop.ends(self.decisions.get())
    }
}

/// A theory whose levels are counted: one begins with each decision.
struct Counted<'a, T> {
    theory: T,
    decisions: &'a Cell<u64>,
}

impl<T: Theory> Theory for Counted<'_, T> {
    fn final_check(&mut self, solver: &mut TheoryArg<'_>) {
        self.theory.final_check(solver);
    }
    fn create_level(&mut self) {
        self.decisions.set(self.decisions.get() + 1);
        self.theory.create_level();
    }
    fn pop_levels(&mut self, n: usize) {
        self.theory.pop_levels(n);
    }
    fn n_levels(&self) -> usize {
        self.theory.n_levels()
    }
    fn partial_check(&mut self, solver: &mut TheoryArg<'_>) {
        self.theory.partial_check(solver);
    }
    fn explain_propagation(&mut self, literal: Lit) -> &[Lit] {
        self.theory.explain_propagation(literal)
    }
}

/// Searches for up to `limit` solutions. `write_first` gets cells and values, counted from 0, of the
/// first.
pub(super) fn search(
    sets: Sets,
    limit: u32,
    stop: &Stop,
    write_first: impl FnOnce(&mut dyn Iterator<Item = (u16, u8)>),
) -> Found {
    let decisions = Cell::new(0);
    let solver = Solver::new(SolverOpts::default(), Limit { stop, decisions: &decisions });
    let placements = sets.placements().to_vec();
    let mut run = Run { solver, placements, decisions: &decisions };
    if sets.pairs() > MOST_PAIRS {
        // False at first, then what a variable was last: grids with few givens are filled quickly.
        run.add_variables(lbool::UNDEF);
        return run.solutions(Rules::new(sets), limit, write_first);
    }
    run.add_variables(lbool::TRUE);
    if !run.add_clauses(&sets, stop) {
        return Found { search: Search::Incomplete, ..Found::NONE };
    }
    run.solutions(EmptyTheory::new(), limit, write_first)
}

/// A SAT solver for one puzzle, so that what forbids a solution found may stay in it.
struct Run<'a> {
    solver: Solver<Limit<'a>>,
    placements: Vec<(u16, u8)>,
    decisions: &'a Cell<u64>,
}

impl Run<'_> {
    /// `tried_first` is a decided variable's value.
    fn add_variables(&mut self, tried_first: lbool) {
        for _ in &self.placements {
            self.solver.new_var(tried_first, true);
        }
    }

    /// At least one of each set, and no two. Returns false if it was stopped before all were made, which
    /// takes 14 ms on a 49x49.
    fn add_clauses(&mut self, sets: &Sets, stop: &Stop) -> bool {
        let mut clause = Vec::new();
        for set in sets.iter() {
            if stop.is_raised() {
                return false;
            }
            clause.clear();
            clause.extend(set.iter().map(|&it| literal(it, true)));
            self.solver.add_clause_reuse(&mut clause);
            for (i, &one) in set.iter().enumerate() {
                for &other in &set[..i] {
                    clause.clear();
                    clause.extend([one, other].map(|it| literal(it, false)));
                    self.solver.add_clause_reuse(&mut clause);
                }
            }
        }
        true
    }

    fn solutions<T: Theory>(
        &mut self,
        theory: T,
        limit: u32,
        write_first: impl FnOnce(&mut dyn Iterator<Item = (u16, u8)>),
    ) -> Found {
        let mut theory = Counted { theory, decisions: self.decisions };
        let (mut found, mut write_first) = (Found::NONE, Some(write_first));
        while found.count < limit {
            let is_possible = self.solver.solve_limited_th(&mut theory, &[]);
            if is_possible == lbool::FALSE {
                break;
            }
            if is_possible != lbool::TRUE {
                found.search = Search::Incomplete;
                break;
            }
            found.count += 1;
            let chosen = self.chosen();
            if let Some(write) = write_first.take() {
                write(&mut chosen.iter().map(|&it| self.placements[it as usize]));
            }
            let mut another = chosen.into_iter().map(|it| literal(it, false)).collect();
            self.solver.add_clause_reuse(&mut another);
        }
        found.guesses = self.decisions.get();
        found
    }

    /// The variables that are true in the solution found last.
    fn chosen(&self) -> Vec<u32> {
        let variables = 0..self.placements.len() as u32;
        let is_true = |&it: &u32| self.solver.value_lit(literal(it, true)) == lbool::TRUE;
        variables.filter(is_true).collect()
    }
}
