//! The puzzles of a file in its order, from any place on.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::ensure;

use crate::dataset::{Batch, Dataset};
use crate::puzzle::Order;

/// A puzzle of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub order: Order,
    pub cells: Vec<u8>,
    /// The byte at which its line begins.
    pub offset: u64,
}

/// The first puzzle after a place that fits, from the beginning again where the file ends; that place
/// itself comes last. `None` where no puzzle fits.
///
/// # Errors
/// When the file changes meanwhile, `fits` fails, or the search is stopped.
pub(super) fn next(
    dataset: &Dataset,
    after: Option<u64>,
    stop: &AtomicBool,
    mut fits: impl FnMut(&Place) -> anyhow::Result<bool>,
) -> anyhow::Result<Option<Place>> {
    let chunks = dataset.chunks().max(1);
    let first = after.map_or(0, |offset| (offset / dataset.chunk_size() as u64) as usize);
    for turn in 0..=chunks {
        let mut places = places(dataset, (first + turn) % chunks)?;
        if let Some(after) = after {
            // The first chunk is looked at twice: first the part after the place, then the rest.
            places.retain(|place| turn != 0 || place.offset > after);
            places.retain(|place| turn != chunks || place.offset <= after);
        } else if turn == chunks {
            break;
        }
        for place in places {
            ensure!(!stop.load(Relaxed), "the search was ended");
            if fits(&place)? {
                return Ok(Some(place));
            }
        }
    }
    Ok(None)
}

/// The puzzles whose lines begin in a chunk.
fn places(dataset: &Dataset, chunk: usize) -> anyhow::Result<Vec<Place>> {
    let mut places = Vec::new();
    for order in dataset.survey().orders() {
        let mut batch = Batch::new(order, dataset);
        dataset.read(order, chunk, &mut batch)?;
        let read = batch.block();
        let place =
            |(cells, &offset): (&[u8], &u64)| Place { order, cells: cells.to_vec(), offset };
        places.extend(read.iter().zip(batch.offsets()).map(place));
    }
    places.sort_by_key(|place| place.offset);
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_puzzle_of_a_file_is_next_once_in_a_round() {
        let text: String =
            (0..3000).map(|i| format!("{i:081}\n1..............{}\n", i % 4 + 1)).collect();
        let dataset = Dataset::from_bytes("x", text.leak().as_bytes()).unwrap();
        let stop = AtomicBool::new(false);
        let step = |after| next(&dataset, after, &stop, |_| Ok(true)).unwrap().unwrap().offset;
        let mut offsets = vec![step(None)];
        for _ in 1..6000 {
            offsets.push(step(offsets.last().copied()));
        }
        assert!(offsets.is_sorted() && offsets[0] == 0);
        assert_eq!(step(offsets.last().copied()), 0);
        let alone = |place: &Place| Ok(place.offset == offsets[4000]);
        let found = next(&dataset, Some(offsets[4000]), &stop, alone).unwrap().unwrap();
        assert_eq!(found.offset, offsets[4000]);
        assert!(next(&dataset, Some(7), &stop, |_| Ok(false)).unwrap().is_none());
        stop.store(true, Relaxed);
        assert!(next(&dataset, None, &stop, |_| Ok(true)).is_err());
    }
}
