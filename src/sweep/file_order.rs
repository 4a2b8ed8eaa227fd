//! The puzzles of a dataset in the order of its file, whatever their sizes.

use crate::dataset::{Batch, Dataset, DatasetError};
use crate::puzzle::Block;

/// Reads a chunk at a time. Its memory is used again; one worker's own.
pub(crate) struct FileOrder<'a> {
    dataset: &'a Dataset,
    /// One for each order that occurs.
    batches: Vec<Batch>,
    /// Offset, batch and number of each puzzle of the chunk.
    places: Vec<(u64, usize, usize)>,
}

/// A puzzle and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'a> {
    /// A block with nothing but the puzzle.
    pub block: Block<'a>,
    pub offset: u64,
}

impl Placed<'_> {
    pub(crate) fn cells(&self) -> &[u8] {
        self.block.cells(0)
    }
}

impl<'a> FileOrder<'a> {
    pub(crate) fn new(dataset: &'a Dataset) -> Self {
        let batches = dataset.survey().orders().map(|order| Batch::new(order, dataset)).collect();
        Self { dataset, batches, places: Vec::new() }
    }

    /// Reads the puzzles whose lines begin in a chunk.
    ///
    /// # Errors
    /// When the file has become shorter since it was opened.
    pub(crate) fn read(&mut self, chunk: usize) -> Result<(), DatasetError> {
        self.places.clear();
        for (nth, batch) in self.batches.iter_mut().enumerate() {
            self.dataset.read(batch.block().order(), chunk, batch)?;
            let offsets = batch.offsets().iter().enumerate();
            self.places.extend(offsets.map(|(i, &offset)| (offset, nth, i)));
        }
        self.places.sort_unstable();
        Ok(())
    }

    /// The puzzles of the chunk read last.
    pub(crate) fn puzzles(&self) -> impl Iterator<Item = Placed<'_>> {
        self.places.iter().map(|&(offset, nth, i)| Placed {
            block: self.batches[nth].block().slice(i, i + 1),
            offset,
        })
    }
}
