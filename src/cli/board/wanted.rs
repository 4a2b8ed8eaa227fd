//! Whether a puzzle is as hard as a player wants it.

use std::time::Duration;

use crate::cli::difficulty::Wanted;
use crate::logic::Label;
use crate::puzzle::{Order, Puzzles};
use crate::sweep::assess::Assessor;
use crate::sweep::limited::unannounced;

/// Longest that a puzzle's solution is looked for: one that takes longer does not fit.
const LONGEST: Duration = Duration::from_secs(1);

/// How hard puzzles are to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Want {
    /// Any that can be played.
    Any,
    /// Of this difficulty.
    As(Wanted),
    /// Harder than this; where nothing is, as hard.
    HarderThan(Label),
}

/// Judges puzzles, one after another.
pub(super) struct Judge {
    want: Want,
    /// For puzzles of the order that was judged last.
    assessor: Option<(Order, Assessor<'static>)>,
}

impl Judge {
    /// A judge of what is wanted.
    pub(super) fn new(want: Want) -> Self {
        Self { want, assessor: None }
    }

    /// What is wanted, in words that follow "no puzzle".
    pub(super) fn words(&self) -> String {
        match self.want {
            Want::Any => String::new(),
            Want::As(Wanted::Label(label)) => format!(" that is {label}"),
            Want::As(Wanted::Hardest(technique)) => {
                format!(" that needs {}", technique.with_article())
            }
            Want::HarderThan(Label::Extreme) => " that is extreme".to_owned(),
            Want::HarderThan(label) => format!(" that is harder than {label}"),
        }
    }

    /// Returns true if only puzzles with few givens are hard enough.
    pub(super) fn is_hard(&self) -> bool {
        match self.want {
            Want::Any => false,
            Want::As(Wanted::Label(label)) => label >= Label::Hard,
            Want::As(Wanted::Hardest(technique)) => Label::of(technique) >= Label::Hard,
            Want::HarderThan(label) => label >= Label::Medium,
        }
    }

    /// Returns true if a puzzle of canonical cells can be played and is as hard as wanted.
    ///
    /// # Errors
    /// When no solver can be started.
    pub(super) fn fits(&mut self, order: Order, cells: &[u8]) -> anyhow::Result<bool> {
        if !Assessor::takes(order) {
            return Ok(false);
        }
        if self.want == Want::Any {
            return Ok(true);
        }
        let assessor = match self.assessor.take() {
            Some((own, assessor)) if own == order => assessor,
            _ => Assessor::new(order, Some(LONGEST), &unannounced)?,
        };
        let (_, assessor) = self.assessor.insert((order, assessor));
        let puzzles = Puzzles::from_cells(order, [cells]);
        let difficulty = assessor.assess(&puzzles.block())?[0].difficulty();
        Ok(difficulty.is_some_and(|difficulty| match self.want {
            Want::Any => true,
            Want::As(wanted) => wanted.fits(difficulty),
            Want::HarderThan(Label::Extreme) => difficulty.label() == Label::Extreme,
            Want::HarderThan(label) => difficulty.label() > label,
        }))
    }
}
