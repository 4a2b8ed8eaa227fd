//! Every command of the README and the guides is run as it stands there, in a folder such as its
//! reader has. Only budgets are shorter.

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use support::pages::{self, Page, commands};
use support::{has, root, skip};

/// Commands that are only looked at, by how they begin: they build this program or fuzz it, need a terminal,
/// or take minutes, and are tested elsewhere.
const NOT_RUN: [&str; 9] = [
    "sudoku-bench board",
    "cargo install",
    "cargo run",
    "cargo test",
    "cargo +nightly fuzz",
    "scripts/check",
    "scripts/measure-harness",
    "scripts/slurm/submit",
    "MINUTES=60 scripts/prove-gate",
];

/// Calls the program with a short budget and a limit that only the hardest puzzles reach. A verdict, whichever it
/// is, is what the commands are about; a gate that fails for another reason fails here.
const SHORT: &str = r#"#!/bin/sh
verb=$1
case $verb in
run | gate)
    shift
    for word; do
        shift
        if [ "$last" = --budget ]; then last=; continue; fi
        last=$word
        [ "$word" = --budget ] || set -- "$@" "$word"
    done
    case " $* " in *" --timeout "*) ;; *) set -- "$@" --timeout 20 ;; esac
    set -- "$verb" "$@" --budget "$BUDGET" ;;
esac
case $verb in gate | compare) ;; *) exec "$PROGRAM" "$@" ;; esac
"$PROGRAM" "$@" > out.$$
code=$?
cat out.$$
case $code in 3) exit 0 ;; 1) grep -q slower out.$$ && exit 0 ;; esac
exit "$code"
"#;

/// Budgets in seconds that the commands of a page are tried with, one after the other: on a machine that
/// does much else, the first may end before anything can be compared.
const BUDGETS: [u32; 3] = [1, 4, 16];

/// Takes a puzzle as nine rows of nine numbers and prints a grid.
const MINE: &str = "#!/bin/sh\nexec \"$PROGRAM\" solve --grid\n";

/// What a reader of the page has: puzzles, solvers, and a clone of the repository.
struct Place {
    dir: tempfile::TempDir,
    budget: u32,
}

impl Place {
    /// `None` where a tool that the pages use is missing.
    fn new(budget: u32) -> Option<Self> {
        for tool in ["cc", "python3", "curl", "gzip"] {
            if !has(tool) {
                skip(&format!("there is no {tool}, so the commands of the pages were not run"));
                return None;
            }
        }
        let place = Self { dir: tempfile::tempdir().expect("a folder"), budget };
        for folder in ["bin", "home", "fetched"] {
            fs::create_dir(place.path().join(folder)).expect("made");
        }
        place.script("bin/sudoku-bench", SHORT);
        place.script("mine", MINE);
        place.sh(&format!("cp -R '{0}'/datasets '{0}'/examples '{0}'/scripts .", root().display()));
        place.sh("rm -rf datasets/fetched; cp examples/python/solver.py .");
        for (at, name) in ["puzzles", "royle17", "magictour", "hardest", "top95"].iter().enumerate()
        {
            let from = 100 * at + 1;
            place.sh(&format!("tail -n +{from} datasets/easy.txt | head -n 60 > {name}.txt"));
        }
        place.libraries();
        place.sources();
        Some(place)
    }

    /// The solver of the examples under the names that the pages use.
    fn libraries(&self) {
        let build = "cc -O2 -shared -fPIC examples/c/solver.c";
        for name in ["solver", "old", "new"] {
            self.sh(&format!("{build} -o {name}.so"));
        }
        self.sh(&format!("{build} -Dsolve_sudoku=TdokuSolverDpllTriadSimd -o tdoku.so"));
        self.sh(&format!("{build} -Dsolve_sudoku=SchokuSolve -o schoku.so"));
    }

