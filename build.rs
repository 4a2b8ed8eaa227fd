//! Gives the program what it was built from: compiler, target and its features, profile, and the git
//! revision.
//!
//! Builds without git, and outside a repository, are fine: the revision is then empty. Debug builds
//! carry none either, so that a commit does not recompile what figures are never published from.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    for path in ["build.rs", "Cargo.toml", "Cargo.lock", "src"] {
        watch(path);
    }
    let profile = env::var("PROFILE").unwrap_or_default();
    let revision = if profile == "release" { revision().or_else(packed_revision) } else { None };
    set("REVISION", &revision.unwrap_or_default());
    set("PROFILE", &profile);
    set("TARGET", &env::var("TARGET").unwrap_or_default());
    set("FEATURES", &env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default());
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    set("RUSTC", &output(&rustc, &["--version"]).unwrap_or_default());
}

/// The commit, with `-dirty` after it where tracked files differ from it.
fn revision() -> Option<String> {
    // A package that was unpacked inside another repository is not part of that.
    output("git", &["ls-files", "--error-unmatch", "build.rs"])?;
    watch(&output("git", &["rev-parse", "--git-path", "logs/HEAD"])?);
    let commit = output("git", &["rev-parse", "HEAD"])?;
    let changes = output("git", &["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changes.is_empty() { commit } else { format!("{commit}-dirty") })
}

/// The commit that `cargo package` notes in what it packs.
fn packed_revision() -> Option<String> {
    let notes = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let commit = notes.split("\"sha1\": \"").nth(1)?.split('"').next()?.to_owned();
    Some(if notes.contains("\"dirty\": true") { format!("{commit}-dirty") } else { commit })
}

/// A path that is not there would make every build run this again.
fn watch(path: &str) {
    if Path::new(path).exists() {
        println!("cargo::rerun-if-changed={path}");
    }
}

fn set(name: &str, value: &str) {
    println!("cargo::rustc-env=SUDOKU_BENCH_{name}={value}");
}

fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
