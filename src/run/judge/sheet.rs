//! What a backend has answered to the puzzles of a round.

use crate::record::Outcomes;
use crate::solver::{Answers, Goal, Search};
use crate::verify::{Judgement, RightGrids};

use super::claims::{Claim, Entry};
use crate::record::mark::Mark;

/// One backend's answers, each as what became of its puzzle.
#[derive(Default)]
pub(crate) struct Sheet {
    /// One for each puzzle of the portion.
    pub entries: Vec<Entry>,
    /// Guesses of the first turn, one for each puzzle where they are asked for one by one; none where
    /// the solver did not come back from it.
    pub guesses: Vec<Option<u64>>,
    /// Guesses in the turn in hand, where it is the first.
    pub guesses_in_turn: u64,
    /// Puzzles that it decided without a guess.
    pub no_guess_in_turn: u64,
}

impl Sheet {
    /// Makes room for a portion of `len` puzzles, with their guesses one by one or not.
    pub(crate) fn begin(&mut self, len: usize, keeps_guesses: bool) {
        self.entries.clear();
        self.entries.resize(len, Entry::default());
        self.guesses.clear();
        self.guesses.resize(if keeps_guesses { len } else { 0 }, None);
    }

    /// Begins a turn: no guesses yet.
    pub(crate) fn begin_turn(&mut self) {
        (self.guesses_in_turn, self.no_guess_in_turn) = (0, 0);
    }

    /// Takes in the usual answers, without all the questions asked of others: a right grid that is
    /// said to be the only one, by a backend that said nothing or the same of the puzzle before.
    /// Begins with the answer in `slot`, to puzzle `from + slot`, and returns the slot of the first
    /// that is not of the kind. `keeps_grids` is true where other backends' grids are compared.
    pub(crate) fn take_usual(
        &mut self,
        (from, mut slot): (usize, usize),
        answers: &Answers,
        right: &RightGrids,
        first: bool,
        (goal, keeps_grids): (Goal, bool),
    ) -> usize {
        while slot < right.len() {
            let answer = answers.get(slot);
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
                let grid = answer.solution.filter(|_| keeps_grids);
                (entry.mark, entry.claim) = (Mark::Unique, Some(Claim::new(1, grid, goal)));
                self.count_guesses(from + slot, guesses, Judgement::Unique);
            }
            slot += 1;
        }
        slot
    }

    /// Adds the guesses of an answer to puzzle `i`.
    pub(crate) fn count_guesses(&mut self, i: usize, guesses: u64, judgement: Judgement) {
        self.guesses_in_turn += guesses;
        let open = matches!(judgement, Judgement::Incomplete | Judgement::Wrong(_));
        self.no_guess_in_turn += u64::from(guesses == 0 && !open);
        if let Some(kept) = self.guesses.get_mut(i) {
            *kept = Some(guesses);
        }
    }

    /// What became of the puzzles, each with the worst of its isomorphs; `distinct` are not isomorphs
    /// of one before them.
    pub(crate) fn outcomes(&self, distinct: usize) -> Outcomes {
        let mut outcomes = Outcomes::default();
        for i in 0..distinct {
            let isomorphs = self.entries.iter().skip(i).step_by(distinct);
            let worst = isomorphs.map(|entry| entry.mark).max().unwrap_or_default();
            worst.count(&mut outcomes);
        }
        outcomes
    }

    /// Puzzles, isomorphs left out, of which solutions were counted and none was shown.
    pub(crate) fn only_counted(&self, distinct: usize) -> u64 {
        self.entries[..distinct].iter().filter(|entry| entry.is_only_counted()).count() as u64
    }
}
