use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use slow::{line_orders, orders_of, slow_form};

mod slow;

/// Puzzles of 17 givens, as Gordon Royle's list begins.
const SEVENTEEN: &str = include_str!("../../../tests/data/s06_sudoku17_first200.txt");
const HARDEST: &str = include_str!("../../../tests/data/s09_forum_hardest_1905_11plus_first60.txt");
const EASY: &str = include_str!("../../../datasets/easy.txt");

fn cells(text: &str) -> Vec<u8> {
    text.bytes().map(|byte| if byte == b'0' { BLANK } else { byte }).collect()
}

fn puzzles(text: &str) -> impl Iterator<Item = Vec<u8>> {
    text.lines().filter(|line| line.len() >= 81).map(|line| cells(&line[..81]))
}

fn form(text: &str) -> Vec<u8> {
    Canonizer::new(Order::THREE).unwrap().form(&cells(text), Form::Min).unwrap().to_vec()
}

fn scrambled(order: Order, cells: &[u8], rng: &mut impl Rng) -> Vec<u8> {
    let mut image = vec![0; cells.len()];
    Isomorph::random(order, rng).apply(cells, &mut image);
    image
}

#[test]
fn forms_are_those_that_trying_all_arrangements_gives() {
    let orders = line_orders(Order::THREE);
    assert_eq!(orders.len(), 1296);
    let mut canonizer = Canonizer::new(Order::THREE).unwrap();
    let some =
        puzzles(SEVENTEEN).take(12).chain(puzzles(HARDEST).take(8)).chain(puzzles(EASY).take(8));
    for puzzle in some {
        let (expected, ways) = slow_form(Order::THREE, &puzzle, &orders);
        assert_eq!(canonizer.form(&puzzle, Form::Min).unwrap(), expected);
        assert_eq!(canonizer.automorphisms(), Some(ways));
    }
}

#[test]
#[ignore = "takes half a minute; run it after a change here"]
fn fifteen_hundred_forms_are_those_that_trying_all_arrangements_gives() {
    let orders = line_orders(Order::THREE);
    let mut canonizer = Canonizer::new(Order::THREE).unwrap();
    let minimal = include_str!("../../../datasets/minimal.txt");
    let all = puzzles(SEVENTEEN).chain(puzzles(HARDEST)).chain(puzzles(EASY).take(440));
    for puzzle in all.chain(puzzles(minimal).take(800)) {
        let (expected, ways) = slow_form(Order::THREE, &puzzle, &orders);
        assert_eq!(canonizer.form(&puzzle, Form::Min).unwrap(), expected);
        assert_eq!(canonizer.automorphisms(), Some(ways));
    }
}

/// Glenn Fowler's and Mladen Dobrichev's examples: the first of Royle's list, in the form that
/// Michael Deverin's program gives, and a pair that it held for two classes until 2011.
#[test]
fn forms_are_those_of_other_programs() {
    let royle = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let expected =
        "000000001000000020000003000000040500006000300007810000010020004030000070950000000";
    assert_eq!(form(royle), cells(expected));
    let pair = [
        "..................................12.....3..4..5.6...7...4..8....62......97...3..",
        "................................1..2..3....45..6..7....5..2...8.7.3.....91.......",
    ];
    assert_eq!(pair.map(form), [pair[0]; 2].map(cells));
    let of_magictour = [
        "....1.78.5....9..........4..2..........6....3.74.8.........3..2.8..4..1.6..5.....",
        ".2..........6....3.74.8.........3..2.8..4..1.6..5.........1.78.5....9..........4.",
    ];
    assert_eq!(form(of_magictour[0]), form(of_magictour[1]));
}

/// The first two, the last two and the most symmetric of the catalogue of grids, with their numbers
/// of automorphisms.
const GRIDS: [(&str, u128); 5] = [
    ("123456789456789123789123456214365897365897214897214365531642978642978531978531642", 3),
    ("123456789456789123789123456214365897365897214897214365531642978648971532972538641", 1),
    ("123456789457893612986217354274538196531964827698721435342685971715349268869172543", 72),
    ("123456789457389621896217354268741593745893162931625847382164975574938216619572438", 6),
    ("123456789456789123789123456231564897564897231897231564312645978645978312978312645", 648),
];

