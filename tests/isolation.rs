//! Shared libraries as solvers, each in a process of its own: what they do wrong costs one puzzle.

mod support;

use std::path::Path;
use std::time::Duration;

use sudoku_bench::foreign::process::confine::Confinement;
use sudoku_bench::foreign::spec;
use sudoku_bench::puzzle::{Order, Puzzles};
use sudoku_bench::solver::{
    Answers, Backend, Clocked, Goal, Guesses, Search, Solutions, Solver, SolverError, Stop, Threads,
};
use support::{CLASH, EASY, EASY_SOLVED, HELD, TWO, Workshop, exchanged, skip, stop_once};

fn confinement() -> Confinement {
    let program = env!("CARGO_BIN_EXE_sudoku-bench").into();
    Confinement { program, ..Confinement::default() }
}

fn open_confined(
    library: &Path,
    rest: &str,
    confinement: &Confinement,
) -> Result<Box<dyn Backend>, SolverError> {
    spec::parse_confined(&format!("dylib:{}{rest}", library.display()), confinement)
}

fn open(library: &Path) -> Box<dyn Backend> {
    open_confined(library, "", &confinement()).expect("opens")
}

fn start(backend: &dyn Backend) -> Box<dyn Solver> {
    backend.start(Order::THREE, Goal::Unique).expect("starts")
}

fn puzzles(cells: &[&[u8; 81]]) -> Puzzles {
    Puzzles::from_cells(Order::THREE, cells.iter().map(|&one| &one[..]))
}

/// Solves puzzles and returns what became of the block, and the answers.
fn solve(solver: &mut dyn Solver, cells: &[&[u8; 81]]) -> (Result<Clocked, SolverError>, Answers) {
    let mut answers = Answers::new(Order::THREE, cells.len());
    let result = solver.solve(&puzzles(cells).block(), &Stop::never(), &mut answers);
    (result, answers)
}

fn crash(result: Result<Clocked, SolverError>) -> (usize, String) {
    match result {
        Err(SolverError::Crashed { index, why, .. }) => (index, why),
        other => panic!("no crash: {other:?}"),
    }
}

/// The wikipedia puzzle with 5 and 9 exchanged: its first cell is 9.
fn nine() -> [u8; 81] {
    exchanged(EASY, b'5', b'9')
}

#[test]
fn a_library_answers_the_same_in_a_process_of_its_own() {
    let Some(workshop) = Workshop::open() else { return };
    let library = workshop.compile("examples/c/solver.c", "EXAMPLE", &["-shared", "-fPIC"]);
    let backend = open(&library);
    let abilities = backend.abilities();
    assert_eq!((abilities.solutions, abilities.guesses), (Solutions::Always, Guesses::Exact));
    assert_eq!((abilities.threads, abilities.cancellable), (Threads::Any, true));
    let mut solver = start(&*backend);
    for _ in 0..3 {
        let (result, answers) = solve(&mut *solver, &[EASY, TWO, CLASH, EASY_SOLVED]);
        let Ok(Clocked::BySolver { ns, used }) = result else { panic!("{result:?}") };
        assert!(ns > 0 && used.cpu_ns.is_some_and(|ns| ns > 0));
        assert!(used.process_cpu_ns >= used.cpu_ns && used.involuntary.is_some(), "{used:?}");
        let counts = [0, 1, 2, 3].map(|i| answers.get(i).count);
        assert_eq!(counts, [1, 2, 0, 1]);
        assert_eq!(answers.get(0).solution, Some(&EASY_SOLVED[..]));
        assert_eq!(answers.get(2).solution, None, "nothing is left of the answers before");
        assert!((0..4).all(|i| answers.get(i).search == Search::Complete));
    }
    assert!(solver.peak_rss_bytes().is_some_and(|bytes| bytes > 1 << 20));
}

