//! Shared libraries as solvers, in this process.

mod support;

use std::fs;
use std::path::Path;

use sudoku_bench::foreign::process::confine::Confinement;
use sudoku_bench::foreign::spec;
use sudoku_bench::puzzle::{Order, Puzzles};
use sudoku_bench::solver::{
    Answers, Backend, Clocked, Goal, Guesses, Search, Solutions, SolverError, Stop, Threads,
};
use support::{CLASH, EASY, EASY_SOLVED, TWO, Workshop, has, skip};

fn open(library: &Path, rest: &str) -> Result<Box<dyn Backend>, SolverError> {
    let confinement = Confinement { isolate: false, ..Confinement::default() };
    spec::parse_confined(&format!("dylib:{}{rest}", library.display()), &confinement)
}

fn failure(library: &Path, rest: &str) -> String {
    open(library, rest).err().expect("must not open").to_string()
}

/// Answers to the puzzles as (count, guesses, solution).
fn solve(backend: &dyn Backend, goal: Goal, cells: &[&[u8; 81]]) -> Vec<(u32, u64, Vec<u8>)> {
    let puzzles = Puzzles::from_cells(Order::THREE, cells.iter().map(|&one| &one[..]));
    let mut answers = Answers::new(Order::THREE, cells.len());
    let mut solver = backend.start(Order::THREE, goal).expect("starts");
    let clocked = solver.solve(&puzzles.block(), &Stop::never(), &mut answers).expect("solves");
    assert_eq!(clocked, Clocked::ByCaller);
    let answers = (0..cells.len()).map(|i| answers.get(i));
    answers
        .map(|answer| {
            assert_eq!(answer.search, Search::Complete);
            (answer.count, answer.guesses, answer.solution.unwrap_or_default().to_vec())
        })
        .collect()
}

#[test]
fn the_c_example_answers_every_kind_of_puzzle() {
    let Some(workshop) = Workshop::open() else { return };
    let library = workshop.compile("examples/c/solver.c", "EXAMPLE", &["-shared", "-fPIC"]);
    let backend = open(&library, "?threads=any").expect("opens");
    let abilities = backend.abilities();
    assert_eq!(abilities.solutions, Solutions::Always);
    assert_eq!(abilities.guesses, Guesses::Exact);
    assert_eq!(abilities.threads, Threads::Any);
    assert_eq!(abilities.counts_to, u32::MAX);
    assert!(!abilities.cancellable);
    let answers = solve(&*backend, Goal::Unique, &[EASY, TWO, CLASH, EASY_SOLVED]);
    assert_eq!(answers[0], (1, answers[0].1, EASY_SOLVED.to_vec()));
    assert_eq!(answers[1].0, 2);
    assert_eq!(answers[2], (0, 0, Vec::new()), "nothing is left of the answers before");
    assert_eq!(answers[3], (1, 0, EASY_SOLVED.to_vec()));
}

#[test]
fn what_a_library_can_do_is_found_out_before_the_run() {
    let Some(workshop) = Workshop::open() else { return };
    let abilities = |kind| open(&workshop.library(kind), "").expect("opens").abilities();
    let at_one = abilities("ONLY_AT_LIMIT_ONE");
    assert_eq!((at_one.solutions, at_one.threads), (Solutions::AtLimitOne, Threads::One));
    let silent = abilities("NO_SOLUTION_NO_GUESSES");
    assert_eq!((silent.solutions, silent.guesses), (Solutions::Never, Guesses::None));
    assert_eq!(abilities("COUNTS_TO_ONE").counts_to, 1);
    assert_eq!(abilities("COUNTS_TO_TWO").counts_to, 2);
    assert_eq!(abilities("GUESSES_DEPEND_ON_THE_PAST").guesses, Guesses::Vary);
}

#[test]
fn a_solver_that_fills_only_at_limit_one_returns_the_solution_there() {
    let Some(workshop) = Workshop::open() else { return };
    let backend = open(&workshop.library("ONLY_AT_LIMIT_ONE"), "").expect("opens");
    assert!(solve(&*backend, Goal::Unique, &[EASY])[0].2.is_empty());
    assert_eq!(solve(&*backend, Goal::First, &[EASY])[0].2, EASY_SOLVED);
}

