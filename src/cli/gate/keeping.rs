//! The report folder of a gate: what was measured, so that `compare` can read it again.

use std::time::SystemTime;

use super::Args;
use crate::cli::interrupt;
use crate::cli::report::{PAGE, write_page};
use crate::cli::run::files::RecordRows;
use crate::cli::run::{self, incidents};
use crate::cli::streams::remark;
use crate::compare::comparison::Comparison;
use crate::host;
use crate::record::{Identity, Manifest, Record, Utc};
use crate::report::incidents::IncidentRow;
use crate::report::verdict::detail::Detail;
use crate::report::verdict::json::{self, Account};
use crate::report::{self, Folder};
use crate::run::drive::findings::Findings;
use crate::run::drive::job::Job;

/// A report folder that grows with each launch.
pub(super) struct Keeping {
    folder: Folder,
    rows: RecordRows,
    manifest: Manifest,
    before: Option<host::Moment>,
}

/// A folder that has grown to its end.
pub(super) struct Kept {
    folder: Folder,
    /// Why a file of it is not whole.
    pub lost: Vec<anyhow::Error>,
    /// What went wrong, puzzle by puzzle.
    pub incidents: Vec<IncidentRow>,
    manifest: Manifest,
}

impl Kept {
    /// Adds the verdict with what is known of single puzzles, and the page that shows it. Returns why
    /// one of them is not there.
    pub(super) fn show(
        &self,
        comparison: &Comparison,
        details: &[Detail],
        records: &[Record],
    ) -> Vec<anyhow::Error> {
        let account = Account::of(comparison, details);
        let verdict = self.folder.write(json::FILE, |out| account.write(out));
        let page = write_page(&self.folder, &self.manifest, records.to_vec());
        verdict.map_err(Into::into).err().into_iter().chain(page.err()).collect()
    }

    /// Says where the report is.
    pub(super) fn remark(&self) {
        remark(format_args!("report: {}", self.folder.path().display()));
        let page = self.folder.path().join(PAGE);
        if page.exists() {
            remark(format_args!("to look at in a browser: {}", page.display()));
        }
    }
}

impl Keeping {
    /// Makes the folder of a gate that begins now.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(super) fn begin(args: &Args, job: &Job<'_>) -> anyhow::Result<Self> {
        let mut manifest = run::manifest(job, Utc::at(SystemTime::now()));
        let folder = Folder::create(&args.out, manifest.started, &manifest.machine.host)?;
        interrupt::remove_if_empty(folder.path());
        manifest.run = folder.name();
        let rows = RecordRows::begin(&folder, Identity::of(&manifest))?;
        folder.write("manifest.json", |out| manifest.write(out))?;
        Ok(Self { folder, rows, manifest, before: host::Moment::now() })
    }

    /// Adds the records of a launch. What cannot be written is reported in the end.
    pub(super) fn add(&mut self, records: &[Record]) {
        self.rows.write(records);
    }

    /// Completes the folder.
    pub(super) fn complete(self, job: &Job<'_>, records: &[Record], findings: &Findings) -> Kept {
        let Self { folder, rows, mut manifest, before } = self;
        let mut lost = Vec::new();
        manifest.records_blake3 = rows.finish().map_err(|error| lost.push(error)).ok();
        manifest.strain =
            before.zip(host::Moment::now()).map(|(before, after)| before.until(after));
        manifest.ended = Utc::at(SystemTime::now());
        manifest.interrupted = interrupt::is_interrupted();
        manifest.clock_overhead_ns = findings.clock_overhead_ns;
        let summary = report::summarize(records, &[], &manifest);
        let mut unwritten = folder.complete(&summary, &[], &[], &manifest);
        let incidents = incidents::rows(findings, &job.datasets);
        unwritten.extend(report::incidents::write(&folder, &incidents, &Identity::of(&manifest)));
        lost.extend(unwritten.into_iter().map(Into::into));
        if let Err(error) = folder.point_latest_here() {
            remark(format_args!("{:#}", anyhow::Error::from(error)));
        }
        Kept { folder, lost, incidents, manifest }
    }
}
