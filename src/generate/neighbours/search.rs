//! The search for neighbours of neighbours: in rounds, the same whatever the number of threads.

use std::collections::HashSet;
use std::ops::Range;

use rayon::prelude::*;
use twox_hash::XxHash3_128;

use super::completions::Completions;
use crate::generate::panel::{Panel, is_minimal, is_unique};
use crate::puzzle::Order;
use crate::puzzle::canonical::{Canonizer, Form};
use crate::puzzle::order::BLANK;

/// Puzzles that a round expands at most: the oldest that were not.
const EXPANDED: usize = 32;

/// What is done to whatever is found before a larger step is.
const SMALL: Step = Step { remove: 1, add: 1 };

/// How a neighbour differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Givens that are left out, 1 to 6.
    pub remove: usize,
    /// Others that are added, 0 to 2.
    pub add: usize,
}

/// Minimal puzzles reached from some, by forms. A form stands for its class: it is the least of all
/// isomorphs.
pub struct Search {
    step: Step,
    /// Hashes of forms that are known.
    seen: HashSet<u128>,
    /// Hashes of parts, with the number of givens to add, that were completed.
    completed: HashSet<(u128, usize)>,
    /// The forms to start from, then those found in the order in which they were.
    forms: Vec<Vec<u8>>,
    starts: usize,
    expanded: usize,
}

impl Search {
    /// A search from puzzles in canonical form; isomorphs of `known` are neither found nor expanded.
    pub fn new(step: Step, starts: Vec<Vec<u8>>, known: impl IntoIterator<Item = Vec<u8>>) -> Self {
        let mut search = Self {
            step,
            seen: HashSet::new(),
            completed: HashSet::new(),
            forms: Vec::new(),
            starts: 0,
            expanded: 0,
        };
        for form in starts {
            if search.seen.insert(XxHash3_128::oneshot(&form)) {
                search.forms.push(form);
            }
        }
        search.starts = search.forms.len();
        search.seen.extend(known.into_iter().map(|form| XxHash3_128::oneshot(&form)));
        search
    }

    /// Goes on where an earlier search stopped: with what it had found, in that order, and the number of
    /// puzzles that it had expanded.
    pub fn resume(&mut self, found: Vec<Vec<u8>>, expanded: usize) {
        self.seen.extend(found.iter().map(|form| XxHash3_128::oneshot(form)));
        self.forms.extend(found);
        self.expanded = expanded.min(self.forms.len());
        let forms = std::mem::take(&mut self.forms);
        self.parts(self.step, &forms[..self.expanded]);
        if self.goes_small() {
            self.parts(SMALL, &forms);
        }
        self.forms = forms;
    }

    /// The forms found, in the order in which they were.
    pub fn found(&self) -> &[Vec<u8>] {
        &self.forms[self.starts..]
    }

    /// How many puzzles were expanded, those to start from included.
    pub fn expanded(&self) -> usize {
        self.expanded
    }

    /// Whether every puzzle was expanded.
    pub fn is_exhausted(&self) -> bool {
        self.expanded == self.forms.len()
    }

    /// Expands the oldest puzzles that were not, and by {-1+1} whatever is found until nothing more
    /// is: that costs a hundredth of {-2+2}.
    pub fn round(&mut self) {
        let upto = self.forms.len().min(self.expanded + EXPANDED);
        let mut fresh = self.forms.len();
        if self.goes_small() && self.expanded == 0 {
            fresh = self.follow(0);
        }
        self.expand(self.step, self.expanded..upto);
        self.expanded = upto;
        if self.goes_small() {
            self.follow(fresh);
        }
    }

    /// Expands the puzzles to start from by the step alone.
    #[cfg(test)]
    pub(super) fn expand_starts(&mut self) {
        self.expand(self.step, 0..self.starts);
    }

    fn goes_small(&self) -> bool {
        self.step.remove == self.step.add && self.step.remove > 1
    }

    /// Expands forms from `from` on by {-1+1} until nothing more is found; returns their number.
    fn follow(&mut self, mut from: usize) -> usize {
        while from < self.forms.len() {
            let upto = self.forms.len();
            self.expand(SMALL, from..upto);
            from = upto;
        }
        from
    }

    /// Adds the neighbours of some forms, in ascending order.
    fn expand(&mut self, step: Step, forms: Range<usize>) {
        let forms = self.forms[forms].to_vec();
        let parts = self.parts(step, &forms);
        let mut found: Vec<Vec<u8>> = parts
            .par_iter()
            .map_init(Worker::new, |worker, part| worker.complete(part, step.add))
            .flatten_iter()
            .collect();
        found.sort_unstable();
        found.dedup();
        let is_new = |form: &Vec<u8>| self.seen.insert(XxHash3_128::oneshot(form));
        self.forms.extend(found.into_iter().filter(is_new));
    }

    /// The parts of some forms that were not completed before, in canonical form; from now on they
    /// count as completed.
    fn parts(&mut self, step: Step, forms: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let (mut parts, mut canonizer) = (Vec::new(), canonizer());
        for form in forms {
            for_each_part(form, step.remove, &mut |part| {
                if digits(part) + step.add < 8 {
                    return; // two values that are not given can always be exchanged
                }
                if let Ok(part) = canonizer.form(part, Form::Min)
                    && self.completed.insert((XxHash3_128::oneshot(part), step.add))
                {
                    parts.push(part.to_vec());
                }
            });
        }
        parts
    }
}

fn canonizer() -> Canonizer {
    Canonizer::new(Order::THREE).expect("9x9 puzzles have canonical forms")
}

struct Worker {
    completions: Completions,
    panel: Panel,
    second: Panel,
    canonizer: Canonizer,
}

impl Worker {
    fn new() -> Self {
        let [panel, second] = [Panel::new(Order::THREE), Panel::second(Order::THREE)];
        Self { completions: Completions::new(), panel, second, canonizer: canonizer() }
    }

    /// The forms of minimal puzzles that come of a part by adding givens.
    fn complete(&mut self, part: &[u8], add: usize) -> Vec<Vec<u8>> {
        let seed = XxHash3_128::oneshot(part) as u64;
        let mut found = Vec::new();
        for puzzle in self.completions.find(part, add, seed) {
            self.second.slot().copy_from_slice(&puzzle);
            let mut agrees = false;
            self.second.ask(|_, answer| agrees = is_unique(&answer));
            if agrees
                && is_minimal(&mut self.panel, &puzzle)
                && let Ok(form) = self.canonizer.form(&puzzle, Form::Min)
            {
                found.push(form.to_vec());
            }
        }
        found
    }
}

/// Passes on each part of a puzzle that has so many givens less.
fn for_each_part(puzzle: &[u8], remove: usize, each: &mut impl FnMut(&[u8])) {
    fn go(part: &mut [u8], from: usize, remove: usize, each: &mut impl FnMut(&[u8])) {
        if remove == 0 {
            return each(part);
        }
        for cell in from..part.len() {
            if part[cell] != BLANK {
                let given = std::mem::replace(&mut part[cell], BLANK);
                go(part, cell + 1, remove - 1, each);
                part[cell] = given;
            }
        }
    }
    go(&mut puzzle.to_vec(), 0, remove, each);
}

fn digits(puzzle: &[u8]) -> usize {
    let set = puzzle.iter().filter(|symbol| symbol.is_ascii_digit());
    set.fold(0u16, |set, symbol| set | 1 << (symbol - b'1')).count_ones() as usize
}
