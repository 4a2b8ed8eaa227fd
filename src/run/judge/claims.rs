//! What each backend claims of each puzzle of a round, and what the answers themselves prove.

use crate::solver::Goal;

use crate::puzzle::seed::mix;
use crate::record::mark::Mark;

/// A decided answer, small enough to be kept for every puzzle of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Claim {
    /// Solutions found, at most the goal's limit.
    pub count: u32,
    /// Fingerprint of the solution that was shown; 0 where none was, or the goal is the first.
    pub grid: u64,
}

impl Claim {
    /// The claim of a checked answer.
    pub(crate) fn new(count: u32, solution: Option<&[u8]>, goal: Goal) -> Self {
        let counts = count > 0 && goal.limit() > 1;
        Self { count, grid: solution.filter(|_| counts).map_or(0, fingerprint) }
    }

    /// Returns true if both can be right.
    pub(crate) fn agrees(self, other: Self) -> bool {
        let is_only = self.count == 1 && self.grid != 0 && other.grid != 0;
        self.count == other.count && (!is_only || self.grid == other.grid)
    }
}

impl Claim {
    /// The contradiction to a later claim on the same puzzle, in words.
    pub(crate) fn differs_from(self, later: Self) -> String {
        let (before, now) = (self.count, later.count);
        if before == now {
            return "two different grids for the same puzzle, each as its only solution".to_owned();
        }
        let before = match before {
            0 => "no solution".to_owned(),
            1 => "1 solution".to_owned(),
            count => format!("{count} solutions"),
        };
        let now = if now == 0 { "none".to_owned() } else { now.to_string() };
        format!("{before}, then {now}, for the same puzzle")
    }
}

/// 64 bits of a grid. Two different solutions of a puzzle collide once in 2^64 times.
fn fingerprint(cells: &[u8]) -> u64 {
    let mut words = cells.chunks_exact(8);
    let mut hash = 0x243f_6a88_85a3_08d3u64;
    let mut take = |word: u64| {
        let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
        hash = (product as u64 ^ (product >> 64) as u64).wrapping_add(word);
    };
    for word in &mut words {
        take(u64::from_le_bytes(word.try_into().expect("eight bytes")));
    }
    let mut last = [0; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    take(u64::from_le_bytes(last));
    hash.max(1)
}

/// What one backend says of one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Entry {
    /// What became of the puzzle so far.
    pub mark: Mark,
    /// Its answer, where it decided the puzzle.
    pub claim: Option<Claim>,
    /// Whether it counted solutions and showed none.
    pub only_counted: bool,
}

impl Entry {
    /// Takes in the outcome of another turn on the same puzzle. Returns the earlier claim where the
    /// two turns contradict each other: then the backend is wrong whichever holds.
    pub(crate) fn add(&mut self, mark: Mark, claim: Option<Claim>) -> Option<Claim> {
        if let (Some(before), Some(now)) = (self.claim, claim)
            && !before.agrees(now)
        {
            self.mark = Mark::Wrong;
            return Some(before);
        }
        self.mark = self.mark.max(mark);
        self.claim = self.claim.or(claim);
        None
    }

    /// Returns true if solutions were counted and none was shown.
    #[inline]
    pub(crate) fn is_only_counted(&self) -> bool {
        self.only_counted && matches!(self.mark, Mark::Unique | Mark::Multiple)
    }

    /// The number of solutions that it claims, unless it is wrong already.
    #[inline]
    pub(crate) fn claimed(&self) -> Option<u32> {
        self.claim.filter(|_| self.mark != Mark::Wrong).map(|claim| claim.count)
    }
}

/// A digest of how many solutions all voices claim alike, each puzzle by its index in the entries and
/// its place in the dataset, in any order; nothing where they differ or one claims nothing.
pub(crate) fn agreed(
    mut puzzles: impl Iterator<Item = (usize, (u32, u32))>,
    voices: &[&[Entry]],
) -> Option<u64> {
    let (first, others) = voices.split_first()?;
    puzzles.try_fold(0u64, |digest, (i, (chunk, index))| {
        let count = first[i].claimed()?;
        let is_alike = others.iter().all(|entries| entries[i].claimed() == Some(count));
        let place = mix(chunk.into(), index.into());
        is_alike.then(|| digest.wrapping_add(mix(place, count.into())))
    })
}

