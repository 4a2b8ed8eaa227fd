//! The gate's policy: a question in, a comparison out, whose outcome has an exit code.
//!
//! A gate judges phase after phase, each a dataset and order, launch after launch. A phase ends once
//! its verdict is clear or an answer is at fault: one wrong answer fails the gate however long it
//! goes on.

use super::comparison::{Comparison, ComparisonRow, Means, error_of_each, overall};
use super::exact::{Guessing, SolverFault};
use super::faults::Failed;
use super::judge::{Extent, Question, timing};
use super::pairing::{PairingError, Series};
use super::sequential::{Judgement, Sequential};
use super::verdict::Threshold;
use super::within::{faults, row};
use crate::puzzle::Order;
use crate::record::{Record, Setting};

/// What a gate is asked, the same of every dataset and order.
#[derive(Clone, Debug)]
pub(crate) struct GateQuestion {
    /// The backend that stands for "as before".
    pub baseline: String,
    /// The backend that is judged.
    pub candidate: String,
    /// The change that matters of all together; a phase may have its own.
    pub threshold: Threshold,
    /// Datasets and orders: a verdict on any of them may be wrong with the same small chance, so that
    /// all together are not wrong more often than one.
    pub phases: usize,
    /// What is compared: times in pairs, or counted instructions.
    pub means: Means,
    /// True if both backends count their guesses exactly.
    pub counts_guesses: bool,
    /// What a solver that remembers answers counts as.
    pub remembering: Remembering,
    /// Limit of one puzzle, of the baseline and of the candidate, in nanoseconds.
    pub timeouts_ns: [Option<u64>; 2],
}

/// What a solver that remembers answers counts as: its times may be those of looking them up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Remembering {
    /// A remark.
    Passes,
    /// A failure.
    Fails,
}

/// What no record shows of a solver's conduct in one phase.
#[derive(Clone, Debug)]
pub(crate) struct Conduct {
    /// The backend.
    pub solver: String,
    /// The phase.
    pub setting: Setting,
    /// Blocks that were stopped, and whose puzzles then passed one by one.
    pub hung: u64,
    /// True if it is faster where it has met a puzzle before.
    pub remembers: bool,
}

/// How far a phase has come when a launch has ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    /// Times that every puzzle was met.
    pub coverages: u64,
    /// Share of the budget that is spent.
    pub spent: f64,
    /// True if enough launches have ended for a verdict.
    pub has_enough_launches: bool,
}

/// Judges phase after phase.
pub(crate) struct Gate {
    question: GateQuestion,
    records: Vec<Record>,
    /// Where the current phase begins in the records, and its judge.
    phase: Option<(usize, Sequential)>,
    /// Of each phase its verdict, or why there is none.
    verdicts: Vec<Result<Judgement, PairingError>>,
}

/// What was found besides records.
#[derive(Default)]
pub(crate) struct Besides<'a> {
    /// How the solvers behaved, in each phase.
    pub conducts: &'a [Conduct],
    /// Datasets and orders on which guess counts vary for the same puzzle.
    pub vary: &'a [(String, Order)],
    /// What is known of phases that were not measured.
    pub notes: &'a [String],
}

/// Why a gate has no verdict.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GateError {
    /// No phase has a verdict, and no answer is at fault.
    #[error("no verdict: {0}")]
    NoVerdict(String),
    /// The records do not belong together.
    #[error(transparent)]
    Pairing(#[from] PairingError),
}

impl GateQuestion {
    fn about(&self, extent: Extent, threshold: Threshold) -> Question {
        let (baseline, candidate) = (self.baseline.clone(), self.candidate.clone());
        Question { baseline, candidate, threshold, extent }
    }

    /// Chance of error of the verdict on one phase.
    fn error(&self) -> f64 {
        error_of_each(self.phases)
    }

    /// What fails the gate however fast the candidate is.
    fn failures(&self, conduct: &Conduct) -> Vec<Failed> {
        let series = Series { setting: conduct.setting.clone(), block: 0, sample: 0 };
        let hung = (conduct.hung > 0).then_some(SolverFault::Hung(conduct.hung));
        let fails = conduct.remembers && self.remembering == Remembering::Fails;
        let remembers = fails.then_some(SolverFault::Remembers);
        let failed = |fault| {
            let (solver, series) = (conduct.solver.clone(), series.clone());
            Failed { solver, series, fault }
        };
        hung.into_iter().chain(remembers).map(failed).collect()
    }

