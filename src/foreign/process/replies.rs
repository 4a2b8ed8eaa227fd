//! The line a command answers a puzzle with: `SOLUTION`, or `-` for none; then, optionally, a tab
//! and the number of solutions, a tab and the number of guesses.
//!
//! A grid with blanks left says that the solver gave up.

use crate::puzzle::Order;
use crate::puzzle::order::BLANK;
use crate::solver::{Answers, Search};

/// Bytes of a reply beyond its cells: two tabs, two numbers of 20 digits, the line's end.
pub const MARGIN: usize = 44;
/// Bytes of a strange reply that an error shows.
const SHOWN: usize = 60;

/// A reply, taken apart but not judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply<'a> {
    /// The cells, if it gave any.
    pub grid: Option<&'a [u8]>,
    /// Number of solutions, if it gave one.
    pub count: Option<u32>,
    /// Number of guesses, if it gave one.
    pub guesses: Option<u64>,
}

impl<'a> Reply<'a> {
    /// Reads a line without its end.
    ///
    /// # Errors
    /// What was printed instead of a reply.
    pub fn parse(line: &'a [u8], order: Order) -> Result<Self, String> {
        // Some runtimes begin their output with a byte order mark.
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let end = line.iter().rposition(|byte| !matches!(byte, b' ' | b'\r'));
        let line = &line[..end.map_or(0, |end| end + 1)];
        let mut fields = line.split(|&byte| byte == b'\t');
        let grid = match fields.next().unwrap_or_default() {
            b"-" => None,
            cells if cells.len() == order.cells() => Some(cells),
            _ => return Err(strange(line, order)),
        };
        let mut number = || match fields.next() {
            None => Ok(None),
            Some(text) => match std::str::from_utf8(text).ok().and_then(|t| t.parse().ok()) {
                Some(number) => Ok(Some(number)),
                None => Err(strange(line, order)),
            },
        };
        let (count, guesses): (Option<u64>, Option<u64>) = (number()?, number()?);
        if fields.next().is_some() {
            return Err(strange(line, order));
        }
        let count = count.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        let reply = Self { grid, count, guesses };
        if reply.grid.is_some() && !reply.gave_up() && count == Some(0) {
            let strange = strange(line, order);
            return Err(format!("a full grid and 0 solutions contradict each other: {strange}"));
        }
        Ok(reply)
    }

    /// Returns true if a grid came back with blanks in it.
    pub fn gave_up(&self) -> bool {
        self.grid.is_some_and(|grid| grid.iter().any(|&cell| cell == BLANK || cell == b'0'))
    }

    /// Answers puzzle `i` with it.
    pub fn give(&self, i: usize, answers: &mut Answers) {
        let guesses = self.guesses.unwrap_or(0);
        if self.gave_up() {
            return answers.set(i, 0, guesses, Search::Incomplete);
        }
        if let Some(grid) = self.grid {
            answers.solution_mut(i).copy_from_slice(grid);
        }
        let count = self.count.unwrap_or(u32::from(self.grid.is_some()));
        answers.set(i, count, guesses, Search::Complete);
    }
}

fn strange(line: &[u8], order: Order) -> String {
    let shown = String::from_utf8_lossy(&line[..line.len().min(SHOWN)]);
    let more = if line.len() > SHOWN { "…" } else { "" };
    format!(
        "it printed {shown:?}{more}, which is not a reply: a reply is {} cells or \"-\", and may \
        go \
         on with a tab and the count, a tab and the guesses",
        order.cells()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &[u8; 16] = b"1234341221434321";

    fn parse(line: &[u8]) -> Result<Reply<'_>, String> {
        Reply::parse(line, Order::TWO)
    }

    #[test]
    fn a_reply_may_stop_after_each_field() {
        let grid = Some(&GRID[..]);
        let bare = Reply { grid, count: None, guesses: None };
        assert_eq!(parse(b"1234341221434321\r"), Ok(bare));
        assert_eq!(parse(b"1234341221434321\t2"), Ok(Reply { count: Some(2), ..bare }));
        let full = Reply { grid, count: Some(1), guesses: Some(7) };
        assert_eq!(parse(b"1234341221434321\t1\t7"), Ok(full));
        assert_eq!(parse(b"-"), Ok(Reply { grid: None, ..bare }));
        assert_eq!(parse(b"-\t99999999999").map(|reply| reply.count), Ok(Some(u32::MAX)));
    }

    #[test]
    fn anything_else_is_shown_as_it_is() {
        for line in [&b"Hello"[..], b"", b"-\t", b"-\t1\t2\t3", b"1234341221434321 1", b"-\t-1"] {
            let error = parse(line).expect_err("no reply");
            assert!(error.contains(&String::from_utf8_lossy(line).replace('\t', "\\t")), "{error}");
        }
        let long = parse(&[b'x'; 1000]).expect_err("too long");
        assert!(long.contains('…') && long.len() < 300, "{long}");
    }

    #[test]
    fn a_byte_order_mark_and_blanks_at_the_end_are_no_part_of_a_reply() {
        let bare = parse(b"1234341221434321");
        assert_eq!(parse(b"\xef\xbb\xbf1234341221434321"), bare);
        assert_eq!(parse(b"1234341221434321 \r"), bare);
        assert_eq!(parse(b"- "), parse(b"-"));
    }

    #[test]
    fn a_grid_and_no_solutions_contradict_each_other() {
        let error = parse(b"1234341221434321\t0\t3").expect_err("a contradiction");
        assert!(error.contains("contradict"), "{error}");
        assert!(parse(b"123434122143432.\t0").is_ok_and(|reply| reply.gave_up()));
    }

    #[test]
    fn a_grid_with_blanks_is_an_open_answer() {
        let mut answers = Answers::new(Order::TWO, 2);
        parse(b"1234341221434321").expect("a grid").give(0, &mut answers);
        parse(b"123434122143432.\t1\t3").expect("a grid").give(1, &mut answers);
        let (solved, open) = (answers.get(0), answers.get(1));
        assert_eq!((solved.count, solved.search), (1, Search::Complete));
        assert_eq!(solved.solution, Some(&GRID[..]));
        assert_eq!((open.count, open.search, open.solution), (0, Search::Incomplete, None));
    }
}
