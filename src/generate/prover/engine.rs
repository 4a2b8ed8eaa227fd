//! A search that learns from its conflicts, over the rules of sudoku and some clauses.
//!
//! The algorithm is that of MiniSat (Eén and Sörensson, "An Extensible SAT-solver", 2003): two
//! watched literals, clauses learnt at the first unique implication point, activities, restarts by
//! Luby's sequence, learnt clauses thrown away by the number of levels they span (Audemard and
//! Simon, 2009), and assumptions, of which those that a contradiction needs are told. That two
//! values exclude each other is not written out as clauses: it is propagated from the geometry.

use super::heap::Heap;

/// A variable, or its opposite: `2 * variable`, plus 1 for the opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Literal(u32);

impl Literal {
    /// The variable is true.
    pub(super) fn yes(variable: u32) -> Self {
        Self(2 * variable)
    }

    /// The variable is false.
    pub(super) fn no(variable: u32) -> Self {
        Self(2 * variable + 1)
    }

    /// What the literal speaks of.
    pub(super) fn variable(self) -> u32 {
        self.0 / 2
    }

    pub(super) fn opposite(self) -> Self {
        Self(self.0 ^ 1)
    }

    pub(super) fn is_yes(self) -> bool {
        self.0 & 1 == 0
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// It was decided, or is true whatever is decided.
    None,
    /// All other literals of a clause are false.
    Clause(u32),
    /// A variable that excludes it is true.
    Excluded(u32),
}

/// What cannot be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    /// All literals of a clause are false.
    Clause(u32),
    /// Two variables that exclude each other are true.
    Both(u32, u32),
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// There is an assignment.
    Found,
    /// There is none under these of the assumptions.
    Impossible(Vec<Literal>),
    /// There were too many conflicts.
    GaveUp,
}

/// What a learnt clause says of values that a choice or an assumption has excluded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Clauses {
    /// That they are excluded, each by itself.
    OfValues,
    /// What has excluded them, once for all of them: clauses are ten times shorter.
    OfCauses,
}

pub(super) struct Clause {
    pub(super) literals: Vec<Literal>,
    /// Decision levels it spanned when it was learnt; 0 for one that was given.
    levels: u32,
}

/// A clause that is looked at when a literal of it becomes false.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    pub(super) clause: u32,
    /// Some literal of the clause: if it is true, the clause need not be looked at.
    pub(super) other: Literal,
}

/// Conflicts of the shortest run between two restarts.
const RUN: u64 = 100;
/// Learnt clauses that are kept at first, and how many more each time some are thrown away.
const KEPT: usize = 4000;
const MORE_KEPT: usize = 500;
/// Clauses of so few levels are never thrown away.
const GLUE: u32 = 2;

/// The search. It keeps what it has learnt from question to question.
pub(super) struct Engine {
    /// Variables that exclude each other, in sets of `set_size`; and the sets of each variable.
    pub(super) sets: Vec<u32>,
    pub(super) set_size: usize,
    pub(super) sets_of: Vec<[u32; 4]>,
    pub(super) clauses: Vec<Clause>,
    given: usize,
    most_learnt: usize,
    pub(super) watches: Vec<Vec<Watch>>,
    /// 1 true, -1 false, 0 open.
    pub(super) values: Vec<i8>,
    pub(super) levels: Vec<u32>,
    pub(super) reasons: Vec<Reason>,
    pub(super) trail: Vec<Literal>,
    /// Where each level begins in the trail.
    starts: Vec<usize>,
    pub(super) next: usize,
    phases: Vec<bool>,
    pub(super) heap: Heap,
    pub(super) seen: Vec<bool>,
    /// When each level was last counted; there are no more levels than variables and assumptions.
    stamps: Vec<u64>,
    stamp: u64,
    assumed: Vec<Literal>,
    pub(super) learnt: Clauses,
    conflicts: u64,
}

impl Engine {
    /// Variables of which exactly one of each set is true. `phases` are the values tried first.
    ///
    /// `sets` holds sets of `set_size` variables one after the other, each variable in four.
    pub(super) fn new(sets: Vec<u32>, set_size: usize, phases: Vec<bool>, learnt: Clauses) -> Self {
        let variables = phases.len();
        let mut sets_of = vec![[0; 4]; variables];
        let mut known = vec![0; variables];
        for (at, &variable) in sets.iter().enumerate() {
            let variable = variable as usize;
            sets_of[variable][known[variable]] = (at / set_size) as u32;
            known[variable] += 1;
        }
        let mut engine = Self {
            set_size,
            sets_of,
            clauses: Vec::new(),
            given: 0,
            most_learnt: KEPT,
            watches: vec![Vec::new(); 2 * variables],
            values: vec![0; variables],
            levels: vec![0; variables],
            reasons: vec![Reason::None; variables],
            trail: Vec::with_capacity(variables),
            starts: Vec::new(),
            next: 0,
            phases,
            heap: Heap::new(variables as u32),
            seen: vec![false; variables],
            stamps: vec![0; 2 * variables + 1],
            stamp: 0,
            assumed: Vec::new(),
            learnt,
            conflicts: 0,
            sets,
        };
        for set in 0..engine.sets.len() / set_size {
            let set = &engine.sets[set * set_size..(set + 1) * set_size];
            let literals = set.iter().map(|&variable| Literal::yes(variable)).collect();
            engine.add(literals);
        }
        engine
    }

