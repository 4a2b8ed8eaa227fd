//! The smallest cycle around a cell of a unit, found without trying sets of cells.
//!
//! A cycle is a set of k cells whose candidates together number k (Hall's condition, 1935, met
//! with equality). Match every cell of the unit with a value of its own. A set of cells is a cycle
//! exactly when its candidates are the values its own cells are matched with, so that what can be
//! reached from a cell by "candidate, cell matched with it, that cell's candidates, ..." is the
//! smallest cycle around it (Régin, "A filtering algorithm for constraints of difference in CSPs",
//! 1994). Without such a matching the unit cannot be completed.

/// Values matched with the cells of one unit. Kept between calls: a match is repaired, not made
/// anew, when candidates have gone, and stays right when they come back.
#[derive(Clone)]
pub(super) struct Matching {
    /// Value index matched with each place of the unit.
    value_at: Vec<u8>,
    /// Place matched with each value index.
    place_of: Vec<u8>,
}

const UNMATCHED: u8 = u8::MAX;

/// The places of a cycle, and its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cycle {
    /// Bit `i` is place `i` of the unit.
    pub places: u64,
    /// Bit `v - 1` is value `v`.
    pub values: u64,
}

impl Matching {
    /// Of a unit with so many cells; nothing is matched yet.
    pub(super) fn new(side: usize) -> Self {
        Self { value_at: vec![UNMATCHED; side], place_of: vec![UNMATCHED; side] }
    }

    /// Matches every place with one of its candidates. `false` when that cannot be done.
    #[must_use]
    pub(super) fn repair(&mut self, candidates: &[u64]) -> bool {
        for (place, &candidates) in candidates.iter().enumerate() {
            let value = self.value_at[place];
            if value != UNMATCHED && candidates >> value & 1 == 0 {
                self.value_at[place] = UNMATCHED;
                self.place_of[value as usize] = UNMATCHED;
            }
        }
        (0..candidates.len()).all(|place| {
            self.value_at[place] != UNMATCHED || self.augment(place, candidates, &mut 0)
        })
    }

    /// Finds an unmatched place a value, moving others where needed (Kuhn, 1955). At most as deep
    /// as the unit has cells.
    fn augment(&mut self, place: usize, candidates: &[u64], seen: &mut u64) -> bool {
        loop {
            let untried = candidates[place] & !*seen;
            if untried == 0 {
                return false;
            }
            let value = untried.trailing_zeros() as usize;
            *seen |= 1 << value;
            let holder = self.place_of[value];
            if holder == UNMATCHED || self.augment(holder as usize, candidates, seen) {
                self.value_at[place] = value as u8;
                self.place_of[value] = place as u8;
                return true;
            }
        }
    }

    /// The smallest cycle around a place of a repaired unit, if it has at most `largest` places.
    pub(super) fn cycle(&self, place: usize, candidates: &[u64], largest: u32) -> Option<Cycle> {
        let mut places = 1 << place;
        let mut values = candidates[place];
        let mut unfollowed = values & !(1 << self.value_at[place]);
        while unfollowed != 0 {
            if values.count_ones() > largest {
                return None;
            }
            let next = self.place_of[unfollowed.trailing_zeros() as usize];
            places |= 1 << next;
            unfollowed = (unfollowed & (unfollowed - 1)) | (candidates[next as usize] & !values);
            values |= candidates[next as usize];
        }
        (values.count_ones() <= largest).then_some(Cycle { places, values })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// By trying all sets of places.
    fn smallest_cycle(place: usize, candidates: &[u64]) -> Option<Cycle> {
        let sets = (1u64..1 << candidates.len()).filter(|set| set >> place & 1 == 1);
        let cycles = sets.filter_map(|places| {
            let members = (0..candidates.len()).filter(|i| places >> i & 1 == 1);
            let values = members.fold(0, |values, i| values | candidates[i]);
            (values.count_ones() == places.count_ones()).then_some(Cycle { places, values })
        });
        cycles.min_by_key(|cycle| cycle.places.count_ones())
    }

    /// By trying all ways to give each place a value.
    fn can_be_completed(candidates: &[u64], used: u64) -> bool {
        let Some((first, rest)) = candidates.split_first() else { return true };
        (0..9).any(|v| first & !used & 1 << v != 0 && can_be_completed(rest, used | 1 << v))
    }

    #[test]
    fn the_articles_example_is_one_of_five() {
        let digits = |text: &str| text.bytes().fold(0, |set, digit| set | 1 << (digit - b'1'));
        let rest = "123456789";
        let unit = ["12", "23", "34", "45", "51", rest, rest, rest, rest].map(digits);
        let mut matching = Matching::new(9);
        assert!(matching.repair(&unit));
        for place in 0..5 {
            let cycle = matching.cycle(place, &unit, 5);
            assert_eq!(cycle, Some(Cycle { places: 0b11111, values: digits("12345") }));
            assert_eq!(matching.cycle(place, &unit, 4), None);
        }
        assert_eq!(matching.cycle(5, &unit, 8), None);
    }

    proptest! {
        #[test]
        fn cycles_are_those_that_trying_all_sets_finds(
            before in prop::collection::vec(0u64..1 << 7, 7),
            removed in prop::collection::vec(0u64..1 << 7, 7),
        ) {
            let mut matching = Matching::new(7);
            let after: Vec<u64> = before.iter().zip(&removed).map(|(b, r)| b & (r | r >> 3)).collect();
            for unit in [&before, &after, &before] {
                let repaired = matching.repair(unit);
                prop_assert_eq!(repaired, can_be_completed(unit, 0));
                for place in (0..7).filter(|_| repaired) {
                    let smallest = smallest_cycle(place, unit);
                    prop_assert_eq!(matching.cycle(place, unit, 7), smallest);
                    let size = smallest.map_or(0, |cycle| cycle.places.count_ones());
                    prop_assert_eq!(matching.cycle(place, unit, size - 1), None);
                }
            }
        }
    }
}
