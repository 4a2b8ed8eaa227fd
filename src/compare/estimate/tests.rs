use super::*;

#[test]
fn a_sample_has_the_standard_error_of_the_literature() {
    // Survival of seven treated mice, mean 86.86 with standard error 25.24 (Efron and Tibshirani
    // 1993, "An Introduction to the Bootstrap", table 2.1; theirs divides by n, ours by n - 1).
    let mice = [94.0, 197.0, 16.0, 38.0, 99.0, 141.0, 23.0];
    let pairs: Vec<(f64, f64)> = mice.iter().map(|days| (1.0, 1.0 + days * 1e-6f64)).collect();
    let found = of_sample(&pairs).unwrap();
    assert!((found.log_ratio * 1e6 - 86.86).abs() < 0.01, "{found:?}");
    assert!((found.std_error() * 1e6 - 25.24).abs() < 0.01, "{found:?}");
    assert_eq!(of_sample(&[(0.0, 1.0)]), None);
    assert_eq!(of_sample(&[(1.0, 1.0)]).unwrap().reach(0.05), f64::INFINITY);
}

#[test]
fn quantiles_are_those_of_the_tables() {
    // Student 1908 by way of any table: 97.5 % at 1, 9 and very many degrees of freedom.
    for (dof, expected) in [(1.0, 12.706), (9.0, 2.262), (1e7, 1.960)] {
        assert!((t_quantile(0.975, dof) - expected).abs() < 5e-4, "{dof}");
    }
    assert_eq!(t_quantile(1.0, 9.0), f64::INFINITY);
}

fn known(log_ratio: f64, turns: (f64, f64), launches: (f64, f64)) -> Estimate {
    let part = |(std_error, dof): (f64, f64)| Variance { variance: std_error * std_error, dof };
    Estimate { log_ratio, turns: part(turns), launches: part(launches), third: 0.0, groups: 100 }
}

#[test]
fn an_interval_is_student_s_where_one_source_is_all_there_is() {
    let reach = |estimate: Estimate| estimate.reach(0.05);
    assert!((reach(known(0.0, (0.0, 9.0), (0.01, 7.0))) - 0.01 * 2.3646).abs() < 1e-5);
    assert!((reach(known(0.0, (0.01, 9.0), (0.0, 7.0))) - 0.01 * 2.2622).abs() < 1e-5);
    let both = reach(known(0.0, (0.01, 9.0), (0.01, 7.0)));
    assert!((both - 0.01 * 2.2622f64.hypot(2.3646)).abs() < 1e-5, "{both}");
}

#[test]
fn a_mean_of_four_is_known_twice_as_well_as_each() {
    let one = known(0.02, (0.01, 9.0), (0.02, 7.0));
    let mean = mean(&[one; 4]).unwrap();
    assert!((mean.std_error() - one.std_error() / 2.0).abs() < 1e-12);
    assert!((mean.turns.dof - 36.0).abs() < 1e-9 && (mean.launches.dof - 28.0).abs() < 1e-9);
    assert!((mean.log_ratio - 0.02).abs() < 1e-12);
    assert_eq!(super::mean(&[]), None);
}

#[test]
fn a_ratio_of_ratios_is_as_uncertain_as_both() {
    let (new, old) = (known(0.5, (0.03, 9.0), (0.0, 1.0)), known(0.2, (0.04, 9.0), (0.0, 1.0)));
    let both = new.less(&old);
    assert!((both.log_ratio - 0.3).abs() < 1e-12 && (both.std_error() - 0.05).abs() < 1e-12);
    let blind = Estimate { turns: Variance::UNKNOWN, ..old };
    assert_eq!(new.less(&blind).reach(0.05), f64::INFINITY);
}

#[test]
fn rare_pauses_move_an_interval_as_exact_ones_of_a_poisson_count_are_moved() {
    // 13 pauses of 0.1 % each: exactly 6.92 to 22.23 of them (Garwood 1936), by Student's t with
    // many degrees of freedom 5.93 to 20.07.
    let pause = 1e-3;
    let turns = Variance { variance: 13.0 * pause * pause, dof: 1e6 };
    let third = 13.0 * pause * pause * pause;
    let found =
        Estimate { log_ratio: 13.0 * pause, turns, third, ..known(0.0, (0.0, 1.0), (0.0, 1.0)) };
    let Interval { low, high, .. } = found.interval(0.05);
    assert!((low / pause - 6.92).abs() < 0.7 && (high / pause - 22.23).abs() < 0.8, "{low} {high}");
}
