//! `puzzles.csv.gz`: a sample of the puzzles of the latency pass, one row a puzzle and solver, small
//! enough to be kept with every run. Pages show from it where solvers differ.
//!
//! The sample is drawn by hash: of each solver the puzzles with the lowest hashes of their offset
//! are kept, so that it is uniform, the same for all solvers that met the same puzzles, and bounded
//! whatever the size of the file. What one solver keeps is kept of all others as well.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use super::per_puzzle::Solved;
use crate::puzzle::Order;
use crate::puzzle::seed::mix;
use crate::record::{Identity, Pass, Setting};
use crate::solver::Goal;

/// Name of the file in the folder of a run.
pub(crate) const FILE: &str = "puzzles.csv.gz";
/// Puzzles kept of each solver and setting.
const MOST: usize = 1000;
/// Where the hashes begin, so that the sample differs from every other draw.
const SEED: u64 = 0x5a4d_504c;

/// One puzzle, as one solver met it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SampledPuzzle {
    /// What was measured, and how.
    pub setting: Setting,
    /// Line of the dataset, from 1.
    pub line: u64,
    /// Byte at which it begins.
    pub offset: u64,
    /// Cells given.
    pub givens: u32,
    /// Its cells.
    pub puzzle: String,
    /// The solver.
    pub solver: String,
    /// What became of it, by its name in `records.csv`.
    pub outcome: String,
    /// Guesses; none where the solver does not count them or did not come back.
    pub guesses: Option<u64>,
    /// Shortest turn, in nanoseconds.
    pub min_ns: u64,
    /// Shortest of the longer turns of its rounds: how far the solver differs from itself.
    pub again_ns: u64,
}

impl SampledPuzzle {
    /// Returns true if it was answered, and not wrongly.
    pub(crate) fn is_answered(&self) -> bool {
        matches!(&*self.outcome, "unique" | "multiple" | "none")
    }
}

/// What one solver made of a puzzle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    /// Index of the solver.
    pub solver: usize,
    /// Givens of the puzzle.
    pub givens: u32,
    /// How grave what became of it is, and its name.
    pub outcome: (u8, &'static str),
    /// Guesses, where the solver counts them.
    pub guesses: Option<u64>,
    /// Shortest of its shorter turns, and shortest of its longer ones, in nanoseconds.
    pub turns_ns: [u64; 2],
}

/// Draws the sample of a phase while its rounds come in.
#[derive(Default, Debug)]
pub(crate) struct Sampler {
    /// By hash and offset.
    puzzles: BTreeMap<(u64, u64), Vec<Kept>>,
    /// Of each solver, the highest hash that it still keeps.
    highest: BTreeMap<usize, u64>,
    /// Puzzles left by the last thinning.
    thinned: usize,
}

impl Sampler {
    /// Adds the puzzles of a round. Isomorphs are left out: the puzzles themselves are there, too.
    /// Returns those without which the sample would be another.
    pub(crate) fn add(&mut self, round: &[Solved]) -> Vec<Solved> {
        let mut kept = Vec::new();
        let bound = |one: &Solved| self.highest.get(&one.solver).copied().unwrap_or(u64::MAX);
        let highest = round.iter().map(bound).max().unwrap_or(0);
        for one in round.iter().filter(|one| one.isomorph == 0) {
            let hash = mix(SEED, one.offset);
            if hash <= highest && self.keep(hash, one) {
                kept.push(*one);
            }
        }
        if self.puzzles.len() > self.thinned + 2 * MOST {
            self.thin();
        }
        kept
    }

    /// Returns false if that is known.
    fn keep(&mut self, hash: u64, one: &Solved) -> bool {
        let all = self.puzzles.entry((hash, one.offset)).or_default();
        match all.iter_mut().find(|kept| kept.solver == one.solver) {
            Some(kept) => {
                let before = (kept.outcome, kept.turns_ns);
                kept.outcome = kept.outcome.max(one.outcome);
                for (kept, new) in kept.turns_ns.iter_mut().zip(one.turns_ns) {
                    *kept = new.min(*kept);
                }
                before != (kept.outcome, kept.turns_ns)
            }
            None => {
                all.push(Kept {
                    solver: one.solver,
                    givens: one.givens,
                    outcome: one.outcome,
                    guesses: one.guesses,
                    turns_ns: one.turns_ns,
                });
                true
            }
        }
    }

    /// Keeps only the puzzles that are among the lowest of some solver.
    fn thin(&mut self) {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        let highest = &mut self.highest;
        self.puzzles.retain(|(hash, _), all| {
            let mut is_low = false;
            for kept in &*all {
                let count = counts.entry(kept.solver).or_default();
                *count += 1;
                is_low |= *count <= MOST;
                if *count == MOST {
                    highest.insert(kept.solver, *hash);
                }
            }
            is_low
        });
        self.thinned = self.puzzles.len();
    }

    /// The sample, by offset.
    pub(crate) fn finish(mut self) -> BTreeMap<u64, Vec<Kept>> {
        self.thin();
        self.puzzles.into_iter().map(|((_, offset), all)| (offset, all)).collect()
    }
}

