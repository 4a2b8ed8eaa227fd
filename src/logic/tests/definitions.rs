//! Techniques against what they come to by definition, found by trying everything.

use proptest::prelude::*;

use super::{NINE, removed, without_singles};
use crate::logic::{Candidate, Position, Technique};
use crate::puzzle::Order;

/// All that techniques find in a position, by the candidates that go.
fn found(position: &Position, techniques: &[Technique]) -> Vec<Candidate> {
    let steps: Vec<_> = techniques.iter().flat_map(|one| one.find_all(position)).collect();
    removed(position, &steps)
}

/// Candidates that are in no way to give each of some slots a value of its own; `sets[i]` are the
/// values that slot `i` may have.
fn in_no_assignment(sets: &[u32]) -> Vec<(usize, u8)> {
    let mut used = vec![0; sets.len()];
    assign(sets, 0, 0, &mut Vec::new(), &mut used);
    let pairs = (0..sets.len()).flat_map(|slot| (0..9).map(move |bit| (slot, bit)));
    pairs.filter(|&(slot, bit)| (sets[slot] & !used[slot]) >> bit & 1 == 1).collect()
}

fn assign(sets: &[u32], slot: usize, taken: u32, chosen: &mut Vec<u8>, used: &mut [u32]) {
    if slot == sets.len() {
        chosen.iter().zip(used).for_each(|(&bit, used)| *used |= 1 << bit);
        return;
    }
    for bit in (0..9).filter(|bit| (sets[slot] & !taken) >> bit & 1 == 1) {
        chosen.push(bit);
        assign(sets, slot + 1, taken | 1 << bit, chosen, used);
        chosen.pop();
    }
}

/// Row, column and box of a cell.
fn units_of(cell: u16) -> [u16; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, column, row / 3 * 3 + column / 3]
}

fn sees(one: u16, other: u16) -> bool {
    one != other && units_of(one).iter().zip(units_of(other)).any(|(unit, same)| *unit == same)
}

/// Cells with a candidate that see all of some cells.
fn seen_by_all(position: &Position, cells: &[u16], value: u8) -> Vec<Candidate> {
    let seen = (0..81).filter(|&cell| cells.iter().all(|&other| sees(cell, other)));
    seen.filter(|&cell| position.has(cell, value)).map(|cell| Candidate { cell, value }).collect()
}

fn sorted(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    candidates.sort_unstable();
    candidates.dedup();
    candidates
}

/// A position on the way through one of the puzzles, where no cell can be filled at once.
fn positions() -> impl Strategy<Value = Position> {
    let lines: Vec<&str> = NINE.lines().collect();
    (0..lines.len(), 0..60usize)
        .prop_map(move |(line, steps)| without_singles(Order::THREE, lines[line], steps))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Of nine cells, a set of five or more with as many values leaves at most four to others, so
    /// that subsets of up to four are all there are.
    #[test]
    fn subsets_find_what_a_unit_by_itself_excludes(position in positions()) {
        use Technique::*;
        let techniques =
            [NakedPair, HiddenPair, NakedTriple, HiddenTriple, NakedQuad, HiddenQuad];
        let mut expected = Vec::new();
        for unit in 0..27 {
            let cells: Vec<u16> = (0..81)
                .filter(|&cell| units_of(cell)[unit / 9] == (unit % 9) as u16)
                .filter(|&cell| position.value(cell).is_none())
                .collect();
            let sets: Vec<u32> = cells.iter().map(|&cell| position.candidates(cell)).collect();
            let gone = in_no_assignment(&sets);
            expected.extend(gone.iter().map(|&(i, bit)| Candidate { cell: cells[i], value: bit + 1 }));
        }
        prop_assert_eq!(found(&position, &techniques), sorted(expected));
    }

    /// The same for the rows and columns of one value.
    #[test]
    fn fish_find_what_rows_and_columns_of_a_value_exclude(position in positions()) {
        use Technique::*;
        for value in 1..=9 {
            let row = |row: u16| {
                let columns = (0..9).filter(|&column| position.has(row * 9 + column, value));
                columns.fold(0u32, |set, column| set | 1 << column)
            };
            let rows: Vec<u32> = (0..9).map(row).filter(|&set| set != 0).collect();
            let expected = in_no_assignment(&rows).len();
            let fish = found(&position, &[XWing, Swordfish, Jellyfish]);
            let own = fish.iter().filter(|gone| gone.value == value).count();
            prop_assert_eq!(own, expected);
        }
    }

    #[test]
    fn locked_candidates_are_those_of_the_definition(position in positions()) {
        let mut expected = [Vec::new(), Vec::new()];
        for value in 1..=9 {
            for unit in 0..27u16 {
                let (kind, number) = (usize::from(unit / 9), unit % 9);
                let own: Vec<u16> = (0..81)
                    .filter(|&cell| units_of(cell)[kind] == number && position.has(cell, value))
                    .collect();
                let others = if kind == 2 { 0..2 } else { 2..3 };
                for other in others.filter(|_| own.len() > 1) {
                    let shared = units_of(own[0])[other];
                    if own.iter().any(|&cell| units_of(cell)[other] != shared) {
                        continue;
                    }
                    let gone = (0..81).filter(|&cell| {
                        units_of(cell)[other] == shared && units_of(cell)[kind] != number
                    });
                    let gone = gone.filter(|&cell| position.has(cell, value));
                    expected[usize::from(kind != 2)].extend(gone.map(|cell| Candidate { cell, value }));
                }
            }
        }
        let [pointing, claiming] = expected.map(sorted);
        prop_assert_eq!(found(&position, &[Technique::Pointing]), pointing);
        prop_assert_eq!(found(&position, &[Technique::Claiming]), claiming);
    }

    #[test]
    fn wings_are_those_of_the_definition(position in positions()) {
        let (mut xy, mut xyz) = (Vec::new(), Vec::new());
        let pairs: Vec<u16> =
            (0..81).filter(|&cell| position.candidates(cell).count_ones() == 2).collect();
        for pivot in 0..81 {
            let own = position.candidates(pivot);
            for &one in pairs.iter().filter(|&&one| sees(pivot, one)) {
                for &other in pairs.iter().filter(|&&other| sees(pivot, other) && other != one) {
                    let [p, q] = [one, other].map(|cell| position.candidates(cell));
                    if (p & q).count_ones() != 1 {
                        continue;
                    }
                    let z = (p & q).trailing_zeros() as u8 + 1;
                    if own == p ^ q {
                        xy.extend(seen_by_all(&position, &[one, other], z));
                    } else if own == p | q {
                        xyz.extend(seen_by_all(&position, &[pivot, one, other], z));
                    }
                }
            }
        }
        prop_assert_eq!(found(&position, &[Technique::XyWing]), sorted(xy));
        prop_assert_eq!(found(&position, &[Technique::XyzWing]), sorted(xyz));
    }
}
