//! What a conflict teaches.

use super::engine::{Clauses, Conflict, Engine, Literal, Reason};

impl Engine {
    /// The clause that a conflict teaches, and the level to go back to: there, the first of its
    /// literals is the only one that is not false. The second is of that level.
    pub(super) fn analyse(&mut self, conflict: Conflict) -> (Vec<Literal>, usize) {
        let mut learnt = vec![Literal::yes(0)]; // room for the first
        let mut causes = Vec::new();
        match conflict {
            Conflict::Clause(clause) => {
                self.false_literals(Reason::Clause(clause), None, &mut causes);
            }
            Conflict::Both(a, b) => causes.extend([a, b].map(Literal::no)),
        }
        // Literals of this level that are still to be explained; the trail is walked back until
        // there is one left, through which all of the level's causes go.
        let mut open = 0;
        let mut at = self.trail.len();
        loop {
            for literal in causes.drain(..) {
                open += usize::from(self.mark(literal, &mut learnt));
            }
            at = self.trail[..at]
                .iter()
                .rposition(|literal| self.seen[literal.variable() as usize])
                .expect("a conflict has a cause on its own level");
            let literal = self.trail[at];
            open -= 1;
            self.seen[literal.variable() as usize] = false;
            if open == 0 {
                learnt[0] = literal.opposite();
                break;
            }
            let reason = self.reasons[literal.variable() as usize];
            self.false_literals(reason, Some(literal), &mut causes);
        }
        let marked = learnt[1..].to_vec();
        self.shorten(&mut learnt);
        marked.iter().for_each(|literal| self.seen[literal.variable() as usize] = false);
        let level = self.second_level(&mut learnt);
        (learnt, level)
    }

    /// Takes note of a false literal behind a conflict. Whether it is new and of this level.
    fn mark(&mut self, mut literal: Literal, learnt: &mut Vec<Literal>) -> bool {
        let mut variable = literal.variable();
        if let (Clauses::OfCauses, Reason::Excluded(by)) =
            (self.learnt, self.reasons[variable as usize])
            && self.levels[variable as usize] < self.level()
        {
            (literal, variable) = (Literal::no(by), by);
        }
        let level = self.levels[variable as usize];
        if level == 0 || std::mem::replace(&mut self.seen[variable as usize], true) {
            return false;
        }
        self.heap.bump(variable);
        if level < self.level() {
            learnt.push(literal);
        }
        level == self.level()
    }

    /// Leaves out literals that follow from the others.
    fn shorten(&self, learnt: &mut Vec<Literal>) {
        let mut causes = Vec::new();
        let first = learnt[0];
        learnt.retain(|&literal| {
            let reason = self.reasons[literal.variable() as usize];
            if literal == first || reason == Reason::None {
                return true;
            }
            causes.clear();
            self.false_literals(reason, Some(literal.opposite()), &mut causes);
            causes.iter().any(|cause| {
                let variable = cause.variable() as usize;
                !self.seen[variable] && self.levels[variable] > 0
            })
        });
    }

    /// Puts a literal of the highest level but the first's in the second place; that level.
    fn second_level(&self, learnt: &mut [Literal]) -> usize {
        let level = |literal: &Literal| self.levels[literal.variable() as usize];
        let highest = (1..learnt.len()).max_by_key(|&i| level(&learnt[i]));
        let Some(highest) = highest else { return 0 };
        learnt.swap(1, highest);
        level(&learnt[1]) as usize
    }

    /// The assumptions that cannot all be true, of which `literal`, now false, is one.
    pub(super) fn assumptions_against(&mut self, literal: Literal) -> Vec<Literal> {
        let mut needed = vec![literal];
        self.seen[literal.variable() as usize] = true;
        let mut causes = Vec::new();
        for at in (0..self.trail.len()).rev() {
            let truth = self.trail[at];
            let variable = truth.variable() as usize;
            if !std::mem::replace(&mut self.seen[variable], false) || self.levels[variable] == 0 {
                continue;
            }
            match self.reasons[variable] {
                Reason::None => needed.push(truth),
                reason => self.false_literals(reason, Some(truth), &mut causes),
            }
            for cause in causes.drain(..) {
                self.seen[cause.variable() as usize] = true;
            }
        }
        needed
    }
}
