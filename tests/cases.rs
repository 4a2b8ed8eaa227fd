//! Every file of `tests/data` behaves as its INDEX.tsv says.

#[path = "cases/table.rs"]
mod table;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use sudoku_bench::builtin;
use sudoku_bench::dataset::{Batch, Dataset, DatasetError, ReadOptions};
use sudoku_bench::puzzle::{Order, Puzzles};
use sudoku_bench::solver::{Answers, Goal, Search, Stop};
use table::{Case, Count, Expect, TABLE};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

struct Puzzle {
    line: u64,
    order: Order,
    cells: Vec<u8>,
    expected: Option<Vec<u8>>,
}

fn open(folder: &Path, case: &Case) -> Result<Dataset, DatasetError> {
    let options =
        ReadOptions { alphabet: case.alphabet.map(str::to_owned), ..ReadOptions::default() };
    Dataset::open(&folder.join(case.file), &options)
}

fn puzzles(dataset: &Dataset) -> Vec<Puzzle> {
    let mut found = Vec::new();
    for order in dataset.survey().orders() {
        let mut batch = Batch::new(order, dataset);
        for chunk in 0..dataset.chunks() {
            dataset.read(order, chunk, &mut batch).unwrap();
            found.extend((0..batch.len()).map(|i| Puzzle {
                line: dataset.line_of(batch.offset(i)),
                order,
                cells: batch.block().cells(i).to_vec(),
                expected: batch.expected(i).map(<[u8]>::to_vec),
            }));
        }
    }
    found.sort_by_key(|puzzle| puzzle.line);
    found
}

/// Number of solutions up to a limit, with the first.
fn solve(puzzle: &Puzzle, limit: u32) -> (u32, Option<Vec<u8>>) {
    // On one of the 25x25 puzzles mrv has no answer after hours.
    let name = if puzzle.order < Order::FIVE { "mrv" } else { "sat" };
    let solver = builtin::find(name).expect("it is built in");
    let mut solver = solver.start(puzzle.order, Goal::Count(limit)).unwrap();
    let block = Puzzles::from_cells(puzzle.order, [&puzzle.cells[..]]);
    let mut answers = Answers::new(puzzle.order, 1);
    solver.solve(&block.block(), &Stop::never(), &mut answers).unwrap();
    let answer = answers.get(0);
    let solution = answer.solution.map(<[u8]>::to_vec);
    assert_eq!(answer.search, Search::Complete);
    (answer.count, solution)
}

fn expectations(folder: &Path, case: &Case, puzzles: &[Puzzle]) -> Option<Vec<(u64, Count)>> {
    Some(match &case.expect {
        Expect::Reads(puzzles) => puzzles.to_vec(),
        Expect::All(lines, count) => lines.clone().map(|line| (line, *count)).collect(),
        Expect::From(first, counts) => (*first..).zip(counts.iter().copied()).collect(),
        Expect::OwnCounts => {
            let text = fs::read_to_string(folder.join(case.file)).unwrap();
            let own = |line: &str| Count::Is(line.split(':').nth(1).unwrap().parse().unwrap());
            assert_eq!(puzzles.len(), 43);
            (1..).zip(text.lines().map(own)).collect()
        }
        Expect::Refused(_) | Expect::Elsewhere => return None,
    })
}

#[test]
fn every_file_is_in_the_table() {
    let folder = folder();
    let index = fs::read_to_string(folder.join("INDEX.tsv")).unwrap();
    let listed: BTreeSet<&str> =
        index.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(TABLE.iter().map(|case| case.file).collect::<BTreeSet<_>>(), listed);
}

#[test]
fn every_file_is_read_as_the_index_says() {
    let folder = folder();
    for case in TABLE {
        let file = case.file;
        let dataset = open(&folder, case);
        if let Expect::Refused(words) = case.expect {
            let error = dataset.expect_err(file);
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            let message = format!("{error}: {}", cause.unwrap_or_default());
            assert!(message.contains(words), "{file}: {message}");
            assert!(message.contains(file) && message.len() < 400, "{file}: {message}");
            continue;
        }
        if matches!(case.expect, Expect::Elsewhere) {
            continue;
        }
        let dataset = dataset.unwrap_or_else(|error| panic!("{file}: {error}"));
        let puzzles = puzzles(&dataset);
        let expected = expectations(&folder, case, &puzzles).unwrap();
        let lines: Vec<u64> = puzzles.iter().map(|puzzle| puzzle.line).collect();
        let expected: Vec<u64> = expected.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, expected, "{file}");
        let survey = dataset.survey();
        let faults: Vec<_> = survey.faults.iter().map(|f| (f.line, f.column)).collect();
        assert_eq!(faults, case.malformed, "{file}: {:?}", survey.faults);
        assert_eq!(survey.malformed, case.malformed.len() as u64, "{file}");
    }
}

