//! Puzzles a second: what was delivered, how sure that is, and how far single rounds lie apart.

use std::collections::HashMap;

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::record::Record;

/// Chance that the interval of a rate misses it.
const ERROR: f64 = 0.05;

/// Batches of neighbouring rounds whose sums show what drifts from round to round.
const BATCHES: usize = 20;

/// Elapsed time of a record's turns with the harness's own part taken out, in nanoseconds.
pub(super) fn delivered_ns(record: &Record) -> f64 {
    let own_ns = record.harness_ns.unwrap_or(0) as f64 / f64::from(record.setting.threads.max(1));
    // Workers that judge while others still solve cannot have done so for longer than the turn.
    (record.elapsed_ns as f64 - own_ns).max(record.elapsed_ns as f64 * 0.01)
}

/// A relative variance, and how well it is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Relative {
    /// In the square of the whole.
    pub variance: f64,
    /// Degrees of freedom.
    pub freedom: f64,
}

impl Relative {
    /// The ends of the interval, as a share of the whole to each side.
    pub(super) fn share(self) -> Option<f64> {
        let t = StudentsT::new(0.0, 1.0, self.freedom).ok()?.inverse_cdf(1.0 - ERROR / 2.0);
        Some(t * self.variance.sqrt()).filter(|share| share.is_finite())
    }

    /// That of the sum of two independent times; degrees of freedom by Welch and Satterthwaite.
    pub(super) fn of_sum((a, a_ns): (Self, f64), (b, b_ns): (Self, f64)) -> Option<Self> {
        let total = a_ns + b_ns;
        let parts = [(a, a_ns / total), (b, b_ns / total)];
        let of_whole = parts.map(|(part, share)| part.variance * share * share);
        let variance: f64 = of_whole.iter().sum();
        let spread: f64 =
            parts.iter().zip(of_whole).map(|((part, _), own)| own * own / part.freedom).sum();
        let freedom =
            if spread > 0.0 { variance * variance / spread } else { a.freedom + b.freedom };
        (total > 0.0).then_some(Self { variance, freedom })
    }
}

/// The variance of the total time behind some rounds; nothing with fewer than 3 rounds.
///
/// Which puzzles a round held has no part in it. Three estimates of the variance, of which the
/// largest counts: from the two turns of each round, which had the same puzzles; from the rounds that
/// had the same puzzles, around their mean; and from the sums of these differences over neighbouring
/// rounds, which see the machine's speed drift.
pub(super) fn uncertainty(records: &[&Record]) -> Option<Relative> {
    if records.len() < 3 {
        return None;
    }
    let estimates = [turns(records), rounds(records)];
    let largest = estimates.into_iter().flatten().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let (variance, freedom) = largest;
    Some(Relative { variance, freedom })
}

/// Relative variance of the total, and its degrees of freedom, from the halves of the rounds.
fn turns(records: &[&Record]) -> Option<(f64, f64)> {
    let halves: Vec<(f64, f64)> = records
        .iter()
        .filter_map(|record| match record.each_turn {
            [Some(a), Some(b)] => Some((a.wall_ns as f64, b.wall_ns as f64)),
            _ => None,
        })
        .collect();
    let total: f64 = halves.iter().map(|(a, b)| a + b).sum();
    let squares: f64 = halves.iter().map(|(a, b)| (a - b).powi(2)).sum();
    (total > 0.0).then(|| (squares / total.powi(2), halves.len() as f64))
}

/// The same from rounds that met the same puzzles.
fn rounds(records: &[&Record]) -> Option<(f64, f64)> {
    let mut groups: HashMap<(u64, u64), Vec<(u32, f64)>> = HashMap::new();
    for record in records {
        let same = groups.entry((record.group, record.solves())).or_default();
        same.push((record.round, delivered_ns(record)));
    }
    groups.retain(|_, same| same.len() > 1);
    let (mut total, mut variance, mut freedom) = (0.0, 0.0, 0.0);
    let mut differences = Vec::new();
    for same in groups.values() {
        let n = same.len() as f64;
        let mean = same.iter().map(|one| one.1).sum::<f64>() / n;
        let squares: f64 = same.iter().map(|one| (one.1 - mean).powi(2)).sum();
        total += n * mean;
        variance += squares * n / (n - 1.0);
        freedom += n - 1.0;
        differences.extend(same.iter().map(|one| (one.0, one.1 - mean)));
    }
    if total <= 0.0 {
        return None;
    }
    differences.sort_by_key(|one| one.0);
    let drift = batched(&differences.iter().map(|one| one.1).collect::<Vec<_>>());
    let (variance, freedom) = drift.filter(|one| one.0 > variance).unwrap_or((variance, freedom));
    Some((variance / total.powi(2), freedom))
}

