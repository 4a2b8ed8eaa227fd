//! What a library can do, found out by asking it a few known puzzles before anything is timed.
//!
//! Answers are not judged here: the run judges them.

use std::sync::atomic::AtomicU32;

use serde::{Deserialize, Serialize};

use super::call::{Function, Room, UNTOUCHED};
use crate::puzzle::{Order, Puzzles};
use crate::solver::{Guesses, Solutions};

/// One solution each: that of Wikipedia's article "Sudoku", and Arto Inkala's of 2006 ("AI
/// Escargot") and 2010. The hard ones make a solver guess, and yet do not keep one that fills in
/// digits cell by cell for longer than a moment.
const UNIQUE: [&[u8; 81]; 3] = [
    b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    b"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    b"..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
];
/// Exactly four solutions (Sudopedia, "Invalid Test Cases").
const FOUR: &[u8; 81] =
    b"....9....6..4.7..8.4.812.3.7.......5..4...9..5..371..4.5..6..4.2.17.85.9.........";

/// What the probe saw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProbeFindings {
    /// At which limits it writes a solution.
    pub solutions: Solutions,
    /// How far it counts; `u32::MAX` where no bound was seen.
    pub counts_to: u32,
    /// Whether it counts guesses, and whether the count repeats in another sequence of puzzles.
    pub guesses: Guesses,
}

/// Asks a library the known puzzles: seven calls, with the hard ones twice and in another sequence.
pub(super) fn probe(function: &Function) -> ProbeFindings {
    let [easy, hard, other] = UNIQUE;
    let at_two = Replies::ask(function, [easy, hard, other], 2);
    let four = Replies::ask(function, [FOUR], 3).counts[0];
    let again = Replies::ask(function, [other, hard], 2);
    let at_one = Replies::ask(function, [hard], 1);
    let hard_ones = &at_two.guesses[1..];
    ProbeFindings {
        solutions: match (at_two.all_written(), at_one.all_written()) {
            (true, true) => Solutions::Always,
            (false, true) => Solutions::AtLimitOne,
            // Some write it at limit 2 only: the signature does not promise it for every goal.
            (_, false) => Solutions::Never,
        },
        counts_to: match four {
            0 | 1 => 1,
            2 => 2,
            _ => u32::MAX,
        },
        guesses: if hard_ones.iter().all(|&count| count == UNTOUCHED || count == 0) {
            Guesses::None
        } else if again.guesses.iter().rev().eq(hard_ones) {
            Guesses::Exact
        } else {
            Guesses::Vary
        },
    }
}

struct Replies {
    counts: Vec<usize>,
    guesses: Vec<usize>,
    written: Vec<bool>,
}

impl Replies {
    fn ask<const N: usize>(function: &Function, cells: [&[u8; 81]; N], limit: u32) -> Self {
        let puzzles = Puzzles::from_cells(Order::THREE, cells.iter().map(|&cells| &cells[..]));
        let stride = Order::THREE.stride();
        let mut solutions = vec![0; N * stride];
        let mut replies = Self { counts: vec![0; N], guesses: vec![0; N], written: vec![] };
        let at = AtomicU32::new(0);
        function.call_each(
            &puzzles.block(),
            limit,
            Room::from(&mut solutions[..]),
            &at,
            |i, count, guesses| {
                replies.counts[i] = count;
                replies.guesses[i] = guesses;
            },
        );
        replies.written = solutions.chunks(stride).map(|solution| solution[0] != 0).collect();
        replies
    }

    fn all_written(&self) -> bool {
        self.written.iter().all(|&written| written)
    }
}
