//! A comparison in words: what every form says in the same way.

use super::changes::{change, change_and_ends, change_to};
use crate::compare::clock::{Deciding, Side};
use crate::compare::comparison::{Comparison, ComparisonRow, Means, Overall};
use crate::compare::faults::Failed;
use crate::compare::judge::{Coverage, Timing};
use crate::compare::outcome::GateOutcome;
use crate::compare::verdict::{Threshold, Verdict};
use crate::record::counted;
use crate::report::units::count;

/// The outcome, and the reason in one line.
pub fn outcome(comparison: &Comparison) -> (GateOutcome, String) {
    if let Some(failed) = comparison.faults.first() {
        let more = comparison.faults.len() - 1;
        let more = if more > 0 {
            format!(", and {}", counted(more as u64, "more fault"))
        } else {
            String::new()
        };
        return (comparison.outcome(), format!("FAILED: {}{more}", fault(failed)));
    }
    let reason = worst(comparison, comparison.verdict());
    let outcome = comparison.outcome();
    let word = match outcome {
        GateOutcome::Failed => "FAILED",
        GateOutcome::Unclear => "UNCLEAR",
        GateOutcome::Passed => "PASSED",
    };
    (outcome, format!("{word}: {reason}"))
}

/// The first line with that verdict: a dataset's, or else the mean's.
fn worst(comparison: &Comparison, verdict: Verdict) -> String {
    let row = comparison.rows.iter().find(|row| row.timing.verdict == verdict);
    let mean = comparison.overall.iter().find(|mean| mean.timing.verdict == verdict);
    match (row, mean) {
        (Some(row), _) => {
            format!("{}; {}", sentence(row), named(comparison, row.timing.threshold))
        }
        (None, Some(mean)) => format!("{}; {}", mean_sentence(mean), threshold(comparison)),
        (None, None) => "nothing was compared".to_owned(),
    }
}

/// The change that matters, by its name: `threshold 1%`, or `tolerance 0.01%` where instructions
/// were counted.
pub fn threshold(comparison: &Comparison) -> String {
    named(comparison, comparison.threshold)
}

fn named(comparison: &Comparison, threshold: Threshold) -> String {
    let name = if comparison.means == Means::Counted { "tolerance" } else { "threshold" };
    format!("{name} {threshold}")
}

/// Datasets on which another change matters, a sentence each.
fn other_thresholds(comparison: &Comparison) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for row in &comparison.rows {
        let note =
            format!("{}: {}", row.series.setting.dataset, named(comparison, row.timing.threshold));
        if row.timing.threshold != comparison.threshold && !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

/// A row in one sentence.
pub fn sentence(row: &ComparisonRow) -> String {
    let ComparisonRow { candidate, baseline, series, timing, .. } = row;
    format!(
        "{}{candidate} {} {baseline} on {} ({}){}",
        left_open(row),
        relation(timing),
        series.setting.dataset,
        change_of(timing),
        part(timing)
    )
}

/// A geometric mean in one sentence.
pub fn mean_sentence(mean: &Overall) -> String {
    let Overall { candidate, baseline, rows, timing, .. } = mean;
    let of = change_of(timing);
    let part = part(timing);
    format!("{candidate} {} {baseline} over {rows} datasets ({of}){part}", relation(timing))
}

/// What the baseline left open, reported before any time: a candidate that leaves more open fails.
fn left_open(row: &ComparisonRow) -> String {
    match row.exact.baseline.open() {
        0 => String::new(),
        open => format!("{} leaves {} solves open; ", row.baseline, count(open)),
    }
}

fn part(timing: &Timing) -> String {
    let Coverage { met, of, drawn_from, .. } = timing.coverage;
    match (timing.so_far, drawn_from) {
        (Some(_), _) => format!(", {} of {} puzzles", count(met), count(of)),
        (None, Some(all)) => format!(", on a sample of {} of {} puzzles", count(of), count(all)),
        (None, None) => String::new(),
    }
}

fn relation(timing: &Timing) -> String {
    let words = if timing.is_counted() { counted_words_of } else { words_of };
    let Some(so_far) = timing.so_far else { return words(timing.verdict).to_owned() };
    format!("so far {}", words(so_far))
}

fn counted_words_of(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Slower => "executes more instructions than",
        Verdict::Faster => "executes fewer instructions than",
        Verdict::Same => "executes as many instructions as",
        Verdict::Unclear => "cannot be distinguished by its instructions from",
    }
}

fn words_of(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Slower => "is slower than",
        Verdict::Faster => "is faster than",
        Verdict::Same => "takes as long as",
        Verdict::Unclear => "cannot be distinguished from",
    }
}

