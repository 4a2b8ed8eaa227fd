use super::*;
use crate::compare::simulate::{self, QUIET};
use crate::compare::verdict::Verdict;
use crate::record::Manifest;
use crate::record::Record;
use crate::record::manifest_sample;

const NAME: &str = "royle17.txt";

fn manifest() -> Manifest {
    manifest_sample()
}

fn run(backends: &[(&str, f64)], seed: u64) -> Vec<Record> {
    let mut records = simulate::run(QUIET, backends, 100, seed);
    for record in &mut records {
        record.setting.dataset = NAME.to_owned();
    }
    records
}

fn compared(
    old: (&[Record], &Manifest),
    new: (&[Record], &Manifest),
    subjects: &Subjects,
) -> Result<Comparison, BetweenError> {
    let stored = |name, (records, manifest)| Stored { name, records, manifest };
    between(&[stored("old", old)], &[stored("new", new)], subjects, "1%".parse().unwrap())
}

fn through(reference: &str) -> Subjects {
    Subjects { reference: Some(reference.to_owned()), ..Subjects::default() }
}

#[test]
fn a_reference_takes_the_machine_out() {
    // The machine became 30 % slower, and mrv 5 % on top of that.
    let old = run(&[("mrv", 1.0), ("lockstep", 0.3)], 1);
    let new = run(&[("mrv", 1.3 * 1.05), ("lockstep", 1.3 * 0.3)], 2);
    let (was, is) = (manifest(), manifest());
    let found = compared((&old, &was), (&new, &is), &through("lockstep")).unwrap();
    assert_eq!(found.rows.len(), 1);
    let row = &found.rows[0];
    assert_eq!((row.candidate.as_str(), row.timing.verdict), ("mrv", Verdict::Slower));
    let change = row.timing.estimate.log_ratio.exp();
    assert!((change - 1.05).abs() < 0.01, "{change}");
    let direct = compared((&old, &was), (&new, &is), &Subjects::default()).unwrap();
    assert_eq!((direct.means.clone(), direct.rows.len()), (Means::Direct, 2));
    let notes = direct.notes.join("\n");
    assert!(notes.contains("changed together"), "{notes}");
}

#[test]
fn different_processors_are_bridged_by_an_unchanged_backend_or_refused() {
    let records = run(&[("mrv", 1.0), ("lockstep", 0.3)], 1);
    let (was, mut is) = (manifest(), manifest());
    is.machine.fingerprint = "cd".repeat(32);
    let of_mrv = Subjects { candidate: Some("mrv".to_owned()), ..Subjects::default() };
    let found = compared((&records, &was), (&records, &is), &of_mrv).unwrap();
    assert_eq!(found.means, Means::Through("lockstep".to_owned()));
    assert!(found.notes[0].contains("the processors differ"), "{:?}", found.notes);
    for backend in &mut is.backends {
        backend.version = "0.2.0".to_owned();
    }
    let error = compared((&records, &was), (&records, &is), &of_mrv).unwrap_err();
    assert!(matches!(error, BetweenError::Processor { .. }), "{error}");
    let named = compared((&records, &was), (&records, &is), &through("lockstep")).unwrap();
    assert!(named.notes[1].contains("not the same version"), "{:?}", named.notes);
}

#[test]
fn different_puzzles_goals_and_blocks_are_refused() {
    let records = run(&[("mrv", 1.0), ("lockstep", 0.3)], 1);
    let (was, mut is) = (manifest(), manifest());
    is.datasets[0].blake3 = "60".repeat(32);
    let refused = |new: &[Record], is: &Manifest| {
        compared((&records, &was), (new, is), &Subjects::default()).unwrap_err().to_string()
    };
    assert!(refused(&records, &is).contains("royle17.txt is not the same file"));
    let changed = |change: fn(&mut Record)| {
        let mut records = records.clone();
        records.iter_mut().for_each(change);
        records
    };
    let other = refused(&changed(|r| r.setting.goal = crate::solver::Goal::Unique), &was);
    assert!(other.contains("first") && other.contains("unique"), "{other}");
    let latency = refused(&changed(|r| r.setting.pass = crate::record::Pass::Latency), &was);
    assert!(latency.contains("latency"), "{latency}");
    let blocks = refused(&changed(|r| r.block = 1024), &was);
    assert!(blocks.contains("blocks of 256") && blocks.contains("--block"), "{blocks}");
    let near = changed(|r| r.block = 300);
    assert!(compared((&records, &was), (&near, &was), &Subjects::default()).is_ok());
}

#[test]
fn missing_and_new_rows_are_listed_and_never_averaged() {
    let old = run(&[("mrv", 1.0), ("lockstep", 0.3), ("gone", 1.0)], 1);
    let new = run(&[("mrv", 1.0), ("lockstep", 0.3), ("here", 9.0)], 2);
    let manifest = manifest();
    let found = compared((&old, &manifest), (&new, &manifest), &Subjects::default()).unwrap();
    assert_eq!(found.rows.len(), 2);
    assert!(found.missing.len() == 1 && found.missing[0].starts_with("gone on royle17.txt"));
    assert!(found.new.len() == 1 && found.new[0].starts_with("here on royle17.txt"));
    assert_eq!(found.overall, []);
}

