//! Controlled bias (Denis Berthier, "Unbiased statistics of a CSP", 2009): cells are put in random
//! order, the longest part from the front that leaves one solution is taken away, and the try counts
//! only if what is left is minimal. Nothing else is ever tried, so that each minimal puzzle of n
//! givens on a grid comes with probability 1 / C(cells, n).

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::grids::UniformGrids;
use super::{Generated, Weighted};
use crate::generate::panel::{MOST, Panel, is_unique};
use crate::generate::unavoidable::unavoidable_sets;
use crate::puzzle::Order;
use crate::puzzle::order::BLANK;

/// Tries on one 9x9 grid: one in some 258,000 leads to a puzzle. On a 4x4 grid there is one, since many
/// succeed.
const TRIES: usize = 8192;
/// Unavoidable sets that are looked at, the smallest: more cost more than the questions they save. A
/// part of what a seed means.
const SETS: usize = 32;
/// Most givens of a 9x9 puzzle that is looked for. Of minimal puzzles by uniform measure, less than one in
/// a million has more; the tries that end above are six in seven.
const MOST_GIVENS: usize = 34;
/// Mean number of completions of a 9x9 grid, and the usual number of givens: a weight of 1.
const USUAL: (f64, usize) = (2692.9642, 26);
/// The same of 4x4: 288 grids by 4! x 4² ways to begin.
const USUAL_4X4: (f64, usize) = (0.75, 5);

/// A try: an order of the cells, and how many of them are taken away.
struct Try {
    order: [u8; 81],
    /// So many from the front leave one solution.
    fine: usize,
    /// So many do not.
    too_many: usize,
    /// The given that is asked about next.
    next: usize,
    is_minimal: bool,
}

/// Draws minimal puzzles by tries.
pub(in crate::generate) struct Tries {
    order: Order,
    grids: UniformGrids,
    panel: Panel,
    grid: Vec<u8>,
    open: Vec<Try>,
    /// Unavoidable sets of the grid, a bit a cell.
    sets: Vec<u128>,
}

impl Tries {
    pub(in crate::generate) fn new(order: Order) -> Self {
        Self {
            order,
            grids: UniformGrids::new(order),
            panel: Panel::new(order),
            grid: vec![BLANK; order.cells()],
            open: Vec::new(),
            sets: Vec::new(),
        }
    }

    /// The minimal puzzles that come of some thousand tries on one grid.
    pub(super) fn draw(&mut self, rng: &mut ChaCha8Rng) -> Vec<Weighted> {
        let completions = self.grids.draw(rng, &mut self.grid);
        self.sets = unavoidable_sets(self.order, &self.grid)
            .iter()
            .take(SETS)
            .map(|set| set.iter().fold(0, |bits, &cell| bits | 1 << cell))
            .collect();
        let mut found = Vec::new();
        let [rounds, each] = if self.order == Order::TWO { [1, 1] } else { [TRIES / MOST, MOST] };
        for _ in 0..rounds {
            self.begin(each, rng);
            self.keep_unique();
            self.bisect();
            self.keep_minimal();
            for one in &self.open {
                let mut puzzle = vec![BLANK; self.grid.len()];
                write(&self.grid, &one.order[..one.fine], &mut puzzle);
                let weight = self.weight(completions, puzzle.len() - one.fine);
                let solution = self.grid.clone();
                found.push(Weighted { made: Generated { puzzle, solution }, weight });
            }
        }
        found
    }

    /// Begins tries, but for those of which an unavoidable set is taken away before few enough givens
    /// are left.
    fn begin(&mut self, tries: usize, rng: &mut ChaCha8Rng) {
        self.open.clear();
        let cells = self.order.cells();
        let least = cells.saturating_sub(MOST_GIVENS);
        for _ in 0..tries {
            let mut order: [u8; 81] = std::array::from_fn(|i| i as u8);
            let mut gone = 0u128;
            for i in 0..least {
                order.swap(i, rng.random_range(i as u32..cells as u32) as usize);
                gone |= 1 << order[i];
            }
            if self.sets.iter().any(|set| set & !gone == 0) {
                continue;
            }
            for i in least..cells {
                order.swap(i, rng.random_range(i as u32..cells as u32) as usize);
            }
            self.open.push(Try { order, fine: least, too_many: cells, next: 0, is_minimal: true });
        }
    }

