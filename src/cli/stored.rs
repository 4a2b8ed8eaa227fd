//! Runs that were stored: a folder with `records.csv` and `manifest.json`, or the rows alone.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::record::{self, Manifest, Record};

/// A run read from disk.
#[derive(Debug)]
pub struct StoredRun {
    /// The path as given.
    pub name: String,
    /// Its rows, at least one.
    pub records: Vec<Record>,
    /// What it was, where that is known.
    pub manifest: Option<Manifest>,
}

/// The files that reading a run reads.
pub fn files(path: &Path) -> [PathBuf; 2] {
    let (rows, folder) = places(path);
    [rows, folder.join("manifest.json")]
}

/// Where the rows of a run are, and its folder.
fn places(path: &Path) -> (PathBuf, PathBuf) {
    if path.is_dir() {
        (path.join("records.csv"), path.to_owned())
    } else {
        (path.to_owned(), path.parent().map(Path::to_owned).unwrap_or_default())
    }
}

/// Reads a run.
///
/// # Errors
/// When the rows cannot be read or there are none; the error names the file.
pub fn open(path: &Path) -> anyhow::Result<StoredRun> {
    let (rows, folder) = places(path);
    let records = records(&rows)?;
    let manifest = manifest(&folder.join("manifest.json"))?;
    Ok(StoredRun { name: path.display().to_string(), records, manifest })
}

impl StoredRun {
    /// The manifest, without which two runs cannot be told to be comparable.
    ///
    /// # Errors
    /// When there is none.
    pub fn manifest(&self) -> anyhow::Result<&Manifest> {
        self.manifest.as_ref().with_context(|| {
            format!("{}: no manifest.json beside the rows; name the run's whole folder", self.name)
        })
    }
}

fn records(path: &Path) -> anyhow::Result<Vec<Record>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) => {
            let hint = unfinished(path).map_or_else(String::new, |path| {
                format!("; the run was cut short, its rows are in {}", path.display())
            });
            let place = format!("cannot read {}{hint}", path.display());
            return Err(error).context(place);
        }
    };
    let records = record::read(file).with_context(|| format!("cannot read {}", path.display()))?;
    if records.is_empty() {
        bail!("{}: no rows; was the run cut short before its first round?", path.display());
    }
    Ok(records)
}

/// The rows of a run that did not come to its end.
fn unfinished(path: &Path) -> Option<PathBuf> {
    let mut name = path.file_name()?.to_owned();
    name.push(".unfinished");
    let path = path.with_file_name(name);
    path.exists().then_some(path)
}

fn manifest(path: &Path) -> anyhow::Result<Option<Manifest>> {
    if !path.exists() {
        return Ok(None);
    }
    let read = || anyhow::Ok(Manifest::read(File::open(path)?)?);
    read().map(Some).with_context(|| format!("cannot read {}", path.display()))
}
