//! The check on small crates made for it: it finds what it should and nothing else.

use std::fs;
use std::path::Path;

use super::circles::circles;
use super::rooms::{Room, faults};
use super::tree::Tree;

const ROOMS: [Room<'static>; 6] = [
    ("low", &[]),
    ("mid", &["low"]),
    ("mid/plan", &["low"]),
    ("mid/work", &["low", "mid/plan"]),
    ("cli", &["low", "mid", "mid/plan", "mid/work"]),
    ("main", &["cli"]),
];

/// A crate of these files; `lib.rs` declares the top level by itself.
fn tree(files: &[(&str, &str)]) -> Tree {
    let folder = tempfile::tempdir().expect("a folder");
    let mut tops: Vec<&str> = Vec::new();
    for (path, text) in files {
        let file = folder.path().join(path);
        fs::create_dir_all(file.parent().expect("has one")).expect("a folder");
        fs::write(&file, text).expect("a file");
        let top = path.split(['/', '.']).next().expect("a name");
        if !tops.contains(&top) && top != "main" {
            tops.push(top);
        }
    }
    let lib: String = tops.iter().map(|top| format!("pub mod {top};\n")).collect();
    fs::write(folder.path().join("lib.rs"), lib).expect("a file");
    Tree::read(folder.path()).expect("it parses")
}

#[track_caller]
fn expect_fault(files: &[(&str, &str)], fault: &str) {
    let found = faults(&tree(files), &ROOMS);
    assert!(found.iter().any(|said| said.contains(fault)), "{fault:?} not in {found:#?}");
}

#[track_caller]
fn expect_fine(files: &[(&str, &str)]) {
    assert_eq!(faults(&tree(files), &ROOMS), Vec::<String>::new());
}

const CLI: (&str, &str) = ("cli.rs", "pub struct Cli; pub fn fail() {}");
const LOW: (&str, &str) = ("low.rs", "pub struct Order;");

#[test]
fn imports_downwards_are_fine() {
    expect_fine(&[LOW, CLI, ("mid.rs", "use crate::low::Order; // use crate::cli::Cli;")]);
    expect_fine(&[LOW, CLI, ("main.rs", "use sudoku_bench::cli::Cli;")]);
}

#[test]
fn imports_upwards_are_found_however_they_are_written() {
    for text in [
        "use crate::cli::Cli;",
        "use crate as c; use c::cli::Cli;",
        "use super::cli as front; fn f() { front::fail() }",
        "use crate::{low::Order, cli::{self, Cli}};",
        "fn f() { crate::cli::fail() }",
        "fn f() { println!(\"{}\", crate::cli::fail()) }",
        "fn f() { use crate::cli; cli::fail() }",
        "fn f(x: Option<super::cli::Cli>) {}",
        "mod deep { fn f() { super::super::cli::fail() } }",
        "use crate::*; fn f() { cli::fail() }",
        "pub use crate::cli::*;",
    ] {
        expect_fault(&[LOW, CLI, ("mid.rs", text)], "mid must not import cli");
    }
}

#[test]
fn tests_may_import_what_stands_below_and_nothing_above() {
    let test = |text: &str| format!("#[cfg(test)] mod tests {{ {text} }}");
    let low = ("low.rs", "pub struct Order;");
    let work = test("use crate::mid::plan::Plan; use crate::low::Order;");
    let plan = ("mid/plan.rs", "pub struct Plan;");
    let mid = ("mid/mod.rs", "pub mod plan; pub mod work;");
    expect_fine(&[low, mid, plan, ("mid/work.rs", &work)]);
    let upward = test("use crate::cli::Cli;");
    expect_fault(&[low, CLI, ("mid.rs", &upward)], "mid must not import cli");
    let from_low = test("use crate::mid::plan::Plan;");
    expect_fault(
        &[mid, plan, ("mid/work.rs", ""), ("low.rs", &from_low)],
        "low must not import mid/plan",
    );
}

#[test]
fn a_room_in_a_room_has_rules_of_its_own() {
    let mid = ("mid/mod.rs", "pub mod plan; pub mod work; pub struct Shared;");
    let plan = ("mid/plan.rs", "pub struct Plan;");
    expect_fine(&[mid, plan, ("mid/work.rs", "use super::plan::Plan; use super::Shared;")]);
    let up = ("mid/plan.rs", "use super::work::Work;");
    expect_fault(
        &[mid, up, ("mid/work.rs", "pub struct Work;")],
        "mid/plan must not import mid/work",
    );
}

#[test]
fn a_re_export_does_not_hide_where_a_thing_comes_from() {
    let mid = ("mid/mod.rs", "pub mod plan; pub mod work; pub use work::Work;");
    let files = [mid, ("mid/plan.rs", "use super::Work;"), ("mid/work.rs", "pub struct Work;")];
    expect_fault(&files, "mid/plan must not import mid/work");
}

#[test]
fn a_folder_without_a_room_and_untyped_errors_are_found() {
    expect_fault(&[("attic.rs", "")], "attic is in no room");
    expect_fault(&[("mid.rs", "fn f() -> anyhow::Result<()> { Ok(()) }")], "anyhow belongs to cli");
    expect_fine(&[("cli.rs", "fn f() -> anyhow::Result<()> { Ok(()) }")]);
}

fn circle(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let name = |file: &std::path::PathBuf| {
        file.file_name().unwrap_or(Path::new("").as_os_str()).to_string_lossy().into_owned()
    };
    circles(&tree(files)).iter().map(|files| files.iter().map(name).collect()).collect()
}

#[test]
fn files_that_import_each_other_are_a_circle_also_through_re_exports() {
    let parent = ("mid/mod.rs", "mod a; mod b; mod c; pub use c::C;");
    let found = circle(&[
        parent,
        ("mid/a.rs", "use super::b::B; pub struct A;"),
        ("mid/b.rs", "use super::C; pub struct B;"),
        ("mid/c.rs", "pub struct C; fn f(_: super::a::A) {}"),
    ]);
    assert_eq!(found, [["a.rs", "b.rs", "c.rs"]]);
}

#[test]
fn parents_and_tests_make_no_circle() {
    let found = circle(&[
        ("mid/mod.rs", "mod a; mod b; use a::A; pub struct Mid;"),
        ("mid/a.rs", "use super::Mid; pub struct A;"),
        (
            "mid/b.rs",
            "pub struct B; fn f(_: super::a::A) {}\n#[cfg(test)] mod tests { use super::*; }",
        ),
    ]);
    assert_eq!(found, Vec::<Vec<String>>::new());
    let found = circle(&[
        ("mid/mod.rs", "mod a; mod b;"),
        ("mid/a.rs", "pub struct A; #[cfg(test)] mod tests { use super::super::b::B; }"),
        ("mid/b.rs", "pub struct B; use super::a::A;"),
    ]);
    assert_eq!(found, Vec::<Vec<String>>::new());
}
