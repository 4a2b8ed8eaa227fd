//! A run's folder: `reports/<UTC time>-<host>/`. Every file in it appears whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::histogram::{Of, tag, write_log, write_percentiles};
use super::slowest::{self, Slow};
use super::summary::{self, SummaryRow};
use super::whole::{UNFINISHED, WholeFile};
use super::{markdown, overview};
use crate::record::{Identity, Latencies, Manifest, Utc};

/// A folder that no other program writes to.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    parent: PathBuf,
}

/// Why there is no folder of a run.
#[derive(Debug, thiserror::Error)]
#[error("cannot enter {}; name the folder of a run, which `run` has printed", path.display())]
pub struct OpenError {
    path: PathBuf,
    source: io::Error,
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

    /// A folder that is there, and that the caller has made.
    pub(crate) fn of(path: PathBuf) -> Self {
        let parent = path.parent().map(Path::to_owned).unwrap_or_default();
        Self { path, parent }
    }

    /// The folder of a run that is to go on, by its full name.
    ///
    /// # Errors
    /// When there is none.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let failed = |source| OpenError { path: path.to_owned(), source };
        let full = fs::canonicalize(path).map_err(failed)?;
        if !full.is_dir() {
            return Err(failed(io::ErrorKind::NotADirectory.into()));
        }
        let parent = full.parent().unwrap_or(&full).to_owned();
        Ok(Self { path: full, parent })
    }

    /// What it is called, which names the run.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins a file that is written during the run. Until [`WholeFile::finish`] it bears another
    /// name, and what was flushed to it survives a crash.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn begin(&self, name: &str) -> Result<WholeFile, FolderError> {
        let path = self.path.join(name);
        WholeFile::create(&path).map_err(FolderError::at(&path))
    }

    /// Writes a whole file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(
        &self,
        name: &str,
        content: impl FnOnce(&mut WholeFile) -> io::Result<()>,
    ) -> Result<(), FolderError> {
        let path = self.path.join(name);
        WholeFile::write(&path, content).map_err(FolderError::at(&path))
    }

    /// Writes everything that is known at the end of a run, what a comparison needs first. A file
    /// that cannot be written costs none of the others: returns why for each.
    pub fn complete(
        &self,
        rows: &[SummaryRow],
        latencies: &[Latencies],
        slowest: &[Slow],
        manifest: &Manifest,
    ) -> Vec<FolderError> {
        let text = markdown::summary(&overview(rows, manifest), manifest);
        let identity = Identity::of(manifest);
        let log = |out: &mut WholeFile| write_log(latencies, manifest.started, manifest.ended, out);
        let mut written = vec![
            self.write("manifest.json", |out| manifest.write(out)),
            self.write("summary.csv", |out| summary::write_csv(rows, &identity, out)),
            self.write("summary.md", |out| out.write_all(text.as_bytes())),
            self.write("slowest.csv", |out| slowest::write_csv(slowest, &identity, out)),
            self.write("latency.hlog", log),
        ];
        for (name, one) in percentile_names(latencies).iter().zip(latencies) {
            written.push(self.write(name, |out| write_percentiles(&one.solves, out)));
        }
        written.into_iter().filter_map(Result::err).collect()
    }

    /// Takes the folder away, with all that is in it: of a run that measured nothing.
    pub fn remove(self) {
        let _ = fs::remove_dir_all(&self.path); // an empty folder does no harm
    }

    /// Points `latest` at this folder, in one step: no reader ever finds none.
    ///
    /// # Errors
    /// When something other than a link stands there, or no link can be made.
    #[cfg(unix)]
    pub fn point_latest_here(&self) -> Result<(), LatestError> {
        let Some(name) = self.path.file_name() else { return Ok(()) };
        let link = self.parent.join("latest");
        let failed = |source| LatestError { link: link.clone(), source };
        if fs::symlink_metadata(&link).is_ok_and(|found| !found.is_symlink()) {
            return Err(failed(io::Error::other("something else has that name")));
        }
        let new = self.path.join(format!("latest{UNFINISHED}"));
        let linked = std::os::unix::fs::symlink(name, &new).and_then(|()| fs::rename(&new, &link));
        linked.map_err(|error| {
            let _ = fs::remove_file(&new);
            failed(error)
        })
    }

    /// Links need rights there that users rarely have; a text with the folder's name serves.
    ///
    /// # Errors
    /// When it cannot be written.
    #[cfg(not(unix))]
    pub fn point_latest_here(&self) -> Result<(), LatestError> {
        let link = self.parent.join("latest.txt");
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        fs::write(&link, name.as_bytes()).map_err(|source| LatestError { link, source })
    }
}

