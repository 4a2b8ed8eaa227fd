//! Any bytes as a dataset: opening, surveying and reading them never panics, and what is counted,
//! read, read again, read as a stream and read from a packed file agrees.
#![no_main]

mod compose;

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use libfuzzer_sys::fuzz_target;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use sudoku_bench::dataset::{Batch, Dataset, Gathered, ReadOptions, Stream};
use sudoku_bench::puzzle::Order;

/// A dataset over bytes that outlive it.
struct Opened {
    dataset: Option<Dataset>,
    bytes: *mut [u8],
}

impl Opened {
    fn new(bytes: &[u8]) -> Self {
        let bytes: &'static mut [u8] = Box::leak(Box::from(bytes));
        let pointer = &raw mut *bytes;
        Self { dataset: Dataset::from_bytes("fuzz", bytes).ok(), bytes: pointer }
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        self.dataset = None;
        // SAFETY: the bytes came from a box in `new`, and the only borrower is gone.
        drop(unsafe { Box::from_raw(self.bytes) });
    }
}

/// Order, cells and given solution of every puzzle.
type Puzzle = (Order, Vec<u8>, Option<Vec<u8>>);

fn puzzles(dataset: &Dataset) -> Vec<Puzzle> {
    let survey = dataset.survey();
    let mut found = Vec::new();
    let mut solutions = 0;
    for order in Order::ALL {
        let mut batch = Batch::new(order, dataset);
        let mut again = Batch::new(order, dataset);
        let mut count = 0;
        for chunk in 0..dataset.chunks() {
            dataset.read(order, chunk, &mut batch).expect("nothing shrinks");
            count += batch.len() as u64;
            for (i, cells) in batch.block().iter().enumerate() {
                assert!(cells.iter().all(|&c| c == b'.' || order.value(c).is_some()));
                let expected = batch.expected(i).map(<[u8]>::to_vec);
                if let Some(expected) = &expected {
                    assert!(expected.iter().all(|&c| order.value(c).is_some()));
                    solutions += 1;
                }
                let line = dataset.line_of(batch.offset(i));
                assert!((1..=survey.lines).contains(&line), "line {line} of {}", survey.lines);
                dataset.read_at(order, batch.offset(i), &mut again).expect("nothing shrinks");
                assert_eq!((again.len(), again.block().cells(0)), (1, cells));
                found.push((order, cells.to_vec(), expected));
            }
        }
        assert_eq!(count, survey.puzzles(order));
    }
    assert_eq!(solutions, survey.solutions);
    assert!(survey.faults.len() as u64 <= survey.malformed);
    assert!(survey.faults.iter().all(|fault| fault.to_string().len() < 400));
    assert!(survey.faults.iter().all(|fault| (1..=survey.lines).contains(&fault.line)));
    found
}

/// The same by way of pieces of about so many bytes; `None` where there is no stream.
fn streamed(bytes: &[u8], size: usize) -> Option<Vec<Puzzle>> {
    let reader = Box::new(Cursor::new(bytes.to_vec()));
    let mut stream = Stream::from_reader("fuzz".into(), reader, &ReadOptions::default()).ok()?;
    let (form, mut pieces) = stream.pieces();
    let mut gathered = Gathered::default();
    let mut found = Vec::new();
    while let Some(piece) = pieces.next(size).expect("it is in memory") {
        form.read(&piece, &mut gathered);
        for (order, batch) in gathered.batches() {
            for (i, cells) in batch.block().iter().enumerate() {
                assert!(form.line_of(&piece, batch.offset(i)) >= 1);
                found.push((order, cells.to_vec(), batch.expected(i).map(<[u8]>::to_vec)));
            }
        }
    }
    found.sort();
    Some(found)
}

/// What a first byte says of those that follow: they are taken as they are, or stand for a text,
/// or are packed. Files of puzzles begin with none of the bytes that have a meaning here.
fn input(bytes: &[u8]) -> (Vec<u8>, Option<Vec<u8>>) {
    let Some((&first @ 1..=5, rest)) = bytes.split_first() else { return (bytes.to_vec(), None) };
    let text = if first <= 3 { compose::text(rest) } else { rest.to_vec() };
    let packed = match first {
        2 | 4 => Some(gzip(&text)),
        3 | 5 => Some(compress_to_vec(&text[..], CompressionLevel::Fastest)),
        _ => None,
    };
    (text, packed)
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text).expect("to memory");
    packed.finish().expect("to memory")
}

fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x1f\x8b")
        || bytes.starts_with(b"\x28\xb5\x2f\xfd")
        || matches!(bytes, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

fn read(bytes: &[u8]) -> Option<Vec<Puzzle>> {
    let mut found = puzzles(Opened::new(bytes).dataset.as_ref()?);
    found.sort();
    Some(found)
}

/// A packed text is read as the text is, and with a flipped bit as that or not at all.
fn agree_with_packed(text: &[u8], packed: &mut [u8]) {
    let plain = if is_packed(text) { None } else { read(text) };
    assert_eq!(read(packed), plain, "packed");
    // Without its first bytes it would be some other file.
    let at = 4
        + (text.len() * 7919 + usize::from(text.last().copied().unwrap_or(0))) % (packed.len() - 4);
    packed[at] ^= 1 << (text.len() % 8);
    let damaged = read(packed);
    assert!(damaged.is_none() || damaged == plain, "byte {at} damaged");
}

/// A text is read as a stream as it is as a file, and so are the puzzles found in it.
fn agree_with_stream(bytes: &[u8], size: usize) {
    let opened = Opened::new(bytes);
    let stream = streamed(bytes, size);
    assert_eq!(stream.is_some(), opened.dataset.is_some());
    let Some(dataset) = &opened.dataset else { return };
    let mut found = puzzles(dataset);
    found.sort();
    assert_eq!(stream.as_ref(), Some(&found));
    // A full grid may be the solution of what stands before it.
    found.retain(|(_, cells, _)| cells.contains(&b'.'));
    let mut lines: Vec<u8> = found.iter().flat_map(|(_, c, _)| [c, &b"\n"[..]].concat()).collect();
    // One line of each order, so that the canonical text cannot be taken for something else.
    for order in Order::ALL {
        let cells = order.symbols().iter().cycle().take(order.cells() - 1);
        lines.extend(cells.chain(b".\n"));
    }
    let canonical = Opened::new(&lines);
    let read = puzzles(canonical.dataset.as_ref().expect("canonical lines are puzzles"));
    assert_eq!(read.len(), found.len() + Order::ALL.len());
    for (order, cells, _) in &found {
        assert!(read.iter().any(|(o, c, _)| o == order && c == cells));
    }
}

fuzz_target!(|bytes: &[u8]| {
    let (text, packed) = input(bytes);
    let size = usize::from(bytes.first().copied().unwrap_or(0)) * 4;
    agree_with_stream(&text, size);
    if let Some(mut packed) = packed {
        agree_with_packed(&text, &mut packed);
    }
});
