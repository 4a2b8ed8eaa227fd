//! A file cut into chunks that are computed, not kept: chunk `i` is the lines that begin in bytes
//! `i * size .. (i + 1) * size`.

use memchr::memchr;

const SMALLEST: usize = 16 << 10;
const MOST: usize = 1 << 20;

/// How a number of bytes is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chunks {
    len: usize,
    size: usize,
}

impl Chunks {
    /// About 16 KiB each, more where there would be over a million of them.
    pub(super) fn new(len: usize) -> Self {
        Self { len, size: SMALLEST.max(len.div_ceil(MOST)) }
    }

    /// Chunks of a size of one's own.
    ///
    /// # Panics
    /// When `size` is 0.
    #[cfg(test)]
    pub(super) fn of_size(len: usize, size: usize) -> Self {
        assert!(size > 0);
        Self { len, size }
    }

    /// How many there are; some may hold no line's beginning.
    pub(super) fn count(self) -> usize {
        self.len.div_ceil(self.size)
    }

    /// Bytes in which a chunk's lines begin.
    pub(super) fn size(self) -> usize {
        self.size
    }

    /// Offset of the first line of chunk `i` and the offset before which its last line begins;
    /// `None` when no line begins in it. Looks at no byte outside the chunk but the one before it,
    /// so that a file of one endless line costs no more than any other.
    pub(super) fn first_line(self, bytes: &[u8], i: usize) -> Option<(usize, usize)> {
        let from = i.checked_mul(self.size).filter(|from| *from < self.len)?;
        let limit = (from + self.size).min(self.len);
        if from == 0 {
            return Some((0, limit));
        }
        let newline = memchr(b'\n', &bytes[from - 1..limit - 1])?;
        Some((from + newline, limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_begins_in_exactly_one_chunk() {
        let text = b"a\n\nbcd\nefghijklmnop\nq";
        for size in 1..=text.len() + 1 {
            let chunks = Chunks::of_size(text.len(), size);
            let mut starts = Vec::new();
            for i in 0..chunks.count() {
                let Some((mut at, limit)) = chunks.first_line(text, i) else { continue };
                while at < limit {
                    starts.push(at);
                    at += memchr(b'\n', &text[at..]).map_or(text.len() - at, |n| n + 1);
                }
            }
            assert_eq!(starts, [0, 2, 3, 7, 20], "chunks of {size}");
        }
    }

    #[test]
    fn there_are_never_over_a_million_chunks() {
        assert_eq!(Chunks::new(0).count(), 0);
        assert_eq!(Chunks::new(1).count(), 1);
        assert_eq!(Chunks::new(400_000_000).size(), 16 << 10);
        let huge = Chunks::new(1 << 40);
        assert!(huge.count() <= 1 << 20 && huge.size() == 1 << 20);
    }
}