#[test]
fn a_block_larger_than_the_page_goes_in_parts() {
    let Some(workshop) = Workshop::open() else { return };
    let backend = open(&workshop.library("CHATTY"));
    let mut cells = vec![EASY; 2500];
    cells[2499] = TWO;
    let (result, answers) = solve(&mut *start(&*backend), &cells);
    assert!(result.is_ok(), "{result:?}");
    assert!((0..2499).all(|i| answers.get(i).solution == Some(&EASY_SOLVED[..])));
    assert_eq!(answers.get(2499).count, 2);
}

#[test]
fn every_way_to_die_names_its_puzzle_and_leaves_the_answers_before() {
    let Some(workshop) = Workshop::open() else { return };
    let ways = [
        ("*nowhere = 1", "SIGSEGV"),
        ("abort()", "SIGABRT"),
        ("raise(SIGKILL)", "SIGKILL"),
        ("raise(SIGFPE)", "SIGFPE"),
        ("fputs(\"bye\\n\", stderr); exit(7)", "exit code 7, last words: bye"),
        ("exit(0)", "exit code 0"),
        ("deep(1)", "signal"),
    ];
    for (statement, why) in ways {
        let backend = open(&workshop.library_on_nine(statement));
        let mut solver = start(&*backend);
        let (result, answers) = solve(&mut *solver, &[EASY, TWO, &nine(), EASY]);
        let (index, said) = crash(result);
        assert_eq!(index, 2, "{statement}");
        assert!(said.contains(why), "{statement}: {said}");
        assert_eq!([0, 1].map(|i| answers.get(i).count), [1, 2], "{statement}");
        assert_eq!(answers.get(0).solution, Some(&EASY_SOLVED[..]), "{statement}");
        assert_eq!(answers.get(3).search, Search::Unanswered, "{statement}");
        let (result, answers) = solve(&mut *solver, &[EASY]);
        assert!(result.is_ok() && answers.get(0).count == 1, "a fresh child goes on: {statement}");
    }
}

#[test]
fn a_stop_kills_a_library_that_hangs_and_keeps_what_it_had_answered() {
    let Some(workshop) = Workshop::open() else { return };
    let mark = workshop.path().join("mark");
    let hang = format!("fclose(fopen(\"{}\", \"w\")); for (;;) {{}}", mark.display());
    let backend = open(&workshop.library_on_nine(&hang));
    let mut solver = start(&*backend);
    let block = puzzles(&[EASY, &nine(), EASY]);
    let mut answers = Answers::new(Order::THREE, 3);
    let stop = Stop::never();
    let (result, late) =
        stop_once(&mark, &stop, || solver.solve(&block.block(), &stop, &mut answers));
    eprintln!("killed {} us after the stop", late.as_micros());
    let Ok(Clocked::BySolver { ns, used }) = result else { panic!("{result:?}") };
    assert!(ns >= HELD.as_nanos() as u64, "the time until the kill counts: {ns}");
    assert!(used.cpu_ns.is_some_and(|ns| ns > 0), "and so does what it did meanwhile: {used:?}");
    assert_eq!(answers.get(0).count, 1);
    for i in [1, 2] {
        assert_eq!(answers.get(i).search, Search::Incomplete, "a limit is no 'no solution'");
    }
    let (result, answers) = solve(&mut *solver, &[EASY]);
    assert!(result.is_ok() && answers.get(0).count == 1);
}

#[test]
fn what_a_library_prints_or_reads_disturbs_nobody() {
    let Some(workshop) = Workshop::open() else { return };
    for kind in ["CHATTY", "READS_STDIN"] {
        let backend = open(&workshop.library(kind));
        let (result, answers) = solve(&mut *start(&*backend), &[EASY, TWO]);
        assert!(result.is_ok(), "{kind}: {result:?}");
        assert_eq!([0, 1].map(|i| answers.get(i).count), [1, 2], "{kind}");
    }
    // Without end: it never comes back, and no pipe is full meanwhile.
    let backend = open(&workshop.library_on_nine("print_for_ever(stderr)"));
    let mut solver = start(&*backend);
    let stop = Stop::never();
    let mut answers = Answers::new(Order::THREE, 1);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            stop.stop(stop.generation());
        });
        let result = solver.solve(&puzzles(&[&nine()]).block(), &stop, &mut answers);
        assert!(result.is_ok(), "{result:?}");
    });
    assert_eq!(answers.get(0).search, Search::Incomplete);
}

