//! Compiles the C solvers that tests and benches call.

#![allow(dead_code, reason = "each test program uses a part of this")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Says on stderr, past the test harness's capture, that something was not tested.
pub fn skip(what: &str) {
    let _ = writeln!(std::io::stderr(), "SKIPPED: {what}");
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
        if Command::new("cc").arg("--version").output().is_err() {
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

    /// Compiles one C file of the repository with `-DDEFINE` and more arguments.
    pub fn compile(&self, source: &str, define: &str, arguments: &[&str]) -> PathBuf {
        let to = self.dir.path().join(format!("{}.so", define.to_lowercase()));
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
