//! Jobs whose only backend costs something else than the calibration shows. It reports its own time, so
//! that no clock has a part in it.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use crate::builtin;
use crate::dataset::Dataset;
use crate::puzzle::{Block, Order};
use crate::record::{Pass, Record};
use crate::run::drive::job::Job;
use crate::run::drive::observe::{Next, Observer, RoundReport};
use crate::run::drive::perform::perform;
use crate::run::judge::trust::Trust;
use crate::solver::{Abilities, Answers, Backend, Clocked, Goal, Solver, SolverError, Stop, Used};

/// Takes `first_ns` a puzzle in its first solver, which is the calibration's, and `later_ns` after.
struct Deceptive {
    first_ns: u64,
    later_ns: u64,
    starts: AtomicU32,
}

struct DeceptiveSolver {
    sound: Box<dyn Solver>,
    each_ns: u64,
}

impl Backend for Deceptive {
    fn id(&self) -> &str {
        "deceptive"
    }
    fn version(&self) -> String {
        "1".to_owned()
    }
    fn abilities(&self) -> Abilities {
        Abilities::BUILTIN
    }
    fn summary(&self) -> String {
        "for tests".to_owned()
    }
    fn start(&self, order: Order, goal: Goal) -> Result<Box<dyn Solver>, SolverError> {
        let is_first = self.starts.fetch_add(1, Relaxed) == 0;
        let sound = builtin::find("mrv").expect("built in").start(order, goal)?;
        let each_ns = if is_first { self.first_ns } else { self.later_ns };
        Ok(Box::new(DeceptiveSolver { sound, each_ns }))
    }
}

impl Solver for DeceptiveSolver {
    fn solve(
        &mut self,
        block: &Block<'_>,
        stop: &Stop,
        answers: &mut Answers,
    ) -> Result<Clocked, SolverError> {
        self.sound.solve(block, stop, answers)?;
        let ns = self.each_ns * block.len() as u64;
        Ok(Clocked::BySolver { ns, used: Used::cpu(Some(ns)) })
    }
}

#[derive(Default)]
struct Keeping(Vec<Record>);

impl Observer for Keeping {
    fn round(&mut self, report: &RoundReport, _: f64) -> io::Result<Next> {
        self.0.extend_from_slice(&report.records);
        Ok(if self.0.len() < 6 { Next::Continue } else { Next::Enough })
    }
}

/// The records of six rounds, or a few more.
fn measured(first_ns: u64, later_ns: u64) -> Vec<Record> {
    let text: String = (0..6000).map(|i| format!("{}...............\n", 1 + i % 4)).collect();
    let dataset = Dataset::from_bytes("many", text.leak().as_bytes()).unwrap();
    let backend = Deceptive { first_ns, later_ns, starts: AtomicU32::new(0) };
    let trust = Trust::new(builtin::trusted());
    let job = Job {
        goal: Goal::First,
        passes: vec![Pass::Throughput],
        budget: Duration::from_secs(5),
        seed: 1,
        ..Job::new(vec![("many".to_owned(), &dataset)], vec![&backend], &trust)
    };
    let mut kept = Keeping::default();
    perform(&job, &mut kept, &AtomicBool::new(false)).unwrap();
    kept.0
}

fn largest(records: &[Record]) -> u64 {
    records.iter().map(|record| record.puzzles).max().unwrap()
}

#[test]
fn rounds_that_are_far_off_are_begun_again_in_another_size_and_leave_no_record() {
    let slower = measured(1_000, 50_000);
    assert!((20..=80).contains(&largest(&slower)), "2 ms at 50 us: {}", largest(&slower));
    let faster = measured(50_000, 1_000);
    assert!(largest(&faster) >= 900, "2 ms at 1 us: {}", largest(&faster));
    for records in [slower, faster] {
        let rounds: Vec<u32> = records.iter().map(|record| record.round).collect();
        let all: Vec<u32> = (0..rounds.len() as u32).collect();
        assert_eq!(rounds, all);
    }
}

#[test]
fn rounds_as_long_as_planned_or_nearly_so_all_count() {
    for later_ns in [20_000, 40_000] {
        let records = measured(20_000, later_ns);
        assert_eq!(records[0].round, 0);
        assert!((60..=160).contains(&largest(&records)), "{}", largest(&records));
    }
}