#[test]
fn the_memory_limit_ends_a_library_that_hoards() {
    let Some(workshop) = Workshop::open() else { return };
    let library = workshop.library_on_nine("hoard()");
    let limited = Confinement { memory_limit: Some(64 << 20), ..confinement() };
    let backend = open_confined(&library, "", &limited).expect("opens");
    let mut solver = start(&*backend);
    let (index, why) = crash(solve(&mut *solver, &[EASY, &nine()]).0);
    assert_eq!(index, 1);
    assert!(why.contains("out of memory"), "{why}");
}

#[test]
fn a_library_that_does_not_come_up_says_why() {
    let Some(workshop) = Workshop::open() else { return };
    let failure = |kind, rest| {
        let error = open_confined(&workshop.library(kind), rest, &confinement());
        error.err().expect("must not open").to_string()
    };
    let loaded = failure("DIES_WHEN_LOADED", "");
    assert!(loaded.contains("exit code 4") && loaded.contains("no licence"), "{loaded}");
    let unresolved = failure("UNRESOLVED", "");
    assert!(unresolved.contains("elsewhere"), "{unresolved}");
    let misspelt = failure("TWO_SOLVERS", "#OtherSolver2");
    assert!(misspelt.contains("similar names: OtherSolverTwo"), "{misspelt}");
}

#[test]
fn dying_on_every_tenth_call_costs_one_puzzle_in_ten() {
    let Some(workshop) = Workshop::open() else { return };
    let backend = open(&workshop.library("DIES_ON_EVERY_TENTH_CALL"));
    let mut solver = start(&*backend);
    let mut crashed = Vec::new();
    let mut from = 0;
    while from < 40 {
        let (result, answers) = solve(&mut *solver, &[EASY; 40][from..]);
        let solved = match result {
            Ok(_) => 40 - from,
            Err(_) => crash(result).0,
        };
        assert!((0..solved).all(|i| answers.get(i).solution == Some(&EASY_SOLVED[..])));
        crashed.push(from + solved);
        from += solved + 1;
    }
    assert_eq!(crashed, [9, 19, 29, 39]);
}

#[test]
fn solvers_of_one_library_on_two_threads_do_not_share_its_static_state() {
    let Some(workshop) = Workshop::open() else { return };
    let backend = open(&workshop.library("GUESSES_DEPEND_ON_THE_PAST"));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut solver = start(&*backend);
                for call in 0..500 {
                    let (_, answers) = solve(&mut *solver, &[EASY_SOLVED]);
                    assert_eq!(answers.get(0).guesses, call);
                }
            });
        }
    });
}

/// Peers are built outside this repository: SUDOKU_PEERS names the directory of their libraries.
#[test]
fn peers_are_right_on_two_workers_at_once() {
    let Some(peers) = std::env::var_os("SUDOKU_PEERS") else {
        return skip("SUDOKU_PEERS names no directory with peer solvers' libraries");
    };
    let peers = [
        ("tdoku-native.so", "#TdokuSolverDpllTriadSimd"),
        ("tdoku-native.so", "#TdokuSolverDpllTriadScc"),
        ("tdoku-haswell.so", "#TdokuSolverDpllTriadSimd"),
    ]
    .map(|(file, rest)| {
        open_confined(&Path::new(&peers).join(file), rest, &confinement()).expect("opens")
    });
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for backend in &peers {
                    let mut solver = start(&**backend);
                    let (result, answers) = solve(&mut *solver, &[EASY, TWO, CLASH]);
                    assert!(result.is_ok(), "{result:?}");
                    assert_eq!([0, 1, 2].map(|i| answers.get(i).count), [1, 2, 0]);
                }
            });
        }
    });
}
