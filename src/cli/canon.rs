//! `sudoku-bench canon`: the canonical form of every puzzle, in their order.

mod forms;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::thread;

use clap::ValueEnum;

use self::forms::{Canonical, Forms, NoForm};
use super::announcement::Announcement;
use super::input::{self, Reading};
use super::streams::{self, remark};
use super::{FAILED, value};
use crate::dataset::Dataset;
use crate::sweep::file_order::FileOrder;
use crate::sweep::limited::HandOver;
use crate::sweep::ordered::ordered;

/// Puzzles without a form that are named by their lines.
const NAMED: u64 = 5;

/// Arguments of `canon`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Two puzzles are isomorphic (the same but for exchanged rows, columns, bands, stacks, \
                  values, or rows made columns) if and only if their canonical forms are equal. A core \
                  puts some 300,000 puzzles of 17 givens a second into canonical form, and 30,000 solved \
                  grids; nearly full puzzles take a millisecond. 16x16 and 25x25 puzzles with too \
                  many ties, such as solved ones, are refused, and so are larger puzzles."
)]
pub(super) struct Args {
    /// A puzzle, a file of puzzles, or `-` for standard input
    #[arg(value_name = "PUZZLE|FILE", default_value = "-")]
    input: OsString,
    /// Which of all isomorphs is the canonical one
    #[arg(long, value_enum, default_value_t = Kind::Puzzle)]
    form: Kind,
    /// Print CSV: puzzle, form, automorphisms, and the isomorph that leads from one to the other
    ///
    /// `rows` and `columns` name the source of each line of the form, counted from 1; if `transposed` is
    /// yes, lines are those of the transposed puzzle. `values` are what 1, 2, 3... become.
    #[arg(long)]
    map: bool,
    /// Worker threads; the output does not depend on them (default: all processors)
    #[arg(long, value_parser = value::positive)]
    threads: Option<usize>,
    #[command(flatten)]
    reading: Reading,
}

/// Which of all isomorphs is the canonical one.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(super) enum Kind {
    /// The one whose cells are the least string, blanks before values ("minlex")
    Puzzle,
    /// The least one whose solution is the least grid; needs exactly one solution
    Solution,
    /// The one whose cells are the greatest string ("maxlex")
    Max,
}

/// Prints a form a line. A puzzle that has none leaves an empty line, or with `--map` a line with
/// nothing but the puzzle.
///
/// # Errors
/// When there is no puzzle, the file changes while it is read, or standard output cannot be written.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let dataset = args.reading.open_argument(&args.input)?;
    let mut out = BufWriter::with_capacity(1 << 16, streams::stdout());
    if args.map {
        out.write_all(b"puzzle,form,automorphisms,transposed,rows,columns,values\n")?;
    }
    let mut failures = Failures { dataset: &dataset, count: 0 };
    let announcement = Announcement::without_timeout(dataset.path());
    let hand_over = |what: HandOver<'_>| announcement.say(&what, remark);
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    ordered(
        args.threads.unwrap_or_else(processors).min(dataset.chunks()),
        0..dataset.chunks(),
        || (FileOrder::new(&dataset), Forms::new(args.form, &hand_over)),
        |(reader, forms), chunk| text_of(reader, forms, chunk, args.map),
        |text: anyhow::Result<Text>| -> anyhow::Result<()> {
            let Text { lines, without } = text?;
            out.write_all(lines.as_bytes())?;
            without.iter().for_each(|(offset, why)| failures.note(*offset, why));
            Ok(())
        },
    )?;
    out.flush()?;
    input::verify_to_the_end(&dataset)?;
    Ok(if failures.sum_up() { ExitCode::from(FAILED) } else { ExitCode::SUCCESS })
}

/// What is printed of a chunk.
#[derive(Default)]
struct Text {
    lines: String,
    /// Offsets of puzzles without a form, and why there is none.
    without: Vec<(u64, NoForm)>,
}

fn text_of(
    reader: &mut FileOrder<'_>,
    forms: &mut Forms<'_>,
    chunk: usize,
    map: bool,
) -> anyhow::Result<Text> {
    reader.read(chunk)?;
    let mut text = Text::default();
    for puzzle in reader.puzzles() {
        let found = forms.of(&puzzle.block);
        if map {
            let puzzle = String::from_utf8_lossy(puzzle.cells());
            match &found {
                Ok(found) => write_map(&puzzle, found, &mut text.lines),
                Err(_) => text.lines.extend([&puzzle, ",,,,,,\n"]),
            }
        } else {
            let form = found.as_ref().map_or(&[][..], |found| &found.form);
            text.lines.extend([&String::from_utf8_lossy(form), "\n"]);
        }
        if let Err(why) = found {
            text.without.push((puzzle.offset, why));
        }
    }
    Ok(text)
}

fn write_map(puzzle: &str, found: &Canonical<'_>, text: &mut String) {
    let isomorph = found.canonizer.isomorph();
    let lines = isomorph.lines();
    let numbers = |lines: &[usize]| {
        let numbers: Vec<String> = lines.iter().map(|line| (line + 1).to_string()).collect();
        numbers.join(" ")
    };
    let symbols: &[u8] = isomorph.order().symbols();
    let values: String = symbols.iter().map(|&s| char::from(isomorph.symbol(s))).collect();
    let automorphisms = found.canonizer.automorphisms();
    let _ = writeln!(
        text,
        "{puzzle},{},{},{},{},{},{values}",
        String::from_utf8_lossy(&found.form),
        automorphisms.map(|count| count.to_string()).unwrap_or_default(),
        if lines.is_transposed { "yes" } else { "no" },
        numbers(&lines.rows),
        numbers(&lines.columns),
    );
}

/// Names the first puzzles that have no form, and counts the others.
struct Failures<'a> {
    dataset: &'a Dataset,
    count: u64,
}

impl Failures<'_> {
    fn note(&mut self, offset: u64, why: &NoForm) {
        self.count += 1;
        if self.count <= NAMED {
            let (path, line) = (self.dataset.path(), self.dataset.line_of(offset));
            remark(format_args!("{path}: line {line}: {why}"));
        }
    }

    /// Reports how many there were; returns true if there were any.
    fn sum_up(&self) -> bool {
        if self.count > NAMED {
            let path = self.dataset.path();
            remark(format_args!("{path}: {} puzzles in all have no canonical form", self.count));
        }
        self.count > 0
    }
}
