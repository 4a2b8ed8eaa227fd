//! The runs of all shards as one: every row of every run, sums over all of them, and of single puzzles
//! as many as a run keeps.
//!
//! One run is in memory at a time. What is kept of it is bounded by the number of solvers, settings and
//! kinds of machine.

mod latencies;
mod puzzles;
mod rows;
mod sums;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use self::latencies::LatencySums;
use self::puzzles::KeptPuzzles;
use self::rows::RowFile;
use self::sums::SumsBySolver;
use super::folder::{Folder, FolderError};
use super::incidents;
use super::puzzle_sample;
use super::run_files::{RunFileError, RunFiles};
use super::summary::{self, SummaryRow};
use super::sums::{rows_of, sums};
use crate::record::{self, Identity, Manifest, Record, RowError};

/// A table as `summary.csv`, with a row for each kind of machine; only where there are several.
pub(crate) const MACHINES: &str = "machines.csv";

/// The run of a shard.
#[derive(Debug)]
pub(crate) struct ShardRun {
    /// Its folder.
    pub folder: PathBuf,
    /// Its number, from 1.
    pub number: u32,
    /// Of how many.
    pub of: u32,
    /// What stands at the end of its rows.
    pub identity: Identity,
    /// The kind of its machine, as an index.
    pub machine: usize,
    /// BLAKE3 of its rows.
    pub records_blake3: Option<String>,
}

/// Why runs could not be merged.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MergeError {
    /// The rows of a run cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// They are not rows.
    #[error("cannot read {}", path.display())]
    Rows {
        /// The file.
        path: PathBuf,
        /// Why.
        source: RowError,
    },
    /// They are not those that the run wrote.
    #[error(
        "{} was changed or damaged after the run: it does not have the hash that manifest.json gives; \
         use another copy of the run",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// Another file of a run cannot be read.
    #[error(transparent)]
    File(#[from] RunFileError),
    /// The merged run cannot be written.
    #[error(transparent)]
    Write(#[from] FolderError),
    /// Likewise.
    #[error("cannot write the merged records.csv; is the disk full?")]
    WriteRows(#[source] io::Error),
}

/// What a merged run came to.
#[derive(Debug)]
pub(crate) struct Merged {
    /// Its summary.
    pub rows: Vec<SummaryRow>,
    /// Its rounds.
    pub rounds: u64,
}

/// Writes the run that some shards make together into a folder. The manifest gets the hash of the rows.
///
/// # Errors
/// When a run cannot be read, or the folder not be written.
pub(crate) fn merge(
    shards: &[ShardRun],
    manifest: &mut Manifest,
    folder: &Folder,
) -> Result<Merged, MergeError> {
    let identity = Identity::of(manifest);
    let mut rows = RowFile::begin(folder, identity.clone())?;
    let mut whole = SumsBySolver::default();
    let mut machines = vec![SumsBySolver::default(); manifest.machines.len()];
    let mut latencies = LatencySums::default();
    let mut by_machine = vec![LatencySums::default(); manifest.machines.len()];
    let mut puzzles = KeptPuzzles::default();
    for shard in shards {
        let records = read_rows(shard)?;
        rows.write(shard, &records).map_err(MergeError::WriteRows)?;
        let own = sums(&records, manifest);
        let mut run = RunFiles::read(&shard.folder, manifest.clone(), Vec::new())?;
        latencies.add(&run);
        if manifest.has_several_machines() {
            by_machine[shard.machine].add(&run);
            machines[shard.machine].add(own.clone());
        }
        whole.add(own);
        puzzles.add(&mut run);
    }
    let (rounds, hash) = rows.finish().map_err(MergeError::WriteRows)?;
    manifest.records_blake3 = Some(hash);
    let latencies = latencies.finish();
    let rows = rows_of(&whole.finish(manifest), &latencies, manifest);
    let failed = folder.complete(&rows, &latencies, &puzzles.slowest(), manifest);
    fail_with_first(failed)?;
    fail_with_first(incidents::write(folder, &puzzles.incidents, &identity))?;
    if !puzzles.sample.is_empty() {
        let sample = puzzles.sample;
        folder.write(puzzle_sample::FILE, |out| puzzle_sample::write(&sample, &identity, out))?;
    }
    if manifest.has_several_machines() {
        let each = machines.into_iter().zip(by_machine);
        write_machines(folder, manifest, each.map(|(sums, all)| (sums, all.finish())))?;
    }
    Ok(Merged { rows, rounds })
}

fn fail_with_first(failed: Vec<FolderError>) -> Result<(), MergeError> {
    failed.into_iter().next().map_or(Ok(()), |error| Err(error.into()))
}

/// The rows of a run, whole and as it wrote them.
fn read_rows(shard: &ShardRun) -> Result<Vec<Record>, MergeError> {
    let path = shard.folder.join("records.csv");
    let bytes =
        fs::read(&path).map_err(|source| MergeError::Read { path: path.clone(), source })?;
    let hash = blake3::hash(&bytes).to_hex();
    if shard.records_blake3.as_deref().is_some_and(|expected| expected != hash.as_str()) {
        return Err(MergeError::Damaged { path });
    }
    record::read(&bytes[..]).map_err(|source| MergeError::Rows { path, source })
}

/// One summary after the other, the columns at the end naming the machine.
fn write_machines(
    folder: &Folder,
    manifest: &Manifest,
    each: impl Iterator<Item = (SumsBySolver, Vec<record::Latencies>)>,
) -> Result<(), MergeError> {
    let mut csv = Vec::new();
    for (machine, (sums, latencies)) in each.enumerate() {
        let alone = of_machine(manifest, machine);
        let rows = rows_of(&sums.finish(&alone), &latencies, &alone);
        let mut part = Vec::new();
        let written = summary::write_csv(&rows, &Identity::of(&alone), &mut part);
        written.map_err(MergeError::WriteRows)?;
        let header = part.iter().position(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        csv.extend_from_slice(if machine == 0 { &part } else { &part[header..] });
    }
    let write = |out: &mut super::whole::WholeFile| io::Write::write_all(out, &csv);
    Ok(folder.write(MACHINES, write)?)
}

/// The manifest of what one kind of machine measured.
fn of_machine(manifest: &Manifest, machine: usize) -> Manifest {
    let mut alone = manifest.clone();
    alone.machine = manifest.machines[machine].clone();
    alone.machines.clear();
    alone
}

/// Gives the rows of a merged run blocks of one size: automatic sizes differ from shard to shard, and
/// rows of unlike blocks would not be compared.
pub(crate) fn with_one_block(records: &mut [Record], manifest: &Manifest) {
    use std::collections::HashMap;
    if manifest.shards.is_empty() {
        return;
    }
    let key = |record: &Record| (record.setting.clone(), record.solver.clone(), record.sample);
    let mut most: HashMap<_, u32> = HashMap::new();
    for record in &*records {
        let block = most.entry(key(record)).or_default();
        *block = record.block.max(*block);
    }
    for record in records {
        record.block = most[&key(record)];
    }
}

/// Returns true if a folder holds a run.
pub(crate) fn is_run(folder: &Path) -> bool {
    folder.join("manifest.json").is_file()
}
