//! A moment, as reports write it.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Whole seconds since 1970 in UTC; in files `2026-01-31T23:59:59Z`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Utc(u64);

const DAY: u64 = 24 * 60 * 60;

impl Utc {
    /// The moment of a reading of the system clock; a clock before 1970 counts as 1970.
    pub fn at(time: SystemTime) -> Self {
        Self(time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()))
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
        let digits = |from: usize, to: usize| -> Option<u64> {
            let part = text.get(from..to)?;
            part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok())?
        };
        let (year, month, day) = (digits(0, 4)?, digits(5, 7)?, digits(8, 10)?);
        let (hour, minute, second) = (digits(11, 13)?, digits(14, 16)?, digits(17, 19)?);
        if year < 1970 || !(1..=12).contains(&month) || day == 0 {
            return None;
        }
        let years: u64 = (1970..year).map(days_of_year).sum();
        let months: u64 = (1..month).map(|month| days_of_month(year, month)).sum();
        let days = years + months + day - 1;
        let moment = Self(days * DAY + hour * 3600 + minute * 60 + second);
        // What does not read back as itself (30 February, hour 25) was no moment.
        (moment.to_string() == text).then_some(moment)
    }
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
}

fn days_of_year(year: u64) -> u64 {
    if is_leap(year) { 366 } else { 365 }
}

fn days_of_month(year: u64, month: u64) -> u64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Utc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut day, second) = (self.0 / DAY, self.0 % DAY);
        let mut year = 1970;
        while day >= days_of_year(year) {
            day -= days_of_year(year);
            year += 1;
        }
        let mut month = 1;
        while day >= days_of_month(year, month) {
            day -= days_of_month(year, month);
            month += 1;
        }
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        write!(f, "{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", day + 1)
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
            .ok_or_else(|| format!("{text:?} is no moment; write it like 2026-01-31T23:59:59Z"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs as `date --utc --date=@SECONDS` prints them.
    const KNOWN: [(u64, &str); 6] = [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (1_000_000_000, "2001-09-09T01:46:40Z"),
        (1_234_567_890, "2009-02-13T23:31:30Z"),
        (1_735_689_599, "2024-12-31T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
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
    fn what_is_no_moment_is_refused() {
        for text in ["", "2026-02-30T00:00:00Z", "2026-01-01T25:00:00Z", "2026-01-01", "é"] {
            assert!(Utc::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
