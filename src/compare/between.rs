//! Runs against earlier ones.
//!
//! Two runs are two times of day: the machine may have become faster or slower in between, by a
//! quarter within minutes on shared ones, and no interval made from one run alone can know. Several
//! runs a side show it; or a backend that took part in both cancels it out: old and new are each
//! held against it, round by round, and the two ratios against each other. That is done when the
//! user names one, and when the processors differ, where nothing else makes sense. With one run a
//! side and no such backend, small changes are not decided.

pub(crate) use super::alike::{BetweenError, Stored};
use super::alike::{check_blocks, check_datasets, check_samples};
use super::clock::{Clock, Deciding};
use super::comparison::{Comparison, ComparisonRow, Means, error_of_each, overall};
use super::counts::{self, are_counts};
use super::differences::differences;
use super::estimate::Estimate;
use super::faults::wrong_answers;
use super::in_both::{exact, puzzles_met};
use super::judge::{Coverage, Timing, against, counted, judged};
use super::pairing::{PairingError, Series, series, shared, solvers};
use super::runs::{FLOOR, InRun, across, between as between_runs};
use super::verdict::{Threshold, Verdict};
use crate::record::distinct;

/// What to compare of two runs.
#[derive(Clone, Default, Debug)]
pub(crate) struct Subjects {
    /// The backend to judge, by its name in the new runs; all that took part in both if not said.
    pub candidate: Option<String>,
    /// Its name in the old runs, where that is another.
    pub baseline: Option<String>,
    /// The backend that stands for the machine's speed, and did not change.
    pub reference: Option<String>,
}

/// Compares runs with earlier ones.
///
/// # Errors
/// When they measured different things, or on different processors without a common backend.
pub(crate) fn between(
    old: &[Stored<'_>],
    new: &[Stored<'_>],
    subjects: &Subjects,
    threshold: Threshold,
) -> Result<Comparison, BetweenError> {
    let (Some(first_old), Some(first_new)) = (old.first(), new.first()) else {
        return Err(PairingError::Nothing.into());
    };
    let all: Vec<Stored<'_>> = old.iter().chain(new).copied().collect();
    if let Some(mixed) = all.iter().find(|run| run.manifest.has_several_machines()) {
        return Err(BetweenError::Machines { name: mixed.name.to_owned() });
    }
    for run in &all[1..] {
        check_datasets(all[0].manifest, run.manifest)?;
    }
    let sides = Sides { old, new };
    let (common, missing, added) = matched(sides, subjects);
    if common.is_empty() {
        return Err(nothing_alike(*first_old, *first_new));
    }
    let with_counts = all.iter().filter(|run| are_counts(run.records)).count();
    let (means, mut notes) = match with_counts {
        0 => means(*first_old, *first_new, subjects, &common)?,
        _ => {
            check_samples(&all)?;
            (Means::Counted, Vec::new())
        }
    };
    for run in &all[1..] {
        notes.extend(differences(all[0].manifest, run.manifest));
    }
    let asked: Vec<&Match> = common.iter().filter(|m| is_asked(m, subjects, &means)).collect();
    let of = |one: &&Match| asked.iter().filter(|other| other.solver == one.solver).count();
    let error = error_of_each(asked.iter().map(of).max().unwrap_or(1));
    let mut rows = Vec::new();
    let mut refused = Vec::new();
    for one in asked {
        check_blocks(&one.solver, &one.old, &one.new)?;
        match row(sides, one, &means, threshold, error) {
            Ok(row) => rows.push(row),
            Err(error) => refused.push(error),
        }
    }
    if rows.is_empty() {
        return Err(refused.into_iter().next().unwrap_or(PairingError::Nothing).into());
    }
    notes.extend(refused.iter().map(|error| format!("not compared: {error}")));
    notes.extend(moved_together(&rows, &means));
    if means == Means::Direct && sides.are_single() {
        notes.push(format!(
            "one run a side: a change in the machine's speed between them looks like one of the \
            solver, so changes below {} % are not decided; several runs a side separate the two \
            (compare OLD... -- NEW...), and so does a solver that took part in both and did not \
            change (--reference)",
            FLOOR * 100.0
        ));
    }
    let names = solvers_of(&rows);
    let mut faults: Vec<_> =
        new.iter().flat_map(|run| wrong_answers(run.records, &names)).collect();
    faults.extend(rows.iter().filter_map(ComparisonRow::open));
    let overall = overall(&rows, threshold);
    Ok(Comparison {
        threshold,
        means,
        rows,
        faults,
        overall,
        missing,
        new: added,
        named: Vec::new(),
        notes: distinct(notes),
    })
}

/// Earlier and later runs, at least one of each.
#[derive(Clone, Copy)]
struct Sides<'a> {
    old: &'a [Stored<'a>],
    new: &'a [Stored<'a>],
}

impl Sides<'_> {
    fn are_single(&self) -> bool {
        self.old.len() == 1 && self.new.len() == 1
    }
}

