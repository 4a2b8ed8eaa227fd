//! `sudoku-bench generate`: puzzles made by seed, in several forms.

mod made;
mod unbiased;

use std::hash::{BuildHasher, RandomState};
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::process::ExitCode;
use std::thread;

use anyhow::Context;
use clap::ValueEnum;

use self::made::Maker;
use super::difficulty::Wanted;
use super::streams::{self, remark};
use super::value;
use crate::generate::{Generated, Generator, Givens, Recipe, Symmetry};
use crate::puzzle::Order;
use crate::sweep::ordered::ordered;

/// Puzzles that a thread makes between two results: large ones are printed as they come.
fn batch_size(order: Order) -> u64 {
    if order <= Order::THREE { 16 } else { 1 }
}

/// Arguments of `generate`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Which puzzles; the same seed makes the same ones everywhere (default: a new one, printed)
    #[arg(long)]
    seed: Option<u64>,
    /// How many
    #[arg(long, default_value_t = 1)]
    count: u64,
    /// Box size: 2 for 4x4, 3 for 9x9, 4 for 16x16, 5 for 25x25
    #[arg(long, default_value_t = 3, value_parser = box_size)]
    order: u8,
    /// Leave out givens until each is needed
    ///
    /// A 9x9 puzzle takes about a millisecond, a 16x16 one a tenth of a second, a 25x25 one some
    /// five seconds, with symmetry ten. On 16x16 and 25x25, --symmetry rotational uses only grids
    /// that are themselves symmetric under a half turn plus relabelling; other grids almost never
    /// yield such puzzles.
    #[arg(long)]
    minimal: bool,
    /// Number of givens, both ends included
    ///
    /// Quick: from 24 on 9x9, from 93 on 16x16, from 275 on 25x25. Fewer take up to a minute; if
    /// none is found, it gives up after a few minutes.
    #[arg(long, value_name = "MIN..MAX")]
    givens: Option<Givens>,
    /// Where givens stand
    #[arg(long, value_enum, default_value_t = Symmetries::None)]
    symmetry: Symmetries,
    /// How hard: easy, medium, hard, expert or extreme, or the hardest technique needed, like x-wing
    ///
    /// Puzzles are made until one is like that; after 100,000 of them (9x9), 1000 (4x4, 16x16) or 20 (25x25) it
    /// gives up.
    #[arg(long, value_name = "LABEL")]
    difficulty: Option<Wanted>,
    /// Minimal 4x4 or 9x9 puzzles with known weights: what removing at random prefers is set right
    ///
    /// The column `weight` of --format csv is by how much puzzles like it are rarer in the output than
    /// among all minimal puzzles; weighted means estimate means over all of these. `tries` takes
    /// a second for some seven puzzles and core, whose weights are alike; `paths` makes hundreds, of which
    /// few have nearly all the weight.
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true,
          default_missing_value = "tries", conflicts_with_all = ["minimal", "givens", "symmetry", "difficulty"])]
    unbiased: Option<unbiased::How>,
    /// How puzzles are written
    #[arg(long, value_enum, default_value_t = Format::Line)]
    format: Format,
    /// Worker threads; the output does not depend on them (default: all processors)
    #[arg(long, value_parser = value::positive)]
    threads: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Symmetries {
    /// Anywhere
    None,
    /// Where they also stand after half a turn
    Rotational,
    /// The same, in puzzles that half a turn and other names for the values lead back to themselves
    Turned,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Format {
    /// One puzzle a line
    Line,
    /// One row a line, a blank line between puzzles
    Grid,
    /// A Java string
    Java,
    /// puzzle,solution; with --unbiased puzzle,solution,weight
    Csv,
}

/// Makes the puzzles and prints them, in their order.
///
/// # Errors
/// When there are no such puzzles, or standard output cannot be written.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let order = Order::new(args.order.into()).context("an order from 2 to 5")?;
    let symmetry = match args.symmetry {
        Symmetries::None => Symmetry::None,
        Symmetries::Rotational => Symmetry::Rotational,
        Symmetries::Turned => Symmetry::Turned,
    };
    let recipe = Recipe::new(order, args.minimal, args.givens, symmetry)?;
    let seed = args.seed.unwrap_or_else(|| {
        let seed = RandomState::new().hash_one(std::process::id());
        remark(format_args!("seed {seed}"));
        seed
    });
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or_else(processors);
    if let Some(how) = args.unbiased {
        return unbiased::run(args, how, seed, threads);
    }
    let size = batch_size(order);
    let batches = args.count.div_ceil(size);
    let mut out = BufWriter::with_capacity(1 << 16, streams::stdout());
    if args.format == Format::Csv {
        out.write_all(b"puzzle,solution\n")?;
    }
    ordered(
        threads.min(usize::try_from(batches).unwrap_or(usize::MAX)),
        0..batches,
        || Maker::new(Generator::new(recipe, seed), order, args.difficulty),
        |maker, batch| {
            let from = batch * size;
            text_of(maker, from..args.count.min(from + size), args.format)
        },
        |text: anyhow::Result<String>| -> anyhow::Result<()> {
            out.write_all(text?.as_bytes())?;
            if size == 1 {
                out.flush()?;
            }
            Ok(())
        },
    )?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Box sizes that are generated; the side of a grid is a common slip.
pub(super) fn box_size(text: &str) -> Result<u8, String> {
    match text.parse() {
        Ok(size @ 2..=5) => Ok(size),
        Ok(side @ (9 | 16 | 25)) => {
            Err(format!("write the box size, {} for {side}x{side}", f64::from(side).sqrt()))
        }
        _ => Err("write 2 for 4x4, 3 for 9x9, 4 for 16x16 or 5 for 25x25".to_owned()),
    }
}

fn text_of(maker: &mut Maker, puzzles: Range<u64>, format: Format) -> anyhow::Result<String> {
    let mut text = String::new();
    for index in puzzles {
        write(&maker.make(index)?, format, index == 0, &mut text);
    }
    Ok(text)
}

fn write(made: &Generated, format: Format, is_first: bool, text: &mut String) {
    let [puzzle, solution] = [&made.puzzle, &made.solution].map(|cells| as_text(cells));
    let side = puzzle.len().isqrt();
    let rows = (0..side).map(|row| &puzzle[row * side..(row + 1) * side]);
    match format {
        Format::Line => text.extend([&puzzle, "\n"]),
        Format::Csv => text.extend([&puzzle, ",", &solution, "\n"]),
        Format::Grid => {
            text.push_str(if is_first { "" } else { "\n" });
            text.extend(rows.flat_map(|row| [row, "\n"]));
        }
        Format::Java => {
            text.push_str(if is_first { "" } else { "\n" });
            for (i, row) in rows.enumerate() {
                text.push_str(if i == 0 { "    String puzzle = \"" } else { JAVA_INDENT });
                text.extend([row, if i + 1 == side { "\";\n" } else { "\"+\n" }]);
            }
        }
    }
}

const JAVA_INDENT: &str = "                    \"";

fn as_text(cells: &[u8]) -> String {
    cells.iter().map(|&cell| char::from(cell)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grid_and_java_look_as_in_the_article() {
        let puzzle =
            b".....2...1.6....39....6.5.1....9...............9.2.....9...4........5......6.8..."
                .to_vec();
        let made = Generated { solution: puzzle.clone(), puzzle };
        let (mut grid, mut java) = (String::new(), String::new());
        write(&made, Format::Grid, true, &mut grid);
        write(&made, Format::Java, true, &mut java);
        assert_eq!(grid, include_str!("generate/article.grid"));
        assert_eq!(java, include_str!("generate/article.java"));
    }
}
