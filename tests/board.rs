//! The board on a real terminal: a session from the opening of a file to the solved grid, and all that
//! may happen to a terminal meanwhile. Its pictures stand in docs/BOARD.md.
#![cfg(unix)]

mod support;

use std::fs;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use sudoku_bench::board::keys::HELP;
use support::{EASY, EASY_SOLVED, has, root, skip};

const PROGRAM: &str = env!("CARGO_BIN_EXE_sudoku-bench");
/// Longest that anything may take to appear.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program on a terminal, and what stands on that.
struct Screen {
    child: Box<dyn Child + Send + Sync>,
    master: Option<Box<dyn MasterPty + Send>>,
    keys: Option<Box<dyn Write + Send>>,
    seen: Arc<Mutex<(vt100::Parser, Vec<u8>)>>,
    reader: Option<(Arc<AtomicBool>, JoinHandle<()>)>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn parser(columns: u16, rows: u16) -> vt100::Parser {
    let [rows, columns] = [rows, columns].map(|number| NonZero::new(number).expect("some"));
    vt100::Parser::new(rows, columns, 0)
}

/// A home with the puzzles of the articles and an easy one.
fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    fs::copy(root().join("datasets/seeds.txt"), home.path().join("seeds.txt")).expect("copied");
    fs::write(home.path().join("easy.txt"), EASY).expect("written");
    home
}

impl Screen {
    /// Starts the program in a home.
    fn start(home: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = CommandBuilder::new(PROGRAM);
        command.args(arguments);
        Self::run(home, command, variables)
    }

