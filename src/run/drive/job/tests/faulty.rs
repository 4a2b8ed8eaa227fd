//! A backend that misbehaves on one puzzle, in a way of its own.

use super::*;

/// How a backend goes wrong on the puzzle that begins with `9`; on all others it does as `mrv`.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Vice {
    None,
    Panics,
    ReportsCrash,
    Hangs,
    HangsUntilStopped,
    LeavesTheLastAnswer,
    OverwritesAGiven,
    ClaimsNone,
    ClaimsSeveral,
    ChangesItsMind,
}

pub(super) struct Faulty {
    pub vice: Vice,
    pub grain: Grain,
}

struct FaultySolver {
    vice: Vice,
    sound: Box<dyn Solver>,
    calls: u32,
}

pub(super) fn faulty(vice: Vice) -> Faulty {
    Faulty { vice, grain: Grain::Puzzle }
}

impl Backend for Faulty {
    fn id(&self) -> &str {
        "faulty"
    }
    fn version(&self) -> String {
        "1".to_owned()
    }
    fn abilities(&self) -> Abilities {
        Abilities { grain: self.grain, ..Abilities::BUILTIN }
    }
    fn summary(&self) -> String {
        "for tests".to_owned()
    }
    fn start(&self, order: Order, goal: Goal) -> Result<Box<dyn Solver>, SolverError> {
        let sound = builtin::find("mrv").expect("built in").start(order, goal)?;
        Ok(Box::new(FaultySolver { vice: self.vice, sound, calls: 0 }))
    }
}

impl Solver for FaultySolver {
    fn solve(
        &mut self,
        block: &Block<'_>,
        stop: &Stop,
        answers: &mut Answers,
    ) -> Result<Clocked, SolverError> {
        self.sound.solve(block, stop, answers)?;
        for i in (0..block.len()).filter(|&i| block.cells(i)[0] == b'9') {
            self.calls += 1;
            self.misbehave(i, stop, answers)?;
        }
        Ok(Clocked::ByCaller)
    }
}

impl FaultySolver {
    fn misbehave(&self, i: usize, stop: &Stop, answers: &mut Answers) -> Result<(), SolverError> {
        match self.vice {
            Vice::None => {}
            Vice::Panics => panic!("cannot abide a nine"),
            Vice::ReportsCrash => {
                let (id, why) = ("faulty".to_owned(), "signal 11".to_owned());
                let clocked = Clocked::ByCaller;
                let clocked = Box::new(clocked);
                return Err(SolverError::Crashed { id, index: i, why, clocked });
            }
            // As if the watchdog had come by, so that it does not come by for the others.
            Vice::Hangs => {
                stop.stop(stop.generation());
                answers.set(i, 0, 0, Search::Incomplete);
            }
            Vice::HangsUntilStopped => {
                while !stop.is_raised() {
                    std::thread::yield_now();
                }
                answers.set(i, 0, 0, Search::Incomplete);
            }
            Vice::LeavesTheLastAnswer => answers.set(i, 0, 0, Search::Unanswered),
            Vice::OverwritesAGiven => answers.solution_mut(i)[0] = b'1',
            Vice::ClaimsNone => answers.set(i, 0, 0, Search::Complete),
            Vice::ClaimsSeveral => answers.set(i, 2, 0, Search::Complete),
            Vice::ChangesItsMind => answers.set(i, 1 + self.calls % 2, 0, Search::Complete),
        }
        Ok(())
    }
}
