//! What `solve` says of lines that gave no solution: the first ones by line, the others by number.

use super::worker::Solved;
use crate::dataset::Tally;

/// Malformed lines, and puzzles without a solution, that are told of one by one.
pub const TOLD: usize = 5;

/// Tells of the first failures on standard error, and counts the others.
pub struct Failures<'a> {
    path: &'a str,
    /// Lines before the next piece.
    lines: u64,
    malformed: u64,
    told: usize,
    unsolved: u64,
}

impl<'a> Failures<'a> {
    /// None yet, in a file of that name.
    pub fn new(path: &'a str) -> Self {
        Self { path, lines: 0, malformed: 0, told: 0, unsolved: 0 }
    }

    /// Takes note of what is malformed in the next lines.
    pub fn malformed(&mut self, tally: &Tally) {
        for fault in &tally.faults {
            if self.told < TOLD {
                let mut fault = fault.clone();
                fault.line += self.lines;
                eprintln!("{}: {fault}", self.path);
                self.told += 1;
            }
        }
        self.malformed += tally.malformed;
    }

    /// Takes note of what became of the next piece.
    pub fn piece(&mut self, solved: &Solved) {
        self.malformed(&solved.tally);
        for (failure, nth) in solved.failures.iter().zip(self.unsolved..) {
            if nth < TOLD as u64 {
                eprintln!("{}: line {}: {}", self.path, self.lines + failure.line, failure.why);
            }
        }
        self.unsolved += solved.unsolved;
        self.lines += solved.tally.lines;
    }

    /// Tells how many there were. Whether there was any.
    pub fn sum_up(&self) -> bool {
        let Self { path, malformed, told, unsolved, .. } = self;
        if *malformed > *told as u64 {
            eprintln!("{path}: {} more", malformed - *told as u64);
        }
        if *malformed > 0 {
            let lines = if *malformed == 1 { "line" } else { "lines" };
            eprintln!("{path}: {malformed} malformed {lines} passed over");
        }
        if *unsolved > TOLD as u64 {
            eprintln!("{path}: {unsolved} puzzles in all were not solved");
        }
        *malformed + *unsolved > 0
    }
}