/// A verdict as it stands in a table: `same so far (6,600 of 49,151 puzzles)` where puzzles are
/// missing that it would need, `same on a sample of 2,000 of 49,151` where that was asked for.
pub fn verdict(timing: &Timing) -> String {
    let Coverage { met, of, drawn_from, .. } = timing.coverage;
    let name = timing.so_far.unwrap_or(timing.verdict).name();
    match (timing.so_far, drawn_from) {
        (Some(_), _) => format!("{name} so far ({} of {} puzzles)", count(met), count(of)),
        (None, Some(all)) => format!("{name} on a sample of {} of {}", count(of), count(all)),
        (None, None) => name.to_owned(),
    }
}

/// A fault with its place.
pub fn fault(failed: &Failed) -> String {
    format!("{}: {} on {}", failed.solver, failed.fault, failed.series.setting.dataset)
}

/// The change of a row, or that there is none.
fn change_of(timing: &Timing) -> String {
    let [change, ends] = change_and_ends(timing);
    match (timing.is_timed(), &*ends) {
        (false, _) => "no times to compare".to_owned(),
        (true, "") if timing.interval.high.is_finite() => change,
        (true, "") => format!("{change}, error unknown"),
        (true, ends) => format!("{change}, between {ends}"),
    }
}

/// What a reader of the figures must know, most important first.
pub fn notes(comparison: &Comparison) -> Vec<String> {
    let mut notes: Vec<String> = comparison.faults.iter().map(fault).collect();
    notes.extend(comparison.rows.iter().filter_map(guesses));
    notes.extend(comparison.rows.iter().filter_map(open));
    notes.extend(comparison.rows.iter().filter(|row| row.timing.is_timed()).filter_map(detectable));
    notes.extend(comparison.rows.iter().filter_map(clock));
    notes.extend(other_thresholds(comparison));
    notes.extend(comparison.missing.iter().map(|row| format!("only in the old run: {row}")));
    notes.extend(comparison.new.iter().map(|row| format!("only in the new run: {row}")));
    notes.extend(comparison.named.iter().cloned());
    notes.extend(comparison.notes.iter().cloned());
    notes.push(method(comparison));
    notes
}

/// Who showed no grids, so that only counts could be checked. It is said first.
pub fn only_counted(comparison: &Comparison) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for row in &comparison.rows {
        let both = [(&row.baseline, row.exact.baseline), (&row.candidate, row.exact.candidate)];
        for (solver, _) in both.into_iter().filter(|(_, counts)| counts.only_counted > 0) {
            let place = &row.series.setting.dataset;
            let line = format!(
                "{solver} on {place} only counted: it returned no grids, so that nothing but its \
                counts could be checked; with --goal first it has to return them"
            );
            if !all.contains(&line) {
                all.push(line);
            }
        }
    }
    all
}

fn guesses(row: &ComparisonRow) -> Option<String> {
    let words = row.exact.guesses_in_words()?;
    Some(format!(
        "{} on {} {words}{}; that needs no statistics",
        row.candidate,
        row.series.setting.dataset,
        pass(row)
    ))
}

fn pass(row: &ComparisonRow) -> &'static str {
    match row.series.setting.pass.times_single_puzzles() {
        true => " (latency pass)",
        false => "",
    }
}

/// Puzzles that stayed open, and what they do to the figures.
fn open(row: &ComparisonRow) -> Option<String> {
    let open = row.timing.coverage.open;
    let (before, after) = (row.exact.baseline.open(), row.exact.candidate.open());
    if open == 0 && before + after == 0 {
        return None;
    }
    let par2 = match row.par2 {
        Some(log_ratio) => {
            format!("; PAR-2, which counts them with twice the limit: {}", change(log_ratio))
        }
        None => String::new(),
    };
    Some(format!(
        "{} on {}: solves left open {} before and {} after; the change covers the groups in which \
        both decided every puzzle and leaves out {} puzzles{par2}",
        row.candidate,
        row.series.setting.dataset,
        count(before),
        count(after),
        count(open),
    ))
}

fn detectable(row: &ComparisonRow) -> Option<String> {
    let detectable = row.timing.detectable;
    if row.timing.is_counted() {
        return varying(row);
    }
    let seen = match change(detectable) {
        unknown if !detectable.is_finite() => unknown,
        change => format!("a slowdown of {}", change.trim_start_matches('+')),
    };
    Some(format!(
        "{} on {}: smallest change detectable with 90 % power: {seen}",
        row.candidate, row.series.setting.dataset,
    ))
}

