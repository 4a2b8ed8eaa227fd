//! The timed line, and what happens when a solver does not come back from it in good order.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::puzzle::{Block, Order};
use crate::solver::{
    Answers, Backend, Clocked, Goal, Ready, Restart, Search, Solver, SolverError, Stop, Used,
};

use super::clock::Clock;
use super::layout::Retired;
use super::watch::WatchState;

/// What two clock reads say of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// Wall time inside the clock.
    pub wall_ns: u64,
    /// What the solving thread, or an isolated solver, used meanwhile; unknown where it was not
    /// read.
    pub used: Used,
}

/// Which counters of the system are read around each block. Each is a call into the kernel, and
/// together they would disturb blocks as short as one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CpuClock {
    /// Those of the thread and of its process, in which nothing else works meanwhile.
    Process,
    /// Those of the thread: other workers share the process.
    Thread,
    /// None.
    Skipped,
}

impl CpuClock {
    fn read(self, clock: &impl Clock) -> Used {
        match self {
            Self::Process => clock.used(),
            Self::Thread => Used { process_cpu_ns: None, ..clock.used() },
            Self::Skipped => Used::UNKNOWN,
        }
    }
}

/// How a block ended.
#[derive(Debug)]
pub enum End {
    /// All its answers are there.
    Done(Timing),
    /// The watchdog stopped it; its answers are not to be used.
    Stopped(Timing),
    /// The solver died or gave no answer; its answers are not to be used.
    Crashed(Timing, Crash),
}

/// What ended a solver's answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Its process or its panic.
    Died,
    /// It printed nothing that is an answer.
    NoAnswer,
}

/// Why a solver's answers end.
#[derive(Debug)]
pub struct Crash {
    /// Index in the block of the puzzle it died on or did not answer, where that is known.
    pub index: Option<usize>,
    /// Whether it died or gave no answer.
    pub cause: Cause,
    /// Signal, exit code or panic message, or what was printed instead of an answer.
    pub why: String,
}

/// A backend's solver on one worker, started again when it dies.
pub struct SolverSlot<'a> {
    backend: &'a dyn Backend,
    order: Order,
    goal: Goal,
    solver: Box<dyn Solver>,
    /// The answers to the block solved last.
    pub answers: Answers,
    /// Whether starting one takes time that is worth reporting.
    is_costly: bool,
    /// Wall time spent on it.
    start_ns: u64,
}

impl Timing {
    /// The clock that counts.
    fn or(self, clocked: Clocked) -> Self {
        match clocked {
            Clocked::ByCaller => self,
            Clocked::BySolver { ns, used } => Self { wall_ns: ns, used },
        }
    }
}

impl<'a> SolverSlot<'a> {
    /// Starts a solver, with room for the answers to `block` puzzles.
    ///
    /// # Errors
    /// When the backend cannot start one.
    pub fn start(
        backend: &'a dyn Backend,
        order: Order,
        goal: Goal,
        block: usize,
    ) -> Result<Self, SolverError> {
        let solver = backend.start(order, goal)?;
        let is_costly = backend.abilities().restart == Restart::Costly;
        let answers = Answers::new(order, block);
        Ok(Self { backend, order, goal, solver, answers, is_costly, start_ns: 0 })
    }

    /// Has the next blocks solved by another solver, at other addresses, where one costs nothing.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn renew(&mut self, restart: Restart, retired: &mut Retired) -> Result<(), SolverError> {
        if restart == Restart::Cheap {
            let fresh = self.backend.start(self.order, self.goal)?;
            retired.take(std::mem::replace(&mut self.solver, fresh));
        }
        Ok(())
    }

    /// Brings the solver up, if it is not.
    ///
    /// # Errors
    /// When it cannot be brought up.
    pub fn prepare(
        &mut self,
        clock: &impl Clock,
        watched: &WatchState,
    ) -> Result<Ready, SolverError> {
        watched.prepare();
        if !self.is_costly {
            return self.solver.prepare(&watched.stop);
        }
        let start = clock.wall_ns();
        let ready = self.solver.prepare(&watched.stop);
        self.start_ns += clock.wall_ns() - start;
        ready
    }

    /// Wall time spent on bringing solvers up since this was last asked.
    pub fn take_start_ns(&mut self) -> u64 {
        std::mem::take(&mut self.start_ns)
    }

    /// Solves a block between two looks at the clock.
    ///
    /// # Errors
    /// When a solver that died cannot be started again, or fails otherwise than on a puzzle.
    pub fn solve(
        &mut self,
        block: &Block<'_>,
        clock: &impl Clock,
        cpu: CpuClock,
        watched: &WatchState,
    ) -> Result<End, SolverError> {
        if self.prepare(clock, watched)? == Ready::Stopped {
            return Ok(End::Stopped(Timing { wall_ns: 0, used: Used::NOTHING }));
        }
        if self.answers.len() < block.len() {
            self.answers = Answers::new(self.order, block.len());
        }
        self.answers.clear(block.len()); // a stale answer must not pass for this block's
        let before = cpu.read(clock);
        let solver = &mut *self.solver;
        let answers = &mut self.answers;
        watched.begin(clock.wall_ns());
        INSIDE.set(true);

        let start = clock.wall_ns();
        let result = timed(solver, block, &watched.stop, answers);
        let end = clock.wall_ns();

        INSIDE.set(false);
        watched.end();
        let used = cpu.read(clock).since(before);
        let timing = Timing { wall_ns: end - start, used };
        match result {
            Ok(Ok(clocked)) => {
                let timing = timing.or(clocked);
                Ok(if self.was_cut(block.len(), &watched.stop) {
                    End::Stopped(timing)
                } else {
                    End::Done(timing)
                })
            }
            Ok(Err(SolverError::Crashed { index, why, clocked, .. })) => {
                self.restart()?;
                let crash = Crash { index: Some(index), cause: Cause::Died, why };
                Ok(End::Crashed(timing.or(*clocked), crash))
            }
            Ok(Err(SolverError::NoAnswer { index, why, clocked, .. })) => {
                let crash = Crash { index: Some(index), cause: Cause::NoAnswer, why };
                Ok(End::Crashed(timing.or(*clocked), crash))
            }
            Ok(Err(error)) => Err(error),
            Err(panic) => {
                self.restart()?;
                let crash = Crash { index: None, cause: Cause::Died, why: panic };
                Ok(End::Crashed(timing, crash))
            }
        }
    }

    /// What the solver claimed of its time that cannot be.
    pub fn lie(&self) -> Option<String> {
        self.solver.lie()
    }

    /// Most memory an isolated solver has had resident, in bytes.
    pub fn peak_rss_bytes(&self) -> Option<u64> {
        self.solver.peak_rss_bytes()
    }

    /// A stop that came after the last puzzle was decided has cut nothing.
    fn was_cut(&self, len: usize, stop: &Stop) -> bool {
        let decided = |i| self.answers.get(i).search == Search::Complete;
        stop.is_raised() && !(0..len).all(decided)
    }

    fn restart(&mut self) -> Result<(), SolverError> {
        self.solver = self.backend.start(self.order, self.goal)?;
        Ok(())
    }
}

