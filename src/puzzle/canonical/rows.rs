//! The search for a canonical form, a row after the other, breadth first, all ties kept.

use super::form::{Form, Refusal};
use super::lines::Lines;
use super::state::{Codes, Key, State, TABLE, code_of};
use crate::puzzle::Order;

/// Most states at once; their memory is some 30 MiB at order 5.
const MOST_STATES: usize = 1 << 17;

/// A search with its memory, which is used again for the next puzzle. `N` is the box size, `S` its
/// square.
pub(super) struct Rows<const N: usize, const S: usize> {
    /// Values by transposition, row and column; 0 is a blank.
    values: [[[u8; TABLE]; S]; 2],
    is_empty: [[bool; S]; 2],
    states: Vec<State<N, S>>,
    children: Vec<State<N, S>>,
    /// State and row whose key is the least of a level.
    least: Vec<(u32, u8)>,
}

impl<const N: usize, const S: usize> Rows<N, S> {
    pub(super) fn new() -> Self {
        Self {
            values: [[[0; TABLE]; S]; 2],
            is_empty: [[false; S]; 2],
            states: Vec::new(),
            children: Vec::new(),
            least: Vec::new(),
        }
    }

    /// Writes the canonical form of a puzzle without clashes, and returns the number of ways that lead
    /// to it.
    ///
    /// # Errors
    /// When there are too many ties to follow.
    pub(super) fn search(
        &mut self,
        order: Order,
        cells: &[u8],
        form: Form,
        image: &mut [u8],
    ) -> Result<usize, Refusal> {
        self.load(order, cells);
        match form {
            Form::Min => self.place_all::<false>(image),
            Form::Max => self.place_all::<true>(image),
        }
    }

    fn place_all<const MAX: bool>(&mut self, image: &mut [u8]) -> Result<usize, Refusal> {
        let codes = if MAX { Codes::MAX } else { Codes::MIN };
        self.states.clear();
        self.states.extend([false, true].map(|turned| State::start(turned, codes)));
        let mut next = 1;
        for (level, row) in image.chunks_exact_mut(S).enumerate() {
            let key = self.find_least::<MAX>(level);
            self.place::<MAX>(level, next)?;
            next = write::<N, MAX>(key, next, codes, row);
        }
        Ok(self.states.len())
    }

    /// Source lines of way `way` of the last search.
    pub(super) fn lines(&self, way: usize) -> Lines {
        let state = &self.states[way];
        Lines::new(state.is_transposed, &state.rows, &state.columns)
    }

    fn load(&mut self, order: Order, cells: &[u8]) {
        self.is_empty = [[true; S]; 2];
        for (r, row) in cells.chunks_exact(S).enumerate() {
            for (c, &cell) in row.iter().enumerate() {
                let value = order.value(cell).unwrap_or(0);
                self.values[0][r][c] = value;
                self.values[1][c][r] = value;
                self.is_empty[0][r] &= value == 0;
                self.is_empty[1][c] &= value == 0;
            }
        }
    }

    /// Finds the states and rows that give the least row number `level`, and its key.
    fn find_least<const MAX: bool>(&mut self, level: usize) -> Key<N> {
        let Self { values, is_empty, states, least, .. } = self;
        let mut best = [u32::MAX; N];
        for (i, state) in states.iter().enumerate() {
            let turned = usize::from(state.is_transposed);
            let mut try_row = |row: usize| {
                let key = state.key::<MAX>(&values[turned][row]);
                if key < best {
                    best = key;
                    least.clear();
                }
                if key == best {
                    least.push((i as u32, row as u8));
                }
            };
            state.open_rows(level, &is_empty[turned]).for_each(&mut try_row);
        }
        best
    }

    fn place<const MAX: bool>(&mut self, level: usize, next: u8) -> Result<(), Refusal> {
        self.children.clear();
        for (state, row) in self.least.drain(..) {
            let state = self.states[state as usize];
            let values = &self.values[usize::from(state.is_transposed)][usize::from(row)];
            let most = MOST_STATES.saturating_sub(self.children.len());
            if !state.place::<MAX>((level, row), values, next, most, &mut self.children) {
                return Err(Refusal::Ties);
            }
        }
        std::mem::swap(&mut self.states, &mut self.children);
        Ok(())
    }
}

/// Writes a row of a canonical form by its key, and returns the first label not in use.
fn write<const N: usize, const MAX: bool>(
    key: Key<N>,
    mut next: u8,
    codes: Codes,
    row: &mut [u8],
) -> u8 {
    let side = (N * N) as u8;
    for (i, cell) in row.iter_mut().enumerate() {
        let code = code_of::<N>(key[i / N], i % N);
        let label = if code == codes.unlabelled { next } else { code };
        next = next.max(if code == codes.blank { 0 } else { label + 1 });
        *cell = match code == codes.blank {
            true => Order::symbol(0),
            false if MAX => Order::symbol(side + 1 - label),
            false => Order::symbol(label),
        };
    }
    next
}
