//! An argument that is a puzzle, a file of puzzles, or `-` for standard input.

use std::path::Path;

use crate::dataset::{Dataset, DatasetError, ReadOptions};

/// Opens what the argument names: a file where there is one of that name, else the puzzle that it
/// is itself.
///
/// # Errors
/// When it is neither.
pub fn open(argument: &str, options: &ReadOptions) -> Result<Dataset, DatasetError> {
    let path = Path::new(argument);
    if argument == "-" || path.exists() {
        return Dataset::open(path, options);
    }
    // What looks like a path and is none is better told as a missing file than as a bad puzzle.
    let looks_like_a_path = argument.contains(std::path::MAIN_SEPARATOR)
        || path.extension().is_some_and(|ending| ending.len() <= 4 && ending != "");
    let is_short = argument.len() < 16;
    if is_short || (looks_like_a_path && argument.len() < 81) {
        return Dataset::open(path, options);
    }
    Dataset::from_text("the argument", argument, options)
}
