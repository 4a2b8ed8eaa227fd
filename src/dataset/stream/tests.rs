//! A stream against the dataset of the same bytes.

use std::io::{self, Write};

use proptest::prelude::*;

use super::*;
use crate::dataset::Batch;
use crate::puzzle::Order;

const V01: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

/// Gives its bytes so many at a time.
struct Dripping {
    bytes: Vec<u8>,
    at: usize,
    drops: usize,
}

impl Read for Dripping {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let len = self.drops.min(to.len()).min(self.bytes.len() - self.at);
        to[..len].copy_from_slice(&self.bytes[self.at..self.at + len]);
        self.at += len;
        Ok(len)
    }
}

/// A puzzle and its line.
type Found = (u64, Order, Vec<u8>, Option<Vec<u8>>);

/// Puzzles, and lines of malformed ones, by way of chunks of about so many bytes.
fn streamed(mut stream: Stream, bytes: usize) -> (Vec<Found>, Vec<u64>) {
    let (mut found, mut lines) = (Vec::new(), 0);
    let converted = stream.converted().map_or(&[][..], |tally| &tally.faults);
    let mut faults: Vec<u64> = converted.iter().map(|fault| fault.line).collect();
    let (form, mut chunks) = stream.chunks();
    let mut gathered = Gathered::default();
    while let Some(chunk) = chunks.next(bytes).unwrap() {
        form.read(&chunk, &mut gathered);
        let from = found.len();
        for (order, batch) in gathered.batches() {
            for i in 0..batch.len() {
                let line = lines + form.line_of(&chunk, batch.offset(i));
                let expected = batch.expected(i).map(<[u8]>::to_vec);
                found.push((line, order, batch.block().cells(i).to_vec(), expected));
            }
        }
        found[from..].sort();
        faults.extend(gathered.tally().faults.iter().map(|fault| lines + fault.line));
        lines += gathered.tally().lines;
    }
    (found, faults)
}

fn surveyed(dataset: &Dataset) -> Vec<Found> {
    let mut found = Vec::new();
    for order in dataset.survey().orders() {
        let mut batch = Batch::new(order, dataset);
        for chunk in 0..dataset.chunks() {
            dataset.read(order, chunk, &mut batch).unwrap();
            for i in 0..batch.len() {
                let line = dataset.line_of(batch.offset(i));
                let expected = batch.expected(i).map(<[u8]>::to_vec);
                found.push((line, order, batch.block().cells(i).to_vec(), expected));
            }
        }
    }
    found.sort();
    found
}

fn any_text() -> impl Strategy<Value = String> {
    let solved = V01.replace('.', "5");
    let lines = vec![
        V01.to_owned(),
        format!("{V01},{solved}"),
        format!("  {V01} # {}", "x".repeat(90)),
        "1234341221434321".to_owned(),
        ".".repeat(256),
        "rubbish".to_owned(),
        "# a comment".to_owned(),
        String::new(),
        V01[..80].to_owned(),
    ];
    let line = (prop::sample::select(lines), prop::sample::select(vec!["\n", "\r\n"]));
    let text = prop::collection::vec(line, 0..30);
    (prop::sample::select(vec!["", "\u{feff}", "puzzle\n"]), text, any::<bool>()).prop_map(
        |(head, lines, last)| {
            let text: String = lines.into_iter().map(|(line, end)| line + end).collect();
            let text = if last { text.trim_end().to_owned() } else { text };
            format!("{head}{text}{V01}")
        },
    )
}

proptest! {
    #[test]
    fn pieces_of_any_size_hold_what_the_dataset_holds(text in any_text(), bytes in 0..400usize) {
        let options = ReadOptions::default();
        let dataset = Dataset::from_text("x", &text, &options);
        let stream = Stream::from_text("x", &text, &options);
        prop_assert_eq!(dataset.is_ok(), stream.is_ok());
        let (Ok(dataset), Ok(stream)) = (dataset, stream) else { return Ok(()) };
        let faults: Vec<u64> = dataset.survey().faults.iter().map(|fault| fault.line).collect();
        let (found, malformed) = streamed(stream, bytes);
        prop_assert_eq!(found, surveyed(&dataset));
        prop_assert!(malformed.starts_with(&faults), "{:?} {:?}", malformed, faults);
    }
}

