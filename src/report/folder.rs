//! A run's folder: `reports/<UTC time>-<host>/`. Every file in it appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::histogram::{Of, tag, write_log, write_percentiles};
use super::slowest::{self, Slow};
use super::summary::{self, SummaryRow};
use super::{markdown, overview};
use crate::record::{Latencies, Manifest, Utc};

/// What a file is called until it is whole.
const UNFINISHED: &str = ".unfinished";

/// A folder that nobody else writes to.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    parent: PathBuf,
}

/// Why a report could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}; is the disk full, or --out a folder you may not write to?", path.display())]
pub struct FolderError {
    path: PathBuf,
    source: io::Error,
}

impl FolderError {
    fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self { path, source }
    }
}

impl Folder {
    /// Makes the folder of a run that began at a moment on a host; a second run of that second
    /// gets `-2` at its end.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(parent: &Path, started: Utc, host: &str) -> Result<Self, FolderError> {
        fs::create_dir_all(parent).map_err(FolderError::at(parent))?;
        let name = format!("{}-{}", started.compact(), file_name(host));
        let mut path = parent.join(&name);
        let mut number = 1;
        loop {
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Self { path, parent: parent.to_owned() }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    number += 1;
                    path = parent.join(format!("{name}-{number}"));
                }
                Err(error) => return Err(FolderError::at(&path)(error)),
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins a file that is written during the run. Until [`Unfinished::finish`] it bears another
    /// name, and what was flushed to it survives a crash.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn begin(&self, name: &str) -> Result<Unfinished, FolderError> {
        let path = self.path.join(name);
        let unfinished = self.path.join(format!("{name}{UNFINISHED}"));
        let file = File::create(&unfinished).map_err(FolderError::at(&unfinished))?;
        Ok(Unfinished { file: BufWriter::new(file), unfinished, path })
    }

    /// Writes a whole file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(
        &self,
        name: &str,
        content: impl FnOnce(&mut Unfinished) -> io::Result<()>,
    ) -> Result<(), FolderError> {
        let mut file = self.begin(name)?;
        content(&mut file).map_err(FolderError::at(&file.path))?;
        file.finish()
    }

    /// Writes everything that is known at the end of a run, the manifest last, and points `latest`
    /// at this folder.
    ///
    /// # Errors
    /// When one of the files cannot be written.
    pub fn complete(
        &self,
        rows: &[SummaryRow],
        latencies: &[Latencies],
        slowest: &[Slow],
        manifest: &Manifest,
    ) -> Result<(), FolderError> {
        self.write("summary.csv", |out| summary::write_csv(rows, out))?;
        self.write("slowest.csv", |out| slowest::write_csv(slowest, out))?;
        self.write("latency.hlog", |out| {
            write_log(latencies, manifest.started, manifest.ended, out)
        })?;
        for (name, one) in percentile_names(latencies).iter().zip(latencies) {
            self.write(name, |out| write_percentiles(&one.solves, out))?;
        }
        let text = markdown::summary(&overview(rows, manifest), manifest);
        self.write("summary.md", |out| out.write_all(text.as_bytes()))?;
        self.write("manifest.json", |out| manifest.write(out))?;
        self.point_latest_here()
    }

    /// Replaces the link in one step: no reader ever finds none.
    #[cfg(unix)]
    fn point_latest_here(&self) -> Result<(), FolderError> {
        let Some(name) = self.path.file_name() else { return Ok(()) };
        let link = self.parent.join("latest");
        let new = self.path.join(format!("latest{UNFINISHED}"));
        let linked = std::os::unix::fs::symlink(name, &new).and_then(|()| fs::rename(&new, &link));
        linked.map_err(FolderError::at(&link))
    }

    /// Links need rights there that users rarely have; a text with the folder's name serves.
    #[cfg(not(unix))]
    fn point_latest_here(&self) -> Result<(), FolderError> {
        let latest = self.parent.join("latest.txt");
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        fs::write(&latest, name.as_bytes()).map_err(FolderError::at(&latest))
    }
}

/// A file on its way to be whole.
#[derive(Debug)]
pub struct Unfinished {
    file: BufWriter<File>,
    unfinished: PathBuf,
    path: PathBuf,
}

