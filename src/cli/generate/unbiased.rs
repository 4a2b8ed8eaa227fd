//! `sudoku-bench generate --unbiased`: minimal puzzles with their weights.

use std::fmt::Write as _;
use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::Context;
use clap::ValueEnum;

use super::{Args, Format, as_text, write};

use crate::cli::streams;
use crate::generate::{Sampler, Unbiased, Weighted};
use crate::puzzle::Order;
use crate::sweep::ordered::ordered;

/// How weighted puzzles are come by.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(super) enum How {
    /// Take cells away in random order; what is left counts only if it is minimal
    Tries,
    /// Take away one of the givens that can go, until none can
    Paths,
}

/// Makes the puzzles and prints them, in their order.
///
/// # Errors
/// When grids of the order cannot be drawn with known weights, or standard output cannot be written.
pub(super) fn run(args: &Args, how: How, seed: u64, threads: usize) -> anyhow::Result<ExitCode> {
    let order = Order::new(args.order.into()).context("an order from 2 to 5")?;
    let sampler = match how {
        How::Tries => Sampler::Tries,
        How::Paths => Sampler::Paths,
    };
    let start = || Unbiased::new(order, sampler, seed);
    start().context(
        "--unbiased makes 4x4 and 9x9 puzzles; grids of other sizes have no known weights",
    )?;
    let mut out = BufWriter::with_capacity(1 << 16, streams::stdout());
    if args.format == Format::Csv {
        out.write_all(b"puzzle,solution,weight\n")?;
    }
    let mut made = 0;
    let is_enough = AtomicBool::new(args.count == 0);
    ordered(
        threads,
        (0..).take_while(|_| !is_enough.load(Relaxed)),
        start,
        |unbiased, portion| unbiased.as_mut().map(|one| one.portion(portion)).unwrap_or_default(),
        |puzzles: Vec<Weighted>| -> anyhow::Result<()> {
            for weighted in puzzles {
                if made < args.count {
                    out.write_all(text_of(&weighted, args.format, made == 0).as_bytes())?;
                    made += 1;
                }
            }
            is_enough.store(made == args.count, Relaxed);
            Ok(())
        },
    )?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn text_of(weighted: &Weighted, format: Format, is_first: bool) -> String {
    let Weighted { made, weight } = weighted;
    let mut text = String::new();
    match format {
        Format::Csv => {
            let [puzzle, solution] = [&made.puzzle, &made.solution].map(|cells| as_text(cells));
            let _ = writeln!(text, "{puzzle},{solution},{weight:.6e}");
        }
        _ => write(made, format, is_first, &mut text),
    }
    text
}