/// A backend in a series that all runs measured.
struct Match {
    solver: String,
    /// Its name in the old runs.
    was: String,
    old: Vec<Series>,
    new: Vec<Series>,
}

fn is_asked(one: &Match, subjects: &Subjects, means: &Means) -> bool {
    let is_reference = matches!(means, Means::Through(reference) if *reference == one.solver);
    let is_named = |name: &Option<String>, of: &str| name.as_ref().is_none_or(|name| name == of);
    !is_reference
        && is_named(&subjects.candidate, &one.solver)
        && is_named(&subjects.baseline, &one.was)
}

fn solvers_of(rows: &[ComparisonRow]) -> Vec<&str> {
    let mut names: Vec<&str> = rows.iter().map(|row| &*row.candidate).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// What a run measured: series and solver. Of several samples the first, since a later one is there
/// for a slower backend's sake.
fn measured(run: &Stored<'_>) -> Vec<(Series, String)> {
    let mut all: Vec<(Series, String)> = Vec::new();
    for series in series(run.records) {
        for solver in solvers(run.records, &series) {
            if !all.iter().any(|(known, name)| name == solver && series.is_like(known)) {
                all.push((series.clone(), solver.to_owned()));
            }
        }
    }
    all
}

/// What all runs measured, what only the old ones did, and what only the new ones did.
fn matched(sides: Sides<'_>, subjects: &Subjects) -> (Vec<Match>, Vec<String>, Vec<String>) {
    let of = |runs: &[Stored<'_>]| runs.iter().map(measured).collect::<Vec<_>>();
    let (old, new) = (of(sides.old), of(sides.new));
    let everywhere = |runs: &[Vec<(Series, String)>], like: &Series, name: &str| {
        let in_run = |run: &Vec<(Series, String)>| {
            run.iter().find(|(s, n)| n == name && s.is_like(like)).map(|(s, _)| s.clone())
        };
        runs.iter().map(in_run).collect::<Option<Vec<Series>>>()
    };
    // A new name goes by another one in the old runs where the user says so.
    let renamed = subjects.baseline.as_ref().zip(subjects.candidate.as_ref());
    let old_name = |name: &str| match renamed {
        Some((was, is)) if is == name => was.clone(),
        _ => name.to_owned(),
    };
    let (mut common, mut added) = (Vec::new(), Vec::new());
    for (series, solver) in &new[0] {
        let was = old_name(solver);
        match everywhere(&old, series, &was).zip(everywhere(&new, series, solver)) {
            Some((old, new)) => common.push(Match { solver: solver.clone(), was, old, new }),
            None => added.push(format!("{solver} on {series}")),
        }
    }
    let is_common = |series: &Series, name: &str| {
        common.iter().any(|one: &Match| one.was == name && one.old[0].is_like(series))
    };
    let gone = old[0].iter().filter(|(series, name)| !is_common(series, name));
    let missing = gone.map(|(series, name)| format!("{name} on {series}")).collect();
    (common, missing, added)
}

fn nothing_alike(old: Stored<'_>, new: Stored<'_>) -> BetweenError {
    let first = |run: Stored<'_>| match run.records.first() {
        Some(record) => format!("{}: {}", record.solver, Series::of(record)),
        None => "no rows".to_owned(),
    };
    BetweenError::Series {
        old_name: old.name.to_owned(),
        old: first(old),
        new_name: new.name.to_owned(),
        new: first(new),
    }
}

/// How the two runs are brought together, and what must be said about that.
fn means(
    old: Stored<'_>,
    new: Stored<'_>,
    subjects: &Subjects,
    common: &[Match],
) -> Result<(Means, Vec<String>), BetweenError> {
    let version = |run: Stored<'_>, solver: &str| {
        run.manifest.backend(solver).map(|backend| backend.version.clone())
    };
    let (was, is) = (&old.manifest.machine, &new.manifest.machine);
    let cpu = |cpu: &Option<String>| cpu.clone().unwrap_or_else(|| "unknown".to_owned());
    let (was_cpu, is_cpu) = (cpu(&was.cpu), cpu(&is.cpu));
    let differ = was.fingerprint != is.fingerprint;
    let reference = match &subjects.reference {
        Some(named) => {
            if !common.iter().any(|one| one.solver == *named) {
                let (solver, series) = (named.clone(), "both runs".to_owned());
                return Err(PairingError::Absent { solver, series }.into());
            }
            named.clone()
        }
        None if !differ => {
            return Ok((Means::Direct, Vec::new()));
        }
        None => {
            let unchanged = |one: &&Match| {
                let version = |run| version(run, &one.solver);
                subjects.candidate.as_ref() != Some(&one.solver)
                    && version(old).is_some()
                    && version(old) == version(new)
                    && common.iter().any(|other| other.solver != one.solver)
            };
            let found = common.iter().find(unchanged).map(|one| one.solver.clone());
            found.ok_or(BetweenError::Processor { old: was_cpu.clone(), new: is_cpu.clone() })?
        }
    };
    let mut notes = Vec::new();
    if differ {
        notes.push(format!(
            "the processors differ ({was_cpu} and {is_cpu}): ratios are to {reference} on each, \
            so a processor that favours one of the two appears as a change"
        ));
    }
    if version(old, &reference) != version(new, &reference) {
        notes.push(format!("{reference}, the reference, is not the same version in both runs"));
    }
    Ok((Means::Through(reference), notes))
}