#[test]
fn grids_of_the_catalogue_are_found_again_with_their_automorphisms() {
    let mut canonizer = Canonizer::new(Order::THREE).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for (grid, automorphisms) in GRIDS {
        for _ in 0..20 {
            let image = scrambled(Order::THREE, grid.as_bytes(), &mut rng);
            assert_eq!(canonizer.form(&image, Form::Min).unwrap(), grid.as_bytes());
            assert_eq!(canonizer.automorphisms(), Some(automorphisms));
        }
    }
}

/// The two searches have nothing in common but what they search for.
#[test]
fn a_grid_has_the_same_form_by_rows_as_by_boxes() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut rows, mut solved) = (Rows::<3, 9>::new(), Solved::new());
    let [mut by_rows, mut by_boxes] = [vec![0; 81], vec![0; 81]];
    for (grid, _) in GRIDS {
        let image = scrambled(Order::THREE, grid.as_bytes(), &mut rng);
        for form in [Form::Min, Form::Max] {
            let ways = rows.search(Order::THREE, &image, form, &mut by_rows).unwrap();
            assert_eq!(ways, solved.search(&image, form, &mut by_boxes));
            assert_eq!(by_rows, by_boxes);
        }
    }
}

/// The greatest image is the least one where a blank comes last and values run down.
#[test]
fn the_greatest_form_is_the_greatest_of_all_arrangements() {
    let orders = line_orders(Order::TWO);
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut canonizer = Canonizer::new(Order::TWO).unwrap();
    for _ in 0..300 {
        let puzzle = part_of_a_grid(&mut rng);
        let mut greatest = Vec::new();
        for values in orders_of(4) {
            let renamed: Vec<u8> = puzzle
                .iter()
                .map(|&cell| {
                    Order::TWO
                        .value(cell)
                        .map_or(BLANK, |v| b'1' + values[usize::from(v) - 1] as u8)
                })
                .collect();
            let turned: Vec<u8> = (0..16).map(|at| renamed[at % 4 * 4 + at / 4]).collect();
            for source in [&renamed, &turned] {
                for (rows, columns) in
                    orders.iter().flat_map(|r| orders.iter().map(move |c| (r, c)))
                {
                    let image: Vec<u8> =
                        (0..16).map(|at| source[rows[at / 4] * 4 + columns[at % 4]]).collect();
                    greatest = greatest.max(image);
                }
            }
        }
        assert_eq!(canonizer.form(&puzzle, Form::Max).unwrap(), greatest);
    }
}

/// Some cells of a 4x4 grid.
fn part_of_a_grid(rng: &mut impl Rng) -> Vec<u8> {
    let mut cells = scrambled(Order::TWO, b"1234341221434321", rng);
    let blanks = rng.random_range(0..=16);
    for _ in 0..blanks {
        cells[rng.random_range(0..16)] = BLANK;
    }
    cells
}

