//! Instructions that a solver executes, counted by valgrind: exact on any machine, however busy.
//!
//! Each solver is counted twice in fresh processes: once over a few puzzles that warm it up, and once
//! over these and the sample. The difference is what the sample took, without start-up.
//!
//! - [`tool`]: valgrind, found at run time, and what it writes
//! - [`sample`]: the puzzles
//! - [`way`]: how a solver is handed them and how its answers come back; [`child`]: the process of
//!   one that is not a program
//! - [`process`]: a counted process from start to end
//! - [`perform`]: both solvers, and how many puzzles
//! - [`replay`] and [`judged`]: the answers given meanwhile, judged like any others

pub(crate) mod child;
pub(crate) mod judged;
pub(crate) mod perform;
pub(crate) mod process;
pub(crate) mod replay;
pub(crate) mod sample;
pub(crate) mod tool;
pub(crate) mod way;
