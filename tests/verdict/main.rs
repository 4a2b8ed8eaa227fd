//! `sudoku-bench compare` and `gate` as a user and a CI server meet them.

mod readers;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;

/// Two easy puzzles of an article on brute force.
const PUZZLES: &str = "\
.4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.
9.1..4.........296.8....4.721...6.....6.23..4.5.94.........8.4.....7..3.....316.5
";

struct Place(tempfile::TempDir);

impl Place {
    /// A folder with the puzzles, and a copy of one small run of `mrv` and `brute-force` in `run`.
    fn new() -> Self {
        static RUN: OnceLock<tempfile::TempDir> = OnceLock::new();
        let made = RUN.get_or_init(|| {
            let place = Self::with_puzzles();
            let args = "run two.txt --solver mrv,brute-force --pass throughput --threads 1 --budget 3 --quiet";
            let output = place.call(args);
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
            place.0
        });
        let place = Self::with_puzzles();
        place.copy(&made.path().join("reports/latest"), "run");
        place
    }

    fn with_puzzles() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        fs::write(place.path("two.txt"), PUZZLES).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn copy(&self, from: &Path, name: &str) {
        fs::create_dir(self.path(name)).unwrap();
        for file in ["records.csv", "manifest.json"] {
            fs::copy(from.join(file), self.path(name).join(file)).unwrap();
        }
    }

    /// Another run, whose file was changed.
    fn changed(&self, name: &str, file: &str, change: impl Fn(String) -> String) {
        self.copy(&self.path("run"), name);
        // What is changed here is to pass for what a run wrote.
        let manifest = self.path(name).join("manifest.json");
        let text = fs::read_to_string(&manifest).unwrap();
        let mut fields: serde_json::Map<String, Value> = serde_json::from_str(&text).unwrap();
        fields.retain(|name, _| !["records_blake3", "manifest_blake3"].contains(&name.as_str()));
        fs::write(manifest, Value::Object(fields).to_string()).unwrap();
        let path = self.path(name).join(file);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(path, change(text)).unwrap();
    }

    fn call(&self, args: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
        command.current_dir(self.0.path()).args(args.split_whitespace()).output().unwrap()
    }

