//! Who is right: every claim of a round against the answers' own proofs and a trusted recount, once
//! a puzzle. How many backends claim the same is not a proof.

use crate::dataset::portion::Portion;
use crate::puzzle::order::BLANK;
use crate::puzzle::{Order, Puzzles};
use crate::record::incident::IncidentKind;
use crate::record::mark::Mark;
use crate::solver::SolverError;
use crate::verify::check_solution;

use super::answers::Judge;
use super::cases::{Case, Recount, Verdict, differ};
use super::claims::{Entry, agreed, proved_at_least};
use super::found::{Place, Truth};
use super::trust::WHO;

/// Most puzzles recounted as one block; larger puzzles one by one, since each may take long.
const BATCH: usize = 64;

/// Counts solutions anew.
pub(crate) trait Recounts {
    /// Has the trusted solver of that number count the solutions of some puzzles.
    ///
    /// # Errors
    /// When the solver fails.
    fn counts(&mut self, number: usize, puzzles: &Puzzles) -> Result<Vec<Recount>, SolverError>;
}

/// A round whose answers are all there.
#[derive(Clone, Copy)]
pub(crate) struct RoundClaims<'a> {
    /// The backends that took part.
    pub members: &'a [usize],
    /// Number of the group.
    pub group: u64,
    /// Puzzles handed over at once.
    pub block: u32,
    /// The puzzles.
    pub puzzles: &'a Portion,
}

/// Claims of a backend that no recount settled.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Open {
    /// Claims that others contradict.
    pub disputed: u64,
    /// Claims that nothing confirmed.
    pub unconfirmed: u64,
}

/// A puzzle whose claims are not settled by what was found before.
struct Asked {
    /// Its index in the worker's portion.
    i: usize,
    place: Place,
    /// Whether the claims contradict each other.
    disputed: bool,
}

/// One backend's claims on the puzzles of a portion.
struct Claimant<'a> {
    backend: usize,
    entries: &'a [Entry],
    /// Which trusted algorithms its answers may come from.
    runs: [bool; WHO],
}

