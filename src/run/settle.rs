//! Who is right where backends contradict each other, or one claims something alone.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::puzzle::order::BLANK;
use crate::solver::{Backend, Goal, Search, builtin};

use super::claims::{Claim, Entry, Standing, weigh};
use super::clock::Clock;
use super::judging::IncidentKind;
use super::phase::{Phase, Round, RunError};
use super::share::Stretch;
use super::tally::{Mark, Tally};
use super::turn::{CpuClock, End, Seat};
use super::watch::Watched;
use super::worker::Worker;

/// Name of the built-in whose word decides.
const TRUSTED: &str = "mrv";

fn trusted() -> Box<dyn Backend> {
    builtin::find(TRUSTED).expect("the baseline is built in")
}

/// Most neighbouring puzzles of which it is kept in memory that they are confirmed: those of a
/// gigabyte, or all that slower solvers come to. Others are recounted when they are met again.
const KEPT: usize = 1 << 16;

/// What has been confirmed of the puzzles of a phase: a digest of the claims, by where the puzzles
/// stand. Rounds that see them again and claim the same need no recount.
#[derive(Default)]
pub(super) struct Confirmed(Mutex<HashMap<[u32; 3], u64>>);

impl Confirmed {
    fn known(&self) -> MutexGuard<'_, HashMap<[u32; 3], u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, stretch: &Stretch, digest: u64) {
        let mut known = self.known();
        if known.len() < KEPT || known.contains_key(&stretch.in_dataset()) {
            known.insert(stretch.in_dataset(), digest);
        }
    }
}

/// The trusted solver, one worker's own.
pub(super) struct Recounter<'a> {
    seat: Option<Seat<'a>>,
}

/// What is claimed alone, or against others, of neighbouring puzzles.
struct Question {
    stretch: Stretch,
    /// Of what is claimed of each.
    digest: u64,
    disputed: bool,
}

/// One backend's claims on the puzzles of a share.
#[derive(Clone, Copy)]
struct Voice<'a> {
    is_trusted: bool,
    entries: &'a [Entry],
}

impl<'a> Recounter<'a> {
    pub fn new() -> Self {
        Self { seat: None }
    }

    /// The true answer to one puzzle, or nothing if the trusted solver ran into the timeout or the phase
    /// is over.
    fn answer<C: Clock>(
        &mut self,
        phase: &'a Phase<'a>,
        block: &crate::puzzle::Block<'_>,
        clock: &C,
        watched: &Watched,
    ) -> Result<Option<Claim>, RunError> {
        if phase.is_over() {
            return Ok(None);
        }
        if self.seat.is_none() {
            let backend: &'a dyn Backend = &**phase.trusted.get_or_init(trusted);
            self.seat = Some(Seat::start(backend, phase.order, phase.goal, 1)?);
        }
        let seat = self.seat.as_mut().expect("started above");
        let End::Done(_) = seat.solve(block, clock, CpuClock::Skipped, watched)? else {
            return Ok(None);
        };
        let answer = seat.answers.get(0);
        let claim = Claim::new(answer.count, answer.solution, phase.goal);
        Ok((answer.search == Search::Complete).then_some(claim))
    }
}

impl<'a, C: Clock> Worker<'a, C> {
    /// Weighs the claims on every puzzle of the round, recounts where it takes a second opinion,
    /// and marks the outvoted as wrong. Returns, for each backend of the tier, how many of its
    /// claims stay open.
    pub(super) fn recount(&mut self, round: &Round<'_>) -> Result<Vec<Tally>, RunError> {
        let mut opens = vec![Tally::default(); round.tier.members.len()];
        for question in self.questions(round) {
            let Question { stretch, digest, .. } = question;
            if self.answer_all(round, &stretch, &mut opens)? {
                self.phase.confirmed.keep(&stretch, digest);
            }
        }
        Ok(opens)
    }

    /// Where a second opinion is called for and is not known from an earlier round.
    fn questions(&self, round: &Round<'_>) -> Vec<Question> {
        let voices = self.voices(round);
        let known = self.phase.confirmed.known();
        let asked = self.share.stretches().filter_map(|stretch| self.question(&voices, stretch));
        asked
            .filter(|asked| {
                asked.disputed || known.get(&asked.stretch.in_dataset()) != Some(&asked.digest)
            })
            .collect()
    }

