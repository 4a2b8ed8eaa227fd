//! What a worker does with the answers to a block, outside the clock: judges each, and notes what
//! the user must hear of.

use serde::{Deserialize, Serialize};

use crate::solver::{Answer, Search};
use crate::verify::{self, Fault, Judgement, RightGrids};

use super::claims::Claim;
use super::clock::Clock;
use super::phase::Phase;
use super::tally::Mark;
use super::worker::{Desk, Worker};

/// Something about one puzzle that the user must hear of.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Incident {
    /// Index of the backend in the phase.
    pub backend: usize,
    /// Byte offset of the puzzle in the dataset.
    pub offset: u64,
    /// What happened.
    pub kind: IncidentKind,
    /// What exactly, in words.
    pub what: String,
    /// The puzzle as it was solved (an isomorph, if scrambled).
    pub puzzle: String,
    /// The grid that was answered, if any.
    pub answer: String,
}

/// The kinds of [`Incident`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum IncidentKind {
    /// A wrong answer.
    Wrong,
    /// The solver died.
    Crashed,
    /// What the solver printed holds no answer; counted among the crashes.
    NoAnswer,
    /// Solvers contradict each other and the recount could not decide.
    Disputed,
    /// The dataset's own solution does not solve its puzzle.
    Dataset,
    /// A block was stopped or its process died, and its puzzles then passed alone.
    Stopped,
}

impl Incident {
    /// Whether both are of the same backend, kind and puzzle: then one is enough.
    fn repeats(&self, other: &Self) -> bool {
        (self.backend, self.kind, self.offset) == (other.backend, other.kind, other.offset)
    }
}

/// Adds what was noted, but for what is known: a puzzle comes again, and may go from worker to worker.
pub(super) fn add_new(known: &mut Vec<Incident>, noted: impl IntoIterator<Item = Incident>) {
    for incident in noted {
        if !known.iter().any(|one| one.repeats(&incident)) {
            known.push(incident);
        }
    }
}

/// Most incidents of one kind kept for a backend by one worker.
const INCIDENTS: usize = 100;

impl Desk<'_> {
    /// Takes in the usual answers, without all the questions asked of others: a right grid that is
    /// said to be the only one, by a backend that said nothing or the same of the puzzle before.
    /// Begins with the answer in `slot`, to puzzle `from + slot`, and returns the slot of the first
    /// that is not of the kind.
    fn take_usual(
        &mut self,
        from: usize,
        mut slot: usize,
        right: &RightGrids,
        first: bool,
        phase: &Phase<'_>,
    ) -> usize {
        let shared = phase.backends.len() > 1;
        while slot < right.len() {
            let answer = self.seat.answers.get(slot);
            let is_usual = answer.count == 1 && answer.search == Search::Complete;
            if !is_usual || !right.has(slot) {
                break;
            }
            let guesses = answer.guesses;
            let entry = &mut self.entries[from + slot];
            if !first {
                if entry.mark != Mark::Unique || entry.claim.is_none_or(|claim| claim.count != 1) {
                    break;
                }
            } else if entry.mark != Mark::Open || entry.claim.is_some() {
                break;
            } else {
                let grid = answer.solution.filter(|_| shared);
                (entry.mark, entry.claim) = (Mark::Unique, Some(Claim::new(1, grid, phase.goal)));
                self.count_guesses(from + slot, guesses, Judgement::Unique);
            }
            slot += 1;
        }
        slot
    }
}

