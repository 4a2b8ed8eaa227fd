//! Runs merged from shards on different kinds of machine.
//!
//! Times of different machines are never added or paired: each machine has its own ratio, from the
//! rounds that it measured. How far machines differ in it is the highest level that varies (Kalibera
//! and Jones 2013, "Rigorous Benchmarking in Reasonable Time"), so the mean over the machines has the
//! error that lies between them.

use super::estimate::{Estimate, Variance, mean};
use super::judge::{self, Coverage, Question, Timing, judged};
use super::pairing::{PairingError, Series};
use super::verdict::Verdict;
use crate::record::{Manifest, Record};

/// A timing, with what must be said of the machines behind it.
pub(super) struct OnMachines {
    pub timing: Timing,
    pub notes: Vec<String>,
}

/// Answers a question from the records of a series, machine by machine where there are several.
///
/// # Errors
/// When the records of no machine can be held against each other.
pub(super) fn timing(
    records: &[Record],
    manifest: Option<&Manifest>,
    series: &Series,
    question: &Question,
    error: f64,
) -> Result<OnMachines, PairingError> {
    let Some(manifest) = manifest.filter(|manifest| manifest.has_several_machines()) else {
        let timing = judge::timing(records, series, question, error)?;
        return Ok(OnMachines { timing, notes: Vec::new() });
    };
    let (mut timings, mut notes, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for (machine, described) in manifest.machines.iter().enumerate() {
        let shards = manifest.shards.iter().filter(|shard| shard.machine == machine);
        let launches: Vec<u32> = shards.map(|shard| shard.number).collect();
        let is_its = |r: &&Record| series.holds(r) && launches.binary_search(&r.launch).is_ok();
        let own: Vec<Record> = records.iter().filter(is_its).cloned().collect();
        if own.is_empty() {
            continue;
        }
        let cpu = described.cpu.as_deref().unwrap_or("an unknown processor");
        let name = format!("machine {} ({cpu}, {} processors)", machine + 1, described.cores);
        match judge::timing(&own, series, question, error) {
            Ok(timing) if timing.is_timed() => {
                notes.push(format!("{} on {name}", ratio(question, series, &timing)));
                timings.push(timing);
            }
            Ok(_) => notes.push(format!("{series}: nothing could be compared on {name}")),
            Err(error) => {
                notes.push(format!("not compared on {name}: {error}"));
                refused.push(error);
            }
        }
    }
    match joined(&timings, question, error) {
        Some(timing) => Ok(OnMachines { timing, notes }),
        None => Err(refused.into_iter().next().unwrap_or(PairingError::Nothing)),
    }
}

fn ratio(question: &Question, series: &Series, timing: &Timing) -> String {
    let [low, middle, high] =
        [timing.interval.low, timing.interval.middle, timing.interval.high].map(f64::exp);
    let Question { baseline, candidate, .. } = question;
    format!(
        "{series}: {candidate} takes {middle:.4} times as long as {baseline} ({low:.4} to {high:.4})"
    )
}

/// The mean of the machines' ratios.
fn joined(timings: &[Timing], question: &Question, error: f64) -> Option<Timing> {
    let estimates: Vec<Estimate> = timings.iter().map(|timing| timing.estimate).collect();
    let estimate = across(&estimates)?;
    let mut timing = judged(estimate, question.threshold, error);
    timing.deciding = timings[0].deciding;
    timing.coverage = timings.iter().fold(Coverage::NONE, |sum, timing| {
        let Coverage { met, of, drawn_from, open } = timing.coverage;
        Coverage { met: sum.met + met, of: sum.of.max(of), drawn_from, open: sum.open + open }
    });
    let logs = timings.iter().map(|timing| timing.baseline_ns.max(f64::MIN_POSITIVE).ln());
    timing.baseline_ns = (logs.sum::<f64>() / timings.len() as f64).exp(); // their geometric mean
    timing.candidate_ns = timing.baseline_ns * estimate.log_ratio.exp();
    let needs_all = matches!(timing.verdict, Verdict::Same | Verdict::Faster);
    if needs_all && !timing.coverage.is_full() {
        timing.so_far = Some(timing.verdict);
        timing.verdict = Verdict::Unclear;
    }
    Some(timing)
}

/// The mean of some machines' log-ratios, with the variance between them as that of the level of
/// launches where it is larger than what each knows of itself.
fn across(machines: &[Estimate]) -> Option<Estimate> {
    let estimate = mean(machines)?;
    let number = machines.len() as f64;
    if machines.len() < 2 {
        return Some(estimate);
    }
    let squares: f64 =
        machines.iter().map(|one| (one.log_ratio - estimate.log_ratio).powi(2)).sum();
    let between = Variance { variance: squares / (number - 1.0) / number, dof: number - 1.0 };
    let is_more = between.variance > estimate.launches.variance;
    Some(Estimate { launches: if is_more { between } else { estimate.launches }, ..estimate })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::simulate::{QUIET, run};
    use crate::compare::within::{Names, within};
    use crate::record::{Machine, ShardFacts, manifest_sample};

    /// Shards of the same puzzles' worth, each with its ratio, dealt to two kinds of machine.
    fn merged(factors: [f64; 4], machines: [usize; 4]) -> (Vec<Record>, Manifest) {
        let mut manifest = manifest_sample();
        manifest.machines = vec![Machine::default(); machines.iter().max().unwrap() + 1];
        let mut records = Vec::new();
        for (at, factor) in factors.into_iter().enumerate() {
            let number = at as u32 + 1;
            let (run_name, host) = (format!("run-{number}"), format!("node-{number}"));
            manifest.shards.push(ShardFacts { number, run: run_name, host, machine: machines[at] });
            let mut own = run(QUIET, &[("mrv", 1.0), ("lockstep", factor)], 60, number.into());
            for record in &mut own {
                record.launch = number;
                record.group = record.group * 4 + at as u64;
            }
            records.extend(own);
        }
        (records, manifest)
    }

    fn timing_of(records: &[Record], manifest: &Manifest) -> (Timing, Vec<String>) {
        let threshold = "1%".parse().unwrap();
        let found = within(records, Some(manifest), &Names::default(), threshold).unwrap();
        (found.rows[0].timing, found.notes)
    }

    #[test]
    fn shards_on_one_kind_of_machine_are_one_run() {
        let (records, manifest) = merged([0.5; 4], [0; 4]);
        let (timing, notes) = timing_of(&records, &manifest);
        assert!((timing.estimate.log_ratio.exp() - 0.5).abs() < 0.01);
        assert!(timing.interval.high - timing.interval.low < 0.02);
        assert_eq!(notes, Vec::<String>::new());
    }

    #[test]
    fn machines_that_disagree_widen_the_interval_and_are_named() {
        let (records, manifest) = merged([0.5, 0.5, 0.6, 0.6], [0, 0, 1, 1]);
        let (timing, notes) = timing_of(&records, &manifest);
        let expected = (0.5_f64 * 0.6).sqrt();
        assert!((timing.estimate.log_ratio.exp() - expected).abs() < 0.01);
        assert_eq!(timing.estimate.launches.dof, 1.0);
        assert_eq!(timing.verdict, Verdict::Unclear, "two machines know little of a third");
        assert!(
            notes[0].contains("lockstep takes 0.") && notes[0].contains("machine 1"),
            "{notes:?}"
        );
        assert!(
            notes[1].contains("lockstep takes 0.") && notes[1].contains("machine 2"),
            "{notes:?}"
        );
    }

    #[test]
    fn machines_that_agree_are_as_sure_as_one() {
        let (records, manifest) = merged([2.0; 4], [0, 0, 1, 1]);
        let (timing, _) = timing_of(&records, &manifest);
        assert_eq!(timing.verdict, Verdict::Slower);
    }
}
