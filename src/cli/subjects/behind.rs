//! Options that belong to the argument before them: `--solver SPEC --label NAME`.

use clap::error::ErrorKind;
use clap::{ArgMatches, Error};

/// Where the arguments stand that options may follow.
pub(super) struct Heads<'a> {
    matches: &'a ArgMatches,
    /// Ascending.
    indices: Vec<usize>,
    /// What an option without a head should follow, for messages: `a --solver`.
    noun: &'static str,
}

impl<'a> Heads<'a> {
    /// The values of the arguments `ids`.
    pub(super) fn of(matches: &'a ArgMatches, ids: &[&str], noun: &'static str) -> Self {
        let all = ids.iter().filter_map(|id| matches.indices_of(id)).flatten();
        let mut indices: Vec<usize> = all.collect();
        indices.sort_unstable();
        Self { matches, indices, noun }
    }

    /// The values of an option, each with the number of its head, from 0.
    ///
    /// # Errors
    /// When one stands before every head.
    pub(super) fn values<T: Clone + Send + Sync + 'static>(
        &self,
        option: &str,
    ) -> Result<Vec<(usize, T)>, Error> {
        let indices = self.matches.indices_of(option).into_iter().flatten();
        let values = self.matches.get_many::<T>(option).into_iter().flatten();
        let placed = indices.zip(values).map(|(index, value)| {
            let before = self.indices.partition_point(|&head| head < index);
            let head = before.checked_sub(1).ok_or_else(|| self.stray(option))?;
            Ok((head, value.clone()))
        });
        placed.collect()
    }

    /// As [`Heads::values`], for an option that a head may have once.
    ///
    /// # Errors
    /// Likewise, and when a head has two.
    pub(super) fn single_values<T: Clone + Send + Sync + 'static>(
        &self,
        option: &str,
    ) -> Result<Vec<(usize, T)>, Error> {
        let values = self.values(option)?;
        match values.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            false => Ok(values),
            true => Err(usage(format!("--{option} stands twice behind the same argument"))),
        }
    }

    fn stray(&self, option: &str) -> Error {
        usage(format!("--{option} is about what stands before it: write it behind {}", self.noun))
    }
}

/// An error in the form of clap's own.
pub(super) fn usage(text: String) -> Error {
    Error::raw(ErrorKind::ValueValidation, text)
}
