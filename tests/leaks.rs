//! A thousand crashes in one process leave nothing behind. Alone in its program, so that only
//! its own children and files are counted.

mod support;

use std::fs;
use std::time::{Duration, Instant};

use sudoku_bench::foreign::process::confine::Confinement;
use sudoku_bench::foreign::spec;
use sudoku_bench::puzzle::{Order, Puzzles};
use sudoku_bench::solver::{Answers, Goal, SolverError, Stop};
use support::{EASY, Workshop, exchanged, skip};

const CRASHES: usize = 1000;

/// Descriptors, threads and children of this process, over all its threads.
fn held() -> Option<(usize, usize, usize)> {
    let count = |path: &str| Some(fs::read_dir(path).ok()?.count());
    let threads = fs::read_dir("/proc/self/task").ok()?;
    let children = threads
        .filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok())
        .map(|list| list.split_whitespace().count())
        .sum();
    Some((count("/proc/self/fd")?, count("/proc/self/task")?, children))
}

#[test]
fn a_thousand_crashes_leave_no_child_descriptor_or_thread() {
    let Some(workshop) = Workshop::open() else { return };
    let library = workshop.library_on_nine("*nowhere = 1");
    let program = env!("CARGO_BIN_EXE_sudoku-bench").into();
    let confinement = Confinement { program, ..Confinement::default() };
    let spec = format!("dylib:{}", library.display());
    let backend = spec::parse_confined(&spec, &confinement).expect("opens");
    let nine = exchanged(EASY, b'5', b'9');
    let puzzles = Puzzles::from_cells(Order::THREE, [&EASY[..], &nine[..]]);
    let mut answers = Answers::new(Order::THREE, 2);
    let mut solver = backend.start(Order::THREE, Goal::Unique).expect("starts");
    let Some(before) = held() else { return skip("this system has no /proc") };

    let start = Instant::now();
    for _ in 0..CRASHES {
        let result = solver.solve(&puzzles.block(), &Stop::never(), &mut answers);
        assert!(matches!(result, Err(SolverError::Crashed { index: 1, .. })), "{result:?}");
    }
    let each = start.elapsed() / CRASHES as u32;
    eprintln!("{CRASHES} crashes, {} us each with a fresh child", each.as_micros());
    drop(solver);
    drop(backend);
    // Before, one child was alive, with two descriptors and a thread that reads its stderr; that
    // thread ends a moment after the child.
    let patience = Instant::now();
    let none_more =
        |now: (usize, usize, usize)| now.0 <= before.0 && now.1 <= before.1 && now.2 == 0;
    while !held().is_some_and(none_more) && patience.elapsed() < Duration::from_secs(300) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let after = held().expect("there is a /proc");
    assert!(none_more(after), "before {before:?}, after {after:?}");
}
