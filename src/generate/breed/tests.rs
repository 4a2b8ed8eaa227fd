use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::puzzle::order::BLANK;
use crate::puzzle::{Block, Order};
use crate::solver::SolverError;

const MINIMAL: &str = include_str!("../../../datasets/minimal.txt");

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(1)
}

#[test]
fn children_have_one_solution_and_need_every_given() {
    let (mut breeder, mut rng) = (Breeder::new(), rng());
    for parent in MINIMAL.lines().take(40) {
        let child = breeder.child(parent.as_bytes(), &mut rng).expect("the parent has a solution");
        assert!(breeder.is_proven(&child.form), "{}", String::from_utf8_lossy(&child.form));
    }
}

#[test]
fn a_puzzle_with_several_solutions_is_completed_and_one_without_is_not_adopted() {
    let (mut breeder, mut rng) = (Breeder::new(), rng());
    let mut loose = MINIMAL.lines().next().unwrap().as_bytes().to_vec();
    let first = loose.iter().position(|&cell| cell != BLANK).unwrap();
    loose[first] = BLANK;
    assert!(!breeder.is_proven(&loose));
    assert!(breeder.adopt(&loose, &mut rng).is_some_and(|it| breeder.is_proven(&it.form)));
    let clash = [b"11", &[BLANK; 79][..]].concat();
    assert_eq!(breeder.adopt(&clash, &mut rng), None);
}

#[test]
fn a_puzzle_with_a_given_too_many_is_not_proven() {
    let mut breeder = Breeder::new();
    let puzzle = MINIMAL.lines().next().unwrap().as_bytes();
    assert!(breeder.is_proven(puzzle));
    let mut solver = crate::builtin::find("mrv").unwrap();
    let solution = solved(&mut *solver, puzzle);
    let mut more = puzzle.to_vec();
    let blank = more.iter().position(|&cell| cell == BLANK).unwrap();
    more[blank] = solution[blank];
    assert!(!breeder.is_proven(&more));
}

fn solved(backend: &mut dyn crate::solver::Backend, puzzle: &[u8]) -> Vec<u8> {
    let puzzles = crate::puzzle::Puzzles::from_cells(Order::THREE, [puzzle]);
    let mut answers = crate::solver::Answers::new(Order::THREE, 1);
    let mut solver = backend.start(Order::THREE, crate::solver::Goal::First).unwrap();
    let stop = crate::solver::Stop::never();
    solver.solve(&puzzles.block(), &stop, &mut answers).unwrap();
    answers.get(0).solution.unwrap().to_vec()
}

fn bred(hash: u128, grid: u128, rating: f64) -> Bred {
    Bred { child: Child { form: vec![hash as u8], hash }, grid, rating }
}

#[test]
fn a_pool_keeps_the_most_costly_puzzle_of_each_class_of_grids() {
    let mut pool = Pool::new(2);
    assert_eq!(pool.least(), f64::NEG_INFINITY);
    assert!(pool.offer(bred(1, 10, 1.0)) && pool.offer(bred(2, 20, 2.0)));
    assert_eq!(pool.least(), 1.0);
    assert!(!pool.offer(bred(2, 20, 9.0)), "it was seen before");
    assert!(!pool.offer(bred(3, 30, 0.5)), "it is too cheap");
    assert!(!pool.offer(bred(4, 20, 1.5)), "there is a better one of its grid's class");
    assert!(pool.offer(bred(5, 20, 3.0)) && pool.offer(bred(6, 60, 1.5)));
    let mut hashes: Vec<u128> = pool.members().iter().map(|bred| bred.child.hash).collect();
    hashes.sort_unstable();
    assert_eq!(hashes, [5, 6]);
    pool.forget([7]);
    assert!(pool.has_seen(7) && pool.has_seen(1) && !pool.has_seen(8));
}

/// Costs the number of givens in the first row.
struct FirstRow;

impl Cost for FirstRow {
    fn costs(&mut self, block: &Block<'_>, into: &mut Vec<Option<f64>>) -> Result<(), SolverError> {
        let givens = |cells: &[u8]| cells[..9].iter().filter(|&&cell| cell != BLANK).count();
        into.extend(block.iter().map(|cells| Some(givens(cells) as f64)));
        Ok(())
    }
}

#[test]
fn a_rating_is_the_geometric_mean_over_isomorphs_and_the_same_for_the_same_seed() {
    let puzzle = MINIMAL.lines().next().unwrap().as_bytes();
    let mut rater = Rater::new(vec![Box::new(FirstRow), Box::new(FirstRow)]);
    let mut rate = |count| rater.rate(puzzle, count, &mut rng()).unwrap().unwrap();
    let rating = rate(500);
    assert_eq!(rating, rate(500));
    assert_eq!((rating.0.len(), rating.0[0]), (2, rating.total()));
    // Every row and every column of the puzzle is as often the first one as any other.
    let lines = (0..9).flat_map(|line| [(9 * line, 1), (line, 9)]);
    let givens = lines.map(|(from, step)| {
        let cells = (0..9).map(|i| puzzle[from + step * i]);
        cells.filter(|&cell| cell != BLANK).count() as f64
    });
    let expected = givens.map(f64::ln_1p).sum::<f64>() / 18.0;
    assert!((rating.total() - expected).abs() < 0.1, "{} {expected}", rating.total());
    assert!((mean_cost(rating.total()) - rating.total().exp() + 1.0).abs() < 1e-9);
}
