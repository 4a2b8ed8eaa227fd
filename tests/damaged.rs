//! Reports that were cut short or damaged after they were written: rows that are whole are used,
//! what is not as it was written is refused, and nothing panics.
//!
//! `SUDOKU_BENCH_TRIALS` sets how many places are damaged (60 unless it is set), and
//! `SUDOKU_BENCH_SEED` which ones.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const PUZZLES: &str = "\
.4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.
9.1..4.........296.8....4.721...6.....6.23..4.5.94.........8.4.....7..3.....316.5
";

fn bench(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
    command.current_dir(folder).args(arguments).output().unwrap()
}

fn message(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A number from the environment.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The two files that a comparison reads, of one small run.
fn run() -> &'static (Vec<u8>, Vec<u8>) {
    static RUN: OnceLock<(Vec<u8>, Vec<u8>)> = OnceLock::new();
    RUN.get_or_init(|| {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("two.txt"), PUZZLES).unwrap();
        let arguments = "run two.txt --solver mrv,elimination-search --pass throughput --threads 1";
        let mut arguments: Vec<&str> = arguments.split(' ').collect();
        arguments.extend(["--budget", "1", "--quiet"]);
        let output = bench(place.path(), &arguments);
        assert_eq!(output.status.code(), Some(0), "{}", message(&output));
        let read = |name: &str| fs::read(place.path().join("reports/latest").join(name)).unwrap();
        (read("records.csv"), read("manifest.json"))
    })
}

/// A folder with these files.
fn folder(rows: (&str, &[u8]), manifest: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(rows.0), rows.1).unwrap();
    fs::write(folder.path().join("manifest.json"), manifest).unwrap();
    folder
}

/// The candidate takes a small part of the baseline's time, on any machine.
fn compare(folder: &Path) -> Output {
    bench(folder, &["compare", ".", "--baseline", "elimination-search", "--candidate", "mrv"])
}

#[test]
fn a_flipped_bit_is_refused_wherever_it_is() {
    let (rows, manifest) = run();
    let whole = compare(folder(("records.csv", rows), manifest).path());
    assert_eq!(whole.status.code(), Some(0), "{}", message(&whole));
    assert!(whole.stderr.is_empty(), "{}", message(&whole));
    let mut rng = ChaCha8Rng::seed_from_u64(number("SUDOKU_BENCH_SEED", 1));
    for trial in 0..number("SUDOKU_BENCH_TRIALS", 60) {
        let (mut rows, mut manifest) = (rows.clone(), manifest.clone());
        let file = if trial % 2 == 0 { &mut rows } else { &mut manifest };
        let (at, bit) = (rng.random_range(0..file.len()), rng.random_range(0..8));
        file[at] ^= 1 << bit;
        let output = compare(folder(("records.csv", &rows), &manifest).path());
        let place = format!("bit {bit} of byte {at}, trial {trial}: {}", message(&output));
        assert!(!place.contains("panicked"), "{place}");
        // A lost last line end is a row that was cut short; a field of no known name says nothing.
        let is_said = place.contains("cut short") || output.stdout == whole.stdout;
        assert!(output.status.code() == Some(2) || is_said, "{place}");
    }
}

#[test]
fn rows_that_were_cut_short_are_used_as_far_as_they_go() {
    let (rows, manifest) = run();
    let header = rows.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let mut rng = ChaCha8Rng::seed_from_u64(number("SUDOKU_BENCH_SEED", 1));
    for trial in 0..number("SUDOKU_BENCH_TRIALS", 60) / 3 {
        let cut = rng.random_range(header..rows.len());
        for name in ["records.csv", "records.csv.unfinished"] {
            let output = compare(folder((name, &rows[..cut]), manifest).path());
            let said = format!("{name} cut at {cut}, trial {trial}: {}", message(&output));
            let at_line_end = rows[cut - 1] == b'\n';
            assert!(!said.contains("panicked"), "{said}");
            match output.status.code() {
                Some(0) => assert!(said.contains("was cut short and is left out"), "{said}"),
                Some(2) if at_line_end => assert!(said.contains("hash"), "{said}"),
                Some(2) => assert!(said.contains("no rows") || said.contains("rounds"), "{said}"),
                code => panic!("{code:?}: {said}"),
            }
        }
    }
}

/// What a run that was killed leaves: rows under another name, and the manifest of its beginning.
#[test]
fn a_run_that_was_killed_can_be_compared() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("two.txt"), PUZZLES).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"))
        .current_dir(place.path())
        .args(
            "run two.txt --solver mrv,elimination-search --pass throughput --budget 600".split(' '),
        )
        .args(["--quiet", "--threads", "1"])
        .spawn()
        .unwrap();
    let folder = || -> Option<PathBuf> {
        Some(fs::read_dir(place.path().join("reports")).ok()?.next()?.ok()?.path())
    };
    let rows = || fs::read_to_string(folder()?.join("records.csv.unfinished")).ok();
    while rows().is_none_or(|rows| rows.lines().count() < 12) {
        assert!(child.try_wait().unwrap().is_none(), "the run ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let output = compare(&folder().unwrap());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", message(&output));
    assert!(
        message(&output).contains("taken as they are") || message(&output).contains("cut short")
    );
}

#[test]
fn rows_that_cannot_be_are_named_and_never_counted_with() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/compare-panic");
    for export in ["bmf", "gha", "gobench"] {
        let output =
            bench(&data, &["compare", "old", "new", "--export", export, "--export-file", "-"]);
        let said = message(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(
            said.contains("old/records.csv: line ") && said.contains("\"repeats\": \"0\""),
            "{said}"
        );
        assert!(!said.contains("panicked") && output.stdout.is_empty(), "{said}");
    }
}

/// Any field of any row, replaced by what a damaged disk or a spreadsheet might leave there.
#[test]
fn no_field_makes_a_comparison_panic_or_print_infinity() {
    let (rows, _) = run();
    let text = String::from_utf8(rows.clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let columns = lines[0].split(',').count();
    let odd =
        ["0", "NaN", "inf", "-1", "18446744073709551615", "9007199254740992", "", "1e9", "\"", "x"];
    let mut rng = ChaCha8Rng::seed_from_u64(number("SUDOKU_BENCH_SEED", 1));
    for trial in 0..number("SUDOKU_BENCH_TRIALS", 60) {
        let (line, column) = (rng.random_range(1..lines.len()), rng.random_range(0..columns));
        let odd = odd[rng.random_range(0..odd.len())];
        let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        let mut fields: Vec<&str> = lines[line].split(',').collect();
        fields[column] = odd;
        lines[line] = fields.join(",");
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("records.csv"), lines.join("\n") + "\n").unwrap();
        let output =
            bench(folder.path(), &["compare", ".", "--export", "bmf", "--export-file", "-"]);
        let said = message(&output) + &String::from_utf8_lossy(&output.stdout);
        let place = format!("line {line}, column {column} = {odd:?}, trial {trial}: {said}");
        assert!(matches!(output.status.code(), Some(0..=3)), "{place}");
        assert!(!said.contains("panicked"), "{place}");
        let json = said.split("\n{").nth(1).unwrap_or_default();
        assert!(
            !json.contains("inf") && !json.contains("NaN") && !json.contains("null"),
            "{place}"
        );
    }
}
