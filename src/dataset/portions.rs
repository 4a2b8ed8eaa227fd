//! How the puzzles of a group are divided among workers. Pure.

/// Places per worker between which a boundary can be drawn. More would not make the parts more even
/// than the cores are steady.
const PLACES: usize = 64;

/// Fractions of a group, one for each worker, which add up to one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Portions {
    fractions: Vec<f64>,
}

/// Neighbouring parts of the chunks of a group, a portion of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PartRange {
    from: usize,
    to: usize,
    parts: usize,
}

/// A part of a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ChunkPart {
    /// Which of the round's chunks.
    pub nth: usize,
    /// Which part of it.
    pub which: usize,
    /// Parts of each chunk.
    pub parts: usize,
}

impl ChunkPart {
    /// The part that this is of the puzzles `from..to`.
    pub(crate) fn part(self, from: usize, to: usize) -> (usize, usize) {
        let at = |which: usize| from + (to - from) * which / self.parts;
        (at(self.which), at(self.which + 1))
    }
}

impl PartRange {
    /// Number of parts.
    pub(crate) fn len(self) -> usize {
        self.to - self.from
    }

    /// Parts of this range that lie before another range within it.
    pub(crate) fn skipped(self, part: Self) -> usize {
        part.from.saturating_sub(self.from)
    }

    /// The parts, by chunk.
    pub(crate) fn parts(self) -> impl Iterator<Item = ChunkPart> {
        let Self { from, to, parts } = self;
        let part = move |place| ChunkPart { nth: place / parts, which: place % parts, parts };
        (from..to).map(part)
    }
}

impl Portions {
    /// Equal portions.
    pub(crate) fn even(workers: usize) -> Self {
        Self { fractions: vec![1.0 / workers as f64; workers] }
    }

    /// Portions in proportion to weights, one for each worker.
    pub(crate) fn by_weight(weights: Vec<f64>) -> Self {
        let all: f64 = weights.iter().sum();
        Self { fractions: weights.into_iter().map(|weight| weight / all).collect() }
    }

    /// The whole group.
    pub(crate) fn all(&self, chunks: usize) -> PartRange {
        let parts = self.parts(chunks);
        PartRange { from: 0, to: chunks * parts, parts }
    }

    fn parts(&self, chunks: usize) -> usize {
        (PLACES * self.fractions.len()).div_ceil(chunks.max(1))
    }

    /// The portion of a worker of a group of so many chunks. Every part goes to one worker.
    pub(crate) fn of(&self, worker: usize, chunks: usize) -> PartRange {
        let workers = self.fractions.len();
        let parts = self.parts(chunks);
        let places = chunks * parts;
        let start = |worker: usize| {
            let before: f64 = self.fractions[..worker].iter().sum();
            // Rounded to the boundary of a part: no part is solved by two workers, or by none.
            let place = (before * places as f64).round() as usize;
            if worker == workers { places } else { place.min(places) }
        };
        PartRange { from: start(worker), to: start(worker + 1), parts }
    }
}
