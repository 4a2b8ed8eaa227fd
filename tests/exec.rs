//! Any program as a solver: what it says, what it fails to say, and what it leaves behind.

mod support;

use sudoku_bench::foreign::process::confine::Confinement;
use sudoku_bench::foreign::spec;
use sudoku_bench::puzzle::{Order, Puzzles};
use sudoku_bench::solver::{
    Answers, Backend, Clocked, Goal, Grain, Guesses, Search, Solver, SolverError, Stop, Used,
};
use support::{CLASH, EASY, EASY_SOLVED, HELD, TWO, exchanged, has, root, skip, stop_once};

/// Answers the trivial puzzle and the Wikipedia one, and nothing else.
const KNOWS_ONE: &str = r#"
one() { case $1 in
    .*) echo "123456789456789123789123456234567891567891234891234567345678912678912345912345678";;
    53*) echo "534678912672195348198342567859761423426853791713924856961537284287419635345286179";;
    *) NINE;;
esac; }
"#;

fn confinement() -> Confinement {
    let program = env!("CARGO_BIN_EXE_sudoku-bench").into();
    Confinement { program, ..Confinement::default() }
}

/// The command of a target, with an hour for its first answer: a busy machine may need some of it.
fn open(target: &str) -> Result<Box<dyn Backend>, SolverError> {
    let more = if target.contains("?mode=") || target.contains("?orders=") { '&' } else { '?' };
    spec::parse_confined(&format!("exec:{target}{more}patience=3600"), &confinement())
}

fn failure(target: &str) -> String {
    let opened = spec::parse_confined(&format!("exec:{target}"), &confinement());
    opened.err().expect("must not open").to_string()
}

/// A shell solver that does `nine` on a puzzle whose first cell is not 5, in lines mode.
fn script(nine: &str) -> String {
    let functions = KNOWS_ONE.replace("NINE", nine);
    format!("{functions}\nwhile read -r line; do one \"$line\"; done")
}

/// The Wikipedia puzzle with 5 and 9 exchanged: its first cell is 9.
fn nine() -> [u8; 81] {
    exchanged(EASY, b'5', b'9')
}

fn solve(
    solver: &mut dyn Solver,
    cells: &[&[u8; 81]],
    stop: &Stop,
) -> (Result<Clocked, SolverError>, Answers) {
    let puzzles = Puzzles::from_cells(Order::THREE, cells.iter().map(|&one| &one[..]));
    let mut answers = Answers::new(Order::THREE, cells.len());
    let result = solver.solve(&puzzles.block(), stop, &mut answers);
    (result, answers)
}

fn first(backend: &dyn Backend) -> Box<dyn Solver> {
    backend.start(Order::THREE, Goal::First).expect("starts")
}

fn crash(result: Result<Clocked, SolverError>) -> (usize, String) {
    match result {
        Err(SolverError::Crashed { index, why, .. } | SolverError::NoAnswer { index, why, .. }) => {
            (index, why)
        }
        other => panic!("no crash: {other:?}"),
    }
}

