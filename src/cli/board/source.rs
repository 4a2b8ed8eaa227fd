//! Where puzzles come from: a file, from one to the next; the generator; or a puzzle alone.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, ensure};

use super::keeping;
use super::made::Made;
use super::walk::{self, Place};
use super::wanted::Judge;
use crate::board::Game;
use crate::board::saved::Saved;
use crate::cli::explain::choose::file_and_line;
use crate::cli::input::Reading;
use crate::cli::written::Writing;
use crate::dataset::{Dataset, Symbols};
use crate::logic::Names;
use crate::puzzle::Order;
use crate::text;

/// A game to play, where it is kept, and where the next one comes from.
pub(super) struct Opened {
    /// The game, and where its player was.
    pub saved: Saved,
    /// Whether it was begun earlier.
    pub is_resumed: bool,
    /// Its file, if it is to have one.
    pub file: Option<PathBuf>,
    /// Where it is from.
    pub source: Source,
    /// What should be said of it.
    pub remark: Option<String>,
}

/// Where puzzles come from.
#[derive(Clone)]
pub(super) enum Source {
    /// A file, and the offset of the puzzle in play.
    File(Arc<Dataset>, u64),
    /// The generator, and the puzzle in play.
    Generator(Made),
    /// What was given alone: the next puzzle of its order comes from the generator.
    Alone(Order),
    /// Words of an earlier game, which are looked at when the next puzzle is asked for.
    Named(OsString, Order),
}

/// How sources are opened.
#[derive(Clone)]
pub(super) struct Opener {
    /// How files are read.
    pub reading: Reading,
    /// How values are shown.
    pub writing: Writing,
    /// Whether puzzles begin anew that were begun earlier.
    pub anew: bool,
    /// Whether nothing may be said on standard error.
    pub quiet: bool,
}

impl Opener {
    /// Opens what a user has named: a saved game, a puzzle, a file of them, or `generate` with a box
    /// size.
    ///
    /// # Errors
    /// When it is none of these, has no puzzle that can be played, or none as hard as wanted.
    pub(super) fn open(
        &self,
        argument: &OsStr,
        judge: &mut Judge,
        stop: &AtomicBool,
    ) -> anyhow::Result<Opened> {
        if let Some(made) = argument.to_str().and_then(Made::of_text) {
            return self.generated(made?, judge, stop);
        }
        if keeping::is_saved(Path::new(argument)) {
            return resume(PathBuf::from(argument));
        }
        let (dataset, at) = self.dataset(argument, stop)?;
        match at {
            Some(place) => self.begin(&dataset, place),
            None => self.in_file(&dataset, None, judge, stop),
        }
    }

    /// The next puzzle of a source.
    ///
    /// # Errors
    /// When there is none as hard as wanted, or the search is stopped.
    pub(super) fn next(
        &self,
        source: &Source,
        judge: &mut Judge,
        stop: &AtomicBool,
    ) -> anyhow::Result<Opened> {
        match source {
            Source::File(dataset, at) => self.in_file(dataset, Some(*at), judge, stop),
            Source::Generator(made) => self.generated(made.next(), judge, stop),
            Source::Alone(order) => self.generated(Made::new(*order, None), judge, stop),
            Source::Named(words, order) => {
                if let Some(Ok(made)) = words.to_str().and_then(Made::of_text) {
                    return self.generated(made.next(), judge, stop);
                }
                if !Path::new(&file_and_line(words).0).exists() {
                    return self.generated(Made::new(*order, None), judge, stop);
                }
                let (dataset, at) = self.dataset(words, stop)?;
                self.in_file(&dataset, at.map(|place| place.offset), judge, stop)
            }
        }
    }

    /// The file of an argument, or the text that it is itself, and the puzzle of its line.
    fn dataset(
        &self,
        argument: &OsStr,
        stop: &AtomicBool,
    ) -> anyhow::Result<(Arc<Dataset>, Option<Place>)> {
        let (input, line) = file_and_line(argument);
        ensure!(input != "-", "standard input is the terminal here; name a file");
        let dataset = Arc::new(self.reading.open_argument_as(&input, self.quiet)?);
        let Some(line) = line else { return Ok((dataset, None)) };
        let mut lines = dataset.lines();
        let place = walk::next(&dataset, None, stop, |place| Ok(lines.of(place.offset) >= line))?;
        let path = dataset.path();
        let place = place.filter(|place| lines.of(place.offset) == line).with_context(|| {
            format!("{path} has no puzzle in line {line}; `sudoku-bench check {path}` shows what is in it")
        })?;
        let order = place.order;
        ensure!(order <= Order::FIVE, "the puzzle is {order}; 4x4 to 25x25 can be played");
        drop(lines);
        Ok((dataset, Some(place)))
    }

