//! Puzzles that equal an earlier one, found in memory that does not grow with the file.
//!
//! What is kept of a puzzle is a hash of 128 bits and its offset: two puzzles with the same hash
//! are the same puzzle. The hashes are sorted into parts by their first bits, each of which is
//! sorted by itself. Where all of them would not fit into [`MEMORY`], parts are kept in temporary
//! files.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::mem;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use twox_hash::XxHash3_128;

use super::listing::{Listing, Naming, Place, SHOWN};
use super::sorter::{self, SortRow, Sorter};

/// Bytes of hashes and offsets that are held in memory.
pub const MEMORY: u64 = 512 << 20;
/// Parts, where one of them fits into a processor's cache; more for files beyond a billion lines.
const PARTS: u64 = 256;
/// As many files as any system lets a program have open.
const MOST_PARTS: u64 = 512;
/// Rows that a part that is kept in a file holds in memory.
const BUFFERED: usize = 16 << 10;
/// Rows from which equal ones are looked for in a part that is kept in memory.
const FEW: usize = 64;
/// Places that are listed at once.
const LISTED: usize = 1 << 12;

/// What one worker has seen since it last reported.
#[derive(Default)]
pub struct Seen {
    /// Hash, in two numbers, and offset of each puzzle.
    rows: Vec<SortRow>,
    /// The same by parts.
    parted: Vec<SortRow>,
    /// Where each part's end in `parted`.
    ends: Vec<usize>,
}

impl Seen {
    /// Takes a puzzle's cells.
    #[inline]
    pub fn add(&mut self, cells: &[u8], offset: u64) {
        let hash = XxHash3_128::oneshot(cells);
        self.rows.push([(hash >> 64) as u64, hash as u64, offset]);
    }

    /// Sorts the rows into parts by so many first bits, and forgets them.
    fn part(&mut self, bits: u32) {
        let part = |row: &SortRow| (row[0] >> (64 - bits)) as usize;
        self.ends.clear();
        self.ends.resize(1 << bits, 0);
        self.rows.iter().for_each(|row| self.ends[part(row)] += 1);
        let mut begin = 0;
        for end in &mut self.ends {
            begin += mem::replace(end, begin);
        }
        // Each part's beginning moves to its end.
        self.parted.resize(self.rows.len(), [0; 3]);
        for row in self.rows.drain(..) {
            let at = &mut self.ends[part(&row)];
            self.parted[*at] = row;
            *at += 1;
        }
    }
}

/// Looks for repeats. Shared by all workers.
pub struct Search {
    naming: Naming,
    parts: Vec<Mutex<Part>>,
    /// Bytes of rows that may be sorted in memory at once.
    memory: u64,
}

#[derive(Default)]
struct Part {
    held: Vec<SortRow>,
    /// Rows at which `held` is full.
    full: usize,
    file: Option<File>,
    /// Repeats that were left out: a million equal lines take no more memory than different ones.
    dropped: u64,
    /// Of those, the first in the file.
    first: Vec<SortRow>,
}

impl Search {
    /// Gets ready for so many puzzles.
    ///
    /// # Errors
    /// When there are many, and temporary files cannot be made.
    pub fn new(puzzles: u64, naming: Naming) -> io::Result<Self> {
        Self::within(puzzles, naming, MEMORY, PARTS)
    }

    fn within(puzzles: u64, naming: Naming, memory: u64, parts: u64) -> io::Result<Self> {
        let bytes = puzzles.saturating_mul(sorter::BYTES as u64);
        let count = bytes.div_ceil((memory / 8).max(1)).clamp(parts, MOST_PARTS);
        let count = count.next_power_of_two();
        let in_files = bytes > memory;
        let each = puzzles.div_ceil(count) as usize;
        let part = || {
            // Parts come out a little unequal.
            let full = if in_files { BUFFERED } else { FEW.max(each + each / 8) };
            let held = Vec::with_capacity(if in_files { 0 } else { full });
            let file = if in_files { Some(tempfile::tempfile()?) } else { None };
            Ok(Mutex::new(Part { held, full, file, ..Part::default() }))
        };
        let parts = (0..count).map(|_| part()).collect::<io::Result<_>>()?;
        Ok(Self { naming, parts, memory })
    }

