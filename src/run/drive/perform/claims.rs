//! Whole jobs over one 4x4 puzzle with several solutions, with backends that claim this or that.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use super::*;
use crate::builtin;
use crate::dataset::Dataset;
use crate::record::{Pass, Record};
use crate::run::drive::job::Job;
use crate::run::drive::observe::{Next, Observer, RoundReport};
use crate::run::drive::perform::perform;
use crate::run::judge::trust::Recounts;
use crate::run::plan::tiers::Rounds;
use crate::solver::Search;
use crate::solver::{
    Abilities, Answers, Backend, Clocked, Goal, Solutions, Solver, SolverError, Stop,
};

const PUZZLE: &str = "1.3.............";
const A: &[u8; 16] = b"1234341221434321";
const B: &[u8; 16] = b"1234341243212143";

/// Claims the same of every puzzle, whatever its number of solutions.
struct Claiming {
    id: &'static str,
    count: u32,
    grid: Option<&'static [u8; 16]>,
    /// Puzzles it was asked so far.
    asked: Arc<AtomicUsize>,
}

fn claiming(id: &'static str, count: u32, grid: Option<&'static [u8; 16]>) -> Claiming {
    Claiming { id, count, grid, asked: Arc::default() }
}

impl Backend for Claiming {
    fn id(&self) -> &str {
        self.id
    }
    fn version(&self) -> String {
        "1".to_owned()
    }
    fn abilities(&self) -> Abilities {
        let solutions = if self.grid.is_some() { Solutions::Always } else { Solutions::Never };
        Abilities { solutions, ..Abilities::BUILTIN }
    }
    fn summary(&self) -> String {
        "for tests".to_owned()
    }
    fn runs(&self, algorithm: &str, _: usize) -> bool {
        algorithm == self.id
    }
    fn start(&self, _: Order, _: Goal) -> Result<Box<dyn Solver>, SolverError> {
        let Self { count, grid, .. } = *self;
        Ok(Box::new(ClaimingSolver { count, grid, asked: Arc::clone(&self.asked) }))
    }
}

struct ClaimingSolver {
    count: u32,
    grid: Option<&'static [u8; 16]>,
    asked: Arc<AtomicUsize>,
}

impl Solver for ClaimingSolver {
    fn solve(
        &mut self,
        block: &crate::puzzle::Block<'_>,
        _: &Stop,
        answers: &mut Answers,
    ) -> Result<Clocked, SolverError> {
        self.asked.fetch_add(block.len(), Relaxed);
        for i in 0..block.len() {
            if let Some(grid) = self.grid {
                answers.solution_mut(i).copy_from_slice(grid);
            }
            answers.set(i, self.count, 0, Search::Complete);
        }
        Ok(Clocked::ByCaller)
    }
}

/// Ends each phase after two rounds.
#[derive(Default)]
struct Few {
    records: Vec<Record>,
    rounds: u32,
}

impl Observer for Few {
    fn round(&mut self, report: &RoundReport, _: f64) -> std::io::Result<Next> {
        self.rounds += 1;
        self.records.extend_from_slice(&report.records);
        Ok(if self.rounds.is_multiple_of(2) { Next::Enough } else { Next::Continue })
    }
}

/// Measures claims on one puzzle, in both passes.
fn measure(trust: &Trust, line: &str, goal: Goal, claims: &[Claiming]) -> Vec<Record> {
    let threads = if trust.remembers_groups() { 1 } else { 2 }; // a launch has one worker
    let dataset = Dataset::from_bytes("one", format!("{line}\n").leak().as_bytes()).unwrap();
    let job = Job {
        goal,
        threads: vec![threads],
        rounds: Rounds::Shared,
        budget: Duration::from_secs(2),
        seed: 1,
        as_given: true,
        ..Job::new(
            vec![("one".to_owned(), &dataset)],
            claims.iter().map(|one| one as &dyn Backend).collect(),
            trust,
        )
    };
    let mut few = Few::default();
    perform(&job, &mut few, &AtomicBool::new(false)).unwrap();
    few.records
}

