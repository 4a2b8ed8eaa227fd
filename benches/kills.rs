//! How long a kill takes: from the moment at which the stop sign is raised to that at which the worker
//! goes on, with a solver that hangs, in each way in which one can be run.

#[path = "../tests/support/mod.rs"]
mod support;

use std::fs;
use std::time::Duration;

use sudoku_bench::foreign::process::confine::Confinement;
use sudoku_bench::foreign::spec;
use sudoku_bench::puzzle::{Order, Puzzles};
use sudoku_bench::solver::{Answers, Goal, Search, Stop};

const KILLS: usize = 200;

fn main() {
    let Some(workshop) = support::Workshop::open() else { return };
    let mark = workshop.path().join("mark");
    let marks = format!("fclose(fopen(\"{}\", \"w\")); for (;;) {{}}", mark.display());
    let library = workshop.library_on_nine(&marks);
    // Answers the puzzle that every command is asked first, and hangs on all others.
    let solved: String = (0..81)
        .map(|cell| char::from(b'1' + ((cell / 9 * 3 + cell / 27 + cell) % 9) as u8))
        .collect();
    let lines = format!(
        "while read -r line; do case $line in .*) echo {solved};; *) : > '{}'; sleep 1000;; esac; done",
        mark.display()
    );
    let once = format!(": > '{}'; sleep 1000", mark.display());
    let ways = [
        ("dylib", format!("dylib:{}", library.display())),
        ("lines", format!("exec:{lines}")),
        ("batch", format!("exec:{lines}?mode=batch")),
        ("once", format!("exec:{once}?mode=once")),
    ];
    println!("{KILLS} kills, us from the stop sign to the next thing the worker does");
    println!("{:<8} {:>8} {:>8} {:>8} {:>8}", "", "median", "90 %", "99 %", "longest");
    for (name, spec) in ways {
        let mut late = measure(&spec, &mark);
        late.sort();
        let at = |share: f64| late[((KILLS - 1) as f64 * share) as usize].as_micros();
        println!("{name:<8} {:>8} {:>8} {:>8} {:>8}", at(0.5), at(0.9), at(0.99), at(1.0));
    }
}

fn measure(spec: &str, mark: &std::path::Path) -> Vec<Duration> {
    let program = env!("CARGO_BIN_EXE_sudoku-bench").into();
    let confinement = Confinement { program, ..Confinement::default() };
    let backend = spec::parse_confined(spec, &confinement).expect("opens");
    let mut solver = backend.start(Order::THREE, Goal::First).expect("starts");
    let nine = support::exchanged(support::EASY, b'5', b'9');
    let puzzles = Puzzles::from_cells(Order::THREE, [&nine[..]]);
    let mut answers = Answers::new(Order::THREE, 1);
    let kills = (0..KILLS).map(|_| {
        let _ = fs::remove_file(mark); // it may not be there
        solver.prepare(&Stop::never()).expect("comes up");
        answers.clear(1);
        let stop = Stop::never();
        let (result, late) =
            support::stop_once(mark, &stop, || solver.solve(&puzzles.block(), &stop, &mut answers));
        result.expect("a kill is not a crash");
        assert_eq!(answers.get(0).search, Search::Incomplete);
        late
    });
    kills.collect()
}
