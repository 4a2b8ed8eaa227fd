//! Each built-in solver over blocks of easy puzzles, and those that search well over harder ones.
//! For a comparison use `sudoku-bench run`: its rounds are balanced, these are not.

mod support;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sudoku_bench::builtin;
use sudoku_bench::builtin::Shown;
use sudoku_bench::puzzle::{Order, Puzzles};
use sudoku_bench::solver::{Answers, Backend, Goal, Stop};

const BLOCK: usize = 256;

fn bench(criterion: &mut Criterion, name: &str, puzzles: &Puzzles, backend: &dyn Backend) {
    let mut solver = backend.start(Order::THREE, Goal::Unique).expect("starts");
    let mut answers = Answers::new(Order::THREE, BLOCK);
    let mut group = criterion.benchmark_group(name);
    group.sample_size(20);
    group.throughput(Throughput::Elements(BLOCK as u64));
    group.bench_function(backend.id(), |bencher| {
        bencher.iter(|| {
            answers.clear(BLOCK);
            solver.solve(&puzzles.block(), &Stop::never(), &mut answers).expect("solves")
        });
    });
    group.finish();
}

fn solvers(criterion: &mut Criterion) {
    let (easy, searching) = (support::easy(BLOCK), support::searching(BLOCK));
    for backend in builtin::all(Shown::Listed) {
        if !backend.abilities().orders.contains(&Order::THREE) {
            continue;
        }
        bench(criterion, "36_givens", &easy, &*backend);
        // Row-major search takes seconds over a block of these.
        if !backend.id().starts_with("brute-force") {
            bench(criterion, "28_givens", &searching, &*backend);
        }
    }
}

criterion_group!(benches, solvers);
criterion_main!(benches);
