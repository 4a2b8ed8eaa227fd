//! What a manifest has of a run or gate that has only begun.

use crate::cli::suite;
use crate::dataset::Dataset;
use crate::host;
use crate::record::{BackendFacts, DatasetFacts, Manifest, OrderCount, Program, SCHEMA, Utc};
use crate::run::drive::job::Job;
use crate::text;

/// The manifest of a run or gate that has only begun: as such it is found where that does not come
/// to its end.
pub(in crate::cli) fn manifest(job: &Job<'_>, started: Utc) -> Manifest {
    Manifest {
        schema: SCHEMA,
        run: String::new(),
        program: Program::current(),
        machine: host::machine(),
        strain: None,
        arguments: arguments(),
        seed: job.seed,
        shard: None,
        goal: job.goal,
        timeout_ns: job.timeout.map(|timeout| timeout.as_nanos() as u64),
        started,
        ended: started,
        interrupted: true,
        clock_overhead_ns: 0,
        shards: Vec::new(),
        machines: Vec::new(),
        datasets: job.datasets.iter().map(|(name, dataset)| facts(name, dataset)).collect(),
        backends: job.backends.iter().map(|backend| BackendFacts::of(*backend)).collect(),
        resumed: Vec::new(),
        records_blake3: None,
    }
}

/// The command line, without the program's name.
fn arguments() -> Vec<String> {
    suite::arguments().iter().map(|argument| text::name(argument)).collect()
}

fn facts(name: &str, dataset: &Dataset) -> DatasetFacts {
    let survey = dataset.survey();
    let count = |order| OrderCount { order, puzzles: survey.puzzles(order) };
    DatasetFacts {
        name: name.to_owned(),
        path: dataset.path().to_owned(),
        bytes: survey.bytes,
        blake3: survey.hash.to_string(),
        lines: survey.lines,
        malformed: survey.malformed,
        puzzles: survey.orders().map(count).collect(),
    }
}