impl Unfinished {
    /// Gives the file its name.
    ///
    /// # Errors
    /// When the last of it cannot be written.
    pub fn finish(mut self) -> Result<(), FolderError> {
        let flushed = self.file.flush().and_then(|()| fs::rename(&self.unfinished, &self.path));
        flushed.map_err(FolderError::at(&self.path))
    }
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Names for the percentile texts: the tags, as files may be called, numbered where two become the
/// same.
fn percentile_names(latencies: &[Latencies]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for one in latencies {
        let stem = file_name(&tag(one, Of::Solves));
        let mut name = format!("{stem}.hgrm");
        let mut number = 1;
        while names.contains(&name) {
            number += 1;
            name = format!("{stem}-{number}.hgrm");
        }
        names.push(name);
    }
    names
}

/// At most 100 characters that every file system takes.
fn file_name(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let name: String = text.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    let name = name.trim_matches(['.', '-']);
    let from = name.len().saturating_sub(100);
    if name.is_empty() { "unnamed".to_owned() } else { name[from..].to_owned() }
}

#[cfg(test)]
mod tests {
    use hdrhistogram::Histogram;

    use super::super::fixtures::rows;
    use super::*;
    use crate::puzzle::Order;
    use crate::record::manifest_sample;
    use crate::solver::Goal;

    fn started() -> Utc {
        manifest_sample().started
    }

    fn latencies(solver: &str) -> Latencies {
        let mut histogram = Histogram::new(3).unwrap();
        histogram.record(1000).unwrap();
        Latencies {
            dataset: "royle17.txt".to_owned(),
            order: Order::THREE,
            goal: Goal::Unique,
            solver: solver.to_owned(),
            threads: 1,
            longest_ns: Some(histogram.max()),
            puzzles: histogram.clone(),
            solves: histogram,
            times_each: 1,
            clock_overhead_ns: 40,
        }
    }

    fn names(folder: &Folder) -> Vec<String> {
        let entries = fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_complete_folder_holds_every_file_whole() {
        let parent = tempfile::tempdir().unwrap();
        let folder = Folder::create(parent.path(), started(), "my host/1").unwrap();
        assert!(folder.path().ends_with("20260131T235930Z-my-host-1"));
        let all = [latencies("mrv"), latencies("a b"), latencies("a,b")];
        folder.complete(&rows(), &all, &[], &manifest_sample()).unwrap();
        let expected = [
            "a_b-royle17.txt-9x9-unique-1-machine_included-2.hgrm",
            "a_b-royle17.txt-9x9-unique-1-machine_included.hgrm",
            "latency.hlog",
            "manifest.json",
            "mrv-royle17.txt-9x9-unique-1-machine_included.hgrm",
            "slowest.csv",
            "summary.csv",
            "summary.md",
        ];
        assert_eq!(names(&folder), expected);
        let read = summary::read_csv(File::open(folder.path().join("summary.csv")).unwrap());
        assert_eq!(read.unwrap(), rows());
    }

    #[test]
    fn a_file_has_its_name_only_when_it_is_whole() {
        let parent = tempfile::tempdir().unwrap();
        let folder = Folder::create(parent.path(), started(), "host").unwrap();
        let mut file = folder.begin("records.csv").unwrap();
        file.write_all(b"measured").unwrap();
        file.flush().unwrap();
        assert_eq!(names(&folder), ["records.csv.unfinished"]);
        let unfinished = folder.path().join("records.csv.unfinished");
        assert_eq!(fs::read(unfinished).unwrap(), b"measured");
        file.finish().unwrap();
        assert_eq!(names(&folder), ["records.csv"]);
        let failed = folder.write("x", |_| Err(io::Error::other("disk full")));
        assert!(failed.unwrap_err().to_string().contains("is the disk full"));
        assert!(!names(&folder).contains(&"x".to_owned()));
    }

    #[cfg(unix)]
    #[test]
    fn latest_points_at_the_newest_run() {
        let parent = tempfile::tempdir().unwrap();
        for _ in 0..2 {
            let folder = Folder::create(parent.path(), started(), "host").unwrap();
            folder.complete(&[], &[], &[], &manifest_sample()).unwrap();
        }
        let latest = fs::read_link(parent.path().join("latest")).unwrap();
        assert_eq!(latest, Path::new("20260131T235930Z-host-2"));
        assert!(parent.path().join("latest/manifest.json").exists());
    }

    #[test]
    fn any_text_becomes_a_file_name() {
        assert_eq!(file_name("../../etc"), "etc");
        assert_eq!(file_name("a|b c,é"), "a-b-c");
        assert_eq!(file_name("..."), "unnamed");
        assert_eq!(file_name(&"x".repeat(300)).len(), 100);
    }
}
