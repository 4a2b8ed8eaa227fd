//! Lists of one puzzle a line in which headings say where the solutions stand: comments, words on a
//! line of their own, keys without a value.

use super::columns::BYTES;
use super::keyed::{Named, named};
use super::spool::{Spool, lines};
use crate::dataset::error::LineFault;
use crate::dataset::line::{Layout, Line, is_comment, trim};
use crate::dataset::walk::{Visitor, one};
use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

const LARGEST: usize = Order::SEVEN.cells();
/// Headings have fewer bytes.
const LONGEST: usize = 60;

/// What a line says of those that follow; `None` where it is not a heading.
fn heading(line: &[u8], layout: &Layout) -> Option<Named> {
    let text = trim(line);
    let word = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let is = text.len() < LONGEST && (is_comment(text) || word > 3 || text.first() == Some(&b'['));
    (is && !matches!(layout.read(line), Line::Cells { .. })).then(|| named(text))
}

/// Returns true if a full grid stands right below a heading that calls it a solution.
pub(super) fn name_solutions(text: &[u8], layout: &Layout) -> bool {
    let mut under = Named::Other;
    lines(&text[..text.len().min(BYTES)]).any(|(_, line)| {
        if let Some(said) = heading(line, layout) {
            under = said;
            return false;
        }
        let is_full = || {
            let word = line.rsplit(|byte| b" \t\"'".contains(byte)).find(|word| !word.is_empty());
            word.is_some_and(|word| {
                let word = trim(word);
                Order::from_cells(word.len()).is_some()
                    && word.iter().all(u8::is_ascii_alphanumeric)
            })
        };
        !line.trim_ascii().is_empty() && under == Named::Solution && is_full()
    })
}

/// Converts every line of a text.
pub(super) fn convert(text: &[u8], layout: &Layout, spool: &mut Spool) {
    let (under, cells) = (Named::Other, [0; LARGEST]);
    let mut spooling = Spooling { spool, layout, under, line: 1, cells };
    let mut at = 0;
    for (number, line) in lines(text) {
        spooling.line = number;
        match heading(line, layout) {
            Some(said) => spooling.under = said,
            None if at >= layout.start => one(text, layout, at, &mut spooling),
            None => {}
        }
        at += line.len() + 1;
    }
}

/// Hands puzzles, and full grids under a heading that says so as solutions, to a spool.
struct Spooling<'a> {
    spool: &'a mut Spool,
    layout: &'a Layout,
    under: Named,
    line: u64,
    cells: [u8; LARGEST],
}

impl Visitor for Spooling<'_> {
    fn order(&self) -> Order {
        Order::THREE
    }

    fn slot(&mut self, order: Order) -> Option<&mut [u8]> {
        Some(&mut self.cells[..order.cells()])
    }

    fn puzzle(&mut self, order: Order, _: usize) {
        let cells = &self.cells[..order.cells()];
        if self.under == Named::Solution && !cells.contains(&BLANK) {
            self.spool.solution(order, cells);
        } else {
            self.spool.puzzle(order, cells, None, self.line);
        }
    }

    fn give_back(&mut self) {}

    fn malformed(&mut self, line: &[u8], _: usize) {
        let (layout, number) = (self.layout, self.line);
        self.spool.fault(|| LineFault { line: number, ..layout.explain(line) });
    }

    fn solution_slot(&mut self, order: Order) -> &mut [u8] {
        &mut self.cells[..order.cells()]
    }

    fn solution(&mut self) {}

    fn line(&mut self) {}
}
