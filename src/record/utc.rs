//! A moment, as reports write it.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Whole seconds since 1970 in UTC; in files `2026-01-31T23:59:59Z`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Utc(u64);

/// The last second of the year 9999; a later one has no form.
const LAST: u64 = 253_402_300_799;

impl Utc {
    /// The moment of a reading of the system clock; a clock before 1970 counts as 1970, and one
    /// after 9999 as the end of 9999.
    pub fn at(time: SystemTime) -> Self {
        Self(time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs().min(LAST)))
    }

    /// Seconds since 1970.
    pub const fn seconds(self) -> u64 {
        self.0
    }

    /// The same moment for the system clock.
    pub fn system_time(self) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(self.0)
    }

    /// For names of files: `20260131T235959Z`, which sorts by time.
    pub fn compact(self) -> String {
        self.to_string().replace(['-', ':'], "")
    }

    /// Reads what [`Display`](fmt::Display) wrote.
    fn parse(text: &str) -> Option<Self> {
        let moment = Self::at(humantime::parse_rfc3339(text).ok()?);
        // Fractions of a second and other ways to write a moment do not read back as themselves.
        (moment.to_string() == text).then_some(moment)
    }
}

impl fmt::Display for Utc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        humantime::format_rfc3339_seconds(self.system_time()).fmt(f)
    }
}

impl From<Utc> for String {
    fn from(utc: Utc) -> Self {
        utc.to_string()
    }
}

impl TryFrom<String> for Utc {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text)
            .ok_or_else(|| format!("{text:?} is not a time; write it like 2026-01-31T23:59:59Z"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs as `date --utc --date=@SECONDS` prints them.
    const KNOWN: [(u64, &str); 7] = [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (1_000_000_000, "2001-09-09T01:46:40Z"),
        (1_234_567_890, "2009-02-13T23:31:30Z"),
        (1_735_689_599, "2024-12-31T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"),
    ];

    #[test]
    fn known_moments_are_written_and_read() {
        for (seconds, text) in KNOWN {
            assert_eq!(Utc(seconds).to_string(), text);
            assert_eq!(Utc::try_from(text.to_owned()), Ok(Utc(seconds)));
        }
        assert_eq!(Utc(1_234_567_890).compact(), "20090213T233130Z");
        assert_eq!(Utc::at(Utc(7).system_time()).seconds(), 7);
    }

    #[test]
    fn a_clock_that_is_far_off_still_has_a_form() {
        let [before, after] =
            [UNIX_EPOCH - Duration::from_secs(1), UNIX_EPOCH + Duration::from_secs(1 << 40)];
        assert_eq!(Utc::at(before).to_string(), "1970-01-01T00:00:00Z");
        assert_eq!(Utc::at(after).to_string(), "9999-12-31T23:59:59Z");
    }

    #[test]
    fn what_is_no_moment_is_refused() {
        for text in [
            "",
            "é",
            "2026-01-01",
            "2026-02-30T00:00:00Z",
            "2026-01-01T25:00:00Z",
            "1969-12-31T23:59:59Z",
            "2026-01-01 00:00:00Z",
            "2026-01-01T00:00:00.5Z",
            "2026-01-01T00:00:00+00:00",
        ] {
            assert!(Utc::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
