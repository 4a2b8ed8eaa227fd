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
const ROOMS: [Room<'static>; 14] = [
    ("text", &[]),
    ("puzzle", &[]),
    ("solver", &["puzzle"]),
    ("dataset", &["text", "puzzle"]),
    ("verify", &["puzzle", "solver"]),
    ("logic", &["puzzle", "solver"]),
    ("generate", &["puzzle", "solver", "verify", "logic"]),
    ("record", &["puzzle", "solver", "dataset", "verify"]),
    ("host", &["record"]),
    ("run", &["puzzle", "solver", "dataset", "verify", "record", "host"]),
    ("compare", &["puzzle", "solver", "dataset", "verify", "record"]),
    ("report", &["text", "puzzle", "solver", "dataset", "verify", "record", "compare"]),
    (
        "cli",
        &[
            "text", "puzzle", "solver", "dataset", "verify", "record", "compare", "report", "run",
            "host", "generate", "logic",
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

/// Files known to lie in circles.
const KNOWN_CIRCLES: [&str; 32] = [
    "cli/solve/failures.rs",
    "cli/solve/worker.rs",
    "run/conduct.rs",
    "run/job.rs",
    "run/measure.rs",
    "run/judging.rs",
    "run/observe.rs",
    "run/phase.rs",
    "run/portion.rs",
    "run/progress.rs",
    "run/settle.rs",
    "run/share.rs",
    "run/split.rs",
    "run/step.rs",
    "run/turn.rs",
    "run/warm.rs",
    "run/watch.rs",
    "run/worker.rs",
    "solver/builtin/kernel/lockstep/board.rs",
    "solver/builtin/kernel/lockstep/choice.rs",
    "solver/builtin/kernel/lockstep/grids.rs",
    "solver/builtin/kernel/lockstep/sweep.rs",
    "solver/builtin/kernel/mod.rs",
    "solver/errand.rs",
    "solver/process/exec.rs",
    "solver/process/lines.rs",
    "solver/process/once.rs",
    "solver/process/recipe.rs",
    "solver/process/supervisor.rs",
    "solver/process/talk.rs",
    "solver/slowed.rs",
    "solver/spec.rs",
];

#[test]
fn no_further_file_gets_into_a_circle() {
    let is_known = |file: &Path| KNOWN_CIRCLES.iter().any(|known| file.ends_with(known));
    let mut circles = circles::circles(&source());
    circles.retain(|circle| !circle.iter().all(|file| is_known(file)));
    assert!(circles.is_empty(), "{circles:#?}");
}
