//! The rounds of a launch, in whichever process they are measured: a child that holds all solvers, or
//! this one where each solver has a process of its own.

use std::sync::atomic::AtomicBool;

use super::message::{Calibration, Course, LaunchSubject, Start};
use crate::dataset::Dataset;
use crate::puzzle::seed::mix;
use crate::record::Pass;
use crate::record::incident::Incident;
use crate::run::drive::calibrate::costs_ns;
use crate::run::drive::conduct::conduct;
use crate::run::drive::measure::{BLOCK, guarded, room};
use crate::run::drive::memory::memories;
use crate::run::drive::observe::Observer;
use crate::run::drive::outcome::PhaseSoFar;
use crate::run::drive::pool::pool;
use crate::run::drive::shortfall::shortfalls;
use crate::run::judge::trust::Trust;
use crate::run::plan::select::{Wanted, select};
use crate::run::work::bounds::{Bounds, Losses};
use crate::run::work::clock::{Clock, SystemClock};
use crate::run::work::pauses::{Paused, Pauses};
use crate::run::work::phase::{Phase, RunError};
use crate::run::work::schedule::{LaunchRounds, Schedule};
use crate::run::work::watch::WatchState;
use crate::solver::Backend;

/// The solvers and puzzles of a launch, in this process.
pub(crate) struct Launch<'a> {
    /// What to measure.
    pub subject: &'a LaunchSubject,
    /// The puzzles.
    pub dataset: &'a Dataset,
    /// The solvers, by the index that incidents use.
    pub backends: Vec<&'a dyn Backend>,
    /// Whose recount of a claim is believed.
    pub trust: &'a Trust,
    /// Raised when the user wants to stop.
    pub interrupted: &'a AtomicBool,
    /// Is given the index of a solver that has been on one block for too long.
    pub overdue: &'a (dyn Fn(usize) + Sync),
    /// Wall time after which everything is stopped, in nanoseconds.
    pub end_in_ns: u64,
}

/// What a launch found, besides its records.
#[derive(Default)]
pub(crate) struct Found {
    /// Puzzles that the user must hear of.
    pub incidents: Vec<Incident>,
    /// What the user should know of solvers that fell short.
    pub notes: Vec<String>,
    /// How long it was interrupted by a stop of the program or the machine.
    pub paused: Paused,
}

impl Launch<'_> {
    fn phase(&self, clock: &SystemClock, budget_ns: u64) -> Phase<'_> {
        let (subject, now_ns) = (self.subject, clock.wall_ns());
        let end_ns = now_ns.saturating_add(self.end_in_ns);
        Phase {
            dataset: self.dataset,
            setting: subject.setting(),
            abilities: self.backends.iter().map(|backend| backend.abilities()).collect(),
            backends: self.backends.clone(),
            interrupted: self.interrupted,
            bounds: Bounds {
                puzzle_ns: subject.timeout_ns,
                budget_ns,
                spent_at_ns: now_ns.saturating_add(budget_ns),
                end_ns,
            },
            pauses: Pauses::default(),
            overdue: AtomicBool::new(false),
            losses: self.backends.iter().map(|_| Losses::default()).collect(),
            trust: self.trust,
            found: self.trust.found(&subject.setting()),
        }
    }

    /// What a puzzle costs each solver, and whether it remembers answers.
    ///
    /// # Errors
    /// When a solver or the dataset cannot be used.
    pub(crate) fn calibrate(&self) -> Result<Calibration, RunError> {
        let LaunchSubject { order, sample, seed, pin, .. } = *self.subject;
        let (clock, watched) = (SystemClock::start(), WatchState::default());
        let phase = self.phase(&clock, self.end_in_ns / 3);
        let pool = pool(1, pin)?;
        let selection = select(self.dataset, order, Wanted::sample(sample), seed)?;
        guarded(&phase, &watched, &clock, self.overdue, || {
            pool.install(|| {
                let costs = costs_ns(&phase, &selection, BLOCK as usize, &clock, &watched)?;
                let cost_ns = costs.each_ns;
                let memories = memories(&phase, &selection, &cost_ns, &clock, &watched)?;
                Ok(Calibration { cost_ns, memories })
            })
        })
        .map_err(|error| RunError::no_thread(1, error))?
    }

    /// Measures the rounds of a launch. Records go to the observer, round by round; what the user must
    /// hear of is returned.
    ///
    /// # Errors
    /// When a solver, the dataset or the observer fails.
    pub(crate) fn measure(
        &self,
        course: &Course,
        start: Start,
        observer: &mut dyn Observer,
    ) -> Result<Found, RunError> {
        let LaunchSubject { order, sample, seed, pin, scramble, .. } = *self.subject;
        let clock = SystemClock::start();
        let phase = self.phase(&clock, start.budget_ns);
        let pool = pool(1, pin)?;
        let selection = select(self.dataset, order, Wanted::sample(sample), seed)?;
        let met = course.plan.of(start.nth);
        let schedule = Schedule {
            tiers: vec![course.tier.clone()],
            selection: &selection,
            budget_ns: start.budget_ns,
            coverages: None,
            shared: true,
            seed: mix(seed, Pass::Throughput as u64),
            scramble,
            keeps: !scramble
                && course.tier.isomorphs == 1
                && course.plan.repeats()
                && selection.puzzles <= room(order, 1),
            per_puzzle: false,
            launch: Some(LaunchRounds {
                nth: u32::try_from(start.nth).unwrap_or(u32::MAX).saturating_add(1),
                first_round: start.first_round + start.from,
                rounds: met.get(start.from as usize..).unwrap_or_default(),
            }),
            overdue: self.overdue,
        };
        let left =
            conduct(&phase, &schedule, &pool, &clock, observer, PhaseSoFar::new(&phase))?.so_far;
        Ok(Found {
            notes: shortfalls(&phase, &left.outcomes),
            incidents: left.incidents,
            paused: phase.pauses.all(),
        })
    }
}
