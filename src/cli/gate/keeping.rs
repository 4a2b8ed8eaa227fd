//! The report folder of a gate: what was measured, so that `compare` can read it again.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use anyhow::Context;

use super::Args;
use crate::cli::run::{facts, faults};
use crate::host;
use crate::record::{BackendFacts, Machine, Manifest, Program, Record, Rows, SCHEMA, Utc};
use crate::report::folder::Unfinished;
use crate::report::{self, Folder};
use crate::run::{Findings, Job};

/// A report folder that grows with each launch.
pub struct Keeping {
    folder: Folder,
    rows: Rows<Unfinished>,
    machine: Machine,
    started: Utc,
    before: Option<host::Moment>,
}

impl Keeping {
    /// Makes the folder of a gate that begins now.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn begin(parent: &Path) -> anyhow::Result<Self> {
        let started = Utc::at(SystemTime::now());
        let machine = host::machine();
        let folder = Folder::create(parent, started, &machine.host)?;
        let rows = Rows::new(folder.begin("records.csv")?).context("cannot write records.csv")?;
        Ok(Self { folder, rows, machine, started, before: host::Moment::now() })
    }

    /// Adds the records of a launch.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn add(&mut self, records: &[Record]) -> std::io::Result<()> {
        records.iter().try_for_each(|record| self.rows.write(record))
    }

    /// Completes the folder.
    ///
    /// # Errors
    /// When something cannot be written.
    pub fn complete(
        self,
        args: &Args,
        job: &Job<'_>,
        records: &[Record],
        findings: &Findings,
        interrupted: &AtomicBool,
    ) -> anyhow::Result<Folder> {
        let Self { folder, rows, machine, started, before } = self;
        rows.into_inner()?.finish()?;
        let manifest = Manifest {
            schema: SCHEMA,
            program: Program::current(),
            machine,
            strain: before.zip(host::Moment::now()).map(|(before, after)| before.until(after)),
            arguments: std::env::args().skip(1).collect(),
            seed: args.seed,
            goal: args.goal,
            timeout_ns: job.timeout.map(|timeout| timeout.as_nanos() as u64),
            started,
            ended: Utc::at(SystemTime::now()),
            interrupted: interrupted.load(Ordering::Relaxed),
            clock_overhead_ns: findings.clock_overhead_ns,
            datasets: job.datasets.iter().map(|(name, dataset)| facts(name, dataset)).collect(),
            backends: job.backends.iter().map(|backend| BackendFacts::of(*backend)).collect(),
        };
        let summary = report::summarize(records, &[], &manifest);
        faults::write(&folder, findings, &job.datasets)?;
        folder.complete(&summary, &[], &[], &manifest)?;
        Ok(folder)
    }
}
