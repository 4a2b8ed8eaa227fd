//! What a stretch of work has used of the machine.

use serde::{Deserialize, Serialize};

/// CPU time, switches and faults over a stretch of work. Each field is `None` where some of it could
/// not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Used {
    /// CPU time of the solving thread, in nanoseconds.
    pub cpu_ns: Option<u64>,
    /// CPU time of the solver's whole process, in nanoseconds: beyond `cpu_ns` where it has further
    /// threads.
    pub process_cpu_ns: Option<u64>,
    /// Times that the system took the processor away from the solving thread.
    pub involuntary: Option<u64>,
    /// Times that the solving thread gave the processor up: it slept, or waited for something.
    pub voluntary: Option<u64>,
    /// Page faults of the solving thread that had to wait for a disk.
    pub major_faults: Option<u64>,
}

impl Used {
    /// Nothing at all: where sums begin.
    pub const NOTHING: Self = Self {
        cpu_ns: Some(0),
        process_cpu_ns: Some(0),
        involuntary: Some(0),
        voluntary: Some(0),
        major_faults: Some(0),
    };

    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        cpu_ns: None,
        process_cpu_ns: None,
        involuntary: None,
        voluntary: None,
        major_faults: None,
    };

    /// Known CPU time of the solving thread, and nothing else.
    pub const fn cpu(cpu_ns: Option<u64>) -> Self {
        Self { cpu_ns, ..Self::UNKNOWN }
    }

    /// Both stretches together; known only where both are.
    pub fn plus(self, more: Self) -> Self {
        self.with(more, |sum, more| sum + more)
    }

    /// What came on top since an earlier reading of the same counters.
    pub fn since(self, earlier: Self) -> Self {
        let more = self.with(earlier, u64::saturating_sub);
        // The clocks are read one after the other; a process never takes less than one of its threads.
        let process_cpu_ns = more.process_cpu_ns.map(|ns| ns.max(more.cpu_ns.unwrap_or(0)));
        Self { process_cpu_ns, ..more }
    }

    fn with(self, other: Self, both: impl Fn(u64, u64) -> u64) -> Self {
        let of = |one: Option<u64>, other: Option<u64>| one.zip(other).map(|(a, b)| both(a, b));
        Self {
            cpu_ns: of(self.cpu_ns, other.cpu_ns),
            process_cpu_ns: of(self.process_cpu_ns, other.process_cpu_ns),
            involuntary: of(self.involuntary, other.involuntary),
            voluntary: of(self.voluntary, other.voluntary),
            major_faults: of(self.major_faults, other.major_faults),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adding_nothing_changes_nothing_and_the_unknown_stays_unknown() {
        let some = Used { cpu_ns: Some(7), voluntary: Some(1), ..Used::UNKNOWN };
        assert_eq!(some.plus(Used::NOTHING), some);
        assert_eq!(Used::NOTHING.plus(some), some);
        assert_eq!(Used::cpu(Some(3)).plus(some), Used::cpu(Some(10)));
        assert_eq!(some.plus(some).since(some), some);
    }
}
