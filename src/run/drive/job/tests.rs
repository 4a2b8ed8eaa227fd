//! Whole jobs with backends that misbehave, each in its own way.

mod faulty;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use self::faulty::{Faulty, Vice, faulty};
use super::*;
use crate::builtin;
use crate::dataset::Dataset;
use crate::foreign::renamed::Renamed;
use crate::puzzle::{Block, Order};
use crate::record::incident::IncidentKind;
use crate::record::{Outcomes, Record};
use crate::run::drive::findings::Findings;
use crate::run::drive::observe::{Next, Observer, RoundReport};
use crate::run::drive::perform::perform;
use crate::run::work::phase::Phase;
use crate::solver::{
    Abilities, Answers, Backend, Clocked, Goal, Grain, Search, Solver, SolverError, Stop,
};

/// The puzzles of seed 2's articles. All have one solution but the last, which its article prints as
/// valid and which has 16 givens and many solutions.
const PUZZLES: &str = "\
.4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.
9.1..4.........296.8....4.721...6.....6.23..4.5.94.........8.4.....7..3.....316.5
.9..76.1..374............57.2..54.......6.9.5.1.9.3....5.31..4...4..2...1.9....8.
..........13.94..88..5.2....498..2.7.....1.8313......52...7...6.6.........72.53..
.....2...1.6....39....6.5.1....9...............9.2.....9...4........5......6.8...
";

/// Ends a phase after an even number of rounds that together saw every puzzle.
#[derive(Default)]
struct Covering {
    records: Vec<Record>,
    phase: usize,
}

impl Observer for Covering {
    fn phase(&mut self, _: &Phase<'_>) -> std::io::Result<()> {
        self.phase = self.records.len();
        Ok(())
    }
    fn round(&mut self, report: &RoundReport, _: f64) -> std::io::Result<Next> {
        self.records.extend_from_slice(&report.records);
        let phase = &self.records[self.phase..];
        let solver = &phase[0].solver;
        let own: Vec<&Record> = phase.iter().filter(|record| record.solver == *solver).collect();
        let covered = outcomes(&own).total() == 5;
        Ok(if covered && own.len().is_multiple_of(2) { Next::Enough } else { Next::Continue })
    }
}

/// Outcomes of distinct groups.
fn outcomes(records: &[&Record]) -> Outcomes {
    let groups: BTreeMap<u64, Outcomes> =
        records.iter().map(|record| (record.group, record.outcomes)).collect();
    groups.into_values().fold(Outcomes::default(), Outcomes::merge)
}

fn dataset() -> Dataset {
    Dataset::from_bytes("articles", PUZZLES.as_bytes()).unwrap()
}

fn measured(backends: &[&dyn Backend], dataset: &Dataset) -> (Vec<Record>, Findings) {
    measured_in(Rounds::BySpeed, backends, dataset)
}

fn measured_in(
    rounds: Rounds,
    backends: &[&dyn Backend],
    dataset: &Dataset,
) -> (Vec<Record>, Findings) {
    let mut covering = Covering::default();
    let job = Job { rounds, ..job(backends, dataset, None) };
    let findings = perform(&job, &mut covering, &AtomicBool::new(false)).unwrap();
    (covering.records, findings)
}

/// Much more time than any test takes: these end when every puzzle was seen.
const BUDGET: Duration = Duration::from_secs(1000);

fn job<'a>(
    backends: &[&'a dyn Backend],
    dataset: &'a Dataset,
    timeout: Option<Duration>,
) -> Job<'a> {
    Job {
        threads: vec![2],
        block: Some(4),
        budget: BUDGET,
        timeout,
        seed: 1,
        as_given: true,
        ..Job::new(
            vec![("articles".to_owned(), dataset)],
            backends.to_vec(),
            Box::leak(Box::new(Trust::new(builtin::trusted()))),
        )
    }
}

/// Every row of the faulty backend, alone and beside the sound one, must have these outcomes.
fn expect(vice: Vice, expected: Outcomes, kind: Option<IncidentKind>) {
    let dataset = dataset();
    let mrv = builtin::find("mrv").unwrap();
    let faulty = faulty(vice);
    for backends in [&[&faulty as &dyn Backend][..], &[&*mrv, &faulty], &[&faulty, &*mrv]] {
        let (records, findings) = measured(backends, &dataset);
        let of = |solver: &str, pass: Pass| -> Outcomes {
            let own = records.iter().filter(|r| r.solver == solver && r.setting.pass == pass);
            outcomes(&own.collect::<Vec<_>>())
        };
        for pass in [Pass::Throughput, Pass::Latency] {
            assert_eq!(of("faulty", pass), expected, "{pass:?}");
            if backends.len() > 1 {
                assert_eq!(of("mrv", pass), Outcomes { unique: 4, ..REST }, "{pass:?}");
            }
        }
        for phase in &findings.phases {
            let kinds: Vec<_> = phase.incidents.iter().map(|incident| incident.kind).collect();
            assert_eq!(kinds, Vec::from_iter(kind), "{:?}", phase.incidents);
            let lines = phase.incidents.iter().map(|incident| dataset.line_of(incident.offset));
            assert!(lines.eq(kind.map(|_| 2)));
        }
    }
}

