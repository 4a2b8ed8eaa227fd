//! When a run in progress may be looked at, and how sure each look must be.
//!
//! Who looks often and stops when the answer pleases is wrong more often than one look would be.
//! So the chance of error is spent like money (Lan and DeMets 1983, "Discrete sequential boundaries
//! for clinical trials", with the linear spending function): a look at a share s of the budget may
//! have used at most the share s of the error, and gets what earlier looks left of that. The looks'
//! chances add up to no more than the whole (Boole), however the looks depend on each other. Looks
//! come when all puzzles were met once, twice, four times and so on, and at the end of the budget:
//! what was met in part says nothing of the rest. A look shortly before the end would leave the last
//! one, which knows most, next to nothing; so none comes after [`LATEST`].

/// Share of the budget after which no look comes but the last.
const LATEST: f64 = 0.7;

/// What is left of a chance of error, and when the next look is due.
#[derive(Clone, Debug)]
pub(crate) struct Looks {
    error: f64,
    spent: f64,
    next: u64,
}

impl Looks {
    /// No look yet; together they may be wrong with a chance of `error`.
    pub(crate) fn new(error: f64) -> Self {
        Self { error, spent: 0.0, next: 1 }
    }

    /// Returns true if it is time for a look when every puzzle was met so many times and a share of
    /// the budget is gone.
    pub(crate) fn is_due(&self, coverages: u64, share: f64) -> bool {
        coverages >= self.next && share <= LATEST
    }

    /// The chance of error of such a look, if one is due.
    pub(crate) fn due(&mut self, coverages: u64, share: f64) -> Option<f64> {
        if !self.is_due(coverages, share) {
            return None;
        }
        while self.next <= coverages {
            self.next *= 2;
        }
        let error = self.error * share - self.spent;
        self.spent += error;
        Some(error)
    }

    /// The chance of error of the last look: all that is left.
    pub(crate) fn last(self) -> f64 {
        self.error - self.spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_come_at_doubling_coverages_and_spend_no_more_than_the_whole() {
        let mut looks = Looks::new(0.05);
        let mut spent = Vec::new();
        for hundredth in 0..100 {
            spent.extend(looks.due(hundredth / 10, hundredth as f64 / 100.0));
        }
        assert_eq!(spent.len(), 3, "at 1, 2 and 4, not at 8: {spent:?}");
        let last = looks.last();
        assert!((last - 0.05 * 0.6).abs() < 1e-12, "{last}");
        assert!((spent.iter().sum::<f64>() + last - 0.05).abs() < 1e-12);
    }

    #[test]
    fn a_run_that_meets_too_little_has_the_whole_error_left() {
        assert_eq!(Looks::new(0.05).due(0, 0.9), None);
        assert_eq!(Looks::new(0.05).last(), 0.05);
    }

    #[test]
    fn a_run_that_jumps_over_looks_spends_their_error_at_the_next() {
        let mut looks = Looks::new(0.05);
        assert_eq!(looks.due(3, 0.3), Some(0.05 * 0.3));
        assert_eq!(looks.due(3, 0.4), None);
        let next = looks.due(4, 0.5).unwrap();
        assert!((next - 0.05 * 0.2).abs() < 1e-12);
    }
}
