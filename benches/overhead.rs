//! What the harness adds inside the clock: `null` at block 256 through the timed line, against its
//! loop alone. Held to 1 ns a puzzle; the difference is printed at the end.

mod support;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use sudoku_bench::builtin;
use sudoku_bench::puzzle::{Block, Order};
use sudoku_bench::run::work::clock::SystemClock;
use sudoku_bench::run::work::turn::{CpuClock, End, SolverSlot};
use sudoku_bench::run::work::watch::WatchState;
use sudoku_bench::solver::{Answers, Goal, Solver, Stop};

const BLOCK: usize = 256;

/// Blocks between two looks at one of the two sides, so that both meet the same machine.
const BLOCKS: u32 = 1000;

/// Time inside the clock of so many blocks of `null`.
fn inside(
    seat: &mut SolverSlot<'_>,
    block: &Block<'_>,
    clock: &SystemClock,
    blocks: u64,
) -> Duration {
    let watched = WatchState::default();
    let mut wall_ns = 0;
    for _ in 0..blocks {
        match seat.solve(block, clock, CpuClock::Process, &watched) {
            Ok(End::Done(timing)) => wall_ns += timing.wall_ns,
            other => panic!("null came back with {other:?}"),
        }
    }
    Duration::from_nanos(wall_ns)
}

/// Time of as many blocks of `null` with one look at the clock before and after all of them.
fn alone(
    solver: &mut dyn Solver,
    block: &Block<'_>,
    answers: &mut Answers,
    blocks: u64,
) -> Duration {
    let stop = Stop::never();
    let start = Instant::now();
    for _ in 0..blocks {
        solver.solve(block, &stop, black_box(&mut *answers)).expect("null does not fail");
    }
    start.elapsed()
}

fn main() {
    let puzzles = support::easy(BLOCK);
    let block = puzzles.block();
    let backend = builtin::find("null").expect("is built in");
    let mut seat = SolverSlot::start(&*backend, Order::THREE, Goal::Unique, BLOCK).expect("starts");
    let mut solver = backend.start(Order::THREE, Goal::Unique).expect("starts");
    let mut answers = Answers::new(Order::THREE, BLOCK);
    let clock = SystemClock::start();

    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("overhead_block_256");
    group.throughput(Throughput::Elements(BLOCK as u64));
    group.bench_function("null_inside_the_clock", |bencher| {
        bencher.iter_custom(|blocks| inside(&mut seat, &block, &clock, blocks));
    });
    group.bench_function("its_loop_alone", |bencher| {
        bencher.iter_custom(|blocks| alone(&mut *solver, &block, &mut answers, blocks));
    });
    group.finish();
    criterion.final_summary();

    let a_puzzle = |time: Duration| time.as_nanos() as f64 / f64::from(BLOCKS) / BLOCK as f64;
    let mut differences: Vec<f64> = (0..101)
        .map(|_| {
            let inside = inside(&mut seat, &block, &clock, BLOCKS.into());
            let alone = alone(&mut *solver, &block, &mut answers, BLOCKS.into());
            a_puzzle(inside) - a_puzzle(alone)
        })
        .collect();
    differences.sort_by(f64::total_cmp);
    let (low, median, high) = (differences[5], differences[50], differences[95]);
    println!(
        "inside the clock above the loop: {median:.3} ns a puzzle (5 - 95 %: {low:.3} - {high:.3})"
    );
}
