//! The columns of the summary, each written once: name, how it is computed, how tables show it.
//!
//! A new one goes to the end of the table, since columns of the file are only ever added there; its
//! place among the columns that are shown is free. It is explained in `reports/README.md`.

use serde::{Deserialize, Serialize};

use super::column::{Of, Shown, columns, figure, ranked, words};
use super::figures::longest_ns;
use super::row_records::RowRecords;
use super::units::{bytes, count, digits, rate, rate_span, share, time};
use crate::puzzle::Order;
use crate::record::{Identity, Outcomes, Pass, Setting};
use crate::solver::{Goal, Grain};

/// A time below this many clock overheads is marked.
const MARKED_OVERHEADS: f64 = 10.0;

/// Ratio of wall time to the CPU time spent in it above which it is reported.
const WAITED: f64 = 1.02;

/// Said of a row in which every puzzle was solved.
pub(super) const ALL_RIGHT: &str = "all right";

columns! {
    /// Distinct puzzles measured; the seven outcomes add up to them.
    puzzles: u64 = |of| of.outcomes.total(), shown: [
        ranked(2, words(10, Of::Line, ["", "measured"], |row| Some(measured(row)))),
        ranked(3, words(400, Of::DifferingLatency, ["latency", "measured"], |row| Some(measured(row)))),
    ];
    /// Puzzles of this order in the dataset.
    of: u64 = |of| of.of();
    /// Puzzles with one solution, given and right; with the goal `first`, puzzles solved.
    unique: u64 = |of| of.outcomes.unique, shown: [
        ranked(1, words(20, Of::Line, ["", "outcomes"], |row| Some(answers(row)))),
        ranked(2, words(410, Of::DifferingLatency, ["latency", "outcomes"], |row| Some(outcomes(row)))),
    ];
    /// Puzzles with several solutions.
    multiple: u64 = |of| of.outcomes.multiple;
    /// Puzzles without a solution.
    none: u64 = |of| of.outcomes.none;
    /// Puzzles the solver left open.
    incomplete: u64 = |of| of.outcomes.incomplete;
    /// Puzzles at which the watchdog ended the search.
    timed_out: u64 = |of| of.outcomes.timed_out;
    /// Puzzles the solver died on.
    crashed: u64 = |of| of.outcomes.crashed;
    /// Puzzles answered wrongly.
    wrong: u64 = |of| of.outcomes.wrong, shown: [
        figure(900, Of::Line, ["", "wrong"], |row| Some(count(row.wrong + row.disputed))),
    ];
    /// Solves a second of the turns' elapsed time, the harness's own part taken out. Throughput
    /// pass only, and empty where there were more workers than processors.
    puzzles_per_s: Option<f64> = |of| of.rates.puzzles_per_s, shown: [
        figure(100, Of::Throughput, ["throughput", "puzzles/s"], |row| row.puzzles_per_s.map(rate)),
    ];
    /// Lower end of its 95 % interval, for these puzzles; empty with fewer than 3 rounds.
    puzzles_per_s_low: Option<f64> = |of| of.rates.low, shown: [
        ranked(3, figure(110, Of::Throughput, ["throughput", "95 % between"], |row| {
            Some(rate_span(row.puzzles_per_s_low?, row.puzzles_per_s_high?))
        })),
    ];
    /// Upper end, likewise.
    puzzles_per_s_high: Option<f64> = |of| of.rates.high;
    /// Wall time inside the clock, summed over rounds, turns and workers.
    wall_ns: u64 = |of| of.counted.wall_ns;
    /// Thread CPU time inside the clock, likewise; empty where a solver timed itself.
    cpu_ns: Option<u64> = |of| of.counted.cpu_ns;
    /// `wall_ns` a solve; in the latency pass the mean over the puzzles of the shorter turn.
    mean_ns: Option<f64> =
        |of| of.counted.mean_ns().filter(|_| !of.setting.pass.counts_instructions()),
        shown: [ranked(3, figure(420, Of::Latency, ["latency", "mean"], |row| {
            row.mean_ns.map(|ns| latency(row, ns))
        }))];
    /// Median over the puzzles of the shorter turn. Latency pass only, as the following ones. A
    /// quantile is empty with fewer than 10 puzzles beyond it, and below 3 clock overheads.
    p50_ns: Option<u64> = |of| of.quantile_ns(0.5),
        shown: [figure(430, Of::Latency, ["latency", "p50"], |row| latency_of(row, row.p50_ns))];
    /// 90th percentile.
    p90_ns: Option<u64> = |of| of.quantile_ns(0.9),
        shown: [ranked(4, figure(440, Of::Latency, ["latency", "p90"], |row| latency_of(row, row.p90_ns)))];
    /// 99th percentile.
    p99_ns: Option<u64> = |of| of.quantile_ns(0.99),
        shown: [figure(450, Of::Latency, ["latency", "p99"], |row| latency_of(row, row.p99_ns))];
    /// 99.9th percentile.
    p999_ns: Option<u64> = |of| of.quantile_ns(0.999),
        shown: [ranked(4, figure(460, Of::Latency, ["latency", "p99.9"], |row| latency_of(row, row.p999_ns)))];
    /// Shortest time of the puzzle that took longest.
    max_ns: Option<u64> = |of| of.latencies.and_then(longest_ns),
        shown: [figure(470, Of::Latency, ["latency", "max"], |row| latency_of(row, row.max_ns))];
    /// Guesses of a puzzle, on average; those timed out or crashed are left out.
    guesses_per_puzzle: Option<f64> = |of| of.mean(of.guesses),
        shown: [ranked(6, figure(700, Of::Line, ["guesses", "a puzzle"], |row| {
            row.guesses_per_puzzle.map(digits)
        }))];
    /// Share of the puzzles, likewise, that were decided without a guess, 0 to 1.
    no_guess_share: Option<f64> = |of| of.mean(of.no_guess),
        shown: [ranked(7, figure(710, Of::Line, ["guesses", "without"], |row| row.no_guess_share.map(share)))];
    /// Rounds measured.
    rounds: u64 = |of| of.counted.rounds;
    /// Solves measured: each turn solves each puzzle of its round.
    solves: u64 = |of| of.counted.solves;
    /// Wall time of the turns as a whole.
    elapsed_ns: u64 = |of| of.counted.elapsed_ns;
    /// Share of the workers' time that lay inside the clock.
    clocked_share: Option<f64> = |of| of.counted.clocked_share();
    /// Puzzles on which solvers contradict each other and no recount decided.
    disputed: u64 = |of| of.disputed;
    /// Claims that no recount or proof has confirmed.
    unconfirmed: u64 = |of| of.unconfirmed;
    /// Mean time inside the clock with each timed out solve counted as twice the limit; only where
    /// there were any.
    par2_ns: Option<f64> = |of| of.counted.par2_ns(of.manifest.timeout_ns_of(&of.solver)), shown: [
        ranked(2, figure(140, Of::Throughput, ["throughput", "PAR-2"], |row| row.par2_ns.map(time))),
        ranked(2, figure(480, Of::Latency, ["latency", "PAR-2"], |row| row.par2_ns.map(time))),
    ];
    /// What reading the clock twice costs; in no figure subtracted.
    clock_overhead_ns: u64 =
        |of| of.latencies.map_or(of.manifest.clock_overhead_ns, |own| own.clock_overhead_ns);
    /// Highest resident memory of isolated solvers.
    peak_rss_bytes: Option<u64> = |of| of.peak_rss_bytes,
        shown: [ranked(7, figure(800, Of::Line, ["memory", "peak"], |row| row.peak_rss_bytes.map(bytes)))];
    /// How much the solver advances at once, and so what its times speak of.
    grain: Option<Grain> = |of| of.manifest.backend(&of.solver).map(|backend| backend.grain);
    /// Whether the run was ended before its time.
    interrupted: bool = |of| of.manifest.interrupted;
    /// CPU time of a solve; throughput pass only.
    cpu_per_puzzle_ns: Option<f64> = |of| of.counted.cpu_per_puzzle_ns(), shown: [
        ranked(5, figure(120, Of::Throughput, ["throughput", "CPU a puzzle"], |row| {
            row.cpu_per_puzzle_ns.map(time)
        })),
    ];
    /// Solves a second if every worker had had a processor to itself all the time, by CPU time.
    puzzles_per_s_by_cpu: Option<f64> = |of| of.rates.by_cpu, shown: [
        ranked(5, figure(130, Of::Throughput, ["throughput", "/s by CPU"], |row| {
            let is_apart = row.has_waited() && row.puzzles_per_s.is_some();
            row.puzzles_per_s_by_cpu.filter(|_| is_apart).map(rate)
        })),
    ];
    /// In place of `puzzles_per_s` where there were more workers than processors.
    oversubscribed_per_s: Option<f64> = |of| of.rates.oversubscribed, shown: [
        figure(300, Of::Throughput, ["too many workers", "puzzles/s"], |row| {
            row.oversubscribed_per_s.map(rate)
        }),
    ];
    /// 5th percentile of the rate over the rounds, which differ in their puzzles; empty with fewer
    /// than 3.
    rounds_per_s_low: Option<f64> = |of| of.rates.rounds.map(|rounds| rounds.0);
    /// 95th percentile, likewise.
    rounds_per_s_high: Option<f64> = |of| of.rates.rounds.map(|rounds| rounds.1);
    /// The harness's own part of the turns, summed over the workers.
    harness_ns: Option<u64> = |of| of.counted.harness_ns;
    /// Times that the system took the processor away from a worker during the turns.
    involuntary: Option<u64> = |of| of.counted.involuntary;
    /// Times each puzzle stood in a turn, once as it is and otherwise as isomorphs.
    isomorphs: u32 = |of| of.isomorphs;
    /// Longest of all solves, whatever the machine did meanwhile; latency pass only.
    all_max_ns: Option<u64> =
        |of| of.latencies.filter(|own| !own.solves.is_empty()).map(|own| own.solves.max()),
        shown: [ranked(6, figure(500, Of::Latency, ["all solves", "max"], |row| {
            latency_of(row, row.all_max_ns)
        }))];
    /// Puzzles of which solutions were counted and none was shown, so that only the count could be
    /// checked.
    #[serde(default)]
    only_counted: u64 = |of| of.only_counted;
    /// Instructions of a puzzle, start-up left out; only where they were counted.
    #[serde(default)]
    instructions_per_puzzle: Option<f64> = |of| of.counted.instructions_per_puzzle(), shown: [
        figure(600, Of::Instructions, ["instructions", "a puzzle"], |row| {
            Some(count(row.instructions_per_puzzle?.round() as u64))
        }),
    ];
}

