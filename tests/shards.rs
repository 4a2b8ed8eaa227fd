//! `run --shard` and `merge`: shards together are the run over the whole, and nothing else is merged.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use proptest::prelude::*;
use sudoku_bench::dataset::Shard;
use sudoku_bench::record::{self, Identity, Manifest, Outcomes, Rows};
use sudoku_bench::report::SummaryRow;
use sudoku_bench::report::summary::read_csv;
use support::root;

/// A folder in which runs lie.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn call(&self, args: &[&str]) -> Output {
        let program = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"))
            .args(args)
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .output();
        program.expect("it runs")
    }

    /// What a call that has to succeed prints.
    fn done(&self, args: &[&str]) -> String {
        let output = self.call(args);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
        text(&output.stdout) + &text(&output.stderr)
    }

    /// Why a call fails.
    fn refused(&self, args: &[&str]) -> String {
        let output = self.call(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    /// Runs of all shards in `shards`, of few puzzles.
    fn shards(&self, of: u32, budget: &str, more: &[&str]) {
        for number in 1..=of {
            self.run(&format!("{number}/{of}"), budget, more);
        }
    }

    fn run(&self, shard: &str, budget: &str, more: &[&str]) {
        let easy = root().join("datasets/easy.txt");
        let head = ["run", easy.to_str().expect("UTF-8"), "--solver=mrv,vector", "--quiet"];
        let tail = ["--threads=1", "--budget", budget, "--out", "shards", "--shard", shard];
        self.done(&[&head, more, &tail].concat());
    }
}

fn summary(folder: &Path) -> Vec<SummaryRow> {
    let file = fs::File::open(folder.join("summary.csv")).expect("a summary");
    read_csv(file).expect("rows")
}

/// What no clock disturbs: where, who, puzzles, outcomes and guesses.
fn deterministic(rows: &[SummaryRow]) -> Vec<String> {
    let of = |row: &SummaryRow| {
        let guesses = (row.guesses_per_puzzle, row.no_guess_share);
        let doubts = (row.disputed, row.unconfirmed, row.only_counted);
        format!(
            "{} {} {} {:?} {doubts:?} {guesses:?}",
            row.setting,
            row.solver,
            row.puzzles,
            row.outcomes()
        )
    };
    rows.iter().map(of).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2))]
    #[test]
    fn shards_merged_are_the_run_over_the_whole(
        of in 1u32..4, sample in 201u64..400, seed in 1u64..1000, scarce in any::<bool>(),
    ) {
        let minimal = root().join("datasets/minimal.txt");
        let (sample, seed) = (sample.to_string(), seed.to_string());
        // One of the solvers leaves puzzles open, so that not all outcomes are alike.
        let solver = if scarce { "--solver=mrv,elimination" } else { "--solver=mrv,vector" };
        let budgets = ["0.7", "8", "60"];
        let merged = budgets.iter().find_map(|budget| {
            let place = Place::new();
            let run = |out: &str, more: &[&str]| {
                let head = ["run", minimal.to_str().unwrap(), solver, "--quiet", "--threads=1"];
                let tail = ["--sample", &sample, "--seed", &seed, "--budget", budget, "--out", out];
                place.done(&[&head[..], &tail[..], more].concat());
            };
            run("whole", &[]);
            (1..=of).for_each(|number| run("shards", &["--shard", &format!("{number}/{of}")]));
            place.done(&["merge", "shards", "--out", "merged"]);
            let whole = summary(&place.path("whole/latest"));
            let merged = summary(&place.path("merged"));
            // On a busy machine a budget may end before every puzzle was met.
            let is_all = |rows: &[SummaryRow]| rows.iter().all(|row| row.puzzles.to_string() == sample);
            let both = (deterministic(&whole), deterministic(&merged));
            (is_all(&whole) && is_all(&merged)).then_some(both)
        });
        let (whole, merged) = merged.expect("60 s are enough for 400 puzzles");
        prop_assert_eq!(whole, merged);
    }
}

