//! The solvers of a command line, each with its own label, environment and limits.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

use super::behind::{Heads, usage};
use crate::cli::value::{assignment, bytes, duration, label};

/// Heading of these options in the help.
const HEADING: &str = "Options of the solver before them";
/// Id of `--solver`.
const SOLVER: &str = "solver";

/// A solver that was asked for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct SolverChoice {
    /// What it is.
    pub spec: String,
    /// What it is called in reports, if not by its specification.
    pub label: Option<String>,
    /// Variables that its processes get, in the order given.
    pub environment: Vec<(String, String)>,
    /// Its own limit of one puzzle.
    pub timeout: Option<Duration>,
    /// Its own limit of memory, in bytes.
    pub memory_limit: Option<u64>,
    /// Shell command that builds it.
    pub build: Option<String>,
    /// Files and folders that are older than a build that need not be made again.
    pub depends: Vec<PathBuf>,
}

impl SolverChoice {
    /// A specification without options of its own.
    pub(crate) fn plain(spec: &str) -> Self {
        Self { spec: spec.to_owned(), ..Self::default() }
    }

    /// What it is called in reports.
    pub(crate) fn name(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.spec)
    }
}

/// The options, as clap knows them.
#[derive(Args, Debug)]
struct Options {
    /// What reports call the solver
    #[arg(long, value_name = "NAME", value_parser = label, help_heading = HEADING)]
    label: Vec<String>,

    /// Environment variable for the solver's processes; repeatable
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment, help_heading = HEADING)]
    env: Vec<(String, String)>,

    /// Limit of one puzzle for this solver, in place of --timeout
    #[arg(long, value_name = "SECONDS", value_parser = duration, help_heading = HEADING)]
    solver_timeout: Vec<Duration>,

    /// Most data of this solver's own processes, in place of --memory-limit
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = HEADING)]
    solver_memory_limit: Vec<u64>,

    /// Shell command that builds the solver before it is opened
    #[arg(long, value_name = "COMMAND", help_heading = HEADING)]
    build: Vec<String>,

    /// File or folder that the build depends on; repeatable. The build is left out where every file
    /// that the specification names is newer than all of them
    #[arg(long, value_name = "PATH", help_heading = HEADING)]
    depends: Vec<PathBuf>,
}

/// Names of the options that stand behind a solver, without their dashes.
pub(crate) const PER_SOLVER: [&str; 6] =
    ["label", "env", "solver-timeout", "solver-memory-limit", "build", "depends"];

/// Adds the options to a command.
pub(super) fn with_options(command: Command) -> Command {
    Options::augment_args(command)
}

/// Gives each specification, in the order of the heads, the options behind it.
pub(super) fn choices(specs: Vec<String>, heads: &Heads<'_>) -> Result<Vec<SolverChoice>, Error> {
    let mut all: Vec<SolverChoice> = specs.iter().map(|spec| SolverChoice::plain(spec)).collect();
    for (head, label) in heads.single_values("label")? {
        all[head].label = Some(label);
    }
    for (head, pair) in heads.values("env")? {
        all[head].environment.push(pair);
    }
    for (head, timeout) in heads.single_values("solver_timeout")? {
        all[head].timeout = Some(timeout);
    }
    for (head, limit) in heads.single_values("solver_memory_limit")? {
        all[head].memory_limit = Some(limit);
    }
    for (head, command) in heads.single_values("build")? {
        all[head].build = Some(command);
    }
    for (head, path) in heads.values("depends")? {
        all[head].depends.push(path);
    }
    match all.iter().find(|one| one.build.is_none() && !one.depends.is_empty()) {
        Some(one) => {
            Err(usage(format!("--depends says what a --build depends on; {} has none", one.name())))
        }
        None => Ok(all),
    }
}

/// The solvers of `--solver`.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolverArgs(pub Vec<SolverChoice>);

impl Args for SolverArgs {
    fn augment_args(command: Command) -> Command {
        let solver = Arg::new(SOLVER).long(SOLVER).value_name("SPEC").action(ArgAction::Append).help(
            "Solvers to measure, by name or specification; repeatable, and commas split built-in \
             names [default: all complete built-in solvers]",
        );
        with_options(command.arg(solver))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SolverArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let specs = matches.get_many::<String>(SOLVER).into_iter().flatten().cloned().collect();
        choices(specs, &Heads::of(matches, &[SOLVER], "a --solver")).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(words: &[&str]) -> Result<Vec<SolverChoice>, String> {
        let command = SolverArgs::augment_args(Command::new("run"));
        let matches = command.try_get_matches_from([&["run"], words].concat());
        let parsed = matches.and_then(|matches| SolverArgs::from_arg_matches(&matches));
        parsed.map(|one| one.0).map_err(|error| error.to_string())
    }

    #[test]
    fn an_option_belongs_to_the_solver_before_it() {
        let words = [
            "--solver",
            "a",
            "--solver",
            "b",
            "--label",
            "B",
            "--env",
            "X=1",
            "--env=Y=2=3",
            "--solver=c",
            "--solver-timeout",
            "50ms",
            "--label=C",
            "--build=make",
            "--depends=src",
        ];
        let all = asked(&words).unwrap();
        assert_eq!(all[0], SolverChoice::plain("a"));
        assert_eq!((all[1].spec.as_str(), all[1].name()), ("b", "B"));
        let pairs = [("X", "1"), ("Y", "2=3")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(all[1].environment, pairs);
        assert_eq!((all[2].name(), all[2].timeout), ("C", Some(Duration::from_millis(50))));
        assert_eq!(all[2].depends, [PathBuf::from("src")]);
    }

    #[test]
    fn an_option_without_its_solver_is_refused() {
        assert!(
            asked(&["--label", "x", "--solver", "a"]).unwrap_err().contains("behind a --solver")
        );
        let twice = asked(&["--solver=a", "--label=x", "--label=y"]).unwrap_err();
        assert!(twice.contains("--label stands twice"), "{twice}");
        assert!(asked(&["--solver=a", "--depends=x"]).unwrap_err().contains("a has none"));
        assert!(asked(&["--solver=a", "--env=1X=2"]).is_err());
    }

    #[test]
    fn the_list_of_options_is_the_parser_s() {
        let command = with_options(Command::new("x"));
        let known: Vec<_> = command.get_arguments().filter_map(Arg::get_long).collect();
        assert_eq!(known, PER_SOLVER);
    }
}