/// What is to be said where counts of one solver differ by more than matters.
fn varying(row: &ComparisonRow) -> Option<String> {
    let ComparisonRow { timing, baseline, candidate, series, .. } = row;
    let reach = (timing.interval.high - timing.interval.low) / 2.0;
    (timing.verdict == Verdict::Unclear && reach.is_finite()).then(|| {
        format!(
            "{candidate} or {baseline} does not execute the same instructions each time on {}: a \
             change of {} would be shown, a smaller one needs times (leave out --count)",
            series.setting.dataset,
            change_to(4, 2.0 * reach).trim_start_matches('+')
        )
    })
}

fn clock(row: &ComparisonRow) -> Option<String> {
    let place = &row.series.setting.dataset;
    let name = |side| match side {
        Side::Baseline => &row.baseline,
        Side::Candidate => &row.candidate,
    };
    match row.timing.deciding {
        Deciding::Instructions => None,
        Deciding::Cpu => Some(format!("times on {place} are CPU time of the solving thread")),
        Deciding::Wall => Some(format!("times on {place} are wall time")),
        Deciding::WallOfSleeper(side) => Some(format!(
            "{} sleeps or waits on {place}, which CPU time does not count: all times are wall time",
            name(side)
        )),
        Deciding::WallOfThreads(side) => Some(format!(
            "{} uses additional threads on {place}, which its thread's CPU time does not count: \
             all times are wall time",
            name(side)
        )),
        Deciding::Both => Some(format!(
            "on {place} {} and {} waited for the processor unequally long: the machine was busy, or \
             one of them sleeps or uses more threads; times are wall time, and the interval \
             includes the change of CPU time as well",
            row.candidate, row.baseline
        )),
    }
}

fn method(comparison: &Comparison) -> String {
    let how = match &comparison.means {
        Means::Counted => {
            return "change is candidate's instructions over baseline's for the same puzzles, counted \
                    under valgrind in fresh processes, start-up left out; each was counted more \
                    than once, and the difference of its counts widens the interval"
                .to_owned();
        }
        Means::Paired => "paired round by round",
        Means::Direct => "run against run",
        Means::Through(reference) => {
            return format!(
                "change is new time over old, each as a ratio to {reference} in its own run; \
                 \"before\" is at the new run's speed; 95 % interval, all rows of a candidate together"
            );
        }
    };
    format!(
        "change is candidate's total time over baseline's, {how}; 95 % interval, all rows of a \
         candidate together"
    )
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use crate::compare::exact::SolverFault;

    #[test]
    fn one_line_says_why() {
        let mut comparison = sample(1.05);
        let (outcome_is, line) = outcome(&comparison);
        assert_eq!(outcome_is, GateOutcome::Failed);
        assert!(line.starts_with("FAILED: lockstep is slower than mrv on 17-clue (+"), "{line}");
        assert!(line.ends_with("; threshold 1%"), "{line}");
        let (solver, series) = ("lockstep".to_owned(), comparison.rows[0].series.clone());
        comparison.faults.push(Failed { solver, series, fault: SolverFault::Wrong(3) });
        let (_, line) = outcome(&comparison);
        assert_eq!(line, "FAILED: lockstep: 3 wrong answers on 17-clue");
        assert_eq!(outcome(&sample(1.0)).0, GateOutcome::Passed);
        assert_eq!(outcome(&sample(1.01)).0, GateOutcome::Unclear);
    }

    #[test]
    fn a_verdict_on_a_part_says_so_and_of_how_much() {
        let mut comparison = sample(1.0);
        let timing = &mut comparison.rows[0].timing;
        timing.coverage = Coverage { met: 6600, of: 49_151, ..Coverage::NONE };
        (timing.verdict, timing.so_far) = (Verdict::Unclear, Some(Verdict::Same));
        assert_eq!(verdict(timing), "same so far (6,600 of 49,151 puzzles)");
        let (outcome_is, line) = outcome(&comparison);
        assert_eq!(outcome_is, GateOutcome::Unclear);
        assert!(line.starts_with("UNCLEAR: lockstep so far takes as long as mrv"), "{line}");
        assert!(line.contains("6,600 of 49,151 puzzles"), "{line}");
    }

    #[test]
    fn the_clock_and_what_the_run_could_have_seen_are_said() {
        let notes = notes(&sample(1.0)).join("\n");
        assert!(notes.contains("90 % power: a slowdown of 1."), "{notes}");
        assert!(notes.contains("times on 17-clue are CPU time of the solving thread"), "{notes}");
        assert!(notes.contains("makes exactly as many guesses"), "{notes}");
    }
}
