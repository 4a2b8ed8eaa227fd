//! Whether runs are the shards of one run, each of them once.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{ArgMatches, CommandFactory};

use crate::cli::Cli;
use crate::record::{Identity, Manifest, ShardFacts};
use crate::report::merged::ShardRun;

/// Options that may differ between shards: where and what to print or write, and which shard.
const FREE: [&str; 12] = [
    "datasets",
    "shard",
    "out",
    "quiet",
    "json",
    "columns",
    "per_puzzle",
    "per_puzzle_rounds",
    "suite",
    "build",
    "depends",
    "resume",
];

/// Faults that are named; the others are counted.
const NAMED: usize = 10;

/// The shards of a run.
pub(super) struct Joined {
    /// That of the merged run, but for its name and the hash of its rows.
    pub manifest: Manifest,
    /// By number.
    pub shards: Vec<ShardRun>,
    /// What the user should know.
    pub notes: Vec<String>,
}

/// Reads what the runs are. Of several runs of one shard, those that did not come to their end are
/// passed over.
///
/// # Errors
/// Names the shards that are missing, there twice, or of another run.
pub(super) fn joined(folders: &[PathBuf]) -> anyhow::Result<Joined> {
    let mut joining = Joining::default();
    for folder in folders {
        joining.add(folder)?;
    }
    joining.finish()
}

/// What is known of the runs so far. Of each only a few facts are kept.
#[derive(Default)]
struct Joining {
    first: Option<First>,
    shards: BTreeMap<u32, ShardRun>,
    facts: BTreeMap<u32, ShardFacts>,
    unfinished: Vec<(u32, PathBuf)>,
    faults: Vec<String>,
}

/// The run that the others are held against.
struct First {
    folder: PathBuf,
    manifest: Manifest,
    options: Vec<(String, String)>,
    of: u32,
}

impl Joining {
    fn add(&mut self, folder: &Path) -> anyhow::Result<()> {
        let path = folder.join("manifest.json");
        let read = || anyhow::Ok(Manifest::read(File::open(&path)?)?);
        let manifest = read().with_context(|| format!("cannot read {}", path.display()))?;
        let name = folder.display();
        let Some(shard) = manifest.shard else {
            bail!("{name} is not a shard: it was not run with --shard I/N");
        };
        if manifest.interrupted || manifest.records_blake3.is_none() {
            self.unfinished.push((shard.number, folder.to_owned()));
            return Ok(());
        }
        let first = self.first.get_or_insert_with(|| First::of(folder, &manifest));
        let differences = first.differences(&manifest);
        if !differences.is_empty() {
            let than = first.folder.display();
            self.faults.push(format!("{name} differs from {than}: {}", differences.join(", ")));
            return Ok(());
        }
        let machine = first.join(&manifest);
        if let Some(known) = self.shards.get(&shard.number) {
            let known = known.folder.display();
            self.faults.push(format!("shard {shard} is there twice: {known} and {name}"));
            return Ok(());
        }
        let facts = ShardFacts {
            number: shard.number,
            run: manifest.run.clone(),
            host: manifest.machine.host.clone(),
            machine,
        };
        let run = ShardRun {
            folder: folder.to_owned(),
            number: shard.number,
            of: shard.of,
            identity: Identity::of(&manifest),
            machine,
            records_blake3: manifest.records_blake3,
        };
        self.facts.insert(shard.number, facts);
        self.shards.insert(shard.number, run);
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<Joined> {
        let has = |number: u32| self.shards.contains_key(&number);
        let (passed, open): (Vec<_>, Vec<_>) =
            self.unfinished.iter().partition(|(number, _)| has(*number));
        for (number, folder) in &open {
            self.faults.push(format!(
                "shard {number}: {} did not come to its end; run that shard again, or resume it",
                folder.display()
            ));
        }
        let of = self.first.as_ref().map_or(0, |first| first.of);
        let is_open = |number: u32| open.iter().any(|(one, _)| *one == number);
        let missing: Vec<u32> =
            (1..=of).filter(|&number| !has(number) && !is_open(number)).collect();
        if !missing.is_empty() {
            self.faults.push(format!("of {of} shards are missing: {}", ranges(&missing)));
        }
        let mut notes: Vec<String> = Vec::new();
        notes.extend(passed.iter().map(|(number, folder)| {
            format!(
                "{}: shard {number} did not come to its end there and is taken from another run",
                folder.display()
            )
        }));
        let more = self.faults.len().saturating_sub(NAMED);
        self.faults.truncate(NAMED);
        if more > 0 {
            self.faults.push(format!("and {more} more"));
        }
        let Some(First { mut manifest, .. }) = self.first.filter(|_| self.faults.is_empty()) else {
            bail!("these runs cannot be merged: {}", self.faults.join("; "));
        };
        manifest.shard = None;
        manifest.shards = self.facts.into_values().collect();
        notes.extend(kinds(&manifest));
        Ok(Joined { manifest, shards: self.shards.into_values().collect(), notes })
    }
}

impl First {
    fn of(folder: &Path, manifest: &Manifest) -> Self {
        let options = options(&manifest.arguments);
        let of = manifest.shard.map_or(0, |shard| shard.of);
        let mut manifest = manifest.clone();
        manifest.arguments = without_shard(&manifest.arguments);
        manifest.strain = None;
        Self { folder: folder.to_owned(), manifest, options, of }
    }

