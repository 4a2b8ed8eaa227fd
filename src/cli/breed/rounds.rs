//! Rounds of children: each is made and rated by one of several threads, and joins the pool in order, so that
//! their number does not matter.

use std::time::{Duration, Instant};

use anyhow::anyhow;
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::costs::{Failures, Measure, SolverCost};
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::generate::breed::{Bred, Breeder, Child, Cost, Pool, Rater, Rating, mean_cost};
use crate::puzzle::seed::mix;
use crate::solver::Backend;
use crate::sweep::ordered::ordered;

/// Children of a round.
pub(super) const CHILDREN: u64 = 512;
/// Children that a worker makes in one go.
const AT_ONCE: u64 = 8;
/// Puzzles of a pool, if no more are to be printed: enough that it does not narrow down to a few families.
const POOL: usize = 500;
/// Puzzles of the file that are rated at first, for each place of the pool.
const STARTS: usize = 4;
/// Isomorphs in the first look at a child, in the second, and for what is printed.
const ISOMORPHS: [usize; 3] = [2, 6, 64];
/// A child is looked at again if the first look is no less than this share of the pool's least cost.
const PROMISING: f64 = 0.7;

/// Streams of random numbers beside those of the rounds, which begin at 2.
const CHOICE: u64 = 0;
const FINAL: u64 = 1;

/// A puzzle with its final rating.
pub(super) struct Rated {
    pub puzzle: Vec<u8>,
    pub rating: Rating,
}

/// What a search is by.
pub(super) struct Search<'a> {
    pub backends: &'a [Box<dyn Backend>],
    pub seed: u64,
    pub threads: usize,
    pub timeout: Duration,
    pub failures: &'a Failures,
    pub progress: &'a Progress,
    pub keep: usize,
}

/// A thread's part.
struct Worker<'a> {
    breeder: Breeder,
    rater: Rater<'a>,
}

/// Makes puzzle number so-and-so of a round.
type Make<'a> = &'a (dyn Fn(&mut Breeder, u64, &mut ChaCha8Rng) -> Option<Child> + Sync);

/// What comes of making a child.
enum Outcome {
    /// It may join the pool.
    Rated(Bred),
    /// It is known now, and too cheap.
    Cheap(u128),
    /// There is none, or the solver failed on it.
    Nothing,
    /// Time was up.
    Unreached,
}

impl<'a> Search<'a> {
    /// Breeds until time or rounds are over; returns the pool and the number of rounds.
    ///
    /// # Errors
    /// When a solver cannot be started or used.
    pub(super) fn run(
        &mut self,
        starts: &[Vec<u8>],
        budget: Option<Duration>,
        rounds: Option<u64>,
    ) -> anyhow::Result<(Pool, u64)> {
        let begun = Instant::now();
        let is_over = || {
            interrupt::is_interrupted() || budget.is_some_and(|budget| begun.elapsed() >= budget)
        };
        let size = POOL.max(self.keep + self.keep / 4);
        let mut pool = Pool::new(size);
        let mut rng = self.rng(CHOICE, 0);
        let mut chosen: Vec<&Vec<u8>> = starts.iter().collect();
        chosen.shuffle(&mut rng);
        chosen.truncate(STARTS * size);
        self.progress.begin(&format!("rating {} puzzles to start from", chosen.len()));
        let adopt = |breeder: &mut Breeder, i: u64, rng: &mut ChaCha8Rng| {
            breeder.adopt(chosen[i as usize], rng)
        };
        self.round(1, chosen.len() as u64, &mut pool, &is_over, &adopt)?;
        let mut done = 0;
        while !is_over() && rounds.is_none_or(|rounds| done < rounds) && !pool.members().is_empty()
        {
            let parents = pool.members().to_vec();
            let child = |breeder: &mut Breeder, _: u64, rng: &mut ChaCha8Rng| {
                // The better one of two: that climbs faster than any one, and slower than the best.
                let [one, other] = [parents.choose(rng)?, parents.choose(rng)?];
                let better = if one.rating < other.rating { other } else { one };
                breeder.child(&better.child.form, rng)
            };
            if !self.round(2 + done, CHILDREN, &mut pool, &is_over, &child)? {
                break;
            }
            done += 1;
            let share = match (budget, rounds) {
                (_, Some(rounds)) => done as f64 / rounds as f64,
                (Some(budget), _) => begun.elapsed().as_secs_f64() / budget.as_secs_f64(),
                _ => 0.0,
            };
            self.progress.name(&format!(
                "round {done}: {:.1} on average, {:.1} at least",
                pool.mean(),
                mean_cost(pool.least())
            ));
            self.progress.set(share.min(1.0));
        }
        Ok((pool, done))
    }

