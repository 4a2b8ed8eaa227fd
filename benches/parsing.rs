//! What it costs to open a file of puzzles, and to parse its chunks to blocks.

mod support;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sudoku_bench::dataset::{Batch, Dataset};
use sudoku_bench::puzzle::Order;

const PUZZLES: usize = 50_000;

fn parsing(criterion: &mut Criterion) {
    let bytes: &'static [u8] = support::lines(&support::easy(PUZZLES)).leak();
    let dataset = Dataset::from_bytes("lines", bytes).expect("a dataset");
    let mut group = criterion.benchmark_group("parsing");
    group.throughput(Throughput::Elements(PUZZLES as u64));
    group.bench_function("open_and_survey", |bencher| {
        bencher.iter(|| Dataset::from_bytes("lines", black_box(bytes)).expect("a dataset"));
    });
    let mut batch = Batch::new(Order::THREE, &dataset);
    group.bench_function("read_all_chunks", |bencher| {
        bencher.iter(|| {
            let mut puzzles = 0;
            for chunk in 0..dataset.chunks() {
                dataset.read(Order::THREE, chunk, &mut batch).expect("is in memory");
                puzzles += black_box(batch.block()).len();
            }
            assert_eq!(puzzles, PUZZLES);
        });
    });
    group.finish();
}

criterion_group!(benches, parsing);
criterion_main!(benches);
