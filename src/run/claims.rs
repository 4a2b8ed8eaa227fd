//! What each backend claims of each puzzle of a round, and who is right when they differ.

use crate::solver::Goal;

use super::tally::Mark;

/// A decided answer, small enough to be kept for every puzzle of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Solutions found, at most the goal's limit.
    pub count: u32,
    /// Fingerprint of the only solution; 0 where it was not shown or need not be the only one.
    pub grid: u64,
}

impl Claim {
    /// The claim of a checked answer.
    pub fn new(count: u32, solution: Option<&[u8]>, goal: Goal) -> Self {
        let only = count == 1 && goal.limit() > 1;
        Self { count, grid: solution.filter(|_| only).map_or(0, fingerprint) }
    }

    /// Whether both can be right.
    pub fn agrees(self, other: Self) -> bool {
        self.count == other.count && (self.grid == other.grid || self.grid == 0 || other.grid == 0)
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
pub struct Entry {
    /// What became of the puzzle so far.
    pub mark: Mark,
    /// Its answer, where it decided the puzzle.
    pub claim: Option<Claim>,
}

impl Entry {
    /// Takes in the outcome of another turn on the same puzzle. Returns whether the two turns
    /// contradict each other: then the backend is wrong whichever holds.
    pub fn add(&mut self, mark: Mark, claim: Option<Claim>) -> bool {
        let contradiction = match (self.claim, claim) {
            (Some(before), Some(now)) => !before.agrees(now),
            _ => false,
        };
        if contradiction {
            self.mark = Mark::Wrong;
        } else {
            self.mark = self.mark.max(mark);
            self.claim = self.claim.or(claim);
        }
        contradiction
    }
}

/// What the claims of all backends on one puzzle call for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Nothing: nobody claims anything, or what is claimed needs no second opinion.
    Settled,
    /// One backend alone claims it: a recount has to confirm.
    Alone,
    /// The backends contradict each other: a recount has to decide.
    Disputed,
}

/// Weighs the claims on one puzzle, each with whether its backend's word needs no second opinion.
/// A solution found for the goal `first` is its own proof.
pub fn weigh<'a>(claims: impl Iterator<Item = (bool, &'a Entry)>, goal: Goal) -> Standing {
    let mut first: Option<Claim> = None;
    let (mut voices, mut trusted) = (0, false);
    for (trust, entry) in claims {
        let Some(claim) = entry.claim.filter(|_| entry.mark != Mark::Wrong) else { continue };
        match first {
            Some(first) if !first.agrees(claim) => return Standing::Disputed,
            Some(first) if first.grid != 0 => {}
            _ => first = Some(claim),
        }
        voices += 1;
        trusted |= trust;
    }
    let shown = goal.limit() == 1 && first.is_some_and(|claim| claim.count == 1);
    match voices {
        1 if !trusted && !shown => Standing::Alone,
        _ => Standing::Settled,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &[u8] = b"1234341221434321";
    const B: &[u8] = b"1234341243212143";

    fn entry(count: u32, grid: Option<&[u8]>) -> Entry {
        let mark = [Mark::None, Mark::Unique, Mark::Multiple][count.min(2) as usize];
        Entry { mark, claim: Some(Claim::new(count, grid, Goal::Unique)) }
    }

    fn weighed(entries: &[(bool, Entry)]) -> Standing {
        weigh(entries.iter().map(|(trust, entry)| (*trust, entry)), Goal::Unique)
    }

    #[test]
    fn two_who_agree_need_no_recount() {
        assert_eq!(
            weighed(&[(false, entry(1, Some(A))), (false, entry(1, Some(A)))]),
            Standing::Settled
        );
        assert_eq!(
            weighed(&[(false, entry(1, Some(A))), (false, entry(1, None))]),
            Standing::Settled
        );
    }

    #[test]
    fn different_counts_or_grids_are_a_dispute() {
        for other in [entry(0, None), entry(2, Some(A)), entry(1, Some(B))] {
            let pair = [(false, entry(1, Some(A))), (true, other)];
            assert_eq!(weighed(&pair), Standing::Disputed);
        }
        let three =
            [(false, entry(1, None)), (false, entry(1, Some(A))), (false, entry(1, Some(B)))];
        assert_eq!(weighed(&three), Standing::Disputed);
    }

    #[test]
    fn a_lone_claim_needs_a_recount_unless_trusted_or_proved() {
        for lone in [entry(0, None), entry(1, Some(A)), entry(2, Some(A))] {
            assert_eq!(weighed(&[(false, lone), (false, Entry::default())]), Standing::Alone);
            assert_eq!(weighed(&[(true, lone)]), Standing::Settled);
        }
        let found = Entry { mark: Mark::Unique, claim: Some(Claim::new(1, Some(A), Goal::First)) };
        assert_eq!(weigh([(false, &found)].into_iter(), Goal::First), Standing::Settled);
        assert_eq!(weighed(&[]), Standing::Settled);
    }

    #[test]
    fn a_backend_that_contradicts_itself_is_wrong() {
        let mut entry = entry(1, Some(A));
        assert!(!entry.add(Mark::Unique, Some(Claim::new(1, Some(A), Goal::Unique))));
        assert_eq!(entry.mark, Mark::Unique);
        assert!(entry.add(Mark::Multiple, Some(Claim::new(2, Some(A), Goal::Unique))));
        assert_eq!(entry.mark, Mark::Wrong);
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