impl SummaryRow {
    /// The seven outcomes.
    pub fn outcomes(&self) -> Outcomes {
        Outcomes {
            unique: self.unique,
            multiple: self.multiple,
            none: self.none,
            incomplete: self.incomplete,
            timed_out: self.timed_out,
            crashed: self.crashed,
            wrong: self.wrong,
        }
    }

    /// Returns true if its workers were kept waiting for a processor while the clock ran.
    pub(super) fn has_waited(&self) -> bool {
        self.wall_per_cpu().is_some_and(|ratio| ratio > WAITED)
    }

    /// Wall time inside the clock by the CPU time spent in it.
    pub(super) fn wall_per_cpu(&self) -> Option<f64> {
        let cpu_ns = self.cpu_ns.filter(|&cpu_ns| cpu_ns > 0)?;
        Some(self.wall_ns as f64 / cpu_ns as f64)
    }
}

fn measured(row: &SummaryRow) -> String {
    if row.puzzles == row.of {
        return format!("all {}", count(row.of));
    }
    format!("{} of {}", count(row.puzzles), count(row.of))
}

/// What became of the puzzles, in short where all is well.
fn answers(row: &SummaryRow) -> String {
    let is_in_doubt = row.disputed + row.unconfirmed + row.only_counted > 0;
    match row.unique == row.puzzles && !is_in_doubt {
        true => ALL_RIGHT.to_owned(),
        false => outcomes(row),
    }
}