proptest! {
    /// Those that leave a puzzle as it is, counted among all of them.
    #[test]
    fn automorphisms_are_counted_with_lines_and_values_that_are_not_given(seed: u64) {
        let puzzle = part_of_a_grid(&mut ChaCha8Rng::seed_from_u64(seed));
        let (order, lines) = (Order::TWO, line_orders(Order::TWO));
        let turned: Vec<u8> = (0..16).map(|at| puzzle[at % 4 * 4 + at / 4]).collect();
        let mut count = 0u128;
        for values in orders_of(4) {
            let rename = |cell: u8| match order.value(cell) {
                Some(value) => b'1' + values[usize::from(value) - 1] as u8,
                None => BLANK,
            };
            for source in [&puzzle, &turned] {
                for rows in &lines {
                    count += lines.iter().filter(|columns| {
                        (0..16).all(|at| rename(source[rows[at / 4] * 4 + columns[at % 4]]) == puzzle[at])
                    }).count() as u128;
                }
            }
        }
        let mut canonizer = Canonizer::new(order).unwrap();
        for form in [Form::Min, Form::Max] {
            canonizer.form(&puzzle, form).unwrap();
            prop_assert_eq!(canonizer.automorphisms(), Some(count));
        }
    }

    #[test]
    fn isomorphs_have_one_form_to_which_the_map_leads(seed: u64, form in prop::sample::select(vec![Form::Min, Form::Max])) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut canonizer = Canonizer::new(Order::THREE).unwrap();
        let all: Vec<Vec<u8>> = puzzles(SEVENTEEN).chain(puzzles(HARDEST)).chain(puzzles(EASY).take(60)).collect();
        let puzzle = &all[rng.random_range(0..all.len())];
        let image = scrambled(Order::THREE, puzzle, &mut rng);
        let expected = canonizer.form(puzzle, form).unwrap().to_vec();
        prop_assert_eq!(canonizer.form(&image, form).unwrap(), &expected[..]);
        let mut mapped = vec![0; 81];
        canonizer.isomorph().apply(&image, &mut mapped);
        prop_assert_eq!(&mapped, &expected);
        prop_assert_eq!(canonizer.form(&expected, form).unwrap(), &expected[..]);
    }
}

/// All 288 grids of 4x4, and which of the 65,536 parts of each have one solution and need every given.
#[test]
fn minimal_4x4_puzzles_fall_into_the_classes_that_are_known() {
    let grids = grids_of_four();
    assert_eq!(grids.len(), 288);
    let mut canonizer = Canonizer::new(Order::TWO).unwrap();
    let mut classes: BTreeMap<Vec<u8>, (Vec<u8>, usize, u128)> = BTreeMap::new();
    for grid in &grids {
        let form = canonizer.form(grid, Form::Min).unwrap().to_vec();
        let automorphisms = canonizer.automorphisms().unwrap();
        classes.entry(form).or_insert((grid.clone(), 0, automorphisms)).1 += 1;
    }
    let sizes: Vec<(usize, u128)> =
        classes.values().map(|&(_, size, automorphisms)| (size, automorphisms)).collect();
    assert_eq!(
        sizes.iter().copied().collect::<BTreeSet<_>>(),
        BTreeSet::from([(96, 32), (192, 16)])
    );
    let mut puzzles = [0; 17];
    let mut forms: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
    for (grid, size, _) in classes.values() {
        for mask in minimal_parts(grid, &grids) {
            let part: Vec<u8> =
                (0..16).map(|at| if mask >> at & 1 == 1 { grid[at] } else { BLANK }).collect();
            puzzles[mask.count_ones() as usize] += size;
            let form = canonizer.form(&part, Form::Min).unwrap().to_vec();
            let solution_form = canonizer.form_by_solution(&part, grid).unwrap().to_vec();
            assert_eq!(canonizer.form(&solution_form, Form::Min).unwrap(), form);
            forms.insert(form, mask.count_ones());
        }
    }
    assert_eq!(puzzles[4..7], [25_728, 58_368, 1_536]);
    assert_eq!(puzzles.iter().sum::<usize>(), 85_632);
    let of = |givens| forms.values().filter(|&&count| count == givens).count();
    assert_eq!([of(4), of(5), of(6)], [13, 22, 1]);
}

fn grids_of_four() -> Vec<Vec<u8>> {
    let mut grids = vec![Vec::new()];
    for at in 0..16 {
        let mut longer = Vec::new();
        for grid in &grids {
            for symbol in b'1'..=b'4' {
                let peers = Units::of(Order::TWO).peers(at).iter().map(|&peer| usize::from(peer));
                let mut placed = peers.filter(|&peer| peer < at);
                if placed.all(|peer| grid[peer] != symbol) {
                    longer.push([&grid[..], &[symbol]].concat());
                }
            }
        }
        grids = longer;
    }
    grids
}

