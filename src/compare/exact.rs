//! What needs no statistics: answers and guesses, compared exactly and first.
//!
//! They hold on any machine, however busy.

use std::fmt;

use super::pairing::Round;
use crate::record::{Outcomes, Record, counted};

/// Sums over some rounds of one backend.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// What became of the puzzles.
    pub outcomes: Outcomes,
    /// Puzzles of which solutions were counted and none was shown.
    pub only_counted: u64,
    /// Guesses; `None` as soon as one round does not count them.
    pub guesses: Option<u64>,
}

impl Counts {
    /// No rounds.
    pub const ZERO: Self = Self {
        outcomes: Outcomes {
            unique: 0,
            multiple: 0,
            none: 0,
            incomplete: 0,
            timed_out: 0,
            crashed: 0,
            wrong: 0,
        },
        only_counted: 0,
        guesses: Some(0),
    };

    /// Adds a round.
    pub fn plus(self, record: &Record) -> Self {
        Self {
            outcomes: self.outcomes.merge(record.outcomes),
            only_counted: self.only_counted + record.only_counted,
            guesses: self.guesses.zip(record.guesses).map(|(a, b)| a.saturating_add(b)),
        }
    }

    /// Puzzles that stayed without an answer.
    pub fn open(&self) -> u64 {
        self.outcomes.incomplete + self.outcomes.timed_out + self.outcomes.crashed
    }
}

/// Why a candidate fails, whatever its times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverFault {
    /// Wrong answers.
    Wrong(u64),
    /// Contradictions that no recount decided.
    Disputed(u64),
    /// It is much faster on puzzles that it has met before.
    Remembers,
    /// Blocks that were stopped or died once, and whose puzzles then passed.
    Hung(u64),
    /// Crashes.
    Crashed(u64),
    /// Answers that no recount or proof has confirmed.
    Unconfirmed(u64),
    /// Puzzles left without an answer where the baseline gave one.
    Open {
        /// By the candidate.
        candidate: u64,
        /// By the baseline.
        baseline: u64,
    },
}

impl fmt::Display for SolverFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(n) => f.write_str(&counted(*n, "wrong answer")),
            Self::Disputed(n) => f.write_str(&counted(*n, "disputed answer")),
            Self::Hung(n) => {
                write!(f, "stopped {} on puzzles that then passed alone", counted(*n, "time"))
            }
            Self::Remembers => f.write_str("remembers answers, so its times are meaningless"),
            Self::Crashed(n) => write!(f, "crashed on {}", counted(*n, "puzzle")),
            Self::Unconfirmed(n) => {
                write!(f, "{} that no recount has confirmed", counted(*n, "answer"))
            }
            Self::Open { candidate, baseline } => {
                let open = counted(*candidate, "puzzle");
                write!(f, "{open} without an answer, the baseline has {baseline}")
            }
        }
    }
}

/// Whether guess counts may be held against each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guessing {
    /// Both depend on puzzle, goal and version only.
    Exact,
    /// One of them varies from run to run, or they saw different puzzles.
    Unknown,
}

/// Baseline and candidate over the same puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exact {
    /// The baseline.
    pub baseline: Counts,
    /// The candidate.
    pub candidate: Counts,
    guessing: Guessing,
}