    /// Takes some puzzles; `seen` is emptied.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn add(&self, seen: &mut Seen) -> io::Result<()> {
        seen.part(self.parts.len().trailing_zeros());
        let mut begin = 0;
        for (part, &end) in self.parts.iter().zip(&seen.ends) {
            if begin < end {
                let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
                part.add(&seen.parted[begin..end], self.naming)?;
            }
            begin = end;
        }
        Ok(())
    }

    /// The places of the puzzles that equal an earlier one.
    ///
    /// # Errors
    /// When a temporary file cannot be read or written.
    pub fn finish(self) -> io::Result<Listing> {
        let listing = Mutex::new(Listing::new(self.naming));
        let most = self.memory / sorter::BYTES as u64 / rayon::current_num_threads() as u64;
        let parts = self.parts.into_par_iter().with_max_len(1);
        parts.try_for_each(|part| {
            let part = part.into_inner().unwrap_or_else(PoisonError::into_inner);
            part.list(most as usize, &listing)
        })?;
        Ok(listing.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Part {
    fn add(&mut self, rows: &[SortRow], naming: Naming) -> io::Result<()> {
        self.held.extend_from_slice(rows);
        if self.held.len() < self.full {
            return Ok(());
        }
        if naming == Naming::First {
            self.drop_repeats();
        }
        match &mut self.file {
            _ if self.held.len() < self.full / 2 => {}
            Some(file) => {
                file.write_all(&sorter::to_bytes(&self.held))?;
                self.held.clear();
            }
            None => self.full = 2 * self.held.len(),
        }
        Ok(())
    }

    /// Keeps the first of equal puzzles and counts the others.
    fn drop_repeats(&mut self) {
        sort(&mut self.held);
        let (dropped, first) = (&mut self.dropped, &mut self.first);
        self.held.dedup_by(|next, kept| {
            let same = is_same(next, kept);
            if same {
                *dropped += 1;
                first.push(*next);
                // The offsets of equal puzzles rise: what comes later is seldom among the first.
                if first.len() > 8 * SHOWN {
                    keep_first(first);
                }
            }
            same
        });
        keep_first(first);
    }

    /// Lists the repeats in it, and sorts no more than `most_rows` rows in memory.
    fn list(mut self, most_rows: usize, listing: &Mutex<Listing>) -> io::Result<()> {
        let mut repeats = Repeats { dropped: &self.first, places: Vec::new(), listing };
        match self.file {
            None => {
                sort(&mut self.held);
                repeats.find(self.held.into_iter().map(Ok))?;
            }
            Some(mut file) => {
                let mut all = Sorter::new(most_rows);
                self.held.drain(..).try_for_each(|row| all.add(row))?;
                file.seek(SeekFrom::Start(0))?;
                let (mut bytes, most) = (Vec::new(), (LISTED * sorter::BYTES) as u64);
                while Read::by_ref(&mut file).take(most).read_to_end(&mut bytes)? > 0 {
                    sorter::from_bytes(&bytes).try_for_each(|row| all.add(row))?;
                    bytes.clear();
                }
                repeats.find(all.sorted()?)?;
            }
        }
        listing.lock().unwrap_or_else(PoisonError::into_inner).count_unnamed(self.dropped);
        Ok(())
    }
}

/// Finds the repeats among rows.
struct Repeats<'a> {
    /// Those known already, which are named and not counted.
    dropped: &'a [SortRow],
    places: Vec<Place>,
    listing: &'a Mutex<Listing>,
}

impl Repeats<'_> {
    /// Lists those among rows in their order.
    fn find(&mut self, rows: impl Iterator<Item = io::Result<SortRow>>) -> io::Result<()> {
        let mut known = Vec::new();
        let mut kept: Option<SortRow> = None;
        for row in rows {
            let row = row?;
            match kept {
                Some(kept) if is_same(&kept, &row) => {
                    self.places.push(Place { offset: row[2], first: kept[2] });
                    if self.places.len() == LISTED {
                        self.flush()?;
                    }
                }
                _ => {
                    kept = Some(row);
                    let same = self.dropped.iter().filter(|dropped| is_same(dropped, &row));
                    known.extend(same.map(|dropped| Place { offset: dropped[2], first: row[2] }));
                }
            }
        }
        self.flush()?;
        let mut listing = self.listing.lock().unwrap_or_else(PoisonError::into_inner);
        known.into_iter().try_for_each(|place| listing.name(place))
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut listing = self.listing.lock().unwrap_or_else(PoisonError::into_inner);
        self.places.drain(..).try_for_each(|place| listing.add(place))
    }
}

