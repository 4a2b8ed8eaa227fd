//! `sudoku-bench neighbours`: minimal puzzles near others, in rounds.

mod found;

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use self::found::FoundFile;

use super::input::{self, Reading};
use super::streams::{self, remark};
use super::{overwriting, value};
use crate::generate::neighbours::{Search, Step};
use crate::puzzle::Order;
use crate::puzzle::canonical::{Canonizer, Form};
use crate::sweep::file_order::FileOrder;

/// Arguments of `neighbours`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "A neighbour has K givens less and M others more. A round expands the 32 puzzles that were \
                  found first and not expanded yet; with K = M = 2 or more, whatever is found is also expanded by \
                  {-1+1} until that finds nothing. Found are minimal puzzles with one solution, \
                  which two unlike solvers confirm, in canonical form, and none that is an isomorph of \
                  another. The output is the same for any number of threads. {-2+2} takes about a second a \
                  puzzle of 17 givens and core. Memory: some 4 KiB a puzzle expanded by {-2+2}."
)]
pub(super) struct Args {
    /// File of 9x9 puzzles to start from; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Givens to leave out
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=6))]
    remove: u8,
    /// Givens to add: 0, 1 or 2. Three take days
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u8).range(0..=2))]
    add: u8,
    /// Rounds; the search ends before if nothing is left to expand
    #[arg(long, value_name = "N", default_value_t = 1)]
    rounds: u64,
    /// File of puzzles that are not to be found, nor expanded
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Write what is found there after each round; if the file is there, go on from it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Worker threads (default: all processors)
    #[arg(long, value_parser = value::positive)]
    threads: Option<usize>,
    #[command(flatten)]
    reading: Reading,
}

/// Searches, and prints or writes what was found.
///
/// # Errors
/// When a file cannot be read or written, holds other puzzles than 9x9, or `--out` is that of another
/// search.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let inputs: Vec<PathBuf> = [&args.file].into_iter().chain(&args.known).cloned().collect();
    overwriting::guard(&inputs, &[("--out", args.out.clone())])?;
    let starts = forms(&args.reading, &args.file)?;
    let known = args.known.as_deref().map(|path| forms(&args.reading, path)).transpose()?;
    let known = known.unwrap_or_default();
    let step = Step { remove: args.remove.into(), add: args.add.into() };
    let out = args.out.as_deref().map(|path| FoundFile::new(path, step, &starts, &known));
    let mut search = Search::new(step, starts, known);
    if let Some((found, expanded)) = out.as_ref().map(FoundFile::read).transpose()?.flatten() {
        search.resume(found, expanded);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0)).build();
    let pool = pool.context("cannot start a thread; allow more processes (ulimit -u) or memory")?;
    for round in 1..=args.rounds {
        if search.is_exhausted() {
            remark(format_args!("nothing is left to expand after {} rounds", round - 1));
            break;
        }
        pool.install(|| search.round());
        let (found, expanded) = (search.found().len(), search.expanded());
        remark(format_args!("round {round}: {found} found, {expanded} expanded"));
        if let Some(out) = &out {
            out.write(&search)?;
        }
    }
    if out.is_none() {
        print(&search)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print(search: &Search) -> anyhow::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, streams::stdout());
    for form in search.found() {
        out.write_all(form)?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

/// The canonical forms of a file's puzzles.
fn forms(reading: &Reading, path: &Path) -> anyhow::Result<Vec<Vec<u8>>> {
    let dataset = reading.open(path, false)?;
    if let Some(order) = dataset.survey().orders().find(|&order| order != Order::THREE) {
        bail!("{}: holds {order} puzzles; neighbours are found of 9x9 puzzles", dataset.path());
    }
    let mut canonizer = Canonizer::new(Order::THREE)?;
    let mut forms = Vec::new();
    let mut reader = FileOrder::new(&dataset);
    for chunk in 0..dataset.chunks() {
        reader.read(chunk)?;
        for puzzle in reader.puzzles() {
            let form = canonizer.form(puzzle.cells(), Form::Min).with_context(|| {
                format!("{}: line {}", dataset.path(), dataset.line_of(puzzle.offset))
            })?;
            forms.push(form.to_vec());
        }
    }
    input::verify_to_the_end(&dataset)?;
    Ok(forms)
}