#[test]
fn every_puzzle_has_as_many_solutions_as_the_index_says() {
    let folder = folder();
    for case in TABLE {
        let Ok(dataset) = open(&folder, case) else { continue };
        let puzzles = puzzles(&dataset);
        let Some(expected) = expectations(&folder, case, &puzzles) else { continue };
        for (puzzle, (line, count)) in puzzles.iter().zip(expected) {
            let (limit, least) = match count {
                Count::Is(count) => (count + 1, count),
                Count::AtLeast(least) => (least, least),
                Count::Any => (2, 0),
            };
            let (found, _) = solve(puzzle, limit);
            let right = found == least || matches!(count, Count::Any);
            assert!(right, "{}, line {line}: {found} for {count:?}", case.file);
        }
    }
}

#[test]
fn every_printed_solution_is_found() {
    let folder = folder();
    let index = fs::read_to_string(folder.join("INDEX.tsv")).unwrap();
    let mut checked = 0;
    for row in index.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let Some(case) = TABLE.iter().rfind(|case| case.file == fields[0]) else { continue };
        let Some((solution, order)) = printed_solution(fields[3]) else { continue };
        let dataset = open(&folder, case).unwrap();
        let puzzles = puzzles(&dataset);
        assert_eq!(puzzles[0].order, order, "{}", case.file);
        let (count, found) = solve(&puzzles[0], 2);
        assert_eq!((count, found), (1, Some(solution)), "{}", case.file);
        checked += 1;
    }
    assert!(checked >= 30, "only {checked} rows of INDEX.tsv have a solution that was found");
}

/// The solution that a row of INDEX.tsv has after `solution=` or `solution(alphabet)=`, in
/// canonical symbols.
fn printed_solution(text: &str) -> Option<(Vec<u8>, Order)> {
    let rest = &text[text.find("solution=").or(text.find("solution("))? + "solution".len()..];
    let (alphabet, rest) = match rest.strip_prefix('(') {
        Some(rest) => rest.split_once(")=")?,
        None => ("", &rest[1..]),
    };
    let order = match alphabet.len() {
        0 => [Order::THREE, Order::TWO].into_iter().find(|order| {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            digits == order.cells()
        })?,
        side => Order::ALL.into_iter().find(|order| order.side() == side)?,
    };
    let cells = rest.as_bytes().get(..order.cells())?;
    let value = |&symbol: &u8| match alphabet.bytes().position(|other| other == symbol) {
        Some(value) => Order::symbol(value as u8 + 1),
        None => symbol,
    };
    Some((cells.iter().map(value).collect(), order))
}

#[test]
fn the_program_exits_with_2_and_the_reason_where_there_is_nothing_to_read() {
    let folder = folder();
    for case in TABLE.iter().filter(|case| case.alphabet.is_none()) {
        let (words, code) = match case.expect {
            Expect::Elsewhere => continue,
            Expect::Refused(words) => (words, 2),
            _ => ("", 0),
        };
        // The search in it has no end worth waiting for.
        if case.file.starts_with("z33") {
            continue;
        }
        let mut check = assert_cmd::Command::cargo_bin("sudoku-bench").unwrap();
        let done = check.arg("check").arg(folder.join(case.file)).output().unwrap();
        let message = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(code), "{}: {message}", case.file);
        assert!(message.contains(words), "{}: {message}", case.file);
        assert!(message.is_empty() || message.contains(case.file), "{message}");
    }
}

#[test]
fn solution_columns_are_kept_as_they_are() {
    let folder = folder();
    for case in TABLE.iter().filter(|case| !case.columns.is_empty()) {
        let dataset = open(&folder, case).unwrap();
        let puzzles = puzzles(&dataset);
        let right: Vec<bool> = puzzles
            .iter()
            .map(|puzzle| {
                let expected = puzzle.expected.clone().expect(case.file);
                solve(puzzle, 2) == (1, Some(expected))
            })
            .collect();
        assert_eq!(right, case.columns, "{}", case.file);
        assert_eq!(dataset.survey().solutions, puzzles.len() as u64, "{}", case.file);
    }
}