impl Exact {
    /// Sums rounds up.
    pub fn over<'a>(rounds: impl IntoIterator<Item = Round<'a>>, guessing: Guessing) -> Self {
        let (baseline, candidate) = rounds
            .into_iter()
            .fold((Counts::ZERO, Counts::ZERO), |(a, b), round| (a.plus(round.0), b.plus(round.1)));
        Self { baseline, candidate, guessing }
    }

    /// Two backends of which each has its own rounds: their guesses say nothing of each other.
    pub fn apart(baseline: Counts, candidate: Counts) -> Self {
        Self { baseline, candidate, guessing: Guessing::Unknown }
    }

    /// Puzzles that the candidate leaves without an answer and the baseline does not, or all.
    pub fn fault(&self) -> Option<SolverFault> {
        let fault =
            SolverFault::Open { candidate: self.candidate.open(), baseline: self.baseline.open() };
        self.is_more_open().then_some(fault)
    }

    // Shares, not counts: two runs need not have measured equally many puzzles.
    fn is_more_open(&self) -> bool {
        let share = |counts: &Counts| counts.open() as f64 / counts.outcomes.total().max(1) as f64;
        share(&self.candidate) > share(&self.baseline) || share(&self.candidate) >= 1.0
    }

    /// How many more guesses the candidate makes, as a share of the baseline's: exactly 0 where
    /// they are equal. `None` where guesses are not comparable, or the baseline makes none and the
    /// candidate some.
    pub fn more_guesses(&self) -> Option<f64> {
        if self.guessing == Guessing::Unknown {
            return None;
        }
        match (self.baseline.guesses?, self.candidate.guesses?) {
            (a, b) if a == b => Some(0.0),
            (0, _) => None,
            (a, b) => Some(b as f64 / a as f64 - 1.0),
        }
    }

    /// The guesses in words: "makes 3.1 % more guesses".
    pub fn guesses_in_words(&self) -> Option<String> {
        let (a, b) = (self.baseline.guesses?, self.candidate.guesses?);
        Some(match self.more_guesses() {
            Some(0.0) => "makes exactly as many guesses".to_owned(),
            Some(more) if more > 0.0 => format!("makes {:.3} % more guesses", more * 100.0),
            Some(more) => format!("makes {:.3} % fewer guesses", -more * 100.0),
            None if self.guessing == Guessing::Exact => {
                format!("makes {b} guesses, the baseline {a}")
            }
            None => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::simulate::record;

    fn counts(guesses: u64, wrong: u64, open: u64) -> Record {
        let unique = 1000 - wrong - open;
        let outcomes = Outcomes { unique, wrong, timed_out: open, ..Outcomes::default() };
        Record { outcomes, guesses: Some(guesses), ..record("s", 0, 1) }
    }

    fn exact(baseline: &Record, candidate: &Record) -> Exact {
        Exact::over([(baseline, candidate)], Guessing::Exact)
    }

    #[test]
    fn equal_guesses_are_told_from_nearly_equal_ones() {
        let a = counts(1_000_000, 0, 0);
        let of = |guesses| exact(&a, &counts(guesses, 0, 0));
        assert_eq!(of(1_000_000).more_guesses(), Some(0.0));
        assert_eq!(of(1_031_000).guesses_in_words().unwrap(), "makes 3.100 % more guesses");
        assert_eq!(of(999_990).guesses_in_words().unwrap(), "makes 0.001 % fewer guesses");
        let from_none = exact(&counts(0, 0, 0), &counts(5, 0, 0));
        assert_eq!(from_none.more_guesses(), None);
        assert_eq!(from_none.guesses_in_words().unwrap(), "makes 5 guesses, the baseline 0");
    }

    #[test]
    fn guesses_that_vary_or_are_not_counted_are_not_compared() {
        let (a, b) = (counts(10, 0, 0), counts(20, 0, 0));
        assert_eq!(Exact::over([(&a, &b)], Guessing::Unknown).guesses_in_words(), None);
        let uncounted = Record { guesses: None, ..b };
        let both = Exact::over([(&a, &a), (&a, &uncounted)], Guessing::Exact);
        assert_eq!((both.candidate.guesses, both.more_guesses()), (None, None));
    }

    #[test]
    fn a_puzzle_no_longer_answered_is_a_fault() {
        let three = counts(1, 0, 3);
        assert_eq!(exact(&three, &counts(1, 0, 3)).fault(), None);
        assert_eq!(exact(&three, &counts(1, 0, 2)).fault(), None);
        let open = SolverFault::Open { candidate: 4, baseline: 3 };
        assert_eq!(exact(&three, &counts(1, 0, 4)).fault(), Some(open));
    }
}
