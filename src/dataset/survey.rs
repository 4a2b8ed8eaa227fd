//! What is known of a dataset once it is open: counts, faults, hash. One parallel pass.

use memchr::memchr_iter;
use rayon::prelude::*;

use super::chunk::Chunks;
use super::error::LineFault;
use super::line::Layout;
use super::opening::Opening;
use super::walk::{Visitor, walk};
use crate::puzzle::Order;

/// Faults that are kept in full; the others are only counted.
pub(super) const FAULTS_SHOWN: usize = 5;

const LARGEST: usize = Order::SEVEN.cells();

/// A dataset at a glance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// Size of the file as the user has it, compressed or not.
    pub bytes: u64,
    /// Lines, blank ones and comments included; of the unpacked text if it was compressed.
    pub lines: u64,
    /// Lines (or grids over several lines) that hold no puzzle.
    pub malformed: u64,
    /// The first five of them.
    pub faults: Vec<LineFault>,
    /// Puzzles that come with a solution.
    pub solutions: u64,
    /// BLAKE3 of the file as the user has it.
    pub hash: blake3::Hash,
    /// How the content was read, in a few words.
    pub format: String,
    /// What else should be said about how it was read.
    pub notes: Vec<String>,
    pub(super) puzzles: [u64; 6],
}

impl Survey {
    /// Puzzles of one order.
    pub fn puzzles(&self, order: Order) -> u64 {
        self.puzzles[order.n() - 2]
    }

    /// Puzzles of all orders.
    pub fn total(&self) -> u64 {
        self.puzzles.iter().sum()
    }

    /// The orders that occur, smallest first.
    pub fn orders(&self) -> impl Iterator<Item = Order> + '_ {
        Order::ALL.into_iter().filter(|order| self.puzzles(*order) > 0)
    }

    /// Returns true if there is a solution column.
    pub fn has_solutions(&self) -> bool {
        self.solutions > 0
    }
}

/// What stands in some consecutive chunks. Merging is associative, with the default as zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LineTally {
    /// Lines, blank ones and comments included.
    pub lines: u64,
    /// Puzzles of each order, from 2 on.
    pub puzzles: [u64; 6],
    /// Puzzles that come with a solution.
    pub solutions: u64,
    /// Lines (or grids over several lines) that hold no puzzle.
    pub malformed: u64,
    /// The first five of them.
    pub faults: Vec<LineFault>,
}

impl LineTally {
    /// This one, then the next.
    pub fn merge(mut self, next: Self) -> Self {
        let room = FAULTS_SHOWN - self.faults.len();
        self.faults.extend(next.faults.into_iter().take(room).map(|mut fault| {
            fault.line += self.lines;
            fault
        }));
        self.lines += next.lines;
        self.solutions += next.solutions;
        self.malformed += next.malformed;
        for (sum, more) in self.puzzles.iter_mut().zip(next.puzzles) {
            *sum += more;
        }
        self
    }

    /// The orders that occur, smallest first.
    pub fn orders(&self) -> impl Iterator<Item = Order> + '_ {
        Order::ALL.into_iter().filter(|order| self.puzzles[order.n() - 2] > 0)
    }

    /// Notes a malformed place.
    pub fn fault(&mut self, fault: impl FnOnce() -> LineFault) {
        self.malformed += 1;
        if self.faults.len() < FAULTS_SHOWN {
            self.faults.push(fault());
        }
    }
}

/// Reads every line of a text once.
pub(super) fn tally(bytes: &[u8], layout: &Layout, chunks: Chunks) -> LineTally {
    tally_watched(bytes, layout, chunks, &Opening::default())
}

/// The same for a reader who looks on.
pub(super) fn tally_watched(
    bytes: &[u8],
    layout: &Layout,
    chunks: Chunks,
    opening: &Opening,
) -> LineTally {
    opening.begin(bytes.len());
    (0..chunks.count())
        .into_par_iter()
        .with_min_len(16)
        .map(|i| {
            let mut visitor = Counting::new(layout);
            walk(bytes, layout, chunks, i, &mut visitor);
            opening.advance(chunks.size());
            visitor.tally
        })
        .reduce(LineTally::default, LineTally::merge)
}

/// Puzzles of an order in each chunk of a text.
pub(super) fn by_chunk(bytes: &[u8], layout: &Layout, chunks: Chunks, order: Order) -> Vec<u32> {
    let count = |i: usize| {
        let mut visitor = Counting::new(layout);
        walk(bytes, layout, chunks, i, &mut visitor);
        visitor.tally.puzzles[order.n() - 2] as u32 // a chunk has no more than 1 MiB
    };
    (0..chunks.count()).into_par_iter().with_min_len(16).map(count).collect()
}

/// Line, from 1, of a byte offset.
pub(super) fn line_of(bytes: &[u8], offset: usize) -> u64 {
    memchr_iter(b'\n', &bytes[..offset.min(bytes.len())]).count() as u64 + 1
}

struct Counting<'a> {
    layout: &'a Layout,
    order: Order,
    tally: LineTally,
    cells: [u8; LARGEST],
}

impl<'a> Counting<'a> {
    fn new(layout: &'a Layout) -> Self {
        Self { layout, order: Order::THREE, tally: LineTally::default(), cells: [0; LARGEST] }
    }
}

impl Visitor for Counting<'_> {
    #[inline]
    fn order(&self) -> Order {
        self.order
    }

    #[inline]
    fn slot(&mut self, order: Order) -> Option<&mut [u8]> {
        Some(&mut self.cells[..order.cells()])
    }

    #[inline]
    fn puzzle(&mut self, order: Order, _: usize) {
        self.order = order;
        self.tally.puzzles[order.n() - 2] += 1;
    }

    #[inline]
    fn give_back(&mut self) {}

    fn malformed(&mut self, line: &[u8], _: usize) {
        let (layout, number) = (self.layout, self.tally.lines + 1);
        self.tally.fault(|| LineFault { line: number, ..layout.explain(line) });
    }

    fn solution_slot(&mut self, order: Order) -> &mut [u8] {
        &mut self.cells[..order.cells()]
    }

    fn solution(&mut self) {
        self.tally.solutions += 1;
    }

    #[inline]
    fn line(&mut self) {
        self.tally.lines += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(line: u64) -> LineTally {
        let fault = LineFault { line, column: 1, found: "x".into(), expected: "y".into() };
        let faults = vec![fault; 3];
        LineTally { lines: 9, puzzles: [1, 2, 3, 4, 5, 6], solutions: 7, malformed: 8, faults }
    }

    #[test]
    fn merging_with_zero_changes_nothing() {
        assert_eq!(LineTally::default().merge(sample(4)), sample(4));
        assert_eq!(sample(4).merge(LineTally::default()), sample(4));
    }

    #[test]
    fn merging_shifts_lines_and_keeps_the_first_five_faults() {
        let merged = sample(4).merge(sample(2)).merge(sample(1));
        let lines: Vec<u64> = merged.faults.iter().map(|fault| fault.line).collect();
        assert_eq!(lines, [4, 4, 4, 11, 11]);
        assert_eq!((merged.lines, merged.malformed, merged.puzzles[5]), (27, 24, 18));
        assert_eq!(sample(4).merge(sample(2).merge(sample(1))), merged);
    }

    #[test]
    fn a_line_is_counted_by_the_newlines_before_it() {
        assert_eq!(line_of(b"a\n\nb", 0), 1);
        assert_eq!(line_of(b"a\n\nb", 3), 3);
    }
}
