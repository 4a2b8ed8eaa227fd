use super::*;
use crate::compare::sequential::Sequential;
use crate::compare::simulate::{self, Noise, QUIET, SHARED, STEPPED};

/// Puzzles of a simulated dataset of so many rounds: eight launches meet all groups.
fn puzzles(rounds: u32) -> u64 {
    u64::from(rounds.div_ceil(8)) * 1000
}

fn question(threshold: &str, extent: Extent) -> Question {
    Question {
        baseline: "a".to_owned(),
        candidate: "b".to_owned(),
        threshold: threshold.parse().unwrap(),
        extent,
    }
}

/// A whole gate: looks after each round, and a last one. Gives the share used.
fn gate(noise: Noise, factor: f64, threshold: &str, rounds: u32, seed: u64) -> (Timing, f64) {
    let backends = [("a", 1.0), ("b", factor)];
    let records = simulate::run(noise, &backends, rounds, seed);
    let extent = Extent::All(puzzles(rounds));
    let mut judge = Sequential::new(question(threshold, extent), 0.05);
    for round in 1..=rounds as usize {
        let seen = &records[..round * backends.len()];
        let share = round as f64 / f64::from(rounds);
        // Each launch meets all groups; four of them are the least that is looked at here.
        let coverages = if share < 0.5 { 0 } else { (8.0 * share) as u64 };
        if judge.look(seen, coverages, share).is_some() {
            return (judge.finish(seen).unwrap().timing, share);
        }
    }
    (judge.finish(&records).unwrap().timing, 1.0)
}

/// Gates of fifty that end in a verdict.
fn count(noise: Noise, factor: f64, rounds: u32, of: Verdict) -> usize {
    (0..50).filter(|&seed| gate(noise, factor, "1%", rounds, seed).0.verdict == of).count()
}

#[test]
fn no_gate_of_fifty_raises_a_false_alarm() {
    for noise in [QUIET, SHARED, STEPPED] {
        let alarm = |seed| match gate(noise, 1.0, "1%", 160, seed).0.verdict {
            Verdict::Slower | Verdict::Faster => true,
            Verdict::Same | Verdict::Unclear => false,
        };
        assert_eq!((0..50).filter(|&seed| alarm(seed)).count(), 0, "{noise:?}");
    }
}

#[test]
fn two_percent_are_found_at_a_threshold_of_one() {
    assert_eq!(count(QUIET, 1.02, 320, Verdict::Slower), 50);
    assert_eq!(count(QUIET, 1.0 / 1.02, 320, Verdict::Faster), 50);
    assert_eq!(count(QUIET, 1.0, 320, Verdict::Same), 50);
}

#[test]
fn at_the_threshold_itself_it_is_wrong_no_more_than_allowed() {
    // The truth is 1 %, exactly where slower begins: 1.25 of 50 are allowed; 6 would come by
    // chance once in 500.
    for noise in [QUIET, SHARED] {
        let wrong = count(noise, 1.01, 160, Verdict::Slower);
        assert!(wrong < 6, "{noise:?}: {wrong} of 50");
    }
}

#[test]
fn the_detectable_slowdown_is_detected_as_often_as_promised() {
    let mut promised: Vec<f64> =
        (0..15).map(|seed| gate(SHARED, 1.0, "1%", 160, seed).0.detectable).collect();
    promised.sort_by(f64::total_cmp);
    // 90 % of 50 is 45; 38 or fewer would come by chance once in 500.
    let found = count(SHARED, promised[7].exp(), 160, Verdict::Slower);
    assert!(found > 38, "{found} of 50 at {promised:?}");
}