const REST: Outcomes =
    Outcomes { unique: 3, multiple: 1, none: 0, incomplete: 0, timed_out: 0, crashed: 0, wrong: 0 };

#[test]
fn a_sound_backend_is_right_everywhere() {
    expect(Vice::None, Outcomes { unique: 4, ..REST }, None);
}

#[test]
fn a_panic_costs_one_puzzle() {
    expect(Vice::Panics, Outcomes { crashed: 1, ..REST }, Some(IncidentKind::Crashed));
}

#[test]
fn a_crash_costs_one_puzzle() {
    expect(Vice::ReportsCrash, Outcomes { crashed: 1, ..REST }, Some(IncidentKind::Crashed));
}

#[test]
fn a_timeout_costs_one_puzzle_and_is_never_none() {
    expect(Vice::Hangs, Outcomes { timed_out: 1, ..REST }, None);
}

/// The others may run into so short a timeout too, on a busy machine: this one does so everywhere.
#[test]
fn the_watchdog_ends_what_hangs() {
    let (dataset, faulty) = (dataset(), faulty(Vice::HangsUntilStopped));
    let mut covering = Covering::default();
    let job = job(&[&faulty], &dataset, Some(Duration::from_millis(50)));
    perform(&job, &mut covering, &AtomicBool::new(false)).unwrap();
    for pass in [Pass::Throughput, Pass::Latency] {
        let records = covering.records.iter().filter(|record| record.setting.pass == pass);
        let outcomes = outcomes(&records.collect::<Vec<_>>());
        assert!(outcomes.timed_out >= 1 && outcomes.none == 0, "{outcomes:?}");
    }
}

#[test]
fn an_answer_never_written_is_wrong() {
    let wrong = Outcomes { wrong: 1, ..REST };
    expect(Vice::LeavesTheLastAnswer, wrong, Some(IncidentKind::Wrong));
}

#[test]
fn an_overwritten_given_is_wrong() {
    expect(Vice::OverwritesAGiven, Outcomes { wrong: 1, ..REST }, Some(IncidentKind::Wrong));
}

#[test]
fn a_false_count_is_found_by_the_others_or_by_the_recount() {
    let wrong = Outcomes { wrong: 1, ..REST };
    expect(Vice::ClaimsNone, wrong, Some(IncidentKind::Wrong));
    expect(Vice::ClaimsSeveral, wrong, Some(IncidentKind::Wrong));
}

#[test]
fn twins_with_a_false_count_are_both_wrong_in_every_pass() {
    let dataset = dataset();
    for vice in [Vice::ClaimsNone, Vice::ClaimsSeveral] {
        let (one, twin) = (faulty(vice), Renamed::new("twin".to_owned(), Box::new(faulty(vice))));
        let (records, _) = measured_in(Rounds::Shared, &[&one, &twin], &dataset);
        for solver in ["faulty", "twin"] {
            for pass in [Pass::Throughput, Pass::Latency] {
                let own = records.iter().filter(|r| r.solver == solver && r.setting.pass == pass);
                let all = outcomes(&own.collect::<Vec<_>>());
                assert_eq!(all, Outcomes { wrong: 1, ..REST }, "{solver}, {pass:?}");
            }
        }
    }
}

#[test]
fn two_answers_to_one_puzzle_are_wrong() {
    expect(Vice::ChangesItsMind, Outcomes { wrong: 1, ..REST }, Some(IncidentKind::Wrong));
}

#[test]
fn a_crash_in_lockstep_or_of_a_whole_sample_is_found_by_halving() {
    let dataset = dataset();
    for grain in [Grain::Block, Grain::Whole] {
        let faulty = Faulty { vice: Vice::ReportsCrash, grain };
        let (records, findings) = measured(&[&faulty], &dataset);
        let all = outcomes(&records.iter().collect::<Vec<_>>());
        assert_eq!(all, Outcomes { crashed: 1, ..REST }, "{grain:?}");
        let incidents = findings.phases.iter().flat_map(|phase| &phase.incidents);
        assert!(incidents.clone().count() > 0, "{grain:?}");
        assert!(incidents.clone().all(|it| dataset.line_of(it.offset) == 2), "{grain:?}");
    }
}

