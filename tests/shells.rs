//! What shells complete, in the shells themselves, and what the help says beside the options.

mod support;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Stdio};

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
    // A description may go on in a line of its own, which is further in.
    let named = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    named.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
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
    options.filter_map(|text| text.split([' ', '=', '[']).next().map(str::to_owned)).collect()
}

/// Asks bash's completion function what it completes for the last of some words.
const BASH: &str = r#"
source "$1"; shift
asked=$(complete -p sudoku-bench); asked=${asked#*-F }; asked=${asked%% *}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
"$asked" sudoku-bench "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
"#;

/// Types the words into a zsh of its own, on a hidden terminal, and presses the tabulator. What
/// its completion adds is printed in its place. A zsh that hangs is ended.
const ZSH: &str = r#"
zmodload zsh/zpty || exit 3
zpty inner zsh -f -i
hear() { # a line, within five minutes in all
    while (( SECONDS < 300 )); do
        zpty -r -t inner line; case $? in 0) return;; 1) sleep 0.01;; *) return 1;; esac
    done
    return 1
}
type() { zpty -w inner "$1" }
type 'PROMPT=; RPROMPT=; unsetopt prompt_sp; unset zle_bracketed_paste; stty -echo'
type 'autoload -Uz compinit && compinit -u -D'
type "source ${(q)1}"
type 'compadd() {
    case " ${(j: :)@[1,(i)(-|--)]}" in *\ -[OAD]\ *) builtin compadd "$@"; return;; esac
    local -a added; builtin compadd -A added "$@"
    local one; for one in $added; do print -r -- "<added $one>"; done
    return 1
}'
type 'ended() { print "<end>"; exit }; comppostfuncs=(ended); bindkey "^I" complete-word'
type 'print "<be""gin>"'
while hear && [[ $line != *"<begin>"* ]]; do :; done
shift
zpty -w -n inner "$*"$'\t'
while hear && [[ $line != *"<end>"* ]]; do
    [[ $line == *"<added "*">"* ]] && print -r -- "${${line#*<added }%>*}"
done
zpty -d inner
"#;

/// Asks fish for what it completes at the end of a line; a description follows each.
const FISH: &str = r#"
source $argv[1]
complete -C (string join ' ' -- $argv[2..-1])
"#;

/// The shells that are asked: how they are called, and their scripts.
const SHELLS: [(&str, &[&str]); 3] = [
    ("bash", &["--norc", "-c", BASH, "bash"]),
    ("zsh", &["-f", "-c", ZSH, "zsh"]),
    ("fish", &["--no-config", "-c", FISH]),
];

/// The shells that are here; says loudly which are not.
fn installed() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    SHELLS.into_iter().filter(|(shell, _)| {
        let is_here = has(shell);
        if !is_here {
            skip(&format!("there is no {shell}, so its completions were not tried"));
        }
        is_here
    })
}

/// A shell that has read its script.
struct Asked<'a> {
    shell: &'a str,
    arguments: &'a [&'a str],
    script: PathBuf,
}

impl Asked<'_> {
    /// What the shell completes for a word behind others, of what begins like it.
    fn completed(&self, words: &[&str]) -> BTreeSet<String> {
        let mut shell = Command::new(self.shell);
        shell.args(self.arguments).arg(&self.script).args(words).env("TERM", "dumb");
        let output = shell.stdin(Stdio::null()).output().expect("starts");
        assert!(output.stderr.is_empty(), "{}, {words:?}: {output:?}", self.shell);
        let text = String::from_utf8_lossy(&output.stdout).replace('\r', "");
        let offered = text.lines().filter_map(|line| line.split('\t').next().map(str::to_owned));
        // Options with a value may end in the sign that goes before it.
        let offered = offered.map(|one| one.trim_end_matches('=').to_owned());
        let last = words.last().copied().unwrap_or_default();
        offered.filter(|one| !one.is_empty() && one.starts_with(last)).collect()
    }
}

#[test]
fn shells_complete_verbs_and_behind_each_verb_its_options() {
    let dir = tempfile::tempdir().expect("a directory");
    let verbs = verbs();
    assert!(verbs.len() > 8 && !verbs.contains(&"child".to_owned()), "{verbs:?}");
    for (shell, arguments) in installed() {
        let script = dir.path().join(shell);
        std::fs::write(&script, printed(&["completions", shell])).expect("written");
        let asked = Asked { shell, arguments, script };
        let offered = asked.completed(&["sudoku-bench", ""]);
        assert!(verbs.iter().all(|verb| offered.contains(verb)), "{shell}: {offered:?}");
        for hidden in ["child", "launch"] {
            assert!(!offered.contains(hidden), "{shell}: {offered:?}");
        }
        for verb in verbs.iter().filter(|verb| *verb != "help") {
            let options = options(verb);
            assert!(options.contains("--help"), "{verb}");
            assert_eq!(asked.completed(&["sudoku-bench", verb, "--"]), options, "{shell}, {verb}");
        }
        let pass = asked.completed(&["sudoku-bench", "run", "--pas"]);
        assert_eq!(pass, BTreeSet::from(["--pass".to_owned()]), "{shell}");
        let symmetry = asked.completed(&["sudoku-bench", "generate", "--symmetry", ""]);
        assert!(symmetry.contains("rotational"), "{shell}: {symmetry:?}");
        let shells = asked.completed(&["sudoku-bench", "completions", ""]);
        assert!(shells.contains("zsh") && shells.contains("fish"), "{shell}: {shells:?}");
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