    fn guessing(&self, at: &Setting, vary: &[(String, Order)]) -> Guessing {
        let varies = |(name, order): &(String, Order)| (name, *order) == (&at.dataset, at.order);
        match self.counts_guesses && !vary.iter().any(varies) {
            true => Guessing::Exact,
            false => Guessing::Unknown,
        }
    }
}

impl Gate {
    /// Nothing is measured yet.
    pub(crate) fn new(question: GateQuestion) -> Self {
        Self { question, records: Vec::new(), phase: None, verdicts: Vec::new() }
    }

    /// Begins a phase, with what the verdict on it is to be about and the change that matters there.
    pub(crate) fn phase(&mut self, extent: Extent, threshold: Threshold) {
        self.end_phase();
        let judge = Sequential::new(self.question.about(extent, threshold), self.question.error());
        self.phase = Some((self.records.len(), judge));
    }

    /// Adds a launch that has ended. Returns true if the phase needs no more of them.
    pub(crate) fn launch(&mut self, records: Vec<Record>, reached: Progress) -> bool {
        let is_bad = |r: &Record| r.outcomes.wrong + r.outcomes.crashed + r.disputed > 0;
        let is_at_fault = records.iter().any(is_bad);
        self.records.extend(records);
        let Some((from, judge)) = &mut self.phase else { return is_at_fault };
        let Progress { coverages, spent, has_enough_launches } = reached;
        let mut is_clear = || judge.look(&self.records[*from..], coverages, spent).is_some();
        is_at_fault || (has_enough_launches && is_clear())
    }

    /// Adds records whose instructions were counted: exact, so that one look is enough. `extents`
    /// holds each series with what its verdict is about and the change that matters there.
    ///
    /// # Errors
    /// When the counts of a series cannot be held against each other.
    pub(crate) fn count(
        &mut self,
        records: Vec<Record>,
        extents: &[(Series, Extent, Threshold)],
    ) -> Result<(), PairingError> {
        self.end_phase();
        self.records.extend(records);
        for (series, extent, threshold) in extents {
            let question = self.question.about(*extent, *threshold);
            let timing = timing(&self.records, series, &question, self.question.error())?;
            let (series, looks) = (series.clone(), Vec::new());
            self.verdicts.push(Ok(Judgement { series, timing, looks }));
        }
        Ok(())
    }

    /// All rounds so far.
    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    /// Ends the last phase, and gives everything that was found.
    ///
    /// # Errors
    /// When there is nothing to base an outcome on.
    pub(crate) fn finish(
        mut self,
        besides: Besides<'_>,
    ) -> Result<(Comparison, Vec<Record>), GateError> {
        self.end_phase();
        let comparison = self.comparison(besides)?;
        Ok((comparison, self.records))
    }

    fn end_phase(&mut self) {
        if let Some((from, judge)) = self.phase.take() {
            self.verdicts.push(judge.finish(&self.records[from..]));
        }
    }

    fn comparison(&self, besides: Besides<'_>) -> Result<Comparison, GateError> {
        let GateQuestion { baseline, candidate, threshold, means, timeouts_ns, .. } =
            &self.question;
        let names = (baseline.as_str(), candidate.as_str());
        let (mut rows, mut refused): (Vec<ComparisonRow>, Vec<String>) = (Vec::new(), Vec::new());
        for verdict in &self.verdicts {
            match verdict {
                Ok(Judgement { series, timing, looks }) => {
                    let guessing = self.question.guessing(&series.setting, besides.vary);
                    let series = series.clone();
                    let made = row(&self.records, series, names, guessing, *timeouts_ns, *timing);
                    rows.push(ComparisonRow { looks: looks.clone(), ..made? });
                }
                Err(error) => refused.push(error.to_string()),
            }
        }
        let mut faults = faults(&self.records, &rows, &[[names.0, names.1]]);
        faults.extend(besides.conducts.iter().flat_map(|conduct| self.question.failures(conduct)));
        // A solver that answers wrongly has failed, also where no times can be compared.
        if rows.is_empty() && faults.is_empty() {
            return Err(self.no_verdict(refused, besides.notes));
        }
        Ok(Comparison {
            threshold: *threshold,
            means: means.clone(),
            faults,
            overall: overall(&rows, *threshold),
            rows,
            missing: Vec::new(),
            new: Vec::new(),
            named: Vec::new(),
            notes: refused.iter().map(|error| format!("not compared: {error}")).collect(),
        })
    }

