//! The judge: an answer against its puzzle.
//!
//! Believes nothing that it can check: givens kept, units complete, count plausible. Whether a grid
//! is the only one is beyond a single look; `run` settles that between solvers.

mod grid;
mod nine;

use std::fmt;

pub use grid::{GridFault, Place, check_solution};

use crate::puzzle::{Block, Order};
use crate::solver::{Abilities, Answer, Answers, Goal, Search, Solutions};

/// What an answer amounts to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// One solution, found and right; for goals beyond `first`, claimed to be the only one.
    Unique,
    /// Several solutions claimed; the first of them is right where it was given.
    Multiple,
    /// No solution claimed.
    None,
    /// Left open.
    Incomplete,
    /// Not an answer to this puzzle.
    Wrong(Fault),
}

/// Why an answer is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The solver wrote nothing.
    Unanswered,
    /// More solutions counted than the goal allows.
    OverLimit {
        /// Solutions claimed.
        count: u32,
        /// The goal's limit.
        limit: u32,
    },
    /// A solution counted but not shown, by a solver that promises to show it.
    NotShown,
    /// The grid shown is not a solution of the puzzle.
    Grid(GridFault),
    /// No solution claimed, or another one as the only one, where the dataset has a right one.
    NotTheDatasets,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unanswered => f.write_str("no answer was written"),
            Self::OverLimit { count, .. } if (*count as i32) < 0 => {
                write!(f, "returned {}; return 0 for none", *count as i32)
            }
            Self::OverLimit { count, limit } => {
                write!(f, "returned {count}, but was to count no further than {limit}")
            }
            Self::NotShown => f.write_str("counted a solution and showed none"),
            Self::Grid(fault) => write!(f, "{fault}"),
            Self::NotTheDatasets => {
                f.write_str("contradicts the dataset's solution, which is right")
            }
        }
    }
}

/// Which answers to a block show a grid that solves its puzzle. All are checked in one go, which
/// takes half the time; what is said of other answers means nothing.
#[derive(Debug, Default)]
pub struct RightGrids(Vec<bool>);

impl RightGrids {
    /// Checks the answers to all puzzles of a block.
    pub fn check(&mut self, block: &Block<'_>, answers: &Answers) {
        self.0.clear();
        self.0.resize(block.len(), false);
        if block.order() == Order::THREE {
            nine::solve_all(block.bytes(), answers.solutions(), &mut self.0);
        } else {
            for (i, right) in self.0.iter_mut().enumerate() {
                let shown = answers.get(i).solution;
                *right = shown.is_some_and(|solution| {
                    check_solution(block.order(), block.cells(i), solution).is_ok()
                });
            }
        }
    }

    /// Answers checked last.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns true if answer `i` of those checked last shows a right grid.
    #[inline]
    pub fn has(&self, i: usize) -> bool {
        self.0[i]
    }
}

/// Judges one answer by itself.
pub fn judge(
    order: Order,
    puzzle: &[u8],
    answer: &Answer<'_>,
    goal: Goal,
    abilities: &Abilities,
) -> Judgement {
    judge_checked(order, puzzle, answer, goal, abilities, false)
}

/// Judges one answer, of which [`RightGrids`] may already say that it shows a right grid.
#[inline]
pub fn judge_checked(
    order: Order,
    puzzle: &[u8],
    answer: &Answer<'_>,
    goal: Goal,
    abilities: &Abilities,
    is_right: bool,
) -> Judgement {
    let limit = goal.limit();
    if answer.search == Search::Unanswered {
        return Judgement::Wrong(Fault::Unanswered);
    }
    if answer.count > limit {
        return Judgement::Wrong(Fault::OverLimit { count: answer.count, limit });
    }
    if answer.count > 0 {
        match answer.solution {
            Some(_) if is_right => {}
            Some(solution) => {
                if let Err(fault) = check_solution(order, puzzle, solution) {
                    return Judgement::Wrong(Fault::Grid(fault));
                }
            }
            None if shows(abilities, goal) && answer.search == Search::Complete => {
                return Judgement::Wrong(Fault::NotShown);
            }
            // Who is asked for a solution and shows none has found none.
            None if limit == 1 => return Judgement::Incomplete,
            None => {}
        }
    }
    match (answer.search, answer.count) {
        (Search::Incomplete | Search::Unanswered, _) => Judgement::Incomplete,
        (Search::Complete, 0) => Judgement::None,
        (Search::Complete, 1) => Judgement::Unique,
        (Search::Complete, _) => Judgement::Multiple,
    }
}

