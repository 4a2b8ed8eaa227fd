//! What the user wrote on the command line beside `--suite`, in its order.

use std::any::TypeId;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use super::keys::is_switch;

/// An argument as it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GivenWord {
    /// Its long name; none for a dataset.
    pub option: Option<String>,
    /// Its value; none for a switch.
    pub value: Option<OsString>,
}

/// All of them, without `--suite` itself.
#[derive(Clone, Default, Debug)]
pub(super) struct Given(pub Vec<GivenWord>);

impl Given {
    /// The arguments of a verb; their paths start from `folder`, whichever folder the suite is in.
    pub(super) fn of(verb: &Command, matches: &ArgMatches, folder: &Path) -> Self {
        let mut all: Vec<(usize, GivenWord)> = Vec::new();
        for arg in verb.get_arguments() {
            let id = arg.get_id().as_str();
            let is_given = matches.value_source(id) == Some(ValueSource::CommandLine);
            if !is_given || arg.get_long() == Some("suite") {
                continue;
            }
            let option = arg.get_long().map(str::to_owned);
            let indices = matches.indices_of(id).into_iter().flatten();
            if is_switch(arg) {
                all.extend(
                    indices.map(|at| (at, GivenWord { option: option.clone(), value: None })),
                );
                continue;
            }
            let values = matches.get_raw(id).into_iter().flatten();
            for (at, value) in indices.zip(values) {
                let value = Some(from_folder(arg, value, folder));
                all.push((at, GivenWord { option: option.clone(), value }));
            }
        }
        all.sort_by_key(|(at, _)| *at);
        Self(all.into_iter().map(|(_, word)| word).collect())
    }

    /// Returns true if an option is given; `None` asks for datasets.
    pub(super) fn has(&self, option: Option<&str>) -> bool {
        self.0.iter().any(|word| word.option.as_deref() == option)
    }
}

fn from_folder(arg: &Arg, value: &OsStr, folder: &Path) -> OsString {
    let is_path = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
    let is_file =
        is_path && value != "-" && (arg.get_long().is_some() || Path::new(value).exists());
    if is_file { folder.join(value).into() } else { value.to_owned() }
}
