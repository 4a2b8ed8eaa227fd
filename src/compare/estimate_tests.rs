use super::*;
use crate::compare::clock::Clock;
use crate::compare::pairing::{Series, pairs};
use crate::compare::simulate::{self, QUIET, SHARED, STEPPED};

fn pair(baseline_ns: f64, candidate_ns: f64) -> Pair {
    Pair { baseline_ns, candidate_ns }
}

fn measured(noise: simulate::Noise, factor: f64, rounds: u32, seed: u64) -> Estimate {
    let records = simulate::run(noise, &[("a", 1.0), ("b", factor)], rounds, seed);
    estimate(&pairs(&records, &Series::of(&records[0]), Clock::Wall, "a", "b").unwrap()).unwrap()
}

#[test]
fn without_outliers_it_is_the_ratio_of_totals() {
    // 10 + 20 + 70 = 100 against 11 + 24 + 66.5 = 101.5.
    let few = [pair(10.0, 11.0), pair(20.0, 24.0), pair(70.0, 66.5)];
    let found = estimate(&few).unwrap();
    assert!((found.log_ratio.exp() - 1.015).abs() < 1e-12);
    let many: Vec<Pair> = (0..40).map(|i| few[i % 3]).collect();
    assert!((estimate(&many[..39]).unwrap().log_ratio.exp() - 1.015).abs() < 1e-12);
}

#[test]
fn the_standard_error_is_that_of_the_literature() {
    // Survival of seven treated mice, mean 86.86 with standard error 25.24 (Efron and Tibshirani
    // 1993, "An Introduction to the Bootstrap", table 2.1), made small enough for exp to be linear.
    let mice = [94.0, 197.0, 16.0, 38.0, 99.0, 141.0, 23.0];
    let pairs: Vec<Pair> = mice.iter().map(|days| pair(1.0, (days * 1e-6f64).exp())).collect();
    let found = estimate(&pairs).unwrap();
    assert!((found.log_ratio * 1e6 - 86.86).abs() < 0.01, "{found:?}");
    // A thousand resamples know it to about 2 %.
    assert!((found.std_error * 1e6 / 25.24 - 1.0).abs() < 0.07, "{found:?}");
}

#[test]
fn quantiles_are_those_of_the_tables() {
    // Student 1908 by way of any table: 97.5 % at 1, 9 and very many degrees of freedom.
    for (dof, expected) in [(1.0, 12.706), (9.0, 2.262), (1e7, 1.960)] {
        assert!((t_quantile(0.975, dof) - expected).abs() < 5e-4, "{dof}");
    }
    assert_eq!(t_quantile(1.0, 9.0), f64::INFINITY);
    // Ten heads of ten: 2 / 1024.
    assert!((sided(10, 0) - 2.0 / 1024.0).abs() < 1e-12);
    assert_eq!((sided(0, 0), sided(3, 3)), (1.0, 1.0));
}

#[test]
fn a_lone_spike_is_pulled_in_but_stays_in_the_totals() {
    let mut pairs: Vec<Pair> =
        (0..30).map(|i| pair(100.0, 102.0 + 0.1 * f64::from(i % 5))).collect();
    let calm = estimate(&pairs).unwrap();
    pairs[7].candidate_ns = 5000.0;
    let spiked = estimate(&pairs).unwrap();
    assert_eq!(spiked.basis, Basis::Winsorised);
    assert!((spiked.log_ratio - calm.log_ratio).abs() < 1e-3, "{spiked:?}");
    assert!(spiked.totals_log_ratio > 0.5, "{spiked:?}");
}

#[test]
fn outliers_that_all_point_one_way_count_in_full() {
    // A tenth of the groups is hard for the candidate alone: that is no accident of the machine.
    let pairs: Vec<Pair> = (0..200)
        .map(|i| {
            let slow = if i % 10 == 0 { 3.0 } else { 1.0 };
            pair(100.0, slow * (100.0 + 0.1 * f64::from(i % 7)))
        })
        .collect();
    let found = estimate(&pairs).unwrap();
    assert_eq!(found.basis, Basis::Totals);
    assert!((found.log_ratio.exp() - 1.2).abs() < 0.01, "{found:?}");
}

