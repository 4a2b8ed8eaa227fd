//! Where a run goes on: what earlier processes have left in its journal.

use std::fs::File;
use std::io::{self, BufReader};

use super::entry::{Entry, PhaseEnded, PhasePlanned, RunBegun};
use super::observe::{Observer, RoundReport};
use super::outcome::PhaseSoFar;
use crate::record::journal::Frames;
use crate::run::work::phase::{Phase, RunError};

/// What earlier processes of a run have left, entry by entry.
pub(crate) struct Past {
    frames: Option<Frames<BufReader<File>>>,
    next: Option<Entry<'static>>,
    /// Entries read so far.
    entries: u64,
}

/// What earlier processes have left of a phase.
pub(crate) struct PhasePast {
    pub planned: PhasePlanned,
    pub so_far: PhaseSoFar,
    pub ended: Option<PhaseEnded>,
}

impl PhasePast {
    /// Wall time that was spent on the phase.
    pub(super) fn elapsed_ns(&self) -> u64 {
        let so_far_ns = self.planned.elapsed_ns + self.so_far.elapsed_ns;
        self.ended.as_ref().map_or(so_far_ns, |ended| ended.elapsed_ns)
    }
}

impl Past {
    /// That of a run that begins.
    pub(crate) fn nothing() -> Self {
        Self { frames: None, next: None, entries: 0 }
    }

    /// That of a journal; with what its run was begun with, where as much as that is whole.
    ///
    /// # Errors
    /// When it cannot be read, or its first entry is not that of this program.
    pub(crate) fn read(frames: Frames<BufReader<File>>) -> io::Result<(Self, Option<RunBegun>)> {
        let mut past = Self { frames: Some(frames), next: None, entries: 0 };
        past.advance()?;
        let begun = match past.next.take() {
            Some(Entry::Begun(begun)) => Some(begun.into_owned()),
            _ => None,
        };
        past.advance()?;
        Ok((past, begun))
    }

    /// Puts the next entry into `next`.
    fn advance(&mut self) -> io::Result<()> {
        self.next = None;
        let Some(frames) = &mut self.frames else { return Ok(()) };
        while let Some(frame) = frames.next_frame()? {
            self.entries += 1;
            let entry = serde_json::from_slice(&frame).map_err(|error| {
                io::Error::other(format!("entry {} of the journal: {error}", self.entries))
            })?;
            if !matches!(entry, Entry::Resumed(_)) {
                self.next = Some(entry);
                break;
            }
        }
        Ok(())
    }

    /// What is left of a phase, if it was begun. Its rounds go to the observer.
    ///
    /// # Errors
    /// When the journal is of another plan, or it or what the observer writes fails.
    pub(super) fn of_phase(
        &mut self,
        phase: &Phase<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Option<PhasePast>, RunError> {
        if self.next.is_none() {
            return Ok(None);
        }
        let mut planned = None;
        let mut so_far = PhaseSoFar::new(phase);
        let mut ended = None;
        while ended.is_none() {
            match self.next.take() {
                Some(Entry::Planned(plan)) if is_of(&plan, phase) => {
                    planned = Some(plan.into_owned());
                }
                Some(Entry::Round { records, rows, left }) if planned.is_some() => {
                    let (records, left) = (records.into_owned(), left.into_owned());
                    let report = RoundReport { records, rows: rows.into_owned().0, left };
                    so_far.add(phase, &report);
                    observer.replayed(&report)?;
                }
                Some(Entry::Ended(end)) if planned.is_some() => ended = Some(end.into_owned()),
                None => break,
                Some(_) => return Err(self.is_of_another_plan(phase)),
            }
            self.advance()?;
        }
        Ok(planned.map(|planned| PhasePast { planned, so_far, ended }))
    }

    fn is_of_another_plan(&self, phase: &Phase<'_>) -> RunError {
        RunError::Request(format!(
            "entry {} of the journal is of another plan than {}: it cannot be continued; begin a new \
             run",
            self.entries, phase.setting
        ))
    }
}

fn is_of(plan: &PhasePlanned, phase: &Phase<'_>) -> bool {
    let names = phase.backends.iter().map(|backend| backend.id());
    plan.setting == phase.setting && names.eq(plan.backends.iter().map(String::as_str))
}