#[test]
fn rounds_come_in_balanced_pairs() {
    let dataset = dataset();
    let (mrv, brute) = (builtin::find("mrv").unwrap(), faulty(Vice::None));
    // On a busy machine one of the two may seem so slow that it would get rounds of its own.
    let (records, findings) = measured_in(Rounds::Shared, &[&*mrv, &brute], &dataset);
    for pass in [Pass::Throughput, Pass::Latency] {
        let places: Vec<_> = records
            .iter()
            .filter(|record| record.setting.pass == pass && record.solver == "mrv")
            .map(|record| (record.round, record.place, record.turns))
            .collect();
        assert_eq!(places.len(), 2);
        assert_eq!((places[0].0, places[1].0), (0, 1));
        assert_eq!(places[0].1 + places[1].1, 1, "first once, second once");
        assert!(places.iter().all(|place| place.2 == 2));
    }
    let latencies: Vec<_> = findings.phases.iter().flat_map(|phase| &phase.latencies).collect();
    assert_eq!(latencies.len(), 2, "the latency pass of two backends");
    for one in latencies {
        let solves: u64 = records
            .iter()
            .filter(|r| r.setting.pass == Pass::Latency && r.solver == one.solver)
            .map(Record::solves)
            .sum();
        assert_eq!(one.solves.len(), solves);
    }
}

#[test]
fn an_interrupted_run_ends_with_what_was_measured() {
    struct Interrupting<'a>(&'a AtomicBool, u32);
    impl Observer for Interrupting<'_> {
        fn round(&mut self, report: &RoundReport, _: f64) -> std::io::Result<Next> {
            self.1 += report.records.len() as u32;
            self.0.store(true, std::sync::atomic::Ordering::Relaxed);
            Ok(Next::Continue)
        }
    }
    let (dataset, mrv) = (dataset(), builtin::find("mrv").unwrap());
    let trust = Trust::new(builtin::trusted());
    let job = Job {
        passes: vec![Pass::Throughput],
        budget: Duration::from_secs(60),
        seed: 1,
        scramble: true,
        ..Job::new(
            vec![("one".to_owned(), &dataset), ("two".to_owned(), &dataset)],
            vec![&*mrv],
            &trust,
        )
    };
    let interrupted = AtomicBool::new(false);
    let mut observer = Interrupting(&interrupted, 0);
    let findings = perform(&job, &mut observer, &interrupted).unwrap();
    // The first two rounds are passed on together.
    assert_eq!((observer.1, findings.phases.len()), (2, 1));
}

#[test]
fn each_turn_is_recorded_by_itself_and_both_add_up() {
    let (dataset, mrv) = (dataset(), builtin::find("mrv").unwrap());
    let (records, _) = measured(&[&*mrv], &dataset);
    assert!(!records.is_empty());
    for record in records {
        let [Some(first), Some(second)] = record.each_turn else { panic!("{record:?}") };
        assert_eq!(first.wall_ns + second.wall_ns, record.wall_ns);
        let both = first.used.plus(second.used);
        assert_eq!(both.cpu_ns, record.cpu_ns);
        // Two workers share the process in the throughput pass: its time belongs to none of them.
        assert_eq!(both.process_cpu_ns, None);
        assert!(both.involuntary.is_some() || cfg!(not(target_os = "linux")));
    }
}

#[test]
fn few_puzzles_fill_their_turns_with_isomorphs_and_count_once() {
    let (dataset, mrv, vector) =
        (dataset(), builtin::find("mrv").unwrap(), builtin::find("vector").unwrap());
    let mut seen = Covering::default();
    let given = job(&[&*mrv, &*vector], &dataset, None);
    let job = Job { as_given: false, block: None, rounds: Rounds::Shared, ..given };
    let findings = perform(&job, &mut seen, &AtomicBool::new(false)).unwrap();
    assert!(!seen.records.is_empty());
    for record in &seen.records {
        assert_eq!(record.repeats, 1, "{record:?}");
        let expected = Outcomes { unique: 4, multiple: 1, ..Outcomes::default() };
        assert_eq!((record.puzzles, record.outcomes), (5, expected));
        assert_eq!(record.solves(), 5 * u64::from(record.isomorphs) * u64::from(record.turns));
    }
    for one in findings.phases.iter().flat_map(|phase| &phase.latencies) {
        assert_eq!(one.distinct(), 5, "five puzzles have no percentiles");
        assert!(one.longest_ns > Some(0) && one.solves.len() >= one.puzzles.len());
    }
}
