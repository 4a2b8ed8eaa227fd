//! Valgrind: where it is, how it is asked to count, and what it has counted.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

/// Valgrind on this machine.
#[derive(Clone, Debug)]
pub(crate) struct Valgrind {
    program: PathBuf,
    /// Its name and version, as it says itself.
    pub version: String,
}

/// Why there is no valgrind to count with.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ToolError {
    /// It is not installed.
    #[error(
        "valgrind, which counts the instructions, is not on the PATH; install it (Debian and Ubuntu: \
         apt-get install valgrind), or compare times: leave out --count"
    )]
    Missing,
    /// It is, and does not run.
    #[error("{path} does not run: {why}; install valgrind anew, or leave out --count", path = program.display())]
    Broken {
        /// Where it is.
        program: PathBuf,
        /// What happened.
        why: String,
    },
}

/// What begins the name of a file with counts, and of one with messages.
const COUNTS: &str = "counts.";
const MESSAGES: &str = "messages.";

impl Valgrind {
    /// The one on the PATH.
    ///
    /// # Errors
    /// When there is none, or it does not run.
    pub(crate) fn find() -> Result<Self, ToolError> {
        let places = std::env::var_os("PATH").unwrap_or_default();
        let programs = std::env::split_paths(&places).map(|place| place.join("valgrind"));
        let program = programs.into_iter().find(|path| path.is_file()).ok_or(ToolError::Missing)?;
        let broken = |why: String| ToolError::Broken { program: program.clone(), why };
        let asked = Command::new(&program).arg("--version").stdin(Stdio::null()).output();
        let asked = asked.map_err(|error| broken(error.to_string()))?;
        let version = String::from_utf8_lossy(&asked.stdout).trim().to_owned();
        if !asked.status.success() || !version.starts_with("valgrind") {
            return Err(broken(String::from_utf8_lossy(&asked.stderr).trim().to_owned()));
        }
        Ok(Self { program, version })
    }

    /// The command that counts `target`, a program and its arguments, and all that it starts; counts
    /// and messages go to files in `folder`.
    pub(crate) fn command(&self, folder: &Path, target: &[String]) -> Vec<String> {
        // In these names a percent sign begins a variable.
        let folder = folder.display().to_string().replace('%', "%%");
        let mut command = vec![
            self.program.display().to_string(),
            "--tool=cachegrind".to_owned(),
            "--cache-sim=no".to_owned(),
            "--branch-sim=no".to_owned(),
            "--trace-children=yes".to_owned(),
            "--vgdb=no".to_owned(),
            format!("--cachegrind-out-file={folder}/{COUNTS}%p"),
            format!("--log-file={folder}/{MESSAGES}%p"),
        ];
        command.extend_from_slice(target);
        command
    }
}

/// Instructions counted by all processes of a command; nothing where none ended in peace.
///
/// # Errors
/// When the files cannot be read.
pub(crate) fn counted(folder: &Path) -> io::Result<Option<u64>> {
    let mut total = None;
    for text in texts(folder, COUNTS)? {
        let sum = text.lines().rev().find_map(|line| line.strip_prefix("summary:"));
        let sum = sum.and_then(|sum| sum.split_whitespace().next()?.parse::<u64>().ok());
        total = sum.map(|sum| sum + total.unwrap_or(0)).or(total);
    }
    Ok(total)
}

/// The bytes of an instruction that valgrind does not know, if it met one.
///
/// # Errors
/// When the files cannot be read.
pub(crate) fn unknown_instruction(folder: &Path) -> io::Result<Option<String>> {
    let line = |text: String| text.lines().find_map(unknown_in);
    Ok(texts(folder, MESSAGES)?.into_iter().find_map(line))
}

fn unknown_in(line: &str) -> Option<String> {
    if let Some((_, bytes)) = line.split_once("unhandled instruction bytes:") {
        return Some(bytes.trim().to_owned());
    }
    line.contains("Unrecognised instruction").then(|| "of unknown bytes".to_owned())
}

fn texts(folder: &Path, prefix: &str) -> io::Result<Vec<String>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        if name.starts_with(prefix) {
            texts.push(String::from_utf8_lossy(&fs::read(&path)?).into_owned());
        }
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_all_processes_are_added_and_unknown_instructions_found() {
        let dir = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
        assert_eq!(counted(dir.path()).unwrap(), None);
        write("counts.7", "events: Ir\nfn=summary\n1 5\nsummary: 1234\n");
        write("counts.8", "summary: 1000 2 3\n");
        write("counts.9", "events: Ir\n"); // of a process that was killed
        write("messages.7", "==7== vex: nothing\n");
        assert_eq!(counted(dir.path()).unwrap(), Some(2234));
        assert_eq!(unknown_instruction(dir.path()).unwrap(), None);
        write(
            "messages.8",
            "vex amd64->IR: unhandled instruction bytes: 0x62 0xF1 0x7C\n==8== x\n",
        );
        assert_eq!(unknown_instruction(dir.path()).unwrap().unwrap(), "0x62 0xF1 0x7C");
    }

    #[test]
    fn a_percent_sign_in_the_folder_s_name_is_no_variable() {
        let tool = Valgrind { program: "valgrind".into(), version: String::new() };
        let command = tool.command(Path::new("/tmp/50%"), &["sh".to_owned()]);
        assert!(command.contains(&"--log-file=/tmp/50%%/messages.%p".to_owned()), "{command:?}");
        assert_eq!(command.last().unwrap(), "sh");
    }
}