#[test]
fn what_is_no_shard_of_the_same_run_is_named_and_refused() {
    let place = Place::new();
    place.shards(3, "0.3", &["--sample=300"]);
    let folders: Vec<String> = fs::read_dir(place.path("shards"))
        .expect("runs")
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| entry.path().to_str().expect("UTF-8").to_owned())
        .collect();
    assert_eq!(folders.len(), 3);
    let missing = place.refused(&["merge", &folders[0], "--out", "merged"]);
    assert!(missing.contains("of 3 shards are missing: "), "{missing}");
    assert!(!place.path("merged").exists());

    let copy = place.path("copy");
    fs::create_dir(&copy).expect("made");
    for name in ["manifest.json", "records.csv", "summary.csv"] {
        fs::copy(Path::new(&folders[0]).join(name), copy.join(name)).expect("copied");
    }
    let twice = place.refused(&["merge", "shards", "copy", "--out", "merged"]);
    assert!(twice.contains("is there twice: ") && twice.contains("copy"), "{twice}");

    place.run("1/3", "0.3", &["--sample=301", "--seed=2"]);
    let other = place.refused(&["merge", "shards", "--out", "merged"]);
    for part in ["the seed is 2, not 1", "--sample is 301, not 300"] {
        assert!(other.contains(part), "{part}: {other}");
    }
    let all: Vec<&str> = folders.iter().map(String::as_str).collect();
    place.done(&[&["merge"], &all[..], &["--out", "merged"]].concat());
    let there = place.refused(&[&["merge"], &all[..], &["--out", "merged"]].concat());
    assert!(there.contains("is there and not empty"), "{there}");

    let rows = Path::new(&folders[1]).join("records.csv");
    let text = fs::read_to_string(&rows).expect("rows");
    fs::write(&rows, text.replace("mrv", "mrw")).expect("written");
    let damaged = place.refused(&[&["merge"], &all[..], &["--out", "again"]].concat());
    assert!(
        damaged.contains("does not have the hash") && damaged.contains("records.csv"),
        "{damaged}"
    );
    let plain = place.refused(&["merge", "nowhere", "--out", "again"]);
    assert!(plain.contains("cannot read nowhere"), "{plain}");
}

#[test]
fn kinds_of_machine_are_kept_apart_and_compared_through_their_ratios() {
    // On a busy machine a short budget has no pair of rounds.
    let compared = ["0.7", "8", "60"].iter().find_map(|budget| {
        let compared = two_machines(budget);
        compared.contains("on machine 1 (").then_some(compared)
    });
    let compared = compared.expect("60 s are enough for 400 puzzles");
    for part in ["on machine 2 (", "Another 9000"] {
        assert!(compared.contains(part), "{part}: {compared}");
    }
}

/// Merges the runs of two machines, looks at what is there, and returns how their solvers compare.
fn two_machines(budget: &str) -> String {
    let place = Place::new();
    place.shards(2, budget, &["--sample=400"]);
    let runs = fs::read_dir(place.path("shards")).expect("runs").flatten();
    let path = runs.map(|entry| entry.path().join("manifest.json")).find(|path| path.exists());
    let path = path.expect("a run");
    let mut manifest = Manifest::read(fs::File::open(&path).expect("there")).expect("read");
    manifest.machine.fingerprint = "0".repeat(64);
    manifest.machine.cpu = Some("Another 9000".to_owned());
    manifest.write(fs::File::create(&path).expect("made")).expect("written");
    let said = place.done(&["merge", "shards", "--out", "merged"]);
    assert!(said.contains("several kinds of machine") && said.contains("Another 9000"), "{said}");
    let whole = summary(&place.path("merged"));
    assert!(whole.iter().all(|row| row.puzzles_per_s.is_none()), "rates are of one machine");
    let each = fs::read_to_string(place.path("merged/machines.csv")).expect("machines");
    assert_eq!(each.lines().count(), 1 + 2 * whole.len());
    assert!(each.contains("000000000000"), "{each}");
    place.done(&["report", "merged"]);
    let refused = place.refused(&["compare", "merged", "merged"]);
    assert!(refused.contains("several kinds of machine"), "{refused}");
    let output = place.call(&["compare", "merged"]);
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    words.split_whitespace().collect::<Vec<_>>().join(" ") // lines may end anywhere
}

