//! What a worker does with the answers to a block, outside the clock: judges each, and notes what
//! the user must hear of.


use crate::solver::{Answer, Search};
use crate::record::incident::{Incident, IncidentKind, add_new};
use crate::verify::{self, Fault, Judgement, RightGrids};

use super::claims::Claim;
use crate::run::work::clock::Clock;
use crate::run::work::phase::Phase;
use crate::record::mark::Mark;
use crate::run::work::worker::{Desk, Worker};

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
    pub(crate) fn judge(&mut self, backend: usize, from: usize, to: usize, first: bool) {
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
        let entry = &mut desk.entries[i];
        entry.only_counted |= answer.count > 0 && answer.solution.is_none();
        let before = entry.add(Mark::of(judgement), claim);
        if first {
            let guesses = answer.guesses;
            desk.count_guesses(i, guesses, judgement);
        }
        let contradicted = before.zip(claim);
        let wrong = match judgement {
            Judgement::Wrong(fault) => Some(fault.to_string()),
            _ => contradicted.map(|(before, now)| before.differs_from(now)),
        };
        if let Some(what) = wrong {
            let grid = shown(&self.desks[backend].seat.answers.get(slot));
            self.report(backend, i, IncidentKind::Wrong, what, &grid);
        } else if self.share.expected(i).is_some() {
            self.compare_with_expected(backend, i, slot, judgement);
        }
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
            let grid = visible(expected);
            let what = format!("the dataset's solution column is wrong: {fault}");
            self.report(backend, i, IncidentKind::Dataset, what, &grid);
        } else if contradicts {
            let grid = shown(&answer);
            let entry = &mut self.desks[backend].entries[i];
            (entry.mark, entry.claim) = (Mark::Wrong, None);
            let what = Fault::NotTheDatasets.to_string();
            self.report(backend, i, IncidentKind::Wrong, what, &grid);
        }
    }

    /// Notes that a solver's own clock is not believed, once.
    pub(crate) fn report_lie(&mut self, backend: usize, lie: String) {
        let kind = IncidentKind::Clock;
        let is_known = |known: &Incident| (known.backend, known.kind) == (backend, kind);
        if self.share.len() > 0 && !self.incidents.iter().any(is_known) {
            self.report(backend, 0, kind, lie, "");
        }
    }

    /// Notes an incident, unless it is known or there are too many of its kind.
    pub(crate) fn report(
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
        let puzzle = visible(self.share.block().cells(i));
        let (what, answer) = (visible(what.as_bytes()), answer.to_owned());
        add_new(&mut self.incidents, [Incident { backend, offset, kind, what, puzzle, answer }]);
    }
}

fn shown(answer: &Answer<'_>) -> String {
    answer.solution.map_or_else(String::new, visible)
}

/// Text as it stands, with every control byte, and what is no text, as its number: `\x1b`.
fn visible(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for char in chunk.valid().chars() {
            match char {
                '\n' => text.push(' '),
                char if char.is_control() => text.push_str(&format!("\\x{:02x}", char as u32)),
                char => text.push(char),
            }
        }
        chunk.invalid().iter().for_each(|byte| text.push_str(&format!("\\x{byte:02x}")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_bytes_are_shown_as_numbers() {
        assert_eq!(visible(b"12\x00\x01\x1b[31m\xff\r"), "12\\x00\\x01\\x1b[31m\\xff\\x0d");
        assert_eq!(visible("größer\nals".as_bytes()), "größer als");
    }

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
