//! What reaching a function through the seam costs over calling it: a C function that returns at
//! once, over a block of 256 puzzles. Held to 5 ns a puzzle.

#![allow(unsafe_code)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::ffi::c_char;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sudoku_bench::foreign::process::confine::Confinement;
use sudoku_bench::foreign::spec;
use sudoku_bench::puzzle::{Order, Puzzles};
use sudoku_bench::solver::{Answers, Goal, Stop};

const BLOCK: usize = 256;

type SolveFn = unsafe extern "C" fn(*const c_char, usize, u32, *mut c_char, *mut usize) -> usize;

fn dylib(criterion: &mut Criterion) {
    let Some(workshop) = support::Workshop::open() else { return };
    let library = workshop.library("RETURNS_AT_ONCE");
    let puzzles = Puzzles::from_cells(Order::THREE, [[b'.'; 81]; BLOCK].iter().map(|c| &c[..]));
    let block = puzzles.block();
    let mut group = criterion.benchmark_group("dylib_block_256");
    group.throughput(Throughput::Elements(BLOCK as u64));

    // SAFETY: the library was built from the fixture a moment ago and has no initialisers.
    let loaded = unsafe { libloading::Library::new(&library) }.expect("loads");
    // SAFETY: the fixture's function has this signature.
    let direct = *unsafe { loaded.get::<SolveFn>("solve") }.expect("is exported");
    let mut solution = [0; 96];
    group.bench_function("direct", |bencher| {
        bencher.iter(|| {
            let mut total = 0;
            for cells in block.iter() {
                let mut guesses = 0;
                // SAFETY: a block's cells end with a NUL, and the fixture touches nothing.
                total += unsafe {
                    direct(cells.as_ptr().cast(), 2, 0, solution.as_mut_ptr(), &raw mut guesses)
                };
            }
            black_box(total)
        });
    });

    for threads in ["one", "any"] {
        let spec = format!("dylib:{}?threads={threads}", library.display());
        let confinement = Confinement { isolate: false, ..Confinement::default() };
        let backend = spec::parse_confined(&spec, &confinement).expect("opens");
        let mut solver = backend.start(Order::THREE, Goal::First).expect("starts");
        let mut answers = Answers::new(Order::THREE, BLOCK);
        group.bench_function(format!("threads_{threads}"), |bencher| {
            bencher.iter(|| solver.solve(&block, &Stop::never(), black_box(&mut answers)));
        });
    }
    group.finish();
}

criterion_group!(benches, dylib);
criterion_main!(benches);
