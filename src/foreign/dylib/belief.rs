//! Whether a child's own clock is believed. The system accounts for the child's CPU time, and the
//! parent knows how long each exchange took: a library that forges the times must claim less than
//! both.

use super::host::Times;
use crate::solver::used::Used;

/// Exchanges in a row whose times cannot be before the child is named.
const STRIKES: u32 = 3;
/// An exchange is looked into where it took the parent so many times a pipe's wall time longer than
/// the child claims.
const PIPES: u64 = 4;
/// CPU time that a pipe may cost, in terms of what it cost when nothing was solved.
const PIPE_TIMES: u64 = 10;
/// CPU nanoseconds that copying a puzzle and clearing its answer may cost the child.
const COPY_NS: u64 = 200;
/// How many times longer than claimed it must have been at least, beyond all that.
const FACTOR: u64 = 2;

/// What a parent saw of one exchange.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchange {
    /// From the request to the reply.
    pub wall_ns: u64,
    /// The child's CPU time by the system's account, where there is one.
    pub cpu_ns: Option<u64>,
    /// Puzzles solved.
    pub puzzles: u64,
}

/// What is thought of one child's clock.
#[derive(Clone, Debug)]
pub(super) struct Belief {
    /// The cheapest exchange about nothing.
    pipe: Exchange,
    strikes: u32,
    /// What it claimed that cannot be.
    lie: Option<String>,
}

impl Belief {
    /// A child is believed to begin with; `pipes` are exchanges about no puzzles.
    pub(super) fn new(pipes: &[Exchange]) -> Self {
        let wall_ns = pipes.iter().map(|pipe| pipe.wall_ns).min().unwrap_or(0);
        let cpu_ns = pipes.iter().filter_map(|pipe| pipe.cpu_ns).min();
        Self { pipe: Exchange { wall_ns, cpu_ns, puzzles: 0 }, strikes: 0, lie: None }
    }

    /// The times that count: the child's, unless they cannot be, or it was found out before. Then
    /// they are the parent's, the pipe included.
    pub(super) fn weigh(&mut self, seen: Exchange, claimed: Times) -> Times {
        let is_lie = self.cannot_be(seen, claimed);
        self.strikes = if is_lie { self.strikes + 1 } else { 0 };
        if self.strikes >= STRIKES && self.lie.is_none() {
            self.lie = Some(format!(
                "its process reported {} ns for {} puzzles that took {} ns of CPU time: its clock \
                is not used; times are those of this process and include the pipe",
                claimed.wall_ns,
                seen.puzzles,
                seen.cpu_ns.unwrap_or(0)
            ));
        }
        if self.lie.is_some() || is_lie {
            let used = Used::cpu(seen.cpu_ns);
            return Times { wall_ns: seen.wall_ns, used, ..claimed };
        }
        claimed
    }

    /// What the child claimed that cannot be, once it was found out.
    pub(super) fn lie(&self) -> Option<&str> {
        self.lie.as_deref()
    }

    /// Both clocks of the parent have to say so: a busy machine keeps a child waiting, but gives it
    /// no CPU time, and threads of its own use CPU time, but no wall time.
    fn cannot_be(&self, seen: Exchange, claimed: Times) -> bool {
        let Some((cpu_ns, pipe_ns)) = seen.cpu_ns.zip(self.pipe.cpu_ns) else { return false };
        let claimed_ns = (FACTOR + 1) * claimed.wall_ns;
        seen.wall_ns > PIPES * self.pipe.wall_ns + claimed_ns
            && cpu_ns > PIPE_TIMES * pipe_ns + COPY_NS * seen.puzzles + claimed_ns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIPE: Exchange = Exchange { wall_ns: 10_000, cpu_ns: Some(5_000), puzzles: 0 };

    fn claim(wall_ns: u64) -> Times {
        Times { nth: 1, wall_ns, used: Used::cpu(Some(wall_ns)) }
    }

    /// The times that count after so many like exchanges, and whether the child was named.
    fn after(times: u32, seen: Exchange, claimed: Times) -> (Times, bool) {
        let mut belief = Belief::new(&[Exchange { wall_ns: 90_000, ..PIPE }, PIPE]);
        let last = (0..times).map(|_| belief.weigh(seen, claimed)).last().unwrap();
        (last, belief.lie().is_some())
    }

    #[test]
    fn who_claims_a_nanosecond_a_puzzle_is_named_and_never_counts() {
        let seen = Exchange { wall_ns: 4_200_000, cpu_ns: Some(4_100_000), puzzles: 1024 };
        let used = Used::cpu(Some(4_100_000));
        let own = Times { nth: 1, wall_ns: 4_200_000, used };
        assert_eq!(after(1, seen, claim(1024)), (own, false));
        assert_eq!(after(3, seen, claim(1024)), (own, true));
        let mut belief = Belief::new(&[PIPE]);
        for _ in 0..3 {
            belief.weigh(seen, claim(1024));
        }
        let short = Exchange { wall_ns: 12_000, cpu_ns: Some(6_000), puzzles: 1 };
        assert_eq!(belief.weigh(short, claim(900)).wall_ns, 12_000, "not from then on either");
        assert!(belief.lie().unwrap().contains("1024 ns for 1024 puzzles that took 4100000 ns"));
    }

    #[test]
    fn an_honest_child_is_believed_however_busy_the_machine() {
        // kept waiting for ten milliseconds, in both passes
        for (puzzles, claimed_ns) in [(1, 300), (1024, 300_000), (64, 2_000_000)] {
            let cpu_ns = Some(claimed_ns + 12_000 + 100 * puzzles);
            let seen = Exchange { wall_ns: 10_000_000 + claimed_ns, cpu_ns, puzzles };
            assert_eq!(after(100, seen, claim(claimed_ns)), (claim(claimed_ns), false));
        }
    }

    #[test]
    fn threads_of_its_own_are_no_lie() {
        let seen = Exchange { wall_ns: 4_100_000, cpu_ns: Some(32_000_000), puzzles: 1024 };
        assert_eq!(after(100, seen, claim(4_000_000)), (claim(4_000_000), false));
    }

    #[test]
    fn where_the_system_does_not_tell_nobody_is_named() {
        let seen = Exchange { wall_ns: 4_200_000, cpu_ns: None, puzzles: 1024 };
        assert_eq!(after(100, seen, claim(1024)), (claim(1024), false));
    }
}
