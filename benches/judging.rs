//! What it costs to judge an answer, beside the clock.

mod support;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sudoku_bench::builtin;
use sudoku_bench::puzzle::Order;
use sudoku_bench::solver::{Answers, Goal, Stop};
use sudoku_bench::verify::{Judgement, judge};

const BLOCK: usize = 256;

fn judging(criterion: &mut Criterion) {
    let puzzles = support::searching(BLOCK);
    let backend = builtin::find("mrv").expect("the baseline is built in");
    let abilities = backend.abilities();
    let mut solver = backend.start(Order::THREE, Goal::Unique).expect("starts");
    let mut answers = Answers::new(Order::THREE, BLOCK);
    solver.solve(&puzzles.block(), &Stop::never(), &mut answers).expect("solves");

    let mut group = criterion.benchmark_group("judging");
    group.throughput(Throughput::Elements(BLOCK as u64));
    group.bench_function("unique_9x9", |bencher| {
        bencher.iter(|| {
            for (i, cells) in puzzles.block().iter().enumerate() {
                let answer = answers.get(i);
                let judgement =
                    judge(Order::THREE, black_box(cells), &answer, Goal::Unique, &abilities);
                assert_eq!(judgement, Judgement::Unique);
            }
        });
    });
    group.finish();
}

criterion_group!(benches, judging);
criterion_main!(benches);
