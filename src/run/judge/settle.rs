//! Who is right: every claim of a round against the answers' own proofs and a trusted recount, once
//! a puzzle. How many backends claim the same is no proof.

use crate::puzzle::order::BLANK;
use crate::puzzle::{Order, Puzzles};
use crate::solver::Search;
use crate::verify::check_solution;

use super::claims::{Entry, agreed, proved_at_least};
use crate::run::work::clock::Clock;
use super::found::{Place, Truth};
use crate::record::incident::IncidentKind;
use crate::run::work::phase::{Phase, Round, RunError};
use crate::record::mark::Mark;
use crate::run::work::tally::Tally;
use super::trust::{Trust, WHO};
use crate::run::work::turn::{CpuClock, End, Seat};
use crate::run::work::watch::Watched;
use crate::run::work::worker::Worker;

/// Most puzzles recounted as one block; larger puzzles one by one, since each may take long.
const BATCH: usize = 64;

/// The trusted solvers, one worker's own, each started when it is first needed.
#[derive(Default)]
pub(crate) struct Recounter<'a> {
    seats: [Option<Seat<'a>>; WHO],
}

/// How a recount of one puzzle ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Recount {
    /// With its number of solutions, at most the goal's limit.
    Count(u32),
    /// Without a result, in the time a puzzle has.
    Open,
    /// It was not begun: recounts have had their share of the budget.
    NoTime,
}

/// A puzzle whose claims are not settled by what was found before.
struct Asked {
    /// Its index in the worker's portion.
    i: usize,
    place: Place,
    /// Whether the claims contradict each other.
    disputed: bool,
}

/// What is known of such a puzzle.
struct Case {
    i: usize,
    place: Place,
    /// Its number of solutions, where that is beyond doubt.
    proved: Option<u32>,
    /// Solutions that right grids show it to have at least.
    at_least: u32,
    /// What trusted solvers have counted when they were asked.
    counts: [Option<u32>; WHO],
    /// What trusted solvers claim that are measured themselves.
    claims: [Option<u32>; WHO],
    /// Why there is no count, where there is none.
    failed: Option<Recount>,
}

/// What a claim amounts to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Confirmed,
    Wrong,
    Open,
}

/// One backend's claims on the puzzles of a portion.
struct Voice<'a> {
    backend: usize,
    entries: &'a [Entry],
    /// Which trusted algorithms its answers may come from.
    runs: [bool; WHO],
}

impl<'a> Recounter<'a> {
    /// Counts the solutions of some puzzles with a trusted solver. Its answers are judged too.
    fn counts<C: Clock>(
        &mut self,
        phase: &'a Phase<'a>,
        number: usize,
        puzzles: &Puzzles,
        clock: &C,
        watched: &Watched,
    ) -> Result<Vec<Recount>, RunError> {
        let len = puzzles.block().len();
        if phase.is_interrupted() || !phase.trust.has_time() {
            return Ok(vec![Recount::NoTime; len]);
        }
        let seat = match &mut self.seats[number] {
            Some(seat) => seat,
            none => {
                let backend = phase.trust.solver(number);
                none.insert(Seat::start(backend, phase.order, phase.goal, len)?)
            }
        };
        let time = || clock.used().cpu_ns.unwrap_or_else(|| clock.wall_ns());
        let mut all = Vec::with_capacity(len);
        // A block that is stopped is counted again puzzle by puzzle, to know which one it was.
        for block in [len, 1] {
            for from in (0..len).step_by(block) {
                if !phase.trust.has_time() {
                    all.push(Recount::NoTime);
                    continue;
                }
                let part = puzzles.block().slice(from, len.min(from + block));
                let begun_ns = time();
                let end = seat.solve(&part, clock, CpuClock::Skipped, watched)?;
                phase.trust.spend(time() - begun_ns);
                match end {
                    End::Done(_) => all.extend((0..part.len()).map(|i| counted(seat, &part, i))),
                    _ if part.len() == 1 => all.push(Recount::Open),
                    _ => break,
                }
            }
            if all.len() == len {
                break;
            }
        }
        Ok(all)
    }
}