    /// What is said when it cannot be done.
    fn refused(&self, args: &str) -> String {
        let output = self.call(args);
        assert_eq!(output.status.code(), Some(2), "{args}: {}", stdout(&output));
        stderr(&output)
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Changes the rows of a solver, each given as its columns by name.
fn with_rows(text: &str, solver: &str, change: impl Fn(&mut BTreeMap<&str, String>)) -> String {
    let mut lines = text.lines();
    let header = lines.next().unwrap();
    let mut changed = format!("{header}\n");
    for line in lines {
        let fields = line.split(',').map(str::to_owned);
        let mut row: BTreeMap<&str, String> = header.split(',').zip(fields).collect();
        if row["solver"] == solver {
            change(&mut row);
        }
        let fields: Vec<&str> = header.split(',').map(|name| row[name].as_str()).collect();
        changed += &(fields.join(",") + "\n");
    }
    changed
}

/// Only the rows of the first rounds of each sample.
fn rounds_below(end: u32, text: &str) -> String {
    let round = text.lines().next().unwrap().split(',').position(|c| c == "round").unwrap();
    let is_kept =
        |line: &str| line.split(',').nth(round).unwrap().parse().is_ok_and(|r: u32| r < end);
    let kept = text.lines().enumerate().filter(|(nth, line)| *nth == 0 || is_kept(line));
    kept.map(|(_, line)| format!("{line}\n")).collect()
}

#[test]
fn the_exit_code_follows_the_verdict() {
    let place = Place::new();
    // Brute force in row order takes many times as long as a search with candidates: the ratio
    // that both articles give is far beyond any threshold here.
    let slower = place.call("compare run --baseline mrv --candidate brute-force");
    assert_eq!(slower.status.code(), Some(1), "{}", stdout(&slower));
    assert!(stdout(&slower).contains("FAILED: brute-force is slower than mrv on two"));
    let faster = place.call("compare run --baseline brute-force --candidate mrv");
    assert_eq!(faster.status.code(), Some(0));
    assert!(stdout(&faster).contains("PASSED: mrv is faster than brute-force on two"));
    // One run a side decides no small change.
    place.changed("again", "records.csv", |text| text);
    let unclear = place.call("compare run again --candidate brute-force");
    assert_eq!(unclear.status.code(), Some(0), "{}", stderr(&unclear));
    assert!(stdout(&unclear).contains("UNCLEAR: "), "{}", stdout(&unclear));
    let counted = place.call("compare run again --candidate brute-force --fail-unclear");
    assert_eq!(counted.status.code(), Some(3));
}

#[test]
fn two_runs_of_the_same_rows_are_the_same_and_the_wrong_answer_of_one_fails() {
    let place = Place::new();
    place.changed("again", "records.csv", |text| text);
    let same = place.call("compare run again --candidate mrv --threshold 1000%");
    assert_eq!(same.status.code(), Some(0), "{}", stderr(&same));
    let text = stdout(&same);
    assert!(text.contains("makes exactly as many guesses"), "{text}");
    assert!(text.contains("one run a side"), "{text}");
    place.changed("wrong", "records.csv", |text| {
        with_rows(&text, "mrv", |row| {
            let answers = row.insert("unique", "0".to_owned()).unwrap();
            row.insert("wrong", answers);
        })
    });
    let wrong = place.call("compare run wrong --candidate mrv --threshold 1000%");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(stdout(&wrong).contains("FAILED: mrv: 2 wrong answers on two"), "{}", stdout(&wrong));
}

#[test]
fn several_runs_a_side_are_compared_by_how_runs_differ() {
    let place = Place::new();
    for name in ["a", "b", "c"] {
        place.changed(name, "records.csv", |text| text);
    }
    let output = place.call("compare run a -- b c --candidate mrv");
    assert_eq!(output.status.code(), Some(2), "options come before --");
    let output = place.call("compare --candidate mrv run a -- b c");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("PASSED: mrv takes as long as mrv (run, a) on two"), "{text}");
}

#[test]
fn a_run_that_measured_something_else_is_refused() {
    let place = Place::new();
    place.changed("other", "manifest.json", |text| {
        let mut manifest: Value = serde_json::from_str(&text).unwrap();
        manifest["datasets"][0]["blake3"] = "00".repeat(32).into();
        manifest.to_string()
    });
    assert!(place.refused("compare run other").contains("dataset two is not the same file"));
    place.changed("machine", "manifest.json", |text| {
        let mut manifest: Value = serde_json::from_str(&text).unwrap();
        manifest["machine"]["fingerprint"] = "00".repeat(32).into();
        manifest.to_string()
    });
    let through = place.call("compare run machine --candidate brute-force --threshold 1000%");
    assert_eq!(through.status.code(), Some(0), "{}", stderr(&through));
    assert!(
        stdout(&through).contains("each as a ratio to mrv in its own run"),
        "{}",
        stdout(&through)
    );
    place.changed("goal", "records.csv", |text| {
        text.replace(",unique,throughput", ",first,throughput")
    });
    let message = place.refused("compare run goal");
    assert!(message.contains("first") && message.contains("--goal"), "{message}");
}

#[test]
fn broken_runs_name_their_fault() {
    let place = Place::new();
    place.changed("zero", "records.csv", |text| {
        with_rows(&text, "mrv", |row| {
            for column in ["wall_ns", "cpu_ns", "wall_1_ns", "cpu_1_ns", "wall_2_ns", "cpu_2_ns"] {
                row.insert(column, "0".to_owned());
            }
        })
    });
    // A row that was cut short within the file; the last one may be, and is left out.
    place.changed("cut", "records.csv", |text| {
        let cut = |(nth, line): (usize, &str)| match nth {
            1 => line[..line.rfind(',').unwrap()].to_owned() + "\n",
            _ => line.to_owned() + "\n",
        };
        text.lines().enumerate().map(cut).collect()
    });
    place.changed("single", "records.csv", |text| rounds_below(1, &text));
    place.changed("header", "records.csv", |text| {
        text.lines().take(1).map(|line| format!("{line}\n")).collect()
    });
    fs::create_dir(place.path("nothing")).unwrap();
    let cases = [
        ("compare zero --candidate brute-force", "0 ns in round 0"),
        ("compare cut", "cut/records.csv"),
        ("compare single --candidate brute-force", "1 complete round of both mrv and brute-force"),
        ("compare header", "no rows"),
        ("compare nothing", "cannot read nothing/records.csv"),
        ("compare run nothing", "cannot read nothing/records.csv"),
        ("compare run --candidate dlx", "dlx has no rounds"),
        ("compare run --threshold 1", "write a percentage such as 1%"),
        ("compare run --reference mrv", "one run needs none"),
        ("compare run run run", "compare OLD... -- NEW..."),
    ];
    for (args, expected) in cases {
        let message = place.refused(args);
        assert!(message.contains(expected), "{args}: {message}");
    }
}

#[test]
fn rows_of_other_programs_are_refused_by_line_or_column() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let place = Place::new();
    for file in [
        "r02_current_missing_and_new.csv",
        "r03_status_changed.csv",
        "r04_decimal_comma.csv",
        "r05_truncated_report.csv",
    ] {
        fs::copy(cases.join(file), place.path(file)).unwrap();
        let message = place.refused(&format!("compare {file}"));
        assert!(message.contains(file) && message.contains("no column \"dataset\""), "{message}");
    }
}

