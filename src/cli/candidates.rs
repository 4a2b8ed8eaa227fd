//! `sudoku-bench candidates`: a puzzle's candidates after elimination, as a table.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::ValueEnum;

use super::input::{self, Reading};
use super::streams;
use super::written::Writing;
use crate::builtin::elimination::grid::CandidateGrid;
use crate::dataset::{Batch, Writer};
use crate::puzzle::Order;
use crate::puzzle::units::Kind;

/// Arguments of `candidates`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The puzzle, or a file with one, or `-`
    #[arg(value_name = "PUZZLE")]
    puzzle: OsString,
    /// How far to go
    #[arg(long, value_enum, default_value_t = After::All)]
    after: After,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    writing: Writing,
}

/// What has been eliminated.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum After {
    /// Nothing: givens, and all values elsewhere
    Nothing,
    /// Rows, once
    Rows,
    /// Rows, then columns, once
    Columns,
    /// Rows, then columns, then regions (boxes), once
    Regions,
    /// All three until nothing new is solved
    All,
}

/// Prints the table: a line a row, cells as wide as all candidates but one.
///
/// # Errors
/// When the argument holds not exactly one puzzle, the file changes while it is read, or standard
/// output cannot be written.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let dataset = args.reading.open_argument(&args.puzzle)?;
    let total = dataset.survey().total();
    if total != 1 {
        bail!("{} holds {total} puzzles; candidates are shown of one", dataset.path());
    }
    let order = dataset.survey().orders().next().context("a puzzle has an order")?;
    let writer = args.writing.writer(dataset.symbols());
    let mut batch = Batch::new(order, &dataset);
    let mut grid = CandidateGrid::new(order);
    for chunk in 0..dataset.chunks() {
        dataset.read(order, chunk, &mut batch)?;
        for cells in batch.block().iter() {
            grid.load(cells);
            eliminate(&mut grid, args.after);
            streams::stdout().write_all(table(&grid, &writer).as_bytes())?;
        }
    }
    input::verify_to_the_end(&dataset)?;
    Ok(ExitCode::SUCCESS)
}

fn eliminate(grid: &mut CandidateGrid, after: After) {
    let kinds = match after {
        After::Nothing => &[][..],
        After::Rows => &[Kind::Row],
        After::Columns => &[Kind::Row, Kind::Column],
        After::Regions => &Kind::ALL,
        After::All => return grid.eliminate_all(),
    };
    for &kind in kinds {
        grid.eliminate(kind);
    }
}

/// `ALL` stands for all candidates, nothing for none.
fn table(grid: &CandidateGrid, writer: &Writer) -> String {
    let side = grid.order().side();
    let width = (side - 1).max(3);
    let mut table = String::new();
    for cell in 0..grid.order().cells() {
        let candidates = grid.candidates(cell);
        let values = (1..=side as u8).filter(|value| candidates >> (value - 1) & 1 == 1);
        let mut symbols: Vec<u8> = values.map(Order::symbol).collect();
        writer.write(grid.order(), &mut symbols);
        let symbols = String::from_utf8_lossy(&symbols);
        let shown = if symbols.len() == side { "ALL" } else { &symbols };
        let end = if (cell + 1) % side == 0 { '\n' } else { '|' };
        table.push_str(&format!("{shown:<width$}{end}"));
    }
    table
}
