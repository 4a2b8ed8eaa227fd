//! Who is right where backends contradict each other, or one claims something alone.

use std::collections::HashMap;

use crate::puzzle::order::BLANK;
use crate::solver::{Backend, Goal, Search, builtin};

use super::claims::{Claim, Standing, weigh};
use super::clock::Clock;
use super::judging::IncidentKind;
use super::phase::{Phase, Round, RunError};
use super::tally::{Mark, Tally};
use super::turn::{CpuClock, End, Seat};
use super::watch::Watched;
use super::worker::Worker;

/// Name of the built-in whose word decides.
const TRUSTED: &str = "mrv";

fn trusted() -> Box<dyn Backend> {
    builtin::find(TRUSTED).expect("the baseline is built in")
}

/// The trusted solver, and which groups it has already confirmed.
pub(super) struct Recounter<'a> {
    seat: Option<Seat<'a>>,
    /// What was confirmed of a group, by tier and group: rounds that see it again and claim the
    /// same need no recount.
    confirmed: HashMap<(u64, u64), u64>,
}

impl<'a> Recounter<'a> {
    pub fn new() -> Self {
        Self { seat: None, confirmed: HashMap::new() }
    }

    /// The true answer to one puzzle, or nothing if the trusted solver ran into the timeout.
    fn answer<C: Clock>(
        &mut self,
        phase: &'a Phase<'a>,
        block: &crate::puzzle::Block<'_>,
        clock: &C,
        watched: &Watched,
    ) -> Result<Option<Claim>, RunError> {
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
        let (digest, disputed) = self.digest(round);
        let known = (round.tier_index as u64, round.group.id);
        if !disputed && self.recounter.confirmed.get(&known) == Some(&digest) {
            return Ok(opens);
        }
        let mut open = Vec::new();
        self.open_questions(round, |i, standing| {
            if standing == Standing::Disputed || !self.is_proved(round, i) {
                open.push((i, standing));
            }
        });
        let mut all_confirmed = true;
        for (i, standing) in open {
            let block = self.share.block().slice(i, i + 1);
            let truth = self.recounter.answer(self.phase, &block, self.clock, self.watched)?;
            match truth {
                Some(truth) => all_confirmed &= self.enforce(round, i, truth),
                None => {
                    all_confirmed = false;
                    self.leave_open(round, i, standing, &mut opens);
                }
            }
        }
        if all_confirmed {
            self.recounter.confirmed.insert(known, digest);
        }
        Ok(opens)
    }

    /// A digest of what is claimed alone of which puzzle, and whether any claim is disputed.
    fn digest(&self, round: &Round<'_>) -> (u64, bool) {
        let (mut digest, mut disputed) = (0u64, false);
        self.open_questions(round, |i, standing| {
            disputed |= standing == Standing::Disputed;
            for &backend in &round.tier.members {
                let entry = &self.desks[backend].entries[i];
                let count = entry.claim.map_or(u64::MAX, |claim| claim.count.into());
                let said = (i as u64) << 32 ^ count;
                digest = (digest.rotate_left(29) ^ said).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
        });
        (digest, disputed)
    }

    /// Tells of each puzzle whose claims are not settled.
    fn open_questions(&self, round: &Round<'_>, mut tell: impl FnMut(usize, Standing)) {
        let members = &round.tier.members;
        let voices = members.iter().map(|&backend| {
            let trust = self.phase.backends[backend].id() == TRUSTED;
            (trust, &self.desks[backend].entries[..])
        });
        let voices: Vec<_> = voices.collect();
        for i in 0..self.share.len() {
            let claims = voices.iter().map(|&(trust, entries)| (trust, &entries[i]));
            let standing = weigh(claims, self.phase.goal);
            if standing != Standing::Settled {
                tell(i, standing);
            }
        }
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
                let what = format!("solvers disagree and {TRUSTED} ran into the timeout");
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
