//! What is known of a puzzle whose claims are to be settled, and what a claim amounts to by it.

use crate::run::judge::found::{Place, Truth};
use crate::run::judge::trust::{Trust, WHO};
use crate::solver::Goal;

/// How a recount of one puzzle ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recount {
    /// With its number of solutions, at most the goal's limit.
    Count(u32),
    /// Without a result, in the time a puzzle has.
    Open,
    /// It was not begun: recounts have had their share of the budget.
    NoTime,
}

/// What is known of such a puzzle.
pub(crate) struct Case {
    /// Its index in the worker's portion.
    pub i: usize,
    /// Its place in the dataset.
    pub place: Place,
    /// Its number of solutions, where that is beyond doubt.
    pub proved: Option<u32>,
    /// Solutions that right grids show it to have at least.
    pub at_least: u32,
    /// What trusted solvers have counted when they were asked.
    pub counts: [Option<u32>; WHO],
    /// What trusted solvers claim that are measured themselves.
    pub claims: [Option<u32>; WHO],
    /// Why there is no count, where there is none.
    pub failed: Option<Recount>,
}

/// What a claim amounts to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is right.
    Confirmed,
    /// It is not.
    Wrong,
    /// Nothing decides.
    Open,
}

/// Returns true if there are two numbers.
pub(crate) fn differ(numbers: &[Option<u32>; WHO]) -> bool {
    let mut known = numbers.iter().flatten();
    let first = known.next();
    known.any(|number| Some(number) != first)
}

impl Case {
    /// Whether a claim holds, by what is known from others than its own backend. A recount counts for
    /// more than what a trusted solver claims that is measured itself.
    pub(crate) fn verdict_on(&self, count: u32, runs: [bool; WHO]) -> Verdict {
        let by_truth = |truth: u32| match truth == count {
            true => Verdict::Confirmed,
            false => Verdict::Wrong,
        };
        if let Some(truth) = self.proved {
            return by_truth(truth);
        }
        if count < self.at_least {
            return Verdict::Wrong;
        }
        for witnesses in [&self.counts, &self.claims] {
            if differ(witnesses) {
                return Verdict::Open;
            }
            let mut independent = witnesses.iter().zip(runs).filter(|(_, own)| !own);
            if let Some(truth) = independent.find_map(|(count, _)| *count) {
                return by_truth(truth);
            }
        }
        Verdict::Open
    }

    /// What to keep of it: a count is believed from everybody once two independent algorithms have
    /// found it.
    pub(crate) fn truth(&self, confirmed: bool) -> Truth {
        let (counts, claims) = (&self.counts, &self.claims);
        let counted = (0..WHO).find_map(|number| Some((number, counts[number]?)));
        let mut claimed = claims.iter().flatten();
        match (self.proved, counted) {
            (Some(count), _) => Truth::Count { count, only: None },
            (None, _) if differ(counts) => Truth::Open,
            (None, Some((number, count))) => {
                let is_agreed = confirmed || counts.iter().flatten().count() > 1;
                Truth::Count { count, only: (!is_agreed).then_some(number) }
            }
            (None, None) if self.failed == Some(Recount::Open) => Truth::Open,
            (None, None) if differ(claims) => Truth::Unknown,
            (None, None) => match (claimed.next(), claimed.next()) {
                (Some(&count), Some(_)) => Truth::Count { count, only: None },
                _ => Truth::Unknown,
            },
        }
    }

    /// Why a claim is wrong, in words.
    pub(crate) fn contradiction(&self, claimed: u32, goal: Goal, trust: &Trust) -> String {
        let say = |count: u32| match count {
            0 => "no solution".to_owned(),
            1 if goal.limit() > 1 => "exactly 1 solution".to_owned(),
            1 => "a solution".to_owned(),
            count if count == goal.limit() => format!("{count} or more solutions"),
            count => format!("{count} solutions"),
        };
        let by = self.counts.iter().position(Option::is_some);
        let by = by.map_or_else(String::new, |by| format!(" by {}", trust.solver(by).id()));
        let known = self.proved.or(self.counts.iter().flatten().next().copied());
        let found = match (claimed < self.at_least, self.at_least, known) {
            (true, 1, _) => "a grid that solves it was shown".to_owned(),
            (true, _, _) => "two different grids that solve it were shown".to_owned(),
            (false, _, known) => format!("a recount{by} found {}", say(known.unwrap_or_default())),
        };
        format!("claimed {}, but {found}", say(claimed))
    }

    /// Why contradicting claims stay open, in words.
    pub(crate) fn dispute(&self, trust: &Trust) -> String {
        if differ(&self.counts) {
            let counts = self.counts.iter().enumerate();
            let counts: Vec<String> = counts
                .filter_map(|(number, count)| Some((number, (*count)?)))
                .map(|(number, count)| format!("{} {count}", trust.solver(number).id()))
                .collect();
            return format!("trusted solvers count differently: {}", counts.join(", "));
        }
        let why = match self.failed {
            Some(Recount::NoTime) => "recounts had used up their share of the budget",
            _ => "the recount ran into the time limit",
        };
        format!("solvers disagree, and {why}")
    }
}
