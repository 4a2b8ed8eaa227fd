//! Times sudoku solvers over big puzzle files, checks every answer, and says, with a confidence
//! interval, which solver is faster, on which puzzles, and whether a change made it slower.
//!
//! # The map of the house
//! Data flows one way: dataset, block, solve, judge, tally, record, report. Imports point down this
//! list, never up; `scripts/layers` proves it.
//!
//! - `cli`: one file a verb
//! - [`board`]: a puzzle to play: its state, its keys and its picture
//! - [`report`]: one file a form
//! - [`compare`]: which backend is faster, and how sure that is
//! - [`record`]: a measurement as a row, its writer and its reader
//! - `sweep`: a whole file read and solved untimed, on all cores
//! - [`run`]: who solves what in which order, and the only timed line
//! - `host`: the machine it happens on
//! - [`generate`]: puzzles made by seed
//! - [`logic`]: techniques that a person can follow
//! - `verify`: an answer against its puzzle
//! - [`foreign`]: solvers of others: libraries and programs
//! - [`builtin`]: our own solvers
//! - [`solver`]: the seam between solvers and everything else
//! - [`dataset`]: files of puzzles, mapped, cut into chunks, parsed to blocks
//! - [`puzzle`]: order, cells, blocks
//! - `text`: names and output of others, on one line

#![warn(unreachable_pub)]

pub mod board;
pub mod builtin;
pub mod cli;
mod compare;
pub mod dataset;
pub mod foreign;
pub mod generate;
mod host;
pub mod logic;
pub mod puzzle;
pub mod record;
pub mod report;
pub mod run;
pub mod solver;
mod sweep;
mod text;
pub mod verify;