    /// A table of public sets that are on this machine.
    fn sources(&self) {
        let here = self.path().display();
        self.sh(&format!(
            "printf 'file\\tsha256\\tbytes\\tpuzzles\\taddress\\tabout\\n' > sources.tsv
             for name in royle17.txt top95.txt; do
                 hash=$( (sha256sum $name || shasum -a 256 $name) 2>/dev/null | cut -d' ' -f1)
                 printf '%s\\t%s\\t1\\t60\\tfile://{here}/%s\\tx\\n' $name $hash $name >> sources.tsv
             done"
        ));
    }

    fn path(&self) -> &Path {
        self.dir.path()
    }

    fn script(&self, name: &str, text: &str) {
        use std::os::unix::fs::PermissionsExt;
        let path = self.path().join(name);
        fs::write(&path, text).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("set");
    }

    fn command(&self, command: &str) -> Command {
        let mut shell = Command::new("sh");
        let places = std::env::var("PATH").expect("a path");
        shell.args(["-e", "-c", command]).current_dir(self.path());
        shell.env("PATH", format!("{}/bin:{places}", self.path().display()));
        shell.env("PROGRAM", env!("CARGO_BIN_EXE_sudoku-bench"));
        shell.env("BUDGET", self.budget.to_string());
        shell.env("HOME", self.path().join("home"));
        shell.env("SUDOKU_BENCH_SOURCES", self.path().join("sources.tsv"));
        shell
    }

    /// Runs a command that has to pass.
    fn sh(&self, command: &str) {
        self.try_sh(command).unwrap_or_else(|fault| panic!("{fault}"));
    }

    /// Runs a command; what it printed is the error where it fails or reports one.
    fn try_sh(&self, command: &str) -> Result<(), String> {
        let output = self.command(command).output().expect("a shell is everywhere");
        let errors = String::from_utf8_lossy(&output.stderr);
        let is_fine = output.status.success() && !errors.lines().any(|l| l.starts_with("error"));
        let out = String::from_utf8_lossy(&output.stdout);
        is_fine
            .then_some(())
            .ok_or_else(|| format!("{command}: {}\n{out}\n{errors}", output.status))
    }

    /// Writes the blocks that begin with a comment that names their file.
    fn write_snippets(&self, page: &Page) {
        for block in page.blocks() {
            let first = block.text.lines().next().unwrap_or_default();
            let name = first.strip_prefix("// ").or(first.strip_prefix("# "));
            let is_file = |name: &&str| name.starts_with("solver.") || *name == "sudoku-bench.toml";
            if let Some(name) = name.filter(is_file) {
                fs::write(self.path().join(name), &block.text).expect("written");
            }
        }
    }
}

/// Runs the commands of some pages, each page in a place of its own.
fn run(is_wanted: impl Fn(&str) -> bool) {
    let pages = pages::all();
    for page in pages.iter().filter(|page| is_wanted(&page.name)) {
        let mut fault = String::new();
        let is_run = BUDGETS.iter().any(|&budget| {
            let tried = Place::new(budget).map_or(Ok(()), |place| run_page(page, &place));
            let tried = tried.inspect_err(|error| eprintln!("{}, {budget} s: {error}", page.name));
            tried.map_err(|error| fault = error).is_ok()
        });
        assert!(is_run, "{}: {fault}", page.name);
    }
}

fn run_page(page: &Page, place: &Place) -> Result<(), String> {
    place.write_snippets(page);
    for command in page.commands() {
        if NOT_RUN.iter().any(|begin| command.starts_with(begin)) {
            continue;
        }
        if command.contains("--count instructions") && !has("valgrind") {
            skip(&format!("there is no valgrind, so this was not run: {command}"));
            continue;
        }
        place.try_sh(&command)?;
    }
    Ok(())
}

#[test]
fn the_commands_of_the_readme_do_what_it_says() {
    run(|page| page == "README.md");
}

#[test]
fn the_commands_for_solver_authors_do_what_the_page_says() {
    run(|page| page == "docs/SOLVERS.md");
}

