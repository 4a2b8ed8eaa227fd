//! Inputs that are damaged, endless, oddly named or about to be overwritten, as a user meets them.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use flate2::Compression;
use flate2::write::GzEncoder;

const V01: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
/// Without a solution, and with several: sudopedia's test cases, as in tests/data.
const NONE: &str = include_str!("data/u03_unsolvable_box.txt");
const TWO: &str = include_str!("data/m02_two_solutions.txt");

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.0.path().join(name.as_ref())
    }

    fn file(&self, name: impl AsRef<OsStr>, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, content).unwrap();
        path
    }

    /// Exit code, standard output and standard error; `FILE` in the arguments is the path.
    fn call(&self, args: &str, file: &Path) -> (Option<i32>, String, String) {
        let mut program = Command::cargo_bin("sudoku-bench").unwrap();
        program.current_dir(self.0.path()).timeout(std::time::Duration::from_secs(300));
        for word in args.split_whitespace() {
            if word == "FILE" {
                program.arg(file)
            } else {
                program.arg(word)
            };
        }
        let done = program.output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (done.status.code(), text(&done.stdout), text(&done.stderr))
    }
}

#[test]
fn check_names_the_lines_of_what_is_not_proper_and_all_of_them_on_request() {
    let place = Place::new();
    let [none, two] = [NONE, TWO].map(str::trim);
    let file =
        place.file("x.txt", format!("{V01}\n{none}\n{two}\n{}", format!("{V01}\n").repeat(9)));
    let (code, out, err) = place.call("check FILE", &file);
    assert_eq!(code, Some(0), "{err}");
    for line in [
        "solutions  10 with one, 1 with none, 1 with several",
        "line 2: no solution",
        "line 3: several solutions",
        "repeated   9",
        "line 8 repeats line 1\n             4 more; --list names all",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    let (_, out, _) = place.call("check FILE --list", &file);
    assert!(out.contains("line 12 repeats line 1\n") && !out.contains("more"), "{out}");
}

#[test]
fn a_damaged_solution_is_reported_by_line_and_column() {
    let place = Place::new();
    let solved =
        "162857493534129678789643521475312986913586742628794135356478219241935867897261354";
    let bad = solved.replacen('9', "?", 1);
    let file = place.file("x.csv", format!("puzzle,solution\n{V01},{solved}\n{V01},{bad}\n"));
    let (code, out, err) = place.call("check FILE", &file);
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("line 3, column 90: found '?'"), "{err}");
    assert!(out.contains("solution column: 1, of which 0 are wrong"), "{out}");
}

