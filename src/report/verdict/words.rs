//! A comparison in words: what every form says in the same way.

use crate::compare::clock::Speaks;
use crate::compare::comparison::{Comparison, Means, Overall, Row};
use crate::compare::estimate::{Basis, Interval};
use crate::compare::faults::Failed;
use crate::compare::judge::Timing;
use crate::compare::verdict::Verdict;
use crate::record::Pass;

/// How a comparison ends for whoever must act on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Neither slower nor wrong.
    Passed,
    /// Slower, or an answer at fault.
    Failed,
    /// Neither shown nor ruled out.
    Unclear,
}

/// The outcome, and the reason in one line.
pub fn outcome(comparison: &Comparison) -> (Outcome, String) {
    if let Some(failed) = comparison.faults.first() {
        let more = comparison.faults.len() - 1;
        let more = if more > 0 { format!(", and {more} more fault(s)") } else { String::new() };
        return (Outcome::Failed, format!("FAILED: {}{more}", fault(failed)));
    }
    let verdict = comparison.verdict();
    let reason = worst(comparison, verdict);
    match verdict {
        Verdict::Slower => (Outcome::Failed, format!("FAILED: {reason}")),
        Verdict::Unclear => (Outcome::Unclear, format!("UNCLEAR: {reason}")),
        Verdict::Same | Verdict::Faster => (Outcome::Passed, format!("PASSED: {reason}")),
    }
}

/// The first line with that verdict: a dataset's, or else the mean's.
fn worst(comparison: &Comparison, verdict: Verdict) -> String {
    let row = comparison.rows.iter().find(|row| row.timing.verdict == verdict);
    let mean = comparison.overall.iter().find(|mean| mean.timing.verdict == verdict);
    let threshold = comparison.threshold;
    match (row, mean) {
        (Some(row), _) => format!("{}; threshold {threshold}", sentence(row)),
        (None, Some(mean)) => format!("{}; threshold {threshold}", mean_sentence(mean)),
        (None, None) => "nothing was compared".to_owned(),
    }
}

/// A row in one sentence.
pub fn sentence(row: &Row) -> String {
    let Row { candidate, baseline, series, timing, .. } = row;
    format!(
        "{candidate} {} {baseline} on {} ({})",
        relation(timing),
        series.dataset,
        interval(timing.interval)
    )
}

/// A geometric mean in one sentence.
pub fn mean_sentence(mean: &Overall) -> String {
    let Overall { candidate, baseline, rows, timing, .. } = mean;
    let of = interval(timing.interval);
    format!("{candidate} {} {baseline} over {rows} datasets ({of})", relation(timing))
}

fn relation(timing: &Timing) -> String {
    match timing.verdict {
        Verdict::Slower => "is slower than".to_owned(),
        Verdict::Faster => "is faster than".to_owned(),
        Verdict::Same => "takes as long as".to_owned(),
        Verdict::Unclear => "cannot be told from".to_owned(),
    }
}

/// A fault with its place.
pub fn fault(failed: &Failed) -> String {
    format!("{}: {} on {}", failed.solver, failed.fault, failed.series.dataset)
}

/// A change of time by its log-ratio: `+2.10 %`, or from twice the time on `x2.31`.
pub fn change(log_ratio: f64) -> String {
    let percent = log_ratio.exp_m1() * 100.0;
    match percent {
        p if !p.is_finite() => "unknown".to_owned(),
        p if p >= 100.0 => format!("x{:.2}", log_ratio.exp()),
        p if p.abs() >= 10.0 => format!("{p:+.1} %"),
        p => format!("{p:+.2} %"),
    }
}

/// An interval: `+2.10 %, between +1.90 % and +2.30 %`.
pub fn interval(interval: Interval) -> String {
    if !interval.low.is_finite() || !interval.high.is_finite() {
        return format!("{}, error unknown", change(interval.middle));
    }
    format!("{}, between {}", change(interval.middle), ends(interval))
}

/// The ends of an interval: `+1.90 % and +2.30 %`; empty where they are unknown.
pub fn ends(interval: Interval) -> String {
    if !interval.low.is_finite() || !interval.high.is_finite() {
        return String::new();
    }
    format!("{} and {}", change(interval.low), change(interval.high))
}

/// What a reader of the figures must know, most important first.
pub fn notes(comparison: &Comparison) -> Vec<String> {
    let mut notes: Vec<String> = comparison.faults.iter().map(fault).collect();
    notes.extend(comparison.rows.iter().filter_map(guesses));
    notes.extend(comparison.rows.iter().filter_map(control));
    notes.extend(comparison.rows.iter().filter_map(basis));
    notes.extend(comparison.rows.iter().filter_map(clock));
    notes.extend(comparison.missing.iter().map(|row| format!("only in the old run: {row}")));
    notes.extend(comparison.new.iter().map(|row| format!("only in the new run: {row}")));
    notes.extend(comparison.notes.iter().cloned());
    notes.push(method(comparison));
    notes
}

