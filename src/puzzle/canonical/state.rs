//! A partly built image of a puzzle, and the ways to go on from it.

use std::ops::Range;

/// Bytes of a table that is looked up by value: more than the values of any order searched, and a
/// power of two, so that a look-up needs no bounds check.
pub(super) const TABLE: usize = 32;
/// Bits of a cell's code in a [`Key`].
const BITS: u32 = 5;

/// What the next row of an image can be at best: a code for each cell, a word for each stack.
pub(super) type Key<const N: usize> = [u32; N];

/// Which string is the canonical one. Values get their labels in order of appearance either way, so
/// codes are compared: that of a blank, labels from 1 on, and that of a value without a label.
#[derive(Clone, Copy)]
pub(super) struct Codes {
    pub blank: u8,
    pub unlabelled: u8,
}

impl Codes {
    /// A blank is less than any value.
    pub(super) const MIN: Self = Self { blank: 0, unlabelled: 31 };
    /// The same with the largest value for the first, so that a blank comes after all values.
    pub(super) const MAX: Self = Self { blank: 31, unlabelled: 30 };

    const fn of(max: bool) -> Self {
        if max { Self::MAX } else { Self::MIN }
    }
}

/// The code of one cell of a stack's word.
pub(super) fn code_of<const N: usize>(word: u32, cell: usize) -> u8 {
    (word >> (BITS * (N - 1 - cell) as u32) & 31) as u8
}

/// Rows placed so far, and what they say about the columns. Columns in which no given has been
/// placed stay unordered within their stack, and so do stacks of such columns among each other: all
/// of them stand where blanks stand in a canonical string, in front, or at the end where `MAX`.
#[derive(Clone, Copy)]
pub(super) struct State<const N: usize, const S: usize> {
    /// Source column of each column.
    pub columns: [u8; S],
    /// Source row of each row placed.
    pub rows: [u8; S],
    /// Code of each value; that of a blank at 0.
    pub label: [u8; TABLE],
    /// Stacks without a given so far.
    free_stacks: u8,
    /// Columns of each stack without a given so far.
    free_columns: [u8; N],
    /// Bands of which no row is placed, a bit each.
    pub open_bands: u8,
    /// Whether the source is the transposed puzzle.
    pub is_transposed: bool,
}

/// Columns, or stacks of them, that give the same row in any order.
#[derive(Clone, Copy, Default)]
struct Tie {
    start: u8,
    count: u8,
    /// Columns that move together.
    width: u8,
}

impl<const N: usize, const S: usize> State<N, S> {
    /// Nothing placed.
    pub(super) fn start(is_transposed: bool, codes: Codes) -> Self {
        let mut label = [codes.unlabelled; TABLE];
        label[0] = codes.blank;
        Self {
            columns: std::array::from_fn(|column| column as u8),
            rows: [0; S],
            label,
            free_stacks: N as u8,
            free_columns: [N as u8; N],
            open_bands: ((1u16 << N) - 1) as u8,
            is_transposed,
        }
    }

    /// The least that a row of these values can look like, whatever the order of free columns.
    #[inline]
    pub(super) fn key<const MAX: bool>(&self, values: &[u8; TABLE]) -> Key<N> {
        let mut key = [0; N];
        for (stack, word) in key.iter_mut().enumerate() {
            let mut codes = [0u8; N];
            for (i, code) in codes.iter_mut().enumerate() {
                *code = self.code(values, stack * N + i);
            }
            sort_free::<_, N, MAX>(&mut codes, self.free_columns[stack].into());
            *word = pack(codes);
        }
        sort_free::<_, N, MAX>(&mut key, self.free_stacks.into());
        key
    }

    #[inline]
    fn code(&self, values: &[u8; TABLE], column: usize) -> u8 {
        let value = values[usize::from(self.columns[column]) % TABLE];
        self.label[usize::from(value) % TABLE]
    }

