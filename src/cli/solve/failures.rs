//! What `solve` says of lines that gave no solution, or one of several: the first ones by line, the
//! others by number.

use crate::cli::streams::remark;
use crate::dataset::LineTally;
use crate::sweep::solve::solved::{NAMED, Solved};

/// Reports the first failures on standard error, and counts the others.
pub(super) struct Failures<'a> {
    path: &'a str,
    /// Lines before the next chunk.
    lines: u64,
    malformed: u64,
    told: usize,
    unsolved: u64,
    ambiguous: u64,
}

impl<'a> Failures<'a> {
    /// None yet, in a file of that name.
    pub(super) fn new(path: &'a str) -> Self {
        Self { path, lines: 0, malformed: 0, told: 0, unsolved: 0, ambiguous: 0 }
    }

    /// Takes note of what is malformed in the next lines.
    pub(super) fn malformed(&mut self, tally: &LineTally) {
        for fault in &tally.faults {
            if self.told < NAMED {
                let mut fault = fault.clone();
                fault.line += self.lines;
                remark(format_args!("{}: {fault}", self.path));
                self.told += 1;
            }
        }
        self.malformed += tally.malformed;
    }

    /// Takes note of what became of the next chunk.
    pub(super) fn chunk(&mut self, solved: &Solved) {
        self.malformed(&solved.tally);
        let failures = solved.failures.iter().zip(self.unsolved..);
        let several = solved.several.iter().zip(self.ambiguous..);
        for (told, _) in failures.chain(several).filter(|(_, nth)| *nth < NAMED as u64) {
            let line = self.lines + told.line;
            remark(format_args!("{}: line {line}: {}", self.path, told.what));
        }
        self.unsolved += solved.unsolved;
        self.ambiguous += solved.ambiguous;
        self.lines += solved.tally.lines;
    }

    /// Reports how many there were; returns true if some line gave no solution.
    pub(super) fn sum_up(&self) -> bool {
        let Self { path, malformed, told, unsolved, ambiguous, .. } = self;
        if *malformed > *told as u64 {
            remark(format_args!("{path}: {} more", malformed - *told as u64));
        }
        if *malformed > 0 {
            let lines = if *malformed == 1 { "line" } else { "lines" };
            remark(format_args!("{path}: {malformed} malformed {lines} skipped"));
        }
        if *unsolved > NAMED as u64 {
            remark(format_args!("{path}: {unsolved} puzzles in all were not solved"));
        }
        if *ambiguous > NAMED as u64 {
            remark(format_args!("{path}: {ambiguous} puzzles in all have more than one solution"));
        }
        *malformed + *unsolved > 0
    }
}