/// What became of the puzzles, most welcome first, without the kinds that did not occur.
pub(super) fn outcomes(row: &SummaryRow) -> String {
    let Outcomes { unique, multiple, none, incomplete, timed_out, crashed, wrong } = row.outcomes();
    let (one, several) = match row.setting.goal {
        Goal::First => ("solved", "multiple"),
        Goal::Unique => ("unique", "multiple"),
        // The search ends at the limit, so more is not known of them.
        Goal::Count(_) => ("unique", "multiple or at the limit"),
    };
    let kinds = [
        (unique, one),
        (multiple, several),
        (none, "none"),
        (incomplete, "left open"),
        (timed_out, "timed out"),
        (crashed, "crashed"),
        (wrong, "WRONG"),
        (row.disputed, "disputed"),
        (row.unconfirmed, "unconfirmed"),
    ];
    let occurred = kinds.iter().filter(|(n, _)| *n > 0);
    let mut texts: Vec<_> = occurred.map(|(n, kind)| format!("{} {kind}", count(*n))).collect();
    match row.only_counted {
        0 => {}
        all if all == unique + multiple => texts.push("only counted".to_owned()),
        some => texts.push(format!("{} only counted", count(some))),
    }
    texts.join(", ")
}

/// A latency, marked with `~` where the clock has a noticeable part in it.
fn latency(row: &SummaryRow, ns: f64) -> String {
    let is_marked = ns < MARKED_OVERHEADS * row.clock_overhead_ns as f64;
    format!("{}{}", if is_marked { "~" } else { "" }, time(ns))
}

