//! Sums over the runs of several shards, row by row of the summary.

use crate::record::Manifest;
use crate::report::row_sums::RowSums;

/// A row for each solver and setting. Blocks of automatic size differ from run to run, so they keep
/// no rows apart; a run that has several rows of a solver and setting has them in one order.
#[derive(Clone, Default, Debug)]
pub(super) struct SumsBySolver(Vec<(usize, RowSums)>);

impl SumsBySolver {
    /// Adds the sums of a run.
    pub(super) fn add(&mut self, run: Vec<RowSums>) {
        let mut seen: Vec<(usize, RowSums)> = Vec::new();
        for own in run {
            let is_like =
                |other: &RowSums| (&other.solver, &other.setting) == (&own.solver, &own.setting);
            let nth = seen.iter().filter(|(_, other)| is_like(other)).count();
            seen.push((nth, own));
        }
        for (nth, own) in seen {
            let is_its = |(other_nth, other): &&mut (usize, RowSums)| {
                (*other_nth, &other.solver, &other.setting) == (nth, &own.solver, &own.setting)
            };
            match self.0.iter_mut().find(is_its) {
                Some((_, known)) => *known = known.clone().merge(own),
                None => self.0.push((nth, own)),
            }
        }
    }

    /// All rows, datasets and solvers in the order of the manifest.
    pub(super) fn finish(mut self, manifest: &Manifest) -> Vec<RowSums> {
        self.0.sort_by_cached_key(|(nth, row)| (row.rank(manifest), *nth));
        self.0.into_iter().map(|(_, row)| row).collect()
    }
}
