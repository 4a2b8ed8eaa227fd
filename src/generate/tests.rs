use super::*;
use crate::builtin;
use crate::puzzle::{Order, Puzzles};
use crate::solver::{Answers, Goal, Search, Stop};
use crate::verify::check_solution;
use prover::Proof;

fn recipe(order: Order, minimal: bool, givens: Option<Givens>, symmetry: Symmetry) -> Recipe {
    Recipe::new(order, minimal, givens, symmetry).expect("a recipe that can be followed")
}

fn plain(order: Order) -> Recipe {
    recipe(order, false, None, Symmetry::None)
}

/// Counts solutions with another algorithm than the generator's.
fn count(puzzle: &[u8]) -> u32 {
    let order = Order::from_cells(puzzle.len()).expect("a puzzle");
    let cycles = builtin::find("cycles").expect("it is built in");
    let mut answers = Answers::new(order, 1);
    let puzzles = Puzzles::from_cells(order, [puzzle]);
    let mut solver = cycles.start(order, Goal::Unique).expect("it takes every order");
    solver.solve(&puzzles.block(), &Stop::never(), &mut answers).expect("no crash");
    assert_eq!(answers.get(0).search, Search::Complete);
    answers.get(0).count
}

fn givens(puzzle: &[u8]) -> usize {
    puzzle.iter().filter(|&&cell| cell != BLANK).count()
}

#[test]
fn every_puzzle_has_the_one_solution_it_comes_with() {
    for (order, puzzles) in [(Order::TWO, 100), (Order::THREE, 100), (Order::FOUR, 2)] {
        let mut generator = Generator::new(plain(order), 1);
        for index in 0..puzzles {
            let made = generator.puzzle(index).expect("there are many");
            assert_eq!(count(&made.puzzle), 1);
            let kept = made.puzzle.iter().zip(&made.solution).all(|(p, s)| p == s || *p == BLANK);
            assert!(kept);
            assert_eq!((count(&made.solution), givens(&made.solution)), (1, order.cells()));
        }
    }
}

#[test]
fn a_puzzle_depends_on_its_seed_and_number_alone() {
    let made: Vec<_> = {
        let mut generator = Generator::new(plain(Order::THREE), 7);
        (0..5).map(|index| generator.puzzle(index).expect("there are many")).collect()
    };
    let mut other = Generator::new(plain(Order::THREE), 7);
    for index in [3, 0, 4, 4, 1] {
        assert_eq!(other.puzzle(index).expect("there are many"), made[index as usize]);
    }
    let mut next_seed = Generator::new(plain(Order::THREE), 8);
    assert_ne!(next_seed.puzzle(0).expect("there are many"), made[0]);
}

#[test]
fn no_given_of_a_minimal_puzzle_can_be_left_out() {
    for symmetry in [Symmetry::None, Symmetry::Rotational] {
        let minimal = recipe(Order::THREE, true, None, symmetry);
        let mut generator = Generator::new(minimal, 2);
        for index in 0..10 {
            let mut puzzle = generator.puzzle(index).expect("there are many").puzzle;
            assert_eq!(count(&puzzle), 1);
            for cell in 0..puzzle.len() {
                let given = std::mem::replace(&mut puzzle[cell], BLANK);
                assert_eq!(count(&puzzle), if given == BLANK { 1 } else { 2 });
                puzzle[cell] = given;
            }
        }
    }
}

/// That a puzzle has one solution and no given that can go: by a prover that knows nothing of how
/// it was made, and each second solution by the rules. Of the givens, one in `step` is left out.
fn assert_minimal(order: Order, made: &Generated, step: usize) {
    let mut prover = Prover::new(order, &made.solution);
    let given = |cell: &u16| made.puzzle[usize::from(*cell)] != BLANK;
    let cells: Vec<u16> = (0..order.cells() as u16).filter(given).collect();
    assert_eq!(prover.ask(&cells, u64::MAX), Proof::One(cells.clone()));
    for left_out in cells.iter().step_by(step) {
        let rest: Vec<u16> = cells.iter().copied().filter(|cell| cell != left_out).collect();
        assert_eq!(prover.ask(&rest, u64::MAX), Proof::More);
        let mut puzzle = made.puzzle.clone();
        puzzle[usize::from(*left_out)] = BLANK;
        let other = prover.other();
        assert_eq!(check_solution(order, &puzzle, &other), Ok(()));
        assert_ne!(other, made.solution);
    }
}

