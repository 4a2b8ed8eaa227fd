//! What shells complete, in the shells themselves, and what the help says beside the options.

mod support;

use std::collections::BTreeSet;
use std::process::Command;

use support::{has, root, skip};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sudoku-bench"))
}

fn printed(arguments: &[&str]) -> String {
    let output = program().args(arguments).output().expect("starts");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The verbs in the help.
fn verbs() -> Vec<String> {
    let help = printed(&["--help"]);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    listed.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
}

/// The options in a verb's help.
fn options(verb: &str) -> BTreeSet<String> {
    let help = printed(&[verb, "--help"]);
    let begin = |line: &str| {
        let line = line.trim_start();
        let line = line.strip_prefix("-").filter(|rest| rest.as_bytes()[1..].starts_with(b", "));
        line.map_or_else(String::new, |rest| rest[3..].to_owned())
    };
    let options = help.lines().map(|line| match line.trim_start().starts_with("--") {
        true => line.trim_start().to_owned(),
        false => begin(line),
    });
    let options = options.filter(|text| text.starts_with("--"));
    options.filter_map(|text| text.split([' ', '=']).next().map(str::to_owned)).collect()
}

/// What bash completes for a word behind others, by the function it was told to ask.
fn completed(words: &[&str]) -> BTreeSet<String> {
    let script = r#"
        source <("$PROGRAM" completions bash)
        asked=$(complete -p sudoku-bench); asked=${asked#*-F }; asked=${asked%% *}
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        "$asked" sudoku-bench "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}""#;
    let mut bash = Command::new("bash");
    bash.args(["--norc", "-c", script, "bash"]).args(words);
    let output = bash.env("PROGRAM", env!("CARGO_BIN_EXE_sudoku-bench")).output().expect("starts");
    assert!(output.stderr.is_empty(), "{words:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_verbs_and_behind_each_verb_its_options() {
    if !has("bash") {
        return skip("there is no bash");
    }
    let verbs = verbs();
    assert!(verbs.len() > 8 && !verbs.contains(&"child".to_owned()), "{verbs:?}");
    let offered = completed(&["sudoku-bench", ""]);
    assert!(verbs.iter().all(|verb| offered.contains(verb)), "{offered:?}");
    assert!(!offered.contains("child"), "{offered:?}");
    for verb in verbs.iter().filter(|verb| *verb != "help") {
        let options = options(verb);
        assert!(options.contains("--help"), "{verb}");
        assert_eq!(completed(&["sudoku-bench", verb, "--"]), options, "{verb}");
    }
    let so = completed(&["sudoku-bench", "run", "--so"]);
    assert_eq!(so, BTreeSet::from(["--solver".to_owned()]));
    let goal = completed(&["sudoku-bench", "generate", "--symmetry", ""]);
    assert!(goal.contains("rotational"), "{goal:?}");
}

#[test]
fn zsh_and_fish_can_read_their_scripts() {
    let dir = tempfile::tempdir().expect("a directory");
    for shell in ["zsh", "fish"] {
        if !has(shell) {
            skip(&format!("there is no {shell}"));
            continue;
        }
        let path = dir.path().join(shell);
        std::fs::write(&path, printed(&["completions", shell])).expect("written");
        let read = Command::new(shell).arg("-n").arg(&path).output().expect("starts");
        assert!(read.status.success() && read.stderr.is_empty(), "{shell}: {read:?}");
    }
}

/// Specifications and exit codes stand where people look for them.
#[test]
fn help_manual_and_readme_say_how_solvers_are_specified_and_what_exit_codes_mean() {
    let dir = tempfile::tempdir().expect("a directory");
    printed(&["man", &dir.path().display().to_string()]);
    let page = |name: &str| std::fs::read_to_string(dir.path().join(name)).expect("a page");
    let read = |path: &str| std::fs::read_to_string(root().join(path)).expect("a file");
    let texts =
        [printed(&["--help"]), page("sudoku-bench.1").replace("\\-", "-"), read("README.md")];
    for text in texts {
        for word in ["exec:", "dylib:", "mode=once", "mode=batch", "130", "SUDOKU_LIMIT"] {
            assert!(text.contains(word), "{word} is not in:\n{text}");
        }
    }
    assert!(!dir.path().join("sudoku-bench-child.1").exists());
}

#[test]
fn a_first_word_that_is_no_verb_is_answered_with_the_command_to_write() {
    let said = |arguments: &[&str]| {
        let output = program().current_dir(root()).args(arguments).output().expect("starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let file = said(&["datasets/minimal.txt", "--solver", "mrv"]);
    assert!(file.contains("sudoku-bench run datasets/minimal.txt --solver mrv"), "{file}");
    let gate = said(&["gate", "--baseline", "mrv", "--candidate", "sudoku-bench"]);
    assert!(gate.contains("no solver is called") && gate.contains("exec:COMMAND"), "{gate}");
}
