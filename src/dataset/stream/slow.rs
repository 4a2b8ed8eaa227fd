//! Pipes whose writers wait for answers.

use std::fs::File;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// How long nothing comes from a pipe whose writer waits for answers.
const REST: Duration = Duration::from_millis(50);
/// How long such a writer waits before a message explains why no answer comes.
const LONG: Duration = Duration::from_secs(1);

/// Why lines cannot be answered yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unclear {
    /// It is not known what the lines are.
    Form,
    /// It is not known what their symbols mean.
    Alphabet,
}

/// A pipe that is waited on.
pub(super) struct Slow<'a> {
    pipe: Option<File>,
    say: &'a dyn Fn(&str),
    has_said: bool,
}

impl<'a> Slow<'a> {
    /// Where there is no pipe, nothing rests.
    pub(super) fn new(pipe: Option<File>, say: &'a dyn Fn(&str)) -> Self {
        Self { pipe, say, has_said: false }
    }

    /// Returns true if nothing comes for a moment.
    pub(super) fn rests(&self) -> bool {
        self.pipe.as_ref().is_some_and(|pipe| is_silent(pipe, REST))
    }

    /// Says why there are no answers yet, once, if nothing comes for longer.
    pub(super) fn say(&mut self, path: &str, why: Unclear) {
        if self.has_said || !self.pipe.as_ref().is_some_and(|pipe| is_silent(pipe, LONG)) {
            return;
        }
        self.has_said = true;
        let what = match why {
            Unclear::Form => "more lines, or their end, are needed to recognise the format",
            Unclear::Alphabet => {
                "the symbols so far fit more than one alphabet; name it with --alphabet, or send \
                more lines or their end"
            }
        };
        (self.say)(&format!("{path}: no answers yet: {what}"));
    }
}

/// Returns true if nothing comes for so long.
fn is_silent(pipe: &File, time: Duration) -> bool {
    let time = Timespec { tv_sec: time.as_secs() as i64, tv_nsec: time.subsec_nanos().into() };
    matches!(poll(&mut [PollFd::new(pipe, PollFlags::IN)], Some(&time)), Ok(0))
}