thread_local! {
    /// Whether this thread is in a solver.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the panics of solvers off the screen: they are recorded with their puzzle. All others are
/// shown as before.
pub fn quiet_solver_panics() {
    let loud = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !INSIDE.get() {
            loud(panic);
        }
    }));
}

/// Inside the clock: one call. A panic costs a landing pad that is never entered otherwise.
#[inline(always)]
fn timed(
    solver: &mut dyn Solver,
    block: &Block<'_>,
    stop: &Stop,
    answers: &mut Answers,
) -> Result<Result<Clocked, SolverError>, String> {
    catch_unwind(AssertUnwindSafe(|| solver.solve(block, stop, answers)))
        .map_err(|panic| message(&*panic))
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    format!("panicked: {}", text.as_deref().unwrap_or("no message"))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::super::clock::tests::Ticking;
    use super::*;
    use crate::builtin;
    use crate::puzzle::Puzzles;
    use crate::solver::Abilities;

    /// Dies on every puzzle whose first cell is `9`; waits for the stop sign on those with `8`.
    #[derive(Default)]
    struct Brittle {
        starts: AtomicUsize,
    }
    struct BrittleSolver;

    impl Backend for Brittle {
        fn id(&self) -> &str {
            "brittle"
        }
        fn version(&self) -> String {
            String::new()
        }
        fn abilities(&self) -> Abilities {
            Abilities::BUILTIN
        }
        fn summary(&self) -> String {
            String::new()
        }
        fn start(&self, _: Order, _: Goal) -> Result<Box<dyn Solver>, SolverError> {
            self.starts.fetch_add(1, Relaxed);
            Ok(Box::new(BrittleSolver))
        }
    }

    impl Solver for BrittleSolver {
        fn solve(
            &mut self,
            block: &Block<'_>,
            stop: &Stop,
            answers: &mut Answers,
        ) -> Result<Clocked, SolverError> {
            for (i, cells) in block.iter().enumerate() {
                assert_ne!(cells[0], b'9', "nine");
                if cells[0] == b'8' {
                    stop.stop(stop.generation());
                }
                let search = if stop.is_raised() { Search::Incomplete } else { Search::Complete };
                answers.set(i, 0, 0, search);
            }
            Ok(Clocked::ByCaller)
        }
    }

    fn solved(backend: &dyn Backend, first_cells: &[u8]) -> End {
        let cells: Vec<[u8; 81]> = first_cells.iter().map(|&c| [c; 81]).collect();
        let puzzles = Puzzles::from_cells(Order::THREE, cells.iter().map(|c| &c[..]));
        let mut slot = SolverSlot::start(backend, Order::THREE, Goal::Unique, 8).unwrap();
        let (clock, watched) = (Ticking::new(), WatchState::default());
        slot.solve(&puzzles.block(), &clock, CpuClock::Process, &watched).unwrap()
    }

    #[test]
    fn a_block_costs_what_lies_between_the_two_reads() {
        let echo = builtin::find("echo").unwrap();
        let End::Done(timing) = solved(&*echo, b"123") else { panic!("not done") };
        assert_eq!(timing, Timing { wall_ns: 10, used: Used::cpu(Some(5)) });
    }

    #[test]
    fn a_solver_is_started_anew_where_that_costs_nothing() {
        let backend = Brittle::default();
        let mut slot = SolverSlot::start(&backend, Order::THREE, Goal::Unique, 8).unwrap();
        let mut retired = Retired::new(0);
        slot.renew(Restart::Costly, &mut retired).unwrap();
        assert_eq!(backend.starts.load(Relaxed), 1);
        slot.renew(Restart::Cheap, &mut retired).unwrap();
        assert_eq!(backend.starts.load(Relaxed), 2);
    }

    #[test]
    fn a_panic_is_a_crash_with_its_message() {
        let End::Crashed(_, crash) = solved(&Brittle::default(), b"19") else { panic!("no crash") };
        assert!(crash.why.contains("nine"), "{}", crash.why);
    }

    #[test]
    fn a_stopped_block_is_known_as_one_unless_it_was_through() {
        assert!(matches!(solved(&Brittle::default(), b"181"), End::Stopped(_)));
        assert!(matches!(solved(&Brittle::default(), b"11"), End::Done(_)));
    }
}
