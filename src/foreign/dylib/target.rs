//! What the user wrote after `dylib:`: `PATH[#SYMBOL][?flags=N&threads=any&guesses=exact]`.

use std::path::PathBuf;

use crate::foreign::options::{Options, number};
use crate::solver::{Guesses, Threads};

/// Keys that may follow the question mark.
pub(super) const KEYS: &[&str] = &["flags", "threads", "guesses"];

/// A function in a library, and how it is to be called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Target {
    /// The library's file.
    pub path: PathBuf,
    /// The function; `None` leaves the choice to the library's exports.
    pub symbol: Option<String>,
    /// Passed to every call as it is.
    pub flags: u32,
    /// Whether the user vouches that several threads may call the function at once.
    pub threads: Threads,
    /// What the user knows of the guess count; `None` leaves it to the probe.
    pub guesses: Option<Guesses>,
}

impl Target {
    /// Reads what stands after `dylib:`.
    ///
    /// # Errors
    /// What is wrong with it, and what to write instead.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (place, options) = Options::split(text, KEYS)?;
        let (path, symbol) = match place.rsplit_once('#') {
            Some((path, symbol)) => (path, Some(symbol.to_owned())),
            None => (place, None),
        };
        if path.is_empty() || symbol.as_deref() == Some("") {
            return Err("write dylib:PATH, or dylib:PATH#FUNCTION".to_owned());
        }
        Ok(Self {
            path: path.into(),
            symbol,
            flags: options.get("flags").map_or(Ok(0), number)?,
            threads: match options.get("threads") {
                None | Some("one") => Threads::One,
                Some("any") => Threads::Any,
                Some(other) => return Err(format!("threads={other}: write one or any")),
            },
            guesses: match options.get("guesses") {
                None => None,
                Some("exact") => Some(Guesses::Exact),
                Some("vary") => Some(Guesses::Vary),
                Some("none") => Some(Guesses::None),
                Some(other) => return Err(format!("guesses={other}: write exact, vary or none")),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_path_leaves_everything_open() {
        let bare = Target {
            path: "./lib/a.so".into(),
            symbol: None,
            flags: 0,
            threads: Threads::One,
            guesses: None,
        };
        assert_eq!(Target::parse("./lib/a.so"), Ok(bare));
    }

    #[test]
    fn everything_can_be_said() {
        let full = Target {
            path: "/x/c#/b.so".into(),
            symbol: Some("solve".to_owned()),
            flags: 255,
            threads: Threads::Any,
            guesses: Some(Guesses::Exact),
        };
        let text = "/x/c#/b.so#solve?flags=0xff&threads=any&guesses=exact";
        assert_eq!(Target::parse(text), Ok(full));
    }

    #[test]
    fn a_slip_is_answered_with_what_may_be_written() {
        let slips = [
            ("", "dylib:PATH"),
            ("#solve", "dylib:PATH"),
            ("a.so#", "dylib:PATH#FUNCTION"),
            ("a.so?flag=1", "flags, threads, guesses"),
            ("a.so?flags=-1", "flags=-1"),
            ("a.so?threads=2", "one or any"),
            ("a.so?guesses=yes", "exact, vary or none"),
        ];
        for (text, hint) in slips {
            let error = Target::parse(text).expect_err(text);
            assert!(error.contains(hint), "{text:?}: {error}");
        }
    }
}
