//! Launch after launch of one dataset and order, until the budget is spent or enough is known.

use std::collections::HashMap;
use std::fs::File;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::costs::far_off;
use super::message::{Calibration, Course, LaunchSetup, LaunchTask, Message, Start};
use super::parent::{Child, Heard};
use super::perform::Launch;
use super::progress::{Keeping, LaunchEnd, LaunchProgress};
use super::series::{GRACE, OnLaunch, Reached, Series, SeriesOutcome};
use crate::dataset::Handed;
use crate::foreign::process::child::with_remedy;
use crate::record::incident::{Incident, IncidentKind, add_new};
use crate::run::drive::observe::Next;
use crate::run::judge::trust::Recounts;
use crate::run::work::phase::RunError;
use crate::run::work::warm::{FIRST_CALL_NS, StartUp};

/// A child that has been silent for so long beyond what a puzzle may take is given up.
const SILENCE: Duration = Duration::from_secs(20);

/// Most groups whose claims are passed to a child: an argument has room for so many.
const MOST_SETTLED: usize = 1000;

/// Share of its own CPU time that a solver's further threads may use without being noticed.
const ELSEWHERE: f64 = 0.1;

impl Series<'_> {
    /// Measures launch after launch.
    ///
    /// # Errors
    /// When a solver, the dataset or the observer fails.
    pub(crate) fn measure(&self, on_launch: OnLaunch<'_>) -> Result<SeriesOutcome, RunError> {
        let (file, handed) = self.dataset.hand_over()?;
        self.trust.allow(self.budget, 1);
        let mut run = Running {
            series: self,
            file,
            handed,
            begun: Instant::now(),
            is_apart: self.must_be_apart.is_some(),
            unexplained: None,
            settled: HashMap::new(),
            left: SeriesOutcome::default(),
        };
        run.left.notes.extend(self.must_be_apart.clone().map(|why| apart_note(&why)));
        run.all(on_launch)?;
        run.explain();
        Ok(run.left)
    }
}

/// A series that is being measured.
struct Running<'a> {
    series: &'a Series<'a>,
    file: File,
    handed: Handed,
    begun: Instant,
    is_apart: bool,
    /// Why a child was lost before anything was measured, and at which solver.
    unexplained: Option<(String, Option<usize>)>,
    /// Groups of which launches have confirmed every claim.
    settled: HashMap<u64, u64>,
    left: SeriesOutcome,
}