#[test]
fn the_python_example_counts_and_guesses() {
    if !has("python3") {
        return skip("there is no python3");
    }
    let path = root().join("examples/python/solver.py");
    let backend = open(&format!("python3 '{}'?orders=2-4&guesses=exact", path.display()));
    let backend = backend.expect("opens");
    let abilities = backend.abilities();
    assert_eq!((abilities.counts_to, abilities.guesses), (u32::MAX, Guesses::Exact));
    let mut solver = backend.start(Order::THREE, Goal::Unique).expect("starts");
    for _ in 0..2 {
        let (result, answers) =
            solve(&mut *solver, &[EASY, TWO, CLASH, EASY_SOLVED], &Stop::never());
        // Which process solved, and for how long, cannot be seen from outside: no figure is better than 0.
        assert!(
            matches!(result, Ok(Clocked::BySolver { ns: 1.., used: Used::UNKNOWN })),
            "{result:?}"
        );
        assert_eq!([0, 1, 2, 3].map(|i| answers.get(i).count), [1, 2, 0, 1]);
        assert_eq!(answers.get(0).solution, Some(&EASY_SOLVED[..]));
    }
    assert!(solver.peak_rss_bytes().is_some_and(|bytes| bytes > 1 << 20));
    let batch = open(&format!("python3 '{}'?mode=batch", path.display())).expect("opens");
    assert_eq!(batch.abilities().grain, Grain::Whole);
    let mut solver = batch.start(Order::THREE, Goal::Unique).expect("starts");
    let (result, answers) = solve(&mut *solver, &[EASY, TWO, CLASH], &Stop::never());
    let Ok(Clocked::BySolver { used, .. }) = result else { panic!("{result:?}") };
    assert!(used.cpu_ns.is_some_and(|ns| ns > 0), "it was waited for: {used:?}");
    assert_eq!([0, 1, 2].map(|i| answers.get(i).count), [1, 2, 0]);
}

#[test]
fn the_shell_example_finds_one_solution() {
    let path = root().join("examples/shell/solver.sh");
    let backend = open(&format!("sh '{}'", path.display())).expect("opens");
    assert_eq!((backend.abilities().counts_to, backend.abilities().guesses), (1, Guesses::None));
    let refused = backend.start(Order::THREE, Goal::Unique).err().expect("gives no count");
    assert!(refused.to_string().contains("no count"), "{refused}");
    let (result, answers) = solve(&mut *first(&*backend), &[EASY, CLASH], &Stop::never());
    assert!(result.is_ok(), "{result:?}");
    assert_eq!(answers.get(0).solution, Some(&EASY_SOLVED[..]));
    assert_eq!((answers.get(1).count, answers.get(1).search), (0, Search::Complete));
}

#[test]
fn every_way_to_fail_names_its_puzzle_and_keeps_the_answers_before() {
    let ways = [
        ("kill -SEGV $$", "signal 11 (SIGSEGV)"),
        ("echo bye >&2; exit 7", "exit code 7, last words: bye"),
        ("exit 0", "exit code 0"),
        ("printf 5346; exit 0", "exit code 0"),
        ("echo 'thinking...'", "\"thinking...\""),
        ("echo 5346", "\"5346\""),
        ("yes '' | head -c 1000000000", "not a reply"),
        ("yes '' | tr -d '\\n' | cat /dev/zero", "more than one reply a puzzle"),
        ("exec >&-; sleep 9", "its output ended"),
    ];
    for (statement, why) in ways {
        let backend = open(&script(statement)).expect(statement);
        let mut solver = first(&*backend);
        let (result, answers) = solve(&mut *solver, &[EASY, &nine(), EASY], &Stop::never());
        assert!(result.is_err(), "{statement}");
        let (index, said) = crash(result);
        assert!(said.contains(why), "{statement}: {said}");
        assert_eq!(index, 1, "{statement}: {said}");
        assert_eq!(answers.get(0).solution, Some(&EASY_SOLVED[..]), "{statement}");
        assert_ne!(answers.get(2).search, Search::Complete, "{statement}");
        let (result, answers) = solve(&mut *solver, &[EASY], &Stop::never());
        assert!(result.is_ok() && answers.get(0).count == 1, "a fresh child goes on: {statement}");
    }
}

#[test]
fn a_reply_too_many_is_not_taken_for_the_next_answer() {
    let backend = open(&script("printf -- '-\\n-\\n'")).expect("opens"); // in one write
    let mut solver = first(&*backend);
    let (_, why) = crash(solve(&mut *solver, &[&nine()], &Stop::never()).0);
    assert!(why.contains("more than one reply a puzzle"), "{why}");
}

