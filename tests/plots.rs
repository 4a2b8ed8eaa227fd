//! What the guides plot by other programs is plotted as it stands there.

mod support;

use std::fs;
use std::process::Command;

use support::{pages, root, skip};

/// An interpreter that has what the page imports.
fn python() -> Option<String> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let imports = Command::new(&python).args(["-c", "import pandas, matplotlib"]).output();
    let has_all = imports.is_ok_and(|output| output.status.success());
    if !has_all {
        skip(&format!(
            "{python} has no pandas and matplotlib, so the picture of the guide was not made"
        ));
    }
    has_all.then_some(python)
}

#[test]
fn the_file_of_single_puzzles_is_plotted_by_pandas() {
    let Some(python) = python() else { return };
    let all = pages::all();
    let page = all.iter().find(|page| page.name == "docs/BIG-DATA.md").expect("the page");
    let blocks = page.blocks();
    let script = blocks.iter().find(|block| block.language == "python").expect("a script");
    let place = tempfile::tempdir().expect("a folder");
    let easy = root().join("datasets/easy.txt");
    let measured = assert_cmd::Command::cargo_bin("sudoku-bench")
        .expect("built")
        .current_dir(place.path())
        .args([
            "run",
            "--quiet",
            "--budget",
            "1",
            "--pass",
            "latency",
            "--per-puzzle",
            "puzzles.csv.gz",
        ])
        .args(["--solver", "lockstep", "--solver", "mrv"])
        .arg(easy)
        .output()
        .expect("starts");
    assert!(measured.status.success(), "{}", String::from_utf8_lossy(&measured.stderr));
    let plotted = Command::new(python)
        .current_dir(place.path())
        .env("MPLBACKEND", "Agg")
        .args(["-c", &script.text])
        .output()
        .expect("starts");
    assert!(plotted.status.success(), "{}", String::from_utf8_lossy(&plotted.stderr));
    assert!(String::from_utf8_lossy(&plotted.stdout).contains("99%"));
    let picture = fs::read(place.path().join("puzzles.png")).expect("a picture");
    assert!(picture.starts_with(b"\x89PNG") && picture.len() > 10_000);
}
