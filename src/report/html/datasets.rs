//! What was measured on: every dataset with its counts and its hash.

use maud::Markup;

use super::table;
use crate::record::DatasetFacts;
use crate::report::run_files::RunFiles;
use crate::report::table::{Align, Table};
use crate::report::units::{bytes, count};

pub(super) fn section(run: &RunFiles) -> Option<Markup> {
    let columns = [
        ("dataset", Align::Left),
        ("puzzles", Align::Left),
        ("lines", Align::Right),
        ("malformed", Align::Right),
        ("size", Align::Right),
        ("BLAKE3", Align::Left),
        ("path", Align::Left),
    ];
    let passports = Table::of(columns, run.manifest.datasets.iter().map(line).collect());
    (!passports.rows.is_empty())
        .then(|| table::plain(&passports.without_empty_columns(), "datasets"))
}

fn line(dataset: &DatasetFacts) -> Vec<String> {
    let sizes =
        dataset.puzzles.iter().map(|one| format!("{} of {}", count(one.puzzles), one.order));
    vec![
        dataset.name.clone(),
        sizes.collect::<Vec<_>>().join(", "),
        count(dataset.lines),
        if dataset.malformed == 0 { String::new() } else { count(dataset.malformed) },
        bytes(dataset.bytes),
        dataset.blake3.clone(),
        dataset.path.clone(),
    ]
}
