//! Completions and manual pages come from the definitions of the command line.

use assert_cmd::Command;

fn program() -> Command {
    Command::cargo_bin("sudoku-bench").unwrap()
}

#[test]
fn every_shell_gets_a_script_that_knows_the_verbs() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = program().args(["completions", shell]).assert().success();
        let script = String::from_utf8(output.get_output().stdout.clone()).unwrap();
        assert!(script.contains("solvers"), "{shell}");
    }
    program().args(["completions", "vi"]).assert().code(2);
}

#[test]
fn there_is_a_manual_page_for_the_program_and_for_each_verb() {
    let dir = tempfile::tempdir().unwrap();
    let pages = dir.path().join("share/man1");
    program().arg("man").arg(&pages).assert().success();
    for (page, text) in [("sudoku-bench.1", "solvers"), ("sudoku-bench-solvers.1", "all")] {
        let found = std::fs::read_to_string(pages.join(page)).unwrap();
        assert!(found.starts_with(".ie") && found.contains(text), "{page}: {found}");
    }
}

#[test]
fn pages_that_cannot_be_written_are_an_error_with_their_place() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "").unwrap();
    let output = program().arg("man").arg(file.join("pages")).assert().code(2);
    let error = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(error.contains("cannot write manual pages to"), "{error}");
}