/// By hash, then by place.
fn sort(rows: &mut [SortRow]) {
    rows.sort_unstable_by(|one, other| {
        one[0].cmp(&other[0]).then_with(|| one[1..].cmp(&other[1..]))
    });
}

fn is_same(one: &SortRow, other: &SortRow) -> bool {
    one[..2] == other[..2]
}

/// Keeps the first of the file.
fn keep_first(rows: &mut Vec<SortRow>) {
    rows.sort_unstable_by_key(|row| row[2]);
    rows.truncate(SHOWN);
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// By a map from cells to the first place.
    fn expected(puzzles: &[[u8; 3]]) -> Vec<Place> {
        let mut first = HashMap::new();
        let places = (0..).zip(puzzles).filter_map(|(offset, cells)| {
            let first = *first.entry(cells).or_insert(offset);
            (first != offset).then_some(Place { offset, first })
        });
        places.collect()
    }

    /// How many, and those that are named.
    fn found(puzzles: &[[u8; 3]], naming: Naming, memory: u64, calls: usize) -> (u64, Vec<Place>) {
        let search = Search::within(puzzles.len() as u64, naming, memory, 4).unwrap();
        let all: Vec<(u64, &[u8; 3])> = (0..).zip(puzzles).collect();
        // Workers come in any order.
        let mut seen = Seen::default();
        for some in all.chunks(calls).rev() {
            some.iter().for_each(|(offset, cells)| seen.add(*cells, *offset));
            search.add(&mut seen).unwrap();
        }
        listed(search.finish().unwrap())
    }

    fn listed(listing: Listing) -> (u64, Vec<Place>) {
        let count = listing.count();
        (count, listing.places().unwrap().map(Result::unwrap).collect())
    }

    proptest! {
        #[test]
        fn repeats_are_those_of_a_map_in_memory_or_in_files(
            puzzles in prop::collection::vec(prop::array::uniform3(0u8..3), 0..300),
            memory in prop::sample::select(vec![400, 1 << 20]),
            calls in 1usize..90,
        ) {
            let expected = expected(&puzzles);
            let count = expected.len() as u64;
            prop_assert_eq!(found(&puzzles, Naming::All, memory, calls), (count, expected.clone()));
            let first = expected[..expected.len().min(SHOWN)].to_vec();
            prop_assert_eq!(found(&puzzles, Naming::First, memory, calls), (count, first));
        }
    }

    /// As many puzzles as `of` has cells for, all different or all equal, with the most rows held.
    fn held_of(
        many: u64,
        memory: u64,
        cells: impl Fn(u64) -> [u8; 8],
    ) -> (usize, (u64, Vec<Place>)) {
        let search = Search::within(many, Naming::First, memory, 4).unwrap();
        let (mut seen, mut most) = (Seen::default(), 0);
        for from in (0..many).step_by(1000) {
            (from..from + 1000).for_each(|offset| seen.add(&cells(offset), offset));
            search.add(&mut seen).unwrap();
            let held = search.parts.iter().map(|part| part.lock().unwrap().held.len()).sum();
            most = most.max(held);
        }
        (most, listed(search.finish().unwrap()))
    }

    #[test]
    fn equal_puzzles_take_no_more_memory_than_different_ones() {
        const MANY: u64 = 400_000;
        for memory in [1 << 30, 1 << 20] {
            let (different, none) = held_of(MANY, memory, u64::to_le_bytes);
            let (equal, all) = held_of(MANY, memory, |_| [0; 8]);
            assert!(equal <= different, "{equal} rows, {different}");
            assert_eq!(none, (0, Vec::new()));
            assert_eq!(all.0, MANY - 1);
            let places = all.1.iter().map(|place| (place.offset, place.first));
            assert!(places.eq((1..=5).map(|offset| (offset, 0))), "{:?}", all.1);
        }
    }

    #[test]
    fn a_part_with_nearly_all_rows_is_sorted_in_the_memory_that_there_is() {
        let search = Search::within(400_000, Naming::All, 1 << 20, 4).unwrap();
        let mut seen = Seen::default();
        for from in (0..400_000).step_by(1000) {
            (from..from + 1000).for_each(|offset| seen.add(b"x", offset));
            search.add(&mut seen).unwrap();
        }
        let (count, places) = listed(search.finish().unwrap());
        assert_eq!((count, places.len()), (399_999, 399_999));
        assert!((1..).zip(&places).all(|(offset, at)| (at.offset, at.first) == (offset, 0)));
    }
}
