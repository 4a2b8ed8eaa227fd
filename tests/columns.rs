//! Every column that a report writes is explained in reports/README.md.

use sudoku_bench::record;
use sudoku_bench::report::{difficulties, per_puzzle, slowest, summary};

const README: &str = include_str!("../reports/README.md");

/// The part of the page under a heading.
fn section(heading: &str) -> &'static str {
    let start = README.find(&format!("\n## {heading}\n")).expect("the page has this heading");
    let rest = &README[start + 4..];
    &rest[..rest.find("\n## ").unwrap_or(rest.len())]
}

/// The names in the first column of a section's table.
fn explained(heading: &str) -> Vec<&'static str> {
    let rows = section(heading).lines().filter(|line| line.starts_with("| `"));
    rows.flat_map(|row| row.split('|').nth(1).unwrap_or_default().split(','))
        .map(|name| name.trim().trim_matches('`'))
        .collect()
}

#[test]
fn every_column_is_explained_in_the_order_of_the_file() {
    assert_eq!(explained("summary.csv"), summary::HEADER);
    assert_eq!(explained("records.csv"), record::HEADER);
    assert_eq!(explained("slowest.csv"), slowest::HEADER);
    assert_eq!(explained("difficulty.csv"), difficulties::HEADER);
    assert_eq!(explained("The file of --per-puzzle"), per_puzzle::HEADER);
    assert_eq!(explained("The file of --per-puzzle-rounds"), per_puzzle::ROUNDS_HEADER);
}
