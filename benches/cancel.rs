//! How long a solver of this program continues after it was asked to stop: from the moment at which
//! the stop sign is raised to its return, on puzzles whose solutions it would count for years.
//!
//!     cargo bench --bench cancel

use std::thread;
use std::time::{Duration, Instant};

use sudoku_bench::builtin::kernel::isa::Isa;
use sudoku_bench::foreign::spec;
use sudoku_bench::puzzle::{Order, Puzzles};
use sudoku_bench::solver::{Answers, Goal, Search, Stop};

const STOPS: usize = 200;

/// Puzzles handed over at once: one, and the default of the throughput pass.
const BLOCKS: [usize; 2] = [1, 4096];

fn main() {
    let kernels = ["lockstep", "vector"].into_iter();
    let solvers =
        kernels.flat_map(|kernel| Isa::available().map(move |isa| format!("{kernel}?isa={isa}")));
    println!("{STOPS} stops, us from the stop sign to the solver's return");
    println!("{:<22} {:>6} {:>8} {:>8} {:>8}", "", "block", "median", "99 %", "longest");
    for solver in solvers.chain(["mrv".to_owned()]) {
        for block in BLOCKS {
            let mut late = measure(&solver, block);
            late.sort();
            let at = |share: f64| late[((STOPS - 1) as f64 * share) as usize].as_micros();
            println!("{solver:<22} {block:>6} {:>8} {:>8} {:>8}", at(0.5), at(0.99), at(1.0));
        }
    }
}

fn measure(solver: &str, block: usize) -> Vec<Duration> {
    let backend = spec::parse(solver).expect("a built-in");
    let mut solver = backend.start(Order::THREE, Goal::Count(u32::MAX)).expect("order 3 is taken");
    let blank = [b'.'; 81];
    let puzzles = Puzzles::from_cells(Order::THREE, (0..block).map(|_| &blank[..]));
    let mut answers = Answers::new(Order::THREE, block);
    let stops = (0..STOPS).map(|nth| {
        answers.clear(block);
        let stop = Stop::never();
        let late = thread::scope(|scope| {
            let raised = scope.spawn(|| {
                thread::sleep(Duration::from_micros(500 + 37 * nth as u64));
                let raised = Instant::now();
                stop.stop(stop.generation());
                raised
            });
            solver.solve(&puzzles.block(), &stop, &mut answers).expect("it solves");
            let back = Instant::now();
            back - raised.join().expect("it only sleeps")
        });
        assert_eq!(answers.get(0).search, Search::Incomplete, "a limit is not an answer");
        late
    });
    stops.collect()
}
