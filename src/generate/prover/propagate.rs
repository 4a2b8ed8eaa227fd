//! What follows from what: exclusion by the geometry, and clauses with one literal left.

use super::engine::{Conflict, Engine, Literal, Reason, Watch};

impl Engine {
    /// Draws all conclusions.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        while let Some(&literal) = self.trail.get(self.next) {
            self.next += 1;
            if literal.is_yes()
                && let Some(conflict) = self.exclude(literal.variable())
            {
                return Some(conflict);
            }
            if let Some(conflict) = self.visit_clauses(literal) {
                return Some(conflict);
            }
        }
        None
    }

    /// Makes false what a true variable excludes.
    fn exclude(&mut self, variable: u32) -> Option<Conflict> {
        for set in self.sets_of[variable as usize] {
            let from = set as usize * self.set_size;
            for at in from..from + self.set_size {
                let other = self.sets[at];
                match self.values[other as usize] {
                    0 => self.set(Literal::no(other), Reason::Excluded(variable)),
                    1 if other != variable => return Some(Conflict::Both(variable, other)),
                    _ => {}
                }
            }
        }
        None
    }

    /// Looks at the clauses that watch the opposite of a literal that has become true.
    fn visit_clauses(&mut self, literal: Literal) -> Option<Conflict> {
        let mut watches = std::mem::take(&mut self.watches[literal.index()]);
        let mut conflict = None;
        let mut at = 0;
        while at < watches.len() && conflict.is_none() {
            let Watch { clause, other } = watches[at];
            if self.value(other) == 1 {
                at += 1;
                continue;
            }
            let false_one = literal.opposite();
            let literals = &mut self.clauses[clause as usize].literals;
            if literals[0] == false_one {
                literals.swap(0, 1);
            }
            let first = literals[0];
            let values = &self.values;
            let is_false = |literal: &Literal| {
                values[literal.variable() as usize] == if literal.is_yes() { -1 } else { 1 }
            };
            match literals[2..].iter().position(|literal| !is_false(literal)) {
                _ if !is_false(&first) && self.values[first.variable() as usize] != 0 => {
                    watches[at].other = first;
                    at += 1;
                }
                Some(found) => {
                    literals.swap(1, found + 2);
                    let watched = literals[1];
                    self.watches[watched.opposite().index()].push(Watch { clause, other: first });
                    watches.swap_remove(at);
                }
                None if is_false(&first) => conflict = Some(Conflict::Clause(clause)),
                None => {
                    self.set(first, Reason::Clause(clause));
                    at += 1;
                }
            }
        }
        self.watches[literal.index()] = watches;
        conflict
    }

    /// The literals that are false and so make a reason or conflict; `but` is left out.
    pub(super) fn false_literals(
        &self,
        reason: Reason,
        but: Option<Literal>,
        to: &mut Vec<Literal>,
    ) {
        match reason {
            Reason::None => {}
            Reason::Excluded(variable) => to.push(Literal::no(variable)),
            Reason::Clause(clause) => {
                let literals = &self.clauses[clause as usize].literals;
                to.extend(literals.iter().filter(|literal| Some(**literal) != but));
            }
        }
    }
}
