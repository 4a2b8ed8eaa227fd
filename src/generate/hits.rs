//! Which unavoidable sets the givens hit. A given that is the only one in some set is needed,
//! however many of the others go: that it is, costs no search.

/// Sets with at least this many givens all get the minimum weight. One with fewer weighs four times
/// as much for each that is missing.
const MANY: u32 = 18;

/// The givens of a puzzle and the sets they hit, kept up to date.
pub(super) struct Hits {
    /// Each in ascending order.
    sets: Vec<Vec<u16>>,
    sets_of: Vec<Vec<u32>>,
    /// Givens in each set.
    givens_in: Vec<u32>,
    is_given: Vec<bool>,
    /// Sets in which each given is the only one.
    sole: Vec<u32>,
}

impl Hits {
    /// All cells given.
    pub(super) fn new(cells: usize, sets: Vec<Vec<u16>>) -> Self {
        let mut hits = Self {
            sets: Vec::new(),
            sets_of: vec![Vec::new(); cells],
            givens_in: Vec::new(),
            is_given: vec![true; cells],
            sole: vec![0; cells],
        };
        sets.into_iter().for_each(|set| hits.add(set));
        hits
    }

    /// Takes note of another set, in ascending order.
    pub(super) fn add(&mut self, set: Vec<u16>) {
        let index = self.sets.len() as u32;
        for &cell in &set {
            self.sets_of[usize::from(cell)].push(index);
        }
        let givens = set.iter().filter(|&&cell| self.is_given(cell)).count() as u32;
        self.sets.push(set);
        self.givens_in.push(givens);
        self.count_sole(index, true);
    }

    /// Takes a given away.
    pub(super) fn take(&mut self, cell: u16) {
        self.set(cell, false);
    }

    /// Gives a cell that is blank.
    pub(super) fn give(&mut self, cell: u16) {
        self.set(cell, true);
    }

    fn set(&mut self, cell: u16, given: bool) {
        debug_assert_ne!(self.is_given(cell), given, "only a given can go, only a blank be given");
        let sets = std::mem::take(&mut self.sets_of[usize::from(cell)]);
        sets.iter().for_each(|&set| self.count_sole(set, false));
        self.is_given[usize::from(cell)] = given;
        for &set in &sets {
            let givens = &mut self.givens_in[set as usize];
            *givens = if given { *givens + 1 } else { *givens - 1 };
            self.count_sole(set, true);
        }
        self.sets_of[usize::from(cell)] = sets;
    }

    /// Counts a set of one given for that given, or no longer.
    fn count_sole(&mut self, set: u32, counts: bool) {
        if let Some(cell) = self.sole_given(set) {
            let sole = &mut self.sole[usize::from(cell)];
            *sole = if counts { *sole + 1 } else { *sole - 1 };
        }
    }

    fn sole_given(&self, set: u32) -> Option<u16> {
        let is_sole = self.givens_in[set as usize] == 1;
        is_sole
            .then(|| self.sets[set as usize].iter().copied().find(|&cell| self.is_given(cell)))?
    }

    /// Returns true if a cell is given.
    pub(super) fn is_given(&self, cell: u16) -> bool {
        self.is_given[usize::from(cell)]
    }

    /// Returns true if a given is known to be needed.
    pub(super) fn is_needed(&self, cell: u16) -> bool {
        self.sole[usize::from(cell)] > 0
    }

    /// The givens, those that are known to be needed first.
    pub(super) fn givens(&self) -> Vec<u16> {
        let mut givens: Vec<u16> =
            (0..self.is_given.len() as u16).filter(|&cell| self.is_given(cell)).collect();
        givens.sort_by_key(|&cell| !self.is_needed(cell));
        givens
    }

    /// A set that is hit, and by nothing but these cells.
    pub(super) fn hit_by_only(&self, group: [u16; 2]) -> Option<&[u16]> {
        let [a, b] = group;
        let both = a != b && self.is_given(a) && self.is_given(b);
        let sets = self.sets_of[usize::from(a)].iter().chain(&self.sets_of[usize::from(b)]);
        let found = sets.map(|&set| set as usize).find(|&set| {
            let cells = &self.sets[set];
            match self.givens_in[set] {
                1 => group.iter().any(|&c| self.is_given(c) && cells.binary_search(&c).is_ok()),
                2 => both && group.iter().all(|c| cells.binary_search(c).is_ok()),
                _ => false,
            }
        })?;
        Some(&self.sets[found])
    }

    /// How much nearer other givens come to being needed when a given goes.
    pub(super) fn promise(&self, cell: u16) -> u64 {
        let weight = |&set: &u32| {
            let givens = self.givens_in[set as usize];
            let is_news = givens > 2 || {
                let mut others = self.sets[set as usize].iter().filter(|&&other| other != cell);
                others.any(|&other| self.is_given(other) && !self.is_needed(other))
            };
            if is_news { 4_u64.pow(MANY.saturating_sub(givens)) } else { 0 }
        };
        self.sets_of[usize::from(cell)].iter().map(weight).sum()
    }

    /// How many givens would no longer be known to be needed if these blank cells were given.
    pub(super) fn spoilt_by(&self, group: [u16; 2]) -> usize {
        let mut sets: Vec<u32> =
            group.iter().flat_map(|&cell| &self.sets_of[usize::from(cell)]).copied().collect();
        sets.sort_unstable();
        sets.dedup();
        let mut givens: Vec<u16> =
            sets.into_iter().filter_map(|set| self.sole_given(set)).collect();
        givens.sort_unstable();
        let all_gone = |run: &&[u16]| run.len() == self.sole[usize::from(run[0])] as usize;
        givens.chunk_by(|a, b| a == b).filter(all_gone).count()
    }
}

#[cfg(test)]
mod tests;
