//! The backend of `exec:COMMAND`: any program that reads puzzles and writes solutions.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use super::command::UserCommand;
use super::confine::{Confinement, LATE};
use super::lines::{LinesSolver, line, trivial};
use super::once::{self, OnceSolver};
use super::pipes::{Bounds, Until};
use super::recipe::{CommandSpec, Mode};
use super::replies::{MARGIN, Reply};
use super::script;
use super::talk::Ended;
use crate::foreign::task::Program;
use crate::puzzle::Order;
use crate::solver::{
    Abilities, Backend, Goal, Grain, Guesses, Restart, Solutions, Solver, SolverError, Stop,
    Threads,
};

/// How long a command that was silent is given to answer at the end of its input, which shows why
/// it was silent.
const AFTER_INPUT: Duration = Duration::from_secs(10);

/// A command, seen to answer.
pub struct Exec {
    shared: Arc<UserCommand>,
    abilities: Abilities,
}

impl Exec {
    /// The command of `target` (`COMMAND[?OPTIONS]`), asked one trivial puzzle; `id` is the whole
    /// specification as the user wrote it.
    ///
    /// # Errors
    /// When the target is misspelt, or the command does not answer as it should.
    pub fn open(id: &str, target: &str, confinement: &Confinement) -> Result<Self, SolverError> {
        let recipe = CommandSpec::parse(target)
            .map_err(|why| SolverError::Start { id: id.to_owned(), why })?;
        let program = Program::Shell(recipe.command.clone());
        let shared = UserCommand {
            id: id.to_owned(),
            recipe,
            program,
            confinement: confinement.clone(),
            peak_rss_bytes: AtomicU64::new(0),
        };
        let abilities = match shared.recipe.mode {
            Mode::Lines | Mode::Batch => abilities(&shared, first_reply(&shared)?),
            Mode::Once => {
                once::ensure_it_runs(&shared)?;
                abilities(&shared, Counts { solutions: false, guesses: false })
            }
        };
        Ok(Self { shared: Arc::new(shared), abilities })
    }

    /// This program as a command that gives every line back: what remains is the cost of the pipes.
    ///
    /// # Errors
    /// When it does not answer.
    pub fn echo(id: &str, confinement: &Confinement) -> Result<Self, SolverError> {
        let mut recipe = CommandSpec::parse("echo")
            .map_err(|why| SolverError::Start { id: id.to_owned(), why })?;
        recipe.orders = Order::TWO..=Order::SEVEN;
        let shared = UserCommand {
            id: id.to_owned(),
            recipe,
            program: Program::Echo,
            confinement: confinement.clone(),
            peak_rss_bytes: AtomicU64::new(0),
        };
        first_reply(&shared)?;
        let counts = Counts { solutions: true, guesses: false };
        let abilities = Abilities { complete: false, ..abilities(&shared, counts) };
        Ok(Self { shared: Arc::new(shared), abilities })
    }
}

/// Returns true if a target is a command that answers line by line.
pub fn talks_in_lines(target: &str) -> bool {
    CommandSpec::parse(target).is_ok_and(|recipe| recipe.mode == Mode::Lines)
}

/// Which numbers a command's replies hold.
#[derive(Clone, Copy)]
struct Counts {
    solutions: bool,
    guesses: bool,
}

fn abilities(shared: &UserCommand, counts: Counts) -> Abilities {
    Abilities {
        orders: shared.recipe.orders.clone(),
        grain: if shared.recipe.mode == Mode::Batch { Grain::Whole } else { Grain::Puzzle },
        complete: true,
        solutions: Solutions::Always,
        // Who gives no count gives one solution.
        counts_to: if counts.solutions { u32::MAX } else { 1 },
        guesses: if counts.guesses { shared.recipe.guesses } else { Guesses::None },
        cancellable: true,
        threads: Threads::Any,
        restart: Restart::Costly,
    }
}