    fn voices(&self, round: &Round<'_>) -> Vec<Voice<'_>> {
        let voice = |&backend: &usize| Voice {
            is_trusted: self.phase.backends[backend].id() == TRUSTED,
            entries: &self.desks[backend].entries,
        };
        round.tier.members.iter().map(voice).collect()
    }

    fn standing(&self, voices: &[Voice<'_>], i: usize) -> Standing {
        weigh(voices.iter().map(|voice| (voice.is_trusted, &voice.entries[i])), self.phase.goal)
    }

    fn question(&self, voices: &[Voice<'_>], stretch: Stretch) -> Option<Question> {
        let (mut digest, mut disputed, mut any) = (0u64, false, false);
        for i in stretch.range() {
            let standing = self.standing(voices, i);
            if standing == Standing::Settled {
                continue;
            }
            any = true;
            disputed |= standing == Standing::Disputed;
            for voice in voices {
                let count = voice.entries[i].claim.map_or(u64::MAX, |claim| claim.count.into());
                let said = ((i - stretch.range().start) as u64) << 32 ^ count;
                digest = (digest.rotate_left(29) ^ said).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
        }
        any.then_some(Question { stretch, digest, disputed })
    }

    /// Recounts what is open of some puzzles. Returns whether every claim was confirmed.
    fn answer_all(
        &mut self,
        round: &Round<'_>,
        stretch: &Stretch,
        opens: &mut [Tally],
    ) -> Result<bool, RunError> {
        let mut all_confirmed = true;
        for i in stretch.range() {
            let standing = self.standing(&self.voices(round), i);
            let is_open = match standing {
                Standing::Settled => false,
                Standing::Alone => !self.is_proved(round, i),
                Standing::Disputed => true,
            };
            if !is_open {
                continue;
            }
            let block = self.share.block().slice(i, i + 1);
            match self.recounter.answer(self.phase, &block, self.clock, self.watched)? {
                Some(truth) => all_confirmed &= self.enforce(round, i, truth),
                None => {
                    all_confirmed = false;
                    self.leave_open(round, i, standing, opens);
                }
            }
        }
        Ok(all_confirmed)
    }

    /// A grid without blanks that the judge found right is its own only solution.
    fn is_proved(&self, round: &Round<'_>, i: usize) -> bool {
        let unique = |&backend: &usize| self.desks[backend].entries[i].mark == Mark::Unique;
        round.tier.members.iter().any(unique) && !self.share.block().cells(i).contains(&BLANK)
    }

    /// Marks the backends that claim otherwise as wrong. Returns whether nobody had to be.
    fn enforce(&mut self, round: &Round<'_>, i: usize, truth: Claim) -> bool {
        let mut confirmed = true;
        for &backend in &round.tier.members {
            let entry = &mut self.desks[backend].entries[i];
            let Some(claim) = entry.claim.filter(|_| entry.mark != Mark::Wrong) else { continue };
            if claim.agrees(truth) {
                continue;
            }
            entry.mark = Mark::Wrong;
            confirmed = false;
            let what = contradiction(claim, truth, self.phase.goal);
            self.report(backend, i, IncidentKind::Wrong, what, "");
        }
        confirmed
    }

    fn leave_open(&mut self, round: &Round<'_>, i: usize, standing: Standing, opens: &mut [Tally]) {
        for (open, &backend) in opens.iter_mut().zip(&round.tier.members) {
            if self.desks[backend].entries[i].claim.is_none() {
                continue;
            }
            if standing == Standing::Disputed {
                open.disputed += 1;
                let what = format!("solvers disagree and {TRUSTED} had not enough time to decide");
                self.report(backend, i, IncidentKind::Disputed, what, "");
            } else {
                open.unconfirmed += 1;
            }
        }
    }
}

fn contradiction(claim: Claim, truth: Claim, goal: Goal) -> String {
    let say = |count: u32| match count {
        0 => "no solution".to_owned(),
        1 if goal.limit() > 1 => "exactly one solution".to_owned(),
        count if count == goal.limit() => format!("at least {count} solutions"),
        count => format!("{count} solutions"),
    };
    let found = say(truth.count);
    if claim.count == truth.count {
        return format!("another grid than the only solution that {TRUSTED} found");
    }
    format!("claimed {}, but a recount by {TRUSTED} found {found}", say(claim.count))
}