    /// Takes another run's times and machine into the manifest; returns the kind of the machine.
    fn join(&mut self, other: &Manifest) -> usize {
        let own = &mut self.manifest;
        own.started = own.started.min(other.started);
        own.ended = own.ended.max(other.ended);
        own.clock_overhead_ns = own.clock_overhead_ns.max(other.clock_overhead_ns);
        let print = &other.machine.fingerprint;
        let known = own.machines.iter().position(|machine| machine.fingerprint == *print);
        known.unwrap_or_else(|| {
            own.machines.push(other.machine.clone());
            own.machines.len() - 1
        })
    }

    /// In words, everything that keeps another run from being a shard of the same whole.
    fn differences(&self, other: &Manifest) -> Vec<String> {
        let own = &self.manifest;
        let mut found = Vec::new();
        let mut differ = |what: &str, own: String, other: String| {
            if own != other {
                found.push(format!("{what} is {other}, not {own}"));
            }
        };
        let of = |manifest: &Manifest| manifest.shard.map_or(0, |shard| shard.of).to_string();
        differ("the number of shards", self.of.to_string(), of(other));
        differ("the seed", own.seed.to_string(), other.seed.to_string());
        let program = |run: &Manifest| {
            let revision = run.program.revision.as_deref().unwrap_or("of no known revision");
            format!("{} {revision} {}", run.program.version, run.program.profile)
        };
        differ("the program", program(own), program(other));
        let datasets = |run: &Manifest| {
            let short = |hash: &str| hash.chars().take(12).collect::<String>();
            let all = run.datasets.iter().map(|one| format!("{} {}", one.name, short(&one.blake3)));
            all.collect::<Vec<_>>()
        };
        let solvers = |run: &Manifest| {
            let all = run.backends.iter().map(|one| format!("{} {}", one.id, one.version));
            all.collect::<Vec<_>>()
        };
        each_differs("dataset", &datasets(own), &datasets(other), &mut differ);
        each_differs("solver", &solvers(own), &solvers(other), &mut differ);
        for ((name, own), (_, other)) in self.options.iter().zip(&options(&other.arguments)) {
            differ(name, own.clone(), other.clone());
        }
        found
    }
}

/// Shows of two lists what is different.
fn each_differs(
    what: &str,
    own: &[String],
    other: &[String],
    differ: &mut impl FnMut(&str, String, String),
) {
    for at in 0..own.len().max(other.len()) {
        let of = |all: &[String]| all.get(at).cloned().unwrap_or_else(|| "none".to_owned());
        differ(&format!("{what} {}", at + 1), of(own), of(other));
    }
}

/// The options of a run that shards have in common, with their values.
fn options(arguments: &[String]) -> Vec<(String, String)> {
    let command = Cli::command();
    let line = ["sudoku-bench".to_owned()].into_iter().chain(arguments.iter().cloned());
    let matches = command.clone().try_get_matches_from(line).ok();
    let of_run = matches.as_ref().and_then(|matches| matches.subcommand_matches("run"));
    let run = command.find_subcommand("run").expect("a verb");
    let names = run.get_arguments().filter(|arg| !FREE.contains(&arg.get_id().as_str()));
    let named = names.filter_map(|arg| {
        let name = arg.get_long()?;
        Some((format!("--{name}"), of_run.map_or_else(String::new, |of| value(of, arg))))
    });
    named.collect()
}

/// The value of an option as it was given or is by default.
fn value(matches: &ArgMatches, arg: &clap::Arg) -> String {
    let raw = matches.try_get_raw(arg.get_id().as_str()).ok().flatten();
    let all: Vec<String> =
        raw.into_iter().flatten().map(|value| value.to_string_lossy().into_owned()).collect();
    if all.is_empty() { "not given".to_owned() } else { all.join(" ") }
}

/// The command line of the whole.
fn without_shard(arguments: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        if word == "--shard" {
            words.next();
        } else if !word.starts_with("--shard=") {
            kept.push(word.clone());
        }
    }
    kept
}

/// What is to be said of several kinds of machine.
fn kinds(manifest: &Manifest) -> Option<String> {
    let each = manifest.machines.iter().enumerate().map(|(index, machine)| {
        let of = manifest.shards.iter().filter(|shard| shard.machine == index);
        let numbers: Vec<u32> = of.map(|shard| shard.number).collect();
        let cpu = machine.cpu.as_deref().unwrap_or("an unknown processor");
        format!("{cpu}, {} processors (shards {})", machine.cores, ranges(&numbers))
    });
    let each: Vec<String> = each.collect();
    manifest.has_several_machines().then(|| {
        format!(
            "several kinds of machine: {}; rates and latencies of each are in machines.csv",
            each.join("; ")
        )
    })
}

/// `1-3, 5`.
fn ranges(numbers: &[u32]) -> String {
    let mut parts: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => parts.push((number, number)),
        }
    }
    let text = |(first, last): &(u32, u32)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    parts.iter().map(text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_numbers_are_short() {
        assert_eq!(ranges(&[1, 2, 3, 5, 7, 8]), "1-3, 5, 7-8");
        assert_eq!(ranges(&[4]), "4");
    }

    #[test]
    fn the_whole_has_no_shard_in_its_command_line() {
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        for line in ["run x --shard 1/2 --seed 3", "run x --shard=1/2 --seed 3"] {
            assert_eq!(without_shard(&words(line)), words("run x --seed 3"));
        }
    }

    #[test]
    fn an_option_is_the_same_in_both_spellings_and_the_dataset_is_none() {
        let of = |line: &str| options(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(of("run a.txt --sample 3 --shard 1/2"), of("run b/a.txt --sample=3"));
        assert_ne!(of("run a.txt --sample 3"), of("run a.txt --sample 4"));
        assert_ne!(of("run a.txt"), of("run a.txt --scramble"));
    }
}