/// A trusted solver's count, unless it is open or its own grid is not right.
fn counted(seat: &Seat<'_>, block: &crate::puzzle::Block<'_>, i: usize) -> Recount {
    let answer = seat.answers.get(i);
    let shows = |cells: &[u8]| check_solution(block.order(), block.cells(i), cells).is_ok();
    let is_right = answer.count == 0 || answer.solution.is_some_and(shows);
    match answer.search {
        Search::Complete if is_right => Recount::Count(answer.count),
        _ => Recount::Open,
    }
}

/// Whether there are two numbers.
fn differ(numbers: &[Option<u32>; WHO]) -> bool {
    let mut known = numbers.iter().flatten();
    let first = known.next();
    known.any(|number| Some(number) != first)
}

impl Case {
    /// Whether a claim holds, by what is known from others than its own backend. A recount counts for
    /// more than what a trusted solver claims that is measured itself.
    fn standing(&self, count: u32, runs: [bool; WHO]) -> Standing {
        let verdict = |truth: u32| match truth == count {
            true => Standing::Confirmed,
            false => Standing::Wrong,
        };
        if let Some(truth) = self.proved {
            return verdict(truth);
        }
        if count < self.at_least {
            return Standing::Wrong;
        }
        for witnesses in [&self.counts, &self.claims] {
            if differ(witnesses) {
                return Standing::Open;
            }
            let mut independent = witnesses.iter().zip(runs).filter(|(_, own)| !own);
            if let Some(truth) = independent.find_map(|(count, _)| *count) {
                return verdict(truth);
            }
        }
        Standing::Open
    }

    /// What to keep of it: a count is believed from everybody once two independent algorithms have
    /// found it.
    fn truth(&self, confirmed: bool) -> Truth {
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
}

impl<'a, C: Clock> Worker<'a, C> {
    /// Settles every claim of the round, and marks the false ones as wrong. Returns, for each
    /// backend of the tier, how many of its claims stay open.
    pub(crate) fn recount(&mut self, round: &Round<'_>) -> Result<Vec<Tally>, RunError> {
        let mut opens = vec![Tally::default(); round.tier.members.len()];
        let (trust, group) = (self.phase.trust, round.group.id);
        let digest = self.agreed(round);
        if digest.is_some_and(|digest| trust.is_settled(group, digest)) {
            return Ok(opens);
        }
        self.recount_asked(round, &mut opens)?;
        let is_confirmed = opens.iter().all(|open| open.disputed + open.unconfirmed == 0);
        // Claims that turned out to be wrong are none that all agree on any more.
        if let Some(digest) = digest.filter(|_| is_confirmed && self.agreed(round).is_some()) {
            trust.settle(group, digest);
        }
        Ok(opens)
    }

    /// A digest of what all backends of the tier claim alike; nothing where they differ, or where no
    /// later process could make use of it.
    fn agreed(&self, round: &Round<'_>) -> Option<u64> {
        let is_whole = self.phase.threads == 1; // otherwise each worker has a part of the group
        if !is_whole || !self.phase.trust.remembers_groups() {
            return None;
        }
        let members = round.tier.members.iter();
        let voices: Vec<&[Entry]> = members.map(|&member| &*self.desks[member].entries).collect();
        let stretches = self.share.stretches();
        let places = stretches.flat_map(|one| {
            one.range().zip(one.at..).map(move |(i, index)| (i, (one.chunk, index)))
        });
        agreed(places, &voices)
    }

    /// Settles the claims that what was found before does not settle.
    fn recount_asked(&mut self, round: &Round<'_>, opens: &mut [Tally]) -> Result<(), RunError> {
        let mut asked = self.asked(round);
        asked.sort_by_key(|asked| !asked.disputed); // while there is time
        let batch = if self.phase.order == Order::THREE { BATCH } else { 1 };
        for part in asked.chunks(batch) {
            let mut cases = self.cases(round, part);
            self.count(round, &mut cases)?;
            let truths: Vec<_> = cases
                .iter()
                .map(|case| (case.place, self.enforce(round, case, opens)))
                .filter(|(_, truth)| *truth != Truth::Unknown)
                .collect();
            self.phase.found.keep(truths);
        }
        Ok(())
    }

