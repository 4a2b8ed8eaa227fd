//! A block's answers, as a structure of arrays beside its puzzles.

use crate::puzzle::Order;

/// How far the search for a puzzle's solutions went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// The solver never wrote to this place.
    Unanswered,
    /// It ended before the goal was decided: stopped, out of guesses, or out of technique.
    Incomplete,
    /// The count is exact, or has reached the goal's limit.
    Complete,
}

/// One puzzle's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer<'a> {
    /// Solutions found, at most the goal's limit.
    pub count: u32,
    /// Choices between candidates that propagation did not force.
    pub guesses: u64,
    /// How far the search went.
    pub search: Search,
    /// Cells of the first solution as the solver wrote them, if it wrote any. Not checked.
    pub solution: Option<&'a [u8]>,
}

/// Room for the answers to one block; a solver writes answer `i` for puzzle `i`.
pub struct Answers {
    order: Order,
    solutions: Vec<u8>,
    counts: Vec<u32>,
    guesses: Vec<u64>,
    searches: Vec<Search>,
}

impl Answers {
    /// Room for `len` answers, cleared.
    pub fn new(order: Order, len: usize) -> Self {
        Self {
            order,
            solutions: vec![0; len * order.stride()],
            counts: vec![0; len],
            guesses: vec![0; len],
            searches: vec![Search::Unanswered; len],
        }
    }

    /// Number of answers there is room for.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Returns true if there is no room at all.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The order of the puzzles answered.
    pub fn order(&self) -> Order {
        self.order
    }

    /// Forgets the first `len` answers, so that a stale one cannot pass for the next block's.
    pub fn clear(&mut self, len: usize) {
        self.solutions[..len * self.order.stride()].fill(0);
        self.counts[..len].fill(0);
        self.guesses[..len].fill(0);
        self.searches[..len].fill(Search::Unanswered);
    }

    /// Where the cells of the first solution of puzzle `i` go, as canonical symbols.
    /// A first cell of NUL means that no solution was written.
    #[inline]
    pub fn solution_mut(&mut self, i: usize) -> &mut [u8] {
        let at = i * self.order.stride();
        &mut self.solutions[at..at + self.order.cells()]
    }

    /// All solutions: that of puzzle `i` begins at `i * stride`, NUL where none was written.
    pub fn solutions(&self) -> &[u8] {
        &self.solutions
    }

    /// All solutions, to be written. For solvers that write many.
    pub fn solutions_mut(&mut self) -> &mut [u8] {
        &mut self.solutions
    }

    /// All solutions and, beside them, everything else of the answers: for solvers that hold on
    /// to the memory of the one while they write the other.
    pub fn split_mut(&mut self) -> (&mut [u8], Outcomes<'_>) {
        let Self { counts, guesses, searches, .. } = self;
        (&mut self.solutions, Outcomes { counts, guesses, searches })
    }

    /// Answers puzzle `i`, but for its solution's cells.
    #[inline]
    pub fn set(&mut self, i: usize, count: u32, guesses: u64, search: Search) {
        self.split_mut().1.set(i, count, guesses, search);
    }

    /// Returns true if the solver has written to each of the first `len` places.
    pub fn are_given(&self, len: usize) -> bool {
        !self.searches[..len].contains(&Search::Unanswered)
    }

    /// The answer to puzzle `i`.
    #[inline(always)]
    pub fn get(&self, i: usize) -> Answer<'_> {
        let at = i * self.order.stride();
        let solution = &self.solutions[at..at + self.order.cells()];
        Answer {
            count: self.counts[i],
            guesses: self.guesses[i],
            search: self.searches[i],
            solution: (solution[0] != 0).then_some(solution),
        }
    }
}

/// The answers to one block without the solutions' cells.
pub struct Outcomes<'a> {
    counts: &'a mut [u32],
    guesses: &'a mut [u64],
    searches: &'a mut [Search],
}

impl Outcomes<'_> {
    /// Answers puzzle `i`, but for its solution's cells.
    #[inline]
    pub fn set(&mut self, i: usize, count: u32, guesses: u64, search: Search) {
        self.counts[i] = count;
        self.guesses[i] = guesses;
        self.searches[i] = search;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cleared_answer_says_nothing() {
        let mut answers = Answers::new(Order::TWO, 2);
        answers.solution_mut(1).fill(b'1');
        answers.set(1, 2, 3, Search::Complete);
        assert!(!answers.are_given(2));
        answers.set(0, 0, 0, Search::Incomplete);
        assert!(answers.are_given(2) && answers.are_given(0));
        let full = answers.get(1);
        assert_eq!((full.count, full.guesses, full.search), (2, 3, Search::Complete));
        assert_eq!(full.solution, Some(&[b'1'; 16][..]));
        answers.clear(2);
        let none = Answer { count: 0, guesses: 0, search: Search::Unanswered, solution: None };
        assert_eq!(answers.get(1), none);
    }
}
