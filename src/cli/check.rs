//! `sudoku-bench check`: the passport of a file of puzzles.

mod examine;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use self::examine::{Examined, GUESSES, Places, examine};
use super::input::Reading;
use super::progress::Progress;
use super::{FAILED, streams};
use crate::dataset::Dataset;
use crate::dataset::repeats::Naming;
use crate::puzzle::Order;
use crate::report::plain;

/// Arguments of `check`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Repeated lines are searched for in at most 512 MiB of memory, in temporary \
                        files where there are over 22 million puzzles."
)]
pub struct Args {
    /// File of puzzles; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Name all lines with something wrong, not only the first five of each kind
    #[arg(long)]
    list: bool,

    #[command(flatten)]
    reading: Reading,
}

/// Prints what is in a file. With `--strict`, anything that a list of proper puzzles would not
/// have makes the exit code 1.
///
/// # Errors
/// When the file cannot be read, or changes while it is.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let dataset = args.reading.open(&args.file, false)?;
    let naming = if args.list { Naming::All } else { Naming::First };
    let bar = Progress::counting(dataset.survey().total());
    let mut examined = Vec::new();
    for order in dataset.survey().orders() {
        bar.name(&format!("{order} puzzles"));
        examined.push((order, examine(&dataset, order, naming, &bar)?));
    }
    drop(bar);
    let replaced = dataset.verify_unchanged()?;
    let mut out = Vec::new();
    head(&dataset, &mut out)?;
    for (order, examined) in &examined {
        describe(&dataset, *order, examined, &mut out)?;
    }
    if let Some(replaced) = replaced {
        streams::remark(replaced);
    }
    let proper = examined.iter().all(|(_, examined)| examined.is_proper());
    let code = if args.reading.strict && !proper { FAILED } else { 0 };
    Ok(streams::print(&plain::lines(&String::from_utf8(out)?), code).into())
}

fn head(dataset: &Dataset, out: &mut dyn Write) -> io::Result<()> {
    let survey = dataset.survey();
    writeln!(out, "{}", plain::line(dataset.path()))?;
    writeln!(out, "  format     {}", survey.format)?;
    for note in &survey.notes {
        writeln!(out, "  note       {note}")?;
    }
    writeln!(out, "  size       {} bytes, {} lines", survey.bytes, survey.lines)?;
    writeln!(out, "  blake3     {}", survey.hash)?;
    writeln!(out, "  malformed  {}", survey.malformed)
}

fn describe(
    dataset: &Dataset,
    order: Order,
    examined: &Examined,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Examined { givens, repeats, one, none, several, open, given, wrong, .. } = examined;
    let [min, median, max] = [givens.min(), givens.median(), givens.max()];
    writeln!(out, "{order}")?;
    writeln!(out, "  puzzles    {}", dataset.survey().puzzles(order))?;
    writeln!(out, "  givens     {min} to {max}, median {median}")?;
    let [zero, many] = [none.count, several.count];
    writeln!(out, "  solutions  {one} with one, {zero} with none, {many} with several")?;
    places(dataset, none, "no solution", out)?;
    places(dataset, several, "several solutions", out)?;
    if open.count > 0 {
        let count = open.count;
        writeln!(out, "  open       {count}: the search gave up after {GUESSES} guesses")?;
        places(dataset, open, "not known", out)?;
    }
    writeln!(out, "  repeated   {}", repeats.count)?;
    let lines = lines(dataset, repeats.named.iter().flat_map(|one| [one.offset, one.first]));
    for pair in lines.chunks(2) {
        writeln!(out, "             line {} repeats line {}", pair[0], pair[1])?;
    }
    more(repeats.count, repeats.named.len(), out)?;
    match given {
        0 => writeln!(out, "  solution column: none")?,
        _ => writeln!(out, "  solution column: {given}, of which {wrong} are wrong")?,
    }
    let at = lines_of(dataset, examined.faults.iter().map(|(offset, _)| *offset));
    for (line, (_, why)) in at.iter().zip(&examined.faults) {
        writeln!(out, "             line {line}: {why}")?;
    }
    more(*wrong, examined.faults.len(), out)
}

/// Names puzzles of a kind by their lines.
fn places(dataset: &Dataset, of: &Places, what: &str, out: &mut dyn Write) -> io::Result<()> {
    for line in lines_of(dataset, of.offsets.iter().copied()) {
        writeln!(out, "             line {line}: {what}")?;
    }
    more(of.count, of.offsets.len(), out)
}

/// Says that there are more than are named.
fn more(count: u64, named: usize, out: &mut dyn Write) -> io::Result<()> {
    match count - named as u64 {
        0 => Ok(()),
        more => writeln!(out, "             {more} more; --list names all"),
    }
}

/// The lines of offsets in any order.
fn lines(dataset: &Dataset, offsets: impl Iterator<Item = u64>) -> Vec<u64> {
    let offsets: Vec<u64> = offsets.collect();
    let mut order: Vec<usize> = (0..offsets.len()).collect();
    order.sort_unstable_by_key(|&i| offsets[i]);
    let mut lines = vec![0; offsets.len()];
    let sorted = lines_of(dataset, order.iter().map(|&i| offsets[i]));
    for (i, line) in order.into_iter().zip(sorted) {
        lines[i] = line;
    }
    lines
}

/// The lines of offsets that rise.
fn lines_of(dataset: &Dataset, offsets: impl Iterator<Item = u64>) -> Vec<u64> {
    dataset.lines_of(&offsets.collect::<Vec<_>>())
}
