//! What isolation costs: the same library in this process and in one of its own, block 256, in
//! turns. Outside the clock it is held to 150 ns a puzzle, inside to the same time within 1 %.
//!
//! SUDOKU_PEERS may name a directory with peer solvers' libraries.

#[path = "../tests/support/mod.rs"]
mod support;

use std::path::Path;
use std::time::Instant;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sudoku_bench::foreign::process::confine::Confinement;
use sudoku_bench::foreign::spec;
use sudoku_bench::puzzle::isomorph::Isomorph;
use sudoku_bench::puzzle::{Order, Puzzles};
use sudoku_bench::solver::{Answers, Clocked, Goal, Solver, Stop};

const BLOCK: usize = 256;
const ROUNDS: usize = 500;
const WARM_UP: usize = 20;
/// The first of Gordon Royle's 17-clue list.
const SPARSE: &[u8; 81] =
    b".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";

fn main() {
    let Some(workshop) = support::Workshop::open() else { return };
    let at_once = workshop.library("RETURNS_AT_ONCE");
    let mut specs = vec![("returns at once", format!("dylib:{}", at_once.display()))];
    if let Some(peers) = std::env::var_os("SUDOKU_PEERS") {
        let path = Path::new(&peers).join("tdoku-native.so");
        specs.push(("tdoku", format!("dylib:{}#TdokuSolverDpllTriadSimd", path.display())));
    }
    println!("block {BLOCK}, {ROUNDS} rounds of four turns, ns a puzzle");
    let heads = ["", "of turns", "in process", "isolated", "ratio", "outside"];
    let [name, which, here, apart, ratio, outside] = heads;
    println!("{name:<16} {which:>10} {here:>10} {apart:>10} {ratio:>8} {outside:>10}");
    for (name, spec) in specs {
        measure(name, &spec);
    }
}

fn measure(name: &str, spec: &str) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut puzzles = Puzzles::with_capacity(Order::THREE, BLOCK);
    for _ in 0..BLOCK {
        Isomorph::random(Order::THREE, &mut rng).apply(SPARSE, puzzles.push_slot());
    }
    let mut solvers = [false, true].map(|isolate| {
        let program = env!("CARGO_BIN_EXE_sudoku-bench").into();
        let confinement = Confinement { isolate, program, ..Confinement::default() };
        let backend = spec::parse_confined(spec, &confinement).expect("opens");
        backend.start(Order::THREE, Goal::Unique).expect("starts")
    });
    let mut answers = Answers::new(Order::THREE, BLOCK);
    let mut inside: [Vec<f64>; 2] = [const { Vec::new() }; 2];
    let mut outside = Vec::new();
    for round in 0..ROUNDS + WARM_UP {
        for turn in [0, 1, 1, 0] {
            answers.clear(BLOCK);
            let (all, own) = timed(&mut *solvers[turn], &puzzles, &mut answers);
            if round >= WARM_UP {
                inside[turn].push(own);
                if turn == 1 {
                    outside.push(all - own);
                }
            }
        }
    }
    for (which, share) in [("median", 0.5), ("best tenth", 0.1)] {
        let [here, apart] = [0, 1].map(|turn| quantile(&mut inside[turn], share));
        let (ratio, outside) = (apart / here, quantile(&mut outside, share));
        println!("{name:<16} {which:>10} {here:>10.1} {apart:>10.1} {ratio:>8.4} {outside:>10.1}");
    }
}

/// Nanoseconds a puzzle: what the caller sees, and what counts.
fn timed(solver: &mut dyn Solver, puzzles: &Puzzles, answers: &mut Answers) -> (f64, f64) {
    let start = Instant::now();
    let clocked = solver.solve(&puzzles.block(), &Stop::never(), answers).expect("solves");
    let all = start.elapsed().as_nanos() as f64;
    let own = match clocked {
        Clocked::ByCaller => all,
        Clocked::BySolver { ns, .. } => ns as f64,
    };
    (all / BLOCK as f64, own / BLOCK as f64)
}

fn quantile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values[(values.len() as f64 * share) as usize]
}