    fn run(home: &Path, mut command: CommandBuilder, variables: &[(&str, &str)]) -> Self {
        for name in ["NO_COLOR", "LC_ALL", "LC_CTYPE", "XDG_STATE_HOME"] {
            command.env_remove(name);
        }
        for (name, value) in [("LANG", "C.UTF-8"), ("TERM", "xterm")].iter().chain(variables) {
            command.env(name, value);
        }
        command.env("HOME", home);
        command.cwd(home);
        let pty = native_pty_system().openpty(size(80, 24)).expect("a terminal");
        let child = pty.slave.spawn_command(command).expect("it starts");
        drop(pty.slave);
        let mut output = pty.master.try_clone_reader().expect("a reader");
        let keys = pty.master.take_writer().expect("a writer");
        let seen = Arc::new(Mutex::new((parser(80, 24), Vec::new())));
        let (shown, is_over) = (seen.clone(), Arc::new(AtomicBool::new(false)));
        let ends = is_over.clone();
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let (false, Ok(count @ 1..)) = (ends.load(Relaxed), output.read(&mut bytes)) {
                let mut shown = shown.lock().expect("no panic");
                shown.0.process(&bytes[..count]);
                shown.1.extend_from_slice(&bytes[..count]);
            }
        });
        let reader = Some((is_over, reader));
        Self { child, master: Some(pty.master), keys: Some(keys), seen, reader }
    }

    fn press(&mut self, keys: &str) {
        let to = self.keys.as_mut().expect("a terminal");
        to.write_all(keys.as_bytes()).expect("written");
        to.flush().expect("written");
    }

    /// The picture, without blanks at the ends of its lines.
    fn picture(&self) -> String {
        let seen = self.seen.lock().expect("no panic");
        let lines = seen.0.screen().rows(0, 1000).map(|line| format!("{}\n", line.trim_end()));
        lines.collect::<String>().trim_end().to_owned() + "\n"
    }

    /// Waits until the picture is as wanted, and returns it.
    fn wait(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let picture = self.picture();
            if is_there(&picture) {
                return picture;
            }
            assert!(begun.elapsed() < PATIENCE, "no {what} in\n{picture}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn wait_for(&self, text: &str) -> String {
        self.wait(text, |picture| picture.contains(text))
    }

    /// Waits for a text, and then until nothing changes any more.
    fn settle(&self, text: &str) -> String {
        let mut picture = self.wait_for(text);
        loop {
            thread::sleep(Duration::from_millis(100));
            let now = self.picture();
            if now == picture && now.contains("q leave") {
                return now;
            }
            picture = now;
        }
    }

    /// Waits until the program has ended, and returns its exit code.
    fn end(&mut self) -> u32 {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status.exit_code();
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{}", self.picture());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Takes the terminal away: whatever holds an end of it is closed.
    fn go_away(&mut self) {
        let (is_over, reader) = self.reader.take().expect("it is there");
        is_over.store(true, Relaxed);
        self.press("\x0c"); // a picture, so that the reader looks up
        reader.join().expect("no panic");
        (self.keys, self.master) = (None, None);
    }

    /// Whether the terminal is as it was before.
    fn is_given_back(&self) -> bool {
        let seen = self.seen.lock().expect("no panic");
        let screen = seen.0.screen();
        let has_mouse = screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
        !screen.alternate_screen() && !screen.hide_cursor() && !has_mouse
    }

    fn signal(&self, signal: rustix::process::Signal) {
        let id = self.child.process_id().expect("it runs") as i32;
        let id = rustix::process::Pid::from_raw(id).expect("a number");
        rustix::process::kill_process(id, signal).expect("it is ours");
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Keys that lead to a cell and write there.
fn at(row: usize, column: usize, keys: &str) -> String {
    format!("\x1b<{}{}{keys}", "j".repeat(row - 1), "l".repeat(column - 1))
}

/// The one file in which games are kept.
fn kept(home: &Path) -> Option<PathBuf> {
    let folder = fs::read_dir(home.join(".local/state/sudoku-bench/boards")).ok()?;
    let mut files = folder.flatten().map(|entry| entry.path());
    files.find(|path| path.extension().is_some_and(|ending| ending == "txt"))
}

/// Waits until a game that is kept holds a text.
fn wait_for_kept(home: &Path, text: &str) -> PathBuf {
    let begun = Instant::now();
    loop {
        let file = kept(home);
        if let Some(file) =
            file.filter(|file| fs::read_to_string(file).is_ok_and(|held| held.contains(text)))
        {
            return file;
        }
        assert!(begun.elapsed() < PATIENCE, "{text} is not kept");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The keys as the help shows them.
fn keys() -> String {
    let line = |(keys, what): &(&str, &str)| match keys.is_empty() {
        true => format!("    {what}\n"),
        false => format!("      {keys:42} {what}\n"),
    };
    HELP.iter().map(line).collect()
}

/// The keys and the pictures of docs/BOARD.md. `BOARD_PICTURES=write` puts those of the session there.
fn compare_with_the_page(pictures: &[String]) {
    let path = root().join("docs/BOARD.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once("<!-- keys -->\n").expect("a place for the keys");
    let (_, after) = rest.split_once("<!-- end of keys -->").expect("their end");
    let with_keys = format!("{before}<!-- keys -->\n\n{}\n<!-- end of keys -->{after}", keys());
    let mut parts: Vec<String> = with_keys.split("```text\n").map(str::to_owned).collect();
    assert_eq!(parts.len(), pictures.len() + 1, "the page has as many pictures as the session");
    for (part, picture) in parts[1..].iter_mut().zip(pictures) {
        let rest = part.split_once("```\n").expect("an end").1;
        *part = format!("{picture}```\n{rest}");
    }
    let drawn = parts.join("```text\n");
    if std::env::var("BOARD_PICTURES").is_ok_and(|value| value == "write") {
        fs::write(&path, &drawn).expect("written");
    }
    assert!(
        page == drawn,
        "docs/BOARD.md shows other pictures; BOARD_PICTURES=write puts these there"
    );
}

/// The session that an emacs program of the articles is praised for: the bookkeeping is done, a guess is
/// followed out from a checkpoint and left again, hints and steps show their logic.
#[test]
fn a_session_from_a_file_to_the_solved_grid() {
    let home = home();
    let mut screen = Screen::start(home.path(), &["board", "seeds.txt:13"], &[]);
    let mut pictures = vec![screen.settle("extreme: needs more than logic here")];
    screen.press("i");
    screen.wait_for("Look at box 4.");
    screen.press("i");
    screen.wait_for("for a hidden single.");
    screen.press("i");
    pictures.push(screen.settle("r6c3 = 8."));
    screen.press(&at(6, 3, "8"));
    screen.press("ssssssss");
    screen.wait_for("45 cells open");
    screen.press(&at(7, 7, "cnine\r"));
    screen.wait_for("checkpoint nine");
    screen.press("9");
    screen.press(&at(7, 2, "5"));
    screen.press(&at(7, 8, "4"));
    pictures.push(screen.settle("Nothing is left for r9c8."));
    screen.press("'");
    screen.wait_for("Back to");
    screen.press("\r");
    screen.wait_for("back at checkpoint nine");
    screen.press(&at(7, 7, "\x1b9"));
    screen.press("iii");
    pictures.push(screen.settle("for pointing: "));
    for _ in 0..200 {
        let before = screen.picture();
        if before.contains("Solved.") {
            break;
        }
        screen.press("s");
        screen.wait("step", |picture| picture != before);
    }
    pictures.push(screen.settle("Solved."));
    screen.press("q");
    assert_eq!(screen.end(), 0);
    screen.wait_for("go on with: sudoku-bench board");
    assert!(screen.is_given_back());
    compare_with_the_page(&pictures);
}

#[test]
fn what_was_entered_survives_a_kill_and_every_verb_reads_it() {
    let home = home();
    let mut screen = Screen::start(home.path(), &["board", "easy.txt"], &[]);
    screen.wait_for("51 cells open");
    screen.press(&at(1, 3, "4cfour\r"));
    screen.press(&at(2, 2, "\x1b2"));
    screen.press(&at(2, 3, "7u"));
    let file = wait_for_kept(home.path(), "# here 2");
    screen.signal(rustix::process::Signal::KILL);
    screen.end();
    let solve = assert_cmd::Command::new(PROGRAM).arg("solve").arg(&file).assert().success();
    assert_eq!(solve.get_output().stdout.trim_ascii(), EASY_SOLVED);
    for arguments in [&["board"][..], &["board", "easy.txt:1"], &["board", file.to_str().unwrap()]]
    {
        let mut screen = Screen::start(home.path(), arguments, &[]);
        let picture = screen.wait_for("begun earlier: 2 moves");
        assert!(
            picture.contains("50 cells open") && picture.contains("checkpoints: four"),
            "{picture}"
        );
        screen.press("r");
        screen.wait_for("49 cells open");
        screen.press("uuu");
        screen.wait_for("51 cells open");
        screen.press("rrq");
        assert_eq!(screen.end(), 0);
        wait_for_kept(home.path(), "# here 2");
    }
    let mut screen = Screen::start(home.path(), &["board", "easy.txt", "--anew"], &[]);
    screen.wait_for("51 cells open");
    screen.press("\x03");
    assert_eq!(screen.end(), 130);
}

#[test]
fn a_game_is_saved_where_its_player_says_and_over_nothing_else() {
    let home = home();
    let mut screen = Screen::start(home.path(), &["board", "easy.txt", "--save", "game.txt"], &[]);
    screen.wait_for("51 cells open");
    screen.press(&at(1, 3, "4"));
    screen.wait_for("50 cells open");
    screen.press(":w seeds.txt\r");
    screen.wait_for("is not a saved game");
    screen.press(":w other.txt\r");
    screen.wait_for("saved in other.txt");
    screen.press("x");
    screen.wait_for("51 cells open");
    screen.press("q");
    assert_eq!(screen.end(), 0);
    let here = |name: &str| fs::read_to_string(home.path().join(name)).expect("a file");
    assert!(here("game.txt").contains("# here 1") && here("other.txt").contains("# here 2"));
    assert_eq!(kept(home.path()), None);
    let refused = |arguments: &[&str]| {
        let mut screen = Screen::start(home.path(), arguments, &[]);
        assert_eq!(screen.end(), 2);
        screen.wait_for("error: ").replace('\n', "")
    };
    let is_input = refused(&["board", "easy.txt", "--save", "easy.txt"]);
    assert!(is_input.contains("would overwrite an input"), "{is_input}");
    let is_other = refused(&["board", "easy.txt", "--save", "seeds.txt"]);
    assert!(is_other.contains("is not a saved game; name another"), "{is_other}");
}

#[test]
fn next_harder_and_other_puzzles_come_from_files_and_the_generator() {
    let home = home();
    let datasets = root().join("datasets");
    fs::copy(datasets.join("easy.txt"), home.path().join("many.txt")).expect("copied");
    let arguments = ["board", "many.txt:1998", "--difficulty", "easy"];
    let mut screen = Screen::start(home.path(), &arguments, &[]);
    screen.wait_for("many.txt:1998");
    screen.press("n");
    screen.wait_for("many.txt:");
    let line = |picture: &str| {
        let title = picture.lines().next().unwrap_or_default();
        title.split("many.txt:").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok())
    };
    let next = screen.wait("next", |picture| line(picture).is_some_and(|at| at != 1998));
    screen.wait("difficulty", |picture| picture.contains("  easy: "));
    screen.press("+");
    screen.wait("harder", |picture| line(picture) != line(&next));
    screen.wait("difficulty", |picture| {
        ["medium: ", "hard: ", "expert: "].iter().any(|label| picture.contains(label))
    });
    screen.press("ogenerate 2 seed 7\r");
    screen.wait_for("4x4  generate 2 seed 7 number 0");
    screen.press("n");
    screen.wait_for("generate 2 seed 7 number 1");
    screen.press("d2");
    screen.wait("easy one", |picture| picture.contains("easy: ") && !picture.contains("number 1 "));
    screen.press("oseeds.txt:2\r");
    screen.wait_for("seeds.txt has no puzzle in line 2");
    screen.press("omany.txt\r");
    screen.wait_for("many.txt:1 ");
    screen.press("d6");
    screen.wait_for("many.txt has no puzzle of 4x4 to 25x25 that is extreme");
    screen.press("ogenerate 5\r");
    screen.wait_for("A 25x25 board needs 56 columns and 33 rows; this terminal has 80 and 24.");
    screen.press("q");
    assert_eq!(screen.end(), 0);
}

#[test]
fn a_terminal_may_change_its_size_be_left_for_the_shell_and_come_back() {
    if !has("bash") {
        return skip("suspending a board needs bash");
    }
    let home = home();
    let mut command = CommandBuilder::new("bash");
    command.args(["--norc", "--noprofile", "-i"]);
    let mut screen = Screen::run(home.path(), command, &[("PS1", "ready> ")]);
    screen.wait_for("ready>");
    screen.press(&format!("'{PROGRAM}' board easy.txt\r"));
    screen.wait_for("51 cells open");
    screen.press(&at(1, 3, "4"));
    screen.wait_for("50 cells open");
    let resize = |screen: &Screen, columns, rows| {
        let (parser, _) = &mut *screen.seen.lock().expect("no panic");
        *parser = self::parser(columns, rows);
        screen.master.as_ref().expect("a terminal").resize(size(columns, rows)).expect("resized");
    };
    resize(&screen, 20, 10);
    screen.wait_for("this terminal");
    resize(&screen, 110, 40);
    screen.wait("squares of candidates", |picture| picture.contains('┠'));
    screen.press("\x1a");
    screen.wait_for("Stopped");
    assert!(screen.is_given_back());
    screen.press("fg\r");
    screen.wait("the board again", |picture| {
        picture.contains("50 cells open") && picture.contains('┠')
    });
    screen.press("q");
    screen.wait_for("go on with");
    assert!(screen.is_given_back());
    screen.press("stty -a\r");
    screen.wait_for("icanon");
    assert!(!screen.picture().contains("-icanon") && !screen.picture().contains("-echo "));
}

#[test]
fn a_terminal_that_goes_away_and_a_signal_end_the_board_with_the_game_saved() {
    let home = home();
    let mut screen = Screen::start(home.path(), &["board", "easy.txt"], &[]);
    screen.wait_for("51 cells open");
    screen.press(&at(1, 3, "4"));
    screen.wait_for("50 cells open");
    screen.signal(rustix::process::Signal::TERM);
    assert_eq!(screen.end(), 130);
    screen.wait_for("go on with");
    assert!(screen.is_given_back());
    let mut screen = Screen::start(home.path(), &["board", "easy.txt"], &[]);
    screen.wait_for("50 cells open");
    screen.press(&at(2, 2, "7"));
    screen.wait_for("49 cells open");
    // The end of what is written is a C-d, which erases nothing here.
    screen.press(&at(1, 1, ""));
    screen.wait_for("r1c1 = 5, given");
    screen.go_away();
    assert_eq!(screen.end(), 130);
    wait_for_kept(home.path(), "# here 2");
}

#[test]
fn the_mouse_selects_writes_and_strikes_out() {
    let home = home();
    let mut screen = Screen::start(home.path(), &["board", "easy.txt"], &[]);
    let picture = screen.settle("51 cells open");
    let place = |text: &str| {
        let (y, line) =
            picture.lines().enumerate().find(|(_, line)| line.contains(text)).expect("is there");
        let x = line.split_once(text).expect("is there").0.chars().count();
        (x + 1, y + 1)
    };
    let (x, y) = place("124");
    screen.press(&format!("\x1b[<0;{};{y}M", x));
    screen.wait_for("r1c3: candidates 1, 2 and 4");
    let (x, y) = place("4:7");
    screen.press(&format!("\x1b[<2;{x};{y}M"));
    screen.wait_for("r1c3: candidates 1 and 2");
    screen.press(&format!("\x1b[<0;{x};{y}M"));
    screen.wait_for("r1c3 = 4");
    screen.press("q");
    assert_eq!(screen.end(), 0);
}

#[test]
fn colours_are_left_out_where_they_are_not_wanted_and_ascii_where_nothing_else_is() {
    let home = home();
    let drawn = |variables: &[(&str, &str)]| {
        let mut screen = Screen::start(home.path(), &["board", "easy.txt", "--anew"], variables);
        screen.wait_for("easy: needs a hidden single");
        screen.press(&at(1, 3, "5"));
        let picture = screen.settle("hold the same value");
        screen.press("u\x03");
        screen.end();
        let seen = screen.seen.lock().expect("no panic");
        (picture, String::from_utf8_lossy(&seen.1).into_owned())
    };
    let is_coloured = |bytes: &str| {
        let orders = bytes.split("\x1b[").filter_map(|order| order.split_once('m'));
        let mut numbers = orders.flat_map(|(order, _)| order.split(';').collect::<Vec<_>>());
        numbers.any(|number| {
            number.parse().is_ok_and(|n: u32| (30..39).contains(&n) || (90..98).contains(&n))
        })
    };
    let (coloured, bytes) = drawn(&[]);
    assert!(is_coloured(&bytes) && coloured.contains('┃'));
    let (plain, bytes) = drawn(&[("NO_COLOR", "1")]);
    assert!(!is_coloured(&bytes));
    assert_eq!(plain, coloured, "no sign is a colour alone");
    let (ascii, bytes) = drawn(&[("LANG", "C")]);
    assert!(ascii.is_ascii() && bytes.is_ascii());
}

#[test]
fn without_a_terminal_the_remedy_is_named() {
    let mut command = assert_cmd::Command::new(PROGRAM);
    let output = command.args(["board", "easy.txt"]).assert().code(2).get_output().clone();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("needs a terminal") && error.contains("explain"), "{error}");
    let home = home();
    let mut screen = Screen::start(home.path(), &["board"], &[("TERM", "dumb")]);
    assert_eq!(screen.end(), 2);
    screen.wait_for("TERM is dumb");
    for (arguments, error) in [
        (&["board", "absent.txt"][..], "absent.txt"),
        (&["board", "seeds.txt:2"], "no puzzle in line 2"),
        (&["board", "-"], "standard input is the terminal"),
    ] {
        let mut screen = Screen::start(home.path(), arguments, &[]);
        assert_eq!(screen.end(), 2);
        screen.wait_for(error);
    }
}
