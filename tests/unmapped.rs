//! Files that cannot be mapped are read: where sharing is refused, as some network and user-space
//! file systems do, where mapping is refused altogether, and where the system's own files are not
//! on any disk.
#![cfg(target_os = "linux")]

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use support::{Workshop, skip};

/// Two easy puzzles of an article on brute force, and one that lacks a cell.
const PUZZLES: &str = "\
.4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.
9.1..4.........296.8....4.721...6.....6.23..4.5.94.........8.4.....7..3.....316.5
123
";

struct Outcome {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Runs a verb, with a library before all others if there is one.
fn call(folder: &Path, arguments: &str, library: Option<(&Path, &str)>) -> Outcome {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
    program.current_dir(folder).args(arguments.split_whitespace());
    if let Some((library, refuse)) = library {
        program
            .env("LD_PRELOAD", library)
            .env("REFUSE", refuse)
            .env("REFUSED", folder.join("mark"));
    }
    let done = program.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Outcome { code: done.status.code(), out: text(&done.stdout), err: text(&done.stderr) }
}

#[test]
fn every_verb_reads_a_file_that_cannot_be_shared_or_not_be_mapped_at_all() {
    let Some(workshop) = Workshop::open() else { return };
    let library = workshop.compile(
        "tests/fixtures/refuse_mmap.c",
        "PRELOADED",
        &["-shared", "-fPIC", "-ldl"],
    );
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("unmapped.txt"), PUZZLES).unwrap();
    let mark = folder.path().join("mark");
    for arguments in [
        "check unmapped.txt",
        "sample unmapped.txt -n 1 --seed 1",
        "solve unmapped.txt",
        "solve unmapped.txt --strict",
        "candidates unmapped.txt",
    ] {
        let mapped = call(folder.path(), arguments, None);
        for refuse in ["shared", "all"] {
            let read = call(folder.path(), arguments, Some((&library, refuse)));
            if !mark.exists() {
                skip("this system preloads no library, so no mapping was refused");
                return;
            }
            fs::remove_file(&mark).unwrap();
            let what = format!("{arguments}, {refuse} refused: {}", read.err);
            assert_eq!((read.code, &read.out), (mapped.code, &mapped.out), "{what}");
            assert_eq!(read.err, mapped.err, "{what}");
        }
    }
    let run = "run unmapped.txt --solver mrv --budget 0.3 --threads 1 --quiet";
    for refuse in ["shared", "all"] {
        let read = call(folder.path(), run, Some((&library, refuse)));
        assert!(read.code == Some(0) && read.out.contains("all 2"), "{}{}", read.out, read.err);
    }
}

/// The kernel's configuration has a length, is regular and packed, and cannot be mapped; so is, but
/// for the packing, what sysfs says of processors. Neither is a list of puzzles, which is what is said.
#[test]
fn files_of_the_system_s_own_are_read_and_their_lines_named() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["/proc/config.gz", "/sys/devices/system/cpu/online"] {
        if !Path::new(file).exists() {
            skip(&format!("there is no {file}"));
            continue;
        }
        let Outcome { code, err, .. } = call(folder.path(), &format!("check {file}"), None);
        assert_eq!(code, Some(2), "{err}");
        let is_read = [" holds no puzzle", " can be read in more than one way"];
        assert!(is_read.iter().any(|what| err.contains(&format!("{file}{what}"))), "{err}");
    }
}
