//! A suite as it stands in its file: tables of keys and values, each with its place, and none of it
//! understood yet beyond the names of the tables.

use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::keys::nearest;

/// The tables of a suite; those in double brackets may stand there several times.
const TABLES: [&str; 4] = ["dataset", "solver", "run", "gate"];

/// A suite's file.
pub(super) struct Suite {
    /// For messages.
    path: PathBuf,
    text: String,
    /// `[[dataset]]`, in their order.
    pub datasets: Vec<Entry>,
    /// `[[solver]]`, in their order.
    pub solvers: Vec<Entry>,
    /// `[run]`.
    pub run: Entry,
    /// `[gate]`.
    pub gate: Entry,
}

/// A table: its keys in the order in which they stand there.
#[derive(Clone, Default, Debug)]
pub(super) struct Entry {
    /// Where it begins.
    pub span: Range<usize>,
    /// What is in it.
    pub pairs: Vec<Pair>,
}

/// A key with its values.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// The key.
    pub key: String,
    /// Where the key stands.
    pub key_span: Range<usize>,
    /// Where the value stands.
    pub span: Range<usize>,
    /// What it says.
    pub value: Value,
}

/// What stands behind a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// `true` or `false`.
    Switch(bool),
    /// A text or number, or each of an array or table of them; `NAME=VALUE` of a table.
    Texts(Vec<String>),
}

impl Entry {
    /// The first text behind a key.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        let pair = self.pairs.iter().find(|pair| pair.key == key)?;
        match &pair.value {
            Value::Texts(texts) => texts.first().map(String::as_str),
            Value::Switch(_) => None,
        }
    }
}

impl Suite {
    /// Reads a suite.
    ///
    /// # Errors
    /// When it cannot be read, is not TOML, or has other tables than a suite.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let read = std::fs::read_to_string(path);
        let text = read.map_err(|error| unread(path, error))?;
        Self::parse(path, text)
    }

    /// A suite of the name `path` with this text.
    ///
    /// # Errors
    /// As [`Suite::read`].
    pub(super) fn parse(path: &Path, text: String) -> anyhow::Result<Self> {
        let mut suite = Self {
            path: path.to_owned(),
            text: String::new(),
            datasets: Vec::new(),
            solvers: Vec::new(),
            run: Entry::default(),
            gate: Entry::default(),
        };
        let parsed = DeTable::parse(&text).map_err(|error| {
            let place = place(&text, error.span().unwrap_or(0..0));
            let is_named_so = path.extension().is_some_and(|ending| ending == "toml");
            let remedy = if is_named_so { "" } else { NOT_A_SUITE };
            let why = error.message().replace('\n', ", ");
            anyhow!("{}: {place}: {why}{remedy}", path.display())
        });
        let at = |Fault(span, why)| anyhow!("{}: {}: {why}", path.display(), place(&text, span));
        for (name, value) in in_order(parsed?.into_inner()) {
            suite.take(name.get_ref(), name.span(), value.into_inner()).map_err(at)?;
        }
        suite.text = text;
        Ok(suite)
    }

    /// Adds a table.
    fn take(&mut self, name: &str, span: Range<usize>, value: DeValue<'_>) -> Result<(), Fault> {
        match (name, value) {
            ("run", DeValue::Table(table)) => self.run = entry(span, table)?,
            ("gate", DeValue::Table(table)) => self.gate = entry(span, table)?,
            ("dataset", DeValue::Array(tables)) => self.datasets = entries(name, tables)?,
            ("solver", DeValue::Array(tables)) => self.solvers = entries(name, tables)?,
            ("run" | "gate", _) => return Err(Fault(span, format!("write [{name}]"))),
            ("dataset" | "solver", _) => {
                return Err(Fault(span, format!("write [[{name}]] above each {name}")));
            }
            _ => return Err(Fault(span, unknown_table(name))),
        }
        Ok(())
    }

    /// An error about a place in the file.
    pub(super) fn fault(&self, span: &Range<usize>, why: impl std::fmt::Display) -> anyhow::Error {
        anyhow!("{}: {}: {why}", self.path.display(), place(&self.text, span.clone()))
    }

    /// An error about the file as a whole.
    pub(super) fn fault_as_a_whole(&self, why: impl std::fmt::Display) -> anyhow::Error {
        anyhow!("{}: {why}", self.path.display())
    }
}

/// Said of a file that stands behind `--suite` and is none.
const NOT_A_SUITE: &str = "; a suite is a TOML file, and datasets stand before --suite";

fn unread(path: &Path, error: std::io::Error) -> anyhow::Error {
    let remedy = match error.kind() {
        std::io::ErrorKind::NotFound => {
            "; `sudoku-bench suite init` writes a first one; --suite=FILE names another"
        }
        std::io::ErrorKind::InvalidData => NOT_A_SUITE,
        _ => "",
    };
    anyhow!("cannot read the suite {}: {error}{remedy}", path.display())
}

fn unknown_table(name: &str) -> String {
    let meant = nearest(name, TABLES.into_iter());
    format!(
        "{name:?} is no table of a suite; {meant}tables: [[dataset]], [[solver]], [run], [gate]"
    )
}

/// Line and column of a place, from 1, in characters.
fn place(text: &str, span: Range<usize>) -> String {
    let before = text.get(..span.start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("line {line}, column {column}")
}

type Key<'a> = Spanned<std::borrow::Cow<'a, str>>;

fn in_order<'a>(table: DeTable<'a>) -> Vec<(Key<'a>, Spanned<DeValue<'a>>)> {
    let mut all: Vec<_> = table.into_iter().collect();
    all.sort_by_key(|(key, _)| key.span().start);
    all
}

/// What is wrong at a place.
struct Fault(Range<usize>, String);

fn entries(name: &str, tables: DeArray<'_>) -> Result<Vec<Entry>, Fault> {
    let entries = tables.into_iter().map(|one| match (one.span(), one.into_inner()) {
        (span, DeValue::Table(table)) => entry(span, table),
        (span, _) => Err(Fault(span, format!("write [[{name}]] above each {name}"))),
    });
    entries.collect()
}

fn entry(span: Range<usize>, table: DeTable<'_>) -> Result<Entry, Fault> {
    let pairs = in_order(table).into_iter().map(|(key, value)| {
        let (name, span) = (key.get_ref().to_string(), value.span());
        let value = value_of(value.into_inner()).ok_or_else(|| {
            let why = format!("{name}: write a text, a number, true or false, or [several]");
            Fault(span.clone(), why)
        })?;
        Ok(Pair { key: name, key_span: key.span(), span, value })
    });
    Ok(Entry { span, pairs: pairs.collect::<Result<_, Fault>>()? })
}

fn value_of(value: DeValue<'_>) -> Option<Value> {
    let texts: Option<Vec<String>> = match value {
        DeValue::Boolean(on) => return Some(Value::Switch(on)),
        DeValue::Array(values) => values.into_iter().map(|one| text_of(one.get_ref())).collect(),
        DeValue::Table(table) => {
            let pairs = in_order(table).into_iter();
            let pair = |(name, value): (Key<'_>, Spanned<DeValue<'_>>)| {
                Some(format!("{}={}", name.get_ref(), text_of(value.get_ref())?))
            };
            pairs.map(pair).collect()
        }
        single => text_of(&single).map(|text| vec![text]),
    };
    texts.map(Value::Texts)
}

fn text_of(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        _ => None,
    }
}
