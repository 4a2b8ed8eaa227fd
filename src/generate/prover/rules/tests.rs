use batsat::{BasicSolver, SolverInterface};

use super::super::sets;
use super::*;
use crate::puzzle::Order;
use crate::puzzle::order::BLANK;
use crate::verify::check_solution;

/// There are 288 grids of 4x4 (OEIS A107739).
#[test]
fn the_rules_alone_leave_all_grids_of_4x4_and_nothing_else() {
    let (order, side) = (Order::TWO, 4);
    let variables = order.cells() * side;
    let mut solver = BasicSolver::default();
    (0..variables).for_each(|_| _ = solver.new_var_default());
    let mut rules = Rules::new(sets(order), side, variables);
    let mut grids = 0;
    while solver.solve_limited_th(&mut rules, &[]) == lbool::TRUE {
        grids += 1;
        assert!(grids <= 288, "some are found twice");
        let is_true = |&it: &u32| solver.value_lit(literal(it, true)) == lbool::TRUE;
        let values: Vec<u32> = (0..variables as u32).filter(is_true).collect();
        let symbol = |it: &u32| Order::symbol((it % side as u32) as u8 + 1);
        let grid: Vec<u8> = values.iter().map(symbol).collect();
        assert_eq!(check_solution(order, &[BLANK; 16], &grid), Ok(()));
        solver.add_clause_reuse(&mut values.iter().map(|&it| literal(it, false)).collect());
    }
    assert_eq!(grids, 288);
    assert_eq!(rules.n_levels(), 0);
}
