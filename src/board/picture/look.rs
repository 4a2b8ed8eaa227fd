//! How things look: colours where they are wanted, and signs that say the same without them.

use ratatui::style::{Color, Modifier, Style};

/// What a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Whether colours are used.
    pub colour: bool,
    /// Whether lines are drawn by `|`, `-` and `+` instead of characters for boxes.
    pub ascii: bool,
}

impl Look {
    fn style(self, colour: Color, modifier: Modifier) -> Style {
        let style = Style::new().add_modifier(modifier);
        if self.colour { style.fg(colour) } else { style }
    }

    /// A value that the puzzle gives.
    pub(super) fn given(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// A value of the player's.
    pub(super) fn written(self) -> Style {
        self.style(Color::Cyan, Modifier::empty())
    }

    /// A candidate.
    pub(super) fn candidate(self) -> Style {
        self.style(Color::Reset, Modifier::empty())
    }

    /// What is of the value at the cursor.
    pub(super) fn same(self) -> Style {
        self.style(Color::Yellow, Modifier::BOLD.union(Modifier::UNDERLINED))
    }

    /// What cannot be.
    pub(super) fn clash(self) -> Style {
        self.style(Color::Red, Modifier::BOLD)
    }

    /// The pattern of a hint.
    pub(super) fn pattern(self) -> Style {
        self.style(Color::Green, Modifier::BOLD)
    }

    /// What is said.
    pub(super) fn message(self) -> Style {
        self.style(Color::Yellow, Modifier::empty())
    }

    /// What is at hand, but not of first interest.
    pub(super) fn quiet(self) -> Style {
        self.style(Color::DarkGray, Modifier::empty())
    }

    /// Headings.
    pub(super) fn heading(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }
}