/// Asks for one trivial puzzle, and looks at the form of the reply.
fn first_reply(shared: &UserCommand) -> Result<Counts, SolverError> {
    let recipe = &shared.recipe;
    let order = *recipe.orders.start();
    let begun = Instant::now();
    let open_by = shared.confinement.open_by;
    let within = |patience| {
        let late = Instant::now() + patience;
        Some(open_by.map_or(late, |by| late.min(by)))
    };
    let mut talk = shared.start(Goal::Unique)?;
    talk.hurry(open_by);
    let mut output = Vec::new();
    let mut bounds = Bounds {
        until: if recipe.mode == Mode::Batch { Until::End } else { Until::Lines(1) },
        most: order.cells() + MARGIN,
        stop: &Stop::never(),
        deadline: within(recipe.patience),
    };
    let puzzle = line(&trivial(order));
    match talk.exchange(&puzzle, &mut output, &bounds) {
        Ok(()) => {}
        Err(Ended::Late) => {
            talk.close_input();
            bounds.until = Until::End;
            bounds.deadline = within(AFTER_INPUT);
            let late = talk.exchange(b"", &mut output, &bounds);
            let answered = late.is_ok() && output.contains(&b'\n');
            let waited = begun.elapsed();
            let why = match waited < recipe.patience {
                true => format!(
                    "it has not answered its first puzzle within {:.1} s, {LATE}",
                    waited.as_secs_f64()
                ),
                false => silence(recipe, answered),
            };
            return Err(shared.cannot_start(why));
        }
        Err(Ended::Stopped) => return Err(shared.cannot_start("it was stopped".to_owned())),
        Err(Ended::Faulty(why)) => {
            let said = output.split(|&byte| byte == b'\n').next().filter(|said| !said.is_empty());
            let said = said.and_then(|said| Reply::parse(said, order).err());
            return Err(
                shared.cannot_start(said.unwrap_or(script::with_remedy(&recipe.command, why)))
            );
        }
    }
    shared.note_peak(talk.peak_rss_bytes());
    let first = output.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let reply = match Reply::parse(first, order) {
        Ok(reply) => reply,
        Err(_) if first.is_empty() => {
            talk.close_input(); // which ends it, unless it is at fault in other ways, too
            let death = talk.end(&Stop::never());
            let why = format!("it did not answer its first puzzle: {death}");
            return Err(shared.cannot_start(script::with_remedy(&recipe.command, why)));
        }
        Err(why) => return Err(shared.cannot_start(why)),
    };
    Ok(Counts { solutions: reply.count.is_some(), guesses: reply.guesses.is_some() })
}

fn silence(recipe: &CommandSpec, answered_at_the_end: bool) -> String {
    let seconds = recipe.patience.as_secs();
    if answered_at_the_end {
        return format!(
            "it answered only when its input had ended, not within {seconds} s of its first puzzle: \
             let it flush its output after each line, or use ?mode=batch; if it only starts slowly, \
             use ?patience=SECONDS"
        );
    }
    format!(
        "it has not answered its first puzzle, a solved grid but for one cell, within {seconds} s; \
         if it starts slowly, use ?patience=SECONDS; if it takes one puzzle a process, ?mode=once"
    )
}

impl Backend for Exec {
    fn id(&self) -> &str {
        &self.shared.id
    }

    fn version(&self) -> String {
        match &self.shared.program {
            Program::Shell(command) => version(command),
            _ => env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    fn abilities(&self) -> Abilities {
        self.abilities.clone()
    }

    fn summary(&self) -> String {
        match (&self.shared.program, self.shared.recipe.mode) {
            (Program::Echo | Program::Library(_) | Program::Again(_) | Program::Command(_), _) => {
                "gives every line back through a pipe; measures the pipe".to_owned()
            }
            (Program::Shell(command), Mode::Lines) => format!("`{command}`, one process a worker"),
            (Program::Shell(command), Mode::Batch) => format!("`{command}`, one process a sample"),
            (Program::Shell(command), Mode::Once) => format!("`{command}`, one process a puzzle"),
        }
    }

    fn start(&self, order: Order, goal: Goal) -> Result<Box<dyn Solver>, SolverError> {
        let id = self.shared.id.clone();
        if !self.abilities.orders.contains(&order) {
            return Err(SolverError::Order { id, order });
        }
        if goal.limit() > self.abilities.counts_to {
            let why = "its replies hold no count, so it can only be asked for the first solution";
            return Err(SolverError::Goal { id, goal, why: why.to_owned() });
        }
        Ok(match self.shared.recipe.mode {
            Mode::Once => Box::new(OnceSolver::new(self.shared.clone(), order, goal)),
            _ => Box::new(LinesSolver::start(self.shared.clone(), order, goal)?),
        })
    }
}

/// Hash of a command and of every file that it names, the program itself looked up as the shell
/// does.
fn version(command: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(command.as_bytes());
    for word in command.split_whitespace() {
        let word = word.trim_matches(['"', '\'']);
        if let Some(path) = found(word) {
            // What cannot be read is not a part of it. A file may be larger than memory, and one
            // that has no size (those of /proc) may never end.
            let file = fs::File::open(path).and_then(|file| Ok((file.metadata()?.len(), file)));
            let _ = file.and_then(|(len, file)| io::copy(&mut file.take(len), &mut hasher));
        }
    }
    format!("blake3:{}", &hasher.finalize().to_hex()[..16])
}

fn found(word: &str) -> Option<PathBuf> {
    let path = Path::new(word);
    if path.is_file() {
        return Some(path.to_owned());
    }
    let plain = !word.contains('/') && !word.is_empty();
    let places = std::env::var_os("PATH").filter(|_| plain)?;
    std::env::split_paths(&places).map(|place| place.join(word)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_follows_the_files_that_a_command_names() {
        let dir = tempfile::tempdir().expect("a directory");
        let script = dir.path().join("solver.py");
        let command = format!("sh '{}' -x", script.display());
        let absent = version(&command);
        fs::write(&script, "one").expect("written");
        let one = version(&command);
        fs::write(&script, "two").expect("written");
        let two = version(&command);
        assert!(
            absent != one
                && one != two
                && one == {
                    fs::write(&script, "one").expect("written");
                    version(&command)
                }
        );
        assert!(found("sh").is_some() && found("no-such-program").is_none());
    }
}
