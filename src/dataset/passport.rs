//! What a look at every puzzle tells without solving any: how many givens, and which are repeated.
//!
//! Memory is bounded whatever the file's size: repeated puzzles are searched for in as many passes
//! as it takes, each over those whose hash falls into its part.

use std::hash::{DefaultHasher, Hasher};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::{Batch, Dataset, DatasetError};
use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

/// Hashes kept at a time, 16 bytes each.
const KEPT: u64 = 1 << 20;

/// Repeated puzzles that are named; the others are only counted.
pub const REPEATED_SHOWN: usize = 5;

/// The givens of one order's puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Givens {
    /// Puzzles with each number of givens.
    counts: Vec<u64>,
}

impl Givens {
    /// Fewest.
    pub fn min(&self) -> usize {
        self.counts.iter().position(|&count| count > 0).unwrap_or(0)
    }

    /// Most.
    pub fn max(&self) -> usize {
        self.counts.iter().rposition(|&count| count > 0).unwrap_or(0)
    }

    /// The lower median.
    pub fn median(&self) -> usize {
        let total: u64 = self.counts.iter().sum();
        let mut seen = 0;
        let half = |count: &u64| {
            seen += count;
            seen * 2 >= total
        };
        self.counts.iter().position(half).unwrap_or(0)
    }
}

/// A puzzle that equals an earlier one, cell by cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Repeated {
    /// Offset of the puzzle.
    pub offset: u64,
    /// Offset of the first that equals it.
    pub first: u64,
}

/// What was seen in one order's puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passport {
    /// Their givens.
    pub givens: Givens,
    /// Puzzles that equal an earlier one.
    pub repeated: u64,
    /// The first of them in the file.
    pub examples: Vec<Repeated>,
}

/// Looks at all puzzles of one order.
///
/// # Errors
/// When the file has become shorter since it was opened.
pub fn passport(dataset: &Dataset, order: Order) -> Result<Passport, DatasetError> {
    passport_in_parts(dataset, order, dataset.survey().puzzles(order).div_ceil(KEPT).max(1))
}

fn passport_in_parts(
    dataset: &Dataset,
    order: Order,
    parts: u64,
) -> Result<Passport, DatasetError> {
    let mut counts = vec![0; order.cells() + 1];
    let mut repeated = 0;
    let mut examples = Vec::new();
    for part in 0..parts {
        let (found, givens) = one_part(dataset, order, part, parts)?;
        if part == 0 {
            counts = givens;
        }
        let mut batch = Batch::new(order, dataset);
        let mut first = 0;
        for i in 1..found.len() {
            if found[i].0 != found[first].0 {
                first = i;
                continue;
            }
            let (offset, earlier) = (found[i].1, found[first].1);
            if same(dataset, order, offset, earlier, &mut batch)? {
                repeated += 1;
                examples.push(Repeated { offset, first: earlier });
            }
        }
        examples.sort_unstable();
        examples.truncate(REPEATED_SHOWN);
    }
    Ok(Passport { givens: Givens { counts }, repeated, examples })
}

/// Hash and offset of the puzzles in a part, sorted; and the givens of all.
type Part = (Vec<(u64, u64)>, Vec<u64>);

fn one_part(dataset: &Dataset, order: Order, part: u64, parts: u64) -> Result<Part, DatasetError> {
    let gathered = Mutex::new((Vec::new(), vec![0; order.cells() + 1]));
    (0..dataset.chunks()).into_par_iter().with_min_len(16).try_for_each_init(
        || Batch::new(order, dataset),
        |batch, chunk| {
            dataset.read(order, chunk, batch)?;
            let mut own = Vec::new();
            let mut givens = vec![0; order.cells() + 1];
            for (i, cells) in batch.block().iter().enumerate() {
                givens[cells.iter().filter(|&&cell| cell != BLANK).count()] += 1;
                let hash = hash(cells);
                if hash % parts == part {
                    own.push((hash, batch.offset(i)));
                }
            }
            let mut all = gathered.lock().unwrap_or_else(PoisonError::into_inner);
            all.0.append(&mut own);
            for (sum, more) in all.1.iter_mut().zip(givens) {
                *sum += more;
            }
            Ok(())
        },
    )?;
    let (mut found, givens) = gathered.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable();
    Ok((found, givens))
}

fn hash(cells: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(cells);
    hasher.finish()
}

/// Whether two puzzles with the same hash are the same.
fn same(
    dataset: &Dataset,
    order: Order,
    one: u64,
    other: u64,
    batch: &mut Batch,
) -> Result<bool, DatasetError> {
    dataset.read_at(order, one, batch)?;
    let cells: Vec<u8> = batch.block().iter().flatten().copied().collect();
    dataset.read_at(order, other, batch)?;
    Ok(batch.block().iter().flatten().copied().eq(cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn givens_and_repeats_are_counted_in_any_number_of_parts() {
        let text = b"1234341221434321\n................\n1...............\n\
            0000000000000000\n1234341221434321\n................\n";
        let dataset = Dataset::from_bytes("x", text).unwrap();
        for parts in 1..4 {
            let passport = passport_in_parts(&dataset, Order::TWO, parts).unwrap();
            let givens = &passport.givens;
            assert_eq!((givens.min(), givens.median(), givens.max()), (0, 0, 16));
            assert_eq!(passport.repeated, 3);
            let pairs: Vec<_> = passport.examples.iter().map(|r| (r.offset, r.first)).collect();
            assert_eq!(pairs, [(51, 17), (68, 0), (85, 17)]);
        }
    }
}
