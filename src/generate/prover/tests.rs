//! The prover against solvers, which know nothing of how it works.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::builtin;
use crate::generate::grid::Grids;
use crate::puzzle::Puzzles;
use crate::puzzle::order::BLANK;
use crate::solver::{Answers, Goal, Search, Stop};
use crate::verify::check_solution;

/// Returns true if there is one solution, by `mrv`.
fn is_unique(order: Order, puzzle: &[u8]) -> bool {
    let puzzles = Puzzles::from_cells(order, [puzzle]);
    let mut answers = Answers::new(order, 1);
    let mrv = builtin::find("mrv").unwrap();
    let mut solver = mrv.start(order, Goal::Unique).unwrap();
    solver.solve(&puzzles.block(), &Stop::never(), &mut answers).unwrap();
    assert_eq!(answers.get(0).search, Search::Complete);
    answers.get(0).count == 1
}

fn puzzle(solution: &[u8], cells: &[u16]) -> Vec<u8> {
    let mut puzzle = vec![BLANK; solution.len()];
    cells.iter().for_each(|&cell| puzzle[usize::from(cell)] = solution[usize::from(cell)]);
    puzzle
}

#[test]
fn one_or_more_is_told_as_a_solver_tells_it_whatever_was_asked_before() {
    for (order, givens, rounds) in [(Order::TWO, 3..8, 80), (Order::THREE, 22..40, 40)] {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut solution = vec![BLANK; order.cells()];
        let (mut one, mut more) = (0, 0);
        for _ in 0..rounds {
            Grids::new(order).draw(&mut rng, &mut solution);
            let mut prover = Prover::new(order, &solution);
            let mut cells: Vec<u16> = (0..order.cells() as u16).collect();
            for _ in 0..20 {
                cells.shuffle(&mut rng);
                let asked = &cells[..rng.random_range(givens.clone())];
                match prover.ask(asked, u64::MAX) {
                    Proof::One(needed) => {
                        one += 1;
                        assert!(needed.iter().all(|cell| asked.contains(cell)));
                        assert!(is_unique(order, &puzzle(&solution, &needed)));
                    }
                    Proof::More => {
                        more += 1;
                        let (other, puzzle) = (prover.other(), puzzle(&solution, asked));
                        let differs =
                            |&cell: &u16| other[usize::from(cell)] != solution[usize::from(cell)];
                        let differing = (0..order.cells() as u16).filter(differs);
                        assert_eq!(prover.difference(), differing.collect::<Vec<_>>());
                        assert!(other != solution && !is_unique(order, &puzzle));
                        assert_eq!(check_solution(order, &puzzle, &other), Ok(()));
                    }
                    Proof::Undecided => panic!("there was no limit"),
                }
            }
        }
        assert!(one > rounds && more > rounds, "{one} {more}");
    }
}

#[test]
fn too_few_conflicts_are_no_proof() {
    let order = Order::FOUR;
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut solution = vec![BLANK; order.cells()];
    Grids::new(order).draw(&mut rng, &mut solution);
    let mut prover = Prover::new(order, &solution);
    let mut cells: Vec<u16> = (0..256).collect();
    cells.shuffle(&mut rng);
    // More givens than that solve themselves, fewer leave solutions that are found at once.
    let answers: Vec<Proof> =
        (60..160).rev().map(|givens| prover.ask(&cells[..givens], 0)).collect();
    assert!(answers.contains(&Proof::Undecided));
    for (givens, answer) in (60..160).rev().zip(answers) {
        if answer == Proof::Undecided {
            assert_ne!(prover.ask(&cells[..givens], u64::MAX), Proof::Undecided);
        }
    }
}
