//! The solvers that come with the program, one algorithm a file or folder.
//!
//! To add one: write its file with a type that implements [`Backend`], and add its line to
//! `TABLE`.

mod brute_force;
mod brute_force_iterative;
mod cycles;
mod dlx;
pub mod elimination;
pub mod kernel;
mod mrv;
mod probe;
pub(crate) mod sat;
mod scalar;
mod scan;

use crate::puzzle::Order;
use crate::solver::{Abilities, Backend};

/// Whether users are shown a built-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// In lists and, if complete, in default runs.
    Listed,
    /// Only when asked for by name.
    Hidden,
}

type TableLine = (Shown, fn() -> Box<dyn Backend>);

/// Every built-in solver, in the order in which lists show them.
const TABLE: &[TableLine] = &[
    (Shown::Listed, || Box::new(brute_force::BACKEND)),
    (Shown::Listed, || Box::new(brute_force_iterative::BACKEND)),
    (Shown::Listed, || Box::new(elimination::BACKEND)),
    (Shown::Listed, || Box::new(elimination::SEARCH_BACKEND)),
    (Shown::Listed, || Box::new(cycles::BACKEND)),
    (Shown::Listed, || Box::new(dlx::BACKEND)),
    (Shown::Listed, || Box::new(mrv::BACKEND)),
    (Shown::Listed, || Box::new(sat::BACKEND)),
    (Shown::Listed, kernel::lockstep),
    (Shown::Listed, kernel::vector),
    (Shown::Hidden, || Box::new(probe::Null)),
    (Shown::Hidden, || Box::new(probe::Echo)),
];

/// Complete solvers by their speed over blocks. The last takes every order and goal.
const FASTEST_FIRST: [fn() -> Box<dyn Backend>; 3] =
    [kernel::lockstep, kernel::vector, || Box::new(mrv::BACKEND)];

/// The fastest that takes puzzles of an order and can do what `fits` asks for.
pub fn fastest(order: Order, fits: impl Fn(&Abilities) -> bool) -> Option<Box<dyn Backend>> {
    FASTEST_FIRST.iter().map(|make| make()).find(|backend| {
        let abilities = backend.abilities();
        abilities.orders.contains(&order) && fits(&abilities)
    })
}

/// The one that learns from its conflicts, for orders at which the [`fastest`] may search for hours.
/// 9x9 puzzles take that milliseconds at most.
pub fn learning(order: Order) -> Option<Box<dyn Backend>> {
    (order > Order::THREE).then(|| Box::new(sat::BACKEND) as Box<dyn Backend>)
}

/// Solvers whose recount decides who is right, those that search best on big grids last. Each is
/// complete and an algorithm of its own, in code of its own; tests hold them against each other. The
/// last two take every order and goal.
pub fn trusted() -> Vec<Box<dyn Backend>> {
    vec![kernel::vector(), Box::new(mrv::BACKEND), Box::new(sat::BACKEND)]
}

/// Complete solvers that fill cells in reading order: most 16x16 puzzles take them hours.
pub const IN_READING_ORDER: &[&str] =
    &["brute-force", "brute-force-iterative", "elimination-search"];

/// All built-ins of a kind.
pub fn all(shown: Shown) -> Vec<Box<dyn Backend>> {
    TABLE.iter().filter(|entry| entry.0 == shown).map(|entry| entry.1()).collect()
}

/// The names that lists show.
pub fn names() -> Vec<String> {
    all(Shown::Listed).iter().map(|backend| backend.id().to_owned()).collect()
}

/// The built-in of that name, hidden ones included.
pub fn find(name: &str) -> Option<Box<dyn Backend>> {
    TABLE.iter().map(|entry| entry.1()).find(|backend| backend.id() == name)
}
