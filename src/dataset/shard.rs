//! One of several parts of the puzzles of a run, for as many machines.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The I-th of N parts, by number from 1. Parts have no puzzle in common, hold all together, and
/// differ in size by one puzzle at most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// Which one, from 1.
    pub number: u32,
    /// How many there are.
    pub of: u32,
}

impl Shard {
    /// The one part that holds all.
    pub const WHOLE: Self = Self { number: 1, of: 1 };
    /// Most parts of a run.
    pub const MOST: u32 = 1_000_000;

    /// Returns true if it holds all there is.
    pub const fn is_whole(self) -> bool {
        self.of == 1
    }

    /// Its places among so many puzzles in a row.
    pub fn range(self, puzzles: u64) -> Range<u64> {
        let end = |number: u32| {
            let product = u128::from(puzzles) * u128::from(number) / u128::from(self.of.max(1));
            product as u64 // no more than `puzzles`
        };
        end(self.number.saturating_sub(1))..end(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/');
        let parsed = numbers.and_then(|(number, of)| {
            Some(Self { number: number.trim().parse().ok()?, of: of.trim().parse().ok()? })
        });
        let is_one =
            |shard: &Self| (1..=shard.of).contains(&shard.number) && shard.of <= Self::MOST;
        parsed.filter(is_one).ok_or_else(|| {
            format!("write I/N, like 3/8 for the third of eight, with N up to {}", Self::MOST)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn parts_hold_everything_once_and_are_of_one_size(puzzles in 0u64..1 << 40, of in 1u32..500) {
            let mut next = 0;
            for number in 1..=of {
                let range = Shard { number, of }.range(puzzles);
                prop_assert_eq!(range.start, next);
                let size = range.end - range.start;
                let even = puzzles / u64::from(of);
                prop_assert!(size == even || size == even + 1);
                next = range.end;
            }
            prop_assert_eq!(next, puzzles);
        }
    }

    #[test]
    fn a_shard_reads_as_it_is_written() {
        let third = Shard { number: 3, of: 8 };
        assert_eq!("3/8".parse(), Ok(third));
        assert_eq!(third.to_string(), "3/8");
        for wrong in ["0/8", "9/8", "3", "3/", "/8", "a/b", "-1/8", "1/0", "1/2000000"] {
            assert!(wrong.parse::<Shard>().unwrap_err().starts_with("write I/N"), "{wrong}");
        }
    }
}
