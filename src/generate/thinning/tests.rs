//! Thinned puzzles, judged by a solver of another kind on small grids and by the rules on large ones.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::builtin;
use crate::generate::grid::Grids;
use crate::generate::recipe::Symmetry;
use crate::generate::turned;
use crate::puzzle::Puzzles;
use crate::puzzle::order::BLANK;
use crate::solver::{Answers, Goal, Stop};

struct Case {
    order: Order,
    grid: Vec<u8>,
    groups: Vec<[u16; 2]>,
    image: Image,
}

impl Case {
    fn draw(order: Order, symmetry: Symmetry, image: Image, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut grid = vec![BLANK; order.cells()];
        match image {
            Image::Any => Grids::new(order).draw(&mut rng, &mut grid),
            Image::Turned => turned::draw(order, &mut rng, &mut grid),
        }
        let mut groups = symmetry.groups(grid.len());
        groups.shuffle(&mut rng);
        Self { order, grid, groups, image }
    }

    fn thinning(&self) -> Thinning<'_> {
        Thinning::new(self.order, &self.grid, &self.groups, self.image)
    }

    /// Returns true if these givens leave one solution, by `cycles`.
    fn is_unique(&self, cells: &[u16]) -> bool {
        let mut puzzle = vec![BLANK; self.grid.len()];
        cells.iter().for_each(|&cell| puzzle[usize::from(cell)] = self.grid[usize::from(cell)]);
        let mut answers = Answers::new(self.order, 1);
        let cycles = builtin::find("cycles").expect("it is built in");
        let mut solver = cycles.start(self.order, Goal::Unique).expect("it takes every order");
        let puzzles = Puzzles::from_cells(self.order, [&puzzle[..]]);
        solver.solve(&puzzles.block(), &Stop::never(), &mut answers).expect("no crash");
        answers.get(0).count == 1
    }

    fn is_minimal(&self, cells: &[u16]) -> bool {
        let without = |cell: &u16| -> Vec<u16> {
            cells.iter().copied().filter(|other| other != cell).collect()
        };
        self.is_unique(cells) && cells.iter().all(|cell| !self.is_unique(&without(cell)))
    }
}

#[test]
fn what_is_left_of_a_9x9_grid_is_unique_and_minimal() {
    for seed in 0..20 {
        let case = Case::draw(Order::THREE, Symmetry::None, Image::Any, seed);
        let kept = case.thinning().minimal().expect("groups of one never have to be exchanged");
        assert!(case.is_minimal(&kept), "{seed}: {kept:?}");
    }
}

#[test]
fn pairs_of_a_turned_grid_come_out_minimal_and_symmetric() {
    let mut found = 0;
    for seed in 0..20 {
        let case = Case::draw(Order::THREE, Symmetry::Rotational, Image::Turned, seed);
        let Some(kept) = case.thinning().minimal() else { continue };
        assert!(case.is_minimal(&kept), "{seed}: {kept:?}");
        assert!(kept.iter().all(|cell| kept.contains(&(80 - cell))), "{seed}: {kept:?}");
        found += 1;
    }
    assert!(found > 10, "{found}");
}

#[test]
fn pairs_of_any_grid_that_come_out_at_all_are_minimal() {
    for seed in 0..20 {
        let case = Case::draw(Order::THREE, Symmetry::Rotational, Image::Any, seed);
        if let Some(kept) = case.thinning().minimal() {
            assert!(case.is_minimal(&kept), "{seed}: {kept:?}");
        }
    }
}

#[test]
fn a_target_is_reached_with_givens_that_leave_one_solution() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for seed in 0..10 {
        for symmetry in [Symmetry::None, Symmetry::Rotational] {
            let case = Case::draw(Order::THREE, symmetry, Image::Any, seed);
            let target = rng.random_range(28..40);
            let kept = case.thinning().down_to(target);
            assert!(kept.len() == target || kept.len() + 1 == target, "{} {target}", kept.len());
            assert!(case.is_unique(&kept));
        }
    }
}

#[test]
fn exchanges_lead_below_what_leaving_out_comes_to() {
    let (mut stuck, mut exchanged) = (0, 0);
    for seed in 0..5 {
        let case = Case::draw(Order::THREE, Symmetry::None, Image::Any, seed);
        stuck += case.thinning().minimal().expect("groups of one are not exchanged").len();
        let kept = case.thinning().down_to(0);
        assert!(case.is_unique(&kept));
        exchanged += kept.len();
    }
    assert!(exchanged < stuck, "{exchanged} {stuck}");
}