    /// Keeps the tries that leave one solution where their first cells are taken away.
    fn keep_unique(&mut self) {
        if self.open.iter().all(|one| one.fine == 0) {
            return; // a full grid
        }
        let Self { grid, panel, open, .. } = self;
        open.iter().for_each(|one| write(grid, &one.order[..one.fine], panel.slot()));
        let mut is_kept = Vec::with_capacity(open.len());
        panel.ask(|_, answer| is_kept.push(is_unique(&answer)));
        let mut is_kept = is_kept.into_iter();
        open.retain(|_| is_kept.next() == Some(true));
    }

    /// Finds how many cells from the front can be taken away.
    fn bisect(&mut self) {
        let Self { grid, panel, open, sets, .. } = self;
        open.iter_mut().for_each(|one| one.too_many = one.first_hit(sets));
        loop {
            let undecided = |one: &&mut Try| one.fine + 1 < one.too_many;
            for one in open.iter_mut().filter(undecided) {
                write(grid, &one.order[..one.middle()], panel.slot());
            }
            let mut asked = open.iter_mut().filter(undecided);
            let mut any = false;
            panel.ask(|_, answer| {
                any = true;
                let one = asked.next().expect("a question for each of them");
                let middle = one.middle();
                *(if is_unique(&answer) { &mut one.fine } else { &mut one.too_many }) = middle;
            });
            if !any {
                break;
            }
        }
    }

    /// Keeps the tries that leave no given without which there still is one solution. The first of
    /// the cells left is known to be needed.
    fn keep_minimal(&mut self) {
        let Self { order, grid, panel, open, .. } = self;
        let cells = order.cells();
        open.iter_mut().for_each(|one| one.next = one.fine + 1);
        while open.iter().any(|one| one.next < cells) {
            let unchecked = |one: &&mut Try| one.next < cells;
            for one in open.iter_mut().filter(unchecked) {
                let slot = panel.slot();
                write(grid, &one.order[..one.fine], slot);
                slot[usize::from(one.order[one.next])] = BLANK;
            }
            let mut asked = open.iter_mut().filter(unchecked);
            panel.ask(|_, answer| {
                let one = asked.next().expect("a question for each of them");
                one.next += 1;
                one.is_minimal &= !is_unique(&answer);
            });
            open.retain(|one| one.is_minimal);
        }
    }

    /// What a puzzle weighs, with a usual one for 1.
    fn weight(&self, completions: u64, givens: usize) -> f64 {
        let cells = self.order.cells();
        let (mean, usual) = if self.order == Order::THREE { USUAL } else { USUAL_4X4 };
        completions as f64 / mean * (choose(cells, givens) / choose(cells, usual))
    }
}

impl Try {
    fn middle(&self) -> usize {
        usize::midpoint(self.fine, self.too_many)
    }

    /// How many cells from the front contain an unavoidable set.
    fn first_hit(&self, sets: &[u128]) -> usize {
        let mut gone = 0u128;
        let mut cells = self.order.iter().take(self.too_many);
        let hit = cells.position(|&cell| {
            gone |= 1 << cell;
            sets.iter().any(|set| set >> cell & 1 == 1 && set & !gone == 0)
        });
        hit.map_or(self.too_many, |last| last + 1)
    }
}

/// Writes a grid without some of its cells.
fn write(grid: &[u8], without: &[u8], into: &mut [u8]) {
    into.copy_from_slice(grid);
    without.iter().for_each(|&cell| into[usize::from(cell)] = BLANK);
}

/// Ways to choose `k` of `n`.
fn choose(n: usize, k: usize) -> f64 {
    (1..=k).map(|i| (n - k + i) as f64 / i as f64).product()
}
