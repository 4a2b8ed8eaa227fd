//! The puzzles of a dataset that a run is about: all, or a seeded sample; of these a shard.

use crate::dataset::group::ChunkLimit;
use crate::dataset::{Batch, Dataset, DatasetError, Shard};
use crate::puzzle::Order;

use crate::run::plan::turns::shuffled_chunks;

/// Chunks in the order in which rounds take them.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    pub chunks: Vec<u32>,
    pub chunk_limit: ChunkLimit,
    /// Puzzles selected in all.
    pub puzzles: u64,
    /// Puzzles of all shards together.
    pub of_all_shards: u64,
}

/// What a run wants of each dataset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// Puzzles of each order; none wants all.
    pub sample: Option<u64>,
    /// Which part of these.
    pub shard: Shard,
}

impl Wanted {
    /// A sample, all of it.
    pub(crate) const fn sample(sample: Option<u64>) -> Self {
        Self { sample, shard: Shard::WHOLE }
    }

    /// Puzzles that all shards want of so many.
    fn of_all_shards(self, puzzles: u64) -> u64 {
        self.sample.unwrap_or(u64::MAX).min(puzzles)
    }

    /// Puzzles that are wanted of so many.
    pub(crate) fn count(self, puzzles: u64) -> u64 {
        let range = self.shard.range(self.of_all_shards(puzzles));
        range.end - range.start
    }
}

/// Neighbouring puzzles that a sample takes from one place of the file, unless it needs more.
const NEIGHBOURS: u64 = 16;

/// Selects every puzzle of an order, or exactly `sample` of them where there are more: the first
/// few of as many chunks as that takes. In that order they stand in a row, of which a shard is a
/// stretch: the shards together are what a run without shards selects.
pub(crate) fn select(
    dataset: &Dataset,
    order: Order,
    wanted: Wanted,
    seed: u64,
) -> Result<Selection, DatasetError> {
    let all = dataset.survey().puzzles(order);
    let chunks = shuffled_chunks(dataset.chunks(), seed);
    let of_all_shards = wanted.of_all_shards(all);
    let row = match of_all_shards < all {
        true => sampled(dataset, order, chunks, of_all_shards)?,
        false if wanted.shard.is_whole() => {
            return Ok(Selection {
                chunks,
                chunk_limit: ChunkLimit::NONE,
                puzzles: all,
                of_all_shards,
            });
        }
        false => {
            let counts = dataset.puzzles_by_chunk(order)?;
            let sizes = chunks.iter().map(|&chunk| counts[chunk as usize]).collect();
            Row { chunks, sizes, chunk_limit: ChunkLimit::NONE }
        }
    };
    Ok(row.shard(wanted.shard, of_all_shards))
}

/// Puzzles in a row: the first ones of some chunks.
struct Row {
    chunks: Vec<u32>,
    /// Puzzles taken of each.
    sizes: Vec<u32>,
    chunk_limit: ChunkLimit,
}

impl Row {
    /// The stretch of a shard.
    fn shard(self, shard: Shard, puzzles: u64) -> Selection {
        let Self { mut chunks, sizes, mut chunk_limit } = self;
        let of_all_shards = puzzles;
        if shard.is_whole() {
            return Selection { chunks, chunk_limit, puzzles, of_all_shards };
        }
        let range = shard.range(puzzles);
        let (mut begin, mut first, mut end) = (0, None, 0);
        for (nth, &size) in sizes.iter().enumerate() {
            let next = begin + u64::from(size);
            if first.is_none() && next > range.start {
                first = Some(nth);
                chunk_limit.skip = (range.start - begin) as usize;
            }
            if first.is_some() && begin < range.end {
                end = nth + 1;
                chunk_limit.last = (range.end.min(next) - begin) as usize;
            }
            begin = next;
        }
        chunks.truncate(end);
        chunks.drain(..first.unwrap_or(0).min(end));
        Selection { chunks, chunk_limit, puzzles: range.end - range.start, of_all_shards }
    }
}

