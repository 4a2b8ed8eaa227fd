//! Whole files in the forms people have, each with a puzzle whose cells are known.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::dataset::{Batch, Dataset, ReadOptions};
use crate::puzzle::Order;

const V01: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
const V03: &str =
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";

fn open(bytes: &[u8]) -> Result<Dataset, String> {
    let bytes = bytes.to_vec().leak();
    Dataset::from_bytes("x", bytes).map_err(|error| error.to_string())
}

/// Line and cells of each puzzle.
fn puzzles(bytes: &[u8]) -> Vec<(u64, String)> {
    let dataset = open(bytes).unwrap();
    let mut found = Vec::new();
    for order in dataset.survey().orders() {
        let mut batch = Batch::new(order, &dataset);
        for chunk in 0..dataset.chunks() {
            dataset.read(order, chunk, &mut batch).unwrap();
            for (i, cells) in batch.block().iter().enumerate() {
                let line = dataset.line_of(batch.offset(i));
                found.push((line, String::from_utf8(cells.to_vec()).unwrap()));
            }
        }
    }
    assert_eq!(found.len() as u64, dataset.survey().total());
    found
}

fn rows(cells: &str) -> Vec<&str> {
    (0..9).map(|row| &cells[row * 9..row * 9 + 9]).collect()
}

fn one(line: u64) -> Vec<(u64, String)> {
    vec![(line, V01.to_owned())]
}

#[test]
fn old_line_ends_are_line_ends() {
    let text = format!("# x\r{V01}\r{V03}\r");
    assert_eq!(puzzles(text.as_bytes()), [(2, V01.to_owned()), (3, V03.to_owned())]);
    let mixed = format!("{V01}\r\n{V03}\r{V01}\n");
    assert_eq!(puzzles(mixed.as_bytes()).len(), 3);
}

#[test]
fn packed_files_are_read_and_hashed_as_they_are() {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(format!("\n{V01}\n").as_bytes()).unwrap();
    let member = gzip.finish().unwrap();
    assert_eq!(puzzles(&member), one(2));
    let two = [&member[..], &member].concat();
    assert_eq!(puzzles(&two), [(2, V01.to_owned()), (4, V01.to_owned())]);
    let dataset = open(&two).unwrap();
    assert_eq!(dataset.survey().hash, blake3::hash(&two));
    assert_eq!(dataset.survey().bytes, two.len() as u64);
    assert_eq!(dataset.survey().lines, 4);
    assert!(open(&member[..40]).unwrap_err().contains("cannot read x"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.txt.gz");
    std::fs::write(&path, &member).unwrap();
    assert_eq!(Dataset::open(&path, &ReadOptions::default()).unwrap().name(), "some");
}

#[test]
fn grids_follow_each_other_with_or_without_something_between() {
    let grid = |cells: &str| rows(cells).join("\n");
    let both = vec![V01.to_owned(), V03.to_owned()];
    let cells = |text: &str| -> Vec<String> {
        puzzles(text.as_bytes()).into_iter().map(|(_, cells)| cells).collect()
    };
    assert_eq!(cells(&format!("{}\n{}\n", grid(V01), grid(V03))), both);
    assert_eq!(cells(&format!("{}\n\n\n{}\n", grid(V01), grid(V03))), both);
    assert_eq!(cells(&format!("Grid 01\n{}\nGrid 02\n{}", grid(V01), grid(V03))), both);
    let bands = |cells: &str| rows(cells).chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>();
    let banded = format!("{}\n\n{}\n", bands(V01).join("\n\n"), bands(V03).join("\n\n"));
    assert_eq!(cells(&banded), both);
    let euler = format!("Grid 01\n{}\nGrid 02\n{}", grid(V01), grid(V03)).replace('.', "0");
    let lines: Vec<u64> = puzzles(euler.as_bytes()).into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, [2, 12]);
}

#[test]
fn a_grid_that_lacks_a_row_does_not_take_one_from_the_next() {
    let short = rows(V01)[..8].join("\n");
    let text = format!("{short}\n\n{}\n\n{}\n", rows(V03).join("\n"), rows(V01).join("\n"));
    assert_eq!(puzzles(text.as_bytes()), [(10, V03.to_owned()), (20, V01.to_owned())]);
    let dataset = open(text.as_bytes()).unwrap();
    let fault = &dataset.survey().faults[0];
    assert_eq!(
        fault.to_string(),
        "line 1, column 1: found a truncated grid: 72 of 81 cells, expected 9 rows"
    );
    assert!(open(short.as_bytes()).unwrap_err().contains("72 of 81 cells"));
}

#[test]
fn cells_may_stand_apart_on_one_line() {
    let apart = |by: &str| V01.split("").collect::<Vec<_>>()[1..82].join(by);
    assert_eq!(puzzles(apart(" ").as_bytes()), one(1));
    assert_eq!(puzzles(apart(",").as_bytes()), one(1));
    assert_eq!(puzzles(format!("[{}]", apart(", ").replace('.', "0")).as_bytes()), one(1));
    assert_eq!(puzzles(rows(V01).join(" ").as_bytes()), one(1));
    let json: Vec<String> = rows(V01).iter().map(|row| format!("[\"{row}\"]")).collect();
    assert_eq!(puzzles(json.join(",\n").as_bytes()), one(1));
}

#[test]
fn the_form_that_an_article_prints_for_java_is_read_back() {
    let text = rows(V01).join("\"+\n                    \"");
    assert_eq!(puzzles(format!("    String puzzle = \"{text}\";\n").as_bytes()), one(1));
}

#[test]
fn candidates_are_read_where_the_givens_tell_the_same() {
    let slots = |digits: &dyn Fn(char) -> String| -> String { V01.chars().map(digits).collect() };
    let full = slots(&|c| match c {
        '.' => "123456789".to_owned(),
        given => ('1'..='9').map(|digit| if digit == given { given } else { '.' }).collect(),
    });
    assert_eq!(puzzles(full.as_bytes()), one(1));
    let struck = full.replacen("123456789", "1234567.9", 2).replacen("1234567.9", "123456789", 1);
    assert!(open(struck.as_bytes()).unwrap_err().contains("eliminated candidates"));
}

#[test]
fn game_files_of_opensudoku_are_read() {
    let data = V01.replace('.', "0");
    let text =
        format!("<?xml version=\"1.0\"?>\n<opensudoku>\n<game data=\"{data}\" />\n</opensudoku>");
    assert_eq!(puzzles(text.as_bytes()), one(3));
    assert!(open(b"<?xml version=\"1.0\"?><svg/>").unwrap_err().contains("nothing in it"));
}

#[test]
fn a_pair_of_cells_apart_is_a_puzzle_and_its_solution() {
    let solution =
        "162857493534129678789643521475312986913586742628794135356478219241935867897261354";
    let apart = |cells: &str| cells.split("").collect::<Vec<_>>()[1..82].join(";");
    let text = format!("puzzle,solution\n{},{}\n", apart(V01), apart(solution));
    let dataset = open(text.as_bytes()).unwrap();
    assert_eq!((dataset.survey().total(), dataset.survey().solutions), (1, 1));
    let mut batch = Batch::new(Order::THREE, &dataset);
    dataset.read(Order::THREE, 0, &mut batch).unwrap();
    assert_eq!(batch.expected(0), Some(solution.as_bytes()));
    assert_eq!(dataset.line_of(batch.offset(0)), 2);
}
