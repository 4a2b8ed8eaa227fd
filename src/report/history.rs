//! Several runs: machines kept apart, and every solver as a ratio to one that took part in all of them
//! and did not change, so that the speed of a machine has no part in it.

use super::run_files::RunFiles;
use crate::compare::comparison::Comparison;
use crate::compare::judge::Timing;
use crate::compare::verdict::Threshold;
use crate::compare::within::{Names, within};
use crate::record::{Identity, Setting};
use crate::solver::PIPE;

/// Runs of one kind of machine.
#[derive(Debug)]
pub(crate) struct OnMachine<'a> {
    /// The kind of machine, as rows name it.
    pub machine: String,
    /// Its processor.
    pub cpu: String,
    /// Its runs, oldest first.
    pub runs: Vec<&'a RunFiles>,
    /// What was measured in them, in order of appearance.
    pub series: Vec<SolverHistory<'a>>,
}

/// One solver in one setting over the runs of a machine.
#[derive(Debug)]
pub(crate) struct SolverHistory<'a> {
    /// Where.
    pub setting: Setting,
    /// Who.
    pub solver: String,
    /// Runs that hold it, oldest first, with its ratio to the reference.
    pub lines: Vec<(&'a RunFiles, Timing)>,
}

/// The solver that the runs are compared through: the one named, or else the first that all have in the
/// same version.
pub(crate) fn reference(runs: &[RunFiles], named: Option<&str>) -> Option<String> {
    let first = runs.first()?;
    let is_everywhere = |id: &str| {
        let version = |run: &RunFiles| run.manifest.backend(id).map(|one| one.version.clone());
        let own = version(first);
        own.is_some() && runs.iter().all(|run| version(run) == own)
    };
    match named {
        Some(named) => Some(named.to_owned()),
        None => {
            let all = first.manifest.backends.iter().map(|backend| &backend.id);
            all.filter(|id| *id != PIPE).find(|id| is_everywhere(id)).cloned()
        }
    }
}

/// The history of every machine, in the order in which they first appear.
pub(crate) fn history<'a>(
    runs: &'a [RunFiles],
    reference: &str,
    threshold: Threshold,
) -> Vec<OnMachine<'a>> {
    let mut sorted: Vec<&RunFiles> = runs.iter().collect();
    sorted.sort_by_key(|run| run.manifest.started);
    let mut machines: Vec<OnMachine<'a>> = Vec::new();
    for run in sorted {
        let machine = Identity::of(&run.manifest).machine;
        let place = machines.iter().position(|one| one.machine == machine);
        let place = place.unwrap_or_else(|| {
            let cpu = run.manifest.machine.cpu.clone();
            let cpu = cpu.unwrap_or_else(|| "unknown processor".to_owned());
            machines.push(OnMachine { machine, cpu, runs: Vec::new(), series: Vec::new() });
            machines.len() - 1
        });
        machines[place].add(run, reference, threshold);
    }
    machines
}

impl<'a> OnMachine<'a> {
    fn add(&mut self, run: &'a RunFiles, reference: &str, threshold: Threshold) {
        self.runs.push(run);
        let names = Names { baseline: Some(reference.to_owned()), candidate: None };
        let compared = within(&run.records, Some(&run.manifest), &names, threshold);
        let rows = compared.map_or_else(|_| Vec::new(), |Comparison { rows, .. }| rows);
        let has_rates = rows.iter().any(|row| row.series.setting.pass.has_rate());
        for row in rows.into_iter().filter(|row| row.timing.is_timed()) {
            let setting = row.series.setting;
            if has_rates && !setting.pass.has_rate() {
                continue;
            }
            let is_like =
                |one: &SolverHistory<'_>| (&one.setting, &one.solver) == (&setting, &row.candidate);
            match self.series.iter_mut().find(|one| is_like(one)) {
                Some(known) => known.lines.push((run, row.timing)),
                None => self.series.push(SolverHistory {
                    setting,
                    solver: row.candidate,
                    lines: vec![(run, row.timing)],
                }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::simulate::{QUIET, run};
    use crate::record::{Utc, manifest_sample};
    use std::time::{Duration, UNIX_EPOCH};

    fn on(fingerprint: &str, seconds: u64, factor: f64) -> RunFiles {
        let mut manifest = manifest_sample();
        manifest.machine.fingerprint = fingerprint.to_owned();
        manifest.started = Utc::at(UNIX_EPOCH + Duration::from_secs(seconds));
        RunFiles {
            records: run(QUIET, &[("mrv", 1.0), ("lockstep", factor)], 40, seconds),
            manifest,
            rows: Vec::new(),
            histograms: Vec::new(),
            slowest: Vec::new(),
            incidents: Vec::new(),
            puzzles: Vec::new(),
            difficulties: Vec::new(),
            verdict: None,
        }
    }

    #[test]
    fn machines_are_kept_apart_and_a_line_is_a_run() {
        let runs = [on("aa", 300, 0.5), on("bb", 200, 0.1), on("aa", 100, 0.25)];
        assert_eq!(reference(&runs, None).as_deref(), Some("mrv"));
        let found = history(&runs, "mrv", "1%".parse().unwrap());
        let machines: Vec<&str> = found.iter().map(|one| &*one.machine).collect();
        assert_eq!(machines, ["aa", "bb"]);
        let lines = &found[0].series[0].lines;
        let ratios: Vec<f64> = lines.iter().map(|line| line.1.interval.middle.exp()).collect();
        assert_eq!((found[0].series.len(), &*found[0].series[0].solver), (1, "lockstep"));
        assert!((ratios[0] - 0.25).abs() < 0.01 && (ratios[1] - 0.5).abs() < 0.01, "{ratios:?}");
    }

    #[test]
    fn a_reference_has_one_version() {
        let mut runs = [on("aa", 100, 0.5), on("aa", 200, 0.5)];
        runs[1].manifest.backends[0].version = "9".to_owned();
        assert_eq!(reference(&runs, None).as_deref(), Some("lockstep"));
        assert_eq!(reference(&runs, Some("x")).as_deref(), Some("x"));
        runs[1].manifest.backends.clear();
        assert_eq!(reference(&runs, None), None);
    }
}
