//! How far a tier has come, and what is kept from one of its rounds to the next.

use std::collections::HashMap;
use std::sync::Arc;

use crate::dataset::{Batch, DatasetError};

use super::round_left::TierSoFar;
use crate::dataset::group::{Group, Groups};
use crate::dataset::group_puzzles::{GroupPuzzles, Variety};
use crate::dataset::portions::Portions;
use crate::run::plan::select::Selection;
use crate::run::plan::speeds::Speeds;
use crate::run::plan::tiers::Tier;
use crate::run::work::phase::Phase;

/// A tier's state between two rounds.
pub(crate) struct TierProgress {
    pub groups: Groups,
    /// The workers', in its rounds.
    pub speeds: Speeds,
    pub rounds: u64,
    /// Groups passed over in a row, since no puzzle was read of them: chunks may hold none, and
    /// parts of small chunks too.
    pub empty: u64,
    /// Number of the next group.
    pub next_group: u64,
    pub spent_ns: u64,
    /// Whether there are to be more rounds.
    pub open: bool,
    /// Puzzles of a group.
    room: usize,
    /// The puzzles of each group that was met, where they are kept.
    kept: HashMap<u64, Arc<GroupPuzzles>>,
}

impl TierProgress {
    /// Before the first round.
    pub(crate) fn new(tier: &Tier, selection: &Selection, workers: usize) -> Self {
        let chunks = selection.chunks.len();
        Self {
            groups: Groups::new(tier.puzzles, selection.puzzles, chunks, selection.chunk_limit),
            speeds: Speeds::new(workers),
            rounds: 0,
            empty: 0,
            next_group: 0,
            spent_ns: 0,
            open: true,
            room: tier.puzzles as usize,
            kept: HashMap::new(),
        }
    }

    /// The same where an earlier process has left it.
    pub(crate) fn continuing(self, so_far: TierSoFar) -> Self {
        let TierSoFar { rounds, next_group, spent_ns } = so_far;
        Self { rounds, next_group, spent_ns, ..self }
    }

    /// How far it is.
    pub(crate) fn so_far(&self) -> TierSoFar {
        let Self { rounds, next_group, spent_ns, .. } = *self;
        TierSoFar { rounds, next_group, spent_ns }
    }

    /// Returns true if the tier has not met every puzzle yet, and can within so much time.
    pub(crate) fn needs_to_cover(&self, left_ns: u64) -> bool {
        let missing = self.groups.count().saturating_sub(self.rounds);
        let round_ns = self.spent_ns / self.rounds.max(1);
        self.rounds > 0 && missing > 0 && missing.saturating_mul(round_ns) <= left_ns
    }

    /// A round has ended.
    pub(crate) fn pass(&mut self) {
        self.next_group += 1;
        self.rounds += 1;
        self.empty = 0;
    }

    /// A group held no puzzle. Where none does, there are no more rounds.
    pub(crate) fn pass_empty(&mut self) {
        self.next_group += 1;
        self.empty += 1;
        self.open &= self.empty < self.groups.count();
    }

    /// All puzzles of a group, read when it is first met and kept from then on.
    ///
    /// # Errors
    /// When the file has become shorter.
    pub(crate) fn keep(
        &mut self,
        phase: &Phase<'_>,
        group: &Group<'_>,
        portions: &Portions,
    ) -> Result<Arc<GroupPuzzles>, DatasetError> {
        if let Some(group_puzzles) = self.kept.get(&group.id) {
            return Ok(Arc::clone(group_puzzles));
        }
        let mut group_puzzles = GroupPuzzles::new(phase.setting.order, self.room);
        let mut batch = Batch::new(phase.setting.order, phase.dataset);
        group_puzzles.fill(
            phase.dataset,
            &mut batch,
            group,
            portions.all(group.chunks.len()),
            Variety::NONE,
        )?;
        let group_puzzles = Arc::new(group_puzzles);
        self.kept.insert(group.id, Arc::clone(&group_puzzles));
        Ok(group_puzzles)
    }
}
