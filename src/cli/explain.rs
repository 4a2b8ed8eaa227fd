//! `sudoku-bench explain`: a puzzle solved as a person would, step by step, or a hint.

pub(super) mod choose;
pub(super) mod solved;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::ValueEnum;

use self::choose::Chosen;
use super::input::{self, Reading};
use super::written::Writing;
use super::{overwriting, streams};
use crate::logic::{Explanation, Grader, Names, Position, Step, Strength, shorten};
use crate::puzzle::Order;
use crate::report::explanation::{Explained, Hint, Solutions, json, svg, words};
use crate::report::whole::WholeFile;

/// Arguments of `explain`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The puzzle, or a file with one, or one of a file's by its line, or `-`
    #[arg(value_name = "PUZZLE|FILE[:LINE]")]
    puzzle: OsString,
    /// Only a hint at the next step
    #[arg(long, value_enum, value_name = "STRENGTH", num_args = 0..=1, require_equals = true,
          default_missing_value = "where")]
    hint: Option<HintStrength>,
    /// Only step N
    #[arg(long, value_name = "N", conflicts_with = "hint",
          value_parser = clap::value_parser!(u32).range(1..))]
    step: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Also draw a step as an SVG image: the first, or that of --step
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    writing: Writing,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum HintStrength {
    /// Where to look
    Where,
    /// Also which technique
    Technique,
    /// Also what it does, and why
    Effect,
}

impl From<HintStrength> for Strength {
    fn from(strength: HintStrength) -> Self {
        match strength {
            HintStrength::Where => Self::Where,
            HintStrength::Technique => Self::Technique,
            HintStrength::Effect => Self::Effect,
        }
    }
}

/// Prints the steps, easiest technique first, or what was asked for of them.
///
/// # Errors
/// When the argument names no puzzle of 4x4 to 25x25, or one without a solution, the file changes
/// while it is read, there is no such step, or a file cannot be written.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (input, line) = choose::file_and_line(&args.puzzle);
    overwriting::guard(&[PathBuf::from(&input)], &[("--svg", args.svg.clone())])?;
    let dataset = args.reading.open_argument(&input)?;
    let Chosen { order, cells } = choose::puzzle(&dataset, line)?;
    let names = names(args, &dataset, order);
    let told = tell(dataset.path(), order, cells, names)?;
    if let Some(path) = &args.svg {
        draw(args, &told, path)?;
    }
    let code = streams::print_with(0, |out| show(args, &told, out));
    input::verify_to_the_end(&dataset)?;
    Ok(code.into())
}

/// The symbols asked for: those of the file, or the standard ones.
fn names(args: &Args, dataset: &crate::dataset::Dataset, order: Order) -> Names {
    let mut symbols = order.symbols().to_vec();
    args.writing.writer(dataset.symbols()).write(order, &mut symbols);
    Names::with_symbols(order, symbols.into_iter().map(char::from))
}

/// A puzzle explained, and where it began.
struct Told {
    begin: Position,
    explained: Explained,
}

fn tell(path: &str, order: Order, cells: Vec<u8>, names: Names) -> anyhow::Result<Told> {
    let begin = Position::new(order, &cells).map_err(|error| {
        anyhow::anyhow!("the puzzle has no solution: {error}; correct its givens")
    })?;
    let (solutions, known) = solved::solve(path, order, &cells)?;
    let is_unique = solutions == Solutions::One;
    let difficulty = is_unique.then(|| Grader::new(order).grade(&cells)).transpose()?;
    let mut explanation = Explanation::new(begin.clone(), known);
    let steps: Vec<Step> = explanation.by_ref().collect();
    let steps: Vec<(usize, Step)> = (1..).zip(shorten(&begin, steps)).collect();
    let puzzle =
        cells.iter().map(|&cell| order.value(cell).map_or('.', |value| names.value(value)));
    let explained = Explained {
        puzzle: puzzle.collect(),
        givens: order.cells() - begin.open(),
        solutions,
        difficulty,
        open: explanation.position().open(),
        steps,
        names,
    };
    Ok(Told { begin, explained })
}

/// The step that `--step` asks for, or the first.
fn chosen_step<'a>(args: &Args, told: &'a Told) -> anyhow::Result<&'a (usize, Step)> {
    let steps = &told.explained.steps;
    ensure!(!steps.is_empty(), "there is no step: every cell is filled, or no technique applies");
    let number = args.step.unwrap_or(1) as usize;
    steps.get(number - 1).with_context(|| {
        format!("there is no step {number}; write --step 1 to --step {}", steps.len())
    })
}

fn draw(args: &Args, told: &Told, path: &std::path::Path) -> anyhow::Result<()> {
    let (number, step) = chosen_step(args, told)?;
    let mut before = told.begin.clone();
    for (_, earlier) in told.explained.steps.iter().take(number - 1) {
        before.apply(&earlier.effect)?;
    }
    let drawing = svg::draw(&before, step, &told.explained.names);
    WholeFile::write(path, |file| file.write_all(drawing.as_bytes()))
        .with_context(|| format!("cannot write {}", path.display()))
}

fn show(args: &Args, told: &Told, out: &mut dyn Write) -> anyhow::Result<()> {
    let explained = &told.explained;
    if let Some(strength) = args.hint {
        let (_, step) = chosen_step(args, told)?;
        let hint = Hint { step: step.clone(), strength: strength.into() };
        match args.json {
            true => json::write_hint(&hint, &explained.names, out)?,
            false => writeln!(out, "{}", step.hint(hint.strength, &explained.names))?,
        }
        return Ok(());
    }
    if args.step.is_some() {
        let steps = vec![chosen_step(args, told)?.clone()];
        let one = Explained { steps, ..explained.clone() };
        match args.json {
            true => json::write(&one, out)?,
            false => words::write_steps(&one, out)?,
        }
        return Ok(());
    }
    match args.json {
        true => json::write(explained, out)?,
        false => words::write(explained, out)?,
    }
    Ok(())
}