fn row(
    sides: Sides<'_>,
    one: &Match,
    means: &Means,
    threshold: Threshold,
    error: f64,
) -> Result<ComparisonRow, PairingError> {
    let was = in_runs(sides.old, &one.old, &one.was);
    let is = in_runs(sides.new, &one.new, &one.solver);
    let mut timing = match means {
        Means::Counted => counted(counts::across(&was, &is)?, threshold, error),
        _ => timed(sides, (&was, &is), means, threshold, error)?,
    };
    let met = one.new.first().map_or(0, |series| puzzles_met(&is[0], series));
    timing.coverage = Coverage { met, of: met, ..Coverage::NONE };
    let old_names = sides.old.iter().map(|run| run.name).collect::<Vec<_>>().join(", ");
    Ok(ComparisonRow {
        series: one.new[0].clone(),
        baseline: format!("{} ({old_names})", one.was),
        candidate: one.solver.clone(),
        exact: exact(&was, &is)?,
        baseline_ns: timing.baseline_ns,
        candidate_ns: timing.candidate_ns,
        par2: None,
        timing,
        looks: Vec::new(),
    })
}

fn timed(
    sides: Sides<'_>,
    (was, is): (&[InRun<'_>], &[InRun<'_>]),
    means: &Means,
    threshold: Threshold,
    error: f64,
) -> Result<Timing, PairingError> {
    let across = across(was, is)?;
    let estimate = match means {
        Means::Through(reference) => through(reference, was, is)?,
        Means::Paired | Means::Direct | Means::Counted => across.estimate,
    };
    let mut timing = judged(estimate, threshold, error);
    let floor = FLOOR.ln_1p();
    if *means == Means::Direct && sides.are_single() {
        let is_small = timing.interval.middle.abs() < floor;
        if is_small && threshold.log_ratio() < floor {
            timing.verdict = Verdict::Unclear;
        }
        timing.detectable = timing.detectable.max(floor);
    }
    timing.deciding = match across.clock {
        Clock::Cpu => Deciding::Cpu,
        Clock::Wall => Deciding::Wall,
    };
    // Through a reference, "before" is what the old one would take at the new run's speed.
    (timing.candidate_ns, timing.baseline_ns) =
        (across.new_ns, across.new_ns / estimate.log_ratio.exp());
    Ok(timing)
}

fn in_runs<'a>(runs: &[Stored<'a>], series: &[Series], solver: &str) -> Vec<InRun<'a>> {
    let mut all = Vec::new();
    for (run, series) in runs.iter().zip(series) {
        let (records, manifest) = (run.records, run.manifest);
        all.push(InRun { records, manifest, series: series.clone(), solver: solver.to_owned() });
    }
    all
}

/// New over old, each as a ratio to a backend of its own run.
fn through(
    reference: &str,
    old: &[InRun<'_>],
    new: &[InRun<'_>],
) -> Result<Estimate, PairingError> {
    let of = |run: &InRun<'_>| {
        let both = shared(run.records, &run.series, reference, &run.solver);
        against(run.records, both.as_ref().unwrap_or(&run.series), reference, &run.solver)
    };
    let was: Vec<Estimate> = old.iter().map(of).collect::<Result<_, _>>()?;
    let is: Vec<Estimate> = new.iter().map(of).collect::<Result<_, _>>()?;
    if let ([was], [is]) = (&*was, &*is) {
        return Ok(is.less(was));
    }
    let logs = |all: &[Estimate]| all.iter().map(|e| e.log_ratio).collect::<Vec<_>>();
    let groups = was.iter().chain(&is).map(|e| e.groups).min().unwrap_or(0);
    Ok(Estimate { groups, ..between_runs(&logs(&was), &logs(&is)) })
}

/// Several backends that all moved alike moved with the machine, more likely than each by itself.
fn moved_together(rows: &[ComparisonRow], means: &Means) -> Option<String> {
    if *means != Means::Direct || solvers_of(rows).len() < 2 {
        return None;
    }
    let changes = rows.iter().map(|row| row.timing.estimate.log_ratio);
    let (low, high) = changes.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), change| {
        (low.min(change), high.max(change))
    });
    let nearest = low.abs().min(high.abs());
    (low.signum() == high.signum() && nearest > 0.02 && high - low < nearest).then(|| {
        format!(
            "all backends changed together, by {:+.1} to {:+.1} %: the machine is a likelier \
            cause than each of them",
            low.exp_m1() * 100.0,
            high.exp_m1() * 100.0
        )
    })
}

#[cfg(test)]
mod tests;
