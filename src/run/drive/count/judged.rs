//! The answers of a counted sample, judged: the usual rounds, of which only what became of the
//! puzzles is kept, since their times are not the solvers'.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::AtomicBool;

use crate::puzzle::Order;
use crate::record::{Pass, Record, Setting};
use crate::run::drive::findings::Findings;
use crate::run::drive::job::Job;
use crate::run::drive::observe::{Next, Observer, RoundReport};
use crate::run::drive::perform::perform;
use crate::run::work::phase::RunError;

/// What became of a sample: a record for each backend, and puzzles that the user must hear of.
pub(crate) struct Judged {
    /// Without times, and without instructions.
    pub records: Vec<Record>,
    /// Incidents.
    pub findings: Findings,
}

/// Judges the answers that the backends of a job give to its sample of one order, each puzzle once.
///
/// # Errors
/// When a backend or the dataset cannot be used.
pub(crate) fn judge(
    job: &Job<'_>,
    order: Order,
    interrupted: &AtomicBool,
) -> Result<Judged, RunError> {
    let mut once = Once { order, records: BTreeMap::new() };
    let mut findings = perform(job, &mut once, interrupted)?;
    findings.phases.retain(|phase| phase.setting.order == order);
    findings.notes.clear(); // of other orders
    Ok(Judged { records: once.records.into_values().collect(), findings })
}

/// Keeps each group's first round.
struct Once {
    order: Order,
    /// By name.
    records: BTreeMap<String, Record>,
}

impl Observer for Once {
    fn round(&mut self, report: &RoundReport, _: f64) -> io::Result<Next> {
        let mut is_last = false;
        for record in report.records.iter().filter(|record| record.setting.order == self.order) {
            is_last |= u64::from(record.round) + 1 >= record.groups;
            if u64::from(record.round) < record.groups {
                match self.records.get_mut(&record.solver) {
                    Some(known) => add(known, record),
                    None => {
                        self.records.insert(record.solver.clone(), without_times(record));
                    }
                }
            }
        }
        Ok(if is_last { Next::Enough } else { Next::Continue })
    }
}

fn without_times(record: &Record) -> Record {
    Record {
        setting: Setting { pass: Pass::Instructions, ..record.setting.clone() },
        round: 0,
        group: 0,
        groups: 1,
        sample: 0,
        place: 0,
        turns: 1,
        repeats: 1,
        isomorphs: 1,
        wall_ns: 0,
        cpu_ns: None,
        elapsed_ns: 0,
        peak_rss_bytes: None,
        each_turn: [None; 2],
        harness_ns: None,
        timed_out_solves: None,
        timed_out_ns: None,
        shorter_ns: None,
        ..record.clone()
    }
}

fn add(sum: &mut Record, record: &Record) {
    let both = |a: Option<u64>, b: Option<u64>| a.zip(b).map(|(a, b)| a.saturating_add(b));
    sum.puzzles += record.puzzles;
    sum.outcomes = sum.outcomes.merge(record.outcomes);
    sum.disputed += record.disputed;
    sum.unconfirmed += record.unconfirmed;
    sum.only_counted += record.only_counted;
    sum.guesses = both(sum.guesses, record.guesses);
    sum.no_guess = both(sum.no_guess, record.no_guess);
}