/// Variance of the sum of some differences by the sums of their batches.
fn batched(differences: &[f64]) -> Option<(f64, f64)> {
    if differences.len() < 2 * BATCHES {
        return None;
    }
    let len = differences.len();
    let sums: Vec<f64> = (0..BATCHES)
        .map(|i| differences[len * i / BATCHES..len * (i + 1) / BATCHES].iter().sum())
        .collect();
    let squares: f64 = sums.iter().map(|sum: &f64| sum.powi(2)).sum();
    let freedom = (BATCHES - 1) as f64;
    Some((squares * BATCHES as f64 / freedom, freedom))
}

#[cfg(test)]
mod tests {
    use rand::{RngCore, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::super::sums::tests::record;
    use super::*;
    use crate::record::{Setting, TurnTimes, setting_sample};
    use crate::solver::Used;

    /// A round whose turns took so long, one worker.
    fn round(number: u32, group: u64, first: f64, second: f64) -> Record {
        let turn = |ns: f64| Some(TurnTimes { wall_ns: ns as u64, used: Used::UNKNOWN });
        let wall_ns = (first + second) as u64;
        let each_turn = [turn(first), turn(second)];
        let (elapsed_ns, harness_ns) = (wall_ns, Some(0));
        let setting = Setting { threads: 1, ..setting_sample() };
        Record { setting, elapsed_ns, wall_ns, harness_ns, each_turn, ..record(number, group) }
    }

    /// Numbers of mean 0 and deviation 1, roughly, always the same ones.
    fn noise(i: u32) -> f64 {
        let mut rng = ChaCha8Rng::seed_from_u64(i.into());
        (0..12).map(|_| f64::from(rng.next_u32()) / f64::from(u32::MAX)).sum::<f64>() - 6.0
    }

    fn share(rounds: &[Record]) -> Option<f64> {
        uncertainty(&rounds.iter().collect::<Vec<_>>())?.share()
    }

    #[test]
    fn the_harness_s_part_is_taken_out_once_a_worker() {
        let one = Record { elapsed_ns: 1000, harness_ns: Some(400), ..record(0, 0) };
        assert_eq!(delivered_ns(&one), 800.0);
        assert_eq!(delivered_ns(&Record { harness_ns: None, ..one }), 1000.0);
    }

    #[test]
    fn puzzles_of_unlike_difficulty_do_not_widen_the_interval() {
        let rounds: Vec<Record> = (0..200)
            .map(|i| {
                let base = 1e6 * f64::from(1 + i % 10); // ten groups, the last ten times as hard
                let time = |k: u32| base * (1.0 + 0.01 * noise(2 * i + k));
                round(i, u64::from(i % 10), time(0), time(1))
            })
            .collect();
        let found = share(&rounds).unwrap();
        // 400 turns of 1 % each, weighted by their length: 1.96 * 1 % * sqrt(sum w^2) / sum w.
        let weights: Vec<f64> = (0..400).map(|i| f64::from(1 + i / 2 % 10)).collect();
        let squares: f64 = weights.iter().map(|w| w * w).sum();
        let expected = 1.96 * 0.01 * squares.sqrt() / weights.iter().sum::<f64>();
        assert!((0.7..1.6).contains(&(found / expected)), "{found} for {expected}");
    }

    #[test]
    fn drift_from_round_to_round_widens_it() {
        let steady: Vec<Record> = (0..200).map(|i| round(i, 0, 1e6, 1e6)).collect();
        assert!(share(&steady).unwrap() < 1e-9);
        let speed = |i: u32| if (i / 50).is_multiple_of(2) { 1e6 } else { 1.2e6 };
        let drifting: Vec<Record> = (0..200).map(|i| round(i, 0, speed(i), speed(i))).collect();
        // Four stretches at two speeds: their mean is known to some 10 %, not to 0.2 / sqrt(200).
        assert!(share(&drifting).unwrap() > 0.03, "{:?}", share(&drifting));
    }

    #[test]
    fn two_halves_are_as_uncertain_as_the_whole() {
        let each = Relative { variance: 0.02, freedom: 40.0 };
        let both = Relative::of_sum((each, 3.0), (each, 3.0)).unwrap();
        assert!((both.variance - 0.01).abs() < 1e-12 && (both.freedom - 80.0).abs() < 1e-9);
        assert_eq!(Relative::of_sum((each, 0.0), (each, 0.0)), None);
    }

    #[test]
    fn two_rounds_say_nothing() {
        assert_eq!(share(&[round(0, 0, 1.0, 2.0), round(1, 0, 2.0, 1.0)]), None);
        let older: Vec<Record> = (0..5)
            .map(|i| Record { each_turn: [None; 2], ..round(i, i.into(), 1e6, 1e6) })
            .collect();
        assert_eq!(share(&older), None, "each puzzle once, and no turns by themselves");
    }
}
