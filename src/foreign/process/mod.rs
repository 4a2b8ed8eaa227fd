//! Solvers in processes of their own.
//!
//! - [`starter`]: the thread that starts them
//! - [`child`]: a process from start to burial; `death` and `stderr_tail`: what is heard of it then
//! - [`confine`]: limits, and the tie to the parent
//! - [`memory`] and [`usage`]: what the system reports of them
//! - [`exec`]: the backend of `exec:COMMAND`; `recipe`: what the user wrote of it
//! - `lines` and `once`: its solvers; `talk`, `pipes`, `replies`, `grid`: what goes to and fro
//! - `output` and `printed`: what a program printed that takes one puzzle, and the grid in it
//! - [`supervisor`] and [`once`]: the processes between us and a user's command
//! - [`echo`]: a command that measures the pipes

pub mod child;
mod command;
pub mod confine;
pub mod death;
pub mod echo;
pub mod exec;
pub mod grid;
mod lines;
pub mod memory;
pub mod once;
mod output;
mod pipes;
pub mod printed;
pub mod recipe;
pub mod replies;
pub mod script;
pub mod starter;
mod stderr_tail;
pub mod supervisor;
mod talk;
pub mod usage;
