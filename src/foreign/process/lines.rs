//! A puzzle a line in, a reply a line out: with one process a worker (`mode=lines`) or one process
//! for each block, which is then the whole sample (`mode=batch`).

use std::sync::Arc;
use std::time::Instant;

use super::command::UserCommand;
use super::pipes::{Bounds, Until};
use super::recipe::Mode;
use super::replies::{MARGIN, Reply};
use super::talk::{Ended, Talk};
use crate::puzzle::order::BLANK;
use crate::puzzle::{Block, Order};
use crate::solver::{Answers, Clocked, Goal, Ready, Search, Solver, SolverError, Stop, Used};

/// A solver in a process that answers line by line.
pub(super) struct LinesSolver {
    shared: Arc<UserCommand>,
    order: Order,
    goal: Goal,
    /// Nothing in batch mode between blocks, and after a fault.
    talk: Option<Talk>,
    /// Whether it has answered a trivial puzzle.
    is_up: bool,
    input: Vec<u8>,
    output: Vec<u8>,
}

/// A solved grid with its first cell blank: no solver takes long for it.
pub(super) fn trivial(order: Order) -> Vec<u8> {
    let (n, side) = (order.n(), order.side());
    let value = |row: usize, column: usize| (row * n + row / n + column) % side + 1;
    let mut cells: Vec<u8> = (0..order.cells())
        .map(|cell| Order::symbol(value(cell / side, cell % side) as u8))
        .collect();
    cells[0] = BLANK;
    cells
}

/// Cells as a line.
pub(super) fn line(cells: &[u8]) -> Vec<u8> {
    [cells, b"\n"].concat()
}

impl LinesSolver {
    /// Starts the process, where it is one a worker: processes come up side by side.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn start(
        shared: Arc<UserCommand>,
        order: Order,
        goal: Goal,
    ) -> Result<Self, SolverError> {
        let is_lines = shared.recipe.mode == Mode::Lines;
        let talk = if is_lines { Some(shared.start(goal)?) } else { None };
        let (input, output) = (Vec::new(), Vec::new());
        Ok(Self { shared, order, goal, talk, is_up: false, input, output })
    }

    /// Has a process answer a trivial puzzle, so that no block pays for its start.
    fn greet(&self, talk: &mut Talk, stop: &Stop) -> Result<Ready, SolverError> {
        let bounds = Bounds {
            until: Until::Lines(1),
            most: self.order.cells() + MARGIN,
            stop,
            deadline: Some(Instant::now() + self.shared.recipe.patience),
        };
        let mut reply = Vec::new();
        match talk.exchange(&line(&trivial(self.order)), &mut reply, &bounds) {
            Ok(()) => Ok(Ready::Up),
            Err(Ended::Stopped) => Ok(Ready::Stopped),
            Err(Ended::Faulty(why)) => Err(self.shared.cannot_start(why)),
            Err(Ended::Late) => {
                let seconds = self.shared.recipe.patience.as_secs();
                let why = format!("it has not answered a trivial puzzle within {seconds} s");
                Err(self.shared.cannot_start(why))
            }
        }
    }

    fn write_down(&mut self, block: &Block<'_>) {
        self.input.clear();
        self.output.clear();
        for cells in block.iter() {
            self.input.extend_from_slice(cells);
            self.input.push(b'\n');
        }
    }

    /// Gives the replies as answers, as many as there are; returns their number, and what was wrong
    /// with the one after them.
    fn read(&self, len: usize, answers: &mut Answers) -> (usize, Option<String>) {
        // Carriage returns end lines where no newline does.
        let end = if self.output.contains(&b'\n') { b'\n' } else { b'\r' };
        let mut lines = self.output.split_inclusive(|&byte| byte == end);
        for i in 0..len {
            let Some(line) = lines.next().and_then(|line| line.strip_suffix(&[end])) else {
                return (i, None);
            };
            match Reply::parse(line, self.order) {
                Ok(reply) => reply.give(i, answers),
                Err(why) => return (i, Some(why)),
            }
        }
        let rest = lines.next().map(|_| "it printed more than one reply a puzzle".to_owned());
        (len, rest)
    }

    fn drop_talk(&mut self) {
        self.is_up = false;
        if let Some(talk) = self.talk.take() {
            self.shared.note_peak(talk.peak_rss_bytes());
        }
    }
}

/// A block's exchange with a process.
struct Exchanged {
    result: Result<(), Ended>,
    ns: u64,
    cpu_ns: Option<u64>,
    /// How the process ended, where it was seen to end.
    death: String,
}

