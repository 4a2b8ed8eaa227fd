//! Another implementation of HdrHistogram reads our log and finds the same percentiles.

use std::fs::File;
use std::io::Write;
use std::process::Command;
use std::time::{Duration, SystemTime};

use hdrhistogram::Histogram;
use sudoku_bench::puzzle::Order;
use sudoku_bench::record::{Latencies, Pass, Setting, Utc};
use sudoku_bench::report::histogram::{Of, write_log};
use sudoku_bench::solver::Goal;

const PERCENTILES: [f64; 5] = [50.0, 90.0, 99.0, 99.9, 100.0];

/// Prints tag, count and percentiles of each histogram of a log.
const READER: &str = "
import sys
from hdrh.histogram import HdrHistogram
from hdrh.log import HistogramLogReader
log = HistogramLogReader(sys.argv[1], HdrHistogram(1, 3600 * 10**9, 3))
while True:
    one = log.get_next_interval_histogram()
    if one is None:
        break
    values = [one.get_value_at_percentile(float(p)) for p in sys.argv[2:]]
    print(one.get_tag(), one.get_total_count(), *values)
";

/// The first Python that has the package; `SUDOKU_BENCH_PYTHON` may name one.
fn python() -> Option<String> {
    let named = std::env::var("SUDOKU_BENCH_PYTHON").ok();
    let mut candidates = named.into_iter().chain(["python3".to_owned()]);
    candidates.find(|python| {
        let tried = Command::new(python).args(["-c", "import hdrh.log"]).output();
        tried.is_ok_and(|output| output.status.success())
    })
}

fn latencies(solver: &str, step: u64) -> Latencies {
    let mut histogram = Histogram::new(3).unwrap();
    for i in 1..=20_000 {
        histogram.record(i * step % 5_000_000 + 1).unwrap();
    }
    let mut shorter = Histogram::new(3).unwrap();
    shorter.record(step).unwrap();
    Latencies {
        setting: Setting {
            dataset: "royle17".to_owned(),
            order: Order::THREE,
            goal: Goal::Unique,
            pass: Pass::Latency,
            threads: 1,
        },
        solver: solver.to_owned(),
        longest_ns: Some(histogram.max()),
        puzzles: shorter,
        solves: histogram,
        times_each: 1,
        clock_overhead_ns: 40,
    }
}

#[test]
fn another_implementation_reads_the_same_percentiles() {
    let Some(python) = python() else {
        let skipped = "skipped: no Python with the package hdrhistogram; pip install hdrhistogram";
        let _ = writeln!(std::io::stderr(), "histogram_log {skipped}");
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("latency.hlog");
    let all = [latencies("mrv", 7), latencies("dylib:./a b.so", 104_729)];
    let started = Utc::at(SystemTime::UNIX_EPOCH + Duration::from_secs(1_769_903_970));
    write_log(&all, started, started, File::create(&path).unwrap()).unwrap();

    let mut reader = Command::new(python);
    reader.arg("-c").arg(READER).arg(&path).args(PERCENTILES.map(|p| p.to_string()));
    let output = reader.output().unwrap();
    let (text, error) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let expected: String = all
        .iter()
        .flat_map(|one| [(one, Of::Puzzles, &one.puzzles), (one, Of::Solves, &one.solves)])
        .map(|(one, of, histogram)| {
            let values = PERCENTILES.map(|p| histogram.value_at_percentile(p).to_string());
            let tag = sudoku_bench::report::histogram::tag(one, of);
            format!("{tag} {} {}\n", histogram.len(), values.join(" "))
        })
        .collect();
    assert_eq!(text, expected, "{error}");
}
