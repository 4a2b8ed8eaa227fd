//! One backend's part of a round, turn by turn.

use crate::record::TurnTimes;
use crate::run::plan::speeds::Pace;
use crate::run::work::done::Done;
use crate::run::work::tally::Tally;

/// One backend's part of the round in hand.
#[derive(Clone, Copy, Default)]
pub(super) struct BackendRound {
    pub place: usize,
    pub turns: u32,
    pub elapsed_ns: u64,
    pub times: Tally,
    /// Each turn by itself.
    pub each: [Option<TurnTimes>; 2],
    /// Whether its first turn ended early, and is all there is.
    pub is_cut: bool,
}

impl BackendRound {
    /// Takes a turn in. Of one that ended early, the second says nothing that the first does not.
    pub(super) fn take(&mut self, place: usize, done: &[Done], paces: &mut [Pace]) {
        let is_cut = done.iter().any(|done| done.is_cut);
        if !is_cut || self.turns == 0 {
            self.place = place;
            self.add(done);
        }
        if !is_cut {
            for done in done {
                paces[done.worker].add(done.puzzles, done.ended_ns - done.begun_ns);
            }
        }
    }

    /// Adds a turn: it lasts from the first worker's start to the last one's end.
    fn add(&mut self, done: &[Done]) {
        let begun_ns = done.iter().map(|done| done.begun_ns).min().unwrap_or(0);
        let ended_ns = done.iter().map(|done| done.ended_ns).max().unwrap_or(0);
        let turn = done.iter().fold(Tally::default(), |sum, done| sum.merge(done.times));
        if let Some(each) = self.each.get_mut(self.turns as usize) {
            *each = Some(TurnTimes { wall_ns: turn.wall_ns, used: turn.used });
        }
        self.turns += 1;
        self.elapsed_ns += ended_ns - begun_ns;
        self.times = self.times.merge(turn);
        self.is_cut = done.iter().any(|done| done.is_cut);
    }
}
