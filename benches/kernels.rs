//! The two kernels alone, over a block of puzzles that need a search, with each of the instruction sets
//! that the processor has.
//!
//!     cargo bench --bench kernels
//!
//! For files, other solvers and ratios with intervals use `sudoku-bench run` and
//! `sudoku-bench compare --table`: their rounds are balanced, these are not.

mod support;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sudoku_bench::builtin::kernel::isa::Isa;
use sudoku_bench::foreign::spec;
use sudoku_bench::puzzle::Order;
use sudoku_bench::solver::{Answers, Goal, Stop};

const BLOCK: usize = 1024;

fn kernels(criterion: &mut Criterion) {
    let puzzles = support::searching(BLOCK);
    let mut group = criterion.benchmark_group("28_givens");
    group.throughput(Throughput::Elements(BLOCK as u64));
    for kernel in ["lockstep", "vector"] {
        for isa in Isa::available() {
            let name = format!("{kernel}?isa={isa}");
            let backend = spec::parse(&name).expect("a built-in");
            let mut solver = backend.start(Order::THREE, Goal::Unique).expect("starts");
            let mut answers = Answers::new(Order::THREE, BLOCK);
            group.bench_function(&name, |bencher| {
                bencher.iter(|| {
                    answers.clear(BLOCK);
                    solver.solve(&puzzles.block(), &Stop::never(), &mut answers).expect("solves")
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, kernels);
criterion_main!(benches);
