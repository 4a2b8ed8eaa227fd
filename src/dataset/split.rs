//! How the puzzles of a group are dealt to workers. Pure.

/// Places per worker between which a boundary can be drawn. More would not make the parts more even
/// than the cores are steady.
const PLACES: usize = 64;

/// Shares of the workers, which add up to one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Split {
    shares: Vec<f64>,
}

/// What a worker is dealt of the chunks of a round: pieces side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DealtParts {
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
    /// The part that this piece is of the puzzles `from..to`.
    pub(crate) fn part(self, from: usize, to: usize) -> (usize, usize) {
        let at = |which: usize| from + (to - from) * which / self.parts;
        (at(self.which), at(self.which + 1))
    }
}

impl DealtParts {
    /// Number of pieces.
    pub(crate) fn len(self) -> usize {
        self.to - self.from
    }

    /// Pieces of this deal that lie before a part of it.
    pub(crate) fn skipped(self, part: Self) -> usize {
        part.from.saturating_sub(self.from)
    }

    /// The pieces, by chunk.
    pub(crate) fn pieces(self) -> impl Iterator<Item = ChunkPart> {
        let Self { from, to, parts } = self;
        let piece = move |place| ChunkPart { nth: place / parts, which: place % parts, parts };
        (from..to).map(piece)
    }
}

impl Split {
    /// Equal parts.
    pub(crate) fn even(workers: usize) -> Self {
        Self { shares: vec![1.0 / workers as f64; workers] }
    }

    /// Parts in proportion to weights, one for each worker.
    pub(crate) fn by_weight(weights: Vec<f64>) -> Self {
        let all: f64 = weights.iter().sum();
        Self { shares: weights.into_iter().map(|weight| weight / all).collect() }
    }

    /// What all workers are dealt together.
    pub(crate) fn all(&self, chunks: usize) -> DealtParts {
        let parts = self.parts(chunks);
        DealtParts { from: 0, to: chunks * parts, parts }
    }

    fn parts(&self, chunks: usize) -> usize {
        (PLACES * self.shares.len()).div_ceil(chunks.max(1))
    }

    /// What a worker is dealt of a round of so many chunks. Every piece goes to one worker.
    pub(crate) fn deal(&self, worker: usize, chunks: usize) -> DealtParts {
        let workers = self.shares.len();
        let parts = self.parts(chunks);
        let places = chunks * parts;
        let start = |worker: usize| {
            let share: f64 = self.shares[..worker].iter().sum();
            let place = (share * places as f64).round() as usize;
            if worker == workers { places } else { place.min(places) }
        };
        DealtParts { from: start(worker), to: start(worker + 1), parts }
    }
}
