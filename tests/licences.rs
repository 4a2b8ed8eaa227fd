//! Every crate that the program or its tests are built from has a licence that deny.toml allows, and takes
//! the compiler that Cargo.toml promises. `cargo deny` looks at more, where it is installed.

mod support;

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

/// The lists of deny.toml: licences for all crates, and for single ones.
struct Allowed {
    all: BTreeSet<String>,
    exceptions: Vec<(String, BTreeSet<String>)>,
}

fn quoted(text: &str) -> impl Iterator<Item = String> {
    text.split('"').skip(1).step_by(2).map(str::to_owned)
}

impl Allowed {
    fn read() -> Self {
        let text = std::fs::read_to_string(support::root().join("deny.toml")).expect("deny.toml");
        let section = text.split("[licenses]").nth(1).expect("licences");
        let list = |after: &str| {
            let rest = section.split_once(after).expect("a list").1;
            rest.split_once("]\n").expect("its end").0.to_owned()
        };
        let all = quoted(&list("\nallow = [")).collect();
        let exceptions = list("\nexceptions = [");
        let exceptions = exceptions.split("{ crate = ").skip(1).map(|one| {
            let mut names = quoted(one);
            (names.next().expect("a crate"), names.collect())
        });
        Self { all, exceptions: exceptions.collect() }
    }

    fn has(&self, package: &str, licence: &str) -> bool {
        let exception = self.exceptions.iter().find(|(name, _)| name == package);
        self.all.contains(licence) || exception.is_some_and(|(_, list)| list.contains(licence))
    }
}

/// Whether an SPDX expression can be satisfied: OR binds less than AND, `/` is an old form of OR.
fn is_satisfied(expression: &str, is_allowed: &impl Fn(&str) -> bool) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = spaced.split_whitespace().peekable();
    let value = any(&mut words, is_allowed);
    assert!(words.next().is_none(), "not understood: {expression}");
    value
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn any(words: &mut Words<'_>, is_allowed: &impl Fn(&str) -> bool) -> bool {
    let mut value = every(words, is_allowed);
    while words.next_if_eq(&"OR").is_some() {
        value |= every(words, is_allowed);
    }
    value
}

fn every(words: &mut Words<'_>, is_allowed: &impl Fn(&str) -> bool) -> bool {
    let mut value = one(words, is_allowed);
    while words.next_if_eq(&"AND").is_some() {
        value &= one(words, is_allowed);
    }
    value
}

fn one(words: &mut Words<'_>, is_allowed: &impl Fn(&str) -> bool) -> bool {
    let word = words.next().expect("a licence");
    if word == "(" {
        let value = any(words, is_allowed);
        assert_eq!(words.next(), Some(")"));
        return value;
    }
    let exception = words.next_if_eq(&"WITH").and_then(|_| words.next());
    is_allowed(&exception.map_or_else(|| word.to_owned(), |with| format!("{word} WITH {with}")))
}

#[test]
fn expressions_are_read_as_spdx_defines_them() {
    let is_allowed = |licence: &str| ["MIT", "ISC"].contains(&licence);
    let cases = [
        ("MIT", true),
        ("GPL-3.0", false),
        ("MIT OR GPL-3.0", true),
        ("GPL-3.0/MIT", true),
        ("MIT AND GPL-3.0", false),
        ("GPL-3.0 OR MIT AND ISC", true),
        ("(GPL-3.0 OR MIT) AND ISC", true),
        ("MIT AND (GPL-3.0 OR AGPL-3.0)", false),
        ("MIT WITH LLVM-exception", false),
    ];
    for (expression, expected) in cases {
        assert_eq!(is_satisfied(expression, &is_allowed), expected, "{expression}");
    }
}

/// A version's first two numbers.
fn version(text: &str) -> (u32, u32) {
    let mut numbers = text.split('.').map(|number| number.parse().expect("a number"));
    (numbers.next().expect("a number"), numbers.next().unwrap_or(0))
}

/// Cargo's description of all packages that are built here.
fn metadata() -> Value {
    let rustc = Command::new("rustc").arg("-vV").output().expect("there is a compiler");
    let text = String::from_utf8(rustc.stdout).expect("UTF-8");
    let host = text.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    // Whatever is needed to build this test is here already.
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .args(["--filter-platform", host])
        .current_dir(support::root())
        .output()
        .expect("there is cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn all_crates_have_an_allowed_licence_and_take_the_promised_compiler() {
    let allowed = Allowed::read();
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("packages");
    let ours = packages.iter().find(|one| one["name"] == "sudoku-bench").expect("this crate");
    let promised = version(ours["rust_version"].as_str().expect("a version"));
    assert!(packages.len() > 50, "{} packages", packages.len());
    for package in packages {
        let name = package["name"].as_str().expect("a name");
        let licence = package["license"].as_str().unwrap_or("none");
        let is_fine = is_satisfied(licence, &|licence| allowed.has(name, licence));
        assert!(is_fine, "{name} has the licence {licence}, which deny.toml does not allow");
        let needed = package["rust_version"].as_str().map(version);
        assert!(needed <= Some(promised), "{name} needs Rust {needed:?}, promised is {promised:?}");
    }
}
