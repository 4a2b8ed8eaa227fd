//! `sudoku-bench check`: the passport of a file of puzzles.

mod graded;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;

use super::announcement::Announcement;
use super::input::{self, Reading};
use super::progress::Progress;
use super::streams::remark;
use super::{FAILED, streams, value};
use crate::dataset::listing::{Listing, Naming, Place};
use crate::dataset::{Batch, Dataset, Lines};
use crate::puzzle::Order;
use crate::sweep::classes::{Classes, Equality, classes, histogram};
use crate::sweep::difficulties::{Difficulties, difficulties};
use crate::sweep::error::SweepError;
use crate::sweep::examine::{Examined, GUESSES, examine};
use crate::sweep::limited::{HandOver, Limits, SOON};
use crate::text;
use crate::verify::check_solution;

/// Arguments of `check`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Repeated lines are searched for in at most 512 MiB of memory, in temporary \
                        files where there are over 22 million puzzles. --list takes 24 MiB for \
                        each kind, and temporary files beyond a million lines."
)]
pub(super) struct Args {
    /// File of puzzles; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Name all lines with something wrong, not only the first five of each kind
    #[arg(long)]
    list: bool,

    /// Count classes of isomorphic puzzles, too: relabelled, permuted or transposed ones
    #[arg(long)]
    isomorphic: bool,

    /// Grade the puzzles that have one solution by the techniques that a person needs
    #[arg(long)]
    difficulty: bool,

    /// Give up on a puzzle after this many seconds, like 2 or 500ms (default: never)
    #[arg(long, value_name = "SECONDS", value_parser = value::duration)]
    timeout: Option<Duration>,

    #[command(flatten)]
    reading: Reading,
}

/// Prints what is in a file. With `--strict`, anything that a list of proper puzzles would not
/// have makes the exit code 1.
///
/// # Errors
/// When the file cannot be read, or changes while it is or while its lines are named.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let dataset = args.reading.open(&args.file, false)?;
    let naming = if args.list { Naming::All } else { Naming::First };
    let passes = 1 + u64::from(args.isomorphic) + u64::from(args.difficulty);
    let bar = Progress::counting(passes * dataset.survey().total());
    let advance = |puzzles| bar.add(puzzles);
    let announcement = Announcement::new(dataset.path());
    let hand_over =
        |what: HandOver<'_>| announcement.say(&what, |text| bar.suspended(|| remark(text)));
    let limits =
        Limits { guesses: GUESSES, timeout: args.timeout, patience: SOON, hand_over: &hand_over };
    let mut examined = Vec::new();
    for order in dataset.survey().orders() {
        bar.name(&format!("{order} puzzles"));
        let puzzles = examine(&dataset, order, naming, limits, &advance)?;
        let classes = match args.isomorphic {
            true => Some(classes(&dataset, order, Equality::Isomorphism, naming, &advance)?),
            false => None,
        };
        let graded = match args.difficulty {
            true => Some(difficulties(&dataset, order, &hand_over, &advance)?),
            false => None,
        };
        examined.push((order, puzzles, classes, graded));
    }
    drop(bar);
    dataset.verify_unchanged()?; // before anything is said of it
    let has_isomorphs = |classes: &Classes| classes.repeats.count() > 0;
    let proper = examined.iter().all(|(_, examined, classes, _)| {
        examined.is_proper() && !classes.as_ref().is_some_and(has_isomorphs)
    });
    let code = if args.reading.strict && !proper { FAILED } else { 0 };
    let code = streams::print_with(code, |out| {
        head(&dataset, out)?;
        examined.into_iter().try_for_each(|(order, examined, classes, graded)| {
            let lines = dataset.lines();
            let timeout = args.timeout;
            let mut description =
                Description { dataset: &dataset, order, timeout, lines, out: &mut *out };
            description.write(examined)?;
            classes.map_or(Ok(()), |classes| description.write_classes(classes))?;
            graded.map_or(Ok(()), |graded| description.write_difficulties(graded))
        })
    });
    input::verify_to_the_end(&dataset)?;
    Ok(code.into())
}

fn head(dataset: &Dataset, out: &mut dyn Write) -> io::Result<()> {
    let survey = dataset.survey();
    writeln!(out, "{}", text::line(dataset.path()))?;
    writeln!(out, "  format     {}", text::line(&survey.format))?;
    for note in &survey.notes {
        writeln!(out, "  note       {}", text::line(note))?;
    }
    writeln!(out, "  size       {} bytes, {} lines", survey.bytes, survey.lines)?;
    writeln!(out, "  blake3     {}", survey.hash)?;
    writeln!(out, "  malformed  {}", survey.malformed)
}