impl LinesSolver {
    /// With the process that is one a worker. Its CPU time would say little: it may have left the
    /// work to other processes, and the pipe's cost, which is in the wall time, lies on both sides.
    fn exchange_lines(&mut self, len: usize, stop: &Stop) -> Result<Exchanged, SolverError> {
        if self.prepare(stop)? == Ready::Stopped {
            let result = Err(Ended::Stopped);
            return Ok(Exchanged { result, ns: 0, cpu_ns: None, death: String::new() });
        }
        let bounds = self.bounds(Until::Lines(len), len, stop);
        let talk = self.talk.as_mut().expect("prepared above");
        let start = Instant::now();
        let result = talk.exchange(&self.input, &mut self.output, &bounds);
        let ns = talk.ns_since(start);
        Ok(Exchanged { result, ns, cpu_ns: None, death: String::new() })
    }

    /// With a process of the block's own, whose start counts.
    fn exchange_batch(&mut self, len: usize, stop: &Stop) -> Result<Exchanged, SolverError> {
        let bounds = self.bounds(Until::End, len, stop);
        let start = Instant::now();
        let talk = self.talk.insert(self.shared.start(self.goal)?);
        let result = talk.exchange(&self.input, &mut self.output, &bounds);
        let ns = talk.ns_since(start);
        let death = if result.is_ok() { talk.end(stop).to_string() } else { String::new() };
        let cpu_ns = talk.cpu_ns();
        self.drop_talk();
        Ok(Exchanged { result, ns, cpu_ns, death })
    }

    fn bounds<'s>(&self, until: Until, len: usize, stop: &'s Stop) -> Bounds<'s> {
        Bounds { until, most: len * (self.order.cells() + MARGIN), stop, deadline: None }
    }
}

impl Solver for LinesSolver {
    fn prepare(&mut self, stop: &Stop) -> Result<Ready, SolverError> {
        if self.is_up || self.shared.recipe.mode == Mode::Batch {
            return Ok(Ready::Up);
        }
        let mut talk = match self.talk.take() {
            Some(talk) => talk,
            None => self.shared.start(self.goal)?,
        };
        let ready = self.greet(&mut talk, stop)?;
        self.is_up = ready == Ready::Up;
        self.talk = Some(talk).filter(|_| self.is_up); // one that was stopped is dead
        Ok(ready)
    }

    fn solve(
        &mut self,
        block: &Block<'_>,
        stop: &Stop,
        answers: &mut Answers,
    ) -> Result<Clocked, SolverError> {
        self.write_down(block);
        let Exchanged { result, ns, cpu_ns, death } = match self.shared.recipe.mode {
            Mode::Batch => self.exchange_batch(block.len(), stop)?,
            _ => self.exchange_lines(block.len(), stop)?,
        };
        let (decided, fault) = self.read(block.len(), answers);
        if result.is_err() || fault.is_some() {
            self.drop_talk();
        }
        let index = decided.min(block.len() - 1);
        match (result, fault) {
            (_, Some(why)) => Err(self.shared.no_answer(index, why, ns)),
            (Err(Ended::Faulty(why)), None) => Err(self.shared.crashed(index, why, ns)),
            (Err(Ended::Stopped | Ended::Late), None) => {
                (decided..block.len()).for_each(|i| answers.set(i, 0, 0, Search::Incomplete));
                Ok(Clocked::BySolver { ns, used: Used::cpu(cpu_ns) })
            }
            (Ok(()), None) if decided < block.len() => {
                let why = format!("it answered {decided} of {} puzzles: {death}", block.len());
                Err(self.shared.crashed(index, why, ns))
            }
            (Ok(()), None) => Ok(Clocked::BySolver { ns, used: Used::cpu(cpu_ns) }),
        }
    }

    fn peak_rss_bytes(&self) -> Option<u64> {
        if let Some(talk) = &self.talk {
            self.shared.note_peak(talk.peak_rss_bytes());
        }
        self.shared.peak()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trivial_puzzle_keeps_the_rules_in_every_order() {
        for order in Order::ALL {
            let cells = trivial(order);
            assert_eq!(cells.iter().filter(|&&cell| cell == BLANK).count(), 1);
            let (n, side) = (order.n(), order.side());
            for unit in 0..side {
                let row: Vec<u8> = (0..side).map(|i| cells[unit * side + i]).collect();
                let column: Vec<u8> = (0..side).map(|i| cells[i * side + unit]).collect();
                let corner = unit / n * n * side + unit % n * n;
                let square: Vec<u8> =
                    (0..side).map(|i| cells[corner + i / n * side + i % n]).collect();
                for mut unit in [row, column, square] {
                    unit.sort_unstable();
                    unit.dedup();
                    assert_eq!(unit.len(), side);
                }
            }
        }
    }
}
