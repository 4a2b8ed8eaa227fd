//! What would be published is what a user needs, and no more; workflows run scripts that are there.

mod support;

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

/// What the package holds at its top.
const EXPECTED: [&str; 21] = [
    ".cargo_vcs_info.json",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "Cargo.toml.orig",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "benches",
    "build.rs",
    "datasets",
    "deny.toml",
    "docs",
    "examples",
    "reports",
    "rustfmt.toml",
    "scripts",
    "src",
    "tests",
    "",
];

#[test]
fn the_package_holds_what_it_should_and_nothing_else() {
    if !support::root().join(".git").exists() {
        return support::skip("this is not a clone, so the list of packed files was not looked at");
    }
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline"])
        .current_dir(support::root())
        .output()
        .expect("there is cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let top: BTreeSet<&str> = text.lines().filter_map(|path| path.split('/').next()).collect();
    let expected: BTreeSet<&str> = EXPECTED.into_iter().filter(|name| !name.is_empty()).collect();
    assert_eq!(top, expected);
    let reports: Vec<_> = text.lines().filter(|path| path.starts_with("reports/")).collect();
    assert_eq!(reports, ["reports/README.md"]);
    let sizes = text.lines().filter_map(|path| support::root().join(path).metadata().ok());
    let bytes: u64 = sizes.map(|file| file.len()).sum();
    assert!(bytes < 10 << 20, "{bytes} bytes before packing");
}

/// The commands of a workflow's steps.
fn steps(workflow: &str) -> Vec<&str> {
    let lines = workflow.lines().map(|line| line.trim().trim_start_matches("- "));
    lines.filter_map(|line| line.strip_prefix("run: ")).collect()
}

#[test]
fn every_job_of_a_workflow_is_a_script_that_is_there() {
    let folder = support::root().join(".github/workflows");
    if !folder.exists() {
        return support::skip("this is not a clone, so the workflows were not looked at");
    }
    let mut called = BTreeSet::new();
    for file in std::fs::read_dir(folder).expect("a folder").flatten() {
        let text = std::fs::read_to_string(file.path()).expect("UTF-8");
        for step in steps(&text) {
            let program = step.split(' ').next().unwrap_or_default();
            if program.starts_with("scripts/") {
                called.insert(program.to_owned());
                continue;
            }
            // What a runner needs before the script, and what only a release's page needs after it.
            let known = ["rustup", "cargo", "sudo", "cd", "gh"].contains(&program);
            assert!(known, "{}: {step}", file.path().display());
        }
    }
    for script in &called {
        let mode = support::root().join(script).metadata().expect("a script").permissions().mode();
        assert_eq!(mode & 0o111, 0o111, "{script} cannot be run");
    }
    let scripts = std::fs::read_dir(support::root().join("scripts")).expect("a folder").flatten();
    let files = scripts.filter(|entry| entry.path().is_file());
    for script in files.filter_map(|entry| entry.file_name().into_string().ok()) {
        let is_called = called.contains(&format!("scripts/{script}"));
        assert!(is_called || !script.starts_with("check"), "no workflow runs scripts/{script}");
    }
}

/// A filter that no test has in its name would let a script pass without a look at anything.
#[test]
fn the_modules_that_scripts_run_under_miri_and_sanitizers_are_there() {
    let mut modules = 0;
    for script in ["check-miri", "check-sanitizers"] {
        let path = support::root().join("scripts").join(script);
        let text = std::fs::read_to_string(path).expect("a script");
        let code = text.lines().filter(|line| !line.starts_with('#'));
        let words = code.flat_map(|line| line.split([' ', '(', ')']));
        for module in words.filter(|word| word.contains("::")) {
            modules += 1;
            let path = format!("src/{}", module.trim_end_matches("::").replace("::", "/"));
            let path = support::root().join(path);
            let is_there = path.is_dir() || path.with_extension("rs").is_file();
            assert!(is_there, "scripts/{script} names {module}");
        }
    }
    assert!(modules > 20, "only {modules} modules were found");
}

#[test]
fn the_version_names_revision_build_and_vector_width() {
    let printed = |option: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_sudoku-bench")).arg(option).output();
        String::from_utf8(output.expect("starts").stdout).expect("UTF-8")
    };
    let short = printed("-V");
    assert_eq!(short, format!("sudoku-bench {}\n", env!("CARGO_PKG_VERSION")));
    let long = printed("--version");
    assert!(long.starts_with(&short), "{long}");
    for line in ["\nrevision: ", "\nbuild: ", "\ntarget features: ", "\nSIMD: "] {
        assert!(long.contains(line), "{long}");
    }
    let width = long.split("SIMD: ").nth(1).and_then(|rest| rest.split(',').next());
    let listed = Command::new(env!("CARGO_BIN_EXE_sudoku-bench")).arg("solvers").output();
    let listed = String::from_utf8(listed.expect("starts").stdout).expect("UTF-8");
    let vector = listed.lines().find(|line| line.starts_with("vector")).expect("a line");
    assert!(vector.contains(width.expect("a width")), "{vector}\n{long}");
}
