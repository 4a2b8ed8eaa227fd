//! Numbers with the word for what they count.

/// `1 answer`, `3 answers`; `one` is the word for one.
pub fn counted(number: impl Into<u128>, one: &str) -> String {
    let number = number.into();
    let end = if number == 1 { "" } else { "s" };
    format!("{number} {one}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_one_and_none_are_many() {
        let answers = [0_u64, 1, 2].map(|number| counted(number, "answer"));
        assert_eq!(answers, ["0 answers", "1 answer", "2 answers"]);
    }
}
