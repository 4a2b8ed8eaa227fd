//! Keys of a suite and the options they stand for. The keys of `[run]` and `[gate]` are the options of
//! the verb that are not about a single dataset or solver, so that no list of them can be out of date.

use clap::{Arg, ArgAction, Command};

use crate::cli::subjects::PER_SOLVER;
use crate::foreign::spec::did_you_mean;

/// A key of a table in double brackets and its option; the argument itself where there is none.
pub(super) type Key = (&'static str, Option<&'static str>);

/// Keys of `[[dataset]]`.
pub(super) const DATASET: [Key; 3] =
    [("path", None), ("blake3", Some("blake3")), ("threshold", Some("dataset-threshold"))];

/// Keys of `[[solver]]`. `spec` is the value of `--solver`, `--baseline` or `--candidate`.
pub(super) const SOLVER: [Key; 7] = [
    ("spec", None),
    ("label", Some("label")),
    ("build", Some("build")),
    ("depends", Some("depends")),
    ("env", Some("env")),
    ("timeout", Some("solver-timeout")),
    ("memory-limit", Some("solver-memory-limit")),
];

/// Options that no key stands for: they lead to the suite, to a run that goes on, or to the help.
const NONE: [&str; 4] = ["suite", "resume", "help", "version"];

/// Keys of a verb's own table, `[run]` or `[gate]`.
pub(super) fn of_verb(verb: &Command) -> Vec<String> {
    let names = verb.get_arguments().filter_map(Arg::get_long);
    names.filter(|name| is_of_verb(name)).map(str::to_owned).collect()
}

fn is_of_verb(name: &str) -> bool {
    let of_dataset = DATASET.iter().any(|(_, option)| *option == Some(name));
    !of_dataset && !PER_SOLVER.contains(&name) && name != "solver" && !NONE.contains(&name)
}

/// Returns true if an option takes no value.
pub(super) fn is_switch(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::SetTrue | ArgAction::SetFalse | ArgAction::Count)
}

/// `did you mean X? ` where a known name is near enough, else nothing.
pub(super) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    did_you_mean(name, known, 3)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    /// The table of keys in the guide, as pairs of table and key with the option beside them.
    fn guide() -> Vec<(String, String, String)> {
        let page = include_str!("../../../docs/SUITES.md");
        let rows = page.lines().filter_map(|line| line.strip_prefix("| `["));
        let rows = rows.map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let plain = |cell: &str| cell.trim_matches(['`', '[', ']']).to_owned();
            (plain(cells[0]), plain(cells[1]), plain(cells[2]))
        });
        rows.collect()
    }

    #[test]
    fn every_key_is_an_option_and_every_option_a_key() {
        let command = Cli::command();
        let guide = guide();
        for verb in ["run", "gate"] {
            let verb_command = command.find_subcommand(verb).unwrap();
            let options: BTreeSet<String> = verb_command
                .get_arguments()
                .filter_map(Arg::get_long)
                .filter(|name| !NONE.contains(name))
                .map(|name| format!("--{name}"))
                .collect();
            let own = guide.iter().filter(|(table, ..)| table == verb);
            let mut reached: BTreeSet<String> = own.map(|(.., option)| option.clone()).collect();
            let is_per_one = |table: &str| table == "dataset" || table == "solver";
            let per_one = guide.iter().filter(|(table, ..)| is_per_one(table));
            let names = per_one.flat_map(|(.., option)| option.split(", ").map(str::to_owned));
            reached.extend(names.filter(|name| options.contains(name)));
            assert_eq!(
                reached, options,
                "[{verb}]: the guide on the left, the options on the right"
            );
        }
        for (table, keys) in [("dataset", &DATASET[..]), ("solver", &SOLVER[..])] {
            let own = guide.iter().filter(|(of, ..)| of == table);
            let told: Vec<&str> = own.clone().map(|(_, key, _)| key.as_str()).collect();
            let known: Vec<&str> = keys.iter().map(|(key, _)| *key).collect();
            assert_eq!(told, known, "[[{table}]]");
            for ((.., told), (_, option)) in own.zip(keys) {
                assert!(option.is_none_or(|option| *told == format!("--{option}")), "{told}");
            }
        }
        for (table, key, option) in guide.iter().filter(|(of, ..)| of == "run" || of == "gate") {
            assert_eq!(format!("--{key}"), *option, "[{table}]");
        }
    }

    #[test]
    fn a_slip_is_answered_with_the_key_that_was_meant() {
        let keys = || ["budget", "timeout", "memory-limit"].into_iter();
        assert_eq!(nearest("budgt", keys()), "did you mean budget? ");
        assert_eq!(nearest("memory_limit", keys()), "did you mean memory-limit? ");
        assert_eq!(nearest("colour", keys()), "");
    }
}