/// Keeps of the samples of several runs, over different puzzles, what a run over all would have drawn.
pub(crate) fn thin(sample: &mut Vec<SampledPuzzle>) {
    sample.sort_by_cached_key(|one| (mix(SEED, one.offset), one.offset, one.solver.clone()));
    sample.dedup_by(|next, kept| {
        (&next.setting, next.offset, &next.solver) == (&kept.setting, kept.offset, &kept.solver)
    });
    let mut puzzles: HashMap<Setting, (usize, u64)> = HashMap::new();
    sample.retain(|one| {
        let (count, last) = puzzles.entry(one.setting.clone()).or_insert((0, u64::MAX));
        *count += usize::from(*last != one.offset);
        *last = one.offset;
        *count <= MOST
    });
}

/// A row of the file; the fields are its columns. They are only ever added to, at the end.
#[derive(Serialize, Deserialize)]
struct Row {
    dataset: String,
    line: u64,
    offset: u64,
    order: Order,
    goal: Goal,
    threads: u32,
    givens: u32,
    puzzle: String,
    solver: String,
    outcome: String,
    guesses: Option<u64>,
    min_ns: u64,
    again_ns: u64,
    #[serde(default)]
    run: String,
    #[serde(default)]
    host: String,
    #[serde(default)]
    machine: String,
}

/// Writes a sample as CSV, packed by gzip.
///
/// # Errors
/// When `out` cannot be written.
pub(crate) fn write(
    sample: &[SampledPuzzle],
    identity: &Identity,
    out: impl Write,
) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(GzEncoder::new(out, Compression::default()));
    let [run, host, machine] = identity.fields().map(str::to_owned);
    for one in sample {
        let Setting { dataset, order, goal, threads, .. } = one.setting.clone();
        csv.serialize(Row {
            dataset,
            line: one.line,
            offset: one.offset,
            order,
            goal,
            threads,
            givens: one.givens,
            puzzle: one.puzzle.clone(),
            solver: one.solver.clone(),
            outcome: one.outcome.clone(),
            guesses: one.guesses,
            min_ns: one.min_ns,
            again_ns: one.again_ns,
            run: run.clone(),
            host: host.clone(),
            machine: machine.clone(),
        })?;
    }
    let packed = csv.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
    packed.finish()?.flush()
}

/// Reads what [`write()`] wrote.
///
/// # Errors
/// When a column is missing or a field is not what it should be.
pub(crate) fn read(input: impl Read) -> io::Result<Vec<SampledPuzzle>> {
    let rows = csv::Reader::from_reader(MultiGzDecoder::new(input));
    let sampled = |row: Row| {
        let Row { dataset, order, goal, threads, .. } = row;
        SampledPuzzle {
            setting: Setting { dataset, order, goal, pass: Pass::Latency, threads },
            line: row.line,
            offset: row.offset,
            givens: row.givens,
            puzzle: row.puzzle,
            solver: row.solver,
            outcome: row.outcome,
            guesses: row.guesses,
            min_ns: row.min_ns,
            again_ns: row.again_ns,
        }
    };
    rows.into_deserialize().map(|row| Ok(sampled(row?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::setting_sample;

    fn solved(solver: usize, offset: u64, ns: u64) -> Solved {
        Solved {
            solver,
            offset,
            isomorph: 0,
            givens: 17,
            outcome: (1, "unique"),
            guesses: Some(offset),
            turns_ns: [ns, ns + 5],
        }
    }

    #[test]
    fn a_slow_solver_s_puzzles_are_kept_of_all_and_nothing_grows() {
        let mut sampler = Sampler::default();
        for from in (0..60_000u64).step_by(3000) {
            let round: Vec<Solved> = (from..from + 3000).map(|at| solved(0, at, 100)).collect();
            sampler.add(&round);
            assert!(sampler.puzzles.len() <= 6 * MOST, "{}", sampler.puzzles.len());
        }
        let few = (0..40u64).map(|i| i * 1499);
        let round: Vec<Solved> =
            few.clone().flat_map(|at| [solved(0, at, 90), solved(1, at, 9000)]).collect();
        sampler.add(&round);
        let sample = sampler.finish();
        assert!((MOST..=MOST + 40).contains(&sample.len()), "{}", sample.len());
        for at in few {
            let solvers: Vec<usize> = sample[&at].iter().map(|kept| kept.solver).collect();
            assert_eq!(solvers, [0, 1], "{at}");
        }
        // Uniform: about a third in each third of the file, five standard deviations wide.
        let first = sample.range(..20_000).count();
        assert!((255..=410).contains(&first), "{first}");
    }

    #[test]
    fn a_puzzle_counts_with_its_shortest_turns_and_gravest_outcome() {
        let mut sampler = Sampler::default();
        let bad = Solved { outcome: (7, "wrong"), ..solved(0, 5, 80) };
        sampler.add(&[solved(0, 5, 100)]);
        sampler.add(&[bad, Solved { isomorph: 1, ..solved(0, 5, 1) }]);
        let sample = sampler.finish();
        assert_eq!((sample[&5][0].turns_ns, sample[&5][0].outcome.1), ([80, 85], "wrong"));
    }

    #[test]
    fn a_sample_survives_its_file() {
        let one = SampledPuzzle {
            setting: Setting { pass: Pass::Latency, ..setting_sample() },
            line: 3,
            offset: 164,
            givens: 17,
            puzzle: "1".repeat(81),
            solver: "exec:a, \"b\"".to_owned(),
            outcome: "timed_out".to_owned(),
            guesses: None,
            min_ns: 5,
            again_ns: 7,
        };
        let mut bytes = Vec::new();
        write(std::slice::from_ref(&one), &Identity::default(), &mut bytes).unwrap();
        assert!(!one.is_answered());
        assert_eq!(read(&bytes[..]).unwrap(), [one]);
    }
}
