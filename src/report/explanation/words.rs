//! An explanation as text: a line about the puzzle, a line a step, a line about the end.

use std::io::{self, Write};

use super::{Explained, Solutions};
use crate::logic::{Difficulty, Names, Step, Technique};

/// Writes an explanation.
///
/// # Errors
/// When `out` cannot be written.
pub fn write(explained: &Explained, out: &mut dyn Write) -> io::Result<()> {
    write_head(explained, out)?;
    for (number, step) in &explained.steps {
        writeln!(out, "{}", line(*number, step, &explained.names))?;
    }
    write_end(explained, out)
}

/// Writes some of the steps alone.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_steps(explained: &Explained, out: &mut dyn Write) -> io::Result<()> {
    let lines = explained.steps.iter().map(|(number, step)| line(*number, step, &explained.names));
    lines.into_iter().try_for_each(|line| writeln!(out, "{line}"))
}

fn write_head(explained: &Explained, out: &mut dyn Write) -> io::Result<()> {
    let Explained { names, givens, solutions, difficulty, .. } = explained;
    write!(out, "{}, {givens} givens, {}", names.order(), solutions.name())?;
    match difficulty {
        Some(difficulty) => writeln!(out, "; {}", difficulty_text(*difficulty)),
        None => writeln!(out),
    }?;
    if *solutions != Solutions::One {
        writeln!(
            out,
            "techniques that need a puzzle with one solution are left out, and there is no difficulty"
        )?;
    }
    Ok(())
}

/// `difficulty hard: needs an x-wing, score 143`.
fn difficulty_text(difficulty: Difficulty) -> String {
    let Difficulty { hardest, score, .. } = difficulty;
    let needs = match hardest {
        Technique::Guess => "needs more than the techniques known here".to_owned(),
        _ => format!("needs {}", hardest.with_article()),
    };
    format!("difficulty {}: {needs}, score {score}", difficulty.label())
}

/// `  7  x-wing            rows 2 and 6 have ...: r4c3 loses 5`.
fn line(number: usize, step: &Step, names: &Names) -> String {
    let (sentence, effect) = (step.sentence(names), step.effect_text(names));
    format!("{number:4}  {:16}  {sentence}: {effect}", step.technique.name())
}

fn write_end(explained: &Explained, out: &mut dyn Write) -> io::Result<()> {
    let count = explained.steps.len();
    let steps = if count == 1 { "step" } else { "steps" };
    if explained.open > 0 {
        let cells = if explained.open == 1 { "cell" } else { "cells" };
        return writeln!(
            out,
            "no technique applies after {count} {steps}; {} {cells} still open",
            explained.open
        );
    }
    let guesses = explained.steps.iter().filter(|(_, step)| step.technique == Technique::Guess);
    match guesses.count() {
        0 => writeln!(out, "solved in {count} {steps}, without a guess"),
        1 => writeln!(out, "solved in {count} {steps}, of which 1 is a guess"),
        guesses => writeln!(out, "solved in {count} {steps}, of which {guesses} are guesses"),
    }
}
