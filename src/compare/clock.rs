//! Which of a record's two times speaks: wall time, the CPU time of the solving thread, or both.
//!
//! Wall time is what a user waits, and it speaks wherever it can. Where other processes take the
//! processor away, it measures them; the thread's CPU time does not count that. CPU time would also
//! not count a solver that sleeps or hands its work to another thread: so it speaks alone only where
//! the baseline, too, was kept waiting, and the candidate no more than twice as long. Where one of
//! the two waited and the other did not, nobody can tell from the times whether the machine or the
//! solver is to blame (a solver in a process of its own may have been put on the busier core, round
//! after round): then both clocks speak, and the verdict is clear only if it is on both.

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

/// Who speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speaks {
    /// Wall time.
    Wall,
    /// CPU time: the machine kept both waiting.
    Cpu,
    /// Both: one was kept waiting much longer than the other.
    Both,
}

/// Share of its CPU time that a backend waited, from which on it was kept waiting.
const WAITED: f64 = 0.02;
/// Times as long as the baseline the candidate may have waited by chance.
const ALIKE: f64 = 2.0;
/// Shares this near each other change no verdict.
const NEAR: f64 = 0.003;

impl Clock {
    /// A record's time on this clock, in nanoseconds; 0 where it has none.
    pub fn ns(self, record: &Record) -> u64 {
        match self {
            Self::Wall => record.wall_ns,
            Self::Cpu => record.cpu_ns.unwrap_or(0),
        }
    }
}

impl Speaks {
    /// Who speaks of some rounds, baseline first.
    pub fn of<'a>(rounds: impl Iterator<Item = Round<'a>> + Clone) -> Self {
        let baseline = waiting(rounds.clone().map(|round| round.0));
        let candidate = waiting(rounds.map(|round| round.1));
        match (baseline, candidate) {
            (Some(a), Some(b)) if a > WAITED && b < a * ALIKE => Self::Cpu,
            (Some(a), Some(b)) if (a - b).abs() > NEAR => Self::Both,
            _ => Self::Wall,
        }
    }
}

/// Time waited as a share of CPU time, where every record has both.
fn waiting<'a>(records: impl Iterator<Item = &'a Record>) -> Option<f64> {
    let (mut wall_ns, mut cpu_ns) = (0.0, 0.0);
    for record in records {
        wall_ns += record.wall_ns as f64;
        cpu_ns += record.cpu_ns.filter(|&ns| ns > 0)? as f64;
    }
    (cpu_ns > 0.0).then(|| wall_ns / cpu_ns - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::simulate::record;

    fn speaks(baseline: (u64, Option<u64>), candidate: (u64, Option<u64>)) -> Speaks {
        let of = |(wall_ns, cpu_ns)| Record { cpu_ns, ..record("s", 0, wall_ns) };
        let (a, b) = (of(baseline), of(candidate));
        Speaks::of([(&a, &b)].into_iter())
    }

    #[test]
    fn wall_time_speaks_where_nobody_waited_or_cpu_time_is_unknown() {
        assert_eq!(speaks((1000, Some(999)), (2000, Some(1998))), Speaks::Wall);
        assert_eq!(speaks((200, None), (200, Some(100))), Speaks::Wall);
        assert_eq!(speaks((200, Some(0)), (200, Some(100))), Speaks::Wall);
    }

    #[test]
    fn cpu_time_speaks_alone_where_both_were_kept_waiting() {
        assert_eq!(speaks((200, Some(100)), (210, Some(102))), Speaks::Cpu);
        assert_eq!(speaks((150, Some(100)), (110, Some(100))), Speaks::Cpu);
    }

    #[test]
    fn both_speak_where_the_candidate_sleeps_or_sits_on_a_busier_core() {
        assert_eq!(speaks((1000, Some(1000)), (1300, Some(1000))), Speaks::Both);
        assert_eq!(speaks((150, Some(100)), (300, Some(100))), Speaks::Both);
        assert_eq!(speaks((101, Some(100)), (105, Some(100))), Speaks::Both);
    }
}
