use batsat::{BasicSolver, SolverInterface};

use super::*;
use crate::puzzle::{Order, Units};

/// There are 288 grids of 4x4 (OEIS A107739).
#[test]
fn the_rules_alone_leave_all_grids_of_4x4_and_nothing_else() {
    let (order, side) = (Order::TWO, 4);
    let variables = order.cells() * side;
    let mut solver = BasicSolver::default();
    (0..variables).for_each(|_| _ = solver.new_var_default());
    let mut rules = Rules::new(Sets::new(order, &[0b1111; 16]));
    let mut grids = 0;
    while solver.solve_limited_th(&mut rules, &[]) == lbool::TRUE {
        grids += 1;
        assert!(grids <= 288, "some are found twice");
        let is_true = |&it: &u32| solver.value_lit(literal(it, true)) == lbool::TRUE;
        let values: Vec<u32> = (0..variables as u32).filter(is_true).collect();
        let value = |cell: u16| values[usize::from(cell)] % side as u32;
        let units = Units::of(order);
        let seen = |unit| units.cells(unit).iter().fold(0, |seen, &cell| seen | 1 << value(cell));
        assert!((0..units.len()).all(|unit| seen(unit) == 0b1111) && values.len() == 16);
        solver.add_clause_reuse(&mut values.iter().map(|&it| literal(it, false)).collect());
    }
    assert_eq!(grids, 288);
    assert_eq!(rules.n_levels(), 0);
}
