//! Where two backends differ: puzzle by puzzle, by how hard the puzzles are.
//!
//! Each puzzle was timed several times by both, alone, and counts with its shortest time: what it
//! costs when nothing interrupts. Strata are those of the baseline's guesses, the field's measure
//! of difficulty, of the share of cells given, and of how hard a puzzle is for a person.

use super::comparison::ERROR;
use super::estimate::{Interval, of_sample};
use crate::logic::Label;

/// One puzzle, timed by both backends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleTimes {
    /// Byte offset in the dataset.
    pub offset: u64,
    /// Cells given.
    pub givens: u32,
    /// Guesses of the baseline.
    pub guesses: u64,
    /// How hard it is for a person, where that is known.
    pub label: Option<Label>,
    /// Shortest time of the baseline, in nanoseconds.
    pub baseline_ns: u64,
    /// Shortest time of the candidate, in nanoseconds.
    pub candidate_ns: u64,
    /// Shortest time of the baseline under its second name, in nanoseconds.
    pub control_ns: u64,
}

/// Puzzles of like difficulty.
#[derive(Clone, PartialEq, Debug)]
pub struct Stratum {
    /// Which, in words.
    pub name: String,
    /// Puzzles in it.
    pub puzzles: usize,
    /// Mean shortest time of the baseline, in nanoseconds.
    pub baseline_ns: f64,
    /// Mean shortest time of the candidate, in nanoseconds.
    pub candidate_ns: f64,
    /// ln of the ratio of totals. All strata together miss the truth with a chance of 5 %: puzzles
    /// are taken for a sample of their kind. The ends are infinite below [`LEAST`] puzzles.
    pub change: Interval,
    /// Puzzles on which the candidate took less time, by more than is [`clear`].
    pub faster: usize,
    /// Puzzles on which it took more, likewise.
    pub slower: usize,
}

/// Ratio of two times of a puzzle below which they are never called different.
const LEAST_CLEAR: f64 = 1.05;
/// Share of puzzles whose times under the baseline's two names lie within the clear ratio.
const WITHIN: f64 = 0.99;

/// Puzzles of a stratum that has an interval: what so few show of the others of their kind is mostly chance.
pub(crate) const LEAST: usize = 10;

/// Most puzzles shown one by one.
pub(crate) const SHOWN: usize = 20;

/// The ratio from which on a single puzzle's times differ clearly: beyond what the baseline shows
/// against itself on all but 1 in 100 puzzles.
pub(crate) fn clear(times: &[PuzzleTimes]) -> f64 {
    let of = |t: &PuzzleTimes| (ns(t.control_ns) / ns(t.baseline_ns)).ln().abs();
    let mut noise: Vec<f64> = times.iter().map(of).collect();
    noise.sort_by(f64::total_cmp);
    let place = (noise.len() as f64 * WITHIN) as usize;
    noise.get(place).or(noise.last()).map_or(LEAST_CLEAR, |noise| noise.exp().max(LEAST_CLEAR))
}

/// A time of 0 is one below the clock's resolution.
fn ns(ns: u64) -> f64 {
    ns.max(1) as f64
}

/// The strata that hold puzzles: by guesses, by givens out of `cells`, then by label.
pub(crate) fn strata(times: &[PuzzleTimes], cells: usize) -> Vec<Stratum> {
    let guesses: [(&str, u64, u64); 4] = [
        ("no guess", 0, 0),
        ("1-10 guesses", 1, 10),
        ("11-100 guesses", 11, 100),
        ("over 100 guesses", 101, u64::MAX),
    ];
    // In percent; of 81 cells up to 20, 21 to 24, 25 to 28, and more.
    let givens = [(0, 25), (25, 30), (30, 35), (35, 101)];
    let by_guesses = guesses.into_iter().map(|(name, low, high)| {
        let of = |t: &&PuzzleTimes| (low..=high).contains(&t.guesses);
        (name.to_owned(), times.iter().filter(of).copied().collect::<Vec<_>>())
    });
    let by_givens = givens.into_iter().map(|(low, high)| {
        let bound = |percent: usize| (cells * percent).div_ceil(100) as u32;
        let (from, to) = (bound(low), bound(high));
        let of = |t: &&PuzzleTimes| (from..to).contains(&t.givens);
        let name = match (low, high) {
            (0, _) => format!("up to {} givens", to - 1),
            (_, 101) => format!("{from} givens and more"),
            _ => format!("{from}-{} givens", to - 1),
        };
        (name, times.iter().filter(of).copied().collect::<Vec<_>>())
    });
    let by_label = Label::ALL.into_iter().map(|label| {
        let of = |t: &&PuzzleTimes| t.label == Some(label);
        (format!("difficulty {label}"), times.iter().filter(of).copied().collect::<Vec<_>>())
    });
    let parts = by_guesses.chain(by_givens).chain(by_label);
    let parts: Vec<_> = parts.filter(|(_, part)| !part.is_empty()).collect();
    let error = ERROR / parts.len().max(1) as f64;
    let clear = clear(times).ln();
    parts.iter().filter_map(|(name, part)| stratum(name, part, clear, error)).collect()
}

fn stratum(name: &str, part: &[PuzzleTimes], clear: f64, error: f64) -> Option<Stratum> {
    let pairs: Vec<(f64, f64)> =
        part.iter().map(|t| (ns(t.baseline_ns), ns(t.candidate_ns))).collect();
    let found = of_sample(&pairs)?;
    let change = match part.len() {
        ..LEAST => Interval::without_ends(found.log_ratio),
        _ => found.interval(error),
    };
    let changes = || pairs.iter().map(|(baseline, candidate)| (candidate / baseline).ln());
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len() as f64;
    Some(Stratum {
        name: name.to_owned(),
        puzzles: part.len(),
        baseline_ns: mean(|p| p.0),
        candidate_ns: mean(|p| p.1),
        change,
        faster: changes().filter(|change| *change < -clear).count(),
        slower: changes().filter(|change| *change > clear).count(),
    })
}

