//! Leaving out givens until each is needed, on grids on which that is beyond a plain search.

use super::prover::{Proof, Prover};

/// Conflicts after which a question is postponed.
const SHORT: u64 = 2_000;
/// Conflicts after which a postponed question is given up.
const LONG: u64 = 100_000;

/// Leaves out what can go of the givens in `cells`, the last first, until each of the rest is
/// needed; `None` if that takes too long to decide. They leave one solution.
pub(super) fn minimal(prover: &mut Prover, cells: Vec<u16>) -> Option<Vec<u16>> {
    let mut needed = Vec::new();
    let mut open = cells;
    for conflicts in [SHORT, LONG] {
        let mut put_off = Vec::new();
        while let Some(last) = open.pop() {
            let asked = [&needed[..], &put_off, &open].concat();
            match prover.ask(&asked, conflicts) {
                Proof::More => needed.push(last),
                Proof::Undecided => put_off.push(last),
                Proof::One(kept) => {
                    put_off.retain(|cell| kept.contains(cell));
                    open.retain(|cell| kept.contains(cell));
                }
            }
        }
        open = put_off;
    }
    open.is_empty().then_some(needed)
}
