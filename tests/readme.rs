//! Every command that the README and CONTRIBUTING show is one that exists.

use std::path::Path;

use clap::Parser;
use sudoku_bench::cli::Cli;

const PAGES: [(&str, &str); 2] = [
    ("README.md", include_str!("../README.md")),
    ("CONTRIBUTING.md", include_str!("../CONTRIBUTING.md")),
];

/// The lines of a page's blocks marked as shell, without comments and prompts.
fn commands(page: &str) -> Vec<&str> {
    let mut commands = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match line.trim() {
            "```sh" => inside = true,
            "```" => inside = false,
            line if inside => commands.push(line.split(" #").next().unwrap_or_default().trim()),
            _ => {}
        }
    }
    commands.retain(|command| !command.is_empty());
    commands
}

/// The arguments of our own program, if the command calls it.
fn arguments(command: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = command.split_whitespace().take_while(|word| *word != ">").collect();
    match words[..] {
        ["sudoku-bench", ref rest @ ..] => Some(rest.to_vec()),
        ["cargo", "run", "--release"] => Some(Vec::new()),
        ["cargo", "run", "--release", "--", ref rest @ ..] => Some(rest.to_vec()),
        _ => None,
    }
}

#[test]
fn every_command_shown_is_understood() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut ours = 0;
    for (page, text) in PAGES {
        for command in commands(text) {
            if let Some(arguments) = arguments(command) {
                ours += 1;
                let line = ["sudoku-bench"].into_iter().chain(arguments);
                let parsed = Cli::try_parse_from(line);
                assert!(parsed.is_ok(), "{page}: {command}: {}", parsed.unwrap_err());
                continue;
            }
            let program = command.split_whitespace().next().unwrap_or_default();
            let known = ["cargo", "git", "cd", "cc"].contains(&program);
            assert!(known || root.join(program).exists(), "{page}: {command}");
        }
    }
    assert!(ours >= 5, "only {ours} commands of our own were found in the pages");
}

#[test]
fn every_file_linked_to_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (page, text) in PAGES {
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.starts_with("http")) {
            let path = target.split('#').next().unwrap_or_default();
            assert!(root.join(path).exists(), "{page} links to {target}");
        }
    }
}