    fn in_file(
        &self,
        dataset: &Arc<Dataset>,
        after: Option<u64>,
        judge: &mut Judge,
        stop: &AtomicBool,
    ) -> anyhow::Result<Opened> {
        let fits = |place: &Place| judge.fits(place.order, &place.cells);
        let found = walk::next(dataset, after, stop, fits)?;
        let place = found.with_context(|| {
            let (path, words) = (dataset.path(), judge.words());
            format!(
                "{path} has no puzzle of 4x4 to 25x25{words}; o opens another file or `generate`"
            )
        })?;
        self.begin(dataset, place)
    }

    fn begin(&self, dataset: &Arc<Dataset>, place: Place) -> anyhow::Result<Opened> {
        let Place { order, cells, offset } = place;
        let names = self.names(dataset.symbols(), order);
        let file = Some(Path::new(dataset.path())).filter(|path| path.exists());
        let (source, words) = match file {
            Some(file) => {
                // The game may be continued in another folder.
                let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
                let words = format!("{}:{}", file.display(), dataset.line_of(offset));
                (Source::File(dataset.clone(), offset), words)
            }
            None => (Source::Alone(order), "a puzzle".to_owned()),
        };
        Ok(self.begun(Game::new(names, cells, text::line(&words).into_owned()), source))
    }

    /// The first puzzle of the generator's, from one on, that is as hard as wanted.
    ///
    /// # Errors
    /// When none of many is, or the search is stopped.
    pub(super) fn generated(
        &self,
        made: Made,
        judge: &mut Judge,
        stop: &AtomicBool,
    ) -> anyhow::Result<Opened> {
        let (made, puzzle) = made.make(judge, stop)?;
        let names = Names::canonical(made.order());
        Ok(self.begun(Game::new(names, puzzle, made.to_string()), Source::Generator(made)))
    }

    /// A new game, or the one of its puzzle that was begun earlier.
    fn begun(&self, game: Game, source: Source) -> Opened {
        let file = keeping::file_of(game.puzzle());
        let earlier = file.as_ref().filter(|file| file.exists() && !self.anew);
        let fresh = |file, remark| {
            let saved = Saved { game: game.clone(), cursor: 0 };
            Opened { saved, is_resumed: false, file, source: source.clone(), remark }
        };
        match earlier.map(|file| keeping::read(file)) {
            None => fresh(file, None),
            Some(Ok(saved)) if saved.game.puzzle() == game.puzzle() => {
                let remark = Some(resumed(&saved.game));
                Opened { saved, is_resumed: true, file, source, remark }
            }
            Some(Ok(_)) => {
                fresh(None, Some("another puzzle has this one's file; :w FILE saves".to_owned()))
            }
            Some(Err(error)) => {
                fresh(None, Some(format!("not saved, as {error:#}; :w FILE saves")))
            }
        }
    }

    /// How values are shown: as in the file, if its symbols can be typed and are not commands.
    fn names(&self, symbols: &Symbols, order: Order) -> Names {
        let mut own = order.symbols().to_vec();
        self.writing.writer(symbols).write(order, &mut own);
        let is_fine = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
        match own.iter().all(is_fine) {
            true => Names::with_symbols(order, own.into_iter().map(char::from)),
            false => Names::canonical(order),
        }
    }
}

/// Goes on with a saved game.
///
/// # Errors
/// When it cannot be read.
pub(super) fn resume(file: PathBuf) -> anyhow::Result<Opened> {
    let saved = keeping::read(&file)?;
    let source = Source::Named(saved.game.source().into(), saved.game.order());
    let remark = Some(resumed(&saved.game));
    Ok(Opened { saved, is_resumed: true, file: Some(file), source, remark })
}

/// What was opened, kept in a file that the user names: the game that it holds already, if that is of
/// the same puzzle.
///
/// # Errors
/// When the file cannot be read, or holds a game of another puzzle.
pub(super) fn kept_in(file: &Path, opened: Opened, anew: bool) -> anyhow::Result<Opened> {
    let path = Some(file.to_owned());
    if anew || !file.exists() {
        let is_same = opened.file.as_deref() == Some(file);
        return Ok(Opened { is_resumed: opened.is_resumed && is_same, file: path, ..opened });
    }
    let saved = keeping::read(file)?;
    ensure!(
        saved.game.puzzle() == opened.saved.game.puzzle(),
        "{} holds a game of another puzzle; name another file, or --anew to write over it",
        file.display()
    );
    let remark = Some(resumed(&saved.game));
    Ok(Opened { saved, is_resumed: true, file: path, source: opened.source, remark })
}

fn resumed(game: &Game) -> String {
    match game.history().depth() {
        1 => "begun earlier: 1 move; z takes everything back".to_owned(),
        moves => format!("begun earlier: {moves} moves; z takes everything back"),
    }
}
