//! What a run was: machine, program, arguments, datasets and backends. Everything that a reader
//! of the records needs beside them.

use std::io::{self, Read, Write};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Utc;
use crate::dataset::Shard;
use crate::puzzle::Order;
use crate::solver::{Backend, Goal, Grain, Guesses};

/// Version of the manifest's form. Fields are only ever added; a reader passes over unknown ones.
pub const SCHEMA: u32 = 1;

/// One run, as `manifest.json` holds it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of this form, [`SCHEMA`].
    pub schema: u32,
    /// Name of the run's folder, which is in every row of its files.
    #[serde(default)]
    pub run: String,
    /// What measured.
    pub program: Program,
    /// What it measured on.
    pub machine: Machine,
    /// Other work on the machine, where it can be read.
    pub strain: Option<Strain>,
    /// The command line, without the program's name.
    pub arguments: Vec<String>,
    /// Seed of order, sample and isomorphs.
    pub seed: u64,
    /// Which part of each dataset was measured; null or absent where all of it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// What was asked of each puzzle.
    pub goal: Goal,
    /// Limit of one puzzle, in nanoseconds; null where there was none.
    pub timeout_ns: Option<u64>,
    /// When the first dataset was opened.
    pub started: Utc,
    /// When the last measurement ended.
    pub ended: Utc,
    /// Whether the run was ended before its time.
    pub interrupted: bool,
    /// What two clock reads with nothing between them cost, in nanoseconds: the largest of the
    /// workers' medians. Never subtracted from anything.
    pub clock_overhead_ns: u64,
    /// The runs that were merged into this one, by the number of their shard; empty for a run itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shards: Vec<ShardFacts>,
    /// The kinds of machine that those ran on; `machine` is the first of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub machines: Vec<Machine>,
    /// Datasets, in the order measured.
    pub datasets: Vec<DatasetFacts>,
    /// Backends, in the order given.
    pub backends: Vec<BackendFacts>,
    /// When other processes went on with it, after failures or interrupts: its figures are not those
    /// of one uninterrupted run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resumed: Vec<Resumption>,
    /// BLAKE3 of `records.csv`, in hexadecimal; null until the run has ended with all of its rows
    /// written.
    #[serde(default)]
    pub records_blake3: Option<String>,
}

/// A run that was merged into another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShardFacts {
    /// Its number, from 1; the column `launch` of its rows.
    pub number: u32,
    /// Name of its folder.
    pub run: String,
    /// Network name of its machine.
    pub host: String,
    /// The kind of that machine, as an index into `machines`.
    pub machine: usize,
}

/// A process that went on with a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resumption {
    /// When it began.
    pub at: Utc,
    /// Network name of its machine.
    pub host: String,
}

/// The program that measured.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Program {
    /// Version of the crate.
    pub version: String,
    /// Git revision it was built from, `-dirty` where files had been changed; null outside git and
    /// in debug builds.
    pub revision: Option<String>,
    /// The compiler, as `rustc --version` says.
    pub rustc: String,
    /// Target triple.
    pub target: String,
    /// `release` or `debug`.
    pub profile: String,
}

impl Program {
    /// This very program.
    pub fn current() -> Self {
        let revision = env!("SUDOKU_BENCH_REVISION");
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            revision: (!revision.is_empty()).then(|| revision.to_owned()),
            rustc: env!("SUDOKU_BENCH_RUSTC").to_owned(),
            target: env!("SUDOKU_BENCH_TARGET").to_owned(),
            profile: env!("SUDOKU_BENCH_PROFILE").to_owned(),
        }
    }
}

/// The machine. What could not be read is null.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// Network name.
    pub host: String,
    /// Operating system and architecture, like `linux x86_64`.
    pub system: String,
    /// Kernel release.
    pub kernel: String,
    /// Model name of the processor.
    pub cpu: Option<String>,
    /// Logical processors that the program may use.
    pub cores: u32,
    /// Physical cores among them.
    pub physical_cores: u32,
    /// Memory in bytes.
    pub memory_bytes: Option<u64>,
    /// Processors' worth of time that the control group and those above it allow; null where
    /// unlimited.
    pub cpu_quota: Option<String>,
    /// Processors' worth of time that the program may use: by affinity, cpuset and quota.
    #[serde(default)]
    pub usable_processors: Option<f64>,
    /// Frequency governor.
    pub governor: Option<String>,
    /// Whether the clock may rise above its base.
    pub turbo: Option<bool>,
    /// Whether a core runs two threads.
    pub smt: Option<bool>,
    /// Whether a hypervisor runs below.
    pub virtual_machine: Option<bool>,
    /// BLAKE3 of the processor's stable traits: maker, family, model, stepping, name, cores, vector
    /// extensions. No frequencies. Two runs with the same fingerprint had the same kind of machine.
    pub fingerprint: String,
}

/// What else kept the machine busy.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Strain {
    /// Load average of the minute before the run.
    pub load_before: f64,
    /// Load average of the run's last minute, the run itself included.
    pub load_after: f64,
    /// Share of processor time during the run that the hypervisor gave to others, 0 to 1.
    pub steal_share: f64,
    /// Share of the run in which some task of the machine, one of its own included, waited for a
    /// processor, 0 to 1, by the kernel's pressure report.
    #[serde(default)]
    pub pressure_share: Option<f64>,
    /// Share of the control group's periods in which its quota was used up, 0 to 1.
    #[serde(default)]
    pub throttled_share: Option<f64>,
}