fn is_symmetric(puzzle: &[u8]) -> bool {
    puzzle.iter().zip(puzzle.iter().rev()).all(|(a, b)| (*a == BLANK) == (*b == BLANK))
}

#[test]
fn minimal_puzzles_of_16x16_are_proven_to_be() {
    for symmetry in [Symmetry::None, Symmetry::Rotational] {
        let mut generator = Generator::new(recipe(Order::FOUR, true, None, symmetry), 2);
        let made = generator.puzzle(0).expect("there are many");
        assert_minimal(Order::FOUR, &made, 1);
        assert!(symmetry == Symmetry::None || is_symmetric(&made.puzzle));
    }
}

#[test]
fn minimal_puzzles_of_25x25_are_proven_to_be() {
    let mut generator = Generator::new(recipe(Order::FIVE, true, None, Symmetry::None), 27);
    let made = generator.puzzle(0).expect("there are many");
    assert_minimal(Order::FIVE, &made, 20);
}

#[test]
fn few_givens_are_come_by_on_large_grids() {
    for (order, min, max) in [(Order::FOUR, 86, 89), (Order::FIVE, 285, 290)] {
        for symmetry in [Symmetry::None, Symmetry::Rotational] {
            let max = if symmetry == Symmetry::None { max } else { max + 10 };
            let range = Some(Givens { min, max });
            let mut generator = Generator::new(recipe(order, false, range, symmetry), 1);
            let made = generator.puzzle(0).expect("there are many");
            assert!((min as usize..=max as usize).contains(&givens(&made.puzzle)));
            let given = |cell: &u16| made.puzzle[usize::from(*cell)] != BLANK;
            let cells: Vec<u16> = (0..order.cells() as u16).filter(given).collect();
            let mut prover = Prover::new(order, &made.solution);
            assert!(matches!(prover.ask(&cells, u64::MAX), Proof::One(_)));
            assert!(symmetry == Symmetry::None || is_symmetric(&made.puzzle));
        }
    }
}

#[test]
fn givens_are_as_many_as_asked_for_and_stand_where_asked_for() {
    for (min, max) in [(24, 25), (30, 30), (50, 60)] {
        for symmetry in [Symmetry::None, Symmetry::Rotational] {
            let range = Some(Givens { min, max });
            let mut generator = Generator::new(recipe(Order::THREE, false, range, symmetry), 3);
            for index in 0..10 {
                let puzzle = generator.puzzle(index).expect("there are many").puzzle;
                assert!((min as usize..=max as usize).contains(&givens(&puzzle)));
                assert_eq!(count(&puzzle), 1);
                assert!(symmetry == Symmetry::None || is_symmetric(&puzzle));
            }
        }
    }
}

#[test]
fn puzzles_that_cannot_be_are_refused_at_once() {
    let new = |order, min, max| {
        Recipe::new(order, false, Some(Givens { min, max }), Symmetry::None).map(drop)
    };
    let refusal = new(Order::THREE, 10, 16);
    assert!(matches!(refusal, Err(RecipeError::TooFew { fewest: 17, .. })));
    assert!(matches!(new(Order::TWO, 17, 20), Err(RecipeError::TooMany { .. })));
    assert!(matches!(new(Order::SIX, 500, 600), Err(RecipeError::Order(_))));
    assert_eq!("24..30".parse(), Ok(Givens { min: 24, max: 30 }));
    assert_eq!("24".parse(), Ok(Givens { min: 24, max: 24 }));
    assert!("30..24".parse::<Givens>().is_err() && "few".parse::<Givens>().is_err());
}

/// Half a turn and other names are an automorphism beside the one that changes nothing.
#[test]
fn turned_puzzles_are_minimal_and_have_an_automorphism() {
    use crate::puzzle::canonical::{Canonizer, Form};
    let recipe = Recipe::new(Order::THREE, true, None, Symmetry::Turned).unwrap();
    let mut generator = Generator::new(recipe, 1);
    let mut canonizer = Canonizer::new(Order::THREE).unwrap();
    let mut breeder = breed::Breeder::new();
    for index in 0..20 {
        let puzzle = generator.puzzle(index).unwrap().puzzle;
        assert!(breeder.is_proven(&puzzle), "{}", String::from_utf8_lossy(&puzzle));
        canonizer.form(&puzzle, Form::Min).unwrap();
        assert!(canonizer.automorphisms().is_some_and(|count| count >= 2 && count % 2 == 0));
        let is_symmetric = |cell: usize| (puzzle[cell] == BLANK) == (puzzle[80 - cell] == BLANK);
        assert!((0..81).all(is_symmetric));
    }
}
