//! The two solvers of a gate.

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};

use super::behind::Heads;
use super::solvers::{SolverChoice, choices, with_options};

const BASELINE: &str = "baseline";
const CANDIDATE: &str = "candidate";

/// What `--baseline` and `--candidate` name.
#[derive(Clone, Debug)]
pub(crate) struct Sides {
    /// Stands for "as before".
    pub baseline: SolverChoice,
    /// Is judged.
    pub candidate: SolverChoice,
}

impl Sides {
    /// Baseline and candidate.
    pub(crate) fn both(&self) -> [&SolverChoice; 2] {
        [&self.baseline, &self.candidate]
    }
}

impl Args for Sides {
    fn augment_args(command: Command) -> Command {
        let side = |name: &'static str, help: &'static str| {
            let required = Arg::new(name).long(name).value_name("SPEC").help(help);
            required.required_unless_present("suite")
        };
        let baseline = side(BASELINE, "Solver that stands for \"as before\"");
        with_options(command.arg(baseline).arg(side(CANDIDATE, "Solver to judge")))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Sides {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let spec = |id| matches.get_one::<String>(id).cloned().unwrap_or_default();
        let first = |id| matches.index_of(id).unwrap_or(usize::MAX);
        let mut order = [BASELINE, CANDIDATE];
        order.sort_by_key(|id| first(id));
        let heads = Heads::of(matches, &order, "--baseline or --candidate");
        let mut choices = choices(order.map(spec).to_vec(), &heads)?;
        if order[0] != BASELINE {
            choices.reverse();
        }
        let [baseline, candidate] =
            <[SolverChoice; 2]>::try_from(choices).expect("a choice for each of two");
        Ok(Self { baseline, candidate })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_has_the_options_behind_it_in_whichever_order() {
        let words = ["gate", "--candidate=b", "--label=B", "--baseline=a", "--env=X=1"];
        let command =
            Sides::augment_args(Command::new("gate").arg(Arg::new("suite").long("suite")));
        let matches = command.try_get_matches_from(words).unwrap();
        let Sides { baseline, candidate } = Sides::from_arg_matches(&matches).unwrap();
        assert_eq!((baseline.name(), baseline.environment.len()), ("a", 1));
        assert_eq!((candidate.spec.as_str(), candidate.name()), ("b", "B"));
    }
}
