//! Annotations as a GitHub workflow prints them to its log.

use std::io::{self, Write};

use super::words::{self, outcome};
use crate::compare::comparison::Comparison;
use crate::compare::outcome::GateOutcome;
use crate::compare::verdict::Verdict;
use crate::text;

/// Writes one annotation for the outcome, and one for every dataset and puzzle that failed.
///
/// # Errors
/// When `out` cannot be written.
pub fn write(comparison: &Comparison, mut out: impl Write) -> io::Result<()> {
    let (outcome, line) = outcome(comparison);
    let level = match outcome {
        GateOutcome::Passed => "notice",
        GateOutcome::Failed => "error",
        GateOutcome::Unclear => "warning",
    };
    annotate(&mut out, level, "sudoku-bench", &line)?;
    for failed in &comparison.faults {
        annotate(&mut out, "error", &failed.series.setting.dataset, &words::fault(failed))?;
    }
    for puzzle in &comparison.named {
        annotate(&mut out, "error", "puzzle", puzzle)?;
    }
    for row in comparison.rows.iter().filter(|row| row.timing.verdict == Verdict::Slower) {
        annotate(&mut out, "error", &row.series.setting.dataset, &words::sentence(row))?;
    }
    Ok(())
}

/// Writes why there is no outcome.
///
/// # Errors
/// When `out` cannot be written.
pub fn could_not_run(why: &str, mut out: impl Write) -> io::Result<()> {
    annotate(&mut out, "error", "sudoku-bench", &format!("could not run: {why}"))
}

fn annotate(out: &mut impl Write, level: &str, title: &str, message: &str) -> io::Result<()> {
    let message = escaped(message);
    let title = escaped(title).replace(':', "%3A").replace(',', "%2C");
    writeln!(out, "::{level} title={title}::{message}")
}

/// One visible line, with the sign that begins the runner's own escapes escaped as it decodes it.
fn escaped(text: &str) -> String {
    text::line(text).replace('%', "%25")
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn written(comparison: &Comparison) -> String {
        let mut bytes = Vec::new();
        write(comparison, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn the_level_follows_the_outcome() {
        assert!(written(&sample(1.0)).starts_with("::notice title=sudoku-bench::PASSED: "));
        assert!(written(&sample(1.01)).starts_with("::warning title=sudoku-bench::UNCLEAR: "));
        let slower = written(&sample(1.05));
        assert!(slower.starts_with("::error title=sudoku-bench::FAILED: "), "{slower}");
        assert!(slower.contains("\n::error title=17-clue::lockstep is slower"), "{slower}");
    }

    #[test]
    fn puzzles_at_fault_are_named() {
        let mut comparison = sample(1.0);
        comparison.named.push("lockstep: 17-clue, line 7: overwrote a given".to_owned());
        let text = written(&comparison);
        assert!(text.contains("\n::error title=puzzle::lockstep: 17-clue, line 7: over"), "{text}");
    }

    #[test]
    fn a_message_stays_on_its_line_and_percent_signs_survive() {
        let mut comparison = sample(1.05);
        comparison.rows[0].series.setting.dataset = "a:b,\n::error::c 5%".to_owned();
        let text = written(&comparison);
        assert_eq!(text.lines().count(), 2, "{text}");
        assert!(text.contains("title=a%3Ab%2C\\n%3A%3Aerror%3A%3Ac 5%25::"), "{text}");
    }
}
