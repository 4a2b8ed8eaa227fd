//! Names that carry control characters, commas or quotes, in messages and files.

use super::*;

/// Names that a file may have and a log must not show as they are.
#[test]
fn a_hostile_name_is_shown_on_its_line_and_orders_nothing() {
    let place = Place::new();
    let name = "::error title=x::|<b>`a`&amp; ##[error]\u{1b}[31m\u{9b}2J\nnext,line\r.txt";
    fs::write(place.path(name), PUZZLES.to_owned() + "12\n").unwrap();
    let bench = env!("CARGO_BIN_EXE_sudoku-bench");
    let verbs: [&[&str]; 4] = [
        &[
            "gate",
            name,
            "--baseline",
            "mrv",
            "--candidate",
            "echo",
            "--budget",
            "2",
            "--github",
            "--markdown",
            "m.md",
            "--junit",
            "j.xml",
            "--export",
            "bmf",
            "--export-file",
            "b.json",
        ],
        &["run", name, "--solver", "mrv,echo", "--budget", "0.5"],
        &["check", name],
        &["solve", name],
    ];
    for arguments in verbs {
        let output =
            Command::new(bench).current_dir(place.0.path()).args(arguments).output().unwrap();
        let text = stdout(&output) + &stderr(&output);
        assert!(text.contains("\\u{1b}[31m") || arguments[0] == "solve", "{text}");
        for line in text.lines() {
            assert!(!line.contains(|c: char| c.is_control()), "{line:?}");
            let order = line.trim_start().strip_prefix("::");
            let is_ours = |order: &str| {
                arguments[0] == "gate"
                    && ["error title=", "notice title=", "warning title="].iter().any(|start| {
                        order.starts_with(start) && !order.starts_with("error title=x")
                    })
            };
            assert!(order.is_none_or(is_ours) && !line.contains("##["), "{line}");
        }
    }
    let markdown = fs::read_to_string(place.path("m.md")).unwrap();
    let columns = |line: &str| line.replace("\\\\", "").replace("\\|", "").matches('|').count();
    let rows: Vec<usize> =
        markdown.lines().filter(|line| line.starts_with('|')).map(columns).collect();
    assert!(rows.len() > 2 && rows.iter().all(|&n| n == rows[0]), "{markdown}");
    assert!(!markdown.contains("<b>") && !markdown.contains(" `a`"), "{markdown}");
    let summary = fs::read_to_string(place.report().join("summary.md")).unwrap();
    assert!(!summary.contains("<b>") && summary.contains("\\<b\\>"), "{summary}");
    let log = fs::read_to_string(place.report().join("latency.hlog")).unwrap();
    let tagged = |line: &&str| line.starts_with("Tag=");
    assert!(log.lines().filter(tagged).all(|line| line.split(',').count() == 5), "{log}");
}

/// Three names that formats with fields are tempted to write alike.
#[test]
fn names_that_differ_stay_apart_in_every_file() {
    let place = Place::new();
    let names = ["a b.txt", "a_b.txt", "a,b.txt"];
    for name in names {
        fs::write(place.path(name), PUZZLES).unwrap();
    }
    let bench = env!("CARGO_BIN_EXE_sudoku-bench");
    let output = Command::new(bench)
        .current_dir(place.0.path())
        .args(["run", "--solver", "mrv", "--budget", "0.3", "--threads", "1", "--quiet"])
        .args(names)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let log = fs::read_to_string(place.report().join("latency.hlog")).unwrap();
    for tag in ["Tag=mrv|a%20b|", "Tag=mrv|a_b|", "Tag=mrv|a%2Cb|"] {
        assert_eq!(log.matches(tag).count(), 2, "{tag}: {log}");
    }
    for file in ["a%20b", "a_b", "a%2Cb"] {
        let path = place.report().join(format!("mrv-{file}-9x9-unique-1-machine_included.hgrm"));
        assert!(path.exists(), "{}", path.display());
    }
}