    /// Places row `row` at `level` in every order of columns that gives its key, and passes each
    /// state on. `next` is the first label that is not in use. Returns false, having passed on
    /// nothing, if there are more than `most` orders.
    pub(super) fn place<const MAX: bool>(
        mut self,
        (level, row): (usize, u8),
        values: &[u8; TABLE],
        next: u8,
        most: usize,
        states: &mut Vec<Self>,
    ) -> bool {
        self.rows[level] = row;
        self.open_bands &= !(1 << (usize::from(row) / N));
        let (ties, count) = self.arrange::<MAX>(values);
        let ties = &ties[..count];
        let orders = ties.iter().try_fold(1usize, |all, tie| {
            (2..=usize::from(tie.count)).try_fold(all, |all, k| all.checked_mul(k))
        });
        if orders.is_none_or(|orders| orders > most) {
            return false;
        }
        let unlabelled = Codes::of(MAX).unlabelled;
        self.permute(ties, 0, &mut |state| {
            let (mut state, mut next) = (*state, next);
            for column in state.columns {
                let value = usize::from(values[usize::from(column) % TABLE]) % TABLE;
                if state.label[value] == unlabelled {
                    state.label[value] = next;
                    next += 1;
                }
            }
            states.push(state);
        });
        true
    }

    /// The rows that may come next: those left of the band in hand, or those of all other bands. Of
    /// empty rows of a band one is enough, and of empty bands one.
    #[inline]
    pub(super) fn open_rows<'a>(
        &'a self,
        level: usize,
        is_empty: &'a [bool; S],
    ) -> impl Iterator<Item = usize> + 'a {
        let is_begun = !level.is_multiple_of(N);
        let bands = match is_begun {
            true => 1 << (usize::from(self.rows[level - 1]) / N),
            false => self.open_bands,
        };
        let placed = &self.rows[level - level % N..level];
        let mut has_empty_band = false;
        (0..N).filter(move |band| bands >> band & 1 == 1).flat_map(move |band| {
            let rows = band * N..(band + 1) * N;
            let is_empty_band = !is_begun && is_empty[rows.clone()].iter().all(|&empty| empty);
            let skips = is_empty_band && std::mem::replace(&mut has_empty_band, true);
            let mut has_empty = skips;
            let rows = if skips { 0..0 } else { rows };
            rows.filter(move |&row| {
                let is_placed = is_begun && placed.contains(&(row as u8));
                let repeats =
                    !is_placed && is_empty[row] && std::mem::replace(&mut has_empty, true);
                !is_placed && !repeats
            })
        })
    }

    /// Brings free columns and stacks into one order that gives the key of a row, narrows down which
    /// ones are free, and returns the ties.
    fn arrange<const MAX: bool>(&mut self, values: &[u8; TABLE]) -> ([Tie; S], usize) {
        // Free stacks change places among each other only, and all their columns are free.
        let were_free = self.free_columns.map(|free| free_range::<MAX>(free.into(), N));
        let stacks = free_range::<MAX>(self.free_stacks.into(), N);
        let blank = Codes::of(MAX).blank;
        let mut words = [0; N];
        for (stack, word) in words.iter_mut().enumerate() {
            let mut keyed: [(u8, u8); N] = std::array::from_fn(|i| {
                (self.code(values, stack * N + i), self.columns[stack * N + i])
            });
            let free = &mut keyed[were_free[stack].clone()];
            insertion_sort(free, |(code, _)| *code);
            let blanks = free.iter().filter(|(code, _)| *code == blank).count();
            self.free_columns[stack] = blanks as u8;
            for (i, (_, column)) in keyed.iter().enumerate() {
                self.columns[stack * N + i] = *column;
            }
            *word = pack(keyed.map(|(code, _)| code));
        }
        self.arrange_stacks(&mut words, stacks.clone());
        let still_free = words[stacks.clone()].iter().filter(|&&word| word == pack([blank; N]));
        self.free_stacks = still_free.count() as u8;
        ties::<N, S, MAX>(&words, stacks, were_free)
    }

    /// Orders free stacks by their words.
    fn arrange_stacks(&mut self, words: &mut [u32; N], free: Range<usize>) {
        let (columns, free_columns) = (self.columns, self.free_columns);
        let mut from: [usize; N] = std::array::from_fn(|stack| stack);
        insertion_sort(&mut from[free.clone()], |&stack| words[stack]);
        *words = from.map(|stack| words[stack]);
        for stack in free {
            self.free_columns[stack] = free_columns[from[stack]];
            self.columns[stack * N..][..N].copy_from_slice(&columns[from[stack] * N..][..N]);
        }
    }

    /// Passes on every order of tied columns and stacks.
    fn permute(&mut self, ties: &[Tie], chosen: usize, each: &mut impl FnMut(&Self)) {
        let Some((tie, rest)) = ties.split_first() else { return each(self) };
        if chosen + 1 >= usize::from(tie.count) {
            return self.permute(rest, 0, each);
        }
        for other in chosen..tie.count.into() {
            self.exchange(*tie, chosen, other);
            self.permute(ties, chosen + 1, each);
            self.exchange(*tie, chosen, other);
        }
    }

    fn exchange(&mut self, tie: Tie, one: usize, other: usize) {
        let (start, width) = (usize::from(tie.start), usize::from(tie.width));
        if one != other {
            (0..width).for_each(|i| {
                self.columns.swap(start + one * width + i, start + other * width + i);
            });
        }
    }
}

