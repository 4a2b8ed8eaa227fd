//! The difficulty that a user asks for.

use std::str::FromStr;

use crate::logic::{Difficulty, Label, Technique};

/// The difficulty that puzzles are to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    /// Any of a label.
    Label(Label),
    /// This is the hardest technique needed.
    Hardest(Technique),
}

impl Wanted {
    /// Returns true if a puzzle is as hard as that.
    pub(super) fn fits(self, difficulty: Difficulty) -> bool {
        match self {
            Self::Label(label) => difficulty.label() == label,
            Self::Hardest(technique) => difficulty.hardest == technique,
        }
    }
}

impl FromStr for Wanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let label = Label::ALL.into_iter().find(|label| label.name() == text).map(Self::Label);
        let counted = || Technique::find(text).filter(|technique| !technique.assumes_uniqueness());
        label.or_else(|| counted().map(Self::Hardest)).ok_or_else(|| {
            let labels = Label::ALL.map(Label::name).join(", ");
            format!("write {labels}, or the hardest technique needed, such as x-wing or naked-pair")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_hardest_techniques_are_wanted_by_their_names() {
        assert_eq!("hard".parse(), Ok(Wanted::Label(Label::Hard)));
        assert_eq!("x-wing".parse(), Ok(Wanted::Hardest(Technique::XWing)));
        assert_eq!("naked-pair".parse(), Ok(Wanted::Hardest(Technique::NakedPair)));
        for text in ["", "harder", "unique rectangle", "unique-rectangle"] {
            assert!(text.parse::<Wanted>().is_err(), "{text}");
        }
    }
}