#[test]
fn a_stop_kills_whoever_hangs_in_whatever_way() {
    let ways = ["sleep 1000", ":", "printf 5346; sleep 1000", "trap '' TERM; sleep 1000"];
    let dir = tempfile::tempdir().expect("a directory");
    for (i, statement) in ways.iter().enumerate() {
        let mark = dir.path().join(i.to_string());
        let marked = format!(": > '{}'; {statement}", mark.display());
        let backend = open(&script(&marked)).expect(statement);
        let mut solver = first(&*backend);
        let stop = Stop::never();
        let ((result, answers), late) =
            stop_once(&mark, &stop, || solve(&mut *solver, &[EASY, &nine()], &stop));
        eprintln!("{statement:?}: ended {} us after the stop", late.as_micros());
        let Ok(Clocked::BySolver { ns, .. }) = result else { panic!("{statement}: {result:?}") };
        assert!(ns >= HELD.as_nanos() as u64, "the time until the kill counts: {ns}");
        assert_eq!(answers.get(0).count, 1, "{statement}");
        assert_eq!(answers.get(1).search, Search::Incomplete, "{statement}");
    }
}

#[test]
fn a_slow_answer_is_an_answer_and_its_time_counts() {
    let backend = open(&script("sleep 1; echo -")).expect("opens");
    let (result, answers) = solve(&mut *first(&*backend), &[EASY, &nine(), EASY], &Stop::never());
    let Ok(Clocked::BySolver { ns, .. }) = result else { panic!("{result:?}") };
    assert!(ns >= 1_000_000_000, "{ns}");
    assert_eq!([0, 1, 2].map(|i| answers.get(i).count), [1, 0, 1]);
    assert!((0..3).all(|i| answers.get(i).search == Search::Complete));
}

/// A block's time and timeout are its own: the start of what a kill has taken away is not in them.
#[test]
fn after_a_kill_the_next_process_is_up_before_its_block() {
    let dir = tempfile::tempdir().expect("a directory");
    let (starts, mark) = (dir.path().join("starts"), dir.path().join("mark"));
    let hang = script(&format!(": > '{}'; sleep 1000", mark.display()));
    let counted = format!("echo started >> '{}'\n{hang}", starts.display());
    let started = || std::fs::read_to_string(&starts).unwrap_or_default().lines().count();
    let backend = open(&counted).expect("opens");
    let mut solver = first(&*backend);
    solver.prepare(&Stop::never()).expect("comes up");
    assert_eq!(started(), 2, "for the first question, and for the worker");
    let stop = Stop::never();
    let ((result, answers), _) = stop_once(&mark, &stop, || solve(&mut *solver, &[&nine()], &stop));
    assert!(result.is_ok() && answers.get(0).search == Search::Incomplete, "{result:?}");
    solver.prepare(&Stop::never()).expect("comes up");
    assert_eq!(started(), 3);
    stop.next();
    let (result, answers) = solve(&mut *solver, &[EASY], &stop);
    assert_eq!((answers.get(0).count, started()), (1, 3), "{result:?}");
}

#[test]
fn a_gigabyte_on_stderr_disturbs_nobody() {
    let noisy = script("yes | head -c 1000000000 >&2; echo -");
    let (result, answers) =
        solve(&mut *first(&*open(&noisy).expect("opens")), &[&nine(), EASY], &Stop::never());
    assert!(result.is_ok(), "{result:?}");
    assert_eq!([0, 1].map(|i| answers.get(i).count), [0, 1]);
}

/// Carriage returns alone, as on old systems: each reply counts once it has come.
#[test]
fn lines_may_end_by_carriage_returns_alone() {
    let reply = |end: &str| {
        let grid = String::from_utf8_lossy(EASY_SOLVED);
        format!(
            "while read -r p; do case $p in 53*) printf '{grid}{end}';; *) printf '%s{end}' -;; esac; done"
        )
    };
    for end in ["\\r", "\\n", "\\r\\n"] {
        for mode in ["lines", "batch"] {
            let backend = open(&format!("{}?mode={mode}", reply(end))).expect("opens");
            let mut solver = first(&*backend);
            for _ in 0..2 {
                let (result, answers) = solve(&mut *solver, &[EASY, CLASH, EASY], &Stop::never());
                assert!(result.is_ok(), "{mode} {end}: {result:?}");
                let counts = [0, 1, 2].map(|i| answers.get(i).count);
                assert_eq!(counts, [1, 0, 1], "{mode} {end}");
                assert_eq!(answers.get(2).solution, Some(&EASY_SOLVED[..]));
            }
        }
    }
}