/// Exactly so many puzzles out of more.
fn sampled(
    dataset: &Dataset,
    order: Order,
    mut chunks: Vec<u32>,
    sample: u64,
) -> Result<Row, DatasetError> {
    let mut each = NEIGHBOURS;
    loop {
        if let Some(sizes) = first_of_each(dataset, order, &chunks, each, sample)? {
            let last = sizes.last().map_or(0, |&size| size as usize);
            chunks.truncate(sizes.len());
            let chunk_limit = ChunkLimit { each: each as usize, skip: 0, last };
            return Ok(Row { chunks, sizes, chunk_limit });
        }
        each *= 4; // the chunks hold fewer puzzles than that took: take more of each
    }
}

/// How many puzzles chunk after chunk has among its first `each`, until there are `sample`, if there
/// are.
fn first_of_each(
    dataset: &Dataset,
    order: Order,
    chunks: &[u32],
    each: u64,
    sample: u64,
) -> Result<Option<Vec<u32>>, DatasetError> {
    let mut batch = Batch::new(order, dataset);
    let (mut sizes, mut puzzles) = (Vec::new(), 0);
    for &chunk in chunks {
        dataset.read(order, chunk as usize, &mut batch)?;
        let taken = (batch.len() as u64).min(each).min(sample - puzzles);
        sizes.push(taken as u32); // a chunk has no more than 1 MiB
        puzzles += taken;
        if puzzles == sample {
            return Ok(Some(sizes));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::dataset::group::Groups;

    /// 40 KB of 4x4 puzzles: several chunks.
    fn dataset() -> Dataset {
        let text: String = (0..2400).map(|i| format!("{}...............\n", 1 + i % 4)).collect();
        Dataset::from_bytes("many", text.leak().as_bytes()).unwrap()
    }

    #[test]
    fn a_sample_has_exactly_the_size_asked_for() {
        let dataset = dataset();
        for sample in [1, 15, 16, 40, 47, 48, 100, 1000, 2399] {
            let wanted = Wanted::sample(Some(sample));
            let selection = select(&dataset, Order::TWO, wanted, 7).unwrap();
            let mut seen = offsets(&dataset, &selection, 30);
            seen.dedup();
            assert_eq!(seen.len() as u64, sample);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn shards_share_no_puzzle_and_hold_what_the_whole_selects(
            of in 1u32..40, group in 1u64..900, seed: u64,
            sample in prop::option::of(1u64..3000),
        ) {
            let dataset = dataset();
            let selected = |shard| {
                let wanted = Wanted { sample, shard };
                let selection = select(&dataset, Order::TWO, wanted, seed).unwrap();
                let offsets = offsets(&dataset, &selection, group);
                assert_eq!(selection.puzzles, offsets.len() as u64, "{shard}");
                assert_eq!(selection.puzzles, wanted.count(2400));
                offsets
            };
            let whole = selected(Shard::WHOLE);
            let mut parts: Vec<u64> =
                (1..=of).flat_map(|number| selected(Shard { number, of })).collect();
            parts.sort_unstable();
            prop_assert_eq!(parts, whole);
        }
    }

    /// Where the selected puzzles stand, in the order of the file.
    fn offsets(dataset: &Dataset, selection: &Selection, group: u64) -> Vec<u64> {
        let chunks = &selection.chunks;
        let groups = Groups::new(group, selection.puzzles, chunks.len(), selection.chunk_limit);
        let mut batch = Batch::new(Order::TWO, dataset);
        let mut seen = Vec::new();
        for nth in 0..groups.count() {
            let group = groups.nth(nth, chunks);
            for (nth, &chunk) in group.chunks.iter().enumerate() {
                dataset.read(Order::TWO, chunk as usize, &mut batch).unwrap();
                let (from, to) = group.part(nth, batch.len());
                seen.extend((from..to).map(|i| batch.offset(i)));
            }
        }
        seen.sort_unstable();
        seen
    }

    #[test]
    fn a_sample_as_large_as_the_dataset_is_the_dataset() {
        let selection = select(&dataset(), Order::TWO, Wanted::sample(Some(2400)), 7).unwrap();
        assert_eq!((selection.puzzles, selection.chunk_limit), (2400, ChunkLimit::NONE));
    }
}
