//! An explanation as one JSON object, for scripts. Fields are only ever added.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{Explained, Hint};
use crate::logic::{Candidate, Effect, Names, Step, Strength};

/// Writes an explanation: the puzzle, its difficulty (null unless it has one solution), and steps.
///
/// # Errors
/// When `out` cannot be written.
pub fn write(explained: &Explained, out: &mut dyn Write) -> io::Result<()> {
    let names = &explained.names;
    let difficulty = explained.difficulty.map(|difficulty| {
        json!({
            "label": difficulty.label().name(),
            "hardest": difficulty.hardest.name(),
            "steps": difficulty.steps,
            "score": difficulty.score,
        })
    });
    let steps = explained.steps.iter().map(|(number, step)| {
        let mut value = step_value(step, names);
        value["number"] = json!(number);
        value
    });
    let value = json!({
        "puzzle": explained.puzzle,
        "order": names.order().n(),
        "givens": explained.givens,
        "solutions": explained.solutions.name(),
        "difficulty": difficulty,
        "steps": steps.collect::<Vec<_>>(),
        "open_at_end": explained.open,
    });
    write_value(&value, out)
}

/// Writes a hint: what its strength does not give away is null.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_hint(hint: &Hint, names: &Names, out: &mut dyn Write) -> io::Result<()> {
    let Hint { step, strength } = hint;
    let technique = (*strength >= Strength::Technique).then(|| step.technique.name());
    let whole = (*strength == Strength::Effect).then(|| step_value(step, names));
    let value = json!({
        "hint": step.hint(*strength, names),
        "technique": technique,
        "step": whole,
    });
    write_value(&value, out)
}

fn write_value(value: &Value, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    out.write_all(b"\n")
}

fn step_value(step: &Step, names: &Names) -> Value {
    let cells = |cells: &[u16]| -> Vec<String> {
        cells.iter().map(|&cell| names.cell(cell).to_string()).collect()
    };
    let units = |units: &[u16]| -> Vec<String> {
        units.iter().map(|&unit| names.unit(unit).to_string()).collect()
    };
    let candidates = |candidates: &[Candidate]| -> Vec<Value> {
        candidates.iter().map(|one| candidate(*one, names)).collect()
    };
    let (places, removes) = match &step.effect {
        Effect::Place(placed) => (candidates(&[*placed]), Vec::new()),
        Effect::Remove(removed) => (Vec::new(), candidates(removed)),
    };
    json!({
        "technique": step.technique.name(),
        "reason": step.sentence(names),
        "effect": step.effect_text(names),
        "cells": cells(&step.cells),
        "units": units(&step.units),
        "covered_units": units(&step.covers),
        "links": candidates(&step.links),
        "places": places,
        "removes": removes,
        "assumes_one_solution": step.technique.assumes_uniqueness(),
    })
}

fn candidate(one: Candidate, names: &Names) -> Value {
    json!({
        "cell": names.cell(one.cell).to_string(),
        "value": names.value(one.value).to_string(),
    })
}