/// Over a megabyte, so that it is not read whole when it is opened.
fn long_text() -> String {
    let lines = (0..30_000).map(|i| match i % 100 {
        7 => "rubbish\n".to_owned(),
        8 => "1234341221434321\n".to_owned(),
        _ => format!("{}{V01}\n", " ".repeat(i % 3)),
    });
    lines.collect()
}

#[test]
fn a_pipe_gives_what_the_file_gives_however_it_drips() {
    let text = long_text();
    let options = ReadOptions::default();
    let whole = streamed(Stream::from_text("x", &text, &options).unwrap(), 1 << 16);
    assert_eq!(whole.0.len(), 30_000 - 300);
    for drops in [1000, 1 << 16] {
        let pipe = Dripping { bytes: text.clone().into_bytes(), at: 0, drops };
        let stream = Stream::from_reader("x".to_owned(), Box::new(pipe), &options).unwrap();
        assert!(stream.more.is_some());
        let streamed = streamed(stream, 5000);
        assert_eq!(streamed.0, whole.0);
        assert!(streamed.1.iter().all(|line| line % 100 == 8));
    }
}

#[test]
fn what_has_to_be_converted_is_read_from_a_pipe_to_its_end() {
    let grids: String = (0..30_000)
        .map(|_| V01.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n"))
        .map(|rows| rows.collect::<String>() + "\n")
        .collect();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    packed.write_all(long_text().as_bytes()).unwrap();
    for (bytes, puzzles) in [(grids.into_bytes(), 30_000), (packed.finish().unwrap(), 30_000 - 300)]
    {
        let pipe = Dripping { bytes, at: 0, drops: 1 << 16 };
        let options = ReadOptions::default();
        let stream = Stream::from_reader("x".to_owned(), Box::new(pipe), &options).unwrap();
        assert_eq!(streamed(stream, 1 << 16).0.len(), puzzles);
    }
}

#[test]
fn a_line_without_end_takes_no_more_memory_than_another() {
    let mut bytes = long_text().into_bytes();
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
    bytes.extend(std::iter::repeat_n(b'1', 8 << 20));
    bytes.extend(format!("\n{V01}\n").into_bytes());
    let pipe = Dripping { bytes, at: 0, drops: 1 << 16 };
    let options = ReadOptions::default();
    let mut stream = Stream::from_reader("x".to_owned(), Box::new(pipe), &options).unwrap();
    let (form, mut chunks) = stream.chunks();
    let mut gathered = Gathered::default();
    let mut total = LineTally::default();
    while let Some(chunk) = chunks.next(1 << 16).unwrap() {
        assert!(chunk.bytes() < 3 << 20, "a chunk of {} bytes", chunk.bytes());
        form.read(&chunk, &mut gathered);
        total = total.merge(gathered.tally().clone());
    }
    assert_eq!((total.malformed, total.lines), (301, lines as u64 + 2));
}

#[test]
fn a_stream_that_holds_no_puzzle_says_what_it_holds() {
    let options = ReadOptions::default();
    let said = |text: &str| {
        let pipe = Dripping { bytes: text.as_bytes().to_vec(), at: 0, drops: 7 };
        let stream = Stream::from_reader("it".to_owned(), Box::new(pipe), &options);
        stream.err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(said("").contains("it is empty"));
    assert!(said("# nothing\n\n").contains("only blank lines and comments"));
    assert!(said("rubbish\n").contains("line 1"));
    assert!(said("PK\x03\x04...").contains("zip"));
    assert_eq!(said(V01), "");
}