#[test]
fn the_commands_for_ci_do_what_the_page_says() {
    run(|page| page == "docs/CI.md");
}

#[test]
fn the_commands_of_all_other_pages_do_what_they_say() {
    let elsewhere = ["README.md", "docs/SOLVERS.md", "docs/CI.md"];
    run(|page| !elsewhere.contains(&page));
}

/// The page about several machines, in a place with its puzzles.
fn cluster() -> Option<(Page, Place)> {
    let page =
        pages::all().into_iter().find(|page| page.name == "docs/CLUSTER.md").expect("a page");
    Some((page, Place::new(1)?))
}

fn block(page: &Page, language: &str) -> String {
    let blocks = page.blocks();
    blocks.iter().find(|block| block.language == language).expect("a block").text.clone()
}

#[test]
fn the_loop_of_the_page_for_clusters_ends_in_a_merged_run() {
    let Some((page, place)) = cluster() else { return };
    place.sh(&block(&page, "bash"));
    assert!(place.path().join("merged/report.html").exists());
}

#[test]
fn the_matrix_of_the_page_for_clusters_ends_in_a_merged_run() {
    let Some((page, place)) = cluster() else { return };
    let yaml = block(&page, "yaml");
    let own =
        yaml.split("- run: |").skip(1).map(|step| step.split("\n      - ").next().unwrap_or(""));
    let [shard, merge] = own.collect::<Vec<_>>()[..] else { panic!("two steps of our own") };
    for number in 1..=4 {
        // Each on a machine of its own; what they leave is then put into one folder.
        let own = shard.replace("${{ matrix.shard }}", &number.to_string());
        place.sh(&format!("mkdir {number}; cp puzzles.txt {number}; cd {number}\n{own}"));
        place.sh(&format!("mkdir -p shards; cp -RL {number}/shards shards/shard-{number}"));
    }
    place.sh(merge);
    assert!(place.path().join("merged/report.html").exists());
}

/// The steps of the workflow on the page for CI that are shell, but for the installation.
fn steps(page: &Page) -> Vec<String> {
    let yaml =
        page.blocks().into_iter().find(|block| block.language == "yaml").expect("a workflow");
    let mut steps = Vec::new();
    for step in yaml.text.split("\n      - ").skip(1) {
        match step.strip_prefix("run: ") {
            Some(lines) => steps.push(lines.trim_start_matches("|\n").to_owned()),
            None => assert!(step.starts_with("uses: actions/checkout"), "{step}"),
        }
    }
    assert!(steps.remove(0).starts_with("cargo install"), "the program is installed first");
    steps
}

#[test]
fn the_workflow_of_the_page_for_ci_runs_in_a_clone() {
    let Some(place) = Place::new(8) else { return };
    if !has("git") {
        return skip("there is no git, so the workflow of docs/CI.md was not run");
    }
    let page = pages::all().into_iter().find(|page| page.name == "docs/CI.md").expect("a page");
    place.sh("git init -q -b main origin && cp examples/c/solver.c puzzles.txt origin
         cd origin && git add . && git -c user.name=x -c user.email=x@y commit -qm x && cd ..
         git clone -q origin clone");
    for step in steps(&page) {
        let script = format!("cd clone\n{}", commands(&step).join("\n"));
        let mut shell = place.command(&script);
        shell.env("GITHUB_BASE_REF", "main");
        shell.env("GITHUB_STEP_SUMMARY", place.path().join("summary.md"));
        let output = shell.output().expect("a shell is everywhere");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{step}: {errors}");
    }
    let summary = fs::read_to_string(place.path().join("summary.md")).expect("a summary");
    assert!(summary.contains("dylib:./new.so"), "{summary}");
    let junit = fs::read_to_string(place.path().join("clone/gate.xml")).expect("a JUnit file");
    assert!(junit.contains("<testsuite"), "{junit}");
}
