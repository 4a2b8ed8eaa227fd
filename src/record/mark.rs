//! What became of one puzzle.

use crate::record::Outcomes;
use crate::verify::Judgement;

/// What became of one puzzle over the turns of a round, mildest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Mark {
    /// Not looked at yet.
    #[default]
    Open,
    /// One solution.
    Unique,
    /// Several solutions.
    Multiple,
    /// No solution.
    None,
    /// Left open by the solver.
    Incomplete,
    /// Ended by the watchdog.
    TimedOut,
    /// The solver died on it.
    Crashed,
    /// Answered wrongly.
    Wrong,
}

impl Mark {
    /// The mark whose place in the order that is.
    pub fn from_number(number: u64) -> Option<Self> {
        let all = [
            Self::Open,
            Self::Unique,
            Self::Multiple,
            Self::None,
            Self::Incomplete,
            Self::TimedOut,
            Self::Crashed,
            Self::Wrong,
        ];
        all.get(usize::try_from(number).ok()?).copied()
    }

    /// The mark of a judged answer.
    pub fn of(judgement: Judgement) -> Self {
        match judgement {
            Judgement::Unique => Self::Unique,
            Judgement::Multiple => Self::Multiple,
            Judgement::None => Self::None,
            Judgement::Incomplete => Self::Incomplete,
            Judgement::Wrong(_) => Self::Wrong,
        }
    }

    /// Adds this puzzle to the counts. A puzzle that was never looked at is none.
    pub fn count(self, outcomes: &mut Outcomes) {
        match self {
            Self::Open => {}
            Self::Unique => outcomes.unique += 1,
            Self::Multiple => outcomes.multiple += 1,
            Self::None => outcomes.none += 1,
            Self::Incomplete => outcomes.incomplete += 1,
            Self::TimedOut => outcomes.timed_out += 1,
            Self::Crashed => outcomes.crashed += 1,
            Self::Wrong => outcomes.wrong += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_but_open_is_counted_once() {
        let marks = [
            Mark::Unique,
            Mark::Multiple,
            Mark::None,
            Mark::Incomplete,
            Mark::TimedOut,
            Mark::Crashed,
            Mark::Wrong,
        ];
        let mut outcomes = Outcomes::default();
        for (n, mark) in marks.into_iter().enumerate() {
            mark.count(&mut outcomes);
            assert_eq!(outcomes.total(), n as u64 + 1);
        }
        Mark::Open.count(&mut outcomes);
        assert_eq!(outcomes.total(), 7);
    }
}
