use super::*;
use crate::compare::simulate::{self, QUIET};
use crate::record::manifest_sample;

fn side<'a>(runs: &'a [Vec<Record>], manifest: &'a Manifest) -> Vec<InRun<'a>> {
    let of = |records: &'a Vec<Record>| InRun {
        records,
        manifest,
        series: Series::of(&records[0]),
        solver: "a".to_owned(),
    };
    runs.iter().map(of).collect()
}

/// Runs of one solver at these speeds of the machine.
fn runs(speeds: &[f64], seed: u64) -> Vec<Vec<Record>> {
    let of = |(nth, speed): (usize, &f64)| {
        simulate::run(QUIET, &[("a", *speed)], 80, seed + 1000 * nth as u64)
    };
    speeds.iter().enumerate().map(of).collect()
}

#[test]
fn two_means_are_compared_by_the_t_test_of_the_literature() {
    // Sleep gained with two drugs (Student 1908; Cushny and Peebles 1905): t = 1.8608 with 18
    // degrees of freedom where the two groups are taken for unpaired.
    let one = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
    let two = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    let found = between(&one, &two);
    assert!((found.log_ratio - 1.58).abs() < 1e-9);
    assert!((found.log_ratio / found.std_error() - 1.8608).abs() < 1e-4, "{found:?}");
    assert_eq!(found.launches.dof, 18.0);
    assert_eq!(between(&[1.0], &[2.0]).reach(0.05), f64::INFINITY);
}

#[test]
fn the_error_is_that_between_runs_and_not_that_within_them() {
    let manifest = manifest_sample();
    let (old, new) = (runs(&[1.0, 1.02, 0.98], 1), runs(&[1.01, 0.99, 1.03], 9));
    let found = across(&side(&old, &manifest), &side(&new, &manifest)).unwrap();
    // 2 % between runs, three a side: 2 % times sqrt(2 / 3).
    assert!((0.01..0.025).contains(&found.estimate.std_error()), "{found:?}");
    assert_eq!(found.clock, Clock::Cpu);
    assert!((found.new_ns / found.old_ns - found.estimate.log_ratio.exp()).abs() < 1e-9);
    let one = across(&side(&old[..1], &manifest), &side(&new[..1], &manifest)).unwrap();
    assert!(one.estimate.std_error() < 0.01, "one run cannot know: {one:?}");
}

#[test]
fn groups_are_paired_where_their_numbers_mean_the_same_puzzles() {
    let manifest = manifest_sample();
    let (old, mut new) = (runs(&[1.0], 1), runs(&[1.0], 2));
    new[0].retain(|record| record.group != 0);
    let found = across(&side(&old, &manifest), &side(&new, &manifest)).unwrap();
    assert!(found.is_paired);
    assert_eq!(found.estimate.groups, 9);
    let seeded = Manifest { seed: manifest.seed + 1, ..manifest.clone() };
    assert!(!across(&side(&old, &manifest), &side(&new, &seeded)).unwrap().is_paired);
    for record in new[0].iter_mut().filter(|record| record.group == 3) {
        record.puzzles = 999;
    }
    assert!(!across(&side(&old, &manifest), &side(&new, &manifest)).unwrap().is_paired);
}