/// Parts of a grid, a bit a given, that no other grid has, and of which no given can be left out.
fn minimal_parts(grid: &[u8], grids: &[Vec<u8>]) -> Vec<u32> {
    let differs = |other: &Vec<u8>| {
        (0..16).filter(|&at| other[at] != grid[at]).fold(0u32, |set, at| set | 1 << at)
    };
    let sets: Vec<u32> = grids.iter().map(differs).filter(|&set| set != 0).collect();
    let is_unique = |part: u32| sets.iter().all(|set| set & part != 0);
    let is_minimal =
        |part: u32| (0..16).all(|at| part >> at & 1 == 0 || !is_unique(part & !(1 << at)));
    (0..1 << 16).filter(|&part| is_unique(part) && is_minimal(part)).collect()
}

#[test]
fn the_form_by_the_solution_is_the_same_for_all_isomorphs_and_lies_in_the_least_grid() {
    let mut canonizer = Canonizer::new(Order::THREE).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    for (grid, automorphisms) in GRIDS {
        let mut puzzle = grid.as_bytes().to_vec();
        (0..50).for_each(|_| puzzle[rng.random_range(0..81)] = BLANK);
        let (mut images, mut solutions) = (BTreeSet::new(), vec![0; 81]);
        for _ in 0..10 {
            let map = Isomorph::random(Order::THREE, &mut rng);
            let mut image = vec![0; 81];
            map.apply(&puzzle, &mut image);
            map.apply(grid.as_bytes(), &mut solutions);
            images.insert(canonizer.form_by_solution(&image, &solutions).unwrap().to_vec());
            let mut mapped = vec![0; 81];
            canonizer.isomorph().apply(&image, &mut mapped);
            assert!(images.contains(&mapped));
            assert_eq!(automorphisms % canonizer.automorphisms().unwrap(), 0);
        }
        assert_eq!(images.len(), 1);
        let image = images.pop_first().unwrap();
        assert!(
            image.iter().zip(grid.bytes()).all(|(&cell, solved)| cell == BLANK || cell == solved)
        );
    }
}

#[test]
fn what_has_no_form_here_is_refused_with_the_reason() {
    let mut canonizer = Canonizer::new(Order::THREE).unwrap();
    let clash = format!("1{}1", ".".repeat(7)) + &".".repeat(72);
    assert_eq!(canonizer.form(clash.as_bytes(), Form::Min), Err(Refusal::Clash));
    assert_eq!(Canonizer::new(Order::SIX).err(), Some(Refusal::Order));
    let side = 16;
    let grid: Vec<u8> = (0..256)
        .map(|at| Order::symbol(((at / side % 4 * 4 + at / side / 4 + at % side) % side) as u8 + 1))
        .collect();
    let mut four = Canonizer::new(Order::FOUR).unwrap();
    assert_eq!(four.form(&grid, Form::Min), Err(Refusal::Ties));
}

#[test]
fn sparse_puzzles_of_larger_orders_have_forms() {
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    for order in [Order::FOUR, Order::FIVE] {
        let mut canonizer = Canonizer::new(order).unwrap();
        let mut puzzle = vec![BLANK; order.cells()];
        let units = Units::of(order);
        for _ in 0..2 * order.side() {
            let cell = rng.random_range(0..order.cells());
            let symbol = Order::symbol(rng.random_range(1..=order.side()) as u8);
            if units.peers(cell).iter().all(|&peer| puzzle[usize::from(peer)] != symbol) {
                puzzle[cell] = symbol;
            }
        }
        let expected = canonizer.form(&puzzle, Form::Min).unwrap().to_vec();
        for _ in 0..5 {
            let image = scrambled(order, &puzzle, &mut rng);
            assert_eq!(canonizer.form(&image, Form::Min).unwrap(), expected);
            let mut mapped = vec![0; image.len()];
            canonizer.isomorph().apply(&image, &mut mapped);
            assert_eq!(mapped, expected);
        }
    }
}