    fn no_verdict(&self, refused: Vec<String>, notes: &[String]) -> GateError {
        let is_counted = self.question.means == Means::Counted;
        let why: Vec<String> = refused.into_iter().chain(notes.iter().cloned()).collect();
        let why = match (why.is_empty(), is_counted) {
            (false, _) => why.join("; "),
            (true, true) => "nothing was counted".to_owned(),
            (true, false) => "nothing was measured".to_owned(),
        };
        let is_unexplained = notes.is_empty() && !is_counted;
        let hint = if is_unexplained { "; is --budget long enough for two rounds?" } else { "" };
        GateError::NoVerdict(why + hint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::outcome::GateOutcome;
    use crate::compare::simulate::{QUIET, run};

    fn gate(means: Means) -> Gate {
        Gate::new(GateQuestion {
            baseline: "a".to_owned(),
            candidate: "b".to_owned(),
            threshold: "1%".parse().unwrap(),
            phases: 1,
            means,
            counts_guesses: true,
            remembering: Remembering::Passes,
            timeouts_ns: [None; 2],
        })
    }

    const EARLY: Progress = Progress { coverages: 1, spent: 0.1, has_enough_launches: true };

    fn outcome_at(factor: f64) -> (bool, GateOutcome) {
        let mut gate = gate(Means::Paired);
        gate.phase(Extent::Measured, "1%".parse().unwrap());
        let is_enough = gate.launch(run(QUIET, &[("a", 1.0), ("b", factor)], 200, 1), EARLY);
        (is_enough, gate.finish(Besides::default()).unwrap().0.outcome())
    }

    #[test]
    fn a_clear_slowdown_ends_the_phase_and_fails() {
        assert_eq!(outcome_at(1.1), (true, GateOutcome::Failed));
        assert_eq!(outcome_at(0.9), (true, GateOutcome::Passed));
    }

    #[test]
    fn a_wrong_answer_ends_the_phase_at_once_and_fails_whatever_the_times_are() {
        let mut gate = gate(Means::Paired);
        gate.phase(Extent::Measured, "1%".parse().unwrap());
        let mut records = run(QUIET, &[("a", 1.0), ("b", 0.5)], 200, 1);
        let last = records.last_mut().unwrap();
        (last.outcomes.unique, last.outcomes.wrong) = (last.outcomes.unique - 1, 1);
        let reached = Progress { has_enough_launches: false, ..EARLY };
        assert!(gate.launch(records, reached));
        let (comparison, _) = gate.finish(Besides::default()).unwrap();
        assert_eq!(comparison.outcome(), GateOutcome::Failed);
    }

    #[test]
    fn hanging_fails_a_gate_and_remembering_where_that_was_asked_for() {
        let faults = |remembering, hung, remembers| {
            let mut gate = gate(Means::Paired);
            gate.question.remembering = remembering;
            gate.phase(Extent::Measured, "1%".parse().unwrap());
            gate.launch(run(QUIET, &[("a", 1.0), ("b", 0.5)], 200, 1), EARLY);
            let setting = gate.records()[0].setting.clone();
            let conducts = [Conduct { solver: "b".to_owned(), setting, hung, remembers }];
            let besides = Besides { conducts: &conducts, ..Besides::default() };
            let (comparison, _) = gate.finish(besides).unwrap();
            (
                comparison.outcome(),
                comparison.faults.into_iter().map(|failed| failed.fault).collect(),
            )
        };
        let passed = |faults: Vec<SolverFault>| (GateOutcome::Passed, faults);
        let failed = |fault| (GateOutcome::Failed, vec![fault]);
        assert_eq!(faults(Remembering::Passes, 0, true), passed(vec![]));
        assert_eq!(faults(Remembering::Fails, 0, false), passed(vec![]));
        assert_eq!(faults(Remembering::Fails, 0, true), failed(SolverFault::Remembers));
        assert_eq!(faults(Remembering::Passes, 3, false), failed(SolverFault::Hung(3)));
    }

    #[test]
    fn too_few_launches_end_no_phase() {
        let mut gate = gate(Means::Paired);
        gate.phase(Extent::Measured, "1%".parse().unwrap());
        let reached = Progress { has_enough_launches: false, ..EARLY };
        assert!(!gate.launch(run(QUIET, &[("a", 1.0), ("b", 1.1)], 200, 1), reached));
    }

    #[test]
    fn nothing_measured_is_an_error_that_says_why() {
        let why = |means, notes: &[String]| {
            let besides = Besides { notes, ..Besides::default() };
            gate(means).finish(besides).unwrap_err().to_string()
        };
        let expected = "no verdict: nothing was measured; is --budget long enough for two rounds?";
        assert_eq!(why(Means::Paired, &[]), expected);
        assert_eq!(why(Means::Counted, &[]), "no verdict: nothing was counted");
        assert_eq!(why(Means::Paired, &["left out".to_owned()]), "no verdict: left out");
    }
}
