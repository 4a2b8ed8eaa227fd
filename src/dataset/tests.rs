//! Chunks against a reader that is too simple to be wrong, and the life of a file.

use std::fs;
use std::io::Write;

use proptest::prelude::*;

use super::line::{is_comment, trim};
use super::*;

/// Offset, canonical cells and order of each puzzle, one line after the other.
fn naive(text: &[u8]) -> Vec<(u64, Order, Vec<u8>)> {
    let mut found = Vec::new();
    let mut offset = 0;
    for line in text.split(|&byte| byte == b'\n') {
        let cells = trim(line);
        if let (Some(order), false) = (Order::from_cells(cells.len()), is_comment(cells)) {
            let canonical: Option<Vec<u8>> = cells
                .iter()
                .map(|&byte| match byte {
                    b'.' | b'0' | b'*' | b'_' | b'-' => Some(b'.'),
                    _ => order.value(byte).map(|_| byte),
                })
                .collect();
            found.extend(canonical.map(|cells| (offset, order, cells)));
        }
        offset += line.len() as u64 + 1;
    }
    found
}

fn read_in_chunks(text: &[u8], chunks: Chunks) -> Vec<(u64, Order, Vec<u8>)> {
    let mut found = Vec::new();
    for order in Order::ALL {
        let mut batch = Batch::for_chunks_of(order, chunks.size());
        for i in 0..chunks.count() {
            batch.begin(order, chunks.size());
            walk::walk(text, &Layout::PLAIN, chunks, i, &mut Filling(&mut batch));
            found.extend(
                (0..batch.len()).map(|i| (batch.offset(i), order, batch.block().cells(i).to_vec())),
            );
        }
    }
    found.sort();
    found
}

fn cells(symbols: &'static str, count: usize) -> impl Strategy<Value = String> {
    let symbols: Vec<char> = symbols.chars().collect();
    prop::collection::vec(prop::sample::select(symbols), count).prop_map(String::from_iter)
}

fn any_line() -> impl Strategy<Value = String> {
    let puzzle = prop_oneof![
        4 => cells("123456789.0*_-", 81),
        2 => cells("1234.0", 16),
        1 => cells("123456789ABCDEFG.", 256),
        1 => cells("123456789ABCDEFGHIJKLMNOP.", 625),
    ];
    let spaced = (prop::sample::select(vec!["", " ", "\t"]), puzzle, any::<bool>()).prop_map(
        |(space, cells, behind)| match behind {
            true => format!("{cells}{space}"),
            false => format!("{space}{cells}"),
        },
    );
    prop_oneof![
        8 => spaced,
        1 => Just(String::new()),
        1 => cells("123456789.?x#; ", 81),
        1 => "[#;.][0-9.]{0,90}",
        1 => "[0-9.]{14,18}",
    ]
}

fn text() -> impl Strategy<Value = String> {
    let line = (any_line(), prop::sample::select(vec!["\n", "\r\n"]));
    (prop::collection::vec(line, 0..12), any::<bool>()).prop_map(|(lines, last)| {
        let mut text: String = lines.into_iter().map(|(line, end)| line + end).collect();
        if !last && text.ends_with('\n') {
            text.pop();
        }
        text
    })
}

proptest! {
    #[test]
    fn chunks_of_any_size_yield_what_a_naive_reader_finds(text in text(), size in 1usize..400) {
        // The naive reader knows no columns after the puzzle.
        prop_assume!(!text.contains(|c| "?x;".contains(c)));
        let expected = naive(text.as_bytes());
        let chunks = Chunks::of_size(text.len(), size);
        prop_assert_eq!(read_in_chunks(text.as_bytes(), chunks), expected);
    }

    #[test]
    fn the_survey_does_not_depend_on_the_chunks(text in text(), size in 1usize..400) {
        let bytes = text.as_bytes();
        let whole = survey::tally(bytes, &Layout::PLAIN, Chunks::new(bytes.len()));
        let cut = survey::tally(bytes, &Layout::PLAIN, Chunks::of_size(bytes.len(), size));
        prop_assert_eq!(&cut, &whole);
        prop_assert_eq!(whole.lines, text.lines().count() as u64);
        let found = read_in_chunks(bytes, Chunks::of_size(bytes.len(), size));
        prop_assert_eq!(whole.puzzles.iter().sum::<u64>(), found.len() as u64);
    }

    #[test]
    fn canonical_cells_are_read_as_themselves(
        order in prop::sample::select(Order::ALL.to_vec()),
        seed in prop::collection::vec(any::<u8>(), 2401),
    ) {
        let cells: Vec<u8> = seed[..order.cells()]
            .iter()
            .map(|&random| Order::symbol(random % (order.side() as u8 + 1)))
            .collect();
        let mut out = vec![0; order.cells()];
        prop_assert!(symbols::Symbols::STANDARD.canonicalise(order, &cells, &mut out));
        prop_assert_eq!(out, cells);
    }

    #[test]
    fn no_bytes_at_all_bring_the_reader_down(bytes in prop::collection::vec(any::<u8>(), 1..600)) {
        let chunks = Chunks::of_size(bytes.len(), 64);
        let tally = survey::tally(&bytes, &Layout::PLAIN, chunks);
        prop_assert!(tally.faults.len() as u64 <= tally.malformed);
    }
}

