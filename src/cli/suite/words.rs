//! A suite as words of a command line.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory};

use super::file::{Entry, Pair, Suite, Value};
use super::given::{Given, GivenWord};
use super::keys::{DATASET, Key, SOLVER, is_switch, nearest, of_verb};
use crate::cli::Cli;

/// The words behind the verb: those of the suite, and those that were given, which take the place of
/// the suite's.
///
/// # Errors
/// When a key is unknown or its value wrong, with its place.
pub(super) fn words(suite: &Suite, verb: &str, given: Given) -> anyhow::Result<Vec<OsString>> {
    verify(suite)?;
    let is_gate = verb == "gate";
    let mut words = Vec::new();
    if !given.has(None) {
        for dataset in &suite.datasets {
            words.extend(of_dataset(dataset, is_gate));
        }
    }
    if !is_gate && !given.has(Some("solver")) {
        for solver in &suite.solvers {
            words.extend(of_solver(solver, "solver"));
        }
    }
    let own = if is_gate { &suite.gate } else { &suite.run };
    for pair in own.pairs.iter().filter(|pair| !given.has(Some(&pair.key))) {
        match &pair.value {
            Value::Switch(on) => words.extend(on.then(|| format!("--{}", pair.key).into())),
            Value::Texts(texts) => {
                words.extend(texts.iter().flat_map(|text| of_option(suite, &pair.key, text)));
            }
        }
    }
    if is_gate {
        for side in ["baseline", "candidate"] {
            let is_named = given.has(Some(side)) || suite.gate.text(side).is_some();
            if !is_named {
                return Err(suite.fault_as_a_whole(format!(
                    "[gate] names no {side}; write {side} = \"LABEL OR SPEC\" there, or --{side} behind \
                     the verb"
                )));
            }
        }
    }
    words.extend(given.0.into_iter().flat_map(|word| of_given(suite, word)));
    Ok(words)
}

fn of_given(suite: &Suite, word: GivenWord) -> Vec<OsString> {
    match (word.option, word.value) {
        (Some(option), None) => vec![format!("--{option}").into()],
        (Some(option), Some(value)) => match value.to_str() {
            Some(text) => of_option(suite, &option, text),
            None => vec![joined(&option, &value)],
        },
        (None, value) => value.into_iter().collect(),
    }
}

/// An option with its value. A solver that the suite has under this label or specification brings
/// its own options along.
fn of_option(suite: &Suite, option: &str, value: &str) -> Vec<OsString> {
    if matches!(option, "solver" | "baseline" | "candidate") {
        let is_it =
            |solver: &&Entry| ["label", "spec"].iter().any(|key| solver.text(key) == Some(value));
        if let Some(solver) = suite.solvers.iter().find(is_it) {
            return of_solver(solver, option);
        }
    }
    vec![joined(option, value.as_ref())]
}

fn of_dataset(dataset: &Entry, is_gate: bool) -> Vec<OsString> {
    let path = dataset.text("path").unwrap_or_default();
    // A name that begins with a dash would be taken for an option.
    let is_like_an_option = path.starts_with('-') && path != "-";
    let path = if is_like_an_option { format!("./{path}") } else { path.to_owned() };
    let is_wanted = |pair: &&Pair| is_gate || pair.key != "threshold";
    [path.into()]
        .into_iter()
        .chain(options(dataset.pairs.iter().filter(is_wanted), &DATASET))
        .collect()
}

fn of_solver(solver: &Entry, head: &str) -> Vec<OsString> {
    let spec = solver.text("spec").unwrap_or_default();
    [joined(head, spec.as_ref())].into_iter().chain(options(solver.pairs.iter(), &SOLVER)).collect()
}

fn options<'a>(pairs: impl Iterator<Item = &'a Pair>, keys: &[Key]) -> Vec<OsString> {
    let mut words = Vec::new();
    for pair in pairs {
        let option = keys.iter().find(|(key, _)| *key == pair.key).and_then(|(_, option)| *option);
        if let (Some(option), Value::Texts(texts)) = (option, &pair.value) {
            words.extend(texts.iter().map(|text| joined(option, text.as_ref())));
        }
    }
    words
}

fn joined(option: &str, value: &std::ffi::OsStr) -> OsString {
    let mut word = OsString::from(format!("--{option}="));
    word.push(value);
    word
}