#[test]
fn same_and_faster_of_a_part_are_so_far_and_slower_is_slower() {
    let judged = |factor: f64, extent: Extent| {
        let records = simulate::run(QUIET, &[("a", 1.0), ("b", factor)], 320, 5);
        let series = Series::of(&records[0]);
        timing(&records, &series, &question("1%", extent), 0.05).unwrap()
    };
    let of = puzzles(320);
    let part = judged(0.8, Extent::All(2 * of));
    assert_eq!((part.verdict, part.so_far), (Verdict::Unclear, Some(Verdict::Faster)));
    assert_eq!((part.coverage.met, part.coverage.of), (of, 2 * of));
    let asked = judged(0.8, Extent::Sampled { sample: of, of: 2 * of });
    assert_eq!((asked.verdict, asked.so_far), (Verdict::Faster, None));
    assert_eq!(judged(1.2, Extent::All(2 * of)).verdict, Verdict::Slower);
    assert_eq!(judged(0.8, Extent::All(of)).verdict, Verdict::Faster);
    assert_eq!(judged(0.8, Extent::Measured).verdict, Verdict::Faster);
}

#[test]
fn times_beside_each_other_are_on_the_clock_that_decides_and_their_ratio_is_the_change() {
    let records = simulate::run(SHARED, &[("a", 1.0), ("b", 1.5)], 160, 5);
    let found = timing(&records, &Series::of(&records[0]), &question("1%", Extent::Measured), 0.05);
    let Timing { deciding, baseline_ns, candidate_ns, estimate, .. } = found.unwrap();
    assert_eq!(deciding, Deciding::Cpu);
    assert!((candidate_ns / baseline_ns - estimate.log_ratio.exp()).abs() < 1e-9);
    assert!((3000.0..6000.0).contains(&baseline_ns), "4 ms for 1000 puzzles: {baseline_ns}");
}

#[test]
fn groups_with_an_open_puzzle_have_no_part_in_the_ratio_and_are_counted() {
    let mut records = simulate::run(QUIET, &[("a", 1.0), ("b", 1.0)], 160, 5);
    for record in records.iter_mut().filter(|r| r.solver == "b" && r.group == 3) {
        (record.outcomes.unique, record.outcomes.timed_out) = (999, 1);
        for turn in record.each_turn.iter_mut().flatten() {
            turn.used.cpu_ns = Some(1_000_000_000);
        }
    }
    let extent = Extent::All(puzzles(160));
    let found = timing(&records, &Series::of(&records[0]), &question("1%", extent), 0.05).unwrap();
    assert!(found.estimate.log_ratio.abs() < 0.01, "{found:?}");
    assert!(found.coverage.is_full());
    assert_eq!(found.coverage.open, 1000);
}

#[test]
fn a_busy_core_does_not_make_a_candidate_slower_and_sleep_does() {
    let judged = |voluntary: u64, involuntary: u64| {
        let mut records = simulate::run(QUIET, &[("a", 1.0), ("b", 1.0)], 160, 3);
        for turn in
            records.iter_mut().filter(|r| r.solver == "b").flat_map(|r| r.each_turn.iter_mut())
        {
            let turn = turn.as_mut().unwrap();
            turn.wall_ns = turn.wall_ns * 5 / 4;
            (turn.used.voluntary, turn.used.involuntary) = (Some(voluntary), Some(involuntary));
        }
        timing(&records, &Series::of(&records[0]), &question("1%", Extent::Measured), 0.05)
            .unwrap()
            .verdict
    };
    assert_eq!(judged(0, 1), Verdict::Same);
    assert_eq!(judged(80, 0), Verdict::Slower);
}

#[test]
fn where_every_group_has_an_open_puzzle_there_are_no_times_and_no_verdict() {
    let mut records = simulate::run(QUIET, &[("a", 1.0), ("b", 1.0)], 16, 5);
    for record in records.iter_mut().filter(|r| r.solver == "b") {
        (record.outcomes.unique, record.outcomes.crashed) = (0, 1000);
    }
    let question = question("1%", Extent::All(puzzles(16)));
    let found = timing(&records, &Series::of(&records[0]), &question, 0.05).unwrap();
    assert_eq!((found.verdict, found.is_timed()), (Verdict::Unclear, false));
    assert_eq!(found.coverage.open, puzzles(16));
}