fn latency_of(row: &SummaryRow, ns: Option<u64>) -> Option<String> {
    ns.map(|ns| latency(row, ns as f64))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::record::setting_sample;

    /// A row with every field, for tests of what is made from rows.
    pub(crate) fn sample() -> SummaryRow {
        SummaryRow {
            solver: "mrv".to_owned(),
            setting: setting_sample(),
            block: 256,
            puzzles: 49_151,
            of: 49_151,
            unique: 49_151,
            multiple: 0,
            none: 0,
            incomplete: 0,
            timed_out: 0,
            crashed: 0,
            wrong: 0,
            puzzles_per_s: Some(101_234.0),
            puzzles_per_s_low: Some(98_765.0),
            puzzles_per_s_high: Some(103_456.0),
            wall_ns: 9_710_406_000,
            cpu_ns: Some(9_700_000_000),
            mean_ns: Some(19_756.2),
            p50_ns: None,
            p90_ns: None,
            p99_ns: None,
            p999_ns: None,
            max_ns: None,
            guesses_per_puzzle: Some(4.25),
            no_guess_share: Some(0.4375),
            rounds: 250,
            solves: 491_510,
            elapsed_ns: 5_000_000_000,
            clocked_share: Some(0.971),
            disputed: 0,
            unconfirmed: 0,
            par2_ns: None,
            clock_overhead_ns: 40,
            peak_rss_bytes: None,
            grain: Some(Grain::Puzzle),
            interrupted: false,
            cpu_per_puzzle_ns: Some(19_735.1),
            puzzles_per_s_by_cpu: Some(101_342.0),
            oversubscribed_per_s: None,
            rounds_per_s_low: Some(81_000.0),
            rounds_per_s_high: Some(140_000.0),
            harness_ns: Some(280_000_000),
            involuntary: Some(12),
            isomorphs: 1,
            all_max_ns: None,
            only_counted: 0,
            instructions_per_puzzle: None,
        }
    }

    /// The latency row that goes with [`sample`].
    pub(crate) fn latency() -> SummaryRow {
        SummaryRow {
            setting: Setting { pass: Pass::Latency, threads: 1, ..setting_sample() },
            block: 1,
            puzzles_per_s: None,
            puzzles_per_s_low: None,
            puzzles_per_s_high: None,
            mean_ns: Some(21_000.4),
            p50_ns: Some(390),
            p90_ns: Some(40_255),
            p99_ns: Some(188_000),
            p999_ns: Some(1_203_199),
            max_ns: Some(2_003_007),
            all_max_ns: Some(9_003_007),
            cpu_per_puzzle_ns: None,
            puzzles_per_s_by_cpu: None,
            rounds_per_s_low: None,
            rounds_per_s_high: None,
            ..sample()
        }
    }
}
