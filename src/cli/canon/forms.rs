//! One worker's canonical forms, of puzzles of any order.

use super::Kind;
use crate::builtin;
use crate::puzzle::canonical::{Canonizer, Form, Refusal};
use crate::puzzle::{Block, Order};
use crate::solver::{Answers, Backend, Goal, Search};
use crate::sweep::error::SweepError;
use crate::sweep::limited::{LimitedSolver, Limits, OnHandOver, SOON};

/// Guesses after which each solver gives up its search for a solution.
const GUESSES: u64 = 1_000_000;

/// A canonical form, with what found it.
pub(super) struct Canonical<'a> {
    pub form: Vec<u8>,
    pub canonizer: &'a Canonizer,
}

/// Why a puzzle has no canonical form.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoForm {
    #[error("no canonical form: {0}")]
    Refused(#[from] Refusal),
    #[error("no canonical form by the solution: there is none")]
    NoSolution,
    #[error("no canonical form by the solution: there are several")]
    Several,
    #[error("no canonical form by the solution: not solved after {GUESSES} guesses")]
    Open,
    #[error("no canonical form by the solution: {0}")]
    Solver(#[from] SweepError),
}

/// Canonizers and solvers, made when the first puzzle of their order comes.
pub(super) struct Forms<'a> {
    kind: Kind,
    hand_over: OnHandOver<'a>,
    by_order: [Option<OfOrder<'a>>; 6],
}

struct OfOrder<'a> {
    canonizer: Canonizer,
    /// Where solutions are needed.
    solver: Option<(LimitedSolver<'a>, Answers)>,
}

impl<'a> Forms<'a> {
    /// `hand_over` is called when a puzzle takes another solver.
    pub(super) fn new(kind: Kind, hand_over: OnHandOver<'a>) -> Self {
        Self { kind, hand_over, by_order: [const { None }; 6] }
    }

    /// The form of the only puzzle of a block.
    pub(super) fn of(&mut self, block: &Block<'_>) -> Result<Canonical<'_>, NoForm> {
        let order = block.order();
        let of_order = match &mut self.by_order[order.n() - 2] {
            Some(of_order) => of_order,
            none => none.insert(OfOrder::new(order, self.kind, self.hand_over)?),
        };
        let OfOrder { canonizer, solver } = of_order;
        let form = match (self.kind, solver) {
            (Kind::Solution, Some((solver, answers))) => {
                let solution = solution(solver, answers, block)?;
                canonizer.form_by_solution(block.cells(0), solution)?
            }
            (Kind::Max, _) => canonizer.form(block.cells(0), Form::Max)?,
            _ => canonizer.form(block.cells(0), Form::Min)?,
        };
        Ok(Canonical { form: form.to_vec(), canonizer })
    }
}

impl<'a> OfOrder<'a> {
    fn new(order: Order, kind: Kind, hand_over: OnHandOver<'a>) -> Result<Self, NoForm> {
        let solver = match kind {
            Kind::Solution => {
                let backend = ["vector", "mrv"].into_iter().filter_map(builtin::find);
                let mut takes = backend.filter(|b| b.abilities().orders.contains(&order));
                let limits = Limits { guesses: GUESSES, timeout: None, patience: SOON, hand_over };
                let start = |backend: Box<dyn Backend>| {
                    let second = builtin::learning(order);
                    LimitedSolver::start(&*backend, second, order, Goal::Unique, limits)
                };
                takes.next().map(start).transpose()?.map(|solver| (solver, Answers::new(order, 1)))
            }
            _ => None,
        };
        Ok(Self { canonizer: Canonizer::new(order)?, solver })
    }
}

/// The only solution of a block's only puzzle.
fn solution<'a>(
    solver: &mut LimitedSolver<'_>,
    answers: &'a mut Answers,
    block: &Block<'_>,
) -> Result<&'a [u8], NoForm> {
    solver.solve(block, answers)?;
    let answer = answers.get(0);
    match (answer.search, answer.count, answer.solution) {
        (_, 2.., _) => Err(NoForm::Several),
        (Search::Complete, 1, Some(solution)) => Ok(solution),
        (Search::Complete, 0, _) => Err(NoForm::NoSolution),
        _ => Err(NoForm::Open),
    }
}
