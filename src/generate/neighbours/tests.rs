use std::collections::BTreeSet;

use super::completions::Completions;
use super::{Search, Step};
use crate::generate::panel::{Panel, is_unique};
use crate::puzzle::Order;
use crate::puzzle::canonical::{Canonizer, Form};
use crate::puzzle::order::BLANK;

const SEEDS: &str = include_str!("../../../datasets/seeds.txt");
const EASY: &str = include_str!("../../../datasets/easy.txt");
const MINIMAL: &str = include_str!("../../../datasets/minimal.txt");

fn forms(puzzles: &[Vec<u8>]) -> BTreeSet<Vec<u8>> {
    let mut canonizer = Canonizer::new(Order::THREE).unwrap();
    puzzles.iter().map(|puzzle| canonizer.form(puzzle, Form::Min).unwrap().to_vec()).collect()
}

/// Those of some puzzles that have exactly one solution.
fn unique(puzzles: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut panel = Panel::new(Order::THREE);
    let mut found = Vec::new();
    for some in puzzles.chunks(512) {
        some.iter().for_each(|puzzle| panel.slot().copy_from_slice(puzzle));
        panel.ask(|i, answer| {
            if is_unique(&answer) {
                found.push(some[i].clone());
            }
        });
    }
    found
}

/// Puzzles with one more given, in every way.
fn with_one_more(puzzle: &[u8]) -> Vec<Vec<u8>> {
    let blanks = (0..81).filter(|&cell| puzzle[cell] == BLANK);
    let with = |cell: usize, symbol: u8| {
        let mut with = puzzle.to_vec();
        with[cell] = symbol;
        with
    };
    blanks.flat_map(|cell| (b'1'..=b'9').map(move |symbol| with(cell, symbol))).collect()
}

fn is_minimal(puzzle: &[u8]) -> bool {
    let givens = (0..81).filter(|&cell| puzzle[cell] != BLANK);
    let without = givens.map(|cell| {
        let mut without = puzzle.to_vec();
        without[cell] = BLANK;
        without
    });
    unique(&without.collect::<Vec<_>>()).is_empty()
}

/// Leaves out the first givens.
fn part(puzzle: &str, remove: usize) -> Vec<u8> {
    let mut part = puzzle.as_bytes().to_vec();
    part.iter_mut().filter(|cell| **cell != BLANK).take(remove).for_each(|cell| *cell = BLANK);
    part
}

#[test]
fn one_given_is_added_in_all_ways_that_asking_about_each_finds() {
    let mut completions = Completions::new();
    for puzzle in MINIMAL.lines().take(8) {
        let part = part(puzzle, 1);
        let mut found = completions.find(&part, 1, 7);
        found.retain(|puzzle| is_minimal(puzzle));
        let mut expected = unique(&with_one_more(&part));
        expected.retain(|puzzle| is_minimal(puzzle));
        assert_eq!(BTreeSet::from_iter(found), BTreeSet::from_iter(expected));
    }
}

/// Puzzles with many givens, for which there are few pairs.
#[test]
fn two_givens_are_added_in_all_ways_that_asking_about_each_pair_finds() {
    let mut completions = Completions::new();
    for puzzle in EASY.lines().take(1) {
        let mut minimal = puzzle.as_bytes().to_vec();
        for cell in 0..81 {
            let given = std::mem::replace(&mut minimal[cell], BLANK);
            if unique(&[minimal.clone()]).is_empty() {
                minimal[cell] = given;
            }
        }
        let part = part(std::str::from_utf8(&minimal).unwrap(), 2);
        let mut found = completions.find(&part, 2, 7);
        found.retain(|puzzle| is_minimal(puzzle));
        let base: Vec<Vec<u8>> = with_one_more(&part);
        let may_be: Vec<Vec<u8>> = base.into_iter().filter(|one| has_solution(one)).collect();
        let pairs: BTreeSet<Vec<u8>> = may_be.iter().flat_map(|one| with_one_more(one)).collect();
        let mut expected = unique(&pairs.into_iter().collect::<Vec<_>>());
        expected.retain(|puzzle| is_minimal(puzzle));
        assert!(!expected.is_empty());
        assert_eq!(BTreeSet::from_iter(found), BTreeSet::from_iter(expected));
    }
}

fn has_solution(puzzle: &[u8]) -> bool {
    let mut panel = Panel::new(Order::THREE);
    panel.slot().copy_from_slice(puzzle);
    let mut has = false;
    panel.ask(|_, answer| has = answer.count > 0);
    has
}

/// The seed puzzle of 17 givens is alone by {-1+1}, and has two neighbours by {-2+2}, as a comparison of
/// all parts of all 49,151 puzzles of Royle's list says.
#[test]
fn the_seed_puzzle_has_no_neighbour_by_one_and_two_by_two() {
    let first = SEEDS.lines().find(|line| !line.starts_with('#')).unwrap();
    let start = forms(&[first.as_bytes().to_vec()]).pop_first().unwrap();
    let mut one = Search::new(Step { remove: 1, add: 1 }, vec![start.clone()], []);
    one.round();
    assert!(one.found().is_empty() && one.is_exhausted());
    let mut two = Search::new(Step { remove: 2, add: 2 }, vec![start], []);
    two.expand_starts();
    assert_eq!(two.found().len(), 2);
}

#[test]
fn what_is_known_is_not_found_and_a_resumed_search_goes_on_alike() {
    let start = forms(&[part(MINIMAL.lines().nth(4).unwrap(), 0)]).pop_first().unwrap();
    let step = Step { remove: 1, add: 1 };
    let mut whole = Search::new(step, vec![start.clone()], []);
    whole.round();
    let first = whole.found().to_vec();
    let expanded = whole.expanded();
    whole.round();
    let mut resumed = Search::new(step, vec![start.clone()], []);
    resumed.resume(first.clone(), expanded);
    resumed.round();
    assert_eq!(resumed.found(), whole.found());
    let mut knowing = Search::new(step, vec![start], first.clone());
    knowing.round();
    assert!(!first.is_empty() && knowing.found().is_empty());
}

/// Each is its own form, has one solution, and needs all its givens.
#[test]
fn the_dataset_of_seventeen_givens_holds_different_minimal_puzzles_in_canonical_form() {
    let dataset = include_str!("../../../datasets/seventeen.txt");
    let puzzles: Vec<Vec<u8>> = dataset.lines().map(|line| line.as_bytes().to_vec()).collect();
    let own = forms(&puzzles);
    assert_eq!((puzzles.len(), own.len()), (2024, 2024));
    assert!(puzzles.iter().all(|puzzle| own.contains(puzzle)) && puzzles.is_sorted());
    assert_eq!(unique(&puzzles).len(), puzzles.len());
    // No puzzle of 16 givens has one solution, so these are minimal.
    let givens = |puzzle: &Vec<u8>| puzzle.iter().filter(|&&cell| cell != BLANK).count();
    assert!(puzzles.iter().all(|puzzle| givens(puzzle) == 17));
}
