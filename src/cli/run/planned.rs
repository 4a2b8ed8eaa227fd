//! The job that the arguments of `run` describe.

use std::time::Duration;

use anyhow::bail;

use super::Args;
use super::args::Passes;
use crate::builtin;
use crate::cli::opening::Opened;
use crate::dataset::{Dataset, Shard};
use crate::host;
use crate::run::drive::job::Job;
use crate::run::judge::trust::Trust;
use crate::solver::Backend;

/// Wall time for each dataset unless `--budget` sets another.
const BUDGET: Duration = Duration::from_secs(20);
/// Wall time for all built-in datasets together unless `--budget` sets another.
const BARE_BUDGET: Duration = Duration::from_secs(45);
/// Wall time for each dataset where `--rounds` says when to end: a year, as good as none.
const NO_BUDGET: Duration = Duration::from_secs(365 * 24 * 3600);
/// Limit of one puzzle unless `--timeout` sets another.
pub(super) const TIMEOUT: Duration = Duration::from_secs(1);

/// Wall time for each dataset.
pub(super) fn budget(args: &Args, datasets: usize) -> Duration {
    match args.budget {
        Some(budget) => budget,
        None if args.rounds.is_some() => NO_BUDGET,
        None if args.datasets.0.is_empty() => BARE_BUDGET / datasets.max(1) as u32,
        None => BUDGET,
    }
}

/// The job that the arguments describe.
pub(super) fn job<'a>(
    args: &Args,
    opened: &'a [(String, Dataset)],
    solvers: &'a Opened,
    trust: &'a Trust,
) -> anyhow::Result<Job<'a>> {
    let backends = &solvers.backends;
    let is_limited = |backend: &dyn Backend| args.timeout.or(backend.timeout()).is_some();
    let mut limited = backends.iter().filter(|backend| is_limited(&***backend));
    if let Some(stubborn) = limited.find(|backend| !backend.abilities().cancellable) {
        bail!(
            "{} cannot be interrupted, so --timeout has no effect on it; drop either --timeout or \
            --no-isolate",
            stubborn.id()
        );
    }
    let threads =
        if args.threads.is_empty() { vec![host::workers()] } else { args.threads.clone() };
    let alone = args.pass != Passes::Latency || args.threads.is_empty();
    let latency_threads = if alone { vec![1] } else { args.threads.clone() };
    Ok(Job {
        goal: args.goal,
        passes: args.pass.list(),
        threads,
        latency_threads,
        block: args.block,
        budget: budget(args, opened.len()),
        opening: solvers.took,
        timeout: Some(args.timeout.unwrap_or(TIMEOUT)),
        sample: args.sample,
        shard: args.shard.unwrap_or(Shard::WHOLE),
        coverages: args.rounds,
        seed: args.seed,
        scramble: args.scramble,
        as_given: args.as_given,
        pin: args.pin,
        per_puzzle: true,
        up_to_9x9: if args.solvers.0.is_empty() { builtin::IN_READING_ORDER } else { &[] },
        ..Job::new(
            opened.iter().map(|(name, dataset)| (name.clone(), dataset)).collect(),
            backends.iter().map(|backend| &**backend).collect(),
            trust,
        )
    })
}