/// Returns true if the backend promises the cells of a solution for this goal.
fn shows(abilities: &Abilities, goal: Goal) -> bool {
    match abilities.solutions {
        Solutions::Always => true,
        Solutions::AtLimitOne => goal.limit() == 1,
        Solutions::Never => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin;
    use crate::puzzle::Puzzles;
    use crate::solver::Stop;

    const PUZZLE: &[u8; 16] = b"1.3.............";
    const SOLUTION: &[u8; 16] = b"1234341221434321";

    fn at(row: u8, column: u8) -> Place {
        Place { row, column }
    }

    fn answer(count: u32, search: Search, solution: Option<&[u8]>) -> Answer<'_> {
        Answer { count, guesses: 0, search, solution }
    }

    fn judged(goal: Goal, answer: Answer<'_>) -> Judgement {
        judge(Order::TWO, PUZZLE, &answer, goal, &Abilities::BUILTIN)
    }

    #[test]
    fn a_right_answer_is_called_by_its_count() {
        let right = Some(&SOLUTION[..]);
        let complete = Search::Complete;
        assert_eq!(judged(Goal::Unique, answer(1, complete, right)), Judgement::Unique);
        assert_eq!(judged(Goal::Unique, answer(2, complete, right)), Judgement::Multiple);
        assert_eq!(judged(Goal::Unique, answer(0, complete, None)), Judgement::None);
        assert_eq!(judged(Goal::First, answer(1, complete, right)), Judgement::Unique);
    }

    #[test]
    fn a_limit_is_never_no_solution() {
        let open = answer(0, Search::Incomplete, None);
        assert_eq!(judged(Goal::Unique, open), Judgement::Incomplete);
    }

    #[test]
    fn what_is_no_answer_is_wrong() {
        let (complete, right) = (Search::Complete, Some(&SOLUTION[..]));
        let over = Fault::OverLimit { count: 3, limit: 2 };
        let given = b"2134341221434321";
        let changed = GridFault::GivenChanged { at: at(1, 1), given: b'1', answered: b'2' };
        let twice = b"1134341221434321";
        let repeated = GridFault::Repeated { at: at(1, 2), symbol: b'1', unit: "row" };
        let cases = [
            (answer(0, Search::Unanswered, None), Fault::Unanswered),
            (answer(3, complete, right), over),
            (answer(1, complete, None), Fault::NotShown),
            (answer(1, complete, Some(given)), Fault::Grid(changed)),
            (answer(1, complete, Some(twice)), Fault::Grid(repeated)),
            (answer(1, Search::Incomplete, Some(twice)), Fault::Grid(repeated)),
        ];
        for (answer, fault) in cases {
            assert_eq!(judged(Goal::Unique, answer), Judgement::Wrong(fault));
        }
    }

    #[test]
    fn grids_checked_together_are_judged_as_each_alone() {
        let text = include_str!("../../datasets/easy.txt");
        let lines = text.lines().map(str::as_bytes).filter(|line| line.len() == 81);
        let puzzles = Puzzles::from_cells(Order::THREE, lines.take(50));
        let block = puzzles.block();
        let mut answers = Answers::new(Order::THREE, block.len());
        let solver = builtin::find("mrv").expect("built in").start(Order::THREE, Goal::Unique);
        solver.expect("starts").solve(&block, &Stop::never(), &mut answers).expect("solves");
        for i in (0..block.len()).step_by(3) {
            answers.solution_mut(i)[i] = b'1' + (answers.solution_mut(i)[i] - b'0') % 9;
        }
        answers.solution_mut(1).fill(0);
        let mut right = RightGrids::default();
        right.check(&block, &answers);
        for i in 0..block.len() {
            let alone = answers.get(i).solution.is_some_and(|solution| {
                check_solution(Order::THREE, block.cells(i), solution).is_ok()
            });
            assert_eq!(right.has(i), alone, "{i}");
            assert_eq!(alone, i % 3 != 0 && i != 1);
        }
    }

    #[test]
    fn a_solver_that_shows_only_at_limit_one_is_not_blamed_beyond() {
        let abilities = Abilities { solutions: Solutions::AtLimitOne, ..Abilities::BUILTIN };
        let count = answer(1, Search::Complete, None);
        let judged = |goal| judge(Order::TWO, PUZZLE, &count, goal, &abilities);
        assert_eq!(judged(Goal::Unique), Judgement::Unique);
        assert_eq!(judged(Goal::First), Judgement::Wrong(Fault::NotShown));
    }

    #[test]
    fn who_is_asked_for_a_solution_and_never_shows_one_has_solved_nothing() {
        let abilities = Abilities { solutions: Solutions::Never, ..Abilities::BUILTIN };
        let count = answer(1, Search::Complete, None);
        let judged = |goal| judge(Order::TWO, PUZZLE, &count, goal, &abilities);
        assert_eq!(judged(Goal::First), Judgement::Incomplete);
        assert_eq!(judged(Goal::Unique), Judgement::Unique);
    }

    #[test]
    fn a_negative_count_is_shown_as_it_was_returned() {
        let over = |count| Fault::OverLimit { count, limit: 2 }.to_string();
        assert_eq!(over(-1i32 as u32), "returned -1; return 0 for none");
        assert_eq!(over(3), "returned 3, but was to count no further than 2");
    }
}
