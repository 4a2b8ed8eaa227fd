//! The rules of sudoku as a theory of the SAT solver: what a value excludes, and the last place or
//! value that is left in a unit or a cell.
//!
//! Written out as clauses they would be 700,000 of two literals on 25x25; here they follow from the
//! geometry. A reason names the true values that exclude others instead of what they exclude, so
//! learnt clauses are several times shorter.

use batsat::{Lit, Theory, TheoryArg, Var, lbool};

use super::sets::{Sets, Variable, literal};

/// Why a variable has its value.
#[derive(Clone, Copy)]
enum Reason {
    /// The solver chose or concluded it, or it has none yet.
    Outside,
    /// It is false since this one is true.
    Excluded(Variable),
    /// It is true since all others of this set are false.
    Last(u32),
}

/// How much was known when a level began.
#[derive(Clone, Copy)]
struct Level {
    done: usize,
    given_reasons: usize,
}

/// Sees to it that of each set exactly one variable is true.
pub(crate) struct Rules {
    sets: Sets,
    sets_of: Vec<[u32; 4]>,
    /// Variables of each set that are not false in the part of the trail that is done.
    open: Vec<u8>,
    reasons: Vec<Reason>,
    /// Variables that have a reason of ours, the latest last.
    given_reasons: Vec<Variable>,
    /// The part of the solver's trail of which all consequences are drawn.
    done: Vec<Lit>,
    levels: Vec<Level>,
    explanation: Vec<Lit>,
}

impl Rules {
    /// For a solver with the variables of these sets.
    pub(crate) fn new(sets: Sets) -> Self {
        let variables = sets.placements().len();
        let mut sets_of = vec![[0; 4]; variables];
        let mut known = vec![0; variables];
        for (set, members) in sets.iter().enumerate() {
            for &variable in members {
                let variable = variable as usize;
                sets_of[variable][known[variable]] = set as u32;
                known[variable] += 1;
            }
        }
        Self {
            open: sets.iter().map(|set| set.len() as u8).collect(),
            sets,
            sets_of,
            reasons: vec![Reason::Outside; variables],
            given_reasons: Vec::new(),
            done: Vec::new(),
            levels: Vec::new(),
            explanation: Vec::new(),
        }
    }

    /// Makes false what a true variable excludes. Returns false after a conflict.
    fn exclude(&mut self, variable: Variable, solver: &mut TheoryArg<'_>) -> bool {
        for set in self.sets_of[variable as usize] {
            for at in 0..self.sets.get(set as usize).len() {
                let other = self.sets.get(set as usize)[at];
                let value = solver.value(Var::unsafe_from_idx(other));
                if value == lbool::UNDEF {
                    self.give_reason(other, Reason::Excluded(variable));
                    solver.propagate(literal(other, false));
                } else if value == lbool::TRUE && other != variable {
                    let both = [variable, other].map(|it| literal(it, false));
                    solver.raise_conflict(&both, false);
                    return false;
                }
            }
        }
        true
    }

    /// Makes true what is left of the sets of a variable that became false. Returns false after a
    /// conflict.
    fn narrow(&mut self, variable: Variable, solver: &mut TheoryArg<'_>) -> bool {
        let sets = self.sets_of[variable as usize];
        // All four before any conflict: going back adds to all four.
        sets.iter().for_each(|&set| self.open[set as usize] -= 1);
        for set in sets {
            match self.open[set as usize] {
                0 => {
                    let causes: Vec<Lit> =
                        self.sets.get(set as usize).iter().map(|&it| !self.cause(it)).collect();
                    solver.raise_conflict(&causes, false);
                    return false;
                }
                1 => {
                    let value = |it: Variable| solver.value(Var::unsafe_from_idx(it));
                    let last = self
                        .sets
                        .get(set as usize)
                        .iter()
                        .copied()
                        .find(|&it| value(it) != lbool::FALSE);
                    if let Some(last) = last.filter(|&it| value(it) == lbool::UNDEF) {
                        self.give_reason(last, Reason::Last(set));
                        solver.propagate(literal(last, true));
                    }
                }
                _ => {}
            }
        }
        true
    }

    fn give_reason(&mut self, variable: Variable, reason: Reason) {
        self.reasons[variable as usize] = reason;
        self.given_reasons.push(variable);
    }

    /// A true literal from which it follows that a variable is false.
    fn cause(&self, variable: Variable) -> Lit {
        match self.reasons[variable as usize] {
            Reason::Excluded(by) => literal(by, true),
            _ => literal(variable, false),
        }
    }
}

impl Theory for Rules {
    fn partial_check(&mut self, solver: &mut TheoryArg<'_>) {
        // What is propagated here comes at the end of the trail, and so it is met in its turn.
        while let Some(&next) = solver.model().get(self.done.len()) {
            self.done.push(next);
            let variable = next.var().idx();
            let is_consistent = match next.sign() {
                true => self.exclude(variable, solver),
                false => self.narrow(variable, solver),
            };
            if !is_consistent {
                return;
            }
        }
    }

    fn final_check(&mut self, solver: &mut TheoryArg<'_>) {
        self.partial_check(solver);
    }

    fn explain_propagation(&mut self, literal: Lit) -> &[Lit] {
        let variable = literal.var().idx();
        let mut causes = std::mem::take(&mut self.explanation);
        causes.clear();
        match self.reasons[variable as usize] {
            Reason::Excluded(by) => causes.push(self::literal(by, true)),
            Reason::Last(set) => {
                let others = self.sets.get(set as usize).iter().filter(|&&it| it != variable);
                causes.extend(others.map(|&it| self.cause(it)));
            }
            Reason::Outside => unreachable!("only what was propagated here is asked about"),
        }
        self.explanation = causes;
        &self.explanation
    }

    fn create_level(&mut self) {
        let (done, given_reasons) = (self.done.len(), self.given_reasons.len());
        self.levels.push(Level { done, given_reasons });
    }

    fn pop_levels(&mut self, n: usize) {
        let kept = self.levels.len() - n;
        let Level { done, given_reasons } = self.levels[kept];
        self.levels.truncate(kept);
        for literal in self.done.drain(done..).filter(|literal| !literal.sign()) {
            let sets = self.sets_of[literal.var().idx() as usize];
            sets.iter().for_each(|&set| self.open[set as usize] += 1);
        }
        for variable in self.given_reasons.drain(given_reasons..) {
            self.reasons[variable as usize] = Reason::Outside;
        }
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }
}

#[cfg(test)]
mod tests;
