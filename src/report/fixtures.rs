//! Rows for the tests of the forms: three solvers, two datasets, nearly everything that can occur.

use super::summary::SummaryRow;
use super::summary::tests::{latency, sample};
use crate::puzzle::Order;
use crate::record::Setting;
use crate::solver::Grain;

/// A run in which one solver is slow, one wrong, and one cannot do the second dataset.
pub(super) fn rows() -> Vec<SummaryRow> {
    let slow = SummaryRow {
        solver: "dylib:./solvers/libbacktrack.so#solve".to_owned(),
        puzzles: 1_024,
        unique: 1_009,
        timed_out: 12,
        wrong: 3,
        puzzles_per_s: Some(31.5),
        puzzles_per_s_low: Some(12.25),
        puzzles_per_s_high: Some(1_304.0),
        par2_ns: Some(38_100_000.0),
        peak_rss_bytes: Some(3 << 20),
        guesses_per_puzzle: None,
        no_guess_share: None,
        ..sample()
    };
    let lockstep = SummaryRow {
        solver: "lockstep".to_owned(),
        puzzles_per_s: Some(2_345_678.0),
        puzzles_per_s_low: None,
        puzzles_per_s_high: None,
        grain: Some(Grain::Block),
        ..sample()
    };
    let giants = |row: SummaryRow| SummaryRow {
        setting: Setting { dataset: "giants.txt".to_owned(), order: Order::FIVE, ..row.setting },
        puzzles: 12,
        of: 12,
        unique: 10,
        incomplete: 2,
        ..row
    };
    let tail = SummaryRow { p99_ns: None, p999_ns: None, ..latency() };
    vec![
        latency(),
        SummaryRow {
            p50_ns: None,
            grain: Some(Grain::Block),
            solver: "lockstep".into(),
            ..latency()
        },
        sample(),
        lockstep,
        slow,
        giants(tail),
        giants(sample()),
    ]
}
