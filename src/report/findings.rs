//! What a run found, said first: which solver is fastest on each dataset, how sure that is, and
//! whether every answer was right.

use super::summary::SummaryRow;
use super::units::count;
use super::verdict::changes::times_as_fast;
use crate::compare::estimate::Interval;
use crate::compare::verdict::{Threshold, Verdict};
use crate::compare::within::{Names, within};
use crate::puzzle::Order;
use crate::record::{Manifest, Record, Setting, counted, distinct};
use crate::solver::PIPE;

/// The fastest solver of a dataset against the next one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Fastest {
    /// Where.
    pub setting: Setting,
    /// Who is fastest.
    pub solver: String,
    /// Who comes next.
    pub next: String,
    /// ln of the fastest's time over the next one's.
    pub ratio: Interval,
    /// What the comparison says of it.
    pub verdict: Verdict,
}

/// The fastest solvers, dataset by dataset: of the throughput pass with the most workers that had a
/// processor each, or of the latency pass where there is no other.
pub(crate) fn fastest(
    records: &[Record],
    manifest: &Manifest,
    rows: &[SummaryRow],
    threshold: Threshold,
) -> Vec<Fastest> {
    let mut found = Vec::new();
    for [first, second] in places(rows).iter().filter_map(|place| first_two(rows, place)) {
        let both: Vec<Record> =
            records.iter().filter(|one| is_of(one, first) || is_of(one, second)).cloned().collect();
        let held = |baseline: &SummaryRow, candidate: &SummaryRow| {
            let name = |row: &SummaryRow| Some(row.solver.clone());
            let names = Names { baseline: name(baseline), candidate: name(candidate) };
            let row =
                within(&both, Some(manifest), &names, threshold).ok()?.rows.into_iter().next()?;
            row.timing.is_timed().then(|| Fastest {
                setting: row.series.setting,
                solver: row.candidate,
                next: row.baseline,
                ratio: row.timing.interval,
                verdict: row.timing.so_far.unwrap_or(row.timing.verdict),
            })
        };
        // Rates are over all puzzles of each; over the common ones the order may be the other.
        let pair = held(second, first);
        match pair.as_ref().map(|pair| pair.ratio.middle) {
            Some(middle) if middle > 0.0 => found.extend(held(first, second)),
            _ => found.extend(pair),
        }
    }
    found
}

/// A row of each dataset, size, goal, pass and number of workers that is to be spoken of.
fn places(rows: &[SummaryRow]) -> Vec<&SummaryRow> {
    let mut places: Vec<&SummaryRow> = Vec::new();
    for row in rows.iter().filter(|row| speed(row).is_some()) {
        let puzzles = |of: &Setting| (of.dataset.clone(), of.order, of.goal);
        let rank = |of: &Setting| (of.pass.has_rate(), of.threads);
        let is_same = |other: &&SummaryRow| puzzles(&other.setting) == puzzles(&row.setting);
        let is_better = |other: &SummaryRow| rank(&row.setting) > rank(&other.setting);
        match places.iter().position(is_same) {
            Some(i) if is_better(places[i]) => places[i] = row,
            Some(_) => {}
            None => places.push(row),
        }
    }
    places
}

/// Puzzles a second, or a second's worth of mean latencies.
fn speed(row: &SummaryRow) -> Option<f64> {
    let by_latency =
        || row.mean_ns.filter(|_| row.setting.pass.times_single_puzzles()).map(|ns| 1e9 / ns);
    let rate = row.puzzles_per_s.filter(|_| row.setting.pass.has_rate());
    rate.or_else(by_latency).filter(|_| row.solver != PIPE)
}

/// The two rows with the highest speed at a place.
fn first_two<'a>(rows: &'a [SummaryRow], place: &SummaryRow) -> Option<[&'a SummaryRow; 2]> {
    let here = rows.iter().filter(|row| row.setting == place.setting);
    let mut all: Vec<(f64, &SummaryRow)> =
        here.filter_map(|row| Some((speed(row)?, row))).collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let second = all.iter().find(|(_, row)| row.solver != all[0].1.solver)?;
    Some([all[0].1, second.1])
}

fn is_of(record: &Record, row: &SummaryRow) -> bool {
    (&record.setting, &record.solver) == (&row.setting, &row.solver)
}

/// Whom to compare the others with where the run named no solver: the first that met as many puzzles
/// as any other, since one that met few shares few rounds. Where it named some, the first of them.
pub(crate) fn baseline(manifest: &Manifest, rows: &[SummaryRow]) -> Option<String> {
    let is_named = |argument: &String| argument.starts_with("--solver");
    if manifest.arguments.iter().any(is_named) {
        return None;
    }
    let met = |solver: &str| {
        rows.iter().filter(|row| row.solver == solver).map(|row| row.puzzles).sum::<u64>()
    };
    let most = manifest.backends.iter().map(|backend| met(&backend.id)).max()?;
    let first = manifest.backends.iter().find(|backend| met(&backend.id) == most);
    first.map(|backend| backend.id.clone())
}

