//! Which of a turn's times decides: the CPU time of the solving thread, or wall time.
//!
//! CPU time is what a solver uses, however busy the machine is; so it decides wherever it can. It
//! does not count a solver that sleeps, waits for something, or hands its work to further threads.
//! Sleeping shows: the system counts how often a thread gave its processor up, and a turn in which
//! it did, and in which nothing took the processor away, was as long as it was because the solver
//! waited. Further threads show in the CPU time of the process. Then wall time decides, for both.
//!
//! Rounds of older versions, and of solvers whose switches are not known, have only sums: there
//! wall time decides unless both solvers were kept waiting alike, and where one waited and the
//! other did not, the verdict is clear only if it is on both clocks.

use crate::record::{Record, TurnTimes};

/// Two records of one round, baseline first.
pub(crate) type Round<'a> = (&'a Record, &'a Record);

/// One of the two times of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// Wall time inside the clock.
    Wall,
    /// CPU time of the thread that solved.
    Cpu,
}

/// Which time decides, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deciding {
    /// CPU time.
    Cpu,
    /// Wall time: CPU time is not known, or is the same.
    Wall,
    /// Wall time: a solver sleeps or waits.
    WallOfSleeper(Side),
    /// Wall time: a solver works in further threads.
    WallOfThreads(Side),
    /// Both: one was kept waiting much longer than the other, and the cause is not known.
    Both,
    /// None: instructions were counted.
    Instructions,
}

/// One of two solvers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The one that stands for "as before".
    Baseline,
    /// The one that is judged.
    Candidate,
}

/// Share of its CPU time that a backend waited, from which on it was kept waiting.
const WAITED: f64 = 0.02;
/// Ratio of the two solvers' waiting times up to which it counts as chance.
const ALIKE: f64 = 2.0;
/// Difference of two shares of waiting below which the verdict cannot change.
const NEAR: f64 = 0.003;
/// Share of its CPU time that a solver slept, from which on it sleeps.
const SLEEPS: f64 = 0.0025;
/// Ratio of wall time to CPU time above which a turn counts as slept through in part.
const SLEPT: f64 = 1.05;
/// CPU time of a process over that of its solving thread, from which on it has further threads.
const THREADS: f64 = 1.05;

impl Clock {
    /// A record's time on this clock, in nanoseconds; 0 where it has none.
    pub fn ns(self, record: &Record) -> u64 {
        match self {
            Self::Wall => record.wall_ns,
            Self::Cpu => record.cpu_ns.unwrap_or(0),
        }
    }

    /// The two turns of a record on this clock, in nanoseconds, where each is known by itself.
    pub fn turns_ns(self, record: &Record) -> Option<[u64; 2]> {
        let of = |turn: Option<TurnTimes>| {
            let turn = turn?;
            match self {
                Self::Wall => Some(turn.wall_ns),
                Self::Cpu => turn.used.cpu_ns,
            }
        };
        Some([of(record.each_turn[0])?, of(record.each_turn[1])?])
    }
}

impl Deciding {
    /// Which time decides over some rounds, baseline first.
    pub fn of<'a>(rounds: impl Iterator<Item = Round<'a>> + Clone) -> Self {
        let baseline = Use::of(rounds.clone().map(|round| round.0));
        let candidate = Use::of(rounds.clone().map(|round| round.1));
        let Some((baseline, candidate)) = baseline.zip(candidate) else {
            return Self::of_sums(rounds);
        };
        // Where both do, the candidate is what a reader asks about.
        let sides = [(Side::Candidate, candidate), (Side::Baseline, baseline)];
        let threaded = sides.iter().find(|(_, of)| of.process_ns > THREADS * of.cpu_ns);
        let asleep = sides.iter().find(|(_, of)| of.slept_ns > SLEEPS * of.cpu_ns);
        match (threaded, asleep) {
            (Some((side, _)), _) => Self::WallOfThreads(*side),
            (None, Some((side, _))) => Self::WallOfSleeper(*side),
            (None, None) => Self::Cpu,
        }
    }

    fn of_sums<'a>(rounds: impl Iterator<Item = Round<'a>> + Clone) -> Self {
        let baseline = waiting(rounds.clone().map(|round| round.0));
        let candidate = waiting(rounds.map(|round| round.1));
        match (baseline, candidate) {
            (Some(a), Some(b)) if a > WAITED && b < a * ALIKE => Self::Cpu,
            (Some(a), Some(b)) if (a - b).abs() > NEAR => Self::Both,
            _ => Self::Wall,
        }
    }

    /// The clock of the figures that stand beside the verdict.
    pub fn clock(self) -> Clock {
        match self {
            Self::Cpu => Clock::Cpu,
            Self::Wall
            | Self::WallOfSleeper(_)
            | Self::WallOfThreads(_)
            | Self::Both
            | Self::Instructions => Clock::Wall,
        }
    }
}

