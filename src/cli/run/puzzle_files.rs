//! What `--per-puzzle` and `--per-puzzle-rounds` write while a run goes on.
//!
//! A write that fails is kept until the end, and nothing more is written: the rows before it stand.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::cli::streams::{self, Standard};
use crate::dataset::{Dataset, Lines};
use crate::record::Identity;
use crate::record::mark::Mark;
use crate::record::puzzle_row::PuzzleRow;
use crate::report::packing::Packing;
use crate::report::per_puzzle::{PhaseOfRows, Round, RoundRows, Solved, Summed, SummedRows};
use crate::report::whole::WholeFile;
use crate::run::drive::observe::RoundReport;
use crate::run::work::phase;

/// The files of single puzzles that were asked for.
pub(super) struct PuzzleFiles<'a> {
    datasets: &'a [(String, Dataset)],
    phase: Option<(PhaseOfRows, Lines<'a>)>,
    summed: Option<(Named<SummedRows<Out>>, Summed)>,
    rounds: Option<Named<RoundRows<Out>>>,
}

/// A file with its name, and why it can no longer be written.
struct Named<R> {
    rows: R,
    name: String,
    failed: Option<io::Error>,
}

type Out = Packing<Sink>;

enum Sink {
    Stdout(Standard),
    File(WholeFile),
}

impl<'a> PuzzleFiles<'a> {
    /// Begins the files with their headers.
    ///
    /// # Errors
    /// When one cannot be made.
    pub(super) fn begin(
        summed: &Option<PathBuf>,
        rounds: &Option<PathBuf>,
        identity: &Identity,
        datasets: &'a [(String, Dataset)],
    ) -> anyhow::Result<Self> {
        let summed = summed.as_deref().map(|path| -> anyhow::Result<_> {
            let named = named(path, |out| SummedRows::new(out, identity.clone()))?;
            Ok((named, Summed::default()))
        });
        let rounds =
            rounds.as_deref().map(|path| named(path, |out| RoundRows::new(out, identity.clone())));
        Ok(Self { datasets, phase: None, summed: summed.transpose()?, rounds: rounds.transpose()? })
    }

    /// A phase begins.
    pub(super) fn phase(&mut self, phase: &phase::Phase<'_>) {
        self.end_phase();
        let dataset = self.datasets.iter().find(|(name, _)| name == &phase.setting.dataset);
        self.phase = dataset.map(|(_, dataset)| {
            let of = PhaseOfRows {
                setting: phase.setting.clone(),
                solvers: phase.backends.iter().map(|backend| backend.id().to_owned()).collect(),
            };
            (of, dataset.lines())
        });
    }

    /// Adds the puzzles of a round, `solved` being its rows.
    pub(super) fn round(&mut self, report: &RoundReport, solved: &[Solved]) {
        let (Some((phase, lines)), Some(record)) = (&mut self.phase, report.records.first()) else {
            return;
        };
        let at = Round { sample: record.sample, round: record.round, group: record.group };
        if let Some((_, summed)) = &mut self.summed {
            solved.iter().for_each(|one| summed.add(at, one));
        }
        if let Some(file) = &mut self.rounds {
            file.write(|rows| {
                solved.iter().try_for_each(|one| rows.write(phase, at, lines.of(one.offset), one))
            });
        }
    }

    fn end_phase(&mut self) {
        let Some((phase, mut lines)) = self.phase.take() else { return };
        if let Some((file, summed)) = &mut self.summed {
            let summed = std::mem::take(summed);
            file.write(|rows| rows.write(&phase, summed, |offset| lines.of(offset)));
        }
    }

    /// Gives the files their names. Returns why for each that is not whole, unless its reader has
    /// left.
    pub(super) fn finish(mut self) -> Vec<anyhow::Error> {
        self.end_phase();
        let summed = self.summed.and_then(|(file, _)| file.finish(SummedRows::into_inner).err());
        let rounds = self.rounds.and_then(|file| file.finish(RoundRows::into_inner).err());
        summed.into_iter().chain(rounds).collect()
    }
}

impl<R> Named<R> {
    fn write(&mut self, rows: impl FnOnce(&mut R) -> io::Result<()>) {
        if self.failed.is_none() {
            self.failed = rows(&mut self.rows).err();
        }
    }

    fn finish(self, inner: impl FnOnce(R) -> io::Result<Out>) -> anyhow::Result<()> {
        let Self { rows, name, failed } = self;
        let finished = || -> io::Result<()> {
            let out = inner(rows)?;
            failed.map_or(Ok(()), Err)?;
            match out.finish()? {
                Sink::Stdout(mut out) => out.flush(),
                Sink::File(file) => file.finish(),
            }
        };
        match finished() {
            Err(_) if streams::reader_left() => Ok(()),
            done => done.with_context(|| format!("cannot write {name} to its end")),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

fn named<R>(path: &Path, begin: impl FnOnce(Out) -> io::Result<R>) -> anyhow::Result<Named<R>> {
    let name = path.display().to_string();
    let cannot = || format!("cannot write {name}");
    let sink = match streams::is_stdout(path) {
        true => Sink::Stdout(streams::stdout()),
        false => Sink::File(WholeFile::create(path).with_context(cannot)?),
    };
    let rows = begin(Packing::by_name(path, sink)).with_context(cannot)?;
    Ok(Named { rows, name, failed: None })
}

/// The puzzles of a round that have a time; without one, a turn was cut short.
pub(super) fn solved(rows: &[PuzzleRow]) -> Vec<Solved> {
    let timed = rows.iter().filter(|row| row.low_ns != u64::MAX);
    let solved = timed.map(|row| Solved {
        solver: row.backend,
        offset: row.offset,
        isomorph: row.isomorph,
        givens: row.givens,
        outcome: (row.mark as u8, outcome(row.mark)),
        guesses: row.guesses,
        turns_ns: [row.low_ns, row.high_ns],
    });
    solved.collect()
}

/// The row that a puzzle was taken from.
pub(super) fn row_of(solved: &Solved) -> PuzzleRow {
    PuzzleRow {
        backend: solved.solver,
        offset: solved.offset,
        mark: Mark::from_number(solved.outcome.0.into()).unwrap_or_default(),
        guesses: solved.guesses,
        low_ns: solved.turns_ns[0],
        high_ns: solved.turns_ns[1],
        isomorph: solved.isomorph,
        givens: solved.givens,
    }
}

fn outcome(mark: Mark) -> &'static str {
    match mark {
        Mark::Open => "",
        Mark::Unique => "unique",
        Mark::Multiple => "multiple",
        Mark::None => "none",
        Mark::Incomplete => "incomplete",
        Mark::TimedOut => "timed_out",
        Mark::Crashed => "crashed",
        Mark::Wrong => "wrong",
    }
}