#[test]
fn a_program_that_is_missing_or_may_not_be_run_is_refused_at_once_in_every_mode() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("solver.py");
    std::fs::write(&file, "print(1)").expect("written");
    let file = file.display();
    for mode in ["lines", "batch", "once"] {
        let absent = failure(&format!("no-such-solver --fast?mode={mode}"));
        assert!(
            absent.contains("exit code 127") && absent.contains("not found"),
            "{mode}: {absent}"
        );
        let forbidden = failure(&format!("{file}?mode={mode}"));
        let remedy = format!("write exec:\"python3 {file}\"");
        assert!(forbidden.contains(&remedy), "{mode}: {forbidden}");
    }
}

#[test]
fn what_cannot_answer_says_how_to_make_it() {
    let silent = failure("sleep 5?patience=1");
    assert!(silent.contains("within 1 s") && silent.contains("?mode=once"), "{silent}");
    let greeting = failure("echo Welcome to my solver; cat");
    assert!(greeting.contains("\"Welcome to my solver\""), "{greeting}");
    // Reads to the end of its input before it says anything.
    let buffered = failure("sort?patience=1");
    assert!(buffered.contains("flush") && buffered.contains("?mode=batch"), "{buffered}");
    assert!(open("sort?mode=batch").is_ok());
}

#[test]
fn a_batch_that_says_too_little_crashed_on_the_first_puzzle_left() {
    let script = format!(
        "{}\nwhile read -r line; do one \"$line\"; done",
        KNOWS_ONE.replace("NINE", "exit 3")
    );
    let backend = open(&format!("{script}?mode=batch")).expect("opens");
    let (result, answers) = solve(&mut *first(&*backend), &[EASY, &nine(), EASY], &Stop::never());
    let (index, why) = crash(result);
    assert_eq!((index, answers.get(0).count), (1, 1));
    assert!(why.contains("exit code 3") && why.contains("1 of 3"), "{why}");
}

#[test]
fn a_process_a_puzzle_is_asked_in_numbers_and_answers_in_prose() {
    let dir = tempfile::tempdir().expect("a directory");
    let mark = dir.path().join("mark");
    let program = "read -r a rest; case $a in 5) echo 'Your solution:'; printf '%s\\n' \
        '5 3 4 6 7 8 9 1 2' '6 7 2 1 9 5 3 4 8' '1 9 8 3 4 2 5 6 7' '8 5 9 7 6 1 4 2 3' \
        '4 2 6 8 5 3 7 9 1' '7 1 3 9 2 4 8 5 6' '9 6 1 5 3 7 2 8 4' '2 8 7 4 1 9 6 3 5' \
        '3 4 5 2 8 6 1 7 9';; 0) echo 'no result.';; 9) kill -ABRT $$;; 8) : > 'MARK'; sleep 1000;; esac";
    let program = program.replace("MARK", &mark.display().to_string());
    let backend = open(&format!("{program}?mode=once")).expect("opens");
    let mut solver = first(&*backend);
    let (result, answers) = solve(&mut *solver, &[EASY, TWO, &nine(), EASY], &Stop::never());
    let (index, why) = crash(result);
    assert_eq!(index, 2);
    assert!(why.contains("SIGABRT"), "{why}");
    assert_eq!(answers.get(0).solution, Some(&EASY_SOLVED[..]));
    assert_eq!((answers.get(1).count, answers.get(1).search), (0, Search::Complete));
    let (stop, eight) = (Stop::never(), exchanged(EASY, b'5', b'8'));
    let ((result, answers), late) =
        stop_once(&mark, &stop, || solve(&mut *solver, &[EASY, &eight], &stop));
    eprintln!("once: ended {} us after the stop", late.as_micros());
    assert!(result.is_ok(), "{result:?}");
    assert_eq!((answers.get(0).count, answers.get(1).search), (1, Search::Incomplete));
    assert!(solver.peak_rss_bytes().is_some());
}