const V01: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

fn file(text: &[u8]) -> tempfile::NamedTempFile {
    let mut file = tempfile::Builder::new().suffix(".txt").tempfile().unwrap();
    file.write_all(text).unwrap();
    file
}

fn open(file: &tempfile::NamedTempFile) -> Result<Dataset, DatasetError> {
    Dataset::open(file.path(), &ReadOptions::default())
}

#[test]
fn a_file_is_surveyed_when_it_is_opened() {
    let text = format!("# one\n\n{V01}\r\nbad\n{V01}");
    let file = file(text.as_bytes());
    let dataset = open(&file).unwrap();
    let survey = dataset.survey();
    assert_eq!((survey.bytes, survey.lines, survey.malformed), (text.len() as u64, 5, 1));
    assert_eq!((survey.total(), survey.puzzles(Order::THREE)), (2, 2));
    assert_eq!(survey.orders().collect::<Vec<_>>(), [Order::THREE]);
    assert_eq!(survey.hash, blake3::hash(text.as_bytes()));
    assert_eq!(survey.faults[0].line, 4);
    assert!(!survey.has_solutions());
    let mut batch = Batch::new(Order::THREE, &dataset);
    dataset.read(Order::THREE, 0, &mut batch).unwrap();
    assert_eq!(batch.block().cells(1), V01.as_bytes());
    let lines = [0, 1].map(|i| dataset.line_of(batch.offset(i)));
    assert_eq!(lines, [3, 5]);
    assert_eq!(batch.expected(0), None);
    let stem = file.path().file_stem().unwrap().to_str().unwrap();
    assert_eq!(dataset.name(), stem);
}

#[test]
fn a_batch_of_another_order_or_dataset_fits_itself() {
    let dataset = Dataset::from_bytes("four", b"1234341221434321\n................").unwrap();
    let mut batch = Batch::for_chunks_of(Order::THREE, 1);
    dataset.read(Order::TWO, 0, &mut batch).unwrap();
    assert_eq!((batch.len(), batch.block().cells(0)), (2, &b"1234341221434321"[..]));
    dataset.read(Order::THREE, 0, &mut batch).unwrap();
    assert!(batch.is_empty());
    dataset.read(Order::TWO, 99, &mut batch).unwrap();
    assert!(batch.is_empty());
}

#[test]
fn a_file_that_shrank_is_refused_before_it_is_read() {
    let file = file(format!("{V01}\n").repeat(1000).as_bytes());
    let dataset = open(&file).unwrap();
    file.as_file().set_len(10).unwrap();
    let mut batch = Batch::new(Order::THREE, &dataset);
    let error = dataset.read(Order::THREE, 2, &mut batch).unwrap_err().to_string();
    assert!(error.contains("shrank from 82000 to 10 bytes"), "{error}");
    assert!(error.contains(file.path().to_str().unwrap()), "{error}");
}

#[test]
fn a_file_that_changes_under_its_name_is_noticed_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.txt");
    let text = format!("{V01}\n").repeat(10);
    fs::write(&path, &text).unwrap();
    let touch = |seconds| {
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds)).unwrap();
    };
    let dataset = Dataset::open(&path, &ReadOptions::default()).unwrap();
    assert_eq!(dataset.verify_unchanged().unwrap(), None);
    touch(1_000_000);
    assert_eq!(dataset.verify_unchanged().unwrap(), None, "the content is the same");
    let mut other = fs::File::options().write(true).open(&path).unwrap();
    other.write_all(b"2").unwrap();
    touch(2_000_000);
    let error = dataset.verify_unchanged().unwrap_err();
    assert!(error.to_string().contains("changed while it was being read"), "{error}");

    fs::write(&path, &text).unwrap();
    let dataset = Dataset::open(&path, &ReadOptions::default()).unwrap();
    let new = folder.path().join("new.txt");
    fs::write(&new, "another").unwrap();
    fs::rename(&new, &path).unwrap();
    let said = dataset.verify_unchanged().unwrap().unwrap();
    assert!(said.contains("removed or replaced"), "{said}");
}

#[test]
fn what_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let message = |path: &Path| {
        let error = Dataset::open(path, &ReadOptions::default()).err().unwrap();
        assert!(error.to_string().contains(&*path.to_string_lossy()), "{error}");
        error.to_string()
    };
    assert!(message(folder.path()).contains("is a directory"));
    assert!(message(&folder.path().join("missing.txt")).contains("cannot read"));
    assert!(message(file(b"").path()).contains("it is empty"));
    assert!(message(file(b"\n# nothing\n").path()).contains("only blank lines and comments"));
    assert!(message(file(b"12\n34").path()).contains("line 1, column 1: found 2 cells"));
}

#[test]
fn files_without_a_length_are_read_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fifo");
    let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    let writer = std::thread::spawn({
        let path = path.clone();
        move || fs::write(path, format!("{V01}\n").repeat(3)).unwrap()
    });
    let dataset = Dataset::open(&path, &ReadOptions::default()).unwrap();
    writer.join().unwrap();
    assert_eq!(dataset.survey().total(), 3);
    // Regular by its kind, and of no length.
    let error = Dataset::open(Path::new("/proc/version"), &ReadOptions::default());
    assert!(matches!(error, Err(DatasetError::NoPuzzle { .. })), "{error:?}");
}
