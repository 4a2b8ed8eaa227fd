//! Every puzzle of one order, in any order, on all cores.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use super::error::SweepError;
use crate::dataset::{Batch, Dataset};
use crate::puzzle::Order;

/// Bytes of text that are read at once: the fastest solver advances many puzzles side by side. No
/// more than a core's second cache holds, together with the answers.
const BLOCK: usize = 256 << 10;
/// Blocks that each worker gets at least, so that none waits long for the last.
const BLOCKS: usize = 8;

/// Hands every puzzle of an order to a worker, a block at a time, one worker a core, and gives back
/// what each of them `found`, which the caller merges. `advance` is called with the puzzles of each
/// block.
///
/// # Errors
/// The first error of any worker, after which no more blocks are begun; and when the file changes
/// meanwhile.
pub(crate) fn every<W, R: Send>(
    dataset: &Dataset,
    order: Order,
    start: impl Fn() -> Result<W, SweepError> + Sync,
    visit: impl Fn(&mut W, &Batch) -> Result<(), SweepError> + Sync,
    found: impl Fn(W) -> R + Sync,
    advance: &(dyn Fn(u64) + Sync),
) -> Result<Vec<R>, SweepError> {
    let blocks = blocks(dataset);
    let next = AtomicUsize::new(0);
    let work = |_| {
        // Kept from block to block: to ask the system for the memory anew takes long.
        let (mut worker, mut batch) = (start()?, Batch::new(order, dataset));
        while let Some(chunks) = blocks.get(next.fetch_add(1, Relaxed)) {
            dataset.read_all(order, chunks.clone(), &mut batch)?;
            visit(&mut worker, &batch)?;
            advance(batch.len() as u64);
        }
        Ok(found(worker))
    };
    let workers = (0..rayon::current_num_threads()).into_par_iter().with_max_len(1);
    workers.map(|worker| work(worker).inspect_err(|_| next.store(blocks.len(), Relaxed))).collect()
}

/// The chunks of a dataset, by the block.
fn blocks(dataset: &Dataset) -> Vec<Range<usize>> {
    let workers = rayon::current_num_threads();
    let by_size = (BLOCK / dataset.chunk_size()).max(1);
    let each = dataset.chunks().div_ceil(workers * BLOCKS).clamp(1, by_size);
    (0..dataset.chunks()).step_by(each).map(|at| at..(at + each).min(dataset.chunks())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dataset() -> Dataset {
        let text: String = (0..30_000).map(|i| format!("{i:081}\n")).collect();
        Dataset::from_bytes("x", text.leak().as_bytes()).unwrap()
    }

    #[test]
    fn every_puzzle_is_visited_once() {
        let visit = |seen: &mut Vec<u64>, batch: &Batch| {
            seen.extend(batch.offsets());
            Ok(())
        };
        let advanced = AtomicUsize::new(0);
        let advance = |puzzles: u64| {
            advanced.fetch_add(puzzles as usize, Relaxed);
        };
        let seen = every(&dataset(), Order::THREE, || Ok(Vec::new()), visit, |seen| seen, &advance)
            .unwrap();
        let mut seen = seen.concat();
        seen.sort_unstable();
        assert_eq!(seen, (0..30_000).map(|i| i * 82).collect::<Vec<u64>>());
        assert_eq!(advanced.into_inner(), 30_000);
    }

    #[test]
    fn an_error_ends_the_work_and_is_passed_on() {
        let visited = AtomicUsize::new(0);
        let visit = |_: &mut (), _: &Batch| {
            visited.fetch_add(1, Relaxed);
            Err(SweepError::Unanswered)
        };
        let found = every(&dataset(), Order::THREE, || Ok(()), visit, |()| (), &|_| ());
        assert!(matches!(found, Err(SweepError::Unanswered)));
        assert!(visited.into_inner() <= rayon::current_num_threads());
    }
}