/// Why `latest` does not point at the newest run.
#[derive(Debug, thiserror::Error)]
#[error("{} does not point at this run; remove it, or name the run's own folder", link.display())]
pub struct LatestError {
    link: PathBuf,
    source: io::Error,
}

/// Names for the percentile texts: the tags, as files may be called, numbered where two become the
/// same.
fn percentile_names(latencies: &[Latencies]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for one in latencies {
        let stem = file_name(&tag(one, Of::Solves));
        let mut name = format!("{stem}.hgrm");
        let mut number = 1;
        // Some file systems take upper and lower case for the same.
        while names.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
            number += 1;
            name = format!("{stem}-{number}.hgrm");
        }
        names.push(name);
    }
    names
}

/// At most 100 characters that every file system takes.
fn file_name(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-%".contains(c);
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
    use std::fs::File;

    use crate::record::{Pass, Setting, manifest_sample, setting_sample};

    fn started() -> Utc {
        manifest_sample().started
    }

    fn latencies(solver: &str) -> Latencies {
        let mut histogram = Histogram::new(3).unwrap();
        histogram.record(1000).unwrap();
        Latencies {
            setting: Setting { pass: Pass::Latency, threads: 1, ..setting_sample() },
            solver: solver.to_owned(),
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
        let all = ["mrv", "a b", "a,b", "a_b"].map(latencies);
        assert!(folder.complete(&rows(), &all, &[], &manifest_sample()).is_empty());
        let expected = [
            "a%20b-royle17.txt-9x9-unique-1-machine_included.hgrm",
            "a%2Cb-royle17.txt-9x9-unique-1-machine_included.hgrm",
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
    fn a_file_that_cannot_be_written_costs_none_of_the_others() {
        let parent = tempfile::tempdir().unwrap();
        let folder = Folder::create(parent.path(), started(), "host").unwrap();
        for name in ["summary.csv", "summary.md", "latency.hlog"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let lost = folder.complete(&rows(), &[latencies("mrv")], &[], &manifest_sample());
        assert_eq!(lost.len(), 3);
        assert!(lost[0].to_string().contains("summary.csv; is the disk full"), "{}", lost[0]);
        for name in
            ["manifest.json", "slowest.csv", "mrv-royle17.txt-9x9-unique-1-machine_included.hgrm"]
        {
            assert!(folder.path().join(name).is_file(), "{name}");
        }
    }

    #[test]
    fn names_that_differ_in_case_alone_get_files_of_their_own() {
        let all = ["./a", "./A", "a/b", "a:b"].map(latencies);
        let mut names: Vec<String> =
            percentile_names(&all).iter().map(|name| name.to_ascii_lowercase()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all.len());
    }

    #[cfg(unix)]
    #[test]
    fn latest_points_at_the_newest_run() {
        let parent = tempfile::tempdir().unwrap();
        for _ in 0..2 {
            let folder = Folder::create(parent.path(), started(), "host").unwrap();
            assert!(folder.complete(&[], &[], &[], &manifest_sample()).is_empty());
            folder.point_latest_here().unwrap();
        }
        let latest = fs::read_link(parent.path().join("latest")).unwrap();
        assert_eq!(latest, Path::new("20260131T235930Z-host-2"));
        assert!(parent.path().join("latest/manifest.json").exists());
    }

    #[cfg(unix)]
    #[test]
    fn what_stands_in_the_place_of_latest_is_left_alone() {
        let parent = tempfile::tempdir().unwrap();
        let (latest, folder) = (
            parent.path().join("latest"),
            Folder::create(parent.path(), started(), "host").unwrap(),
        );
        let refused = |folder: &Folder| folder.point_latest_here().unwrap_err().to_string();
        fs::write(&latest, "mine").unwrap();
        assert!(refused(&folder).contains("does not point at this run"));
        assert_eq!(fs::read(&latest).unwrap(), b"mine");
        fs::remove_file(&latest).unwrap();
        fs::create_dir(&latest).unwrap();
        assert!(refused(&folder).contains("remove it"));
        fs::remove_dir(&latest).unwrap();
        // A link is replaced, and what it points at is not touched.
        std::os::unix::fs::symlink("/etc", &latest).unwrap();
        folder.point_latest_here().unwrap();
        assert_eq!(fs::read_link(&latest).unwrap(), folder.path().file_name().unwrap());
        assert!(names(&folder).is_empty());
    }

    #[test]
    fn any_text_becomes_a_file_name() {
        assert_eq!(file_name("../../etc"), "etc");
        assert_eq!(file_name("a|b c,é"), "a-b-c");
        assert_eq!(file_name("..."), "unnamed");
        assert_eq!(file_name(&"x".repeat(300)).len(), 100);
    }
}
