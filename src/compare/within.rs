//! Backends of one run against each other, round by round.

use super::comparison::{Comparison, ComparisonRow, Means, error_of_each, overall};
use super::counts::are_counts;
use super::differences::option;
use super::exact::{Exact, Guessing};
use super::faults::{Failed, wrong_answers};
use super::judge::{Extent, Question, Timing};
use super::machines;
use super::pairing::{PairingError, Rounds, Series, common, series, shared, solvers};
use super::verdict::Threshold;
use crate::record::{Manifest, Record};
use crate::solver::Guesses;
use crate::solver::PIPE;

/// Which backends to hold against each other.
#[derive(Clone, Default, Debug)]
pub(crate) struct Names {
    /// The baseline; the first backend that the run was given if not said.
    pub baseline: Option<String>,
    /// The candidate; every other backend that solves puzzles if not said.
    pub candidate: Option<String>,
}

/// Compares backends of a run.
///
/// # Errors
/// When a named backend is not there, or nothing can be held against anything.
pub(crate) fn within(
    records: &[Record],
    manifest: Option<&Manifest>,
    names: &Names,
    threshold: Threshold,
) -> Result<Comparison, PairingError> {
    let (asked, mut refused) = asked(records, manifest, names)?;
    let error = error_of_each(most_rows(&asked));
    let pairs: Vec<[String; 2]> =
        asked.iter().map(|one| [one.baseline.clone(), one.candidate.clone()]).collect();
    let (mut rows, mut of_machines) = (Vec::new(), Vec::new());
    for Pairing { series, baseline, candidate } in asked {
        let extent = extent(manifest, &series);
        let question = Question { baseline, candidate, threshold, extent };
        let names = (question.baseline.as_str(), question.candidate.as_str());
        let guessing = guessing(manifest, [names.0, names.1]);
        let limit = |name| manifest.and_then(|manifest| manifest.timeout_ns_of(name));
        let timeouts_ns = [limit(names.0), limit(names.1)];
        let timing = machines::timing(records, manifest, &series, &question, error);
        let timing = timing.map(|found| {
            of_machines.extend(found.notes);
            found.timing
        });
        match timing.and_then(|timing| row(records, series, names, guessing, timeouts_ns, timing)) {
            Ok(row) => rows.push(row),
            Err(error) => refused.push(error),
        }
    }
    let pairs: Vec<_> = pairs.iter().map(|pair| pair.each_ref().map(String::as_str)).collect();
    let faults = faults(records, &rows, &pairs);
    // A solver that answers wrongly has failed, also where no times can be compared.
    let is_short = rows.is_empty() || (names.candidate.is_some() && !refused.is_empty());
    if is_short && faults.is_empty() {
        return Err(refused.into_iter().next().unwrap_or(PairingError::Nothing));
    }
    Ok(Comparison {
        threshold,
        means: if are_counts(records) { Means::Counted } else { Means::Paired },
        faults,
        overall: overall(&rows, threshold),
        rows,
        missing: Vec::new(),
        new: Vec::new(),
        named: Vec::new(),
        notes: refused
            .iter()
            .map(|error| format!("not compared: {error}"))
            .chain(of_machines)
            .collect(),
    })
}

/// Wrong and disputed answers of either side, and puzzles a candidate no longer answers: of pairs,
/// baseline first, also where their times could not be made a row.
pub(crate) fn faults(
    records: &[Record],
    rows: &[ComparisonRow],
    pairs: &[[&str; 2]],
) -> Vec<Failed> {
    let mut names: Vec<&str> = pairs.iter().flatten().copied().collect();
    names.sort_unstable();
    names.dedup();
    let mut failed = wrong_answers(records, &names);
    failed.extend(rows.iter().filter_map(ComparisonRow::open));
    let mut distinct = pairs.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    failed.extend(distinct.into_iter().flat_map(|pair| open_without_row(records, rows, pair)));
    failed
}