impl Judge<'_> {
    /// Settles every claim of the round, and marks the false ones as wrong. Returns, for each
    /// backend of the round, how many of its claims stay open.
    ///
    /// # Errors
    /// When a trusted solver fails.
    pub(crate) fn settle(
        &mut self,
        round: &RoundClaims<'_>,
        recounts: &mut dyn Recounts,
    ) -> Result<Vec<Open>, SolverError> {
        let mut opens = vec![Open::default(); round.members.len()];
        let (trust, group) = (self.rules.trust, round.group);
        let digest = self.agreed(round);
        if digest.is_some_and(|digest| trust.is_settled(group, digest)) {
            return Ok(opens);
        }
        self.recount_asked(round, recounts, &mut opens)?;
        let is_confirmed = opens.iter().all(|open| open.disputed + open.unconfirmed == 0);
        // Claims that turned out to be wrong are none that all agree on any more.
        if let Some(digest) = digest.filter(|_| is_confirmed && self.agreed(round).is_some()) {
            trust.settle(group, digest);
        }
        Ok(opens)
    }

    /// A digest of what all backends of the tier claim alike; nothing where they differ, or where no
    /// later process could make use of it.
    fn agreed(&self, round: &RoundClaims<'_>) -> Option<u64> {
        let is_whole = self.rules.threads == 1; // otherwise each worker has a part of the group
        if !is_whole || !self.rules.trust.remembers_groups() {
            return None;
        }
        let members = round.members.iter();
        let claimants: Vec<&[Entry]> =
            members.map(|&member| &*self.sheets[member].entries).collect();
        let spans = round.puzzles.spans();
        let places = spans.flat_map(|one| {
            one.range().zip(one.at..).map(move |(i, index)| (i, (one.chunk, index)))
        });
        agreed(places, &claimants)
    }

    /// Settles the claims that what was found before does not settle.
    fn recount_asked(
        &mut self,
        round: &RoundClaims<'_>,
        recounts: &mut dyn Recounts,
        opens: &mut [Open],
    ) -> Result<(), SolverError> {
        let mut asked = self.asked(round);
        asked.sort_by_key(|asked| !asked.disputed); // while there is time
        let batch = if self.rules.order == Order::THREE { BATCH } else { 1 };
        for part in asked.chunks(batch) {
            let mut cases = self.cases(round, part);
            self.count(round, recounts, &mut cases)?;
            let truths: Vec<_> = cases
                .iter()
                .map(|case| (case.place, self.enforce(round, case, opens)))
                .filter(|(_, truth)| *truth != Truth::Unknown)
                .collect();
            self.rules.found.keep(truths);
        }
        Ok(())
    }

    /// Puzzles on which some claim is not what was found before.
    fn asked(&self, round: &RoundClaims<'_>) -> Vec<Asked> {
        let look = self.rules.found.look();
        let is_first = self.rules.goal.limit() == 1;
        let members = round.members.iter();
        let claimants: Vec<&[Entry]> =
            members.map(|&member| &*self.sheets[member].entries).collect();
        let mut asked = Vec::new();
        for span in round.puzzles.spans() {
            let known = look.chunk(span.chunk);
            for (i, index) in span.range().zip(span.at..) {
                let truth = match known(index) {
                    Truth::Count { count, only: None } => Some(count),
                    _ => None,
                };
                let is_settled = |entries: &&[Entry]| {
                    let claim = entries[i].claimed();
                    // A right grid is its own proof of one solution.
                    claim.is_none_or(|count| Some(count) == truth || (is_first && count > 0))
                };
                if !claimants.iter().all(is_settled) {
                    let mut claims = claimants.iter().filter_map(|entries| entries[i].claimed());
                    let first = claims.next();
                    let disputed = claims.any(|count| Some(count) != first);
                    asked.push(Asked { i, place: (span.chunk, index), disputed });
                }
            }
        }
        asked
    }

    fn claimants(&self, round: &RoundClaims<'_>) -> Vec<Claimant<'_>> {
        let (len, block) = (round.puzzles.len().max(1), round.block.max(1) as usize);
        let least = len / len.div_ceil(block);
        let trust = self.rules.trust;
        let claimant = |&backend: &usize| Claimant {
            backend,
            entries: &self.sheets[backend].entries,
            runs: trust.run_by(self.rules.backends[backend], least),
        };
        round.members.iter().map(claimant).collect()
    }

    /// What is known of some puzzles without a recount.
    fn cases(&self, round: &RoundClaims<'_>, part: &[Asked]) -> Vec<Case> {
        let claimants = self.claimants(round);
        let look = self.rules.found.look();
        let case =
            |asked: &Asked| self.case(asked, round.puzzles, &claimants, look.at(asked.place));
        part.iter().map(case).collect()
    }

    fn case(
        &self,
        asked: &Asked,
        puzzles: &Portion,
        claimants: &[Claimant<'_>],
        known: Truth,
    ) -> Case {
        let &Asked { i, place, .. } = asked;
        let (order, limit) = (self.rules.order, self.rules.goal.limit());
        let puzzle = puzzles.block().cells(i);
        let own = puzzles.expected(i);
        let own = own.filter(|cells| check_solution(order, puzzle, cells).is_ok());
        let at_least =
            proved_at_least(claimants.iter().map(|claimant| &claimant.entries[i]), own, limit);
        let proved = match puzzle.contains(&BLANK) {
            true => (at_least == limit).then_some(limit),
            false => Some(check_solution(order, puzzle, puzzle).is_ok().into()),
        };
        let none = [None; WHO];
        let mut case =
            Case { i, place, proved, at_least, counts: none, claims: none, failed: None };
        for claimant in claimants {
            for number in (0..WHO).filter(|&number| claimant.runs[number]) {
                case.claims[number] = case.claims[number].or(claimant.entries[i].claimed());
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
    fn count(
        &self,
        round: &RoundClaims<'_>,
        recounts: &mut dyn Recounts,
        cases: &mut [Case],
    ) -> Result<(), SolverError> {
        let claimants = self.claimants(round);
        let runs: Vec<_> = claimants.iter().map(|claimant| claimant.runs).collect();
        for number in self.rules.trust.panel(self.rules.order, &runs) {
            let needs = |case: &Case| {
                let is_open = |claimant: &Claimant<'_>| {
                    let claim = claimant.entries[case.i].claimed();
                    claim.is_some_and(|count| {
                        case.verdict_on(count, claimant.runs) != Verdict::Confirmed
                    })
                };
                case.proved.is_none()
                    && case.failed.is_none()
                    && case.counts[number].is_none()
                    && claimants.iter().any(is_open)
            };
            let open: Vec<usize> = (0..cases.len()).filter(|&nth| needs(&cases[nth])).collect();
            if open.is_empty() {
                continue;
            }
            let block = round.puzzles.block();
            let cells = open.iter().map(|&nth| block.cells(cases[nth].i));
            let puzzles = Puzzles::from_cells(self.rules.order, cells);
            let counts = recounts.counts(number, &puzzles)?;
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
    fn enforce(&mut self, round: &RoundClaims<'_>, case: &Case, opens: &mut [Open]) -> Truth {
        let (i, is_first) = (case.i, self.rules.goal.limit() == 1);
        let claims: Vec<(usize, u32, Verdict)> = self
            .claimants(round)
            .iter()
            .filter_map(|claimant| {
                let count = claimant.entries[i].claimed()?;
                let verdict = match is_first && count > 0 {
                    true => Verdict::Confirmed,
                    false => case.verdict_on(count, claimant.runs),
                };
                Some((claimant.backend, count, verdict))
            })
            .collect();
        let mut open = claims.iter().filter(|claim| claim.2 == Verdict::Open);
        let first = open.next().map(|claim| claim.1);
        let disputed = differ(&case.counts) || open.any(|claim| Some(claim.1) != first);
        for &(backend, count, verdict) in &claims {
            match verdict {
                Verdict::Confirmed => {}
                Verdict::Wrong => {
                    self.sheets[backend].entries[i].mark = Mark::Wrong;
                    let what = case.contradiction(count, self.rules.goal, self.rules.trust);
                    self.report(backend, round.puzzles, i, IncidentKind::Wrong, what, "");
                }
                Verdict::Open => {
                    let nth = round.members.iter().position(|&member| member == backend);
                    let open = &mut opens[nth.expect("claims are of members")];
                    if disputed {
                        open.disputed += 1;
                        let what = case.dispute(self.rules.trust);
                        self.report(backend, round.puzzles, i, IncidentKind::Disputed, what, "");
                    } else {
                        open.unconfirmed += 1;
                    }
                }
            }
        }
        case.truth(claims.iter().any(|claim| claim.2 == Verdict::Confirmed))
    }
}