/// A dataset as the run found it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DatasetFacts {
    /// The name that records use.
    pub name: String,
    /// The path as given; empty for embedded datasets.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// BLAKE3 of the bytes, in hexadecimal.
    pub blake3: String,
    /// Lines, of every kind.
    pub lines: u64,
    /// Lines that are neither puzzle, blank nor comment.
    pub malformed: u64,
    /// Puzzles of each order.
    pub puzzles: Vec<OrderCount>,
}

impl DatasetFacts {
    /// Puzzles of an order.
    pub fn puzzles_of(&self, order: Order) -> u64 {
        let counts = self.puzzles.iter().filter(|count| count.order == order);
        counts.fold(0, |sum, count| sum.saturating_add(count.puzzles))
    }
}

/// Puzzles of one order in a dataset.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OrderCount {
    /// Box size.
    pub order: Order,
    /// How many.
    pub puzzles: u64,
}

/// A backend as it took part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BackendFacts {
    /// The name as the user wrote it.
    pub id: String,
    /// The specification, where the name is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec: Option<String>,
    /// Its own limit of one puzzle, in nanoseconds, where it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ns: Option<u64>,
    /// The crate's version, or a hash of the library or program.
    pub version: String,
    /// How much it advances at once.
    pub grain: Grain,
    /// What its guess count is worth.
    pub guesses: Guesses,
    /// Whether it decides every puzzle, given time.
    pub complete: bool,
}

impl BackendFacts {
    /// What a backend says of itself.
    pub fn of(backend: &dyn Backend) -> Self {
        let (abilities, id, spec) = (backend.abilities(), backend.id(), backend.spec());
        let nanoseconds = |limit: Duration| u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX);
        Self {
            id: id.to_owned(),
            spec: Some(spec.to_owned()).filter(|spec| spec != id),
            timeout_ns: backend.timeout().map(nanoseconds),
            version: backend.version(),
            grain: abilities.grain,
            guesses: abilities.guesses,
            complete: abilities.complete,
        }
    }
}

/// Why a manifest could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// It is not JSON of this form.
    #[error("{0}; is this a manifest.json of sudoku-bench?")]
    Form(#[from] serde_json::Error),
    /// It is not as it was written.
    #[error(
        "it was changed or damaged after it was written: it does not have the hash that stands at \
         its end; use another copy, or remove \"manifest_blake3\" to take it as it is"
    )]
    Damaged,
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// A newer program wrote it.
    #[error("its schema is {found}, this program reads up to {SCHEMA}; use a newer sudoku-bench")]
    Schema {
        /// Schema of the file.
        found: u32,
    },
}

impl Manifest {
    /// Writes it as JSON for people to read, too.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let text = serde_json::to_string_pretty(self)?;
        let text = text.strip_suffix("\n}").unwrap_or(&text);
        let hash = blake3::hash(text.as_bytes()).to_hex();
        writeln!(out, "{text}{HASH}{hash}\"\n}}")
    }

    /// Reads what [`Manifest::write`] wrote.
    ///
    /// # Errors
    /// When it is of another form, or newer than this program.
    pub fn read(mut input: impl Read) -> Result<Self, ManifestError> {
        /// The one field that every version has.
        #[derive(Deserialize)]
        struct Version {
            schema: u32,
        }
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        check_hash(&bytes)?;
        let value: serde_json::Value = serde_json::from_slice(&bytes)?;
        let Version { schema: found } = Version::deserialize(&value)?;
        if found > SCHEMA {
            return Err(ManifestError::Schema { found });
        }
        Ok(serde_json::from_value(value)?)
    }

    /// Returns true if it is merged from runs on different kinds of machine.
    pub fn has_several_machines(&self) -> bool {
        self.machines.len() > 1
    }

    /// The dataset of that name.
    pub fn dataset(&self, name: &str) -> Option<&DatasetFacts> {
        self.datasets.iter().find(|dataset| dataset.name == name)
    }

    /// The limit of one puzzle that held for a backend, in nanoseconds.
    pub fn timeout_ns_of(&self, id: &str) -> Option<u64> {
        self.backend(id).and_then(|backend| backend.timeout_ns).or(self.timeout_ns)
    }

    /// The backend of that name.
    pub fn backend(&self, id: &str) -> Option<&BackendFacts> {
        self.backends.iter().find(|backend| backend.id == id)
    }
}

/// What parts a manifest from the hash of everything before it.
const HASH: &str = ",\n  \"manifest_blake3\": \"";

/// Holds a manifest against its own hash, if it has one.
fn check_hash(bytes: &[u8]) -> Result<(), ManifestError> {
    let Some(at) = memchr::memmem::rfind(bytes, HASH.as_bytes()) else { return Ok(()) };
    let (text, hash) = (&bytes[..at], &bytes[at + HASH.len()..]);
    let expected = format!("{}\"\n}}\n", blake3::hash(text).to_hex());
    if hash == expected.as_bytes() { Ok(()) } else { Err(ManifestError::Damaged) }
}

#[cfg(test)]
pub(crate) mod tests;