/// Puzzles that a candidate no longer answers, in series whose times could not be made a row.
fn open_without_row(
    records: &[Record],
    rows: &[ComparisonRow],
    [baseline, candidate]: [&str; 2],
) -> Vec<Failed> {
    let mut seen: Vec<Series> = Vec::new();
    let mut failed = Vec::new();
    for like in series(records) {
        let is_row = |row: &ComparisonRow| row.series.is_like(&like) && row.candidate == candidate;
        if rows.iter().any(is_row) || seen.iter().any(|known| known.is_like(&like)) {
            continue;
        }
        let Some(series) = shared(records, &like, baseline, candidate) else { continue };
        seen.push(like);
        let Ok(rounds) = common(records, &series, baseline, candidate) else { continue };
        let exact = Exact::over(rounds.into_values(), Guessing::Unknown);
        let solver = candidate.to_owned();
        failed.extend(exact.fault().map(|fault| Failed { solver, series, fault }));
    }
    failed
}

struct Pairing {
    series: Series,
    baseline: String,
    candidate: String,
}

/// The pairs of backends asked for, and why some cannot be had.
fn asked(
    records: &[Record],
    manifest: Option<&Manifest>,
    names: &Names,
) -> Result<(Vec<Pairing>, Vec<PairingError>), PairingError> {
    let first = records.first().ok_or(PairingError::Nothing)?;
    // Rows begin with the backend that happened to be drawn first.
    let given = manifest.and_then(|manifest| manifest.backends.first());
    let given = given.map_or(&first.solver, |backend| &backend.id);
    let baseline = names.baseline.as_ref().unwrap_or(given);
    let (mut asked, mut refused): (Vec<Pairing>, _) = (Vec::new(), Vec::new());
    for like in series(records) {
        let there = solvers(records, &like);
        // A run adds `pipe` by itself; it returns puzzles unsolved, so as a candidate it would
        // fail.
        let is_other = |solver: &&str| solver != baseline && *solver != PIPE;
        let candidates: Vec<&str> = match &names.candidate {
            Some(candidate) => vec![candidate],
            None => there.into_iter().filter(is_other).collect(),
        };
        for candidate in candidates {
            let is_known = |one: &Pairing| one.series.is_like(&like) && one.candidate == candidate;
            if asked.iter().any(is_known) {
                continue;
            }
            if let Some(series) = shared(records, &like, baseline, candidate) {
                let (baseline, candidate) = (baseline.clone(), candidate.to_owned());
                asked.push(Pairing { series, baseline, candidate });
            } else {
                refused.extend(absent(records, &like, &[baseline, candidate]));
            }
        }
    }
    Ok((asked, refused))
}

/// Who of those named has no row.
fn absent(records: &[Record], like: &Series, names: &[&str]) -> Option<PairingError> {
    let has =
        |solver: &str| records.iter().any(|r| r.solver == solver && Series::of(r).is_like(like));
    let solver = names.iter().find(|name| !has(name)).or(names.first())?;
    Some(PairingError::Absent { solver: (*solver).to_owned(), series: like.to_string() })
}

fn most_rows(asked: &[Pairing]) -> usize {
    let of = |one: &Pairing| asked.iter().filter(|other| other.candidate == one.candidate).count();
    asked.iter().map(of).max().unwrap_or(1)
}

/// What a verdict on a series is about: the whole of its dataset, unless the user asked for a
/// sample.
fn extent(manifest: Option<&Manifest>, series: &Series) -> Extent {
    let Some(manifest) = manifest else { return Extent::Measured };
    let Some(dataset) = manifest.dataset(&series.setting.dataset) else { return Extent::Measured };
    let of = dataset.puzzles_of(series.setting.order);
    let sample = option(&manifest.arguments, "--sample").map(|text| text.parse().unwrap_or(of));
    let wanted = sample.unwrap_or(of).min(of);
    match (manifest.shard, sample) {
        (None, None) => Extent::All(of),
        (None, Some(sample)) => Extent::Sampled { sample, of },
        (Some(shard), _) => {
            let range = shard.range(wanted);
            Extent::Sampled { sample: range.end - range.start, of }
        }
    }
}

