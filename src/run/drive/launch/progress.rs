//! A launch so far, and how it ended.

use std::io;

use crate::record::Record;
use crate::record::incident::Incident;
use crate::run::drive::observe::{Next, Observer, RoundReport};
use crate::run::work::warm::StartUp;

/// How a launch ended.
pub(super) enum LaunchEnd {
    Over,
    Interrupted,
    /// The solvers cannot be together in one process.
    Refused(String),
    /// The time was over, twice the budget and a puzzle's limit.
    Late,
    /// The child is gone, and with it the round in hand.
    Broken {
        why: String,
        backend: Option<usize>,
    },
}

/// A launch so far.
#[derive(Default)]
pub(super) struct LaunchProgress {
    pub records: Vec<Record>,
    pub rounds: u64,
    pub incidents: Vec<Incident>,
    pub start_ups: Vec<StartUp>,
}

/// Keeps what a launch in this process finds.
pub(super) struct Keeping {
    pub progress: LaunchProgress,
}

impl Observer for Keeping {
    fn started(&mut self, start_ups: &[StartUp]) -> io::Result<()> {
        self.progress.start_ups = start_ups.to_vec();
        Ok(())
    }

    fn round(&mut self, report: &RoundReport, _: f64) -> io::Result<Next> {
        self.progress.rounds += 1;
        self.progress.records.extend_from_slice(&report.records);
        let all = self.progress.records.iter();
        let is_wrong = all.clone().any(|r| r.outcomes.wrong > 0 || r.disputed > 0);
        let is_pair = report.records.first().is_some_and(|record| record.round % 2 == 1);
        Ok(if is_wrong && is_pair { Next::Enough } else { Next::Continue })
    }
}