fn guesses(row: &Row) -> Option<String> {
    let words = row.exact.guesses_in_words()?;
    Some(format!(
        "{} on {} {words}{}; that needs no statistics",
        row.candidate,
        row.series.dataset,
        pass(row)
    ))
}

fn pass(row: &Row) -> &'static str {
    match row.series.pass {
        Pass::Throughput => "",
        Pass::Latency => " (latency pass)",
    }
}

fn control(row: &Row) -> Option<String> {
    let control = row.timing.control?;
    let seen = match change(control.detectable) {
        unknown if !control.detectable.is_finite() => unknown,
        change => format!("a slowdown of {}", change.trim_start_matches('+')),
    };
    Some(format!(
        "control: {} against itself on {} shows {}, and by what of that is no chance all intervals \
         are wider; the smallest change that this run would have found nine times in ten: {seen}",
        row.baseline,
        row.series.dataset,
        interval(control.interval),
    ))
}

/// Totals that tell another story than the estimate.
fn basis(row: &Row) -> Option<String> {
    let Timing { estimate, interval, .. } = row.timing;
    let totals = estimate.totals_log_ratio;
    let place = format!("{} on {}", row.candidate, row.series.dataset);
    match estimate.basis {
        Basis::Totals if estimate.pairs >= 8 => Some(format!(
            "{place}: rounds that stand out all point one way, so they count in full: these are \
             puzzles, not interruptions"
        )),
        Basis::Winsorised if totals < interval.low || totals > interval.high => Some(format!(
            "{place}: totals as measured differ by {}: a few turns were far longer than the \
             others and were pulled in",
            change(totals)
        )),
        _ => None,
    }
}

fn clock(row: &Row) -> Option<String> {
    let (place, candidate) = (&row.series.dataset, &row.candidate);
    match row.timing.speaks {
        Speaks::Wall => None,
        Speaks::Cpu => Some(format!(
            "on {place} other processes kept the solvers waiting: the change of {candidate} is \
             that of their threads' CPU time, not of wall time"
        )),
        Speaks::Both => Some(format!(
            "on {place} {candidate} and {} waited for the processor unequally long: the machine was \
             busy, or one of them sleeps or uses more threads; the interval holds the change of \
             wall time and that of CPU time",
            row.baseline
        )),
    }
}

fn method(comparison: &Comparison) -> String {
    let how = match &comparison.means {
        Means::Paired => "paired round by round".to_owned(),
        Means::Direct => "each run by itself".to_owned(),
        Means::Through(reference) => format!("as ratios to {reference} in each run"),
    };
    format!(
        "change is candidate's time over baseline's, {how}; winsorised ratio of totals, 95 % \
         interval by bootstrap over pairs of rounds, all rows of a candidate together"
    )
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use crate::compare::exact::Fault;

    #[test]
    fn changes_are_read_as_they_are_spoken() {
        let of = |ratio: f64| change(ratio.ln());
        assert_eq!(
            [of(1.021), of(0.5), of(1.5), of(2.31)],
            ["+2.10 %", "-50.0 %", "+50.0 %", "x2.31"]
        );
        assert_eq!(change(f64::INFINITY), "unknown");
    }

    #[test]
    fn one_line_says_why() {
        let mut comparison = sample(1.05);
        let (outcome_is, line) = outcome(&comparison);
        assert_eq!(outcome_is, Outcome::Failed);
        assert!(line.starts_with("FAILED: lockstep is slower than mrv on 17-clue (+"), "{line}");
        assert!(line.ends_with("; threshold 1%"), "{line}");
        let (solver, series) = ("lockstep".to_owned(), comparison.rows[0].series.clone());
        comparison.faults.push(Failed { solver, series, fault: Fault::Wrong(3) });
        let (_, line) = outcome(&comparison);
        assert_eq!(line, "FAILED: lockstep: 3 wrong answer(s) on 17-clue");
        assert_eq!(outcome(&sample(1.0)).0, Outcome::Passed);
        assert_eq!(outcome(&sample(1.01)).0, Outcome::Unclear);
    }

    #[test]
    fn the_control_and_what_it_could_have_seen_are_said() {
        let notes = notes(&sample(1.0)).join("\n");
        assert!(notes.contains("control: mrv against itself on 17-clue shows"), "{notes}");
        assert!(notes.contains("nine times in ten: a slowdown of 1."), "{notes}");
        assert!(notes.contains("makes exactly as many guesses"), "{notes}");
    }
}