/// A row of a run, from a timing made elsewhere. `timeout_ns` is the limit of one puzzle.
///
/// # Errors
/// When baseline and candidate have no rounds in common.
pub(crate) fn row(
    records: &[Record],
    series: Series,
    (baseline, candidate): (&str, &str),
    guessing: Guessing,
    timeouts_ns: [Option<u64>; 2],
    timing: Timing,
) -> Result<ComparisonRow, PairingError> {
    let rounds = common(records, &series, baseline, candidate)?;
    Ok(ComparisonRow {
        exact: Exact::over(rounds.values().copied(), guessing),
        baseline_ns: timing.baseline_ns,
        candidate_ns: timing.candidate_ns,
        par2: par2(&rounds, timeouts_ns),
        timing,
        looks: Vec::new(),
        baseline: baseline.to_owned(),
        candidate: candidate.to_owned(),
        series,
    })
}

/// ln of the ratio of PAR-2 scores; `None` where nothing timed out, or a limit is not known.
fn par2(rounds: &Rounds<'_>, [baseline_ns, candidate_ns]: [Option<u64>; 2]) -> Option<f64> {
    let (baseline_ns, candidate_ns) = (baseline_ns?, candidate_ns?);
    let timed_out = rounds.values().any(|(a, b)| a.outcomes.timed_out + b.outcomes.timed_out > 0);
    // The limit itself is already in the time of a puzzle that reached it.
    let score = |record: &Record, timeout_ns: u64| {
        let each = || record.outcomes.timed_out * u64::from(record.turns * record.repeats);
        let stopped = record.timed_out_solves.unwrap_or_else(each);
        record.wall_ns as f64 + (stopped * timeout_ns) as f64
    };
    let (baseline, candidate) = rounds.values().fold((0.0, 0.0), |sum, (a, b)| {
        (sum.0 + score(a, baseline_ns), sum.1 + score(b, candidate_ns))
    });
    let ratio = candidate / baseline;
    (timed_out && ratio.is_finite() && ratio > 0.0).then(|| ratio.ln())
}

