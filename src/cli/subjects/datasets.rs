//! The datasets of a command line, each with the hash it is held to.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, value_parser};

use super::behind::Heads;
use super::sources;
use crate::cli::value::blake3_hex;
use crate::compare::verdict::Threshold;
use crate::dataset::Dataset;

const DATASETS: &str = "datasets";
const HASH: &str = "blake3";
const HEADING: &str = "Options of the dataset before them";

/// A dataset that was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DatasetChoice {
    /// Its file, `-`, or the name of a public set.
    path: PathBuf,
    /// BLAKE3 of its content, in hexadecimal, that it is to have.
    blake3: Option<String>,
}

impl DatasetChoice {
    /// The file: where the path names none, but is the name of a public set, that set as
    /// scripts/fetch-datasets leaves it.
    pub(crate) fn file(&self) -> PathBuf {
        sources::fetched(&self.path).unwrap_or_else(|| self.path.clone())
    }

    /// Says how to get a public set that is not here.
    pub(crate) fn remedy(&self) -> Option<String> {
        sources::remedy(&self.path)
    }

    /// What holds it to a hash, if anything does.
    pub(crate) fn held_by(&self) -> Option<&'static str> {
        let is_listed = sources::fetched(&self.path).is_some();
        self.blake3.as_ref().map(|_| "the suite").or(is_listed.then_some("datasets/SOURCES.tsv"))
    }

    /// Holds the opened file to its hash, and a public set to that of its row in datasets/SOURCES.tsv.
    ///
    /// # Errors
    /// When it has another.
    pub(crate) fn verify(&self, opened: &Dataset) -> anyhow::Result<()> {
        sources::verify(&self.path)?;
        let found = opened.survey().hash.to_string();
        match &self.blake3 {
            Some(expected) if !expected.eq_ignore_ascii_case(&found) => bail!(
                "{}: its BLAKE3 hash is {found}, not {expected}: it is another file, or was changed; \
                 get the right one, or give the new hash",
                opened.path()
            ),
            _ => Ok(()),
        }
    }
}

/// The datasets, in the order given.
#[derive(Clone, Debug, Default)]
pub(crate) struct DatasetArgs(pub Vec<DatasetChoice>);

impl DatasetArgs {
    /// The files themselves.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        self.0.iter().map(DatasetChoice::file).collect()
    }
}

impl Args for DatasetArgs {
    fn augment_args(command: Command) -> Command {
        let datasets = Arg::new(DATASETS)
            .value_name("DATASET")
            .action(ArgAction::Append)
            .num_args(0..)
            .value_parser(value_parser!(PathBuf))
            .help(
                "Files of puzzles, one a line, or names of fetched public sets; `-` is standard input \
                 [default: the built-in datasets]",
            );
        let hash = Arg::new(HASH)
            .long(HASH)
            .value_name("HEX")
            .action(ArgAction::Append)
            .value_parser(blake3_hex)
            .help_heading(HEADING)
            .help(
                "Refuse the dataset unless its content has this BLAKE3 hash, as `check` prints it",
            );
        command.arg(datasets).arg(hash)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for DatasetArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let paths = matches.get_many::<PathBuf>(DATASETS).into_iter().flatten();
        let choice = |path: &PathBuf| DatasetChoice { path: path.clone(), blake3: None };
        let mut all: Vec<DatasetChoice> = paths.map(choice).collect();
        for (head, hash) in heads(matches).single_values(HASH)? {
            all[head].blake3 = Some(hash);
        }
        Ok(Self(all))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn heads(matches: &ArgMatches) -> Heads<'_> {
    Heads::of(matches, &[DATASETS], "a DATASET")
}

/// The thresholds of single datasets.
#[derive(Clone, Debug, Default)]
pub(crate) struct DatasetThresholds(Vec<(usize, Threshold)>);

/// The option, as clap knows it.
#[derive(Args, Debug)]
struct ThresholdOption {
    /// The change that matters on this dataset, in place of --threshold (of --tolerance where
    /// instructions are counted)
    #[arg(long, value_name = "PERCENT", help_heading = HEADING)]
    dataset_threshold: Vec<Threshold>,
}

impl DatasetThresholds {
    /// Of the dataset with this number, from 0.
    pub(crate) fn of(&self, dataset: usize) -> Option<Threshold> {
        self.0.iter().find(|(head, _)| *head == dataset).map(|(_, threshold)| *threshold)
    }
}

impl Args for DatasetThresholds {
    fn augment_args(command: Command) -> Command {
        ThresholdOption::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for DatasetThresholds {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        heads(matches).single_values("dataset_threshold").map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl From<&Path> for DatasetChoice {
    fn from(path: &Path) -> Self {
        Self { path: path.to_owned(), blake3: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_and_a_threshold_belong_to_the_dataset_before_them() {
        let command =
            DatasetThresholds::augment_args(DatasetArgs::augment_args(Command::new("gate")));
        let hash = "ab".repeat(32);
        let hash_option = format!("--blake3={hash}");
        let words = ["gate", "a.txt", "b.txt", &hash_option, "c.txt", "--dataset-threshold", "2%"];
        let matches = command.clone().try_get_matches_from(words).unwrap();
        let datasets = DatasetArgs::from_arg_matches(&matches).unwrap().0;
        let hashes: Vec<_> = datasets.iter().map(|one| one.blake3.as_deref()).collect();
        assert_eq!(hashes, [None, Some(hash.as_str()), None]);
        let thresholds = DatasetThresholds::from_arg_matches(&matches).unwrap();
        assert_eq!((thresholds.of(1), thresholds.of(2)), (None, "2%".parse().ok()));
        assert!(command.try_get_matches_from(["gate", "a.txt", "--blake3=12"]).is_err());
    }
}
