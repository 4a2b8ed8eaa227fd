//! Shares that come again round after round, kept where all of them fit into memory.

use std::collections::HashMap;
use std::mem;

use crate::puzzle::Order;

use super::share::Share;

/// Whose puzzles a share holds: the tier and the group. They are the same in every round.
pub type Key = (usize, u64);

/// One worker's shares but the one in hand.
pub struct Shelf {
    /// Whether they are kept at all.
    keeps: bool,
    in_hand: Option<Key>,
    others: HashMap<Key, Share>,
}

impl Shelf {
    /// Without a share. Unless it `keeps` them, one is filled again and again.
    pub fn new(keeps: bool) -> Self {
        Self { keeps, in_hand: None, others: HashMap::new() }
    }

    /// Sees to it that the share in hand is the one of that key, and returns whether it is filled
    /// already. A new one has room for `room` puzzles.
    pub fn take(&mut self, key: Key, share: &mut Share, order: Order, room: usize) -> bool {
        if !self.keeps {
            return false;
        }
        if self.in_hand == Some(key) {
            return true;
        }
        let known = self.others.remove(&key);
        let is_filled = known.is_some();
        if let Some(last) = self.in_hand.replace(key) {
            let next = known.unwrap_or_else(|| Share::new(order, room));
            self.others.insert(last, mem::replace(share, next));
        }
        is_filled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_filled_once_and_found_again() {
        let mut shelf = Shelf::new(true);
        let mut share = Share::new(Order::TWO, 0);
        let mut take = |key| shelf.take(key, &mut share, Order::TWO, 3);
        assert_eq!([(0, 1), (0, 1), (0, 2), (1, 1)].map(&mut take), [false, true, false, false]);
        assert_eq!([(0, 2), (0, 1), (1, 1)].map(&mut take), [true, true, true]);
    }

    #[test]
    fn without_keeping_every_share_is_to_be_filled() {
        let mut shelf = Shelf::new(false);
        let mut share = Share::new(Order::TWO, 0);
        assert!(!shelf.take((0, 1), &mut share, Order::TWO, 3));
        assert!(!shelf.take((0, 1), &mut share, Order::TWO, 3));
    }
}