/// Looks at every key and value.
fn verify(suite: &Suite) -> anyhow::Result<()> {
    let command = Cli::command();
    for (name, entry) in [("run", &suite.run), ("gate", &suite.gate)] {
        let verb = command.find_subcommand(name).expect("a verb");
        verify_verb(suite, verb, entry)?;
    }
    // The gate has all options that stand behind a dataset or solver.
    verify_lists(suite, command.find_subcommand("gate").expect("a verb"))
}

fn verify_lists(suite: &Suite, verb: &Command) -> anyhow::Result<()> {
    for (table, entries, keys) in
        [("dataset", &suite.datasets, &DATASET[..]), ("solver", &suite.solvers, &SOLVER[..])]
    {
        let names: Vec<&str> = keys.iter().map(|(key, _)| *key).collect();
        for entry in entries {
            let head = keys[0].0;
            if entry.text(head).is_none_or(str::is_empty) {
                return Err(suite.fault(&entry.span, format!("this [[{table}]] has no {head}")));
            }
            for pair in &entry.pairs {
                let known = keys.iter().find(|(key, _)| *key == pair.key);
                let (_, option) = known.ok_or_else(|| unknown(suite, pair, table, &names))?;
                let option = option.and_then(|option| argument(verb, option));
                verify_value(suite, verb, option, pair)?;
            }
        }
    }
    Ok(())
}

fn verify_verb(suite: &Suite, verb: &Command, own: &Entry) -> anyhow::Result<()> {
    let (name, known) = (verb.get_name(), of_verb(verb));
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    for pair in &own.pairs {
        if !names.contains(&pair.key.as_str()) {
            return Err(unknown(suite, pair, name, &names));
        }
        verify_value(suite, verb, argument(verb, &pair.key), pair)?;
    }
    Ok(())
}

fn argument<'a>(verb: &'a Command, option: &str) -> Option<&'a Arg> {
    verb.get_arguments().find(|arg| arg.get_long() == Some(option))
}

fn unknown(suite: &Suite, pair: &Pair, table: &str, known: &[&str]) -> anyhow::Error {
    let meant = nearest(&pair.key, known.iter().copied());
    let brackets = if matches!(table, "run" | "gate") { ("[", "]") } else { ("[[", "]]") };
    let (open, close) = brackets;
    let why = format!(
        "{:?} is no key of {open}{table}{close}; {meant}keys: {}",
        pair.key,
        known.join(", ")
    );
    suite.fault(&pair.key_span, why)
}

/// Has clap look at the values by themselves, without what they need beside them.
fn verify_value(
    suite: &Suite,
    verb: &Command,
    option: Option<&Arg>,
    pair: &Pair,
) -> anyhow::Result<()> {
    let takes_text = option.is_none_or(|option| !is_switch(option));
    let texts = match (&pair.value, takes_text) {
        (Value::Switch(_), false) => return Ok(()),
        (Value::Switch(_), true) => {
            return Err(suite.fault(&pair.span, format!("{}: write a text or number", pair.key)));
        }
        (Value::Texts(_), false) => {
            return Err(suite.fault(&pair.span, format!("{}: write true or false", pair.key)));
        }
        (Value::Texts(texts), true) => texts,
    };
    let Some(option) = option.and_then(Arg::get_long) else { return Ok(()) };
    for text in texts {
        let words = [verb.get_name().into(), joined(option, text.as_ref())];
        let tried = verb.clone().try_get_matches_from(words);
        if let Some(why) = tried.err().and_then(|error| wrong_value(&error)) {
            return Err(suite.fault(&pair.span, format!("{} = {text:?}: {why}", pair.key)));
        }
    }
    Ok(())
}

/// Why clap did not take a value, if that was what it did not take.
fn wrong_value(error: &clap::Error) -> Option<String> {
    let is_of_value = matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation);
    if !is_of_value {
        return None;
    }
    if let Some(ContextValue::Strings(known)) = error.get(ContextKind::ValidValue) {
        return Some(format!("write one of {}", known.join(", ")));
    }
    let cause = std::error::Error::source(error).map(ToString::to_string);
    Some(cause.unwrap_or_else(|| error.to_string().trim().to_owned()))
}
