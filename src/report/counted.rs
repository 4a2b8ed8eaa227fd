//! What the counted records of a row add up to.

use super::figures::{ratio, rounded, spread};
use super::rates::{delivered_ns, uncertainty};
use crate::record::Record;

/// Records of one solver, pass and number of workers, all about the same puzzles equally often.
pub(super) struct Counted<'a>(pub Vec<&'a Record>);

/// Puzzles a second, several times over.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Rates {
    /// Delivered; nothing where there were more workers than processors.
    pub puzzles_per_s: Option<f64>,
    /// Ends of its interval.
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// What was delivered by more workers than there are processors.
    pub oversubscribed: Option<f64>,
    /// What the CPU time would have delivered on processors of its own.
    pub by_cpu: Option<f64>,
    /// 5th and 95th percentile over the rounds.
    pub rounds: Option<(f64, f64)>,
}

impl Counted<'_> {
    /// Sum of a field.
    pub(super) fn sum(&self, field: impl Fn(&Record) -> u64) -> u64 {
        self.0.iter().map(|record| field(record)).sum()
    }

    /// Sum of a field that is known if it is in every record.
    pub(super) fn known(&self, field: impl Fn(&Record) -> Option<u64>) -> Option<u64> {
        self.0
            .iter()
            .map(|record| field(record))
            .sum::<Option<u64>>()
            .filter(|_| !self.0.is_empty())
    }

    fn solves(&self) -> f64 {
        self.sum(Record::solves) as f64
    }

    /// Mean time of a solve inside the clock; in the latency pass, of the shorter turn of a puzzle.
    pub(super) fn mean_ns(&self) -> Option<f64> {
        let shorter = |record: &Record| {
            let puzzles = record.puzzles * u64::from(record.isomorphs);
            record
                .shorter_ns
                .map(|ns| (ns, puzzles))
                .filter(|_| record.setting.pass.times_single_puzzles())
        };
        let parts: Option<Vec<(u64, u64)>> = self.0.iter().map(|record| shorter(record)).collect();
        match parts {
            Some(parts) if !parts.is_empty() => {
                let sum = |part: fn(&(u64, u64)) -> u64| parts.iter().map(part).sum::<u64>() as f64;
                ratio(sum(|part| part.0), sum(|part| part.1))
            }
            _ => ratio(self.sum(|record| record.wall_ns) as f64, self.solves()),
        }
    }

    /// Instructions of a solve.
    pub(super) fn instructions_per_puzzle(&self) -> Option<f64> {
        ratio(self.known(|record| record.instructions)? as f64, self.solves())
    }

    /// CPU time of a solve.
    pub(super) fn cpu_per_puzzle_ns(&self) -> Option<f64> {
        ratio(self.known(|record| record.cpu_ns)? as f64, self.solves())
    }

    /// Share of the workers' time that lay inside the clock.
    pub(super) fn clocked_share(&self) -> Option<f64> {
        let workers_ns = self.sum(|record| record.elapsed_ns * u64::from(record.setting.threads));
        ratio(self.sum(|record| record.wall_ns) as f64, workers_ns as f64)
    }

    /// Times that the system took the processor away from a worker; unknown where any turn's is.
    pub(super) fn involuntary(&self) -> Option<u64> {
        self.known(|record| {
            let turns = record.each_turn.iter().flatten();
            let switches = turns.map(|turn| turn.used.involuntary).sum::<Option<u64>>();
            switches.filter(|_| record.each_turn[0].is_some())
        })
    }

    /// Mean time with every solve that was stopped counted as twice the limit.
    pub(super) fn par2_ns(&self, timeout_ns: Option<u64>) -> Option<f64> {
        let stopped = self.sum(|record| record.timed_out_solves.unwrap_or(0));
        let limit_ns = timeout_ns.filter(|_| stopped > 0)? as f64;
        let others_ns =
            self.sum(|record| record.wall_ns.saturating_sub(record.timed_out_ns.unwrap_or(0)));
        ratio(others_ns as f64 + 2.0 * limit_ns * stopped as f64, self.solves())
    }

    /// Solves that ended with a right answer.
    fn answered(&self) -> f64 {
        self.0.iter().map(|record| answered_of(record)).sum()
    }

    /// The rates of some workers on so many processors' worth of time.
    pub(super) fn rates(&self, threads: u32, usable: f64) -> Rates {
        let workers = f64::from(threads).min(usable);
        let answered = self.answered();
        let cpu_ns = self.known(|record| record.cpu_ns).filter(|&cpu_ns| cpu_ns > 0);
        let most =
            |workers: f64| cpu_ns.and_then(|cpu_ns| ratio(workers * answered * 1e9, cpu_ns as f64));
        let elapsed_ns: f64 = self.0.iter().map(|record| delivered_ns(record)).sum();
        if answered == 0.0 {
            return Rates::default(); // no rate comes from puzzles that were not answered
        }
        let delivered = ratio(answered * 1e9, elapsed_ns)
            .map(|rate| most(usable).map_or(rate, |most| rate.min(most)))
            .map(rounded);
        let is_too_many = f64::from(threads) > usable + 0.01;
        let interval = uncertainty(&self.0).zip(delivered).filter(|_| !is_too_many);
        let each: Vec<f64> = self
            .0
            .iter()
            .filter_map(|record| ratio(answered_of(record) * 1e9, delivered_ns(record)))
            .collect();
        Rates {
            puzzles_per_s: delivered.filter(|_| !is_too_many),
            low: interval.and_then(|(share, rate)| ratio(rate, 1.0 + share)),
            // An interval that reaches beyond twice the time has no upper end worth showing.
            high: interval.and_then(|(share, rate)| ratio(rate, (1.0 - share).max(0.5))),
            oversubscribed: delivered.filter(|_| is_too_many),
            by_cpu: most(workers),
            rounds: spread(&each).map(|(low, high)| (rounded(low), rounded(high))),
        }
    }
}
/// Solves of a record that ended with a right answer.
fn answered_of(record: &Record) -> f64 {
    record.solves() as f64 * record.outcomes.answered() as f64 / record.puzzles.max(1) as f64
}
