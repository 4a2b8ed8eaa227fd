//! What is kept up to date against what is counted anew.

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

use super::*;

const CELLS: usize = 12;

fn sets() -> impl Strategy<Value = Vec<Vec<u16>>> {
    vec(btree_set(0..CELLS as u16, 2..6).prop_map(|set| set.into_iter().collect()), 1..12)
}

/// The givens of each set that are given.
fn givens_in(sets: &[Vec<u16>], is_given: &[bool]) -> Vec<Vec<u16>> {
    let given =
        |set: &Vec<u16>| set.iter().copied().filter(|&c| is_given[usize::from(c)]).collect();
    sets.iter().map(given).collect()
}

proptest! {
    #[test]
    fn needed_and_hit_by_only_are_what_the_sets_say(
        known in sets(),
        late in sets(),
        changes in vec(0..CELLS, 0..40),
    ) {
        let mut hits = Hits::new(CELLS, known.clone());
        let mut is_given = [true; CELLS];
        for cell in changes {
            is_given[cell] = !is_given[cell];
            if is_given[cell] { hits.give(cell as u16) } else { hits.take(cell as u16) }
        }
        late.iter().cloned().for_each(|set| hits.add(set));
        let all = [known, late].concat();
        let givens = givens_in(&all, &is_given);
        for cell in 0..CELLS as u16 {
            prop_assert_eq!(hits.is_given(cell), is_given[usize::from(cell)]);
            prop_assert_eq!(hits.is_needed(cell), givens.contains(&vec![cell]));
            let group = [cell, CELLS as u16 - 1 - cell];
            let only = |set: &Vec<u16>| !set.is_empty() && set.iter().all(|c| group.contains(c));
            let found = hits.hit_by_only(group);
            prop_assert_eq!(found.is_some(), givens.iter().any(only));
            prop_assert!(found.is_none_or(|set| all.iter().any(|s| s == set)));
        }
    }

    #[test]
    fn what_a_given_spoils_is_seen_by_giving_it(known in sets(), taken in vec(0..CELLS, 1..9)) {
        let mut hits = Hits::new(CELLS, known);
        let mut taken: Vec<u16> = taken.into_iter().map(|cell| cell as u16).collect();
        taken.sort_unstable();
        taken.dedup();
        taken.iter().for_each(|&cell| hits.take(cell));
        let group = [taken[0], taken[taken.len() - 1]];
        let spoilt = hits.spoilt_by(group);
        let needed = |hits: &Hits| -> Vec<u16> {
            (0..CELLS as u16).filter(|&cell| hits.is_needed(cell)).collect()
        };
        let before = needed(&hits);
        hits.give(group[0]);
        if group[0] != group[1] {
            hits.give(group[1]);
        }
        let after = needed(&hits);
        prop_assert_eq!(spoilt, before.iter().filter(|cell| !after.contains(cell)).count());
    }
}

#[test]
fn a_given_promises_more_the_fewer_givens_its_sets_have() {
    let mut hits = Hits::new(8, vec![vec![0, 1, 2], vec![3, 4, 5, 6]]);
    assert!(hits.promise(0) > hits.promise(3) && hits.promise(7) == 0);
    hits.take(3);
    hits.take(4);
    assert!(hits.promise(5) > hits.promise(0));
    hits.take(5);
    assert!(hits.is_needed(6));
    assert_eq!(hits.givens(), [6, 0, 1, 2, 7]);
}