    /// Puzzles on which some claim is not what was found before.
    fn asked(&self, round: &Round<'_>) -> Vec<Asked> {
        let look = self.phase.found.look();
        let is_first = self.phase.goal.limit() == 1;
        let members = round.tier.members.iter();
        let voices: Vec<&[Entry]> = members.map(|&member| &*self.desks[member].entries).collect();
        let mut asked = Vec::new();
        for stretch in self.share.stretches() {
            let known = look.chunk(stretch.chunk);
            for (i, index) in stretch.range().zip(stretch.at..) {
                let truth = match known(index) {
                    Truth::Count { count, only: None } => Some(count),
                    _ => None,
                };
                let is_settled = |entries: &&[Entry]| {
                    let claim = entries[i].claimed();
                    // A right grid is its own proof of one solution.
                    claim.is_none_or(|count| Some(count) == truth || (is_first && count > 0))
                };
                if !voices.iter().all(is_settled) {
                    let mut claims = voices.iter().filter_map(|entries| entries[i].claimed());
                    let first = claims.next();
                    let disputed = claims.any(|count| Some(count) != first);
                    asked.push(Asked { i, place: (stretch.chunk, index), disputed });
                }
            }
        }
        asked
    }

    fn voices(&self, round: &Round<'_>) -> Vec<Voice<'_>> {
        let (len, block) = (self.share.len().max(1), round.tier.block.max(1) as usize);
        let least = len / len.div_ceil(block);
        let trust = self.phase.trust;
        let voice = |&backend: &usize| Voice {
            backend,
            entries: &self.desks[backend].entries,
            runs: trust.run_by(self.phase.backends[backend], least),
        };
        round.tier.members.iter().map(voice).collect()
    }

    /// What is known of some puzzles without a recount.
    fn cases(&self, round: &Round<'_>, part: &[Asked]) -> Vec<Case> {
        let voices = self.voices(round);
        let look = self.phase.found.look();
        let case = |asked: &Asked| self.case(asked, &voices, look.at(asked.place));
        part.iter().map(case).collect()
    }

    fn case(&self, asked: &Asked, voices: &[Voice<'_>], known: Truth) -> Case {
        let &Asked { i, place, .. } = asked;
        let (order, limit) = (self.phase.order, self.phase.goal.limit());
        let puzzle = self.share.block().cells(i);
        let own = self.share.expected(i);
        let own = own.filter(|cells| check_solution(order, puzzle, cells).is_ok());
        let at_least = proved_at_least(voices.iter().map(|voice| &voice.entries[i]), own, limit);
        let proved = match puzzle.contains(&BLANK) {
            true => (at_least == limit).then_some(limit),
            false => Some(check_solution(order, puzzle, puzzle).is_ok().into()),
        };
        let none = [None; WHO];
        let mut case =
            Case { i, place, proved, at_least, counts: none, claims: none, failed: None };
        for voice in voices {
            for number in (0..WHO).filter(|&number| voice.runs[number]) {
                case.claims[number] = case.claims[number].or(voice.entries[i].claimed());
            }
        }
        match known {
            Truth::Unknown => {}
            Truth::Open => case.failed = Some(Recount::Open),
            Truth::Count { count, only: None } => case.proved = case.proved.or(Some(count)),
            Truth::Count { count, only: Some(number) } => case.counts[number] = Some(count),
        }
        case
    }

    /// Has those cases recounted that need it.
    fn count(&mut self, round: &Round<'_>, cases: &mut [Case]) -> Result<(), RunError> {
        let phase = self.phase;
        let voices = self.voices(round);
        let runs: Vec<_> = voices.iter().map(|voice| voice.runs).collect();
        for number in phase.trust.panel(phase.order, &runs) {
            let voices = self.voices(round);
            let needs = |case: &Case| {
                let is_open = |voice: &Voice<'_>| {
                    let claim = voice.entries[case.i].claimed();
                    claim.is_some_and(|count| {
                        case.standing(count, voice.runs) != Standing::Confirmed
                    })
                };
                case.proved.is_none()
                    && case.failed.is_none()
                    && case.counts[number].is_none()
                    && voices.iter().any(is_open)
            };
            let open: Vec<usize> = (0..cases.len()).filter(|&nth| needs(&cases[nth])).collect();
            if open.is_empty() {
                continue;
            }
            let block = self.share.block();
            let cells = open.iter().map(|&nth| block.cells(cases[nth].i));
            let puzzles = Puzzles::from_cells(phase.order, cells);
            let counts =
                self.recounter.counts(phase, number, &puzzles, self.clock, self.watched)?;
            for (nth, recount) in open.into_iter().zip(counts) {
                match recount {
                    Recount::Count(count) => cases[nth].counts[number] = Some(count),
                    failed => cases[nth].failed = Some(failed),
                }
            }
        }
        Ok(())
    }

    /// Marks the backends that claim otherwise as wrong, and counts the claims that stay open.
    /// Returns what is known of the puzzle now.
    fn enforce(&mut self, round: &Round<'_>, case: &Case, opens: &mut [Tally]) -> Truth {
        let (i, is_first) = (case.i, self.phase.goal.limit() == 1);
        let claims: Vec<(usize, u32, Standing)> = self
            .voices(round)
            .iter()
            .filter_map(|voice| {
                let count = voice.entries[i].claimed()?;
                let standing = match is_first && count > 0 {
                    true => Standing::Confirmed,
                    false => case.standing(count, voice.runs),
                };
                Some((voice.backend, count, standing))
            })
            .collect();
        let mut open = claims.iter().filter(|claim| claim.2 == Standing::Open);
        let first = open.next().map(|claim| claim.1);
        let disputed = differ(&case.counts) || open.any(|claim| Some(claim.1) != first);
        for &(backend, count, standing) in &claims {
            match standing {
                Standing::Confirmed => {}
                Standing::Wrong => {
                    self.desks[backend].entries[i].mark = Mark::Wrong;
                    let what = self.contradiction(case, count);
                    self.report(backend, i, IncidentKind::Wrong, what, "");
                }
                Standing::Open => {
                    let nth = round.tier.members.iter().position(|&member| member == backend);
                    let open = &mut opens[nth.expect("claims are of members")];
                    if disputed {
                        open.disputed += 1;
                        let what = self.dispute(case);
                        self.report(backend, i, IncidentKind::Disputed, what, "");
                    } else {
                        open.unconfirmed += 1;
                    }
                }
            }
        }
        case.truth(claims.iter().any(|claim| claim.2 == Standing::Confirmed))
    }

    fn contradiction(&self, case: &Case, claimed: u32) -> String {
        let goal = self.phase.goal;
        let say = |count: u32| match count {
            0 => "no solution".to_owned(),
            1 if goal.limit() > 1 => "exactly 1 solution".to_owned(),
            1 => "a solution".to_owned(),
            count if count == goal.limit() => format!("{count} or more solutions"),
            count => format!("{count} solutions"),
        };
        let by = case.counts.iter().position(Option::is_some);
        let by =
            by.map_or_else(String::new, |by| format!(" by {}", self.phase.trust.solver(by).id()));
        let known = case.proved.or(case.counts.iter().flatten().next().copied());
        let found = match (claimed < case.at_least, case.at_least, known) {
            (true, 1, _) => "a grid that solves it was shown".to_owned(),
            (true, _, _) => "two different grids that solve it were shown".to_owned(),
            (false, _, known) => format!("a recount{by} found {}", say(known.unwrap_or_default())),
        };
        format!("claimed {}, but {found}", say(claimed))
    }

    fn dispute(&self, case: &Case) -> String {
        if differ(&case.counts) {
            let trust: &Trust = self.phase.trust;
            let counts = case.counts.iter().enumerate();
            let counts: Vec<String> = counts
                .filter_map(|(number, count)| Some((number, (*count)?)))
                .map(|(number, count)| format!("{} {count}", trust.solver(number).id()))
                .collect();
            return format!("trusted solvers count differently: {}", counts.join(", "));
        }
        let why = match case.failed {
            Some(Recount::NoTime) => "recounts had used up their share of the budget",
            _ => "the recount ran into the time limit",
        };
        format!("solvers disagree, and {why}")
    }
}

#[cfg(test)]
mod tests;
