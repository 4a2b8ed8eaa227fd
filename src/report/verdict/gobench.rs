//! The Go benchmark format, which `benchstat`, Bencher and github-action-benchmark read.
//!
//! One line a backend and pair of rounds, so that a reader sees the spread:
//! `benchstat -col /solver FILE` compares the backends by its own statistics. Times are on the clock
//! that decided the verdict.

use std::io::{self, Write};

use crate::compare::comparison::Comparison;
use crate::compare::pairing::{self, Series};
use crate::record::Record;
use crate::text::word;

/// Writes the rounds behind a comparison.
///
/// # Errors
/// When `out` cannot be written.
pub fn write(comparison: &Comparison, records: &[Record], mut out: impl Write) -> io::Result<()> {
    writeln!(out, "goos: {}", std::env::consts::OS)?;
    writeln!(out, "goarch: {}", std::env::consts::ARCH)?;
    writeln!(out, "pkg: sudoku-bench")?;
    let mut seen: Vec<(&Series, &str)> = Vec::new();
    for row in &comparison.rows {
        for solver in [&*row.baseline, &*row.candidate] {
            if seen.contains(&(&row.series, solver)) {
                continue;
            }
            seen.push((&row.series, solver));
            if row.timing.is_counted() {
                counts(records, &row.series, solver, &mut out)?;
                continue;
            }
            // A baseline of another run has no rounds here.
            let clock = row.timing.deciding.clock();
            let Ok(pairs) = pairing::alone(records, &row.series, clock, solver) else { continue };
            for (solves, ns) in pairs {
                let name = name(&row.series, solver);
                writeln!(out, "{name} {solves} {:.3} ns/op", ns as f64 / solves as f64)?;
            }
        }
    }
    Ok(())
}

/// One line a count.
fn counts(
    records: &[Record],
    series: &Series,
    solver: &str,
    out: &mut impl Write,
) -> io::Result<()> {
    for record in records.iter().filter(|r| r.solver == solver && series.holds(r)) {
        let (Some(instructions), puzzles) = (record.instructions, record.puzzles) else { continue };
        let each = instructions as f64 / puzzles.max(1) as f64;
        writeln!(out, "{} {puzzles} {each:.3} instructions/op", name(series, solver))?;
    }
    Ok(())
}

/// `BenchmarkSolve/key=value/…-threads`, without blanks; a dash before a number at the end of a
/// value would pass for the number of threads, so that number always follows.
fn name(series: &Series, solver: &str) -> String {
    let clean = |text: &str| word(text).replace('/', "%2F");
    format!(
        "BenchmarkSolve/dataset={}/order={}/goal={}/pass={}/solver={}-{}",
        clean(&series.setting.dataset),
        series.setting.order.n(),
        series.setting.goal,
        series.setting.pass.name(),
        clean(solver),
        series.setting.threads
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::simulate::{QUIET, run};
    use crate::compare::within::{Names, within};

    #[test]
    fn a_line_is_name_number_value_unit() {
        let backends = [("mrv", 1.0), ("dylib:./a b.so#f", 1.0)];
        let records = run(QUIET, &backends, 32, 3);
        let threshold = "1%".parse().unwrap();
        let comparison = within(&records, None, &Names::default(), threshold).unwrap();
        let mut bytes = Vec::new();
        write(&comparison, &records, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("Bench")).collect();
        assert_eq!(
            lines.len(),
            32,
            "two backends, two pairs of rounds in each of eight launches: {text}"
        );
        for line in lines {
            let fields: Vec<&str> = line.split(' ').collect();
            assert_eq!(fields.len(), 4, "{line}");
            assert!(fields[0].ends_with("-1") && fields[3] == "ns/op", "{line}");
            // 1000 puzzles, two turns, two rounds.
            assert_eq!(fields[1], "4000");
            assert!((1000.0..10_000.0).contains(&fields[2].parse().unwrap()), "{line}");
        }
        assert!(text.contains("solver=dylib:.%2Fa%20b.so#f-1"), "{text}");
    }
}