/// What is printed about the puzzles of one order.
struct Description<'a> {
    dataset: &'a Dataset,
    order: Order,
    timeout: Option<Duration>,
    lines: Lines<'a>,
    out: &'a mut dyn Write,
}

impl Description<'_> {
    fn write(&mut self, examined: Examined) -> anyhow::Result<()> {
        let Examined { givens, one, given, none, several, open, repeats, wrong } = examined;
        let [min, median, max] = [givens.min(), givens.median(), givens.max()];
        writeln!(self.out, "{}", self.order)?;
        writeln!(self.out, "  puzzles    {}", self.dataset.survey().puzzles(self.order))?;
        writeln!(self.out, "  givens     {min} to {max}, median {median}")?;
        let [zero, many] = [none.count(), several.count()];
        writeln!(self.out, "  solutions  {one} with one, {zero} with none, {many} with several")?;
        self.name_all(none, |_, _| Ok("no solution".to_owned()))?;
        self.name_all(several, |_, _| Ok("several solutions".to_owned()))?;
        if open.count() > 0 {
            let count = open.count();
            let or_time = self.timeout.map_or(String::new(), |it| format!(" or {it:?}"));
            writeln!(
                self.out,
                "  open       {count}: the search gave up after {GUESSES} guesses{or_time}"
            )?;
            self.name_all(open, |_, _| Ok("not known".to_owned()))?;
        }
        writeln!(self.out, "  repeated   {}", repeats.count())?;
        self.name_all(repeats, |this, place| {
            Ok(format!("repeats line {}", this.lines.of(place.first)))
        })?;
        match given {
            0 => writeln!(self.out, "  solution column: none")?,
            _ => {
                let wrong = wrong.count();
                writeln!(self.out, "  solution column: {given}, of which {wrong} are wrong")?;
            }
        }
        let mut batch = Batch::new(self.order, self.dataset);
        self.name_all(wrong, |this, place| this.fault(place, &mut batch))
    }

    /// What isomorphism makes of them. Puzzles without a canonical form are classes by their cells.
    fn write_classes(&mut self, classes: Classes) -> anyhow::Result<()> {
        let Classes { repeats, automorphisms, without_form } = classes;
        let count = self.dataset.survey().puzzles(self.order) - repeats.count();
        writeln!(self.out, "  classes    {count} up to isomorphism")?;
        if !automorphisms.is_empty() {
            writeln!(self.out, "  automorphisms: {}", histogram(&automorphisms))?;
        }
        if without_form > 0 {
            writeln!(self.out, "  no canonical form: {without_form}, compared by their cells")?;
        }
        self.name_all(repeats, |this, place| {
            Ok(format!("is an isomorph of line {}", this.lines.of(place.first)))
        })
    }

    /// How hard they are for a person.
    fn write_difficulties(&mut self, graded: Option<Difficulties>) -> anyhow::Result<()> {
        match graded {
            Some(graded) => graded::write(&graded, self.out)?,
            None => writeln!(self.out, "  difficulty not known: 4x4 to 25x25 puzzles are graded")?,
        }
        Ok(())
    }

    /// Names the puzzles of a kind by their lines, and says how many more there are.
    fn name_all(
        &mut self,
        listing: Listing,
        mut what: impl FnMut(&mut Self, Place) -> anyhow::Result<String>,
    ) -> anyhow::Result<()> {
        let mut unnamed = listing.count();
        for place in listing.places().map_err(SweepError::Keep)? {
            let place = place.map_err(SweepError::Keep)?;
            let what = what(self, place)?;
            let line = self.lines.of(place.offset);
            let colon = if place.first == place.offset { ":" } else { "" };
            writeln!(self.out, "             line {line}{colon} {what}")?;
            unnamed -= 1;
        }
        if unnamed > 0 {
            writeln!(self.out, "             {unnamed} more; --list names all")?;
        }
        Ok(())
    }

    /// What is wrong with the solution in the file.
    fn fault(&self, place: Place, batch: &mut Batch) -> anyhow::Result<String> {
        self.dataset.read_at(self.order, place.offset, batch)?;
        let expected = batch.expected(0).context("the line has lost its solution")?;
        let fault = check_solution(self.order, batch.block().cells(0), expected).err();
        Ok(fault.context("the line has got another solution")?.to_string())
    }
}
