//! Lists without repeats.

/// The items in the order of their first appearance, each once. For lists of a few different items:
/// each is compared with all before it.
pub fn distinct<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut all = Vec::new();
    for item in items {
        if !all.contains(&item) {
            all.push(item);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_equals_keeps_its_place() {
        assert_eq!(distinct([3, 1, 3, 2, 1]), [3, 1, 2]);
        assert!(distinct([0; 0]).is_empty());
    }
}