#[test]
fn a_goal_beyond_the_library_is_refused() {
    let Some(workshop) = Workshop::open() else { return };
    let backend = open(&workshop.library("COUNTS_TO_TWO"), "").expect("opens");
    assert!(backend.start(Order::THREE, Goal::Unique).is_ok());
    let refused = backend.start(Order::THREE, Goal::Count(3));
    assert!(matches!(refused.err(), Some(SolverError::Goal { .. })));
    let refused = backend.start(Order::FOUR, Goal::First);
    assert!(matches!(refused.err(), Some(SolverError::Order { .. })));
}

#[test]
fn the_flags_reach_the_function() {
    let Some(workshop) = Workshop::open() else { return };
    let backend = open(&workshop.library("WRITES_ITS_FLAGS"), "?flags=0x2a").expect("opens");
    assert_eq!(solve(&*backend, Goal::First, &[EASY])[0].1, 42);
}

#[test]
fn each_way_not_to_open_has_its_own_message() {
    let Some(workshop) = Workshop::open() else { return };
    let absent = workshop.path().join("absent.so");
    assert!(failure(&absent, "").contains("No such file"), "{}", failure(&absent, ""));

    let two = workshop.library("TWO_SOLVERS");
    let several = failure(&two, "");
    assert!(several.contains("#OtherSolverTwo, #TdokuSolverOne"), "{several}");
    assert!(open(&two, "#OtherSolverTwo").is_ok());
    let misspelt = failure(&two, "#TdokuSolverTwo");
    assert!(misspelt.contains("similar names: TdokuSolverOne"), "{misspelt}");

    let unresolved = failure(&workshop.library("UNRESOLVED"), "");
    assert!(unresolved.contains("elsewhere"), "{unresolved}");

    let script = workshop.path().join("script.so");
    fs::write(&script, "#!/bin/sh\n").expect("written");
    assert!(failure(&script, "").contains("not a shared library"));
}

#[test]
fn a_library_for_another_machine_is_called_so() {
    let Some(workshop) = Workshop::open() else { return };
    let library = workshop.library("COUNTS_TO_ONE");
    let mut bytes = fs::read(&library).expect("read");
    if !bytes.starts_with(b"\x7fELF") {
        return skip("libraries of this system are not ELF files");
    }
    bytes[18..20].copy_from_slice(&8u16.to_le_bytes()); // e_machine: MIPS
    let foreign = workshop.path().join("foreign.so");
    fs::write(&foreign, bytes).expect("written");
    let error = failure(&foreign, "");
    assert!(error.contains("built for Mips") && error.contains("compile it"), "{error}");
}

#[test]
fn two_builds_of_one_cpp_library_never_share_a_process() {
    let Some(workshop) = Workshop::open() else { return };
    if !has("c++") {
        return skip("there is no C++ compiler called c++");
    }
    let build = |number: u32| {
        let define = format!("BUILD={number}");
        workshop.compile("tests/fixtures/twins.cpp", &define, &["-shared", "-fPIC"])
    };
    let (one, two) = (build(1000), build(2000));
    let first = open(&one, "").expect("no other build is open yet");
    let again = open(&one, "?flags=1").expect("the same file is the same library");
    let refused = failure(&two, "");
    for part in [&*one.to_string_lossy(), &*two.to_string_lossy(), "--no-isolate"] {
        assert!(refused.contains(part), "{refused}");
    }
    // The first goes on, undisturbed, its state shared by both specifications.
    let guesses = |backend: &dyn Backend| solve(backend, Goal::First, &[EASY])[0].1;
    let before = guesses(&*first);
    assert_eq!(guesses(&*again), before + 1);
    assert!((1000..2000).contains(&before), "the first build's: {before}");
}

/// The loader keeps all other names apart: each build calls its own functions and has its own state.
#[test]
fn two_builds_of_a_cpp_library_without_such_state_share_a_process_and_nothing_else() {
    let Some(workshop) = Workshop::open() else { return };
    if !has("c++") {
        return skip("there is no C++ compiler called c++");
    }
    let build = |number: u32| {
        let flags = ["-shared", "-fPIC", "-DAPART"];
        workshop.compile("tests/fixtures/twins.cpp", &format!("BUILD={number}"), &flags)
    };
    let (one, two) = (build(1000), build(2000));
    let (one, two) = (open(&one, "").expect("opens"), open(&two, "").expect("opens beside it"));
    let guesses = |backend: &dyn Backend| solve(backend, Goal::First, &[EASY])[0].1;
    let before = (guesses(&*one), guesses(&*two));
    assert!((1000..2000).contains(&before.0) && (2000..3000).contains(&before.1), "{before:?}");
    assert_eq!((guesses(&*one), guesses(&*two)), (before.0 + 1, before.1 + 1));
}

