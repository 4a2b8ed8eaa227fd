//! The puzzles of a dataset that a run is about: all, or a seeded sample.

use crate::dataset::{Batch, Dataset, DatasetError};
use crate::puzzle::Order;

use crate::dataset::group::ChunkLimit;
use crate::run::plan::turns::shuffled_chunks;

/// Chunks in the order in which rounds take them.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    pub chunks: Vec<u32>,
    pub chunk_limit: ChunkLimit,
    /// Puzzles selected in all.
    pub puzzles: u64,
}

/// Neighbouring puzzles that a sample takes from one place of the file, unless it needs more.
const NEIGHBOURS: u64 = 16;

/// Selects every puzzle of an order, or exactly `sample` of them where there are more: the first
/// few of as many chunks as that takes.
pub(crate) fn select(
    dataset: &Dataset,
    order: Order,
    sample: Option<u64>,
    seed: u64,
) -> Result<Selection, DatasetError> {
    let all = dataset.survey().puzzles(order);
    let chunks = shuffled_chunks(dataset.chunks(), seed);
    let Some(sample) = sample.filter(|&sample| sample < all) else {
        return Ok(Selection { chunks, chunk_limit: ChunkLimit::NONE, puzzles: all });
    };
    let mut each = NEIGHBOURS;
    loop {
        if let Some(selection) = first_of_each(dataset, order, &chunks, each, sample)? {
            return Ok(selection);
        }
        each *= 4; // the chunks hold fewer puzzles than that took: take more of each
    }
}

/// The first `each` puzzles of chunk after chunk until there are `sample`, if there are.
fn first_of_each(
    dataset: &Dataset,
    order: Order,
    chunks: &[u32],
    each: u64,
    sample: u64,
) -> Result<Option<Selection>, DatasetError> {
    let mut batch = Batch::new(order, dataset);
    let mut puzzles = 0;
    for (nth, &chunk) in chunks.iter().enumerate() {
        dataset.read(order, chunk as usize, &mut batch)?;
        let taken = (batch.len() as u64).min(each);
        if puzzles + taken >= sample {
            let chunk_limit = ChunkLimit { each: each as usize, last: (sample - puzzles) as usize };
            let chunks = chunks[..=nth].to_vec();
            return Ok(Some(Selection { chunks, chunk_limit, puzzles: sample }));
        }
        puzzles += taken;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
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
            let selection = select(&dataset, Order::TWO, Some(sample), 7).unwrap();
            let chunks = &selection.chunks;
            let groups = Groups::new(30, selection.puzzles, chunks.len(), selection.chunk_limit);
            let mut batch = Batch::new(Order::TWO, &dataset);
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
            seen.dedup();
            assert_eq!(seen.len() as u64, sample);
        }
    }

    #[test]
    fn a_sample_as_large_as_the_dataset_is_the_dataset() {
        let selection = select(&dataset(), Order::TWO, Some(2400), 7).unwrap();
        assert_eq!((selection.puzzles, selection.chunk_limit), (2400, ChunkLimit::NONE));
    }
}
