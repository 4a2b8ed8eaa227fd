//! What the columns of one row of the summary are computed from: its sums with what belongs to them.

use std::ops::Deref;

use super::counted::Rates;
use super::figures::{quantile, ratio};
use super::row_sums::{RowSums, Share};
use crate::record::{Latencies, Manifest};

/// The sums of one row with what belongs to them.
pub(super) struct RowRecords<'a> {
    sums: &'a RowSums,
    /// What the run was.
    pub manifest: &'a Manifest,
    /// Latencies of the row; latency pass only.
    pub latencies: Option<&'a Latencies>,
    /// Puzzles a second; empty but in the throughput pass.
    pub rates: Rates,
}

impl<'a> RowRecords<'a> {
    /// Puts together what belongs to the sums of a row.
    pub(super) fn new(
        sums: &'a RowSums,
        latencies: &'a [Latencies],
        manifest: &'a Manifest,
    ) -> Self {
        let RowSums { setting, solver, .. } = sums;
        let rates = match setting.pass.has_rate() && !manifest.has_several_machines() {
            true => sums.counted.rates(setting.threads, usable(manifest)),
            false => Rates::default(),
        };
        let is_single = setting.pass.times_single_puzzles() && sums.block == 1;
        let own = |l: &&Latencies| (&l.solver, &l.setting) == (solver, setting);
        let latencies = latencies.iter().find(own).filter(|_| is_single);
        Self { sums, manifest, latencies, rates }
    }

    /// Puzzles of this order in the dataset.
    pub(super) fn of(&self) -> u64 {
        let dataset = self.manifest.dataset(&self.setting.dataset);
        dataset.map_or(0, |dataset| dataset.puzzles_of(self.setting.order))
    }

    /// Mean of a share over its puzzles.
    pub(super) fn mean(&self, share: Share) -> Option<f64> {
        ratio(share.sum as f64, share.puzzles as f64)
    }

    /// A quantile over puzzles of the shorter turn, in nanoseconds, where there are puzzles for it.
    pub(super) fn quantile_ns(&self, share: f64) -> Option<u64> {
        quantile(self.latencies?, share)
    }
}

impl Deref for RowRecords<'_> {
    type Target = RowSums;

    fn deref(&self) -> &RowSums {
        self.sums
    }
}

/// Processors' worth of time that a run could use.
fn usable(manifest: &Manifest) -> f64 {
    manifest.machine.usable_processors.unwrap_or(f64::from(manifest.machine.cores))
}
