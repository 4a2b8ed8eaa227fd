//! When a run in progress may be looked at, and how sure each look must be.
//!
//! Who looks often and stops when the answer pleases is wrong more often than one look would be.
//! So the chance of error is spent like money (Lan and DeMets 1983, "Discrete sequential boundaries
//! for clinical trials", with the linear spending function): a look at a share s of the budget may
//! have used at most the share s of the error, and gets what earlier looks left of that. The looks'
//! chances add up to no more than the whole (Boole), however the looks depend on each other. Looks
//! come at doubling shares, 1/64, 1/32, ... 1/2, so the last one keeps half of the error and an
//! early end needs a plain case.

/// The smallest share of the budget at which to look.
const FIRST: f64 = 1.0 / 64.0;

/// What is left of a chance of error, and when the next look is due.
#[derive(Clone, Debug)]
pub struct Looks {
    error: f64,
    spent: f64,
    next: f64,
}

impl Looks {
    /// No look yet; together they may be wrong with a chance of `error`.
    pub fn new(error: f64) -> Self {
        Self { error, spent: 0.0, next: FIRST }
    }

    /// Whether it is time for a look.
    pub fn is_due(&self, share: f64) -> bool {
        share >= self.next && share < 1.0
    }

    /// The chance of error of a look when this share of the budget is gone, if one is due.
    pub fn due(&mut self, share: f64) -> Option<f64> {
        if !self.is_due(share) {
            return None;
        }
        while self.next <= share {
            self.next *= 2.0;
        }
        let error = self.error * share - self.spent;
        self.spent += error;
        Some(error)
    }

    /// The chance of error of the last look: all that is left.
    pub fn last(self) -> f64 {
        self.error - self.spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_come_at_doubling_shares_and_spend_no_more_than_the_whole() {
        let mut looks = Looks::new(0.05);
        let mut spent = Vec::new();
        for thousandth in 0..1000 {
            spent.extend(looks.due(f64::from(thousandth) / 1000.0));
        }
        assert_eq!(spent.len(), 6, "{spent:?}");
        assert!(spent.windows(2).all(|two| two[0] <= two[1]), "later looks get no less: {spent:?}");
        let last = looks.last();
        assert!((0.024..0.026).contains(&last), "half is kept for the last: {last}");
        assert!((spent.iter().sum::<f64>() + last - 0.05).abs() < 1e-12);
    }

    #[test]
    fn a_run_that_ends_early_has_the_whole_error_left() {
        assert_eq!(Looks::new(0.05).last(), 0.05);
        assert_eq!(Looks::new(0.05).due(1.0 / 128.0), None);
    }

    #[test]
    fn a_run_that_jumps_over_looks_spends_their_error_at_the_next() {
        let mut looks = Looks::new(0.05);
        assert_eq!(looks.due(0.3), Some(0.05 * 0.3));
        assert_eq!(looks.due(0.4), None);
        let next = looks.due(0.5).unwrap();
        assert!((next - 0.05 * 0.2).abs() < 1e-12);
    }
}
