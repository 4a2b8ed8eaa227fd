//! `sudoku-bench dedup`: the first of equal puzzles, in the order of the file.

use std::io::{BufWriter, Write};
use std::iter::Peekable;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use super::input::{self, Reading};
use super::progress::Progress;
use super::streams::{self, remark};
use super::written::Writing;
use crate::dataset::Dataset;
use crate::dataset::listing::{Naming, Place};
use crate::puzzle::Order;
use crate::sweep::classes::{Classes, Equality, classes, histogram};
use crate::sweep::file_order::FileOrder;

/// Arguments of `dedup`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Repeats are searched for in at most 512 MiB of memory, 24 bytes a puzzle, and in \
                  temporary files where there are over 22 million puzzles; the repeats themselves take \
                  24 MiB, and temporary files beyond a million. A core compares some 300,000 puzzles a \
                  second up to isomorphism. A puzzle without a canonical form (its givens clash, or a \
                  large grid has too many ties) equals only what has the same cells."
)]
pub(super) struct Args {
    /// File of puzzles; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Leave out isomorphs of an earlier puzzle, too: relabelled, permuted, transposed
    #[arg(long)]
    isomorphic: bool,

    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    writing: Writing,
}

/// Prints the puzzles that equal no earlier one, one a line, and says on standard error how many
/// those are.
///
/// # Errors
/// When the file cannot be read, changes while it is, or the puzzles cannot be written.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let dataset = args.reading.open(&args.file, false)?;
    let equality = if args.isomorphic { Equality::Isomorphism } else { Equality::Cells };
    let bar = Progress::counting(dataset.survey().total());
    let mut found = Vec::new();
    for order in dataset.survey().orders() {
        bar.name(&format!("{order} puzzles"));
        let classes = classes(&dataset, order, equality, Naming::All, &|puzzles| bar.add(puzzles))?;
        report(&dataset, order, equality, &classes);
        found.push((order, classes.repeats.places()?.peekable()));
    }
    drop(bar);
    dataset.verify_unchanged()?;
    let writer = args.writing.writer(dataset.symbols());
    let mut out = BufWriter::with_capacity(1 << 16, streams::stdout());
    let mut reader = FileOrder::new(&dataset);
    for chunk in 0..dataset.chunks() {
        reader.read(chunk)?;
        for puzzle in reader.puzzles() {
            let order = puzzle.block.order();
            if is_repeat(&mut found, order, puzzle.offset)? {
                continue;
            }
            let mut line = puzzle.cells().to_vec();
            writer.write(order, &mut line);
            line.push(b'\n');
            out.write_all(&line)?;
        }
    }
    out.flush()?;
    input::verify_to_the_end(&dataset)?;
    Ok(ExitCode::SUCCESS)
}

fn report(dataset: &Dataset, order: Order, equality: Equality, classes: &Classes) {
    let (path, puzzles) = (dataset.path(), dataset.survey().puzzles(order));
    let repeats = classes.repeats.count();
    let kept = puzzles - repeats;
    match equality {
        Equality::Cells => remark(format_args!(
            "{path}: {order}: {kept} of {puzzles} puzzles kept, {repeats} repeat an earlier one"
        )),
        Equality::Isomorphism => remark(format_args!(
            "{path}: {order}: {kept} of {puzzles} puzzles kept, one of each class; automorphisms: {}",
            histogram(&classes.automorphisms)
        )),
    }
    if classes.without_form > 0 {
        remark(format_args!(
            "{path}: {order}: {} puzzles have no canonical form and were compared by their cells; \
             `sudoku-bench canon` names the reasons",
            classes.without_form
        ));
    }
}

/// Whether the puzzle at an offset is the next of the repeats of its order. Puzzles are asked about
/// in the order of the file.
fn is_repeat<I>(
    found: &mut [(Order, Peekable<I>)],
    order: Order,
    offset: u64,
) -> anyhow::Result<bool>
where
    I: Iterator<Item = std::io::Result<Place>>,
{
    let repeats = found.iter_mut().find(|(of, _)| *of == order);
    let (_, repeats) = repeats.context("an order that the file did not have")?;
    let is_next = |next: &std::io::Result<Place>| {
        next.as_ref().is_err() || next.as_ref().is_ok_and(|place| place.offset == offset)
    };
    Ok(repeats.next_if(is_next).transpose()?.is_some())
}
