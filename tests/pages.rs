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

/// The files that may hold unsafe code are those that CONTRIBUTING.md names, with its reasons.
#[test]
fn the_list_of_unsafe_code_is_that_of_the_source() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("CONTRIBUTING.md")).expect("the page");
    let section = page.split("## Where `unsafe` stands").nth(1).expect("a section");
    let (mut folder, mut listed) = (String::new(), std::collections::BTreeSet::new());
    for row in section.lines().filter(|line| line.starts_with("| `")) {
        let files = row.split('|').nth(1).expect("a cell");
        for file in files.split(',').map(|file| file.trim().trim_matches('`')) {
            let path =
                if file.contains('/') { file.to_owned() } else { format!("{folder}/{file}") };
            folder = path.rsplit_once('/').expect("a folder").0.to_owned();
            listed.insert(path);
        }
    }
    let mut found = std::collections::BTreeSet::new();
    let mut folders = vec![root.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if std::fs::read_to_string(&path)
                .is_ok_and(|text| text.contains("[allow(unsafe_code"))
            {
                let path = path.strip_prefix(root).expect("within");
                found.insert(path.to_str().expect("UTF-8").to_owned());
            }
        }
    }
    assert_eq!(listed, found);
}
