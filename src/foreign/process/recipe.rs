//! What the user wrote after `exec:`: `COMMAND[?mode=…&orders=…&patience=…&input=…&guesses=…]`.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::foreign::options::Options;
use crate::puzzle::Order;
use crate::solver::Guesses;

/// Keys that may follow the question mark.
const KEYS: &[&str] = &["mode", "orders", "patience", "input", "guesses"];
/// How long a command may take to answer its first, trivial puzzle.
const PATIENCE: Duration = Duration::from_secs(30);

/// How puzzles and answers travel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// One process a worker; a puzzle a line in, an answer a line out, at once.
    Lines,
    /// One process for the whole sample, which may answer when its input has ended.
    Batch,
    /// One process a puzzle; the grid is searched in what it prints.
    Once,
}

/// How a puzzle is written for [`Mode::Once`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// Numbers separated by blanks, 0 for an empty cell, a line a row.
    Numbers,
    /// Canonical symbols in one line.
    Line,
}

/// A command, and how to talk to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandSpec {
    /// For the shell.
    pub command: String,
    /// How puzzles and answers travel.
    pub mode: Mode,
    /// Box sizes it takes.
    pub orders: RangeInclusive<Order>,
    /// How long its first answer may take.
    pub patience: Duration,
    /// How a puzzle is written.
    pub input: Input,
    /// What the guesses in its replies are worth, if it gives any.
    pub guesses: Guesses,
}

impl CommandSpec {
    /// Reads what stands after `exec:`. A question mark that no option follows is the command's.
    ///
    /// # Errors
    /// What is wrong with it, and what to write instead.
    pub fn parse(text: &str) -> Result<Self, String> {
        let tail = text.rsplit_once('?').map_or("", |(_, tail)| tail);
        let is_ours = KEYS.iter().any(|key| tail.starts_with(&format!("{key}=")));
        let (command, options) =
            if is_ours { Options::split(text, KEYS)? } else { (text, Options::none()) };
        if command.trim().is_empty() {
            return Err("write exec:COMMAND, like exec:\"python3 solver.py\"".to_owned());
        }
        Ok(Self {
            command: command.to_owned(),
            mode: match options.get("mode") {
                None | Some("lines") => Mode::Lines,
                Some("batch") => Mode::Batch,
                Some("once") => Mode::Once,
                Some(other) => return Err(format!("mode={other}: write lines, batch or once")),
            },
            orders: options.get("orders").map_or(Ok(Order::THREE..=Order::THREE), orders)?,
            patience: options.get("patience").map_or(Ok(PATIENCE), seconds)?,
            input: match options.get("input") {
                None | Some("numbers") => Input::Numbers,
                Some("line") => Input::Line,
                Some(other) => return Err(format!("input={other}: write numbers or line")),
            },
            guesses: match options.get("guesses") {
                None | Some("vary") => Guesses::Vary,
                Some("exact") => Guesses::Exact,
                Some(other) => return Err(format!("guesses={other}: write exact or vary")),
            },
        })
    }
}

fn orders(text: &str) -> Result<RangeInclusive<Order>, String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let order = |text: &str| text.parse().ok().and_then(Order::new);
    match (order(low), order(high)) {
        (Some(low), Some(high)) if low <= high => Ok(low..=high),
        _ => Err(format!("orders={text}: write box sizes from 2 to 7, like 3 or 2-5")),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds @ 1..=3600) => Ok(Duration::from_secs(seconds)),
        _ => Err(format!("patience={text}: write seconds from 1 to 3600")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_command_answers_in_lines() {
        let bare = CommandSpec::parse("python3 solver.py").expect("fine");
        assert_eq!((bare.command.as_str(), bare.mode), ("python3 solver.py", Mode::Lines));
        assert_eq!(bare.orders, Order::THREE..=Order::THREE);
    }

    #[test]
    fn everything_can_be_said() {
        let full =
            CommandSpec::parse("./a b?mode=once&orders=2-4&patience=60&input=line&guesses=exact");
        let recipe = CommandSpec {
            command: "./a b".to_owned(),
            mode: Mode::Once,
            orders: Order::TWO..=Order::FOUR,
            patience: Duration::from_secs(60),
            input: Input::Line,
            guesses: Guesses::Exact,
        };
        assert_eq!(full, Ok(recipe));
    }

    #[test]
    fn a_question_mark_of_the_command_s_own_stays() {
        let command = "grep -c 'a?b' | ./solve what?";
        assert_eq!(CommandSpec::parse(command).expect("fine").command, command);
        let both = CommandSpec::parse("ls a?c?mode=batch").expect("fine");
        assert_eq!((both.command.as_str(), both.mode), ("ls a?c", Mode::Batch));
    }

    #[test]
    fn a_slip_is_answered_with_what_may_be_written() {
        let slips = [
            ("", "exec:COMMAND"),
            ("?mode=lines", "exec:COMMAND"),
            ("x?mode=line", "lines, batch or once"),
            ("x?orders=8", "2 to 7"),
            ("x?orders=4-2", "2 to 7"),
            ("x?patience=0", "1 to 3600"),
            ("x?mode=once&foo=1", "keys: mode"),
            ("x?input=grid", "numbers or line"),
        ];
        for (text, hint) in slips {
            let error = CommandSpec::parse(text).expect_err(text);
            assert!(error.contains(hint), "{text:?}: {error}");
        }
    }
}
