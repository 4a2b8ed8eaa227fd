//! Isomorphs: the same puzzle in other clothes. Digits are relabelled, rows permuted within bands,
//! columns within stacks, bands and stacks as wholes, and rows made columns.

use rand::Rng;
use rand::seq::SliceRandom;

use super::Order;
use super::order::BLANK;

/// A mapping of puzzles of one order that keeps the number of solutions, and maps solutions to
/// solutions. Applying it costs two table look-ups a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Isomorph {
    order: Order,
    /// Cell of the source that each cell of the image comes from.
    from: Vec<u16>,
    /// Image of each symbol; bytes that are not a value of the order stay as they are.
    symbols: [u8; 256],
}

impl Isomorph {
    /// The one that changes nothing.
    pub fn identity(order: Order) -> Self {
        let symbols = std::array::from_fn(|byte| byte as u8);
        Self { order, from: (0..order.cells() as u16).collect(), symbols }
    }

    /// The one with these source cells and images of the order's symbols.
    pub(super) fn new(order: Order, from: Vec<u16>, values: &[u8; 256]) -> Self {
        let mut isomorph = Self { from, ..Self::identity(order) };
        for &symbol in order.symbols() {
            isomorph.symbols[usize::from(symbol)] = values[usize::from(symbol)];
        }
        isomorph
    }

    /// One of all isomorphs, each as likely as the other.
    pub fn random(order: Order, rng: &mut impl Rng) -> Self {
        let mut isomorph = Self::identity(order);
        isomorph.redraw(rng);
        isomorph
    }

    /// Becomes another random isomorph of the same order, without allocating.
    pub fn redraw(&mut self, rng: &mut impl Rng) {
        let side = self.order.side();
        let rows = shuffled_lines(self.order, rng);
        let columns = shuffled_lines(self.order, rng);
        let (row_step, column_step) = if rng.random() { (side, 1) } else { (1, side) };
        for (image, &row) in self.from.chunks_exact_mut(side).zip(&rows) {
            for (cell, &column) in image.iter_mut().zip(&columns) {
                *cell = (row as usize * row_step + column as usize * column_step) as u16;
            }
        }
        let mut symbols = [BLANK; MAX_SIDE];
        symbols[..side].copy_from_slice(self.order.symbols());
        symbols[..side].shuffle(rng);
        for (&source, &image) in self.order.symbols().iter().zip(&symbols) {
            self.symbols[source as usize] = image;
        }
    }

    /// The order of the puzzles it maps.
    pub fn order(&self) -> Order {
        self.order
    }

    /// The image of one of the order's symbols.
    pub fn symbol(&self, symbol: u8) -> u8 {
        self.symbols[usize::from(symbol)]
    }

    /// Where the lines of the image come from.
    pub fn lines(&self) -> Lines {
        let side = self.order.side();
        let source = |cell: usize| {
            (usize::from(self.from[cell]) / side, usize::from(self.from[cell]) % side)
        };
        let is_transposed = source(0).0 != source(1).0;
        let turned = |(row, column)| if is_transposed { (column, row) } else { (row, column) };
        Lines {
            is_transposed,
            rows: (0..side).map(|row| turned(source(row * side)).0).collect(),
            columns: (0..side).map(|column| turned(source(column)).1).collect(),
        }
    }

    /// Writes the image of canonical cells.
    ///
    /// # Panics
    /// When either slice has not exactly the order's number of cells.
    pub fn apply(&self, cells: &[u8], into: &mut [u8]) {
        assert!(cells.len() == self.from.len() && into.len() == self.from.len());
        for (image, &from) in into.iter_mut().zip(&self.from) {
            *image = self.symbols[cells[from as usize] as usize];
        }
    }

    /// The one that undoes this one.
    pub fn invert(&self) -> Self {
        let mut inverse = Self::identity(self.order);
        for (image, &from) in self.from.iter().enumerate() {
            inverse.from[from as usize] = image as u16;
        }
        for &symbol in self.order.symbols() {
            inverse.symbols[self.symbols[symbol as usize] as usize] = symbol;
        }
        inverse
    }

    /// This one, then the next.
    ///
    /// # Panics
    /// When they are of different orders.
    pub fn then(&self, next: &Self) -> Self {
        assert_eq!(self.order, next.order, "isomorphs of different orders");
        let from = next.from.iter().map(|&middle| self.from[middle as usize]).collect();
        let symbols = self.symbols.map(|symbol| next.symbols[symbol as usize]);
        Self { order: self.order, from, symbols }
    }
}

/// Where the lines of an isomorph's image come from, counted from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    /// Whether rows are made columns first.
    pub is_transposed: bool,
    /// Source of each row, in the transposed puzzle where it is transposed.
    pub rows: Vec<usize>,
    /// Source of each column.
    pub columns: Vec<usize>,
}

const MAX_SIDE: usize = Order::SEVEN.side();

