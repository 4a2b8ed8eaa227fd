//! How a comparison ends for those who act on it, and the exit code that says so.

use super::comparison::Comparison;
use super::verdict::Verdict;

/// Exit code of a gate that failed: slower, or a wrong answer.
pub const FAILED: u8 = 1;
/// Exit code of a verdict that is unclear, where the user asked for that to count.
pub const UNCLEAR: u8 = 3;

/// How a comparison ends, for the person or the CI job that acts on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GateOutcome {
    /// Neither slower nor wrong.
    Passed,
    /// Slower, or an answer at fault.
    Failed,
    /// Neither shown nor ruled out.
    Unclear,
}

/// What an unclear verdict counts as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unclear {
    /// A success.
    Passes,
    /// A failure.
    Fails,
}

impl GateOutcome {
    /// In one word, for scripts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Unclear => "unclear",
        }
    }

    /// The exit code of the program.
    pub const fn exit_code(self, unclear: Unclear) -> u8 {
        match (self, unclear) {
            (Self::Failed, _) => FAILED,
            (Self::Unclear, Unclear::Fails) => UNCLEAR,
            (Self::Passed, _) | (Self::Unclear, Unclear::Passes) => 0,
        }
    }
}

impl Comparison {
    /// An answer at fault fails a gate however fast it came; otherwise the worst verdict decides.
    pub fn outcome(&self) -> GateOutcome {
        if !self.faults.is_empty() {
            return GateOutcome::Failed;
        }
        match self.verdict() {
            Verdict::Slower => GateOutcome::Failed,
            Verdict::Unclear => GateOutcome::Unclear,
            Verdict::Same | Verdict::Faster => GateOutcome::Passed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_user_asked_for_makes_an_unclear_verdict_count() {
        let codes = |outcome: GateOutcome| {
            [Unclear::Passes, Unclear::Fails].map(|unclear| outcome.exit_code(unclear))
        };
        assert_eq!(codes(GateOutcome::Passed), [0, 0]);
        assert_eq!(codes(GateOutcome::Failed), [1, 1]);
        assert_eq!(codes(GateOutcome::Unclear), [0, 3]);
    }
}