/// Whether the guesses of two backends of a run mean something to each other.
fn guessing(manifest: Option<&Manifest>, names: [&str; 2]) -> Guessing {
    let is_exact = |solver: &str| {
        let backend = manifest.and_then(|manifest| manifest.backend(solver));
        backend.is_some_and(|backend| backend.guesses == Guesses::Exact)
    };
    if names.into_iter().all(is_exact) { Guessing::Exact } else { Guessing::Unknown }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::simulate::{self, QUIET, record};
    use crate::compare::verdict::Verdict;
    use crate::record::manifest_sample;

    fn compared(records: &[Record], names: &Names) -> Result<Comparison, PairingError> {
        within(records, Some(&manifest_sample()), names, "1%".parse().unwrap())
    }

    fn named(baseline: &str, candidate: &str) -> Names {
        let name = |name: &str| Some(name.to_owned());
        Names { baseline: name(baseline), candidate: name(candidate) }
    }

    /// Two datasets on which `lockstep` takes 2 and 8 times as long as `mrv`.
    fn two_datasets() -> Vec<Record> {
        let mut records = simulate::run(QUIET, &[("mrv", 1.0), ("lockstep", 2.0)], 100, 1);
        let first = records.len();
        let hard = simulate::run(QUIET, &[("mrv", 1.0), ("lockstep", 8.0)], 100, 2);
        records.extend(hard);
        records[first..].iter_mut().for_each(|r| r.setting.dataset = "hard".to_owned());
        records
    }

    #[test]
    fn datasets_have_their_rows_and_a_geometric_mean() {
        let found = compared(&two_datasets(), &named("mrv", "lockstep")).unwrap();
        assert_eq!(found.rows.len(), 2);
        let mean = found.overall[0].timing.estimate.log_ratio.exp();
        assert!((mean - 4.0).abs() < 0.02, "{mean}");
        assert_eq!((found.overall.len(), found.verdict()), (1, Verdict::Slower));
        let back = compared(&two_datasets(), &named("lockstep", "mrv")).unwrap();
        assert_eq!(back.verdict(), Verdict::Faster);
    }

    #[test]
    fn without_names_all_are_held_against_the_first() {
        let backends = [("mrv", 1.0), ("lockstep", 0.5), ("dlx", 3.0)];
        let records = simulate::run(QUIET, &backends, 20, 1);
        let found = compared(&records, &Names::default()).unwrap();
        let names: Vec<_> = found.rows.iter().map(|r| (&*r.baseline, &*r.candidate)).collect();
        assert_eq!(names, [("mrv", "lockstep"), ("mrv", "dlx")]);
        assert_eq!(found.overall, []);
    }

    #[test]
    fn the_pipe_that_a_run_adds_is_a_candidate_only_by_name() {
        let records = simulate::run(QUIET, &[("mrv", 1.0), (PIPE, 3.0), ("exec:x", 5.0)], 20, 1);
        let found = compared(&records, &Names::default()).unwrap();
        let names: Vec<_> = found.rows.iter().map(|row| &*row.candidate).collect();
        assert_eq!(names, ["exec:x"]);
        let found = compared(&records, &named("mrv", PIPE)).unwrap();
        assert_eq!(found.rows.len(), 1);
    }

    #[test]
    fn one_pair_of_sums_has_no_known_error() {
        let rows =
            [("mrv", 0, 8000), ("lockstep", 0, 4000), ("mrv", 1, 8000), ("lockstep", 1, 4000)];
        let sums =
            |&(s, r, ns): &(&str, u32, u64)| Record { each_turn: [None; 2], ..record(s, r, ns) };
        let records: Vec<Record> = rows.iter().map(sums).collect();
        let found = compared(&records, &Names::default()).unwrap();
        assert_eq!((found.rows[0].baseline_ns, found.rows[0].candidate_ns), (4.0, 2.0));
        assert_eq!(found.verdict(), Verdict::Unclear);
    }

    #[test]
    fn the_first_solver_given_is_the_baseline_whichever_row_comes_first() {
        let records = simulate::run(QUIET, &[("lockstep", 0.5), ("mrv", 1.0)], 20, 1);
        let found = compared(&records, &Names::default()).unwrap();
        assert_eq!(manifest_sample().backends[0].id, "mrv");
        assert_eq!((&*found.rows[0].baseline, &*found.rows[0].candidate), ("mrv", "lockstep"));
    }

    #[test]
    fn a_verdict_is_about_the_whole_dataset_unless_a_sample_was_asked_for() {
        let mut records = simulate::run(QUIET, &[("mrv", 1.0), ("lockstep", 0.5)], 80, 1);
        let mut manifest = manifest_sample();
        for record in &mut records {
            record.setting.dataset = manifest.datasets[0].name.clone();
        }
        let threshold = "1%".parse().unwrap();
        let part = within(&records, Some(&manifest), &Names::default(), threshold).unwrap();
        assert_eq!(part.rows[0].timing.so_far, Some(Verdict::Faster));
        manifest.arguments.push("--sample=10000".to_owned());
        let sample = within(&records, Some(&manifest), &Names::default(), threshold).unwrap();
        assert_eq!(sample.verdict(), Verdict::Faster);
    }

    #[test]
    fn par_2_counts_a_puzzle_that_timed_out_with_twice_the_limit() {
        // Limit 1000 ns; two turns with one puzzle stopped: 2 x 1000 of the 4000 ns were waited.
        let mut b = record("b", 0, 4000);
        (b.outcomes.unique, b.outcomes.timed_out) = (999, 1);
        let a = record("a", 0, 3000);
        let rounds: Rounds<'_> = [((0, 0), (&a, &b))].into();
        assert!((par2(&rounds, [Some(1000); 2]).unwrap().exp() - 2.0).abs() < 1e-12);
        assert_eq!(par2(&[((0, 0), (&a, &a))].into(), [Some(1000); 2]), None);
    }

    #[test]
    fn what_was_asked_for_by_name_must_be_there() {
        let records = two_datasets();
        let error = compared(&records, &named("mrv", "dlx")).unwrap_err().to_string();
        assert!(error.contains("dlx has no rounds in 17-clue"), "{error}");
        assert_eq!(compared(&[], &Names::default()), Err(PairingError::Nothing));
        let alone = simulate::run(QUIET, &[("mrv", 1.0)], 4, 1);
        assert_eq!(compared(&alone, &Names::default()), Err(PairingError::Nothing));
    }
}