impl Running<'_> {
    fn all(&mut self, on_launch: OnLaunch<'_>) -> Result<(), RunError> {
        let Some(Calibration { cost_ns, memories }) = self.calibrate()? else { return Ok(()) };
        self.left.memories = memories;
        let mut course = self.series.course(&cost_ns, self.left_ns())?;
        let (mut nth, mut first_round) = (0, 0);
        let mut is_resized = false;
        let measuring = Instant::now();
        while !self.series.interrupted.load(Relaxed) {
            let mean = measuring.elapsed() / u32::try_from(nth.max(1)).unwrap_or(u32::MAX);
            if nth > 0 && self.begun.elapsed() + mean > self.series.budget {
                break;
            }
            self.left.groups = course.plan.groups();
            let progress = self.launch(&course, nth, first_round)?;
            if nth == 0 && !is_resized {
                is_resized = true;
                if let Some(cost_ns) =
                    far_off(&progress.records, &self.series.parties, &cost_ns, &course)
                {
                    // What was measured until now had other groups, and is not kept.
                    course = self.series.course(&cost_ns, self.left_ns())?;
                    continue;
                }
            }
            nth += 1;
            first_round += course.plan.rounds().next_multiple_of(2);
            add_new(&mut self.left.incidents, progress.incidents);
            let budget_ns = self.series.budget.as_nanos().max(1) as f64;
            let reached = Reached {
                launches: nth,
                coverages: course.plan.coverages(nth),
                groups: course.plan.groups(),
                done: (self.begun.elapsed().as_nanos() as f64 / budget_ns).min(1.0),
            };
            if on_launch(progress.records, reached)? == Next::Enough {
                break;
            }
        }
        Ok(())
    }

    /// Time until everything ends, whatever the solvers do.
    fn time_left(&self) -> Duration {
        let Series { budget, end, .. } = self.series;
        let timeout = self.series.longest_timeout_ns().map_or(GRACE, Duration::from_nanos);
        let own = (2 * *budget).saturating_add(timeout).saturating_sub(self.begun.elapsed());
        own.min(end.saturating_duration_since(Instant::now()))
    }

    /// A child that was lost before anything was measured is an incident of its own, unless the
    /// rounds have met the puzzle at fault.
    fn explain(&mut self) {
        let is_met =
            |one: &Incident| matches!(one.kind, IncidentKind::Crashed | IncidentKind::Stopped);
        if let Some((why, backend)) = self.unexplained.take()
            && !self.left.incidents.iter().any(is_met)
        {
            let incident = self.once(&why, backend);
            self.left.incidents.push(incident);
        }
    }

    fn left_ns(&self) -> u64 {
        self.series.budget.saturating_sub(self.begun.elapsed()).as_nanos() as u64
    }

    /// What a few puzzles show of each solver; nothing when interrupted.
    fn calibrate(&mut self) -> Result<Option<Calibration>, RunError> {
        if !self.is_apart {
            let mut progress = LaunchProgress::default();
            let mut found = None;
            match self.child(LaunchTask::Calibrate, &mut progress, &mut found)? {
                LaunchEnd::Interrupted => return Ok(None),
                LaunchEnd::Late => {
                    let why = "time ran out before the cost of a puzzle was known";
                    self.left.notes.push(why.to_owned());
                    return Ok(None);
                }
                LaunchEnd::Over if found.is_some() => return Ok(found),
                LaunchEnd::Over => self.part("it did not report what a puzzle costs"),
                LaunchEnd::Refused(why) => self.part(&why),
                LaunchEnd::Broken { why, backend } => {
                    self.part(&why);
                    self.unexplained = Some((why, backend));
                }
            }
        }
        Ok(Some(self.here(|launch| launch.calibrate())?))
    }

    /// From now on each solver has a process of its own.
    fn part(&mut self, why: &str) {
        if !self.is_apart {
            self.is_apart = true;
            self.left.notes.push(apart_note(why));
        }
    }

    /// One launch, in one child, or what is left of it in several.
    fn launch(
        &mut self,
        course: &Course,
        nth: u64,
        first_round: u64,
    ) -> Result<LaunchProgress, RunError> {
        let mut progress = LaunchProgress::default();
        let mut broken = None;
        if !self.is_apart {
            let task = LaunchTask::Measure(course.clone(), self.start(nth, 0, first_round));
            match self.child(task, &mut progress, &mut None)? {
                LaunchEnd::Over | LaunchEnd::Interrupted | LaunchEnd::Late => {
                    self.left.together += 1;
                    self.note_start_ups(&progress.start_ups);
                    return Ok(progress);
                }
                LaunchEnd::Refused(why) => self.part(&why),
                LaunchEnd::Broken { why, backend } => {
                    self.part(&why);
                    broken = Some((why, backend));
                }
            }
        }
        self.left.apart += 1;
        let from = progress.rounds;
        let start = self.start(nth, from, first_round);
        let mut keeping = Keeping { progress };
        let found = self.here(|launch| launch.measure(course, start, &mut keeping))?;
        let incidents = found.incidents;
        self.left.notes.extend(found.notes);
        self.left.paused = self.left.paused.plus(found.paused);
        let mut progress = keeping.progress;
        self.note_start_ups(&progress.start_ups);
        let first_group =
            progress.records.iter().find(|record| u64::from(record.round) == first_round + from);
        if let Some((why, backend)) = broken
            && !incidents
                .iter()
                .any(|one| matches!(one.kind, IncidentKind::Crashed | IncidentKind::Stopped))
            && first_group.is_none_or(|record| record.outcomes.timed_out == 0)
        {
            progress.incidents.push(self.once(&why, backend));
        }
        progress.incidents.extend(incidents);
        Ok(progress)
    }

    /// Something that happened in a process of several solvers, and not again in that of one.
    fn once(&self, why: &str, backend: Option<usize>) -> Incident {
        let who = match backend {
            Some(_) => "",
            None => "one of the two solvers in this process: ",
        };
        Incident {
            backend: backend.unwrap_or(self.series.parties.len() - 1),
            offset: 0,
            kind: IncidentKind::Stopped,
            what: format!("{who}{why}; it did not happen again"),
            puzzle: String::new(),
            answer: String::new(),
        }
    }

    fn start(&self, nth: u64, from: u64, first_round: u64) -> Start {
        // The first launch is worth having, however long the start took.
        let least = if nth == 0 { self.series.budget / 4 } else { Duration::ZERO };
        let budget_ns = self.left_ns().max(least.as_nanos() as u64);
        Start { nth, from, first_round, budget_ns }
    }

    fn note_start_ups(&mut self, start_ups: &[StartUp]) {
        self.left.start_ups.resize(self.series.parties.len(), StartUp::default());
        for (known, one) in self.left.start_ups.iter_mut().zip(start_ups) {
            known.load_ns = known.load_ns.max(one.load_ns);
            known.first_ns = known.first_ns.max(one.first_ns);
            known.windows = known.windows.max(one.windows);
            let most = known.elsewhere.unwrap_or(0.0).max(one.elsewhere.unwrap_or(0.0));
            known.elsewhere = one.elsewhere.map(|_| most).or(known.elsewhere);
        }
        let busy = |one: &StartUp| one.elsewhere.is_some_and(|share| share > ELSEWHERE);
        if !self.is_apart && start_ups.iter().any(busy) {
            self.part("one uses additional threads");
        }
    }

    /// Has a child do something, and hears it until it has ended.
    fn child(
        &mut self,
        task: LaunchTask,
        progress: &mut LaunchProgress,
        found: &mut Option<Calibration>,
    ) -> Result<LaunchEnd, RunError> {
        let series = self.series;
        let setup = LaunchSetup {
            memory_limit: series.memory_limit,
            parties: series.parties.clone(),
            dataset: self.handed.clone(),
            subject: series.subject.clone(),
            end_in_ns: self.time_left().as_nanos() as u64,
            recounts: self.recounts(&task),
            task,
        };
        let given_ns = setup.recounts.left_ns;
        let file = self.file.try_clone();
        let child = file.and_then(|file| Child::start(&series.program, &setup, file));
        let mut child = child.map_err(|error| {
            RunError::Request(format!(
                "cannot start a process for the solvers: {}",
                with_remedy(error)
            ))
        })?;
        let timeout = series.longest_timeout_ns().map_or(Duration::MAX, Duration::from_nanos);
        let later = timeout.saturating_mul(2).saturating_add(SILENCE);
        let mut patience = later.saturating_add(2 * Duration::from_nanos(FIRST_CALL_NS));
        let broken = |why: String, backend| Ok(LaunchEnd::Broken { why, backend });
        let mut loading = None;
        loop {
            let left = self.time_left();
            match child.hear(patience.min(left), series.interrupted)? {
                Heard::Message(Message::Loading { backend }) => loading = Some(backend),
                Heard::Message(Message::Loaded) => loading = None,
                Heard::Message(Message::Ready(start_ups)) => {
                    progress.start_ups = start_ups;
                    patience = later;
                }
                Heard::Message(Message::Refused(why)) => return Ok(LaunchEnd::Refused(why)),
                Heard::Message(Message::Calibrated(calibration)) => {
                    *found = Some(calibration);
                    return Ok(LaunchEnd::Over);
                }
                Heard::Message(Message::Round(records)) => {
                    progress.rounds += 1;
                    progress.records.extend(records);
                }
                Heard::Message(Message::End(incidents, recounts, paused)) => {
                    self.left.paused = self.left.paused.plus(paused);
                    series.trust.spend(given_ns.saturating_sub(recounts.left_ns));
                    self.settled.extend(recounts.settled);
                    progress.incidents.extend(incidents);
                    return Ok(LaunchEnd::Over);
                }
                Heard::Message(Message::Overdue { backend }) => {
                    child.kill();
                    let why = format!("{} was stopped", series.parties[backend].name);
                    return broken(why, Some(backend));
                }
                Heard::Message(Message::Failed(why)) => return Err(RunError::Request(why)),
                Heard::Ended(how) => return broken(format!("their process ended: {how}"), None),
                Heard::Silence if patience > left => {
                    child.kill();
                    let of = loading.map(|backend: usize| &series.parties[backend].name);
                    self.left.notes.extend(of.map(|name| {
                        format!(
                            "{name} gave no answer: it was still being loaded when time ran \
                            out"
                        )
                    }));
                    return Ok(LaunchEnd::Late);
                }
                Heard::Silence => {
                    child.kill();
                    return broken("their process was silent for too long".to_owned(), loading);
                }
                Heard::Interrupted => {
                    child.kill();
                    return Ok(LaunchEnd::Interrupted);
                }
            }
        }
    }

    /// What is left for recounts, and which groups of a launch need none.
    fn recounts(&self, task: &LaunchTask) -> Recounts {
        let met = match task {
            LaunchTask::Calibrate => Vec::new(),
            LaunchTask::Measure(course, start) => course.plan.of(start.nth),
        };
        let (anchors, others): (Vec<_>, Vec<_>) = met.into_iter().partition(|one| one.anchor);
        let known = anchors
            .iter()
            .chain(&others)
            .filter_map(|one| self.settled.get(&one.group).map(|&digest| (one.group, digest)));
        let left_ns = self.series.trust.recounts().left_ns;
        Recounts { left_ns, settled: known.take(MOST_SETTLED).collect() }
    }

    /// Does something in this process, with solvers that have processes of their own.
    fn here<T>(
        &self,
        work: impl FnOnce(&Launch<'_>) -> Result<T, RunError>,
    ) -> Result<T, RunError> {
        work(&Launch {
            subject: &self.series.subject,
            dataset: self.series.dataset,
            backends: self.series.apart.clone(),
            trust: self.series.trust,
            interrupted: self.series.interrupted,
            overdue: &|_| (),
            end_in_ns: self.time_left().as_nanos() as u64,
        })
    }
}

fn apart_note(why: &str) -> String {
    format!(
        "baseline and candidate have a process each, which differ by more than two solvers in one \
         process do: {why}"
    )
}