#[test]
fn a_gate_finds_a_slowed_solver_and_shows_where() {
    let place = Place::with_puzzles();
    let output = place.call(
        "gate two.txt --baseline mrv --candidate slowed:mrv?factor=3 --threshold 20% --budget 6 \
         --markdown summary.md --junit gate.xml --github --export gobench --export-file go.txt",
    );
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}{}", stderr(&output));
    assert!(text.contains("FAILED: slowed:mrv?factor=3 is slower than mrv on two"), "{text}");
    assert!(text.contains("smallest change detectable with 90 % power"), "{text}");
    assert!(text.contains("makes exactly as many guesses"), "{text}");
    assert!(text.contains("::error title=sudoku-bench::FAILED"), "{text}");
    let summary = fs::read_to_string(place.path("summary.md")).unwrap();
    assert!(summary.contains("**FAILED: ") && summary.contains("| slower |"), "{summary}");
    assert!(fs::read_to_string(place.path("gate.xml")).unwrap().contains("failures=\"1\""));
    assert!(fs::read_to_string(place.path("go.txt")).unwrap().contains("/solver=mrv-1 "));
    gate_s_page(&place);
}

/// The folder of a gate has its verdict and its page, which `report` makes anew from it.
fn gate_s_page(place: &Place) {
    let kept = fs::read_to_string(place.path("reports/latest/verdict.json")).unwrap();
    let kept: Value = serde_json::from_str(&kept).unwrap();
    assert_eq!(
        (&kept["outcome"], &kept["rows"][0]["verdict"]),
        (&"failed".into(), &"slower".into())
    );
    assert!(!kept["rows"][0]["looks"].as_array().unwrap().is_empty(), "{kept}");
    let page = fs::read_to_string(place.path("reports/latest/report.html")).unwrap();
    for part in ["Gate: slowed:mrv?factor=3 against mrv", "FAILED: ", "Look by look"] {
        assert!(page.contains(part), "{part}");
    }
    assert_eq!(stdout(&place.call("report reports/latest -o -")), page);
    let refused = place.refused("report reports/latest --baseline mrv");
    assert!(refused.contains("leave out --baseline"), "{refused}");
}

#[test]
fn a_wrong_answer_fails_a_gate_and_ends_it_early() {
    let place = Place::with_puzzles();
    let begun = std::time::Instant::now();
    let output =
        place.call("gate two.txt --baseline mrv --candidate echo --budget 3000 --no-detail");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("FAILED: echo: 2 wrong answers on two"), "{text}");
    for line in ["echo: two, line 1: ", "echo: two, line 2: "] {
        assert!(text.contains(line), "{text}");
    }
    assert!(begun.elapsed().as_secs() < 3000, "two rounds are enough");
}

const UNANSWERED: [&str; 2] = [
    "1 puzzle without an answer, the baseline has 0",
    "2 puzzles without an answer, the baseline has 0",
];

