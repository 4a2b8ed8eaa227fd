//! What kind of puzzle is wanted, and why some kinds are refused.

use std::fmt;
use std::str::FromStr;

use super::thinning::Image;
use crate::puzzle::Order;

/// Numbers of givens, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Givens {
    /// At least so many.
    pub min: u16,
    /// At most so many.
    pub max: u16,
}

/// Where givens may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// Anywhere.
    None,
    /// Turned by half a turn, the givens stand where they stood.
    Rotational,
    /// The same, and each value stands where one other value stood: half a turn and other names for the
    /// values lead the puzzle back to itself.
    Turned,
}

impl Symmetry {
    /// Cells that are given together, each in one group; a group of one names its cell twice.
    pub(super) fn groups(self, cells: usize) -> Vec<[u16; 2]> {
        let last = cells as u16 - 1;
        match self {
            Self::None => (0..=last).map(|cell| [cell, cell]).collect(),
            Self::Rotational | Self::Turned => {
                (0..=last / 2).map(|cell| [cell, last - cell]).collect()
            }
        }
    }
}

/// What kind of puzzle is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// 2 to 5.
    pub order: Order,
    /// Whether no given may be left out.
    pub minimal: bool,
    /// How many givens.
    pub givens: Givens,
    /// Where they may stand.
    pub symmetry: Symmetry,
}

/// Fewest givens that leave one solution: 4 on 4x4 and 17 on 9x9, both by exhaustive search (the
/// latter by McGuire, Tugemann and Civario, 2012). On larger grids at least all values but one.
fn fewest_givens(order: Order) -> u16 {
    match order {
        Order::TWO => 4,
        Order::THREE => 17,
        _ => order.side() as u16 - 1,
    }
}

/// Fewest givens that are come by where solutions are counted by a search without learning.
fn fewest_counted(order: Order) -> u16 {
    match order {
        Order::FOUR => 90,
        Order::FIVE => 310,
        _ => 0,
    }
}

/// How a puzzle is made of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// Solutions are counted by a solver.
    Counted,
    /// The prover is asked about each given.
    Proven,
    /// The prover is asked where unavoidable sets do not decide, on such a grid.
    Thinned(Image),
}

/// Why a recipe is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecipeError {
    /// The order is too large.
    #[error("{0} puzzles are not generated; the largest are 25x25 (--order 5)")]
    Order(Order),
    /// No puzzle has so few givens.
    #[error("no {order} puzzle with at most {max} givens has one solution; it takes {fewest}")]
    TooFew {
        /// The order.
        order: Order,
        /// The most that were allowed.
        max: u16,
        /// What it takes.
        fewest: u16,
    },
    /// More givens than cells.
    #[error("a {order} puzzle has {cells} cells and not {min} givens", cells = order.cells())]
    TooMany {
        /// The order.
        order: Order,
        /// The fewest that were allowed.
        min: u16,
    },
}

impl Recipe {
    /// A recipe that can be followed.
    ///
    /// # Errors
    /// When there are certainly no such puzzles, or making them is beyond this program.
    pub fn new(
        order: Order,
        minimal: bool,
        givens: Option<Givens>,
        symmetry: Symmetry,
    ) -> Result<Self, RecipeError> {
        let cells = order.cells() as u16;
        let Givens { min, max } = givens.unwrap_or(Givens { min: 0, max: cells });
        let fewest = fewest_givens(order);
        if order > Order::FIVE {
            return Err(RecipeError::Order(order));
        }
        if max < fewest {
            return Err(RecipeError::TooFew { order, max, fewest });
        }
        if min > cells {
            return Err(RecipeError::TooMany { order, min });
        }
        let givens = Givens { min, max: max.min(cells) };
        Ok(Self { order, minimal, givens, symmetry })
    }

    /// How its puzzles are made: each way with the number of grids that are tried, a few minutes'
    /// work at most. For orders up to 4 this is part of what a seed means.
    pub(super) fn ways(&self) -> &'static [(Way, u32)] {
        let is_turned = self.symmetry != Symmetry::None;
        let is_low = self.givens.max < fewest_counted(self.order);
        match (self.order, self.minimal) {
            (Order::TWO | Order::THREE, _) => &[(Way::Counted, 20_000)],
            (Order::FOUR, true) if is_turned => &[(Way::Thinned(Image::Turned), 300)],
            (Order::FOUR, true) => &[(Way::Proven, 30)],
            (_, true) if is_turned => &[(Way::Thinned(Image::Turned), 60)],
            (_, true) => &[(Way::Thinned(Image::Any), 20)],
            (_, false) if is_low => &[(Way::Thinned(Image::Any), 10)],
            (_, false) => &[(Way::Counted, 30), (Way::Thinned(Image::Any), 10)],
        }
    }

    /// Returns true if a number of givens was asked for.
    pub(super) fn has_target(&self) -> bool {
        self.givens != Givens { min: 0, max: self.order.cells() as u16 }
    }
}

impl FromStr for Givens {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (min, max) = text.split_once("..").unwrap_or((text, text));
        let ends = (min.trim().parse(), max.trim_start_matches('=').trim().parse());
        match ends {
            (Ok(min), Ok(max)) if min <= max => Ok(Self { min, max }),
            _ => Err("write MIN..MAX, both included, or one number".to_owned()),
        }
    }
}

impl fmt::Display for Givens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.min, self.max)
    }
}
