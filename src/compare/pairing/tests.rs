use super::*;
use crate::compare::simulate::record;
use crate::solver::Goal;

fn run(rows: &[(&str, u32, u64)]) -> Vec<Record> {
    rows.iter().map(|&(solver, round, wall_ns)| record(solver, round, wall_ns)).collect()
}

fn pairs_of(records: &[Record]) -> Result<Vec<(f64, f64)>, PairingError> {
    sums(&answered(records, &Series::of(&records[0]), "a", "b")?, Clock::Wall)
}

#[test]
fn of_sums_two_rounds_make_a_pair_and_a_lone_round_is_left_out() {
    let records = run(&[
        ("a", 0, 10),
        ("b", 0, 21),
        ("b", 1, 19),
        ("a", 1, 10),
        ("a", 2, 500),
        ("b", 2, 1),
        ("a", 5, 7),
        ("b", 5, 7),
    ]);
    assert_eq!(pairs_of(&records).unwrap(), [(20.0, 40.0)]);
}

#[test]
fn an_interrupted_round_is_left_out_with_its_partner() {
    let mut records = run(&[("a", 0, 10), ("b", 0, 10), ("a", 1, 10), ("b", 1, 10)]);
    records[3].turns = 1;
    let error = pairs_of(&records).unwrap_err();
    assert!(matches!(error, PairingError::TooFew { rounds: 1, .. }), "{error}");
}

#[test]
fn a_round_without_puzzles_is_left_out_and_is_no_baseline_of_zero() {
    let mut records = run(&[("a", 0, 10), ("b", 0, 20), ("a", 1, 10), ("b", 1, 20)]);
    records.extend(run(&[("a", 2, 0), ("b", 2, 0), ("a", 3, 10), ("b", 3, 10)]));
    for empty in &mut records[4..6] {
        (empty.puzzles, empty.outcomes) = (0, crate::record::Outcomes::default());
    }
    assert_eq!(pairs_of(&records).unwrap().len(), 1);
    assert_eq!(alone(&records, &Series::of(&records[0]), Clock::Wall, "a").unwrap().len(), 1);
    // Rows that claim to have gone over their puzzles no times have measured nothing.
    records[4] = Record { repeats: 0, puzzles: 0, ..record("a", 2, 10) };
    assert_eq!(pairs_of(&records).unwrap().len(), 1);
}

#[test]
fn the_same_round_of_two_launches_is_two_rounds_with_turns_of_their_own() {
    let of = |launch, solver, wall_ns| Record { launch, repeats: 2, ..record(solver, 0, wall_ns) };
    let records = [of(1, "a", 40), of(1, "b", 80), of(2, "a", 40), of(2, "b", 120)];
    let rounds = answered(&records, &Series::of(&records[0]), "a", "b").unwrap();
    let turns = turns(&rounds, Clock::Wall).unwrap().unwrap();
    assert_eq!(turns.len(), 2);
    assert_eq!((turns[1].launch, turns[1].baseline, turns[1].candidate), (2, [10.0; 2], [30.0; 2]));
}

#[test]
fn a_round_with_a_puzzle_left_open_has_no_time_to_compare() {
    let mut records = run(&[("a", 0, 10), ("b", 0, 10), ("a", 1, 10), ("b", 1, 10)]);
    let open = |record: &mut Record| {
        (record.outcomes.unique, record.outcomes.timed_out) = (999, 1);
    };
    open(&mut records[3]);
    let error = pairs_of(&records).unwrap_err().to_string();
    assert!(error.contains("2 complete rounds of"), "one round alone: {error}");
    open(&mut records[0]);
    let error = pairs_of(&records).unwrap_err().to_string();
    assert!(error.contains("left puzzles open in every round"), "{error}");
}

#[test]
fn other_blocks_goals_and_datasets_are_other_series() {
    let mut records = run(&[("a", 0, 1), ("a", 1, 1), ("a", 2, 1), ("a", 3, 1)]);
    records[1].block = 1;
    records[2].setting.goal = Goal::Unique;
    records[3].setting.dataset = "hard".to_owned();
    assert_eq!(series(&records).len(), 4);
}

#[test]
fn what_cannot_be_compared_is_refused_by_name() {
    let sound = run(&[("a", 0, 10), ("b", 0, 10), ("a", 1, 10), ("b", 1, 10)]);
    let broken = |change: fn(&mut Vec<Record>)| {
        let mut records = sound.clone();
        change(&mut records);
        pairs_of(&records).unwrap_err().to_string()
    };
    assert!(broken(|r| r[0].wall_ns = 0).contains("a took 0 ns in round 0"));
    assert!(broken(|r| r[1].group = 9).contains("saw different puzzles"));
    assert!(broken(|r| r.push(r[2].clone())).contains("a has two rows for round 1"));
    assert!(broken(|r| r.retain(|r| r.solver == "a")).contains("b has no rounds"));
    assert!(broken(|r| r.truncate(2)).contains("1 complete round of"));
}