impl<C: Clock> Worker<'_, C> {
    /// Judges the answers to a block, outside the clock.
    pub(super) fn judge(&mut self, backend: usize, from: usize, to: usize, first: bool) {
        let block = self.share.block().slice(from, to);
        self.right.check(&block, &self.desks[backend].seat.answers);
        let shows_solutions = self.share.shows_solutions();
        let mut slot = 0;
        while slot < to - from {
            if !shows_solutions {
                let desk = &mut self.desks[backend];
                slot = desk.take_usual(from, slot, &self.right, first, self.phase);
            }
            if slot < to - from {
                self.judge_one(backend, from + slot, slot, first);
                slot += 1;
            }
        }
    }

    /// Judges the answer in `slot`, to puzzle `i`.
    fn judge_one(&mut self, backend: usize, i: usize, slot: usize, first: bool) {
        let phase = self.phase;
        let is_right = self.right.has(slot);
        let desk = &mut self.desks[backend];
        let answer = desk.seat.answers.get(slot);
        let puzzle = self.share.block().cells(i);
        let (goal, abilities) = (phase.goal, desk.abilities);
        let judgement =
            verify::judge_checked(phase.order, puzzle, &answer, goal, abilities, is_right);
        let claim = match judgement {
            Judgement::Unique | Judgement::Multiple | Judgement::None => {
                let shared = phase.backends.len() > 1;
                let grid = answer.solution.filter(|_| shared && first);
                Some(Claim::new(answer.count, grid, goal))
            }
            Judgement::Incomplete | Judgement::Wrong(_) => None,
        };
        let contradiction = desk.entries[i].add(Mark::of(judgement), claim);
        if first {
            let guesses = answer.guesses;
            desk.count_guesses(i, guesses, judgement);
        }
        if contradiction || matches!(judgement, Judgement::Wrong(_)) {
            self.report_wrong(backend, i, slot, judgement);
        } else if self.share.expected(i).is_some() {
            self.compare_with_expected(backend, i, slot, judgement);
        }
    }

    fn report_wrong(&mut self, backend: usize, i: usize, slot: usize, judgement: Judgement) {
        let what = match judgement {
            Judgement::Wrong(fault) => fault.to_string(),
            _ => "answered differently the second time".to_owned(),
        };
        let grid = shown(&self.desks[backend].seat.answers.get(slot));
        self.report(backend, i, IncidentKind::Wrong, what, &grid);
    }

    /// Holds an answer against the dataset's own solution.
    fn compare_with_expected(
        &mut self,
        backend: usize,
        i: usize,
        slot: usize,
        judgement: Judgement,
    ) {
        let (order, goal) = (self.phase.order, self.phase.goal);
        let puzzle = self.share.block().cells(i);
        let Some(expected) = self.share.expected(i) else { return };
        let answer = self.desks[backend].seat.answers.get(slot);
        let contradicts = match judgement {
            Judgement::None => true,
            Judgement::Unique if goal.limit() > 1 => answer.solution.is_some_and(|s| s != expected),
            _ => false,
        };
        let solves = verify::check_solution(order, puzzle, expected);
        if let Err(fault) = solves {
            let grid = String::from_utf8_lossy(expected).into_owned();
            let what = format!("the dataset's own solution is none: {fault}");
            self.report(backend, i, IncidentKind::Dataset, what, &grid);
        } else if contradicts {
            let grid = shown(&answer);
            let entry = &mut self.desks[backend].entries[i];
            (entry.mark, entry.claim) = (Mark::Wrong, None);
            let what = Fault::NotTheDatasets.to_string();
            self.report(backend, i, IncidentKind::Wrong, what, &grid);
        }
    }

    /// Notes an incident, unless it is known or there are too many of its kind.
    pub(super) fn report(
        &mut self,
        backend: usize,
        i: usize,
        kind: IncidentKind,
        what: String,
        answer: &str,
    ) {
        let of_kind = |known: &&Incident| known.backend == backend && known.kind == kind;
        if self.incidents.iter().filter(of_kind).count() >= INCIDENTS {
            return;
        }
        let offset = self.share.offset(i);
        let puzzle = String::from_utf8_lossy(self.share.block().cells(i)).into_owned();
        let answer = answer.to_owned();
        add_new(&mut self.incidents, [Incident { backend, offset, kind, what, puzzle, answer }]);
    }
}

fn shown(answer: &Answer<'_>) -> String {
    answer.solution.map_or_else(String::new, |cells| String::from_utf8_lossy(cells).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_workers_met_is_told_once() {
        let incident = |backend, offset, kind| {
            let [what, puzzle, answer] = [(); 3].map(|()| String::new());
            Incident { backend, offset, kind, what, puzzle, answer }
        };
        let (crashed, wrong) = (IncidentKind::Crashed, IncidentKind::Wrong);
        let mut known = vec![incident(0, 81, crashed)];
        let others = [
            (0, 81, crashed),
            (0, 81, wrong),
            (1, 81, crashed),
            (0, 82, crashed),
            (0, 82, crashed),
        ];
        let noted = others.map(|(backend, offset, kind)| incident(backend, offset, kind));
        add_new(&mut known, noted);
        let told: Vec<_> = known.iter().map(|one| (one.backend, one.offset, one.kind)).collect();
        assert_eq!(told, [(0, 81, crashed), (0, 81, wrong), (1, 81, crashed), (0, 82, crashed)]);
    }
}