impl Fastest {
    /// In words, the dataset left out: `lockstep is 10.5 times as fast as tdoku`.
    pub(crate) fn words(&self) -> String {
        let Self { solver, next, ratio, verdict, .. } = self;
        match verdict {
            Verdict::Faster | Verdict::Slower => {
                format!("{solver} is {} times as fast as {next}", times_as_fast(ratio.middle))
            }
            Verdict::Same => format!("{solver} and {next} take equally long"),
            Verdict::Unclear => format!("{solver} and {next} cannot be distinguished"),
        }
    }

    /// Its interval in words: `95 % interval 10.3 to 10.7 times`.
    pub(crate) fn range(&self) -> String {
        let Interval { low, high, .. } = self.ratio;
        if !low.is_finite() || !high.is_finite() {
            return "error unknown: too few rounds".to_owned();
        }
        format!("95 % interval {} to {} times", times_as_fast(high), times_as_fast(low))
    }
}

/// What is to be said of all answers together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answers {
    /// Every one was right.
    Right(String),
    /// Some are missing; none was wrong.
    Open(String),
    /// Some were wrong, or solvers died.
    Faulty(String),
}

/// Counts what went wrong over all rows: a sentence a solver.
pub(crate) fn answers(rows: &[SummaryRow]) -> Vec<Answers> {
    let solvers = distinct(rows.iter().map(|row| &*row.solver));
    let found: Vec<Answers> = solvers.iter().filter_map(|solver| of_solver(rows, solver)).collect();
    if !found.is_empty() || rows.is_empty() {
        return found;
    }
    let solvers = counted(solvers.len() as u64, "solver");
    vec![Answers::Right(format!("Every answer was checked, and every one is right ({solvers})."))]
}

fn of_solver(rows: &[SummaryRow], solver: &str) -> Option<Answers> {
    // Both passes meet the same puzzles: of each dataset the worse counts.
    let worst = |of: fn(&SummaryRow) -> u64| {
        let mut places: Vec<(&str, Order, u64)> = Vec::new();
        for row in rows.iter().filter(|row| row.solver == solver) {
            let Setting { dataset, order, .. } = &row.setting;
            match places.iter_mut().find(|one| (one.0, one.1) == (dataset, *order)) {
                Some(known) => known.2 = known.2.max(of(row)),
                None => places.push((dataset, *order, of(row))),
            }
        }
        places.iter().map(|place| place.2).sum::<u64>()
    };
    let counts = [
        (worst(|row| row.wrong), "answered wrongly", true),
        (worst(|row| row.disputed), "disputed", true),
        (worst(|row| row.crashed), "crashed on", true),
        (worst(|row| row.timed_out), "timed out", false),
        (worst(|row| row.incomplete), "left open", false),
        (worst(|row| row.unconfirmed), "unconfirmed", false),
    ];
    let occurred = counts.iter().filter(|(number, ..)| *number > 0);
    let parts: Vec<String> =
        occurred.clone().map(|(number, what, _)| format!("{} {what}", count(*number))).collect();
    let is_faulty = occurred.clone().any(|(.., is_fault)| *is_fault);
    let text = format!("{solver}: of its puzzles {}.", parts.join(", "));
    match (parts.is_empty(), is_faulty) {
        (true, _) => None,
        (false, true) => Some(Answers::Faulty(text)),
        (false, false) => Some(Answers::Open(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::summary::tests::{latency, sample};
    use super::super::sums::summarize;
    use super::*;
    use crate::compare::simulate::{QUIET, run};
    use crate::record::manifest_sample;

    #[test]
    fn the_two_fastest_are_held_against_each_other() {
        let records = run(QUIET, &[("mrv", 1.0), ("lockstep", 0.25), ("cycles", 0.125)], 60, 1);
        let threshold = "1%".parse().unwrap();
        let manifest = manifest_sample();
        let rows = summarize(&records, &[], &manifest);
        let found = fastest(&records, &manifest, &rows, threshold);
        assert_eq!(found.len(), 1);
        assert_eq!((&*found[0].solver, &*found[0].next), ("cycles", "lockstep"));
        let words = found[0].words();
        assert!(
            words.starts_with("cycles is 2.0") || words.starts_with("cycles is 1.9"),
            "{words}"
        );
        let range = found[0].range();
        assert!(range.starts_with("95 % interval ") && range.ends_with(" times"), "{range}");
    }

    #[test]
    fn right_open_and_wrong_are_said_apart() {
        let rows = [sample(), latency()];
        assert!(matches!(&answers(&rows)[..], [Answers::Right(text)] if text.contains("1 solver")));
        let open = SummaryRow { timed_out: 3, ..sample() };
        let worse = SummaryRow { timed_out: 2, wrong: 1, ..latency() };
        assert_eq!(
            answers(std::slice::from_ref(&open)),
            [Answers::Open("mrv: of its puzzles 3 timed out.".to_owned())]
        );
        let both = "mrv: of its puzzles 1 answered wrongly, 3 timed out.".to_owned();
        assert_eq!(answers(&[open, worse]), [Answers::Faulty(both)]);
        assert_eq!(answers(&[]), []);
    }
}
