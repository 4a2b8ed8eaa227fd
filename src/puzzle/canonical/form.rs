//! Which form is wanted, and why there may be none.

/// Which isomorph is the canonical one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The least, where a blank is less than any value ("minlex").
    Min,
    /// The greatest, by the same order ("maxlex").
    Max,
}

/// Why a puzzle has no canonical form here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// Two givens of a unit are equal.
    #[error("two givens of a row, column or box are equal")]
    Clash,
    /// Too many arrangements give the same first rows.
    #[error(
        "over 131,072 arrangements give the same first rows, which happens beyond 9x9 to solved \
         grids, nearly empty and nearly full ones"
    )]
    Ties,
    /// The order is too large.
    #[error("canonical forms are known of puzzles up to 25x25")]
    Order,
}
