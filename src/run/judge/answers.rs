//! The answers to a block, judged outside the clock: each is right, wrong or open, and what the
//! user must hear of is noted.

use crate::dataset::portion::Portion;
use crate::puzzle::Order;
use crate::record::incident::{Incident, IncidentKind, add_new};
use crate::record::mark::Mark;
use crate::solver::{Abilities, Answer, Answers, Backend, Goal};
use crate::verify::{self, Fault, Judgement, RightGrids};

use super::claims::Claim;
use super::found::Found;
use super::sheet::Sheet;
use super::trust::Trust;

/// Most incidents of one kind kept for a backend by one worker.
const INCIDENTS: usize = 100;

/// One worker's judge in a phase.
pub(crate) struct Judge<'a> {
    pub(super) rules: Rules<'a>,
    /// One for each backend.
    pub sheets: Vec<Sheet>,
    /// What is known of the answers in hand.
    right: RightGrids,
    /// What the user must hear of.
    pub incidents: Vec<Incident>,
}

/// What a judge knows of a phase.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'a> {
    /// Order of the puzzles.
    pub order: Order,
    /// What is asked of each.
    pub goal: Goal,
    /// Workers.
    pub threads: usize,
    /// Backends, by the index that everything else uses.
    pub backends: &'a [&'a dyn Backend],
    /// What each can do.
    pub abilities: &'a [Abilities],
    /// Whose recount is believed.
    pub trust: &'a Trust,
    /// How many solutions the puzzles have, as found so far.
    pub found: &'a Found,
}

/// A block with its answers.
#[derive(Clone, Copy)]
pub(crate) struct Answered<'p> {
    /// The worker's puzzles.
    pub puzzles: &'p Portion,
    /// The answers to some of them.
    pub answers: &'p Answers,
    /// Index of the first of these.
    pub from: usize,
    /// Index behind the last.
    pub to: usize,
}

impl<'a> Judge<'a> {
    /// Nothing judged yet.
    pub(crate) fn new(rules: Rules<'a>) -> Self {
        let sheets = rules.backends.iter().map(|_| Sheet::default()).collect();
        Self { rules, sheets, right: RightGrids::default(), incidents: Vec::new() }
    }

    /// Judges the answers to a block, outside the clock.
    pub(crate) fn judge(&mut self, backend: usize, answered: &Answered<'_>, first: bool) {
        let &Answered { puzzles, answers, from, to } = answered;
        let block = puzzles.block().slice(from, to);
        self.right.check(&block, answers);
        let shows_solutions = puzzles.shows_solutions();
        let usual = (self.rules.goal, self.rules.backends.len() > 1);
        let mut slot = 0;
        while slot < to - from {
            if !shows_solutions {
                let sheet = &mut self.sheets[backend];
                slot = sheet.take_usual((from, slot), answers, &self.right, first, usual);
            }
            if slot < to - from {
                self.judge_one(backend, answered, slot, first);
                slot += 1;
            }
        }
    }

    /// Judges the answer in `slot`.
    fn judge_one(&mut self, backend: usize, answered: &Answered<'_>, slot: usize, first: bool) {
        let is_right = self.right.has(slot);
        let (i, answer) = (answered.from + slot, answered.answers.get(slot));
        let puzzle = answered.puzzles.block().cells(i);
        let (goal, abilities) = (self.rules.goal, &self.rules.abilities[backend]);
        let judgement =
            verify::judge_checked(self.rules.order, puzzle, &answer, goal, abilities, is_right);
        let claim = match judgement {
            Judgement::Unique | Judgement::Multiple | Judgement::None => {
                let shared = self.rules.backends.len() > 1;
                let grid = answer.solution.filter(|_| shared && first);
                Some(Claim::new(answer.count, grid, goal))
            }
            Judgement::Incomplete | Judgement::Wrong(_) => None,
        };
        let sheet = &mut self.sheets[backend];
        let entry = &mut sheet.entries[i];
        entry.only_counted |= answer.count > 0 && answer.solution.is_none();
        let before = entry.add(Mark::of(judgement), claim);
        if first {
            let guesses = answer.guesses;
            sheet.count_guesses(i, guesses, judgement);
        }
        let contradicted = before.zip(claim);
        let wrong = match judgement {
            Judgement::Wrong(fault) => Some(fault.to_string()),
            _ => contradicted.map(|(before, now)| before.differs_from(now)),
        };
        if let Some(what) = wrong {
            self.report(backend, answered.puzzles, i, IncidentKind::Wrong, what, &shown(&answer));
        } else if answered.puzzles.expected(i).is_some() {
            self.compare_with_expected(backend, answered, slot, judgement);
        }
    }

    /// Holds an answer against the dataset's own solution.
    fn compare_with_expected(
        &mut self,
        backend: usize,
        answered: &Answered<'_>,
        slot: usize,
        judgement: Judgement,
    ) {
        let (order, goal, puzzles) = (self.rules.order, self.rules.goal, answered.puzzles);
        let (i, answer) = (answered.from + slot, answered.answers.get(slot));
        let puzzle = puzzles.block().cells(i);
        let Some(expected) = puzzles.expected(i) else { return };
        let contradicts = match judgement {
            Judgement::None => true,
            Judgement::Unique if goal.limit() > 1 => answer.solution.is_some_and(|s| s != expected),
            _ => false,
        };
        let solves = verify::check_solution(order, puzzle, expected);
        if let Err(fault) = solves {
            let grid = visible(expected);
            let what = format!("the dataset's solution column is wrong: {fault}");
            self.report(backend, puzzles, i, IncidentKind::Dataset, what, &grid);
        } else if contradicts {
            let grid = shown(&answer);
            let entry = &mut self.sheets[backend].entries[i];
            (entry.mark, entry.claim) = (Mark::Wrong, None);
            let what = Fault::NotTheDatasets.to_string();
            self.report(backend, puzzles, i, IncidentKind::Wrong, what, &grid);
        }
    }

    /// Notes that a solver's own clock is not believed, once.
    pub(crate) fn report_lie(&mut self, backend: usize, puzzles: &Portion, lie: String) {
        let kind = IncidentKind::Clock;
        let is_known = |known: &Incident| (known.backend, known.kind) == (backend, kind);
        if puzzles.len() > 0 && !self.incidents.iter().any(is_known) {
            self.report(backend, puzzles, 0, kind, lie, "");
        }
    }

    /// Notes an incident, unless it is known or there are too many of its kind.
    pub(crate) fn report(
        &mut self,
        backend: usize,
        puzzles: &Portion,
        i: usize,
        kind: IncidentKind,
        what: String,
        answer: &str,
    ) {
        let of_kind = |known: &&Incident| known.backend == backend && known.kind == kind;
        if self.incidents.iter().filter(of_kind).count() >= INCIDENTS {
            return;
        }
        let offset = puzzles.offset(i);
        let puzzle = visible(puzzles.block().cells(i));
        let (what, answer) = (visible(what.as_bytes()), answer.to_owned());
        add_new(&mut self.incidents, [Incident { backend, offset, kind, what, puzzle, answer }]);
    }
}

fn shown(answer: &Answer<'_>) -> String {
    answer.solution.map_or_else(String::new, visible)
}

/// Text as it stands, with every control byte, and what is not text, as its number: `\x1b`.
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
}
