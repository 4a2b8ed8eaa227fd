//! Every command that a page shows is one that exists, and every file that it links to is there.

mod support;

use std::path::{Path, PathBuf};

use clap::Parser;
use sudoku_bench::cli::Cli;

use support::pages::{self, Page};

/// The arguments of our own program, if the command calls it.
fn arguments(command: &str) -> Option<Vec<String>> {
    let plain = command.replace('\'', "");
    let words = plain.split_whitespace().take_while(|word| !["|", ">"].contains(word));
    let words: Vec<String> = words.map(str::to_owned).collect();
    let at = words.iter().position(|word| word == "sudoku-bench");
    match &words[..] {
        [cargo, run, ..] if cargo == "cargo" && run == "run" => Some(words[3..].to_vec()),
        _ => at.map(|at| words[at + 1..].to_vec()),
    }
}

/// The program of a command, without variables before it.
fn program(command: &str) -> &str {
    command.split_whitespace().find(|word| !word.contains('=')).unwrap_or_default()
}

#[test]
fn every_command_shown_is_understood() {
    let mut ours = 0;
    for page in pages::all() {
        for command in page.commands() {
            if let Some(arguments) = arguments(&command) {
                ours += 1;
                let line = ["sudoku-bench".to_owned()].into_iter().chain(arguments);
                let parsed = Cli::try_parse_from(line);
                assert!(parsed.is_ok(), "{}: {command}: {}", page.name, parsed.unwrap_err());
                continue;
            }
            let program = program(&command);
            let known = ["cargo", "git", "cd", "cc", "mkdir", "rustc", "gzip"].contains(&program);
            let exists = support::root().join(program).exists();
            assert!(known || exists, "{}: {command}", page.name);
        }
    }
    assert!(ours >= 40, "only {ours} commands of our own were found in the pages");
}

/// What a page links to, without the part after `#`; nothing outside this repository.
fn targets(page: &Page) -> Vec<(PathBuf, Option<String>)> {
    let links = page.text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let folder = support::root().join(&page.name);
    let folder = folder.parent().expect("a folder");
    let inside = links.filter(|link| !link.starts_with("http") && !link.contains(' '));
    inside
        .map(|link| match link.split_once('#') {
            Some(("", heading)) => (support::root().join(&page.name), Some(heading.to_owned())),
            Some((path, heading)) => (folder.join(path), Some(heading.to_owned())),
            None => (folder.join(link), None),
        })
        .collect()
}

/// The name that a heading has in links: small letters, hyphens for blanks, nothing else.
fn anchor(heading: &str) -> String {
    let lower = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = lower.chars().filter(|c| c.is_alphanumeric() || [' ', '-'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn headings(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a page");
    text.lines().filter(|line| line.starts_with('#')).map(anchor).collect()
}

#[test]
fn every_file_and_heading_linked_to_is_there() {
    let mut links = 0;
    for page in pages::all() {
        for (path, heading) in targets(&page) {
            links += 1;
            assert!(path.exists(), "{} links to {}", page.name, path.display());
            if let Some(heading) = heading {
                let found = headings(&path).contains(&heading);
                assert!(found, "{} links to {}#{heading}", page.name, path.display());
            }
        }
    }
    assert!(links >= 20, "only {links} links were found");
}

/// Paths in running text, such as `src/solver/mod.rs`: they go stale when files move.
#[test]
fn every_file_that_a_page_names_is_there() {
    let folders = ["src/", "tests/", "scripts/", "docs/", "benches/", "fuzz/fuzz_targets/"];
    let mut named = 0;
    for page in pages::all().iter().filter(|page| page.name != "CHANGELOG.md") {
        for path in page.text.split('`').skip(1).step_by(2) {
            let path = path.split([' ', '#']).next().unwrap_or_default();
            if !folders.iter().any(|folder| path.starts_with(folder)) || path.contains("NAME") {
                continue;
            }
            named += 1;
            assert!(support::root().join(path).exists(), "{} names {path}", page.name);
        }
    }
    assert!(named > 20, "only {named} paths were found");
}

/// The README is what a newcomer reads first; the rest stands in docs/.
#[test]
fn the_readme_stays_short_and_leads_to_every_page() {
    let pages = pages::all();
    let readme = pages.iter().find(|page| page.name == "README.md").expect("a README");
    assert!(readme.text.lines().count() <= 160, "{} lines", readme.text.lines().count());
    for page in pages.iter().filter(|page| page.name.starts_with("docs/")) {
        assert!(readme.text.contains(&format!("({})", page.name)), "{}", page.name);
    }
}

/// Words that pages and scripts of this repository do without, since an engineer would not say them:
/// "reports", "determines" or "returns true if" stand in the place of the first.
const FOREIGN: [&str; 7] = ["tell", "tells", "told", "nobody", "somebody", "whoever", "as far as"];

/// The foreign phrases of a line.
fn foreign(line: &str) -> Vec<String> {
    let lower = line.to_lowercase();
    let plain: String = lower.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let text = format!(" {} ", words.join(" "));
    let mut found: Vec<String> = FOREIGN
        .iter()
        .filter(|f| text.contains(&format!(" {f} ")))
        .map(|f| f.to_string())
        .collect();
    // People deny a noun by "is not a", or by "there is no".
    for at in 1..words.len().saturating_sub(1) {
        let is_denied = ["is", "are"].contains(&words[at]) && words[at + 1] == "no";
        let rest = words.get(at + 2).copied().unwrap_or_default();
        if is_denied && words[at - 1] != "there" && !["longer", "more", "less"].contains(&rest) {
            found.push(format!("{} {} no {rest}", words[at - 1], words[at]));
        }
    }
    found
}

/// Pages and scripts as a whole, and of code its comments.
fn prose(path: &Path) -> Option<String> {
    let root = support::root();
    let is_script = path.parent().is_some_and(|parent| parent == root.join("scripts"));
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let is_code = ["rs", "c", "cpp", "py", "sh"].contains(&ending);
    let text = || std::fs::read_to_string(path).expect("UTF-8");
    if is_script || ending == "md" {
        return Some(text());
    }
    is_code.then(|| {
        let comment = |line: &str| {
            let is_one = ["//", "#"].iter().any(|begin| line.trim_start().starts_with(begin));
            if is_one { line.to_owned() } else { String::new() }
        };
        text().lines().map(comment).collect::<Vec<_>>().join("\n")
    })
}

#[test]
fn pages_scripts_and_comments_are_written_in_plain_words() {
    assert_eq!(
        foreign("It tells; that is no verb, there is no other."),
        ["tells", "that is no verb"]
    );
    let root = support::root();
    let mut read = 0;
    let mut faults = Vec::new();
    let mut paths = vec![root.join("reports/README.md"), root];
    while let Some(path) = paths.pop() {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            let built = ["target", "venv", "node_modules", "prove-gate"];
            if !built.contains(&name) && ![".git", "data", "reports"].contains(&name) {
                let entries = std::fs::read_dir(&path).expect("a folder").flatten();
                paths.extend(entries.map(|entry| entry.path()));
            }
            continue;
        }
        let Some(text) = prose(&path) else { continue };
        read += 1;
        for (number, line) in (1..).zip(text.lines()) {
            let found = foreign(line);
            if !found.is_empty() {
                faults.push(format!("{}:{number}: {found:?}: {line}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(read > 400, "only {read} files were read");
}
