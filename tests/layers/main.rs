//! Proves that imports point down only, that no files import each other in a circle, and that errors
//! without a type stay in the command line. Parses the source, so that renames, re-exports, globs
//! and macro arguments hide nothing.

mod circles;
mod paths;
mod resolve;
mod rooms;
mod self_test;
mod tree;

use std::path::Path;

use rooms::Room;
use tree::Tree;

/// Each room of `src` and what it may import besides itself. A new folder needs its line here.
const ROOMS: [Room<'static>; 22] = [
    ("text", &[]),
    ("puzzle", &[]),
    ("dataset", &["text", "puzzle"]),
    ("solver", &["puzzle"]),
    ("builtin", &["puzzle", "solver"]),
    ("foreign", &["puzzle", "solver", "builtin"]),
    ("verify", &["puzzle", "solver"]),
    ("logic", &["puzzle", "solver"]),
    ("generate", &["puzzle", "solver", "builtin", "verify", "logic"]),
    ("record", &["puzzle", "dataset", "solver", "verify"]),
    ("host", &["record"]),
    ("run", &[]),
    ("run/plan", &["puzzle", "dataset", "solver"]),
    ("run/judge", &["puzzle", "dataset", "solver", "verify", "record", "run/plan"]),
    (
        "run/work",
        &["puzzle", "dataset", "solver", "foreign", "verify", "record", "run/plan", "run/judge"],
    ),
    (
        "run/drive",
        &[
            "puzzle",
            "dataset",
            "solver",
            "builtin",
            "foreign",
            "verify",
            "record",
            "host",
            "run/plan",
            "run/judge",
            "run/work",
        ],
    ),
    ("sweep", &["puzzle", "dataset", "solver", "builtin", "foreign", "verify", "logic"]),
    ("compare", &["puzzle", "dataset", "solver", "verify", "logic", "record"]),
    ("report", &["text", "puzzle", "dataset", "solver", "verify", "record", "compare", "logic"]),
    ("board", &["puzzle", "logic"]),
    (
        "cli",
        &[
            "board",
            "text",
            "puzzle",
            "dataset",
            "solver",
            "builtin",
            "foreign",
            "verify",
            "record",
            "compare",
            "report",
            "run",
            "run/plan",
            "run/judge",
            "run/work",
            "run/drive",
            "sweep",
            "host",
            "generate",
            "logic",
        ],
    ),
    ("main", &["cli"]),
];

fn source() -> Tree {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    Tree::read(&src).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn imports_point_down() {
    let faults = rooms::faults(&source(), &ROOMS);
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let circles = circles::circles(&source());
    assert!(circles.is_empty(), "{circles:#?}");
}
