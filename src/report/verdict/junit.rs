//! JUnit XML, as nearly every CI server reads it: one test case a row.

use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite};

use super::words;
use crate::compare::comparison::{Comparison, ComparisonRow, Means};
use crate::compare::exact::{Counts, SolverFault};
use crate::compare::faults::Failed;
use crate::compare::outcome::Unclear;
use crate::compare::verdict::Verdict;
use crate::text::line;

/// Writes a comparison.
///
/// # Errors
/// When `out` cannot be written.
pub fn write(comparison: &Comparison, unclear: Unclear, out: impl Write) -> io::Result<()> {
    let mut report = Report::new("sudoku-bench");
    let mut suite = TestSuite::new("sudoku-bench.gate");
    let name = if comparison.means == Means::Counted { "tolerance" } else { "threshold" };
    suite.add_property(Property::new(name, comparison.threshold.to_string()));
    for row in &comparison.rows {
        suite.add_test_case(of_row(comparison, row, unclear));
    }
    suite.add_test_cases(without_row(comparison));
    for mean in &comparison.overall {
        let name = format!("{} over all datasets, {}", mean.candidate, mean.over);
        let why = words::mean_sentence(mean);
        suite.add_test_case(case(name, mean.timing.verdict, why, unclear));
    }
    report.add_test_suite(suite);
    report.serialize(out).map_err(io::Error::other)
}

fn of_row(comparison: &Comparison, row: &ComparisonRow, unclear: Unclear) -> TestCase {
    let name = format!("{} on {}", row.candidate, row.series);
    let at_fault = |solver: &str| [&row.candidate, &row.baseline].iter().any(|s| *s == solver);
    let faults: Vec<String> = comparison
        .faults
        .iter()
        .filter(|failed| {
            at_fault(&failed.solver) && failed.series.setting.dataset == row.series.setting.dataset
        })
        .map(words::fault)
        .collect();
    if faults.is_empty() {
        return case(name, row.timing.verdict, words::sentence(row), unclear);
    }
    let first = comparison.faults.iter().find(|failed| at_fault(&failed.solver));
    failure(name, first.map_or("wrong", |failed| kind(Some(row), failed.fault)), faults.join("; "))
}

/// Faults on datasets whose times could not be made a row.
fn without_row(comparison: &Comparison) -> Vec<TestCase> {
    let has_row = |failed: &&Failed| {
        comparison.rows.iter().any(|r| r.series.setting.dataset == failed.series.setting.dataset)
    };
    let mut found: Vec<(String, &'static str, Vec<String>)> = Vec::new();
    for failed in comparison.faults.iter().filter(|failed| !has_row(failed)) {
        let name = format!("{} on {}", failed.solver, failed.series);
        match found.iter_mut().find(|(known, ..)| *known == name) {
            Some((.., faults)) => faults.push(words::fault(failed)),
            None => found.push((name, kind(None, failed.fault), vec![words::fault(failed)])),
        }
    }
    found.into_iter().map(|(name, kind, faults)| failure(name, kind, faults.join("; "))).collect()
}

/// What kind of failure a fault is.
fn kind(row: Option<&ComparisonRow>, fault: SolverFault) -> &'static str {
    let timed_out = |counts: Counts| counts.outcomes.timed_out;
    let is_late =
        |row: &ComparisonRow| timed_out(row.exact.candidate) > timed_out(row.exact.baseline);
    match fault {
        SolverFault::Wrong(_) => "wrong",
        SolverFault::Disputed(_) => "disputed",
        SolverFault::Remembers => "remembers",
        SolverFault::Hung(_) => "hung",
        SolverFault::Crashed(_) => "crashed",
        SolverFault::Unconfirmed(_) => "unconfirmed",
        SolverFault::Open { .. } if row.is_some_and(is_late) => "timed out",
        SolverFault::Open { .. } => "unanswered",
    }
}

/// Writes a report whose only test could not be run, so that a CI server that waits for one shows
/// why.
///
/// # Errors
/// When `out` cannot be written.
pub fn could_not_run(why: &str, out: impl Write) -> io::Result<()> {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_type("could not run").set_message(why);
    let mut case = TestCase::new("sudoku-bench", status);
    case.set_classname("sudoku-bench.gate");
    let mut suite = TestSuite::new("sudoku-bench.gate");
    suite.add_test_case(case);
    let mut report = Report::new("sudoku-bench");
    report.add_test_suite(suite);
    report.serialize(out).map_err(io::Error::other)
}

fn case(name: String, verdict: Verdict, why: String, unclear: Unclear) -> TestCase {
    let fails = match verdict {
        Verdict::Slower => true,
        Verdict::Unclear => unclear == Unclear::Fails,
        Verdict::Same | Verdict::Faster => false,
    };
    if fails {
        return failure(name, verdict.name(), why);
    }
    let mut case = TestCase::new(line(&name), TestCaseStatus::success());
    case.set_classname("sudoku-bench.gate").set_system_out(line(&why));
    case
}

fn failure(name: String, kind: &str, why: String) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(kind).set_message(line(&why));
    let mut case = TestCase::new(line(&name), status);
    case.set_classname("sudoku-bench.gate");
    case
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use crate::compare::faults::Failed;

    fn written(factor: f64, unclear: Unclear) -> Report {
        let mut bytes = Vec::new();
        write(&sample(factor), unclear, &mut bytes).unwrap();
        Report::deserialize_from_str(std::str::from_utf8(&bytes).unwrap()).unwrap()
    }

    #[test]
    fn a_test_has_the_same_name_whatever_the_size_of_blocks() {
        let mut comparison = sample(1.0);
        let name = |comparison: &Comparison| {
            of_row(comparison, &comparison.rows[0], Unclear::Passes).name.to_string()
        };
        let before = name(&comparison);
        comparison.rows[0].series.block = 17;
        comparison.rows[0].series.sample = 1;
        assert_eq!(name(&comparison), before);
    }

    #[test]
    fn a_crash_is_a_kind_of_its_own_and_so_is_what_could_not_run() {
        let mut comparison = sample(1.0);
        let (solver, series) =
            (comparison.rows[0].candidate.clone(), comparison.rows[0].series.clone());
        comparison.faults.push(Failed { solver, series, fault: SolverFault::Crashed(1) });
        let case = of_row(&comparison, &comparison.rows[0], Unclear::Passes);
        let TestCaseStatus::NonSuccess { ty, .. } = case.status else { panic!("{case:?}") };
        assert_eq!(ty.unwrap().as_str(), "crashed");
        let mut bytes = Vec::new();
        could_not_run("no such file", &mut bytes).unwrap();
        let report = Report::deserialize_from_str(std::str::from_utf8(&bytes).unwrap()).unwrap();
        assert_eq!((report.tests, report.errors, report.failures), (1, 1, 0));
    }

    #[test]
    fn slower_fails_and_unclear_does_when_it_shall() {
        assert_eq!(written(1.05, Unclear::Passes).failures, 1);
        assert_eq!(written(1.0, Unclear::Fails).failures, 0);
        assert_eq!(written(1.01, Unclear::Passes).failures, 0);
        let report = written(1.01, Unclear::Fails);
        assert_eq!((report.tests, report.failures), (1, 1));
        let case = &report.test_suites[0].test_cases[0];
        assert!(case.name.as_str().starts_with("lockstep on 17-clue, "), "{case:?}");
    }
}