/// The replies of `mode=lines` are found in `mode=once`, too: a grid with a count and guesses.
#[test]
fn the_python_example_answers_one_process_a_puzzle() {
    if !has("python3") {
        return skip("there is no python3");
    }
    let path = root().join("examples/python/solver.py");
    let backend = open(&format!("python3 '{}'?mode=once&input=line", path.display()));
    let mut solver = first(&*backend.expect("opens"));
    let (result, answers) = solve(&mut *solver, &[EASY, CLASH], &Stop::never());
    assert!(result.is_ok(), "{result:?}");
    assert_eq!(answers.get(0).solution, Some(&EASY_SOLVED[..]));
    assert_eq!((answers.get(1).count, answers.get(1).search), (0, Search::Complete));
}

#[test]
fn a_process_that_prints_no_grid_has_claimed_nothing() {
    let loud =
        "cat > /dev/null; printf 'begin\\033[1m'; yes step | head -c 30000000; echo end; exit ";
    let solved_before = format!("echo {}; {loud}", String::from_utf8_lossy(EASY_SOLVED));
    let answer = |command: &str, code: u8| {
        let backend = open(&format!("{command}{code}?mode=once")).expect("opens");
        solve(&mut *first(&*backend), &[EASY], &Stop::never())
    };
    for code in [0, 3] {
        let (result, answers) = answer(loud, code);
        assert!(matches!(result, Err(SolverError::NoAnswer { .. })) == (code == 0), "{result:?}");
        let (_, why) = crash(result);
        let begin =
            format!("no grid in its output (exit code {code}); it printed 30000013 bytes: ");
        assert!(why.starts_with(&begin) && why.contains("\"begin\\u{1b}[1mstep\\n"), "{why}");
        assert!(why.contains("end\\n\", of which the first 4 MiB and the last 12 MiB"), "{why}");
        assert_ne!(answers.get(0).search, Search::Complete);
    }
    let (result, answers) = answer(&solved_before, 1);
    assert!(result.is_ok() && answers.get(0).count == 1, "{result:?}");
    let (_, why) = crash(answer("cat > /dev/null; echo 'module missing' >&2; exit ", 1).0);
    assert!(why.contains("last words: module missing") && why.contains("printed nothing"), "{why}");
}

#[test]
fn the_memory_limit_holds_for_commands() {
    if !has("python3") {
        return skip("there is no python3");
    }
    let limited = Confinement { memory_limit: Some(200 << 20), ..confinement() };
    let program = "python3 -c 'x = bytearray(1 << 30)'?mode=once";
    let backend = spec::parse_confined(&format!("exec:{program}"), &limited).expect("opens");
    let (_, why) = crash(solve(&mut *first(&*backend), &[EASY], &Stop::never()).0);
    assert!(why.contains("exit code 1"), "{why}");
}

#[test]
fn the_echo_answers_as_open_what_it_cannot_know() {
    let backend = spec::parse_confined(sudoku_bench::solver::PIPE, &confinement()).expect("opens");
    let mut solver = backend.start(Order::THREE, Goal::Unique).expect("starts");
    let (result, answers) = solve(&mut *solver, &[EASY, EASY_SOLVED], &Stop::never());
    assert!(result.is_ok(), "{result:?}");
    assert_eq!(answers.get(0).search, Search::Incomplete);
    assert_eq!(answers.get(1).solution, Some(&EASY_SOLVED[..]));
}