/// Runs of equal words among stacks that were free before this row, and of new values among columns
/// that were. Other codes are not repeated: in a row without clashes a label stands once.
fn ties<const N: usize, const S: usize, const MAX: bool>(
    words: &[u32; N],
    stacks: Range<usize>,
    columns: [Range<usize>; N],
) -> ([Tie; S], usize) {
    let codes = Codes::of(MAX);
    let (mut ties, mut count) = ([Tie::default(); S], 0);
    let mut add = |start: usize, tied: usize, width: usize| {
        if tied > 1 {
            ties[count] = Tie { start: start as u8, count: tied as u8, width: width as u8 };
            count += 1;
        }
    };
    let mut start = stacks.start;
    for run in words[stacks].chunk_by(|a, b| a == b) {
        if run[0] != pack([codes.blank; N]) {
            add(start * N, run.len(), N);
        }
        start += run.len();
    }
    for (stack, free) in columns.into_iter().enumerate() {
        let is_new = |&i: &usize| code_of::<N>(words[stack], i) == codes.unlabelled;
        if let Some(first) = free.clone().find(is_new) {
            add(stack * N + first, (first..free.end).take_while(is_new).count(), 1);
        }
    }
    (ties, count)
}

/// Which of a stack's columns, or of the stacks, are free: the outermost on the side of blanks.
#[inline]
fn free_range<const MAX: bool>(free: usize, all: usize) -> Range<usize> {
    if MAX { all - free..all } else { 0..free }
}

#[inline]
fn pack<const N: usize>(codes: [u8; N]) -> u32 {
    codes.iter().fold(0, |word, &code| word << BITS | u32::from(code))
}

/// For at most seven items, mostly two or three.
#[inline]
fn insertion_sort<T: Copy, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for i in 1..items.len() {
        for j in (1..=i).rev() {
            if key(&items[j - 1]) <= key(&items[j]) {
                break;
            }
            items.swap(j - 1, j);
        }
    }
}

/// Sorts the free ones, without branches where all or two are: this is where the search spends its
/// time.
#[inline]
fn sort_free<T: Copy + Ord, const N: usize, const MAX: bool>(items: &mut [T; N], free: usize) {
    let mut order = |i: usize, j: usize| {
        (items[i], items[j]) = (items[i].min(items[j]), items[i].max(items[j]));
    };
    match free {
        0 | 1 => {}
        2 if MAX => order(N - 2, N - 1),
        2 => order(0, 1),
        _ if free == N => {
            for end in (1..N).rev() {
                for i in 0..end {
                    order(i, i + 1);
                }
            }
        }
        _ => insertion_sort(&mut items[free_range::<MAX>(free, N)], |item| *item),
    }
}