/// Solutions that right grids prove a puzzle to have, at most `limit`: one where a grid was shown,
/// two where two different ones were. `own` is the dataset's solution, if it is right.
pub(crate) fn proved_at_least<'a>(
    entries: impl Iterator<Item = &'a Entry>,
    own: Option<&[u8]>,
    limit: u32,
) -> u32 {
    let shown = entries.filter(|entry| entry.mark != Mark::Wrong).filter_map(|entry| {
        let claim = entry.claim.filter(|claim| claim.count > 0 && !entry.only_counted)?;
        Some(claim.grid)
    });
    let (mut at_least, mut first) = (0, 0);
    for grid in own.map(fingerprint).into_iter().chain(shown) {
        let is_other = grid != 0 && first != 0 && grid != first;
        at_least = at_least.max(if is_other { 2 } else { 1 });
        first = if first == 0 { grid } else { first };
    }
    at_least.min(limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &[u8] = b"1234341221434321";
    const B: &[u8] = b"1234341243212143";

    fn entry(count: u32, grid: Option<&[u8]>) -> Entry {
        let mark = [Mark::None, Mark::Unique, Mark::Multiple][count.min(2) as usize];
        Entry { mark, claim: Some(Claim::new(count, grid, Goal::Unique)), only_counted: false }
    }

    fn proved(entries: &[Entry], own: Option<&[u8]>) -> u32 {
        proved_at_least(entries.iter(), own, 2)
    }

    #[test]
    fn two_different_grids_prove_two_solutions_and_one_proves_one() {
        assert_eq!(proved(&[entry(0, None), entry(0, None)], None), 0);
        assert_eq!(proved(&[entry(1, Some(A)), entry(0, None)], None), 1);
        assert_eq!(proved(&[entry(1, Some(A)), entry(1, Some(A))], Some(A)), 1);
        assert_eq!(proved(&[entry(1, Some(A)), entry(2, Some(B))], None), 2);
        assert_eq!(proved(&[entry(1, Some(A))], Some(B)), 2);
        assert_eq!(proved(&[entry(0, None)], Some(B)), 1);
        assert_eq!(proved_at_least([entry(1, Some(A))].iter(), Some(B), 1), 1);
    }

    #[test]
    fn a_count_without_a_grid_and_a_wrong_answer_prove_nothing() {
        let counted = Entry { only_counted: true, ..entry(2, None) };
        let wrong = Entry { mark: Mark::Wrong, ..entry(1, Some(A)) };
        assert_eq!(proved(&[counted, wrong], None), 0);
    }

    #[test]
    fn claims_agree_by_their_count_and_by_an_only_solution() {
        let claim = |count, grid| Claim::new(count, grid, Goal::Unique);
        assert!(claim(1, Some(A)).agrees(claim(1, None)));
        assert!(claim(2, Some(A)).agrees(claim(2, Some(B))));
        for other in [claim(0, None), claim(2, Some(A)), claim(1, Some(B))] {
            assert!(!claim(1, Some(A)).agrees(other));
        }
    }

    #[test]
    fn a_backend_that_contradicts_itself_is_wrong() {
        let mut entry = entry(1, Some(A));
        let claim = |count| Claim::new(count, Some(A), Goal::Unique);
        assert_eq!(entry.add(Mark::Unique, Some(claim(1))), None);
        assert_eq!(entry.mark, Mark::Unique);
        assert_eq!(entry.add(Mark::Multiple, Some(claim(2))), Some(claim(1)));
        assert_eq!(entry.mark, Mark::Wrong);
        assert_eq!(claim(1).differs_from(claim(2)), "1 solution, then 2, for the same puzzle");
        assert_eq!(claim(2).differs_from(claim(0)), "2 solutions, then none, for the same puzzle");
        assert_eq!(claim(0).differs_from(claim(1)), "no solution, then 1, for the same puzzle");
    }

    #[test]
    fn the_worst_turn_marks_the_puzzle() {
        let mut entry = entry(1, Some(A));
        entry.add(Mark::TimedOut, None);
        assert_eq!(entry.mark, Mark::TimedOut);
        entry.add(Mark::Unique, entry.claim);
        assert_eq!(entry.mark, Mark::TimedOut);
    }

    #[test]
    fn every_cell_counts_in_a_fingerprint() {
        let mut seen = std::collections::HashSet::new();
        for cell in 0..81 {
            let mut grid = [b'1'; 81];
            grid[cell] = b'2';
            assert!(seen.insert(fingerprint(&grid)));
        }
    }
}
