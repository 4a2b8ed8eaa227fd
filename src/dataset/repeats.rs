//! Puzzles that equal an earlier one, found in memory that does not grow with the file.
//!
//! What is kept of a puzzle is a hash of 128 bits and its offset: two puzzles with the same hash
//! are the same puzzle. The hashes are dealt out into parts by their first bits, each of which is
//! sorted by itself. Where all of them would not fit into [`MEMORY`], parts are kept in temporary
//! files.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use twox_hash::XxHash3_128;

/// Bytes of hashes and offsets that are held in memory.
pub const MEMORY: u64 = 512 << 20;
/// Repeats that are named, unless all are asked for.
pub const SHOWN: usize = 5;
/// Parts, where one of them fits into a processor's cache; more for files beyond a billion lines.
const PARTS: u64 = 256;
/// As many files as any system lets a program have open.
const MOST_PARTS: u64 = 512;
/// What a part that is kept in a file holds in memory.
const BUFFERED: usize = 16 << 10;

/// A puzzle that equals an earlier one, cell by cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Repeated {
    /// Offset of the puzzle.
    pub offset: u64,
    /// Offset of the first that equals it.
    pub first: u64,
}

/// The repeats of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Repeats {
    /// How many there are.
    pub count: u64,
    /// The first of them in the file, or all, by their place.
    pub named: Vec<Repeated>,
}

/// Which repeats are to be named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// The first [`SHOWN`] of the file.
    First,
    /// All, which takes memory for each.
    All,
}

impl Naming {
    /// How many that is at most.
    pub fn most(self) -> usize {
        match self {
            Self::First => SHOWN,
            Self::All => usize::MAX,
        }
    }
}

/// A puzzle that was seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Seen {
    hash: [u64; 2],
    offset: u64,
}

impl Seen {
    const BYTES: usize = 24;

    /// What is kept of a puzzle's cells.
    pub fn new(cells: &[u8], offset: u64) -> Self {
        let hash = XxHash3_128::oneshot(cells);
        Self { hash: [(hash >> 64) as u64, hash as u64], offset }
    }

    fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        for (bytes, word) in bytes.chunks_mut(8).zip([self.hash[0], self.hash[1], self.offset]) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        let word = |i: usize| {
            let word = bytes.get(i * 8..i * 8 + 8).and_then(|word| word.try_into().ok());
            u64::from_le_bytes(word.unwrap_or_default())
        };
        Self { hash: [word(0), word(1)], offset: word(2) }
    }
}

/// Looks for repeats. Shared by all workers.
pub struct Search {
    naming: Naming,
    parts: Vec<Mutex<Part>>,
    /// Repeats that were found among the puzzles of one call; of many, the first in the file.
    early: Mutex<Early>,
}

#[derive(Default)]
struct Early {
    count: u64,
    first: Vec<Seen>,
}

#[derive(Default)]
struct Part {
    seen: Vec<Seen>,
    file: Option<File>,
}

impl Search {
    /// Gets ready for so many puzzles.
    ///
    /// # Errors
    /// When there are many, and there can be no temporary files.
    pub fn new(puzzles: u64, naming: Naming) -> io::Result<Self> {
        Self::within(puzzles, naming, MEMORY, PARTS)
    }

    fn within(puzzles: u64, naming: Naming, memory: u64, parts: u64) -> io::Result<Self> {
        let bytes = puzzles.saturating_mul(Seen::BYTES as u64);
        let count = bytes.div_ceil((memory / 8).max(1)).clamp(parts, MOST_PARTS);
        let count = count.next_power_of_two();
        let in_files = bytes > memory;
        let each = if in_files { 0 } else { puzzles.div_ceil(count) as usize };
        let part = || {
            // Parts come out a little unequal.
            let seen = Vec::with_capacity(each + each / 8);
            let file = if in_files { Some(tempfile::tempfile()?) } else { None };
            Ok(Mutex::new(Part { seen, file }))
        };
        let parts = (0..count).map(|_| part()).collect::<io::Result<_>>()?;
        Ok(Self { naming, parts, early: Mutex::default() })
    }

    /// Takes some puzzles; `seen` is emptied.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn add(&self, seen: &mut Vec<Seen>) -> io::Result<()> {
        seen.sort_unstable();
        if self.naming == Naming::First {
            self.drop_repeats(seen);
        }
        let shift = 64 - self.parts.len().trailing_zeros();
        for run in seen.chunk_by(|one, other| one.hash[0] >> shift == other.hash[0] >> shift) {
            let part = &self.parts[(run[0].hash[0] >> shift) as usize];
            part.lock().unwrap_or_else(PoisonError::into_inner).add(run)?;
        }
        seen.clear();
        Ok(())
    }

    /// Keeps the first of equal puzzles and counts the others, so that a million equal lines take
    /// no more memory than different ones.
    fn drop_repeats(&self, seen: &mut Vec<Seen>) {
        let mut dropped: Vec<Seen> = Vec::new();
        seen.dedup_by(|next, kept| {
            let same = next.hash == kept.hash;
            if same {
                dropped.push(*next);
            }
            same
        });
        if dropped.is_empty() {
            return;
        }
        let mut early = self.early.lock().unwrap_or_else(PoisonError::into_inner);
        early.count += dropped.len() as u64;
        early.first.append(&mut dropped);
        early.first.sort_unstable_by_key(|seen| seen.offset);
        early.first.truncate(SHOWN);
    }

    /// What was found.
    ///
    /// # Errors
    /// When a temporary file cannot be read.
    pub fn finish(self) -> io::Result<Repeats> {
        let Early { count, first } =
            self.early.into_inner().unwrap_or_else(PoisonError::into_inner);
        let early = Repeats { count, named: Vec::new() };
        let most = self.naming.most();
        let parts = self.parts.into_par_iter().with_max_len(1);
        let found = parts
            .map(|part| {
                let part = part.into_inner().unwrap_or_else(PoisonError::into_inner);
                part.repeats(&first, most)
            })
            .try_reduce(Repeats::default, |one, other| Ok(one.merge(other, most)))?;
        Ok(early.merge(found, most))
    }
}

