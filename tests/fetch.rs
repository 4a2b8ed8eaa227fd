//! `scripts/fetch-datasets` against a server on this machine: a file is there whole or not at all.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const TEXT: &[u8] = b"1234341221434321\n................\n";
/// By sha256sum.
const HASH: &str = "5098d6ebb54084433868d2ddb22a1b48d1ca95babd88260a5b515171b1da8834";
/// `zip -X -0` of a file with TEXT in it.
const ZIP: &[u8] = include_bytes!("fixtures/two.zip");

struct Server {
    address: String,
    asked: Arc<AtomicUsize>,
}

/// Answers by path, for as long as the test runs.
fn server() -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            counter.fetch_add(1, Ordering::Relaxed);
            std::thread::spawn(move || {
                let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
                let request = lines.next().unwrap().unwrap();
                while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
                let path = request.split(' ').nth(1).unwrap().to_owned();
                let (status, length, body) = match &path[..] {
                    "/whole" => ("200 OK", TEXT.len(), TEXT),
                    "/other" => ("200 OK", 9, &b"not this\n"[..]),
                    "/cut" => ("200 OK", TEXT.len(), &TEXT[..20]),
                    "/slow" => ("200 OK", TEXT.len(), &TEXT[..20]),
                    "/two.zip" => ("200 OK", ZIP.len(), ZIP),
                    _ => ("404 Not Found", 0, &b""[..]),
                };
                let head = format!(
                    "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
                );
                let _ = stream.write_all(head.as_bytes());
                let _ = stream.write_all(body);
                if path == "/slow" {
                    std::thread::sleep(Duration::from_secs(60));
                }
            });
        }
    });
    Server { address, asked }
}

/// The script with a table of these files and paths.
fn script(folder: &Path, server: &Server, rows: &[(&str, &str)]) -> Command {
    let table = folder.join("sources.tsv");
    let mut text = "file\tsha256\tbytes\tpuzzles\turl\tabout\n".to_owned();
    for (file, path) in rows {
        text += &format!("{file}\t{HASH}\t34\t2\t{}{path}\tx\n", server.address);
    }
    fs::write(&table, text).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/fetch-datasets");
    let mut command = Command::new(script);
    command.env("SUDOKU_BENCH_SOURCES", table).arg("--to").arg(folder.join("to"));
    command
}

/// Names in the goal's folder, hidden ones included.
fn left(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("to")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn run(command: &mut Command) -> (Option<i32>, String) {
    let done = command.output().unwrap();
    (done.status.code(), String::from_utf8(done.stderr).unwrap())
}

#[test]
fn whole_files_arrive_and_are_not_fetched_again() {
    let (folder, server) = (tempfile::tempdir().unwrap(), server());
    let rows = [("a.txt", "/whole"), ("b.txt", "/two.zip")];
    let (code, message) = run(script(folder.path(), &server, &rows).arg("--all"));
    assert_eq!(code, Some(0), "{message}");
    assert_eq!(left(folder.path()), ["a.txt", "b.txt"]);
    for name in ["a.txt", "b.txt"] {
        assert_eq!(fs::read(folder.path().join("to").join(name)).unwrap(), TEXT);
    }
    let asked = server.asked.load(Ordering::Relaxed);
    let (code, message) = run(script(folder.path(), &server, &rows).arg("--all"));
    assert_eq!(code, Some(0));
    assert!(message.contains("a.txt: already there"), "{message}");
    assert_eq!(server.asked.load(Ordering::Relaxed), asked);
    fs::write(folder.path().join("to/a.txt"), "spoilt").unwrap();
    assert_eq!(run(script(folder.path(), &server, &rows).arg("a.txt")).0, Some(0));
    assert_eq!(fs::read(folder.path().join("to/a.txt")).unwrap(), TEXT);
}

#[test]
fn nothing_is_left_of_a_file_that_is_wrong_cut_or_missing() {
    let (folder, server) = (tempfile::tempdir().unwrap(), server());
    let rows = [("a.txt", "/other"), ("b.txt", "/cut"), ("c.txt", "/gone"), ("d.txt", "/whole")];
    let (code, message) = run(script(folder.path(), &server, &rows).arg("--all"));
    assert_eq!(code, Some(1));
    assert_eq!(left(folder.path()), ["d.txt"]);
    assert!(message.contains("a.txt: ") && message.contains("is another file"), "{message}");
    assert!(message.contains("b.txt: cannot download"), "{message}");
    assert!(message.contains("c.txt: cannot download"), "{message}");
    let (code, message) = run(script(folder.path(), &server, &rows).arg("e.txt"));
    assert_eq!(code, Some(1));
    assert!(message.contains("e.txt: unknown"), "{message}");
}

#[test]
fn the_next_address_is_tried_when_one_fails() {
    let (folder, server) = (tempfile::tempdir().unwrap(), server());
    let rows = [("a.txt", "/gone"), ("a.txt", "/other"), ("a.txt", "/two.zip")];
    let (code, message) = run(script(folder.path(), &server, &rows).arg("a.txt"));
    assert_eq!(code, Some(0), "{message}");
    assert_eq!(left(folder.path()), ["a.txt"]);
}

#[test]
fn an_interrupted_download_leaves_no_file() {
    let (folder, server) = (tempfile::tempdir().unwrap(), server());
    let mut command = script(folder.path(), &server, &[("a.txt", "/slow")]);
    let mut child = command.arg("a.txt").stderr(Stdio::null()).spawn().unwrap();
    while server.asked.load(Ordering::Relaxed) == 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let visible = left(folder.path()).into_iter().filter(|name| !name.starts_with('.'));
    assert_eq!(visible.count(), 0);
}

#[test]
fn the_table_of_sources_is_well_formed() {
    let table = include_str!("../datasets/SOURCES.tsv");
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        assert_eq!(fields.len(), 6, "{row}");
        assert!(fields[1].len() == 64 && fields[1].bytes().all(|b| b.is_ascii_hexdigit()), "{row}");
        assert!(fields[2..4].iter().all(|number| number.parse::<u64>().is_ok()), "{row}");
        assert!(fields[4].starts_with("http") && !fields[0].contains('/'), "{row}");
    }
}
