//! Puzzles of one kind, by their places: how many there are, and the first few of the file or all.

use std::io;

use super::sorter::{Sorted, Sorter};

/// Places that are named, unless all are asked for.
pub const SHOWN: usize = 5;
/// Places that are held in memory where all are asked for: 24 MiB of them.
const HELD: usize = 1 << 20;

/// Which places are to be named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// The first [`SHOWN`] of the file.
    First,
    /// All; beyond a million they are kept in a temporary file.
    All,
}

/// The place of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// Offset of the puzzle.
    pub offset: u64,
    /// That of the first puzzle which it equals, where that is the kind; otherwise its own.
    pub first: u64,
}

/// Takes places in any order.
#[derive(Debug)]
pub struct Listing {
    count: u64,
    named: Named,
}

#[derive(Debug)]
enum Named {
    /// In their order.
    First(Vec<Place>),
    All(Sorter),
}

impl Listing {
    /// Of no puzzle yet.
    pub fn new(naming: Naming) -> Self {
        let named = match naming {
            Naming::First => Named::First(Vec::with_capacity(SHOWN + 1)),
            Naming::All => Named::All(Sorter::new(HELD)),
        };
        Self { count: 0, named }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Counts puzzles that are not named.
    pub fn count_unnamed(&mut self, count: u64) {
        self.count += count;
    }

    /// Takes a place, and counts it.
    ///
    /// # Errors
    /// When there are many, and a temporary file cannot be written.
    pub fn add(&mut self, place: Place) -> io::Result<()> {
        self.count += 1;
        self.name(place)
    }

    /// Takes a place that has been counted.
    ///
    /// # Errors
    /// When there are many, and a temporary file cannot be written.
    pub fn name(&mut self, place: Place) -> io::Result<()> {
        match &mut self.named {
            Named::All(all) => all.add([place.offset, place.first, 0]),
            Named::First(first) => {
                if first.len() < SHOWN || first.last().is_some_and(|last| place < *last) {
                    first.insert(first.partition_point(|other| *other < place), place);
                    first.truncate(SHOWN);
                }
                Ok(())
            }
        }
    }

    /// The places that are named, in the order of the file.
    ///
    /// # Errors
    /// When a temporary file cannot be read; so do the places.
    pub fn places(self) -> io::Result<impl Iterator<Item = io::Result<Place>>> {
        let (first, all) = match self.named {
            Named::First(first) => (first, Sorted::default()),
            Named::All(all) => (Vec::new(), all.sorted()?),
        };
        let all = all.map(|row| row.map(|[offset, first, _]| Place { offset, first }));
        Ok(first.into_iter().map(Ok).chain(all))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_first_places_or_all_are_named_whatever_their_order(
            offsets in prop::collection::vec(0u64..1000, 0..30),
        ) {
            let listed = |naming| {
                let mut listing = Listing::new(naming);
                offsets.iter().for_each(|&offset| listing.add(Place { offset, first: 0 }).unwrap());
                let count = listing.count();
                let places = listing.places().unwrap().map(|place| place.unwrap().offset);
                (count, places.collect::<Vec<u64>>())
            };
            let mut sorted = offsets.clone();
            sorted.sort_unstable();
            prop_assert_eq!(listed(Naming::All), (offsets.len() as u64, sorted.clone()));
            sorted.truncate(SHOWN);
            prop_assert_eq!(listed(Naming::First), (offsets.len() as u64, sorted));
        }
    }
}
