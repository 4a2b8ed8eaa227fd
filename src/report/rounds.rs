//! How the speed of a solver went over the rounds of a run, so that a disturbed machine can be seen.
//!
//! Rounds hold different puzzles, so each is compared with the mean of those that held the same ones;
//! where none did, with all others of the solver.

use std::collections::HashMap;

use crate::record::{Record, Setting};

/// Parts into which the rounds of a solver are gathered.
const PARTS: usize = 48;

/// One solver over the rounds of a setting.
#[derive(Debug)]
pub(crate) struct OverRounds<'a> {
    /// Where.
    pub setting: &'a Setting,
    /// Who.
    pub solver: &'a str,
    /// Rounds.
    pub rounds: usize,
    /// Gathered rounds, first to last.
    pub parts: Vec<Part>,
}

/// Neighbouring rounds. Times are ratios to the usual one: 1 is as always.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Part {
    /// Place of their middle among all rounds, from 0 to 1.
    pub at: f64,
    /// Median.
    pub middle: f64,
    /// Longest.
    pub high: f64,
}

/// All solvers in their settings, of each the lowest sample; nothing with fewer than 4 rounds.
pub(crate) fn over_rounds(records: &[Record]) -> Vec<OverRounds<'_>> {
    let mut groups: Vec<(&Setting, &str, Vec<&Record>)> = Vec::new();
    let mut places: HashMap<(&Setting, &str), usize> = HashMap::new();
    for record in records.iter().filter(|record| record.solves() > 0 && record.elapsed_ns > 0) {
        let place = *places.entry((&record.setting, &record.solver)).or_insert_with(|| {
            groups.push((&record.setting, &record.solver, Vec::new()));
            groups.len() - 1
        });
        groups[place].2.push(record);
    }
    let rows = groups.into_iter().filter_map(|(setting, solver, mut all)| {
        let lowest = all.iter().map(|record| record.sample).min()?;
        all.retain(|record| record.sample == lowest);
        let parts = parts(&relative(&all));
        (all.len() >= 4).then_some(OverRounds { setting, solver, rounds: all.len(), parts })
    });
    rows.collect()
}

fn each_ns(record: &Record) -> f64 {
    record.elapsed_ns as f64 / record.solves() as f64
}

/// Times of rounds as ratios to the mean of those with the same puzzles.
fn relative(all: &[&Record]) -> Vec<f64> {
    let mut sums: HashMap<u64, (f64, f64)> = HashMap::new();
    for record in all {
        let sum = sums.entry(record.group).or_default();
        *sum = (sum.0 + each_ns(record), sum.1 + 1.0);
    }
    let total: f64 = all.iter().map(|record| each_ns(record)).sum();
    let mean_of_all = total / all.len() as f64;
    let usual = |record: &Record| match sums[&record.group] {
        (sum, times) if times > 1.0 => sum / times,
        _ => mean_of_all,
    };
    all.iter().map(|record| each_ns(record) / usual(record)).collect()
}

fn parts(ratios: &[f64]) -> Vec<Part> {
    let len = ratios.len();
    let count = PARTS.min(len);
    let part = |i: usize| {
        let (from, to) = (len * i / count, len * (i + 1) / count);
        let mut sorted = ratios[from..to].to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = (from + to) as f64 / 2.0 / len as f64;
        Part { at, middle: sorted[sorted.len() / 2], high: sorted[sorted.len() - 1] }
    };
    (0..count).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::simulate::{QUIET, run};

    #[test]
    fn a_disturbed_stretch_stands_out_and_hard_puzzles_do_not() {
        let mut records = run(QUIET, &[("mrv", 1.0)], 192, 1);
        for (i, record) in records.iter_mut().enumerate() {
            record.group = (i % 2) as u64;
            record.elapsed_ns = record.solves() * if record.group == 1 { 5000 } else { 100 };
            if (96..120).contains(&i) {
                record.elapsed_ns *= 3;
            }
        }
        let found = over_rounds(&records);
        assert_eq!((found.len(), found[0].rounds, found[0].parts.len()), (1, 192, PARTS));
        let usual = found[0].parts.iter().filter(|part| part.high < 1.0).count();
        assert_eq!(usual, 42, "{:?}", found[0].parts);
        assert!(found[0].parts[24..30].iter().all(|part| part.middle > 2.0));
        assert!(over_rounds(&records[..3]).is_empty());
    }
}
