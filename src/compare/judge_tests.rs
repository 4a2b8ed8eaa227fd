use super::*;
use crate::compare::simulate::{self, Noise, QUIET, SHARED, STEPPED};

fn question(threshold: &str) -> Question {
    Question {
        baseline: "a".to_owned(),
        control: Some("a again".to_owned()),
        candidate: "b".to_owned(),
        threshold: threshold.parse().unwrap(),
    }
}

/// A whole gate: looks after each pair of rounds, and a last one. Gives the share used.
fn gate(noise: Noise, factor: f64, threshold: &str, rounds: u32, seed: u64) -> (Timing, f64) {
    let backends = [("a", 1.0), ("a again", 1.0), ("b", factor)];
    let records = simulate::run(noise, &backends, rounds, seed);
    let mut judge = Sequential::new(question(threshold), 0.05);
    for pair in 1..=rounds as usize / 2 {
        let seen = &records[..pair * 2 * backends.len()];
        let share = pair as f64 * 2.0 / f64::from(rounds);
        if judge.look(seen, share).is_some() {
            return (judge.finish(seen).unwrap().1, share);
        }
    }
    (judge.finish(&records).unwrap().1, 1.0)
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
    assert_eq!(count(QUIET, 1.02, 160, Verdict::Slower), 50);
    assert_eq!(count(QUIET, 1.0 / 1.02, 160, Verdict::Faster), 50);
}

#[test]
fn at_the_threshold_itself_looking_often_is_wrong_no_more_than_allowed() {
    // The truth is 1 %, exactly where slower begins: 1.25 of 50 are allowed; 6 would come by
    // chance once in 500.
    for noise in [QUIET, SHARED] {
        let wrong = count(noise, 1.01, 100, Verdict::Slower);
        assert!(wrong < 6, "{noise:?}: {wrong} of 50");
    }
}

#[test]
fn a_plain_case_ends_early_and_a_close_one_does_not() {
    assert!(gate(QUIET, 1.5, "1%", 400, 1).1 < 0.1);
    let (close, share) = gate(QUIET, 1.01, "1%", 400, 1);
    assert_eq!((close.verdict, share), (Verdict::Unclear, 1.0));
}

#[test]
fn what_the_control_shows_is_not_held_against_the_candidate() {
    // One instance of the baseline is 3 % slower by bad luck, and so is the candidate.
    let backends = [("a", 1.0), ("a again", 1.03), ("b", 1.03)];
    let records = simulate::run(QUIET, &backends, 400, 7);
    let series = Series::of(&records[0]);
    let judged = |question: Question| timing(&records, &series, &question, 0.05).unwrap();
    let with = judged(question("1%"));
    let control = with.control.unwrap();
    assert!(control.bias > 0.02, "{control:?}");
    assert_eq!(with.verdict, Verdict::Unclear);
    let without = judged(Question { control: None, ..question("1%") });
    assert_eq!(without.verdict, Verdict::Slower);
}

#[test]
fn the_detectable_slowdown_is_detected_as_often_as_promised() {
    let mut promised: Vec<f64> = (0..15)
        .map(|seed| gate(SHARED, 1.0, "1%", 100, seed).0.control.unwrap().detectable)
        .collect();
    promised.sort_by(f64::total_cmp);
    // 90 % of 50 is 45; 38 or fewer would come by chance once in 500.
    let found = count(SHARED, promised[7].exp(), 100, Verdict::Slower);
    assert!(found > 38, "{found} of 50 at {promised:?}");
}

#[test]
fn a_candidate_on_a_busier_core_is_not_slower_and_one_that_is_slower_on_both_clocks_is() {
    let judged = |cpu_share: f64| {
        let mut records = simulate::run(QUIET, &[("a", 1.0), ("b", 1.2)], 100, 3);
        for record in &mut records {
            let share = if record.solver == "b" { cpu_share } else { 1.0 };
            record.cpu_ns = Some((record.wall_ns as f64 * share) as u64);
        }
        let question = Question { control: None, ..question("1%") };
        timing(&records, &Series::of(&records[0]), &question, 0.05).unwrap()
    };
    let waited = judged(1.0 / 1.2);
    assert_eq!((waited.speaks, waited.verdict), (Speaks::Both, Verdict::Unclear));
    assert_eq!(judged(1.1 / 1.2).verdict, Verdict::Slower);
    assert_eq!(judged(1.0).speaks, Speaks::Wall);
}
