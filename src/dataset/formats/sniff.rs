//! What a file is by its first bytes, when it is not text.

use super::packed;
use crate::dataset::DatasetError;
use crate::puzzle::Order;

/// Number of leading bytes by which a file's kind is recognised.
const FIRST: usize = 64 << 10;
/// Bytes in which a web page or a pointer says what it is.
const HEAD: usize = 8 << 10;

/// What stands in the way of reading a file as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Nothing.
    Text,
    /// One or more gzip members.
    Gzip,
    /// One or more Zstandard frames.
    Zstd,
    /// Something that is not read.
    Foreign(&'static str, &'static str),
}

/// What to do about an archive.
pub(super) const UNPACK: &str = "unpack it first and name the file inside";
const XZ: &str = "unpack it on the way in: xz -dc FILE | sudoku-bench run -";
const BZIP2: &str = "unpack it on the way in: bzip2 -dc FILE | sudoku-bench run -";
const DOWNLOAD: &str = "the download went wrong: fetch the file again and look at it";
const TEXT: &str = "convert it to UTF-8 text first, for example with iconv -f UTF-16 -t UTF-8";
const NOT_TEXT: &str = "name a text file with one puzzle a line";

const SIGNATURES: &[(&[u8], Kind)] = &[
    (packed::GZIP, Kind::Gzip),
    (packed::ZSTD, Kind::Zstd),
    (b"PK\x03\x04", Kind::Foreign("is a zip archive", UNPACK)),
    (b"PK\x05\x06", Kind::Foreign("is an empty zip archive", UNPACK)),
    (b"\xfd7zXZ\0", Kind::Foreign("is packed with xz", XZ)),
    (b"BZh", Kind::Foreign("is packed with bzip2", BZIP2)),
    (b"7z\xbc\xaf\x27\x1c", Kind::Foreign("is a 7z archive", UNPACK)),
    (b"Rar!", Kind::Foreign("is a rar archive", UNPACK)),
    (b"\xff\xfe", Kind::Foreign("is UTF-16 text", TEXT)),
    (b"\xfe\xff", Kind::Foreign("is UTF-16 text", TEXT)),
    (b"PAR1", Kind::Foreign("is a Parquet table", "export its puzzle column as CSV")),
    (b"SQLite format 3\0", Kind::Foreign("is an SQLite database", "export its puzzles as CSV")),
    (b"%PDF", Kind::Foreign("is a PDF document", NOT_TEXT)),
    (b"\x89PNG", Kind::Foreign("is a PNG picture", NOT_TEXT)),
    (b"\x7fELF", Kind::Foreign("is a program", "to measure a solver, name it with --solver")),
];

/// Recognises what a file is.
pub(super) fn kind(bytes: &[u8]) -> Kind {
    for (signature, kind) in SIGNATURES {
        if bytes.starts_with(signature) {
            return *kind;
        }
    }
    if packed::is_skippable(bytes) {
        return Kind::Zstd;
    }
    let head = &bytes[..bytes.len().min(HEAD)];
    let text = head.trim_ascii_start();
    let begins =
        |with: &[u8]| text.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    if begins(b"<!doctype html") || begins(b"<html") {
        return Kind::Foreign("is a web page (HTML), not a list of puzzles", DOWNLOAD);
    }
    if begins(b"version https://git-lfs.github.com/spec/") {
        let remedy = "get the file it stands for with git lfs pull";
        return Kind::Foreign("is a Git LFS pointer, not the file itself", remedy);
    }
    if is_binary(&bytes[..bytes.len().min(FIRST)]) {
        return Kind::Foreign("is a binary file", NOT_TEXT);
    }
    Kind::Text
}

/// Returns true if a first line, or a first block without a line as long as a puzzle, is not text.
/// A stray NUL in a list of puzzles is one malformed line, and a torn tail some.
fn is_binary(first: &[u8]) -> bool {
    let control = |byte: &&u8| **byte < b' ' && !byte.is_ascii_whitespace() && **byte != 0x1a;
    let mostly = |bytes: &[u8]| bytes.iter().filter(control).count() > bytes.len() / 16;
    let mut lines = first.split(|&byte| byte == b'\n');
    let head = lines.clone().next().unwrap_or_default();
    if mostly(&head[..head.len().min(HEAD)]) {
        return true;
    }
    first.len() > HEAD && mostly(first) && !lines.any(|line| is_puzzle_like(line.trim_ascii()))
}

fn is_puzzle_like(line: &[u8]) -> bool {
    Order::from_cells(line.len()).is_some() && line.iter().all(u8::is_ascii_graphic)
}

/// The error for a kind that is not read.
pub(super) fn foreign(name: &str, what: &'static str, remedy: &'static str) -> DatasetError {
    DatasetError::Foreign { name: name.to_owned(), what, remedy }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_no_text_are_named() {
        let reason = |bytes: &[u8]| match kind(bytes) {
            Kind::Foreign(what, _) => what,
            other => panic!("{other:?}"),
        };
        assert_eq!(reason(b"\xff\xfe1\0.\0"), "is UTF-16 text");
        assert!(reason(b"\n <!DOCTYPE html>\n").contains("web page"));
        assert!(reason(b"version https://git-lfs.github.com/spec/v1\noid").contains("Git LFS"));
        assert_eq!(reason(b"\x01\x02\x03\x04"), "is a binary file");
        assert_eq!(reason(&[0; 4096]), "is a binary file");
        let picture = [&b"P6\n1920 1080\n255\n"[..], &[3; 9000]].concat();
        assert_eq!(reason(&picture), "is a binary file");
    }

    #[test]
    fn lists_of_puzzles_are_text_even_with_a_stray_byte() {
        assert_eq!(kind(b""), Kind::Text);
        assert_eq!(kind(b"1....7.9..3..2...8..96\n\0\0\0\0\n"), Kind::Text);
        assert_eq!(kind(b"\xef\xbb\xbf\"puzzle\""), Kind::Text);
        assert_eq!(kind(b"\x1a"), Kind::Text);
        let torn = [&[b'.'; 81][..], b"\n", &[0; 9000]].concat();
        assert_eq!(kind(&torn), Kind::Text);
    }
}