#[test]
fn exchanging_the_backends_turns_the_sign() {
    let records = simulate::run(SHARED, &[("a", 1.0), ("b", 1.05)], 100, 4);
    let series = Series::of(&records[0]);
    let of = |a, b| estimate(&pairs(&records, &series, Clock::Wall, a, b).unwrap()).unwrap();
    let (there, back) = (of("a", "b"), of("b", "a"));
    assert_eq!(there.basis, Basis::Winsorised);
    assert!((there.log_ratio + back.log_ratio).abs() < 1e-12);
    assert!((there.std_error / back.std_error - 1.0).abs() < 1e-6);
}

#[test]
fn a_single_pair_has_an_estimate_and_no_end_to_its_error() {
    let found = estimate(&[pair(10.0, 11.0)]).unwrap();
    let interval = found.interval(0.05);
    assert_eq!((interval.low, interval.high), (f64::NEG_INFINITY, f64::INFINITY));
    assert!((interval.middle.exp() - 1.1).abs() < 1e-12);
    assert_eq!(estimate(&[]), None);
}

#[test]
fn ratios_alike_to_the_last_bit_have_no_error_and_are_no_nan() {
    let same = [pair(100.0, 102.0); 20];
    let found = estimate(&same).unwrap();
    assert!((found.log_ratio.exp() - 1.02).abs() < 1e-12);
    assert!(found.std_error < 1e-9 && found.interval(0.05).low.is_finite(), "{found:?}");
}

#[test]
fn intervals_hold_the_truth_about_as_often_as_they_say() {
    // 95 % of 200 is 190, give or take 3; fewer than 180 would come by chance once in 1000.
    for (noise, rounds) in [(QUIET, 20), (SHARED, 20), (SHARED, 100), (STEPPED, 60)] {
        let truth = 1.02f64.ln();
        let held = (0..200)
            .filter(|&seed| {
                let interval = measured(noise, 1.02, rounds, seed).interval(0.05);
                interval.low <= truth && truth <= interval.high
            })
            .count();
        assert!(held >= 180, "{noise:?}, {rounds} rounds: {held} of 200");
    }
}

#[test]
fn balanced_rounds_take_the_cold_start_out() {
    let cold = simulate::Noise { cold: 0.2, ..QUIET };
    let found = measured(cold, 1.0, 400, 1);
    assert!(found.log_ratio.abs() < 0.003, "{found:?}");
}

#[test]
fn the_mean_of_independent_ratios_has_the_error_of_a_mean() {
    let of = |log_ratio: f64, std_error: f64, dof: f64| Estimate {
        log_ratio,
        std_error,
        dof,
        pairs: 9,
        basis: Basis::Totals,
        totals_log_ratio: log_ratio,
    };
    let two = [of(2f64.ln(), 0.03, 10.0), of(8f64.ln(), 0.04, 10.0)];
    let both = mean(&two).unwrap();
    assert!((both.log_ratio.exp() - 4.0).abs() < 1e-12, "the geometric mean of 2 and 8");
    assert!((both.std_error - 0.025).abs() < 1e-12);
    // Welch and Satterthwaite: (9 + 16)² / (81 / 10 + 256 / 10).
    assert!((both.dof - 625.0 / 33.7).abs() < 1e-9);
    assert!((two[1].less(&two[0]).log_ratio.exp() - 4.0).abs() < 1e-12);
    assert_eq!(mean(&[]), None);
}

#[test]
fn spells_widen_the_error_as_much_as_they_must() {
    // Autoregressive noise of coefficient 0.8: the variance of its mean is (1 + 0.8) / (1 - 0.8),
    // nine times that of independent noise.
    let inflated = |coefficient: f64, seed: u64| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut state = 0.0;
        let pairs: Vec<Pair> = (0..2000)
            .map(|_| {
                let fresh: f64 = (0..12).map(|_| f64::from(random.random::<u32>())).sum();
                state = coefficient * state + fresh / f64::from(u32::MAX) - 6.0;
                pair(1000.0, 1000.0 * (state * 1e-3).exp())
            })
            .collect();
        let times: Vec<Times> = pairs.iter().map(Times::of).collect();
        inflation(&times, &Limits::NONE)
    };
    let mean = |coefficient| (0..20).map(|seed| inflated(coefficient, seed)).sum::<f64>() / 20.0;
    let (independent, spells) = (mean(0.0), mean(0.8));
    assert!((1.0..1.15).contains(&independent), "{independent}");
    assert!((7.5..10.5).contains(&spells), "{spells}");
}
