//! Givens that, added to a puzzle with several solutions, leave exactly one.
//!
//! Of two candidates that some two solutions have in common nothing needs to be asked, and of two that
//! singles refute neither. The rest is asked of a solver in random order, and every solution that it
//! finds rules out other pairs.

use std::collections::HashSet;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::candidates::{Candidates, Planes, cells, may_agree, members};
use crate::generate::panel::{Panel, is_unique};
use crate::puzzle::Order;

/// Questions between two looks at what the answers rule out.
const ASKED_AT_ONCE: usize = 256;
const CANDIDATES: usize = 9 * 81;

/// A candidate: cell, and digit less 1.
type Candidate = (usize, usize);

/// Finds what to add. Its memory is used again; one worker's own.
pub(super) struct Completions {
    panel: Panel,
    /// For each candidate, which ones were in a solution with it, and in two.
    once: Vec<Planes>,
    twice: Vec<Planes>,
    /// Solutions that count already: one that is met twice is not two.
    known: HashSet<Vec<u8>>,
}

fn index((cell, digit): Candidate) -> usize {
    digit * 81 + cell
}

fn has(planes: &Planes, (cell, digit): Candidate) -> bool {
    planes[digit] >> cell & 1 == 1
}

impl Completions {
    pub(super) fn new() -> Self {
        let [once, twice] = [(); 2].map(|()| vec![[0; 9]; CANDIDATES]);
        Self { panel: Panel::new(Order::THREE), once, twice, known: HashSet::new() }
    }

    /// Puzzles of one solution that come of `puzzle` by adding so many givens, none of which follows
    /// from the others by singles: 0, 1 or 2.
    pub(super) fn find(&mut self, puzzle: &[u8], add: usize, seed: u64) -> Vec<Vec<u8>> {
        if add == 0 {
            return self.ask(puzzle, &[[None, None]]);
        }
        let Some(base) = Candidates::of(puzzle) else { return Vec::new() };
        self.once.fill([0; 9]);
        self.twice.fill([0; 9]);
        self.known.clear();
        let open = base.planes.map(|plane| plane & !base.decided);
        let firsts: Vec<(Candidate, Candidates)> =
            members(open).filter_map(|first| Some((first, base.with(first)?))).collect();
        let mut questions = match add {
            1 => firsts.iter().map(|(first, _)| [Some(*first), None]).collect(),
            _ => pairs(&firsts),
        };
        questions.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        let mut left: Vec<Option<&Planes>> = vec![None; CANDIDATES];
        firsts.iter().for_each(|(first, with)| left[index(*first)] = Some(&with.planes));
        let mut found = Vec::new();
        let mut asked = Vec::with_capacity(ASKED_AT_ONCE);
        let mut questions = questions.into_iter();
        loop {
            let open = |[one, other]: &[Option<Candidate>; 2]| {
                let Some(one) = *one else { return true };
                let second = other.unwrap_or(one);
                if has(&self.twice[index(one)], second) {
                    return false;
                }
                match (left[index(one)], left[index(second)]) {
                    (Some(one), Some(second)) => other.is_none() || may_agree(one, second),
                    _ => false,
                }
            };
            asked.clear();
            asked.extend(questions.by_ref().filter(open).take(ASKED_AT_ONCE));
            if asked.is_empty() {
                return found;
            }
            found.extend(self.ask(puzzle, &asked));
        }
    }

    /// Asks about additions, and takes note of all solutions that are found.
    fn ask(&mut self, puzzle: &[u8], additions: &[[Option<Candidate>; 2]]) -> Vec<Vec<u8>> {
        let Self { panel, once, twice, known } = self;
        let write = |addition: &[Option<Candidate>; 2], cells: &mut [u8]| {
            cells.copy_from_slice(puzzle);
            for (cell, digit) in addition.iter().flatten() {
                cells[*cell] = b'1' + *digit as u8;
            }
        };
        additions.iter().for_each(|addition| write(addition, panel.slot()));
        let mut found = Vec::new();
        panel.ask(|i, answer| {
            if is_unique(&answer) {
                let mut cells = puzzle.to_vec();
                write(&additions[i], &mut cells);
                found.push(cells);
            }
            if let Some(solution) = answer.solution
                && !known.contains(solution)
            {
                known.insert(solution.to_vec());
                note(puzzle, solution, once, twice);
            }
        });
        found
    }
}

/// Takes note of a solution that was not known.
fn note(puzzle: &[u8], solution: &[u8], once: &mut [Planes], twice: &mut [Planes]) {
    let mut planes = [0; 9];
    let mut blanks = 0u128;
    for (cell, (&symbol, given)) in solution.iter().zip(puzzle).enumerate() {
        if !given.is_ascii_digit() {
            planes[usize::from(symbol - b'1')] |= 1 << cell;
            blanks |= 1 << cell;
        }
    }
    for cell in cells(blanks) {
        let at = index((cell, usize::from(solution[cell] - b'1')));
        for digit in 0..9 {
            twice[at][digit] |= once[at][digit] & planes[digit];
            once[at][digit] |= planes[digit];
        }
    }
}

/// Pairs of candidates neither of which singles refute or imply beside the other.
fn pairs(firsts: &[(Candidate, Candidates)]) -> Vec<[Option<Candidate>; 2]> {
    let is_open = |with: &Candidates, other: Candidate| {
        has(&with.planes, other) && with.decided >> other.0 & 1 == 0
    };
    let mut pairs = Vec::new();
    for (i, (one, with_one)) in firsts.iter().enumerate() {
        for (other, with_other) in &firsts[i + 1..] {
            if is_open(with_one, *other) && is_open(with_other, *one) {
                pairs.push([Some(*one), Some(*other)]);
            }
        }
    }
    pairs
}
