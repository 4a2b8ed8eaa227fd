//! Runs that were stored: a folder with `records.csv` and `manifest.json`, or the rows alone.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::streams::remark;
use crate::record::{self, Manifest, Record, journal};
use crate::report::merged::with_one_block;
use crate::report::whole::UNFINISHED;

/// A run read from disk.
#[derive(Debug)]
pub(super) struct StoredRun {
    /// The path as given.
    pub name: String,
    /// Its rows, at least one.
    pub records: Vec<Record>,
    /// What it was, where that is known.
    pub manifest: Option<Manifest>,
}

/// The files that reading a run reads.
pub(super) fn files(path: &Path) -> [PathBuf; 2] {
    let (rows, folder) = places(path);
    [rows, folder.join("manifest.json")]
}

/// The folder of a run.
pub(super) fn folder(path: &Path) -> PathBuf {
    places(path).1
}

/// Where the rows of a run are, and its folder.
fn places(path: &Path) -> (PathBuf, PathBuf) {
    if path.is_dir() {
        (rows_in(path), path.to_owned())
    } else {
        (path.to_owned(), path.parent().map(Path::to_owned).unwrap_or_default())
    }
}

/// Reads a run. Remarks say where rows had to be taken that were cut short or that no hash covers.
///
/// # Errors
/// When the rows cannot be read, are not those that the run wrote, or there are none; the error
/// names the file.
pub(super) fn open(path: &Path) -> anyhow::Result<StoredRun> {
    let (rows, folder) = places(path);
    let bytes = fs::read(&rows).with_context(|| format!("cannot read {}", rows.display()))?;
    let manifest = manifest(&folder.join("manifest.json"))?;
    let mut records = records(&rows, &bytes, manifest.as_ref())?;
    if folder.join(journal::FILE).exists() {
        remark(format_args!(
            "{}: this run was ended early, and latencies, slowest puzzles and incidents may be missing;              sudoku-bench run --resume {} goes on with it",
            rows.display(),
            folder.display()
        ));
    }
    if let Some(manifest) = &manifest {
        with_one_block(&mut records, manifest);
    }
    Ok(StoredRun { name: path.display().to_string(), records, manifest })
}

impl StoredRun {
    /// The manifest, without which two runs cannot be shown to be comparable.
    ///
    /// # Errors
    /// When there is none.
    pub(super) fn manifest(&self) -> anyhow::Result<&Manifest> {
        self.manifest.as_ref().with_context(|| {
            format!("{}: no manifest.json beside the rows; name the run's whole folder", self.name)
        })
    }
}

/// The rows of a folder; of a run that was cut short, those before the cut.
fn rows_in(folder: &Path) -> PathBuf {
    let whole = folder.join("records.csv");
    let unfinished = folder.join(format!("records.csv{UNFINISHED}"));
    if whole.exists() || !unfinished.exists() { whole } else { unfinished }
}

fn records(path: &Path, bytes: &[u8], manifest: Option<&Manifest>) -> anyhow::Result<Vec<Record>> {
    let name = path.display();
    let read = record::read_whole_rows(bytes).with_context(|| format!("cannot read {name}"))?;
    if let Some(line) = read.torn {
        remark(format_args!(
            "{name}: line {line} was cut short and is left out; the rows before it are used"
        ));
    } else if let Some(manifest) = manifest {
        match &manifest.records_blake3 {
            Some(hash) if *hash != blake3::hash(bytes).to_hex().as_str() => bail!(
                "{name} was changed or damaged after the run: it does not have the hash that \
                 manifest.json gives; use another copy of the run, or remove both hashes from \
                 manifest.json to take the rows as they are"
            ),
            Some(_) => {}
            None => remark(format_args!(
                "{name}: manifest.json has no hash of these rows (the run was cut short, or an \
                 older version wrote it); they are taken as they are"
            )),
        }
    }
    if read.records.is_empty() {
        bail!(
            "{name}: no rows; the run was cut short before its first round was written. Go on with it (run \
             --resume), or name another"
        );
    }
    Ok(read.records)
}

fn manifest(path: &Path) -> anyhow::Result<Option<Manifest>> {
    if !path.exists() {
        return Ok(None);
    }
    let read = || anyhow::Ok(Manifest::read(File::open(path)?)?);
    read().map(Some).with_context(|| format!("cannot read {}", path.display()))
}
