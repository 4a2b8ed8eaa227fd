//! Which of a record's two times speaks: wall time, or the CPU time of the solving thread on a
//! machine so busy that solvers were kept waiting.
//!
//! Wall time is what a user waits, and it speaks wherever it can. Where other processes take the
//! processor away, it measures them; the thread's CPU time does not count that. It would also not
//! count a solver that sleeps or hands its work to another thread: so it speaks only where the
//! baseline, too, was kept waiting, and the candidate no longer than that.

use super::pairing::Round;
use crate::record::Record;

/// One of the two times of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// Wall time inside the clock.
    Wall,
    /// CPU time of the thread that solved.
    Cpu,
}

/// Wall time over CPU time from which on a backend was kept waiting.
const WAITED: f64 = 1.1;
/// How much longer than the baseline the candidate may have waited by chance.
const ALIKE: f64 = 1.3;

impl Clock {
    /// The clock for some rounds, baseline first.
    pub fn choose<'a>(rounds: impl Iterator<Item = Round<'a>> + Clone) -> Self {
        let baseline = waiting(rounds.clone().map(|round| round.0));
        let candidate = waiting(rounds.map(|round| round.1));
        match (baseline, candidate) {
            (Some(a), Some(b)) if a > WAITED && b < a * ALIKE => Self::Cpu,
            _ => Self::Wall,
        }
    }

    /// A record's time on this clock, in nanoseconds; 0 where it has none.
    pub fn ns(self, record: &Record) -> u64 {
        match self {
            Self::Wall => record.wall_ns,
            Self::Cpu => record.cpu_ns.unwrap_or(0),
        }
    }
}

/// Wall time over CPU time, where every record has both.
fn waiting<'a>(records: impl Iterator<Item = &'a Record>) -> Option<f64> {
    let (mut wall_ns, mut cpu_ns) = (0.0, 0.0);
    for record in records {
        wall_ns += record.wall_ns as f64;
        cpu_ns += record.cpu_ns.filter(|&ns| ns > 0)? as f64;
    }
    (cpu_ns > 0.0).then(|| wall_ns / cpu_ns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::simulate::record;

    fn chosen(baseline: (u64, Option<u64>), candidate: (u64, Option<u64>)) -> Clock {
        let of = |(wall_ns, cpu_ns)| Record { cpu_ns, ..record("s", 0, wall_ns) };
        let (a, b) = (of(baseline), of(candidate));
        Clock::choose([(&a, &b)].into_iter())
    }

    #[test]
    fn wall_time_speaks_unless_both_were_kept_waiting_alike() {
        assert_eq!(chosen((100, Some(99)), (200, Some(199))), Clock::Wall);
        assert_eq!(chosen((200, Some(100)), (210, Some(102))), Clock::Cpu);
        assert_eq!(chosen((100, Some(99)), (300, Some(100))), Clock::Wall, "it sleeps");
        assert_eq!(chosen((150, Some(100)), (300, Some(100))), Clock::Wall, "it sleeps");
        assert_eq!(chosen((200, None), (200, Some(100))), Clock::Wall);
        assert_eq!(chosen((200, Some(0)), (200, Some(100))), Clock::Wall);
    }
}
