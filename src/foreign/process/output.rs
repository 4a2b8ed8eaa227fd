//! All that a program prints, read to its end in bounded memory: the beginning and the end are
//! kept.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read};

use serde::{Deserialize, Serialize};

/// Mebibytes kept of the beginning, and of the end.
const BEGINNING_MIB: usize = 4;
const END_MIB: usize = 12;
/// Bytes of the beginning, and of the end, that an error message shows.
const SHOWN: usize = 100;

/// What a program printed.
#[derive(Default)]
pub(super) struct Output {
    beginning: Vec<u8>,
    /// What follows, of which twice the bound is held at most.
    end: Vec<u8>,
    bytes: u64,
}

/// An output for people: how long it was, how it began and how it ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Excerpt {
    /// Bytes printed.
    pub bytes: u64,
    beginning: String,
    /// Empty where the beginning is all.
    end: String,
}

impl Output {
    /// Reads until the end.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn of(mut from: impl Read) -> io::Result<Self> {
        let mut output = Self::default();
        let mut buffer = vec![0; 64 << 10];
        loop {
            match from.read(&mut buffer) {
                Ok(0) => break,
                Ok(len) => output.add(&buffer[..len]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let excess = output.end.len().saturating_sub(END_MIB << 20);
        output.end.drain(..excess);
        Ok(output)
    }

    fn add(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        let room = (BEGINNING_MIB << 20) - self.beginning.len();
        let (first, rest) = bytes.split_at(room.min(bytes.len()));
        self.beginning.extend_from_slice(first);
        self.end.extend_from_slice(rest);
        if self.end.len() > (2 * END_MIB) << 20 {
            let excess = self.end.len() - (END_MIB << 20);
            self.end.drain(..excess);
        }
    }

    /// What was kept; a line's end stands where something was left out.
    pub(super) fn kept(&self) -> Cow<'_, [u8]> {
        if self.end.is_empty() {
            return Cow::Borrowed(&self.beginning);
        }
        let is_whole = (self.beginning.len() + self.end.len()) as u64 == self.bytes;
        let gap: &[u8] = if is_whole { b"" } else { b"\n" };
        Cow::Owned([&self.beginning, gap, &self.end].concat())
    }

    /// Its length, beginning and end.
    pub(super) fn excerpt(&self) -> Excerpt {
        let kept = self.kept();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (beginning, end) = match kept.len() <= 2 * SHOWN {
            true => (&kept[..], &[][..]),
            false => (&kept[..SHOWN], &kept[kept.len() - SHOWN..]),
        };
        Excerpt { bytes: self.bytes, beginning: text(beginning), end: text(end) }
    }
}

impl std::fmt::Display for Excerpt {
    /// `it printed 7 bytes: "1 2 3 4"`, with control characters escaped.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { bytes, beginning, end } = self;
        if *bytes == 0 {
            return f.write_str("it printed nothing to standard output");
        }
        let unit = if *bytes == 1 { "byte" } else { "bytes" };
        write!(f, "it printed {bytes} {unit}: {beginning:?}")?;
        if !end.is_empty() {
            write!(f, " … {end:?}")?;
        }
        if *bytes > ((BEGINNING_MIB + END_MIB) << 20) as u64 {
            write!(
                f,
                ", of which the first {BEGINNING_MIB} MiB and the last {END_MIB} MiB were searched"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &[u8]) -> String {
        Output::of(text).expect("memory can be read").excerpt().to_string()
    }

    #[test]
    fn short_outputs_are_shown_whole_and_escaped() {
        assert_eq!(shown(b""), "it printed nothing to standard output");
        assert_eq!(shown(b"1\n\x1b[2m"), "it printed 6 bytes: \"1\\n\\u{1b}[2m\"");
    }

    #[test]
    fn of_a_long_output_both_ends_are_kept_and_the_bound_is_said() {
        let (first, last) = (b"first\n".repeat(1000), b"last\n".repeat(1000));
        let between = vec![b'x'; 50 << 20];
        let text = [&first[..], &between, &last].concat();
        let output = Output::of(&text[..]).expect("memory can be read");
        let kept = output.kept();
        assert!(kept.starts_with(&first) && kept.ends_with(&last));
        assert_eq!(kept.len(), (16 << 20) + 1);
        let shown = output.excerpt().to_string();
        assert!(shown.starts_with("it printed 52439800 bytes: \"first\\nfirst\\n"), "{shown}");
        let end = "last\\n\", of which the first 4 MiB and the last 12 MiB were searched";
        assert!(shown.ends_with(end), "{shown}");
    }

    #[test]
    fn what_fits_is_kept_as_it_is() {
        let text: Vec<u8> = (0..6 << 20).map(|i| (i % 251) as u8).collect();
        assert_eq!(&Output::of(&text[..]).expect("memory can be read").kept()[..], &text[..]);
    }
}
