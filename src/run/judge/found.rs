//! How many solutions the puzzles of a dataset have, as found so far, so that no puzzle is
//! recounted twice.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use crate::solver::Goal;

/// Most bytes kept in a run, over all datasets: a byte a puzzle for the goals `first` and `unique`,
/// four for large counts. Puzzles beyond it are recounted whenever they are met.
pub(crate) const MOST_BYTES: usize = 16 << 20;

/// A puzzle's place in its dataset: its chunk, and its index among the chunk's puzzles of its
/// order.
pub(crate) type Place = (u32, u32);

/// What is known of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Truth {
    /// Nothing yet.
    Unknown,
    /// A recount was tried and came to no result.
    Open,
    /// Its number of solutions, at most the goal's limit.
    Count {
        /// Solutions.
        count: u32,
        /// Where only one algorithm has found it, the number of that trusted solver; `None` where
        /// two independent ones agree, or the answers prove it.
        only: Option<usize>,
    },
}

/// What is known of a dataset's puzzles of one order, for one goal.
pub(crate) struct Found {
    limit: u32,
    rows: RwLock<HashMap<u32, KnownChunk>>,
    /// Bytes kept, shared with everything else of the run.
    bytes: Arc<AtomicUsize>,
}

/// The puzzles of one chunk that are known.
enum KnownChunk {
    Narrow(Vec<u8>),
    Wide(Vec<u32>),
}

/// Low bits that say who found a count: 0 for two algorithms or more, else the trusted solver's
/// number plus one.
const WHO: u32 = 2;
/// Codes above those bits.
const UNKNOWN: u32 = 0;
const OPEN: u32 = 1;
const FIRST_COUNT: u32 = 2;
/// Largest count that a byte has room for.
const NARROW: u32 = (u8::MAX as u32 >> WHO) - FIRST_COUNT;
/// Largest count that is kept at all.
const LARGEST: u32 = (u32::MAX >> WHO) - FIRST_COUNT;

impl Truth {
    fn encode(self) -> u32 {
        match self {
            Self::Unknown => UNKNOWN,
            Self::Open => OPEN << WHO,
            Self::Count { count, .. } if count > LARGEST => UNKNOWN,
            Self::Count { count, only } => {
                let who = only.map_or(0, |number| number as u32 + 1) & ((1 << WHO) - 1);
                (FIRST_COUNT + count) << WHO | who
            }
        }
    }

    fn decode(code: u32) -> Self {
        let who = code & ((1 << WHO) - 1);
        match code >> WHO {
            UNKNOWN => Self::Unknown,
            OPEN => Self::Open,
            count => {
                let only = who.checked_sub(1).map(|number| number as usize);
                Self::Count { count: count - FIRST_COUNT, only }
            }
        }
    }
}

impl KnownChunk {
    fn get(&self, index: u32) -> u32 {
        let index = index as usize;
        match self {
            Self::Narrow(codes) => codes.get(index).copied().unwrap_or_default().into(),
            Self::Wide(codes) => codes.get(index).copied().unwrap_or_default(),
        }
    }

    /// Sets a code; returns by how many bytes the row grew.
    fn set(&mut self, index: u32, code: u32) -> usize {
        fn put<T: Copy + Default>(codes: &mut Vec<T>, index: usize, code: T) -> usize {
            let more = (index + 1).saturating_sub(codes.len());
            codes.resize(codes.len() + more, T::default());
            codes[index] = code;
            more * size_of::<T>()
        }
        match self {
            Self::Narrow(codes) => put(codes, index as usize, code as u8),
            Self::Wide(codes) => put(codes, index as usize, code),
        }
    }
}

impl Found {
    /// Nothing yet; what is kept counts into `bytes`.
    pub(crate) fn new(goal: Goal, bytes: Arc<AtomicUsize>) -> Self {
        Self { limit: goal.limit(), rows: RwLock::default(), bytes }
    }

    /// A look at what is known. Do not [`keep`](Self::keep) while it lasts.
    pub(crate) fn look(&self) -> KnownTruths<'_> {
        KnownTruths(self.rows.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps what was found, while there is room.
    pub(crate) fn keep(&self, found: impl IntoIterator<Item = (Place, Truth)>) {
        let mut rows = self.rows.write().unwrap_or_else(PoisonError::into_inner);
        for ((chunk, index), truth) in found {
            if self.bytes.load(Relaxed) >= MOST_BYTES && !rows.contains_key(&chunk) {
                continue;
            }
            let row = rows.entry(chunk).or_insert_with(|| match self.limit {
                0..=NARROW => KnownChunk::Narrow(Vec::new()),
                _ => KnownChunk::Wide(Vec::new()),
            });
            self.bytes.fetch_add(row.set(index, truth.encode()), Relaxed);
        }
    }
}

/// What is known at the moment.
pub(crate) struct KnownTruths<'a>(RwLockReadGuard<'a, HashMap<u32, KnownChunk>>);

impl KnownTruths<'_> {
    /// What is known of a puzzle.
    pub(crate) fn at(&self, (chunk, index): Place) -> Truth {
        Truth::decode(self.0.get(&chunk).map_or(UNKNOWN, |row| row.get(index)))
    }

    /// What is known of a chunk's puzzles, by their index.
    #[inline]
    pub(crate) fn chunk(&self, chunk: u32) -> impl Fn(u32) -> Truth {
        let row = self.0.get(&chunk);
        move |index| Truth::decode(row.map_or(UNKNOWN, |row| row.get(index)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(goal: Goal) -> Found {
        Found::new(goal, Arc::default())
    }

    #[test]
    fn what_was_kept_is_known_and_nothing_else() {
        for (goal, largest) in
            [(Goal::Unique, 2), (Goal::Count(61), 61), (Goal::Count(62), 1 << 29)]
        {
            let found = found(goal);
            let one = Truth::Count { count: 1, only: None };
            let many = Truth::Count { count: largest, only: Some(1) };
            let none = Truth::Count { count: 0, only: Some(0) };
            found.keep([((7, 3), one), ((7, 0), many), ((9, 1), Truth::Open), ((8, 0), none)]);
            let look = found.look();
            let known =
                [(7, 3), (7, 0), (9, 1), (8, 0), (7, 1), (7, 4), (1, 0)].map(|at| look.at(at));
            let rest = Truth::Unknown;
            assert_eq!(known, [one, many, Truth::Open, none, rest, rest, rest], "{goal}");
        }
    }

    #[test]
    fn a_later_finding_takes_the_place_of_an_earlier_one() {
        let found = found(Goal::Unique);
        found.keep([((0, 0), Truth::Count { count: 2, only: Some(1) })]);
        let agreed = Truth::Count { count: 2, only: None };
        found.keep([((0, 0), agreed)]);
        assert_eq!(found.look().at((0, 0)), agreed);
    }

    #[test]
    fn memory_is_bounded_and_what_has_no_room_is_unknown() {
        let bytes = Arc::<AtomicUsize>::default();
        let found = Found::new(Goal::Unique, bytes.clone());
        let one = Truth::Count { count: 1, only: None };
        let each = 1 << 20;
        for chunk in 0..2 * (MOST_BYTES / each) as u32 {
            found.keep([((chunk, each as u32 - 1), one)]);
        }
        assert_eq!(bytes.load(Relaxed), MOST_BYTES);
        let last = MOST_BYTES / each - 1;
        let look = found.look();
        assert_eq!(look.at((last as u32, each as u32 - 1)), one);
        assert_eq!(look.at((last as u32 + 1, each as u32 - 1)), Truth::Unknown);
    }
}
