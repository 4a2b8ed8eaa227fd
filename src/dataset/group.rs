//! Which puzzles a round is about: a few chunks, or a part of one. Pure.

/// The chunks of a phase in the order in which rounds take them, cut into groups for one tier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Groups {
    /// Sets of neighbouring chunks, side by side and as even as can be: a short last group
    /// would be all edges.
    sets: usize,
    /// Groups that a chunk is divided into; 1 where a group takes whole chunks.
    parts: usize,
    chunks: usize,
    limit: ChunkLimit,
}

/// Which puzzles of a chunk are taken: the first ones, and of the first chunk in the order of rounds
/// not the very first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ChunkLimit {
    /// End of what is taken of every chunk but the last.
    pub each: usize,
    /// Puzzles of the first chunk that are left out before those that are taken.
    pub skip: usize,
    /// End of what is taken of the last chunk.
    pub last: usize,
}

impl ChunkLimit {
    /// All of them.
    pub(crate) const NONE: Self = Self { each: usize::MAX, skip: 0, last: usize::MAX };
}

/// The puzzles of a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group<'a> {
    /// Number of the group: the same number means the same puzzles.
    pub id: u64,
    /// Its chunks.
    pub chunks: &'a [u32],
    /// Parts that each chunk is divided into.
    pub parts: usize,
    which: usize,
    limit: ChunkLimit,
    /// Whether its first chunk is the first of all.
    is_first: bool,
    /// Whether its last chunk is the last of all.
    is_last: bool,
}

impl Groups {
    /// Groups of about `wanted` puzzles out of `chunks` chunks that hold `puzzles` in all, or in
    /// all that counts: no more than the `limit` are taken.
    pub(crate) fn new(wanted: u64, puzzles: u64, chunks: usize, limit: ChunkLimit) -> Self {
        let chunks = chunks.max(1);
        let average = (puzzles as f64 / chunks as f64).max(1e-9);
        let per_group = (wanted as f64 / average).round().clamp(1.0, chunks as f64);
        // Rounded so that the sets are even: with so many chunks a set, the last would be a rest.
        let sets = (chunks as f64 / per_group).round() as usize;
        // Chunks are divided only where one alone holds more than is wanted.
        let parts =
            if per_group == 1.0 { (average / wanted as f64).round().max(1.0) as usize } else { 1 };
        Self { sets, parts, chunks, limit }
    }

    /// Number of groups: together they hold every puzzle once.
    pub(crate) fn count(&self) -> u64 {
        self.sets as u64 * self.parts as u64
    }

    /// The puzzles of the `nth` round; after the last group the first comes again.
    ///
    /// Parts of one chunk lie far apart, so that a run which ends early has seen the whole file.
    pub(crate) fn nth<'a>(&self, nth: u64, order: &'a [u32]) -> Group<'a> {
        let id = nth % self.count();
        // First a part of every set, then the next part of each.
        let set = (id % self.sets as u64) as usize;
        let which = (id / self.sets as u64) as usize;
        let end = |set: usize| (self.chunks * set / self.sets).min(order.len());
        let (from, to) = (end(set), end(set + 1));
        let (is_first, is_last) = (from == 0, to == self.chunks);
        let chunks = &order[from..to];
        Group { id, chunks, parts: self.parts, which, limit: self.limit, is_first, is_last }
    }
}

impl Group<'_> {
    /// The puzzles of the group's `nth` chunk, which has `len` of them, that belong to this group.
    pub(crate) fn part(&self, nth: usize, len: usize) -> (usize, usize) {
        let last = self.is_last && nth + 1 == self.chunks.len();
        let end = len.min(if last { self.limit.last } else { self.limit.each });
        let begin = if self.is_first && nth == 0 { self.limit.skip.min(end) } else { 0 };
        let len = end - begin;
        (begin + len * self.which / self.parts, begin + len * (self.which + 1) / self.parts)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_groups_hold_every_puzzle_once(
            wanted in 1u64..3000,
            sizes in prop::collection::vec(0usize..300, 1..40),
        ) {
            let puzzles: usize = sizes.iter().sum();
            let groups = Groups::new(wanted, puzzles as u64, sizes.len(), ChunkLimit::NONE);
            let order: Vec<u32> = (0..sizes.len() as u32).rev().collect();
            let mut seen = vec![Vec::new(); sizes.len()];
            for nth in 0..groups.count() {
                let group = groups.nth(nth, &order);
                prop_assert_eq!(group.id, nth);
                for (nth, &chunk) in group.chunks.iter().enumerate() {
                    let (from, to) = group.part(nth, sizes[chunk as usize]);
                    seen[chunk as usize].extend(from..to);
                }
            }
            for (seen, size) in seen.iter_mut().zip(sizes) {
                seen.sort_unstable();
                prop_assert!(seen.iter().copied().eq(0..size));
            }
        }
    }

    #[test]
    fn a_group_is_about_as_large_as_wanted() {
        let order: Vec<u32> = (0..100).collect();
        let whole = Groups::new(1000, 20_000, 100, ChunkLimit::NONE);
        assert_eq!((whole.count(), whole.nth(20, &order).chunks), (20, &order[..5]));
        let parts = Groups::new(50, 20_000, 100, ChunkLimit::NONE);
        assert_eq!(parts.count(), 400);
        assert_eq!(parts.nth(100, &order).part(0, 200), (50, 100));
        assert_eq!(parts.nth(100, &order).chunks, [0]);
    }

    #[test]
    fn no_group_is_much_shorter_than_the_others() {
        let order: Vec<u32> = (0..246).collect();
        let groups = Groups::new(15_800, 49_151, 246, ChunkLimit::NONE);
        let sizes: Vec<usize> =
            (0..groups.count()).map(|nth| groups.nth(nth, &order).chunks.len()).collect();
        assert_eq!(sizes, [82, 82, 82]);
    }

    #[test]
    fn a_limit_leaves_the_rest_of_a_chunk_alone() {
        let groups = Groups::new(2000, 1600, 3, ChunkLimit { each: 16, skip: 0, last: 5 });
        let group = groups.nth(0, &[3, 4, 5]);
        assert_eq!([0, 1, 2].map(|nth| group.part(nth, 200)), [(0, 16), (0, 16), (0, 5)]);
        assert_eq!(group.part(0, 7), (0, 7));
    }

    #[test]
    fn what_is_skipped_of_the_first_chunk_belongs_to_no_group() {
        let limit = ChunkLimit { each: 16, skip: 6, last: 5 };
        let group = Groups::new(2000, 31, 3, limit).nth(0, &[3, 4, 5]);
        assert_eq!([0, 1, 2].map(|nth| group.part(nth, 200)), [(6, 16), (0, 16), (0, 5)]);
        let halves = Groups::new(5, 10, 1, ChunkLimit { each: 16, skip: 6, last: 16 });
        let parts = [0, 1].map(|nth| halves.nth(nth, &[3]).part(0, 200));
        assert_eq!(parts, [(6, 11), (11, 16)]);
    }
}
