//! The puzzles that are counted, and those that warm a solver up before.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::dataset::group::Groups;
use crate::dataset::group_puzzles::{GroupPuzzles, Variety};
use crate::dataset::portions::Portions;
use crate::dataset::{Batch, Dataset, DatasetError};
use crate::puzzle::isomorph::Isomorph;
use crate::puzzle::seed::mix;
use crate::puzzle::{Block, Order, Puzzles};
use crate::run::plan::select::{Wanted, select};

/// Puzzles that warm a solver up.
const WARM: usize = 4;

/// Puzzles for a count: a few that warm the solver up, then those that count.
pub(crate) struct Sample {
    puzzles: Puzzles,
    warm: usize,
}

impl Sample {
    /// Draws `sample` puzzles of a dataset, or takes all where there are no more. Those that warm up
    /// are isomorphs of the first ones, so that a solver which remembers answers gains nothing.
    ///
    /// # Errors
    /// When the file has become shorter.
    pub(crate) fn draw(
        dataset: &Dataset,
        order: Order,
        sample: u64,
        seed: u64,
    ) -> Result<Self, DatasetError> {
        let selection = select(dataset, order, Wanted::sample(Some(sample)), seed)?;
        let all = selection.puzzles;
        let groups = Groups::new(all, all, selection.chunks.len(), selection.chunk_limit);
        let mut counted = Puzzles::with_capacity(order, all as usize);
        let mut batch = Batch::new(order, dataset);
        let mut group_puzzles = GroupPuzzles::new(order, 0);
        for nth in 0..groups.count() {
            let group = groups.nth(nth, &selection.chunks);
            let range = Portions::even(1).all(group.chunks.len());
            group_puzzles.fill(dataset, &mut batch, &group, range, Variety::NONE)?;
            counted.extend(&group_puzzles.block());
        }
        let warm = WARM.min(counted.len());
        let mut puzzles = Puzzles::with_capacity(order, warm + counted.len());
        for i in 0..warm {
            let mut rng = ChaCha8Rng::seed_from_u64(mix(seed, i as u64));
            let cells = counted.block();
            Isomorph::random(order, &mut rng).apply(cells.cells(i), puzzles.push_slot());
        }
        puzzles.extend(&counted.block());
        Ok(Self { puzzles, warm })
    }

    /// All puzzles up to the first `counted` of those that count.
    pub(crate) fn first(&self, counted: usize) -> Block<'_> {
        let len = self.puzzles.len().min(self.warm.saturating_add(counted));
        self.puzzles.block().slice(0, len)
    }

    /// Puzzles that warm up.
    pub(crate) fn warm(&self) -> usize {
        self.warm
    }

    /// Puzzles that count.
    pub(crate) fn counted(&self) -> usize {
        self.puzzles.len() - self.warm
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_stands_as_given_behind_isomorphs_of_its_first_puzzles() {
        let text = include_str!("../../../../datasets/easy.txt");
        let dataset = Dataset::from_bytes("easy", text.as_bytes()).unwrap();
        let order = Order::THREE;
        let lines: Vec<&str> = text.lines().collect();
        for (asked, holds) in [(1, 1), (10, 10), (1 << 40, dataset.survey().puzzles(order))] {
            let sample = Sample::draw(&dataset, order, asked, 7).unwrap();
            assert_eq!(sample.counted() as u64, holds);
            let block = sample.first(usize::MAX);
            let is_line = |i: usize| lines.contains(&std::str::from_utf8(block.cells(i)).unwrap());
            assert!((sample.warm()..block.len()).all(is_line));
            assert!(!(0..sample.warm()).any(is_line));
            assert_eq!(sample.first(0).len(), sample.warm());
        }
    }
}
