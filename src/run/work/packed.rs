//! Whole numbers in as few bytes as they need: seven bits a byte, the lowest first, as in LEB128.

/// Adds a number.
pub(crate) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes the next number; nothing where the bytes do not hold one.
pub(crate) fn get(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for nth in 0..10 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f).checked_shl(7 * nth)?;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_come_back(all in prop::collection::vec(any::<u64>(), 0..20)) {
            let mut bytes = Vec::new();
            all.iter().for_each(|&number| put(&mut bytes, number));
            let mut rest = &bytes[..];
            for number in all {
                prop_assert_eq!(get(&mut rest), Some(number));
            }
            prop_assert_eq!(get(&mut rest), None);
        }
    }
}
