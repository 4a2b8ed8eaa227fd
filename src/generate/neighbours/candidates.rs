//! Candidates of a 9x9 puzzle, a plane of 81 bits for each digit, and what singles make of them.

/// All cells.
pub(super) const ALL: u128 = (1 << 81) - 1;
const ROW: u128 = 0x1ff;
const COLUMN: u128 = {
    let mut column = 0;
    let mut row = 0;
    while row < 9 {
        column |= 1 << (9 * row);
        row += 1;
    }
    column
};
const BOX: u128 = 0x7 | 0x7 << 9 | 0x7 << 18;

/// The cells of each unit.
const UNITS: [u128; 27] = {
    let mut units = [0; 27];
    let mut i = 0;
    while i < 9 {
        units[i] = ROW << (9 * i);
        units[9 + i] = COLUMN << i;
        units[18 + i] = BOX << (i / 3 * 27 + i % 3 * 3);
        i += 1;
    }
    units
};

/// The other cells of each cell's units.
const PEERS: [u128; 81] = {
    let mut peers = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let box_ = row / 3 * 3 + column / 3;
        let all = UNITS[row] | UNITS[9 + column] | UNITS[18 + box_];
        peers[cell] = all & !(1 << cell);
        cell += 1;
    }
    peers
};

/// A set of candidates: bit `cell` of plane `digit - 1`.
pub(super) type Planes = [u128; 9];

/// The candidates that are left, and the cells that are decided.
#[derive(Clone, Copy)]
pub(super) struct Candidates {
    pub planes: Planes,
    pub decided: u128,
}

/// The cells of a set, in ascending order.
pub(super) fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as usize;
            set &= set - 1;
            cell
        })
    })
}

/// The candidates of a set, as cell and digit less 1, digit by digit.
pub(super) fn members(planes: Planes) -> impl Iterator<Item = (usize, usize)> {
    (0..9).flat_map(move |digit| cells(planes[digit]).map(move |cell| (cell, digit)))
}

impl Candidates {
    /// Everything is possible.
    const EMPTY: Self = Self { planes: [ALL; 9], decided: 0 };

    /// What naked and hidden singles leave of a puzzle; `None` if they refute it.
    pub(super) fn of(puzzle: &[u8]) -> Option<Self> {
        let mut candidates = Self::EMPTY;
        for (cell, &symbol) in puzzle.iter().enumerate() {
            if symbol.is_ascii_digit() && !candidates.assign(cell, usize::from(symbol - b'1')) {
                return None;
            }
        }
        candidates.settle().then_some(candidates)
    }

    /// What singles leave once a candidate is given, too; `None` if they refute it.
    pub(super) fn with(&self, (cell, digit): (usize, usize)) -> Option<Self> {
        let mut with = *self;
        (with.assign(cell, digit) && with.settle()).then_some(with)
    }

    /// Decides a cell; returns false if that digit is not possible there.
    fn assign(&mut self, cell: usize, digit: usize) -> bool {
        let bit = 1u128 << cell;
        let is_possible = self.planes[digit] & bit != 0;
        self.planes.iter_mut().for_each(|plane| *plane &= !bit);
        self.planes[digit] = self.planes[digit] & !PEERS[cell] | bit;
        self.decided |= bit;
        is_possible
    }

    /// Decides naked and hidden singles until there are no more; returns false if a cell has no
    /// candidate, or a unit no place for a digit.
    fn settle(&mut self) -> bool {
        loop {
            let before = self.decided;
            let (mut once, mut twice) = (0, 0);
            for plane in self.planes {
                twice |= once & plane;
                once |= plane;
            }
            if once != ALL {
                return false;
            }
            for cell in cells(once & !twice & !self.decided) {
                let digit = self.planes.iter().position(|plane| plane >> cell & 1 == 1);
                if !digit.is_some_and(|digit| self.assign(cell, digit)) {
                    return false;
                }
            }
            for digit in 0..9 {
                for unit in UNITS {
                    let places = self.planes[digit] & unit;
                    if places == 0 {
                        return false;
                    }
                    let is_single = places & (places - 1) == 0;
                    if is_single && places & self.decided == 0 {
                        self.assign(places.trailing_zeros() as usize, digit);
                    }
                }
            }
            if self.decided == before {
                return true;
            }
        }
    }
}

/// Whether candidates that are in both sets leave every cell a digit, and every digit a place in each
/// unit.
pub(super) fn may_agree(one: &Planes, other: &Planes) -> bool {
    let both: Planes = std::array::from_fn(|digit| one[digit] & other[digit]);
    if both.iter().fold(0, |any, plane| any | plane) != ALL {
        return false;
    }
    /// The first cell of each row, of each box, and of each three cells side by side in a box.
    const ROWS: u128 = COLUMN;
    const THREES: u128 = COLUMN | COLUMN << 3 | COLUMN << 6;
    const BOXES: u128 = THREES & (ROW | ROW << 27 | ROW << 54);
    both.iter().fold(true, |agrees, plane| {
        let columns = plane | plane >> 27 | plane >> 54;
        let columns = columns | columns >> 9 | columns >> 18;
        let threes = (plane | plane >> 1 | plane >> 2) & THREES;
        let rows = threes | threes >> 3 | threes >> 6;
        let boxes = threes | threes >> 9 | threes >> 18;
        agrees & (columns & ROW == ROW) & (rows & ROWS == ROWS) & (boxes & BOXES == BOXES)
    })
}