/// For each line of the image the line it comes from: bands shuffled, and lines in their bands.
fn shuffled_lines(order: Order, rng: &mut impl Rng) -> [u8; MAX_SIDE] {
    let (n, side) = (order.n(), order.side());
    let mut bands = [0u8, 1, 2, 3, 4, 5, 6];
    bands[..n].shuffle(rng);
    let mut lines = [0; MAX_SIDE];
    for (place, band) in lines[..side].chunks_exact_mut(n).zip(bands) {
        for (i, line) in place.iter_mut().enumerate() {
            *line = band * n as u8 + i as u8;
        }
        place.shuffle(rng);
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::puzzle::units::Units;

    fn drawn(order: Order, seed: u64) -> Isomorph {
        Isomorph::random(order, &mut ChaCha8Rng::seed_from_u64(seed))
    }

    fn image(isomorph: &Isomorph, cells: &[u8]) -> Vec<u8> {
        let mut into = vec![0; cells.len()];
        isomorph.apply(cells, &mut into);
        into
    }

    /// A solved grid: each row is the one above it shifted by a box's width, by one more where a
    /// band begins.
    fn solved(order: Order) -> Vec<u8> {
        let (n, side) = (order.n(), order.side());
        let value = |row: usize, column: usize| (row % n * n + row / n + column) % side + 1;
        let cells = (0..side * side).map(|i| value(i / side, i % side));
        cells.map(|value| Order::symbol(value as u8)).collect()
    }

    fn is_solution(order: Order, cells: &[u8]) -> bool {
        let units = Units::of(order);
        (0..units.len()).all(|unit| {
            let found = units.cells(unit).iter().map(|&cell| order.value(cells[cell as usize]));
            found.flatten().fold(0u64, |seen, value| seen | 1 << value).count_ones() as usize
                == order.side()
        })
    }

    fn orders() -> impl Strategy<Value = Order> {
        prop::sample::select(&Order::ALL[..])
    }

    proptest! {
        #[test]
        fn an_isomorph_and_its_inverse_cancel(order in orders(), seed: u64) {
            let (isomorph, identity) = (drawn(order, seed), Isomorph::identity(order));
            prop_assert_eq!(isomorph.then(&isomorph.invert()), identity.clone());
            prop_assert_eq!(isomorph.invert().then(&isomorph), identity);
        }

        #[test]
        fn composition_is_associative_and_means_one_after_the_other(
            order in orders(), seeds: [u64; 3]
        ) {
            let [a, b, c] = seeds.map(|seed| drawn(order, seed));
            prop_assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
            let cells = solved(order);
            prop_assert_eq!(image(&a.then(&b), &cells), image(&b, &image(&a, &cells)));
        }

        #[test]
        fn solutions_map_to_solutions_and_blanks_to_blanks(
            order in orders(), seed: u64, at in 0..2401usize
        ) {
            let isomorph = drawn(order, seed);
            let mut cells = solved(order);
            prop_assert!(is_solution(order, &cells));
            prop_assert!(is_solution(order, &image(&isomorph, &cells)));
            let at = at % order.cells();
            cells[at] = BLANK;
            let mapped = image(&isomorph, &cells);
            prop_assert_eq!(mapped.iter().filter(|&&cell| cell == BLANK).count(), 1);
            prop_assert!(!is_solution(order, &mapped));
        }

        #[test]
        fn the_lines_of_an_isomorph_say_where_its_cells_are_from(order in orders(), seed: u64) {
            let isomorph = drawn(order, seed);
            let (lines, side) = (isomorph.lines(), order.side());
            let cells: Vec<u8> = (0..order.cells()).map(|at| Order::symbol((at * 7 % side) as u8 + 1)).collect();
            let expected: Vec<u8> = (0..order.cells()).map(|at| {
                let (row, column) = (lines.rows[at / side], lines.columns[at % side]);
                let from = if lines.is_transposed { column * side + row } else { row * side + column };
                isomorph.symbol(cells[from])
            }).collect();
            prop_assert_eq!(image(&isomorph, &cells), expected);
        }

        #[test]
        fn a_seed_says_which_isomorph(order in orders(), seed: u64) {
            prop_assert_eq!(drawn(order, seed), drawn(order, seed));
            let mut redrawn = drawn(order, seed.wrapping_add(1));
            redrawn.redraw(&mut ChaCha8Rng::seed_from_u64(seed));
            prop_assert_eq!(redrawn, drawn(order, seed));
        }
    }

    #[test]
    fn every_4x4_isomorph_is_drawn() {
        // 4! relabellings, 2 * (2! * 2!² ) line orders squared: 24 * 2 * 8 * 8, some of them equal
        // in effect on no grid at all, so that each is a mapping of its own.
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..60_000 {
            let drawn = Isomorph::random(Order::TWO, &mut rng);
            seen.insert((drawn.from.clone(), drawn.symbols));
        }
        assert_eq!(seen.len(), 24 * 2 * 8 * 8);
    }
}
