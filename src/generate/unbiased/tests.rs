use std::collections::BTreeMap;

use super::grids::UniformGrids;
use super::*;
use crate::puzzle::canonical::{Canonizer, Form};
use crate::puzzle::order::BLANK;

/// Isomorphs of a 4x4 puzzle without automorphisms: 128 arrangements of lines, 4! of values.
const IMAGES: u128 = 128 * 24;

/// Weights and squared weights of a sample by canonical form, with the class's number of puzzles.
fn by_class(sampler: Sampler, portions: u64) -> BTreeMap<Vec<u8>, (f64, f64, u128)> {
    let mut sample = Unbiased::new(Order::TWO, sampler, 1).unwrap();
    let mut canonizer = Canonizer::new(Order::TWO).unwrap();
    let mut classes = BTreeMap::new();
    for weighted in (0..portions).flat_map(|portion| sample.portion(portion)) {
        let form = canonizer.form(&weighted.made.puzzle, Form::Min).unwrap().to_vec();
        let size = IMAGES / canonizer.automorphisms().unwrap();
        let (sum, squares, _) = classes.entry(form).or_insert((0.0, 0.0, size));
        *sum += weighted.weight;
        *squares += weighted.weight * weighted.weight;
    }
    classes
}

fn givens(puzzle: &[u8]) -> usize {
    puzzle.iter().filter(|&&cell| cell != BLANK).count()
}

/// There are 85,632 minimal 4x4 puzzles in 36 classes, by exhaustive count: each has its share.
#[test]
fn weighted_4x4_puzzles_are_all_minimal_ones_alike() {
    for (sampler, portions) in [(Sampler::Tries, 25_000), (Sampler::Paths, 8_000)] {
        let classes = by_class(sampler, portions);
        let of = |count: usize| {
            let sizes = classes.iter().filter(|(form, _)| givens(form) == count);
            sizes.map(|(_, (.., size))| size).sum::<u128>()
        };
        assert_eq!((classes.len(), [of(4), of(5), of(6)]), (36, [25_728, 58_368, 1_536]));
        let total: f64 = classes.values().map(|(sum, ..)| sum).sum();
        let chi_square: f64 = classes
            .values()
            .map(|&(sum, squares, size)| {
                let expected = total * size as f64 / 85_632.0;
                (sum - expected).powi(2) / squares
            })
            .sum();
        // With 35 degrees of freedom it is above 67 once in a thousand times.
        assert!(chi_square < 67.0, "{sampler:?}: {chi_square}");
    }
}

/// The mean that the number of all grids demands; it varies by 290.
#[test]
fn a_9x9_grid_s_first_boxes_have_as_many_completions_as_all_grids_demand() {
    let mut grids = UniformGrids::new(Order::THREE);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut cells = vec![0; 81];
    let draws = 200;
    let sum: u64 = (0..draws).map(|_| grids.draw(&mut rng, &mut cells)).sum();
    let mean = sum as f64 / draws as f64;
    let expected = 6_670_903_752_021_072_936_960.0 / (362_880.0 * 2_612_736.0 * 2_612_736.0);
    assert!((mean - expected).abs() < 4.0 * 290.0 / (draws as f64).sqrt(), "{mean}, {expected}");
}

/// Paths of a 9x9 grid end where no given can go, and tries as well.
#[test]
fn weighted_9x9_puzzles_are_minimal_and_a_portion_s_whatever_came_before() {
    let mut paths = Unbiased::new(Order::THREE, Sampler::Paths, 5).unwrap();
    let first = paths.portion(3);
    assert_eq!(paths.portion(0).len(), 1);
    assert_eq!(paths.portion(3), first);
    let made = &first[0].made;
    let mut panel = crate::generate::panel::Panel::new(Order::THREE);
    panel.slot().copy_from_slice(&made.puzzle);
    for cell in (0..81).filter(|&cell| made.puzzle[cell] != BLANK) {
        let slot = panel.slot();
        slot.copy_from_slice(&made.puzzle);
        slot[cell] = BLANK;
    }
    panel.ask(|i, answer| {
        assert_eq!(answer.count, if i == 0 { 1 } else { 2 });
        assert!(i > 0 || answer.solution == Some(&made.solution[..]));
    });
    assert!(Unbiased::new(Order::FOUR, Sampler::Tries, 5).is_none());
}

/// Percent of minimal puzzles by givens, from 23 to 28, as Denis Berthier published them in "Unbiased
/// Statistics of a CSP" (2009). Four standard errors of the 1,000 puzzles are allowed.
#[test]
fn the_unbiased_dataset_has_the_published_distribution_of_givens() {
    const PUBLISHED: [(usize, f64); 6] =
        [(23, 0.148), (24, 2.28), (25, 13.42), (26, 31.91), (27, 32.71), (28, 15.48)];
    let dataset = include_str!("../../../datasets/unbiased.csv");
    let mut by_givens = BTreeMap::<usize, [f64; 2]>::new();
    for row in dataset.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let weight: f64 = fields[2].parse().unwrap();
        let [sum, squares] = by_givens.entry(givens(fields[0].as_bytes())).or_default();
        *sum += weight;
        *squares += weight * weight;
    }
    let total: f64 = by_givens.values().map(|[sum, _]| sum).sum();
    for (count, published) in PUBLISHED {
        let [sum, squares] = by_givens[&count];
        let (percent, error) = (100.0 * sum / total, 100.0 * squares.sqrt() / total);
        assert!((percent - published).abs() < 4.0 * error, "{count}: {percent} +- {error}");
    }
}