/// The puzzles that lose most time to the candidate, worst first, at most [`SHOWN`].
pub(crate) fn slowest(times: &[PuzzleTimes]) -> Vec<PuzzleTimes> {
    let clear = clear(times);
    let lost = |t: &PuzzleTimes| t.candidate_ns.saturating_sub(t.baseline_ns);
    let is_clear = |t: &&PuzzleTimes| t.candidate_ns as f64 > ns(t.baseline_ns) * clear;
    let mut losers: Vec<PuzzleTimes> = times.iter().filter(is_clear).copied().collect();
    losers.sort_by_key(|t| (std::cmp::Reverse(lost(t)), t.offset));
    losers.truncate(SHOWN);
    losers
}

/// The puzzles whose times differ by the largest factor, in either direction, at most `most`.
pub(crate) fn most_different(times: &[PuzzleTimes], most: usize) -> Vec<PuzzleTimes> {
    let factor = |t: &PuzzleTimes| (ns(t.candidate_ns) / ns(t.baseline_ns)).ln().abs();
    let mut sorted = times.to_vec();
    sorted.sort_by(|a, b| factor(b).total_cmp(&factor(a)).then(a.offset.cmp(&b.offset)));
    sorted.truncate(most);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(offset: u64, guesses: u64, givens: u32, baseline: u64, candidate: u64) -> PuzzleTimes {
        PuzzleTimes {
            offset,
            givens,
            guesses,
            label: None,
            baseline_ns: baseline,
            candidate_ns: candidate,
            control_ns: baseline,
        }
    }

    #[test]
    fn each_puzzle_is_in_one_stratum_of_guesses_and_one_of_givens() {
        let all: Vec<_> = (0..400).map(|i| times(i, i, 17 + (i % 20) as u32, 100, 100)).collect();
        let strata = strata(&all, 81);
        let counts: Vec<_> = strata.iter().map(|s| (s.name.as_str(), s.puzzles)).collect();
        let expected = [
            ("no guess", 1),
            ("1-10 guesses", 10),
            ("11-100 guesses", 90),
            ("over 100 guesses", 299),
            ("up to 20 givens", 80),
            ("21-24 givens", 80),
            ("25-28 givens", 80),
            ("29 givens and more", 160),
        ];
        assert_eq!(counts, expected);
        assert_eq!(super::strata(&[], 81), []);
    }

    #[test]
    fn labels_are_strata_where_they_are_known() {
        let label = |i| (i % 3 > 0).then_some(if i % 3 == 1 { Label::Easy } else { Label::Expert });
        let all: Vec<_> =
            (0..30).map(|i| PuzzleTimes { label: label(i), ..times(i, 0, 30, 100, 100) }).collect();
        let strata = strata(&all, 81);
        let of_label = strata.iter().filter(|stratum| stratum.name.starts_with("difficulty"));
        let counts: Vec<_> =
            of_label.map(|stratum| (stratum.name.as_str(), stratum.puzzles)).collect();
        assert_eq!(counts, [("difficulty easy", 10), ("difficulty expert", 10)]);
    }

    #[test]
    fn a_stratum_says_how_much_and_how_often() {
        let mut all: Vec<_> = (0..50).map(|i| times(i, 5, 30, 1000, 2000 + i % 3)).collect();
        all.extend((50..60).map(|i| times(i, 0, 30, 1000, 500)));
        let strata = strata(&all, 81);
        let hard = strata.iter().find(|s| s.name == "1-10 guesses").unwrap();
        assert!((hard.change.middle.exp() - 2.001).abs() < 0.001, "{hard:?}");
        assert_eq!((hard.slower, hard.faster), (50, 0));
        let easy = strata.iter().find(|s| s.name == "no guess").unwrap();
        assert_eq!((easy.slower, easy.faster), (0, 10));
    }

    #[test]
    fn what_is_clear_follows_from_the_baseline_against_itself() {
        let mut all: Vec<_> = (0..200).map(|i| times(i, 0, 30, 1000, 1000)).collect();
        assert_eq!(clear(&all), LEAST_CLEAR);
        for noisy in &mut all[..20] {
            noisy.control_ns = 1250;
        }
        assert!((clear(&all) - 1.25).abs() < 1e-9);
        assert_eq!(clear(&[]), LEAST_CLEAR);
    }

    #[test]
    fn the_most_different_differ_by_the_largest_factor_either_way() {
        let all = [times(0, 0, 30, 100, 150), times(1, 0, 30, 900, 100), times(2, 0, 30, 10, 50)];
        let offsets: Vec<u64> = most_different(&all, 2).iter().map(|t| t.offset).collect();
        assert_eq!(offsets, [1, 2]);
    }

    #[test]
    fn the_slowest_are_those_that_lose_most_time_and_lose_it_clearly() {
        let mut all: Vec<_> = (0..30).map(|i| times(i, 0, 30, 1000, 2000 + i)).collect();
        all.push(times(99, 0, 30, 1_000_000, 1_040_000));
        let shown = slowest(&all);
        assert_eq!((shown.len(), shown[0].offset), (SHOWN, 29));
        assert!(shown.iter().all(|t| t.offset != 99), "4 % may be noise: {shown:?}");
        assert_eq!(slowest(&[times(0, 0, 30, 1000, 0)]), []);
    }
}