    /// Makes and rates the puzzles of a round by what is known at its beginning, and offers them in order.
    /// Returns false if time was up before, and the round counts for nothing.
    fn round(
        &self,
        round: u64,
        count: u64,
        pool: &mut Pool,
        is_over: &(dyn Fn() -> bool + Sync),
        make: Make<'_>,
    ) -> anyhow::Result<bool> {
        let (mut outcomes, known) = (Vec::new(), &*pool);
        ordered(
            self.threads,
            0..count.div_ceil(AT_ONCE),
            || Worker::start(self),
            |worker, batch| {
                let worker = worker.as_mut().map_err(|error| anyhow!("{error:#}"))?;
                let of_batch = batch * AT_ONCE..count.min((batch + 1) * AT_ONCE);
                let outcomes = of_batch.map(|i| {
                    if is_over() {
                        return Ok(Outcome::Unreached);
                    }
                    let mut rng = self.rng(round, i);
                    match make(&mut worker.breeder, i, &mut rng) {
                        Some(child) => worker.look_at(child, known, &mut rng),
                        None => Ok(Outcome::Nothing),
                    }
                });
                outcomes.collect::<anyhow::Result<Vec<Outcome>>>()
            },
            |batch: anyhow::Result<Vec<Outcome>>| -> anyhow::Result<()> {
                outcomes.extend(batch?);
                Ok(())
            },
        )?;
        // What a round came to before time was up depends on the machine. Where times count all does, and
        // a slow solver may not come to the end of a single round.
        let is_cut = outcomes.iter().any(|outcome| matches!(outcome, Outcome::Unreached));
        let counts_guesses =
            self.backends.iter().all(|one| Measure::of(&**one) == Measure::Guesses);
        if is_cut && !pool.members().is_empty() && counts_guesses {
            return Ok(false);
        }
        for outcome in outcomes {
            match outcome {
                Outcome::Rated(bred) => _ = pool.offer(bred),
                Outcome::Cheap(hash) => pool.forget([hash]),
                Outcome::Nothing | Outcome::Unreached => {}
            }
        }
        Ok(true)
    }

    /// The most costly puzzles of a pool by fresh isomorphs, those alone that two unlike solvers prove.
    ///
    /// # Errors
    /// When a solver cannot be started or used.
    pub(super) fn rate_anew(&self, pool: &Pool) -> anyhow::Result<Vec<Rated>> {
        let mut members: Vec<&Bred> = pool.members().iter().collect();
        members.sort_by(|a, b| b.rating.total_cmp(&a.rating).then(a.child.form.cmp(&b.child.form)));
        self.progress.begin("rating what was found anew");
        let mut rated = Vec::new();
        ordered(
            self.threads,
            members.iter(),
            || Worker::start(self),
            |worker, bred| {
                let worker = worker.as_mut().map_err(|error| anyhow!("{error:#}"))?;
                let form = &bred.child.form;
                if !worker.breeder.is_proven(form) {
                    return Ok(None);
                }
                let mut rng = self.rng(FINAL, bred.child.hash as u64);
                let rating = worker.rater.rate(form, ISOMORPHS[2], &mut rng)?;
                Ok(rating.map(|rating| Rated { puzzle: form.clone(), rating }))
            },
            |one: anyhow::Result<Option<Rated>>| -> anyhow::Result<()> {
                rated.extend(one?);
                Ok(())
            },
        )?;
        rated.sort_by(|a, b| {
            b.rating.total().total_cmp(&a.rating.total()).then(a.puzzle.cmp(&b.puzzle))
        });
        rated.truncate(self.keep);
        Ok(rated)
    }

    /// Random numbers for one puzzle of a round.
    fn rng(&self, round: u64, i: u64) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(mix(self.seed, round));
        rng.set_stream(i);
        rng
    }
}

impl<'a> Worker<'a> {
    fn start(search: &'a Search<'a>) -> anyhow::Result<Self> {
        let costs = search.backends.iter().map(|backend| {
            let cost = SolverCost::start(&**backend, search.timeout, search.failures)?;
            anyhow::Ok(Box::new(cost) as Box<dyn Cost + 'a>)
        });
        let rater = Rater::new(costs.collect::<Result<_, _>>()?);
        Ok(Self { breeder: Breeder::new(), rater })
    }

    /// Rates a child by a few isomorphs and, if that is promising, by more.
    fn look_at(
        &mut self,
        child: Child,
        pool: &Pool,
        rng: &mut ChaCha8Rng,
    ) -> anyhow::Result<Outcome> {
        if pool.has_seen(child.hash) {
            return Ok(Outcome::Nothing);
        }
        let [few, more, _] = ISOMORPHS;
        let Some(first) = self.rater.rate(&child.form, few, rng)? else {
            return Ok(Outcome::Nothing);
        };
        let least = pool.least();
        if first.total() < least + PROMISING.ln() {
            return Ok(Outcome::Cheap(child.hash));
        }
        let Some(second) = self.rater.rate(&child.form, more, rng)? else {
            return Ok(Outcome::Nothing);
        };
        let sum = first.total() * few as f64 + second.total() * more as f64;
        let rating = sum / (few + more) as f64;
        if rating <= least {
            return Ok(Outcome::Cheap(child.hash));
        }
        let grid = self.breeder.grid_class(&child.form);
        Ok(grid.map_or(Outcome::Nothing, |grid| Outcome::Rated(Bred { child, grid, rating })))
    }
}
