//! `sudoku-bench board`: a puzzle to play on the terminal, with its bookkeeping done, hints and
//! checkpoints.

mod events;
mod keeping;
mod made;
mod play;
mod screen;
mod source;
mod study;
mod walk;
mod wanted;

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;

use anyhow::{Context, ensure};

use self::made::Made;
use self::play::{End, Play};
use self::screen::Screen;
use self::source::{Opened, Opener};
use self::wanted::{Judge, Want};
use super::difficulty::Wanted;
use super::generate::box_size;
use super::input::Reading;
use super::interrupt::INTERRUPTED_BY_USER;
use super::overwriting;
use super::streams::remark;
use super::written::Writing;
use crate::board::picture::Look;
use crate::text;

/// Arguments of `board`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The puzzle; a file of puzzles, for its first, or that of a line; or a saved game [default: the
    /// game played last, or a new puzzle]
    #[arg(value_name = "PUZZLE|FILE[:LINE]")]
    puzzle: Option<OsString>,
    /// Puzzles of a difficulty: easy, medium, hard, expert or extreme, or the hardest technique that
    /// they need, like x-wing
    #[arg(long, value_name = "LABEL")]
    difficulty: Option<Wanted>,
    /// A new puzzle of the generator, by its box size: 2 for 4x4, 3 for 9x9, 4 for 16x16, 5 for 25x25
    #[arg(long, value_name = "ORDER", value_parser = box_size, num_args = 0..=1, require_equals = true,
          default_missing_value = "3", conflicts_with = "puzzle")]
    generate: Option<u8>,
    /// Seed of the generator [default: another one each time]
    #[arg(long, value_name = "N", conflicts_with = "puzzle")]
    seed: Option<u64>,
    /// Keep the game in a file, and go on with what it holds [default: a file for each puzzle in
    /// $XDG_STATE_HOME/sudoku-bench/boards]
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Begin puzzles anew that were begun earlier
    #[arg(long)]
    anew: bool,
    /// Draw with the characters of ASCII alone [default: where the locale is not UTF-8]
    #[arg(long)]
    ascii: bool,
    /// Leave the mouse to the terminal
    #[arg(long)]
    no_mouse: bool,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    writing: Writing,
}

/// Plays until the board is left. The game is kept in its file.
///
/// # Errors
/// When this is not a terminal, the argument names no puzzle of 4x4 to 25x25, there is none as hard as
/// wanted, or the file to save to holds something else.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    guard_input(args)?;
    needs_a_terminal()?;
    let opened = first(args)?;
    let opener = Opener { quiet: true, ..opener(args) };
    let look = Look { colour: is_coloured(), ascii: args.ascii || !is_utf8() };
    let queue = channel();
    let to = queue.0.clone();
    let mut play = Play::new(opened, opener, look, queue)?;
    if let Some(wanted) = args.difficulty {
        play.want = Want::As(wanted);
    }
    events::listen(&to).context("signals cannot be caught")?;
    let mut screen = Screen::enter(!args.no_mouse).context("the terminal cannot be taken over")?;
    let end = play.run(&mut screen);
    drop(screen);
    play.keeper.keep(&play.session, play.keeper.has_kept());
    play.keeper.close();
    if let Some(path) = play.keeper.path().filter(|_| play.keeper.has_kept()) {
        let path = text::name(path.as_os_str());
        remark(format_args!("the game is saved; go on with: sudoku-bench board {path}"));
    }
    // A terminal that cannot be drawn on has gone.
    Ok(match end.unwrap_or(End::Interrupted) {
        End::Left => ExitCode::SUCCESS,
        End::Interrupted => ExitCode::from(INTERRUPTED_BY_USER),
    })
}

fn needs_a_terminal() -> anyhow::Result<()> {
    let is_one = io::stdin().is_terminal() && io::stdout().is_terminal();
    ensure!(
        is_one,
        "a board needs a terminal as standard input and output; `sudoku-bench explain` prints a puzzle's \
         steps and hints instead"
    );
    let terminal = env::var("TERM").unwrap_or_default();
    ensure!(
        terminal != "dumb",
        "a board needs a terminal that can place its cursor, and TERM is dumb; set it to what the terminal \
         is, like xterm, or use `sudoku-bench explain`"
    );
    Ok(())
}

fn opener(args: &Args) -> Opener {
    let (reading, writing) = (args.reading.clone(), args.writing.clone());
    Opener { reading, writing, anew: args.anew, quiet: false }
}

/// Refuses to save a game over the puzzles that it is from.
fn guard_input(args: &Args) -> anyhow::Result<()> {
    let input = args.puzzle.iter().map(PathBuf::from).filter(|path| !keeping::is_saved(path));
    overwriting::guard(&input.collect::<Vec<_>>(), &[("--save", args.save.clone())])
}

/// The game to begin with.
fn first(args: &Args) -> anyhow::Result<Opened> {
    let (opener, stop) = (opener(args), AtomicBool::new(false));
    let mut judge = Judge::new(args.difficulty.map_or(Want::Any, Want::As));
    let is_new = args.generate.is_some() || args.seed.is_some() || args.difficulty.is_some();
    let last = || keeping::last().filter(|_| !is_new && !args.anew);
    let begun = || last().and_then(|file| source::resume(file).ok());
    let mut opened = match &args.puzzle {
        Some(puzzle) => opener.open(puzzle, &mut judge, &stop)?,
        None => match begun().filter(|opened| !opened.saved.game.sheet().is_solved()) {
            Some(opened) => opened,
            None => {
                let order = args.generate.unwrap_or(3).into();
                let order = crate::puzzle::Order::new(order).context("an order from 2 to 5")?;
                opener.generated(Made::new(order, args.seed), &mut judge, &stop)?
            }
        },
    };
    if let Some(file) = &args.save {
        keeping::guard(file)?;
        opened = source::kept_in(file, opened, args.anew)?;
    }
    Ok(opened)
}

/// Colours, unless the user asks for none: <https://no-color.org>.
fn is_coloured() -> bool {
    env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Whether the locale's characters are those of UTF-8.
fn is_utf8() -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let set = names.iter().filter_map(|name| env::var(name).ok()).find(|value| !value.is_empty());
    let locale = set.unwrap_or_default().to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}