    /// Adds a clause of two literals or more. Only before the first question.
    pub(super) fn add(&mut self, literals: Vec<Literal>) {
        self.attach(Clause { literals, levels: 0 });
        self.given = self.clauses.len();
    }

    /// Conflicts that all searches together have met.
    pub(super) fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Whether a variable was true in the assignment found last.
    pub(super) fn is_true(&self, variable: u32) -> bool {
        self.values[variable as usize] == 1
    }

    /// Looks for an assignment in which all assumptions are true.
    pub(super) fn search(&mut self, assumptions: &[Literal], conflicts: u64) -> Outcome {
        let same = self.assumed.iter().zip(assumptions).take_while(|(a, b)| a == b).count();
        self.back_to(same);
        self.assumed = assumptions.to_vec();
        let mut seen = 0;
        for run in 0.. {
            let until = seen + RUN * luby(run);
            loop {
                if let Some(conflict) = self.propagate() {
                    if self.starts.is_empty() {
                        return Outcome::Impossible(Vec::new());
                    }
                    if seen == conflicts {
                        self.back_to(0);
                        return Outcome::GaveUp;
                    }
                    seen += 1;
                    self.learn(conflict);
                } else if seen >= until {
                    break;
                } else if let Some(outcome) = self.decide() {
                    return outcome;
                }
            }
            self.back_to(assumptions.len());
            if self.clauses.len() - self.given > self.most_learnt {
                self.throw_away();
            }
        }
        Outcome::GaveUp
    }

    /// Opens a level with the next assumption, or with a choice.
    fn decide(&mut self) -> Option<Outcome> {
        while let Some(&literal) = self.assumed.get(self.starts.len()) {
            match self.value(literal) {
                1 => self.starts.push(self.trail.len()), // a level without a choice
                0 => {
                    self.open(literal);
                    return None;
                }
                _ => return Some(Outcome::Impossible(self.assumptions_against(literal))),
            }
        }
        loop {
            let Some(variable) = self.heap.pop() else { return Some(Outcome::Found) };
            if self.values[variable as usize] == 0 {
                let phase = self.phases[variable as usize];
                self.open(if phase { Literal::yes(variable) } else { Literal::no(variable) });
                return None;
            }
        }
    }

    fn open(&mut self, literal: Literal) {
        self.starts.push(self.trail.len());
        self.set(literal, Reason::None);
    }

    fn learn(&mut self, conflict: Conflict) {
        self.conflicts += 1;
        let (literals, level) = self.analyse(conflict);
        self.back_to(level);
        let first = literals[0];
        if literals.len() == 1 {
            self.set(first, Reason::None);
        } else {
            let levels = self.levels_of(&literals);
            let clause = self.attach(Clause { literals, levels });
            self.set(first, Reason::Clause(clause));
        }
        self.heap.next_conflict();
    }

    /// How many levels some literals span.
    fn levels_of(&mut self, literals: &[Literal]) -> u32 {
        self.stamp += 1;
        let mut levels = 0;
        for literal in literals {
            let level = self.levels[literal.variable() as usize] as usize;
            levels += u32::from(self.stamps[level] != self.stamp);
            self.stamps[level] = self.stamp;
        }
        levels
    }

    fn attach(&mut self, clause: Clause) -> u32 {
        let index = self.clauses.len() as u32;
        let [a, b] = [clause.literals[0], clause.literals[1]];
        self.watches[a.opposite().index()].push(Watch { clause: index, other: b });
        self.watches[b.opposite().index()].push(Watch { clause: index, other: a });
        self.clauses.push(clause);
        index
    }

    /// Throws away half of the learnt clauses, those of the most levels.
    fn throw_away(&mut self) {
        self.back_to(0);
        self.trail.iter().for_each(|l| self.reasons[l.variable() as usize] = Reason::None);
        let mut levels: Vec<u32> =
            self.clauses[self.given..].iter().map(|clause| clause.levels).collect();
        levels.sort_unstable();
        let most = levels[levels.len() / 2].max(GLUE + 1);
        let clauses = std::mem::take(&mut self.clauses);
        self.watches.iter_mut().for_each(Vec::clear);
        for clause in clauses {
            if clause.levels < most {
                self.attach(clause);
            }
        }
        self.most_learnt += MORE_KEPT;
    }

    /// Undoes all levels above one.
    fn back_to(&mut self, level: usize) {
        let Some(&start) = self.starts.get(level) else { return };
        for literal in self.trail.drain(start..) {
            let variable = literal.variable();
            self.values[variable as usize] = 0;
            self.phases[variable as usize] = literal.is_yes();
            self.heap.insert(variable);
        }
        self.starts.truncate(level);
        self.next = start;
    }

    /// The level of what is decided now; 0 before the first choice.
    pub(super) fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    pub(super) fn value(&self, literal: Literal) -> i8 {
        let value = self.values[literal.variable() as usize];
        if literal.is_yes() { value } else { -value }
    }

    pub(super) fn set(&mut self, literal: Literal, reason: Reason) {
        let variable = literal.variable() as usize;
        self.values[variable] = if literal.is_yes() { 1 } else { -1 };
        self.levels[variable] = self.level();
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }
}

/// 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8... (Luby, Sinclair and Zuckerman, 1993)
fn luby(mut i: u64) -> u64 {
    loop {
        let length = (i + 1).next_power_of_two();
        if i + 1 == length - 1 || length == 1 {
            return (length / 2).max(1);
        }
        if i + 1 == length {
            return 1;
        }
        i -= length / 2 - 1;
    }
}

#[cfg(test)]
mod tests;