/// Makes folders of shards from one real one: the rows of all are one file.
fn simulate(place: &Place, of: u32, rows: usize) -> PathBuf {
    let runs = fs::read_dir(place.path("shards")).expect("runs").flatten();
    let real = runs.map(|it| it.path()).find(|it| !it.is_symlink()).expect("a run");
    let text = fs::read(real.join("records.csv")).expect("rows");
    let real_rows = record::read(&text[..]).expect("records");
    let mut all = Rows::new(Vec::new(), Identity::default()).expect("a header");
    for at in 0..rows {
        let mut row = real_rows[at % real_rows.len()].clone();
        let nth = at / real_rows.len();
        row.group += 1000 * nth as u64;
        row.round += 1000 * nth as u32;
        row.outcomes = Outcomes { unique: 2000, ..Outcomes::default() };
        (row.puzzles, row.groups) = (2000, 0);
        all.write(&row).expect("written");
    }
    let bytes = all.into_inner().expect("whole");
    let folder = place.path(&format!("simulated-{of}"));
    let mut manifest = Manifest::read(fs::File::open(real.join("manifest.json")).expect("there"));
    let manifest = manifest.as_mut().expect("read");
    manifest.records_blake3 = Some(blake3::hash(&bytes).to_hex().to_string());
    fs::create_dir(&folder).expect("made");
    let one = folder.join("records");
    fs::write(&one, bytes).expect("written");
    for number in 1..=of {
        let own = folder.join(number.to_string());
        fs::create_dir(&own).expect("made");
        manifest.shard = Some(Shard { number, of });
        manifest
            .write(fs::File::create(own.join("manifest.json")).expect("made"))
            .expect("written");
        fs::hard_link(&one, own.join("records.csv")).expect("linked");
        for name in ["summary.csv", "latency.hlog", "slowest.csv", "puzzles.csv.gz"] {
            let _ = fs::copy(real.join(name), own.join(name)); // a short run may lack some
        }
    }
    folder
}

/// Peak of what a merge allocates, in MiB.
#[cfg(target_os = "linux")]
fn peak_of_merge(folder: &Path) -> f64 {
    let out = folder.with_extension("merged");
    let mut child = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"))
        .arg("merge")
        .arg(folder)
        .arg("--out")
        .arg(&out)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let mut peak = 0;
    while child.try_wait().expect("waited").is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let anonymous = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kib = anonymous.and_then(|text| text.trim().strip_suffix(" kB")?.parse().ok());
        peak = peak.max(kib.unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert!(out.join("records.csv").exists());
    f64::from(peak) / 1024.0
}

/// `MERGE_FOLDERS=1000 MERGE_ROWS=1000 cargo test --release --test shards memory -- --nocapture` takes
/// the figures of docs/CLUSTER.md: 10^9 puzzles.
#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_a_merge_does_not_grow_with_the_number_of_shards() {
    let from = |name: &str, or: usize| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or)
    };
    let (most, rows) = (from("MERGE_FOLDERS", 48), from("MERGE_ROWS", 200));
    let place = Place::new();
    place.run("1/2", "2", &["--sample=400"]);
    let peaks = [most / 8, most].map(|of| peak_of_merge(&simulate(&place, of as u32, rows)));
    println!(
        "{rows} rows a shard: {} shards {:.1} MiB, {most} shards {:.1} MiB",
        most / 8,
        peaks[0],
        peaks[1]
    );
    // The page, where it is made, holds all rows: up to 1 KB each.
    let page = (rows * most).min(50_000) as f64 / 1024.0 * 1.5;
    assert!(peaks[1] < peaks[0] + page + 8.0, "{peaks:?}");
}