impl Part {
    fn add(&mut self, run: &[Seen]) -> io::Result<()> {
        self.seen.extend_from_slice(run);
        if self.file.is_some() && self.seen.len() >= BUFFERED {
            self.write()?;
        }
        Ok(())
    }

    fn write(&mut self) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            let bytes: Vec<u8> = self.seen.iter().flat_map(|seen| seen.to_bytes()).collect();
            file.write_all(&bytes)?;
            self.seen.clear();
        }
        Ok(())
    }

    /// The repeats in it, and the places of those `early` ones that belong to it.
    fn repeats(mut self, early: &[Seen], most: usize) -> io::Result<Repeats> {
        if let Some(file) = &mut self.file {
            let mut bytes = Vec::new();
            file.seek(SeekFrom::Start(0))?;
            file.read_to_end(&mut bytes)?;
            self.seen.extend(bytes.chunks_exact(Seen::BYTES).map(Seen::from_bytes));
        }
        let mut seen = self.seen;
        seen.sort_unstable();
        let mut found = Repeats::default();
        for equal in seen.chunk_by(|one, other| one.hash == other.hash).filter(|e| e.len() > 1) {
            found.count += equal.len() as u64 - 1;
            let first = equal[0].offset;
            found.named.extend(equal[1..].iter().map(|s| Repeated { offset: s.offset, first }));
            if found.named.len() / 2 > most {
                found.keep(most);
            }
        }
        for one in early {
            let at = seen.partition_point(|other| other.hash < one.hash);
            if let Some(first) = seen.get(at).filter(|first| first.hash == one.hash) {
                found.named.push(Repeated { offset: one.offset, first: first.offset });
            }
        }
        found.keep(most);
        Ok(found)
    }
}

impl Repeats {
    fn merge(mut self, other: Self, most: usize) -> Self {
        self.count += other.count;
        self.named.extend(other.named);
        self.keep(most);
        self
    }

    fn keep(&mut self, most: usize) {
        self.named.sort_unstable();
        self.named.truncate(most);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// By a map from cells to the first place.
    fn expected(puzzles: &[[u8; 3]]) -> Vec<Repeated> {
        let mut first = HashMap::new();
        let places = (0..).zip(puzzles).filter_map(|(offset, cells)| {
            let first = *first.entry(cells).or_insert(offset);
            (first != offset).then_some(Repeated { offset, first })
        });
        places.collect()
    }

    fn found(puzzles: &[[u8; 3]], naming: Naming, memory: u64, calls: usize) -> Repeats {
        let search = Search::within(puzzles.len() as u64, naming, memory, 4).unwrap();
        let seen = (0..).zip(puzzles).map(|(offset, cells)| Seen::new(cells, offset));
        let mut seen: Vec<Seen> = seen.collect();
        // Workers come in any order.
        for some in seen.chunks_mut(calls).rev() {
            search.add(&mut some.to_vec()).unwrap();
        }
        search.finish().unwrap()
    }

    proptest! {
        #[test]
        fn repeats_are_those_of_a_map_in_memory_or_in_files(
            puzzles in prop::collection::vec(prop::array::uniform3(0u8..3), 0..80),
            memory in prop::sample::select(vec![400, 1 << 20]),
            calls in 1usize..30,
        ) {
            let expected = expected(&puzzles);
            let all = found(&puzzles, Naming::All, memory, calls);
            prop_assert_eq!(&all, &Repeats { count: expected.len() as u64, named: expected.clone() });
            let first = found(&puzzles, Naming::First, memory, calls);
            prop_assert_eq!(first.count, all.count);
            let most = expected.len().min(SHOWN);
            prop_assert_eq!(&first.named[..], &expected[..most]);
        }
    }

    #[test]
    fn equal_puzzles_are_counted_once_in_memory() {
        let search = Search::within(1_000_000, Naming::First, 1 << 20, PARTS).unwrap();
        for group in 0..100 {
            let mut seen = (0..10_000).map(|i| Seen::new(b"x", group * 10_000 + i)).collect();
            search.add(&mut seen).unwrap();
        }
        let held: usize = search.parts.iter().map(|part| part.lock().unwrap().seen.len()).sum();
        assert_eq!(held, 100);
        let repeats = search.finish().unwrap();
        assert_eq!(repeats.count, 999_999);
        let places: Vec<_> = repeats.named.iter().map(|r| (r.offset, r.first)).collect();
        assert_eq!(places, [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]);
    }
}