/// What one solver used over all its turns, in nanoseconds.
#[derive(Clone, Copy, Default)]
struct Use {
    cpu_ns: f64,
    process_ns: f64,
    slept_ns: f64,
}

impl Use {
    /// Sums over all turns; `None` where one of them does not say what it used.
    fn of<'a>(records: impl Iterator<Item = &'a Record>) -> Option<Self> {
        let mut sum = Self::default();
        for turn in records.flat_map(|record| record.each_turn) {
            let TurnTimes { wall_ns, used } = turn?;
            let (wall_ns, cpu_ns) = (wall_ns as f64, used.cpu_ns? as f64);
            sum.cpu_ns += cpu_ns;
            sum.process_ns += used.process_cpu_ns.map_or(cpu_ns, |ns| ns as f64);
            let waited = used.voluntary? > 0 && used.involuntary? == 0;
            if waited && wall_ns > SLEPT * cpu_ns {
                sum.slept_ns += wall_ns - cpu_ns;
            }
        }
        (sum.cpu_ns > 0.0).then_some(sum)
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
    use crate::solver::Used;

    fn by_sums(baseline: (u64, Option<u64>), candidate: (u64, Option<u64>)) -> Deciding {
        let of =
            |(wall_ns, cpu_ns)| Record { cpu_ns, each_turn: [None; 2], ..record("s", 0, wall_ns) };
        let (a, b) = (of(baseline), of(candidate));
        Deciding::of([(&a, &b)].into_iter())
    }

    #[test]
    fn of_sums_wall_time_decides_where_neither_waited_or_cpu_time_is_unknown() {
        assert_eq!(by_sums((1000, Some(999)), (2000, Some(1998))), Deciding::Wall);
        assert_eq!(by_sums((200, None), (200, Some(100))), Deciding::Wall);
        assert_eq!(by_sums((200, Some(0)), (200, Some(100))), Deciding::Wall);
    }

    #[test]
    fn of_sums_cpu_time_decides_alone_where_both_were_kept_waiting() {
        assert_eq!(by_sums((200, Some(100)), (210, Some(102))), Deciding::Cpu);
        assert_eq!(by_sums((150, Some(100)), (110, Some(100))), Deciding::Cpu);
    }

    #[test]
    fn of_sums_both_decide_where_the_candidate_sleeps_or_sits_on_a_busier_core() {
        assert_eq!(by_sums((1000, Some(1000)), (1300, Some(1000))), Deciding::Both);
        assert_eq!(by_sums((150, Some(100)), (300, Some(100))), Deciding::Both);
        assert_eq!(by_sums((101, Some(100)), (105, Some(100))), Deciding::Both);
    }

    /// Wall time and what was used: CPU time, that of the process, involuntary and voluntary
    /// switches.
    fn turn(wall_ns: u64, [cpu, process, involuntary, voluntary]: [u64; 4]) -> TurnTimes {
        let used = Used {
            cpu_ns: Some(cpu),
            process_cpu_ns: Some(process),
            involuntary: Some(involuntary),
            voluntary: Some(voluntary),
            ..Used::UNKNOWN
        };
        TurnTimes { wall_ns, used }
    }

    fn decides(candidate: TurnTimes) -> Deciding {
        let of = |turn| Record { each_turn: [Some(turn); 2], ..record("s", 0, 1) };
        let (a, b) = (of(turn(1000, [999, 999, 0, 0])), of(candidate));
        Deciding::of([(&a, &b)].into_iter())
    }

    #[test]
    fn cpu_time_decides_whatever_the_machine_does_to_either() {
        assert_eq!(decides(turn(1000, [1000, 1001, 0, 0])), Deciding::Cpu);
        assert_eq!(decides(turn(9000, [1000, 1001, 3, 0])), Deciding::Cpu, "interrupted");
        assert_eq!(
            decides(turn(9000, [1000, 1001, 0, 0])),
            Deciding::Cpu,
            "stolen by a hypervisor"
        );
        assert_eq!(decides(turn(9000, [1000, 1001, 1, 1])), Deciding::Cpu, "not known which");
    }

    #[test]
    fn wall_time_decides_where_a_solver_sleeps_or_has_further_threads() {
        let sleeper = Deciding::WallOfSleeper(Side::Candidate);
        assert_eq!(decides(turn(2000, [1000, 1001, 0, 9])), sleeper);
        assert_eq!(decides(turn(1010, [1000, 1001, 0, 1])), Deciding::Cpu, "too short to matter");
        let threads = Deciding::WallOfThreads(Side::Candidate);
        assert_eq!(decides(turn(1000, [500, 1500, 0, 2])), threads);
        assert_eq!(sleeper.clock(), Clock::Wall);
    }
}
