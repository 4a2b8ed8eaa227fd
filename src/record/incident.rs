//! What a user must hear of about single puzzles.

use serde::{Deserialize, Serialize};

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
    /// The solver's own clock was not believed; the puzzle is one of those it was solving.
    Clock,
}

impl IncidentKind {
    /// As it stands in the rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wrong => "wrong",
            Self::Crashed => "crashed",
            Self::NoAnswer => "no answer",
            Self::Disputed => "disputed",
            Self::Dataset => "dataset",
            Self::Stopped => "stopped once",
            Self::Clock => "clock",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [
            Self::Wrong,
            Self::Crashed,
            Self::NoAnswer,
            Self::Disputed,
            Self::Dataset,
            Self::Stopped,
            Self::Clock,
        ];
        all.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns true if it is a death, a hang or nothing at all rather than an answer.
    pub const fn is_without_answer(self) -> bool {
        matches!(self, Self::Crashed | Self::NoAnswer | Self::Stopped)
    }
}

impl Incident {
    /// Returns true if both are of the same backend, kind and puzzle: then one is enough. A clock
    /// is not about a puzzle.
    fn repeats(&self, other: &Self) -> bool {
        (self.backend, self.kind) == (other.backend, other.kind)
            && (self.offset == other.offset || self.kind == IncidentKind::Clock)
    }
}

/// Adds what was noted, but for what is known: a puzzle comes again, and may go from worker to worker.
pub fn add_new(known: &mut Vec<Incident>, noted: impl IntoIterator<Item = Incident>) {
    for incident in noted {
        if !known.iter().any(|one| one.repeats(&incident)) {
            known.push(incident);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_workers_met_is_reported_once() {
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
        let kept: Vec<_> = known.iter().map(|one| (one.backend, one.offset, one.kind)).collect();
        assert_eq!(kept, [(0, 81, crashed), (0, 81, wrong), (1, 81, crashed), (0, 82, crashed)]);
    }
}