/// What becomes of each claim in the end: wrong, disputed, unconfirmed or fine, the same in both
/// passes.
fn settled(trust: &Trust, line: &str, claims: &[Claiming]) -> Vec<&'static str> {
    let records = measure(trust, line, Goal::Unique, claims);
    let of = |claim: &Claiming, pass| {
        let own = |r: &&Record| r.solver == claim.id && r.setting.pass == pass;
        let record = records.iter().find(own).expect("it was measured");
        match (record.outcomes.wrong, record.disputed, record.unconfirmed) {
            (1, 0, 0) => "wrong",
            (0, 1, 0) => "disputed",
            (0, 0, 1) => "unconfirmed",
            (0, 0, 0) => "fine",
            other => panic!("{other:?}"),
        }
    };
    let both = |claim| [Pass::Throughput, Pass::Latency].map(|pass| of(claim, pass));
    claims
        .iter()
        .map(|claim| {
            let [throughput, latency] = both(claim);
            assert_eq!(throughput, latency, "{}", claim.id);
            throughput
        })
        .collect()
}

fn builtins() -> Trust {
    Trust::new(builtin::trusted())
}

fn no_trusted() -> Trust {
    Trust::new(Vec::new())
}

#[test]
fn agreeing_solvers_do_not_confirm_each_other() {
    let none = |id| claiming(id, 0, None);
    let one = |id| claiming(id, 1, Some(A));
    let trust = builtins;
    assert_eq!(settled(&trust(), PUZZLE, &[none("a"), none("b")]), ["wrong"; 2]);
    assert_eq!(settled(&trust(), PUZZLE, &[one("a"), one("b"), one("c")]), ["wrong"; 3]);
    let two = claiming("d", 2, Some(A));
    assert_eq!(settled(&trust(), PUZZLE, &[one("a"), one("b"), two]), ["wrong", "wrong", "fine"]);
    let many = [claiming("a", 2, Some(A)), claiming("b", 2, Some(A))];
    assert_eq!(settled(&trust(), "123434122143432.", &many), ["wrong"; 2]);
}

#[test]
fn what_nobody_recounts_is_unconfirmed_or_disputed_but_for_what_grids_prove() {
    let none = |id| claiming(id, 0, None);
    let one = |id, grid| claiming(id, 1, Some(grid));
    let two = |id, grid| claiming(id, 2, Some(grid));
    let settled = |claims: &[Claiming]| settled(&no_trusted(), PUZZLE, claims);
    assert_eq!(settled(&[none("a"), none("b")]), ["unconfirmed"; 2]);
    assert_eq!(settled(&[one("a", A), one("b", A)]), ["unconfirmed"; 2]);
    assert_eq!(settled(&[one("a", A), two("b", A)]), ["disputed"; 2]);
    assert_eq!(settled(&[one("a", A), none("b")]), ["unconfirmed", "wrong"]);
    assert_eq!(settled(&[one("a", A), two("b", B)]), ["wrong", "fine"]);
    assert_eq!(settled(&[two("a", A), two("b", B)]), ["fine"; 2]);
    assert_eq!(settled(&[one("a", A), one("b", B)]), ["wrong"; 2]);
}

#[test]
fn a_dataset_s_own_solution_proves_no_uniqueness() {
    let line = format!("{PUZZLE},{}", std::str::from_utf8(A).unwrap());
    let one = |grid| claiming("a", 1, Some(grid));
    assert_eq!(settled(&no_trusted(), &line, &[one(A)]), ["unconfirmed"]);
    assert_eq!(settled(&builtins(), &line, &[one(A)]), ["wrong"]);
    assert_eq!(settled(&no_trusted(), &line, &[one(B)]), ["wrong"]);
    assert_eq!(settled(&no_trusted(), &line, &[claiming("a", 0, None)]), ["wrong"]);
}