#[test]
fn answers_fail_a_comparison_also_where_no_times_can_be_compared() {
    let place = Place::new();
    // What became of the puzzles of a single round, which does not make a pair. It holds one of the
    // two where the machine was so busy that a turn had no time for both.
    let cases = [
        ("wrong", ["1 wrong answer on two", "2 wrong answers on two"]),
        ("crashed", ["crashed on 1 puzzle on two", "crashed on 2 puzzles on two"]),
        ("timed_out", UNANSWERED),
        ("incomplete", UNANSWERED),
    ];
    for (kind, expected) in cases {
        place.changed(kind, "records.csv", |text| {
            let text = rounds_below(1, &text);
            with_rows(&text, "brute-force", |row| {
                let answers = row.insert("unique", "0".to_owned()).unwrap();
                row.insert(kind, answers);
            })
        });
        let asked = format!("compare {kind} --candidate brute-force --junit {kind}.xml");
        let output = place.call(&asked);
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(1), "{kind}: {text}{}", stderr(&output));
        let is_expected = |what: &&str| text.contains(&format!("FAILED: brute-force: {what}"));
        assert!(expected.iter().any(is_expected), "{kind}: {text}");
        let is_said = text.contains("not compared: ") || text.contains(" unclear\n");
        assert!(is_said, "{kind}: {text}");
        let junit = fs::read_to_string(place.path(&format!("{kind}.xml"))).unwrap();
        assert!(junit.contains("tests=\"1\"") && junit.contains("failures=\"1\""), "{junit}");
        assert!(junit.contains("brute-force on two, 9x9, unique, throughput, 1 thread"), "{junit}");
    }
}

#[test]
fn a_gate_that_cannot_run_says_why() {
    let place = Place::with_puzzles();
    let unknown = place.refused("gate two.txt --baseline mrv --candidate mvr");
    assert!(unknown.contains("no solver is called \"mvr\""), "{unknown}");
    let absent = place.refused("gate absent.txt --baseline mrv --candidate mrv");
    assert!(absent.contains("absent.txt"), "{absent}");
    let factor = place.refused("gate two.txt --baseline mrv --candidate slowed:mrv");
    assert!(factor.contains("factor=1.02"), "{factor}");
}

#[test]
fn solvers_of_a_run_are_compared_by_difficulty_which_is_kept_beside_it() {
    let place = Place::with_puzzles();
    let run = "run two.txt --solver mrv,brute-force --pass latency --threads 1 --budget 2 --quiet \
               --per-puzzle each.csv";
    assert_eq!(place.call(run).status.code(), Some(0));
    let compare = "compare reports/latest --per-puzzle each.csv";
    let first = place.call(compare);
    assert!(stdout(&first).contains("difficulty easy"), "{}", stdout(&first));
    let kept = place.path("reports/latest/difficulty.csv");
    let text = fs::read_to_string(&kept).unwrap();
    let page = fs::read_to_string(place.path("reports/latest/report.html")).unwrap();
    assert!(page.contains("difficulty easy"), "the run itself has graded its sample");
    let json: Value =
        serde_json::from_str(&stdout(&place.call(&format!("{compare} --json")))).unwrap();
    let strata = json["details"][0]["strata"].as_array().unwrap();
    let easy = strata.iter().find(|one| one["puzzles_with"] == "difficulty easy").unwrap();
    assert_eq!((&easy["puzzles"], &easy["time_ratio"]["low"]), (&2.into(), &Value::Null));
    // The articles: one is solved by elimination, the other by a search without deep guesses.
    assert!(text.contains("two,3,1,easy,") && text.contains("two,3,2,easy,"), "{text}");
    fs::write(&kept, text.replace(",easy,", ",expert,")).unwrap();
    let again = place.call(compare);
    assert!(stdout(&again).contains("difficulty expert"), "{}", stdout(&again));
    fs::remove_file(&kept).unwrap();
    fs::write(place.path("two.txt"), PUZZLES.replace("..5..8..65.3.", "..5..8..65...")).unwrap();
    let changed = place.call(compare);
    assert!(stderr(&changed).contains("two has changed since it was measured"));
    assert!(!stdout(&changed).contains("difficulty easy"), "{}", stdout(&changed));
}