#[test]
fn equal_rounds_have_their_guesses_compared_exactly_and_other_seeds_do_not() {
    let old = run(&[("mrv", 1.0)], 1);
    let mut new = run(&[("mrv", 1.0)], 2);
    new[0].guesses = Some(100);
    let (was, mut is) = (manifest(), manifest());
    let found = compared((&old, &was), (&new, &is), &Subjects::default()).unwrap();
    let words = found.rows[0].exact.guesses_in_words().unwrap();
    assert_eq!(words, "makes 100 guesses, the baseline 0");
    is.seed += 1;
    let found = compared((&old, &was), (&new, &is), &Subjects::default()).unwrap();
    assert_eq!(found.rows[0].exact.guesses_in_words(), None);
}

#[test]
fn a_wrong_answer_of_the_new_run_fails_it_even_if_it_is_faster() {
    let old = run(&[("mrv", 1.0)], 1);
    let mut new = run(&[("mrv", 0.5)], 2);
    (new[0].outcomes.unique, new[0].outcomes.wrong) = (999, 1);
    let manifest = manifest();
    let found = compared((&old, &manifest), (&new, &manifest), &Subjects::default()).unwrap();
    assert_eq!(found.faults.len(), 1);
    assert_eq!(found.verdict(), Verdict::Faster);
}

#[test]
fn one_run_a_side_decides_no_small_change_and_three_do() {
    let manifest = manifest();
    let runs = |factor: f64, seed: u64| -> Vec<Vec<Record>> {
        (0..3).map(|nth| run(&[("mrv", factor * (1.0 + 0.002 * nth as f64))], seed + nth)).collect()
    };
    let verdict = |old: &[Vec<Record>], new: &[Vec<Record>]| {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, runs) in sides.iter_mut().zip([old, new]) {
            for records in runs {
                side.push(Stored { name: "run", records, manifest: &manifest });
            }
        }
        let found = between(&sides[0], &sides[1], &Subjects::default(), "1%".parse().unwrap());
        found.unwrap().verdict()
    };
    let (old, new) = (runs(1.0, 1), runs(1.03, 50));
    assert_eq!(verdict(&old[..1], &new[..1]), Verdict::Unclear);
    assert_eq!(verdict(&old, &new), Verdict::Slower);
    assert_eq!(verdict(&old[..1], &runs(1.2, 50)[..1]), Verdict::Slower);
}

#[test]
fn old_and_new_may_go_by_names_of_their_own() {
    let old = run(&[("dylib:old.so", 1.0)], 1);
    let new = run(&[("dylib:new.so", 1.5)], 2);
    let manifest = manifest();
    let subjects = Subjects {
        baseline: Some("dylib:old.so".to_owned()),
        candidate: Some("dylib:new.so".to_owned()),
        reference: None,
    };
    let found = compared((&old, &manifest), (&new, &manifest), &subjects).unwrap();
    assert_eq!((found.rows.len(), found.verdict()), (1, Verdict::Slower));
    assert_eq!(found.rows[0].baseline, "dylib:old.so (old)");
    let row = &found.rows[0];
    assert!((row.candidate_ns / row.baseline_ns / 1.5 - 1.0).abs() < 0.02, "{row:?}");
    assert!(compared((&old, &manifest), (&new, &manifest), &Subjects::default()).is_err());
}

#[test]
fn what_was_asked_differently_is_said_and_guesses_of_other_isomorphs_are_not_compared() {
    let (old, new) = (run(&[("mrv", 1.0)], 1), run(&[("mrv", 1.0)], 2));
    let (was, mut is) = (manifest(), manifest());
    is.arguments.push("--scramble".to_owned());
    let found = compared((&old, &was), (&new, &is), &Subjects::default()).unwrap();
    assert!(found.notes.iter().any(|note| note.contains("--scramble")), "{:?}", found.notes);
    assert_eq!(found.rows[0].exact.guesses_in_words(), None);
}

#[test]
fn of_several_runs_the_blocks_that_differ_most_are_named() {
    let of = |block| Series::of(&Record { block, ..simulate::record("mrv", 0, 100) });
    let found = |old: &[u32], new: &[u32]| {
        let [old, new] =
            [old, new].map(|blocks| blocks.iter().copied().map(of).collect::<Vec<_>>());
        crate::compare::alike::check_blocks("mrv", &old, &new)
    };
    assert!(found(&[31, 20], &[32, 40]).is_ok());
    let error = found(&[31, 20], &[32, 41]).unwrap_err().to_string();
    assert!(error.contains("blocks of 20 puzzles in one run and of 41 in another"), "{error}");
}
