//! What can be wrong with a file of puzzles, said so that its owner can mend it.

use std::fmt;
use std::io;

/// Why a dataset cannot be used. Every message names the file; causes are in `source()`.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// The file could not be opened, read or mapped.
    #[error("cannot read {name}")]
    Read {
        /// The path as the user wrote it.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// Input that cannot be mapped could not be copied to a temporary file.
    #[error(
        "cannot write a temporary copy of {name}; set TMPDIR to a writable directory with \
        space"
    )]
    Spool {
        /// The path as the user wrote it.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// A folder was named.
    #[error("{name} is a directory; name a file of puzzles in it")]
    Directory {
        /// The path as the user wrote it.
        name: String,
    },
    /// There are no bytes, or none but comments and blank lines.
    #[error("{name} holds no puzzle: {why}")]
    Empty {
        /// The path as the user wrote it.
        name: String,
        /// What it holds instead.
        why: &'static str,
    },
    /// Not one line could be read as a puzzle.
    #[error("{name} holds no puzzle that can be read; {fault}")]
    NoPuzzle {
        /// The path as the user wrote it.
        name: String,
        /// The first line that could not be read.
        fault: LineFault,
    },
    /// The content is of a known kind that is not read.
    #[error("{name} {what}; {remedy}")]
    Foreign {
        /// The path as the user wrote it.
        name: String,
        /// What it is, as a predicate: "is a zip archive".
        what: &'static str,
        /// What to do about it.
        remedy: &'static str,
    },
    /// The content can be read in more than one way.
    #[error("{name} can be read in more than one way: {readings}; {remedy}")]
    Ambiguous {
        /// The path as the user wrote it.
        name: String,
        /// The ways.
        readings: String,
        /// The option that decides.
        remedy: &'static str,
    },
    /// A packed file or a pipe goes on and on.
    #[error(
        "{name} unpacks to more than {limit} bytes; if that is intended, raise --max-unpacked, \
        and set TMPDIR to a directory with enough space"
    )]
    TooLarge {
        /// The path as the user wrote it.
        name: String,
        /// Bytes that are allowed.
        limit: u64,
    },
    /// An option does not fit.
    #[error("{0}")]
    Options(String),
    /// The file was written to while it was in use.
    #[error(
        "{name} changed while it was being read, so that results may belong to either content; do \
         not write to a dataset during a run, run again"
    )]
    Changed {
        /// The path as the user wrote it.
        name: String,
    },
    /// The file became shorter while it was in use.
    #[error(
        "{name} shrank from {mapped} to {now} bytes while it was being read; \
         do not write to a dataset during a run, run again"
    )]
    Shrank {
        /// The path as the user wrote it.
        name: String,
        /// Bytes when it was opened.
        mapped: u64,
        /// Bytes now.
        now: u64,
    },
}

/// A place in the user's file that could not be read, and what would have been right there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineFault {
    /// Line of the file, counted from 1, blank lines and comments included.
    pub line: u64,
    /// Column in characters, counted from 1.
    pub column: u64,
    /// What stands there; a short excerpt, never a whole long line.
    pub found: String,
    /// What would have been read.
    pub expected: String,
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, found, expected } = self;
        write!(f, "line {line}, column {column}: found {found}, expected {expected}")
    }
}