#[test]
fn outputs_onto_inputs_or_onto_each_other_are_refused_before_anything_is_opened() {
    let place = Place::new();
    let text = format!("{V01}\n");
    let file = place.file("data.txt", &text);
    symlink("data.txt", place.path("link")).unwrap();
    fs::hard_link(&file, place.path("hard")).unwrap();
    let gate = "gate FILE --baseline mrv --candidate mrv --budget 1";
    for (args, message) in [
        ("run FILE --budget 1 --solver mrv --per-puzzle data.txt", "--per-puzzle data.txt"),
        ("run FILE --budget 1 --solver mrv --per-puzzle link", "--per-puzzle link"),
        (&format!("{gate} --junit hard"), "--junit hard"),
        (&format!("{gate} --markdown ./link"), "--markdown ./link"),
        (&format!("{gate} --export bmf --export-file data.txt"), "--export-file data.txt"),
        (
            &format!("{gate} --junit new --markdown ../{}/new", name(&place)),
            "--markdown and --junit",
        ),
    ] {
        let (code, _, err) = place.call(args, &file);
        assert_eq!(code, Some(2), "{args}: {err}");
        assert!(err.contains(message), "{args}: {err}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "{args}");
        assert!(!place.path("new").exists() && !place.path("reports").exists(), "{args}");
    }
    let run = place.path("run");
    fs::create_dir(&run).unwrap();
    fs::write(run.join("records.csv"), "rows").unwrap();
    let (code, _, err) = place.call("compare FILE --markdown run/records.csv", &run);
    assert_eq!(
        (code, fs::read_to_string(run.join("records.csv")).unwrap()),
        (Some(2), "rows".into())
    );
    assert!(err.contains("--markdown run/records.csv would overwrite"), "{err}");
}

fn name(place: &Place) -> String {
    place.0.path().file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn standard_output_onto_the_dataset_is_refused() {
    let place = Place::new();
    let file = place.file("data.txt", format!("{V01}\n"));
    for verb in ["solve", "sample", "check"] {
        let out = fs::OpenOptions::new().append(true).open(&file).unwrap();
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
        let done = program.args([verb.as_ref(), file.as_os_str()]).stdout(out).output().unwrap();
        let message = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{verb}: {message}");
        assert!(message.contains("standard output goes to"), "{verb}: {message}");
        assert_eq!(fs::metadata(&file).unwrap().len(), 82, "{verb}");
    }
}

#[test]
fn names_that_are_no_text_are_read_by_every_verb_and_shown_escaped() {
    let place = Place::new();
    let file = place.file(OsStr::from_bytes(b"a\xffb\n.txt"), format!("{V01}\n").repeat(20));
    for args in [
        "check FILE",
        "sample FILE -n 1 --seed 1",
        "solve FILE",
        "run FILE --solver mrv --budget 0.5",
    ] {
        let (code, out, err) = place.call(args, &file);
        assert_eq!(code, Some(0), "{args}: {out}{err}");
        assert!(!(out + &err).contains('\u{fffd}'), "{args}");
    }
    let one = place.file(OsStr::from_bytes(b"\xff.txt"), V01);
    assert_eq!(place.call("candidates FILE", &one).0, Some(0));
    let (_, out, _) = place.call("check FILE", &file);
    assert!(out.contains("a\\xffb\\n.txt\n"), "{out}");
}

#[test]
fn what_never_ends_or_is_no_text_is_refused_by_its_first_block() {
    let place = Place::new();
    let sparse = place.path("binary");
    fs::File::create(&sparse).unwrap().set_len(20 << 30).unwrap();
    for file in [Path::new("/dev/zero"), &sparse] {
        for args in ["check FILE", "solve FILE", "run FILE --budget 1 --solver mrv"] {
            let (code, _, err) = place.call(args, file);
            assert_eq!(code, Some(2), "{args}: {err}");
            assert!(err.contains("is a binary file"), "{args}: {err}");
        }
    }
}

#[test]
fn a_bomb_ends_at_the_limit() {
    let place = Place::new();
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(format!("{V01}\n").repeat(50_000).as_bytes()).unwrap();
    let file = place.file("bomb.txt.gz", packed.finish().unwrap());
    for verb in ["check", "solve"] {
        let (code, out, err) = place.call(&format!("{verb} FILE --max-unpacked 1M"), &file);
        assert_eq!((code, &out[..]), (Some(2), ""), "{verb}: {err}");
        assert!(err.contains("more than 1048576 bytes") && err.contains("--max-unpacked"), "{err}");
    }
    assert_eq!(place.call("check FILE --max-unpacked 5M", &file).0, Some(0));
}

#[test]
fn the_hint_for_xz_names_the_command() {
    let place = Place::new();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/e19_xz.txt.xz");
    let (code, _, err) = place.call("run FILE", &file);
    assert_eq!(code, Some(2));
    assert!(err.contains("xz -dc FILE | sudoku-bench run -"), "{err}");
}

/// What was copied to be read has another place than its file, which does not call for a remark.
#[test]
fn copies_of_packed_piped_and_converted_files_are_no_replaced_files() {
    let place = Place::new();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let piped = place.path("fifo");
    rustix::fs::mknodat(rustix::fs::CWD, &piped, rustix::fs::FileType::Fifo, 0o600.into(), 0)
        .unwrap();
    for args in ["check FILE", "sample FILE -n 1 --seed 1", "run FILE --solver mrv --budget 0.2"] {
        for name in
            ["e18_zstd.txt.zst", "b127_padded.txt.gz", "f03_collection.sdm", "b116_pretty.json"]
        {
            let (code, _, err) = place.call(args, &data.join(name));
            assert!(code == Some(0) && !err.contains("replaced"), "{args} {name}: {err}");
        }
        let writer = std::thread::spawn({
            let piped = piped.clone();
            move || fs::write(piped, format!("{V01}\n"))
        });
        let (code, _, err) = place.call(args, &piped);
        writer.join().unwrap().unwrap();
        assert!(code == Some(0) && !err.contains("replaced"), "{args}, a pipe: {err}");
    }
}