#[test]
fn a_puzzle_is_recounted_once_however_many_claim_it_in_however_many_phases_and_runs() {
    let trusted = claiming("trusted", 2, Some(A));
    let asked = Arc::clone(&trusted.asked);
    let trust = Trust::new(vec![Box::new(trusted)]);
    let claims = || [claiming("a", 2, Some(A)), claiming("b", 1, Some(A))];
    for _ in 0..2 {
        assert_eq!(settled(&trust, PUZZLE, &claims()), ["fine", "wrong"]);
    }
    assert_eq!(asked.load(Relaxed), 1);
}

#[test]
fn what_a_launch_has_confirmed_the_next_recounts_only_where_claims_are_others() {
    let launch = |recounts: &Recounts, count: u32| {
        let trusted = claiming("trusted", 2, Some(A));
        let asked = Arc::clone(&trusted.asked);
        let trust = Trust::new(vec![Box::new(trusted)]).continuing(recounts.clone());
        let claims = ["a", "b"].map(|id| claiming(id, count, Some(A)));
        (settled(&trust, PUZZLE, &claims), asked.load(Relaxed), trust.recounts())
    };
    let (becomes, asked, wrong) = launch(&Recounts::default(), 1);
    assert_eq!((becomes, asked, wrong.settled.len()), (vec!["wrong"; 2], 1, 0));
    let (becomes, asked, first) = launch(&Recounts::default(), 2);
    assert_eq!((becomes, asked, first.settled.len()), (vec!["fine"; 2], 1, 1));
    let (becomes, asked, _) = launch(&first, 2);
    assert_eq!((becomes, asked), (vec!["fine"; 2], 0));
    let (becomes, asked, _) = launch(&first, 1);
    assert_eq!((becomes, asked), (vec!["wrong"; 2], 1));
}

#[test]
fn a_trusted_solver_is_no_witness_for_itself() {
    let trust = || -> Trust {
        let liar = Box::new(claiming("liar", 1, Some(A)));
        Trust::new(vec![liar, Box::new(claiming("sound", 2, Some(A)))])
    };
    let liar = || claiming("liar", 1, Some(A));
    assert_eq!(settled(&trust(), PUZZLE, &[liar()]), ["wrong"]);
    assert_eq!(settled(&trust(), PUZZLE, &[claiming("a", 1, Some(A)), liar()]), ["wrong"; 2]);
    // Both measured: each is the other's witness, and they differ.
    let both = [liar(), claiming("sound", 2, Some(A))];
    assert_eq!(settled(&trust(), PUZZLE, &both), ["disputed"; 2]);
}

#[test]
fn a_recount_that_shows_a_wrong_grid_is_not_believed() {
    let trust = Trust::new(vec![Box::new(claiming("broken", 1, Some(b"1111111111111111")))]);
    assert_eq!(settled(&trust, PUZZLE, &[claiming("a", 1, Some(A))]), ["unconfirmed"]);
}

#[test]
fn once_recounts_have_had_their_time_claims_stay_unconfirmed() {
    let trust = builtins();
    trust.spend(u64::MAX >> 2);
    assert_eq!(settled(&trust, PUZZLE, &[claiming("a", 1, Some(A))]), ["unconfirmed"]);
}

#[test]
fn counts_without_grids_are_said_to_be_that() {
    let mute = || [claiming("mute", 2, None)];
    let records = measure(&builtins(), PUZZLE, Goal::Unique, &mute());
    assert!(records.iter().all(|r| (r.outcomes.multiple, r.only_counted) == (1, 1)));
    let mute = [claiming("mute", 1, None)];
    let records = measure(&builtins(), PUZZLE, Goal::First, &mute);
    assert!(records.iter().all(|r| (r.outcomes.incomplete, r.only_counted) == (1, 0)));
}
