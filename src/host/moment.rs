//! How busy the machine is: two looks, and what went on between them.

use std::time::Instant;

use super::groups::{self, Throttling};
use super::root::Root;
use crate::record::Strain;

/// How busy the machine has been until one moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Moment {
    at: Instant,
    /// Load average of the last minute.
    load: f64,
    /// Ticks given to other guests, since the start of the system.
    steal: u64,
    /// Ticks of every kind, likewise.
    ticks: u64,
    /// Microseconds in which some task waited for a processor, likewise.
    waited_us: Option<u64>,
    throttling: Option<Throttling>,
}

impl Moment {
    /// Now, where the system reports it.
    pub(crate) fn now() -> Option<Self> {
        Self::of(&Root::system())
    }

    fn of(root: &Root) -> Option<Self> {
        let load = root.read("proc/loadavg")?.split(' ').next()?.parse().ok()?;
        let stat = root.read("proc/stat")?;
        let line = stat.lines().find_map(|line| line.strip_prefix("cpu "))?;
        let ticks: Vec<u64> = line.split_whitespace().map_while(|t| t.parse().ok()).collect();
        // user, nice, system, idle, iowait, irq, softirq, steal; guest time is part of user's.
        let steal = *ticks.get(7)?;
        Some(Self {
            at: Instant::now(),
            load,
            steal,
            ticks: ticks[..8].iter().sum(),
            waited_us: waited_us(root),
            throttling: groups::throttling(root),
        })
    }

    /// What went on between two moments.
    pub(crate) fn until(self, after: Self) -> Strain {
        let us = after.at.duration_since(self.at).as_micros() as u64;
        let waited = self.waited_us.zip(after.waited_us);
        let throttled = self.throttling.zip(after.throttling);
        Strain {
            load_before: self.load,
            load_after: after.load,
            steal_share: share(
                after.steal.saturating_sub(self.steal),
                after.ticks.saturating_sub(self.ticks),
            ),
            pressure_share: waited.map(|(from, to)| share(to.saturating_sub(from), us)),
            throttled_share: throttled.map(|(from, to)| {
                share(
                    to.throttled.saturating_sub(from.throttled),
                    to.periods.saturating_sub(from.periods),
                )
            }),
        }
    }
}

/// From the kernel's pressure report, `some avg10=0.00 avg60=0.00 avg300=0.00 total=123`.
fn waited_us(root: &Root) -> Option<u64> {
    let report = root.read("proc/pressure/cpu")?;
    let some = report.lines().find_map(|line| line.strip_prefix("some "))?;
    some.split(' ').find_map(|field| field.strip_prefix("total="))?.parse().ok()
}

/// A part of a whole, 0 to 1; 0 where the whole is nothing.
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { (part as f64 / whole as f64).min(1.0) }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::*;

    fn system() -> (tempfile::TempDir, Root) {
        let dir = tempfile::tempdir().unwrap();
        let root = Root(dir.path().to_owned());
        (dir, root)
    }

    fn write(dir: &tempfile::TempDir, path: &str, text: &str) {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn stolen_and_waited_time_are_shares_of_the_time_between() {
        let (dir, root) = system();
        assert_eq!(Moment::of(&root), None);
        write(&dir, "proc/loadavg", "0.25 1.83 1.16 3/97 14020\n");
        write(&dir, "proc/stat", "cpu  100 0 50 800 10 0 0 40 0 0\ncpu0 1 1 1 1\n");
        let before = Moment::of(&root).unwrap();
        assert_eq!((before.load, before.steal, before.ticks), (0.25, 40, 1000));
        assert_eq!((before.waited_us, before.throttling), (None, None));
        let pressure = "some avg10=0.00 avg60=0.00 avg300=0.00 total=5000\nfull total=0\n";
        write(&dir, "proc/pressure/cpu", pressure);
        let read = Moment::of(&root).unwrap();
        assert_eq!(read.waited_us, Some(5000));
        let throttling = |periods, throttled| Some(Throttling { periods, throttled });
        let before = Moment { throttling: throttling(10, 5), ..read };
        let after = Moment {
            at: before.at + Duration::from_millis(10),
            load: 2.0,
            steal: 50,
            ticks: 1100,
            waited_us: Some(7500),
            throttling: throttling(30, 6),
        };
        let expected = Strain {
            load_before: 0.25,
            load_after: 2.0,
            steal_share: 0.1,
            pressure_share: Some(0.25),
            throttled_share: Some(0.05),
        };
        assert_eq!(before.until(after), expected);
        assert_eq!(before.until(before).steal_share, 0.0);
    }
}
