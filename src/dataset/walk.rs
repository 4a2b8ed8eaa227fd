//! The way through a chunk, line by line: the one hot loop of reading.

use std::ops::Range;

use memchr::memchr;

use super::chunk::Chunks;
use super::line::{Layout, Line};
use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

/// Receives what stands in a chunk, line by line.
pub(super) trait Visitor {
    /// The order of most lines to come, to be tried first.
    fn order(&self) -> Order;

    /// Where the cells of a puzzle of this order are to be written; `None` if it is not wanted.
    /// Each slot is followed by `puzzle` or `give_back`.
    fn slot(&mut self, order: Order) -> Option<&mut [u8]>;

    /// The slot is filled with the puzzle of the line at `offset`.
    fn puzzle(&mut self, order: Order, offset: usize);

    /// What was written to the slot is not a puzzle.
    fn give_back(&mut self);

    /// A line that is neither a puzzle nor blank.
    fn malformed(&mut self, line: &[u8], offset: usize);

    /// Where the solution of the puzzle visited last is to be written.
    fn solution_slot(&mut self, order: Order) -> &mut [u8];

    /// The solution slot is filled with cells, none of them blank.
    fn solution(&mut self);

    /// The end of a line.
    fn line(&mut self);
}

/// Shows a visitor every line that begins in chunk `i`.
#[inline]
pub(super) fn walk<V: Visitor>(
    bytes: &[u8],
    layout: &Layout,
    chunks: Chunks,
    i: usize,
    visitor: &mut V,
) {
    if let Some((at, limit)) = chunks.first_line(bytes, i) {
        lines(bytes, layout, layout.start, at..limit, visitor);
    }
}

/// Shows a visitor the line at the range's start and every other that begins in the range. Bytes
/// before `start` are not a puzzle, whatever the layout says.
#[inline]
pub(super) fn lines<V: Visitor>(
    bytes: &[u8],
    layout: &Layout,
    start: usize,
    range: Range<usize>,
    visitor: &mut V,
) {
    let Range { start: mut at, end: limit } = range;
    let plain = layout.is_plain();
    while at < limit {
        if plain
            && at >= start
            && let Some(next) = plain_line(bytes, at, layout, visitor)
        {
            at = next;
            continue;
        }
        let end = memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |n| at + n);
        if at >= start {
            any_line(&bytes[at..end], at, layout, visitor);
        } else if end > start {
            // The line that a byte order mark begins.
            any_line(&bytes[start..end], start, layout, visitor);
        }
        visitor.line();
        at = end + 1;
    }
}

/// Shows a visitor the line that begins at an offset.
pub(super) fn one<V: Visitor>(bytes: &[u8], layout: &Layout, at: usize, visitor: &mut V) {
    let rest = bytes.get(at..).unwrap_or_default();
    let end = memchr(b'\n', rest).unwrap_or(rest.len());
    any_line(&rest[..end], at, layout, visitor);
}

/// The common case, without a search for the line's end: cells of the expected order, then the end.
/// A newline is not a cell, so cells that are all valid cannot reach into the next line.
#[inline(always)]
fn plain_line<V: Visitor>(
    bytes: &[u8],
    at: usize,
    layout: &Layout,
    visitor: &mut V,
) -> Option<usize> {
    let order = visitor.order();
    let end = at + order.cells();
    let next = match bytes.get(end)? {
        b'\n' => end + 1,
        b'\r' if bytes.get(end + 1) == Some(&b'\n') => end + 2,
        _ => return None,
    };
    let slot = visitor.slot(order)?;
    if layout.symbols.canonicalise(order, &bytes[at..end], slot) {
        visitor.puzzle(order, at);
        visitor.line();
        return Some(next);
    }
    // Not of this order after all, or not a puzzle: read again with care.
    visitor.give_back();
    None
}

fn any_line<V: Visitor>(line: &[u8], offset: usize, layout: &Layout, visitor: &mut V) {
    let (order, cells, solution) = match layout.read(line) {
        Line::Blank => return,
        Line::Malformed => return visitor.malformed(line, offset),
        Line::Cells { order, cells, solution } => (order, cells, solution),
    };
    let Some(slot) = visitor.slot(order) else { return };
    // A line whose solution is damaged is not trusted with its puzzle.
    let is_full = |solution, slot: &mut [u8]| {
        layout.symbols.canonicalise(order, solution, slot) && !slot.contains(&BLANK)
    };
    let readable = solution.is_none_or(|solution| is_full(solution, slot))
        && layout.symbols.canonicalise(order, cells, slot);
    if !readable {
        visitor.give_back();
        return visitor.malformed(line, offset);
    }
    visitor.puzzle(order, offset);
    let Some(solution) = solution else { return };
    if is_full(solution, visitor.solution_slot(order)) {
        visitor.solution();
    }
}
