//! Compiles the C solvers that tests and benches call.

#![allow(dead_code, reason = "each test program uses a part of this")]

pub mod pages;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use sudoku_bench::solver::Stop;

/// The puzzle and solution of Wikipedia's article "Sudoku".
pub const EASY: &[u8; 81] =
    b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// The solution of [`EASY`].
pub const EASY_SOLVED: &[u8; 81] =
    b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// Two solutions (Sudopedia, "Invalid Test Cases").
pub const TWO: &[u8; 81] =
    b".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.";
/// No solution: two fives in the first row.
pub const CLASH: &[u8; 81] =
    b"5.5.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A grid with two digits exchanged.
pub fn exchanged(grid: &[u8; 81], a: u8, b: u8) -> [u8; 81] {
    grid.map(|cell| {
        if cell == a {
            b
        } else if cell == b {
            a
        } else {
            cell
        }
    })
}

/// Says on stderr, past the test harness's capture, that something was not tested.
pub fn skip(what: &str) {
    let _ = writeln!(std::io::stderr(), "SKIPPED: {what}");
}

/// Whether a program can be run.
pub fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// How long [`stop_once`] lets a solver hang.
pub const HELD: Duration = Duration::from_millis(50);

/// Does `then`, and meanwhile, once the file `mark` has appeared and a while has passed, raises the
/// stop sign: no solver is stopped before it is where it was to be stopped, however slow the machine.
/// Returns also how long after the stop `then` was done.
pub fn stop_once<T>(mark: &Path, stop: &Stop, then: impl FnOnce() -> T) -> (T, Duration) {
    std::thread::scope(|scope| {
        let raised = scope.spawn(move || {
            while !mark.exists() {
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(HELD);
            stop.stop(stop.generation());
            Instant::now()
        });
        let result = then();
        let done = Instant::now();
        let raised = raised.join().expect("no panic");
        (result, done.saturating_duration_since(raised))
    })
}

/// The repository's root.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A C compiler's output directory, gone when dropped.
pub struct Workshop {
    dir: tempfile::TempDir,
}

impl Workshop {
    /// A workshop, or a loud skip where there is no C compiler.
    pub fn open() -> Option<Self> {
        if !has("cc") {
            skip("there is no C compiler called cc, so no C solver was built");
            return None;
        }
        Some(Self { dir: tempfile::tempdir().expect("a directory for libraries") })
    }

    /// Where the libraries are.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Builds `tests/fixtures/library.c` as the library with this peculiarity.
    pub fn library(&self, peculiarity: &str) -> PathBuf {
        self.compile("tests/fixtures/library.c", peculiarity, &["-shared", "-fPIC"])
    }

    /// Builds a library that runs this C statement before it solves a puzzle whose first cell
    /// is 9.
    pub fn library_on_nine(&self, statement: &str) -> PathBuf {
        self.library(&format!("ON_NINE={statement}"))
    }

    /// Compiles one C file of the repository with `-DDEFINE` and more arguments.
    pub fn compile(&self, source: &str, define: &str, arguments: &[&str]) -> PathBuf {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
        let name: String = define.chars().map(plain).collect();
        let to = self.dir.path().join(format!("{name}.so"));
        let output = Command::new("cc")
            .args([
                "-O2",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-Wno-unused-function",
                "-Wno-unused-parameter",
            ])
            .args(arguments)
            .arg(format!("-D{define}"))
            .arg("-o")
            .arg(&to)
            .arg(root().join(source))
            .output()
            .expect("cc runs");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{source} with {define}: {messages}");
        to
    }
}
