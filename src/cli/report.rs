//! `sudoku-bench report`: the page of stored runs, as every run leaves it in its own folder.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::stored::{self, StoredRun};
use super::{overwriting, streams};
use crate::compare::within::Names;
use crate::record::{Manifest, Record};
use crate::report::run_files::RunFiles;
use crate::report::whole::WholeFile;
use crate::report::{Folder, html};

/// Name of the page in the folder of a run.
pub(super) const PAGE: &str = "report.html";

/// Arguments of `report`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Folder of a run or gate; with several, the page is their history: a line a run with its
    /// revision and its ratio to a solver that took part in all of them, machine by machine
    #[arg(value_name = "RUN", required = true)]
    runs: Vec<PathBuf>,
    /// File to write; `-` is standard output [default: report.html in the folder of the run; of
    /// several runs in this one]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Solver that the others are compared with; the first that the run was given if not said
    #[arg(long, value_name = "SPEC")]
    baseline: Option<String>,
    /// Solver that several runs are compared through: it took part in all of them and did not change;
    /// the first such if not said
    #[arg(long, value_name = "SPEC")]
    reference: Option<String>,
}

/// Reads the runs and writes their page.
///
/// # Errors
/// When a run cannot be read or the page not be written.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let output = match (&args.output, &args.runs[..]) {
        (Some(output), _) => output.clone(),
        (None, [folder]) => folder.join(PAGE),
        (None, _) => PathBuf::from(PAGE),
    };
    let read: Vec<PathBuf> = args.runs.iter().flat_map(|run| stored::files(run)).collect();
    overwriting::guard(&read, &[("--output", Some(output.clone()))])?;
    let page = match &args.runs[..] {
        [folder] => {
            if args.reference.is_some() {
                bail!("--reference is for several runs; of one run name the --baseline");
            }
            page(folder, &Names { baseline: args.baseline.clone(), candidate: None })?
        }
        _ => {
            if args.baseline.is_some() {
                bail!("--baseline is for one run; of several name the --reference");
            }
            let runs = args.runs.iter().map(|run| files(run)).collect::<Result<Vec<_>, _>>()?;
            html::page_of_runs(&runs, args.reference.as_deref())
        }
    };
    if streams::is_stdout(&output) {
        return Ok(streams::print(&page, 0).into());
    }
    write(&output, &page)?;
    Ok(streams::print(&format!("{}\n", output.display()), 0).into())
}

/// Writes the page of a run or gate that has just ended into its folder; one without a row has a page, too.
///
/// # Errors
/// When another file of the folder cannot be read, or the page not be written.
pub(super) fn write_page(
    folder: &Folder,
    manifest: &Manifest,
    records: Vec<Record>,
) -> anyhow::Result<()> {
    let files = RunFiles::read(folder.path(), manifest.clone(), records)?;
    write(&folder.path().join(PAGE), &html::page(&files, &Names::default()))
}

/// Writes the page of a stored run into its folder.
///
/// # Errors
/// When a file of the folder cannot be read, or the page not be written.
pub(super) fn write_page_of(folder: &Path) -> anyhow::Result<()> {
    write(&folder.join(PAGE), &page(folder, &Names::default())?)
}

fn page(folder: &Path, names: &Names) -> anyhow::Result<String> {
    let files = files(folder)?;
    if let (Some(_), Some(baseline)) = (&files.verdict, &names.baseline) {
        bail!(
            "{} is a gate, which has its baseline; leave out --baseline {baseline}",
            folder.display()
        );
    }
    Ok(html::page(&files, names))
}

fn files(folder: &Path) -> anyhow::Result<RunFiles> {
    if !folder.is_dir() {
        bail!("{} is not a folder; name the folder of a run", folder.display());
    }
    let stored = stored::open(folder)?;
    let manifest = stored.manifest()?.clone();
    let StoredRun { records, .. } = stored;
    Ok(RunFiles::read(folder, manifest, records)?)
}

fn write(path: &Path, page: &str) -> anyhow::Result<()> {
    WholeFile::write(path, |out| out.write_all(page.as_bytes())).with_context(|| {
        format!(
            "cannot write {}; is the disk full, or the folder one you may not write to",
            path.display()
        )
    })
}