#[test]
fn the_version_changes_with_the_file() {
    let Some(workshop) = Workshop::open() else { return };
    let one = open(&workshop.library("COUNTS_TO_ONE"), "").expect("opens").version();
    let two = open(&workshop.library("COUNTS_TO_TWO"), "").expect("opens").version();
    assert!(one.starts_with("blake3:") && one != two, "{one} {two}");
}

#[test]
fn one_thread_at_a_time_is_in_a_library_nobody_vouches_for() {
    let Some(workshop) = Workshop::open() else { return };
    let backend = open(&workshop.library("GUESSES_DEPEND_ON_THE_PAST"), "").expect("opens");
    // Every call adds one to a plain static: a call lost to a race would show in the sum.
    let puzzles = [EASY_SOLVED; 1000];
    let before = solve(&*backend, Goal::First, &[EASY_SOLVED])[0].1;
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| solve(&*backend, Goal::First, &puzzles));
        }
    });
    assert_eq!(solve(&*backend, Goal::First, &[EASY_SOLVED])[0].1, before + 4001);
}

/// Peers are built outside this repository: SUDOKU_PEERS names the directory of their libraries.
#[test]
fn peers_give_the_solution_of_a_published_puzzle() {
    let Some(peers) = std::env::var_os("SUDOKU_PEERS") else {
        return skip("SUDOKU_PEERS names no directory with peer solvers' libraries");
    };
    let library = Path::new(&peers).join("tdoku-native.so");
    let backend = open(&library, "#TdokuSolverDpllTriadSimd").expect("opens");
    let answers = solve(&*backend, Goal::Unique, &[EASY, TWO, CLASH]);
    assert_eq!(answers.iter().map(|answer| answer.0).collect::<Vec<_>>(), [1, 2, 0]);
    assert_eq!(solve(&*backend, Goal::First, &[EASY])[0].2, EASY_SOLVED);
}

/// What a library in this process prints, also from its constructor and from C's buffers, does not
/// come between the lines of what we print.
#[test]
fn a_library_in_this_process_that_prints_does_not_spoil_standard_output() {
    let Some(workshop) = Workshop::open() else { return };
    let library = workshop.library("CHATTY_FROM_BEGINNING_TO_END");
    let dir = tempfile::tempdir().expect("a directory");
    let spec = format!("dylib:{}", library.display());
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
        let dataset = support::root().join("tests/data/b114_20_unique.txt");
        command.current_dir(dir.path()).args(arguments).arg(dataset);
        command.args(["--no-isolate", "--budget", "1"]).output().expect("starts")
    };
    let output = run(&["run", "--json", "-q", "--solver", &spec, "--threads", "1"]);
    let json: Result<serde_json::Value, _> = serde_json::from_slice(&output.stdout);
    assert!(json.is_ok_and(|json| json.is_array() || json.is_object()), "{output:?}");
    assert!(!output.stderr.is_empty(), "what it printed is there");
    let gate = ["gate", "--no-detail", "--no-pin", "--baseline", &spec, "--candidate", &spec];
    let output = run(&gate);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!text.is_empty() && !text.contains("thinking"), "{output:?}");
}

#[test]
fn a_library_that_ends_the_program_well_does_not_make_it_green() {
    let Some(workshop) = Workshop::open() else { return };
    let library = format!("dylib:{}", workshop.library_on_nine("exit(0)").display());
    let place = tempfile::tempdir().expect("a directory");
    let nine = support::exchanged(EASY, b'5', b'9');
    let puzzles = [&nine[..], b"\n", &EASY[..], b"\n"].concat();
    std::fs::write(place.path().join("puzzles.txt"), puzzles).expect("written");
    let ended = |arguments: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_sudoku-bench"))
            .args(arguments)
            .current_dir(place.path())
            .output()
            .expect("starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let budget = ["puzzles.txt", "--budget", "1"];
    let run = ["run", "--no-isolate", "--solver", &library];
    let gate = ["gate", "--no-isolate", "--baseline", "mrv", "--candidate", &library];
    for arguments in [&run[..], &gate[..]] {
        let (code, said) = ended(&[arguments, &budget].concat());
        assert!(matches!(code, Some(1 | 2)), "{arguments:?}: {code:?} {said}");
    }
    let (code, said) = ended(&["solve", "puzzles.txt", "--solver", &library]);
    assert_eq!(code, Some(2), "solve gives every library a process: {said}");
    assert!(said.contains("exit code 0"), "{said}");
}
