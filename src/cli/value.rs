//! Values of options that clap does not know by itself.

use std::time::Duration;

/// A time in seconds, or with a unit: `2`, `0.5`, `500ms`, `3s`, `2m`.
///
/// # Errors
/// Says what to write instead.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let seconds_a_unit = match unit {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "us" => 1e-6,
        "m" | "min" => 60.0,
        _ => return Err("write seconds, or a number with us, ms, s or min".to_owned()),
    };
    match number.parse::<f64>() {
        Ok(number) if number > 0.0 && number * seconds_a_unit <= 1e9 => {
            Ok(Duration::from_secs_f64(number * seconds_a_unit))
        }
        _ => Err("write a number of seconds above 0, like 20, 0.5 or 500ms".to_owned()),
    }
}

/// A number of workers.
///
/// # Errors
/// When it is none.
pub(super) fn positive(text: &str) -> Result<usize, String> {
    match text.trim().parse() {
        Ok(number) if (1..=1024).contains(&number) => Ok(number),
        _ => Err("write a number from 1 to 1024".to_owned()),
    }
}

/// A number of bytes, with `K`, `M` or `G` for powers of 1024.
///
/// # Errors
/// Says what to write instead.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let (number, shift) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 10),
        Some(b'm' | b'M') => (&text[..text.len() - 1], 20),
        Some(b'g' | b'G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let bytes = number.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes
        .filter(|&bytes| bytes > 0)
        .ok_or_else(|| "write a number of bytes, like 512M or 2G".to_owned())
}

/// A variable and its value, `NAME=VALUE`.
///
/// # Errors
/// When the name is not one that an environment may hold.
pub(super) fn assignment(text: &str) -> Result<(String, String), String> {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    match text.split_once('=') {
        Some((name, value)) if is_name(name) && !value.contains('\0') => {
            Ok((name.to_owned(), value.to_owned()))
        }
        _ => Err("write NAME=VALUE, the name of letters, digits and _".to_owned()),
    }
}

/// A name for reports.
///
/// # Errors
/// When it is empty or would not stand on one line.
pub(super) fn label(text: &str) -> Result<String, String> {
    match text.trim().is_empty() || text.chars().any(char::is_control) {
        true => Err("write a name of at least one character, on one line".to_owned()),
        false => Ok(text.trim().to_owned()),
    }
}

/// A BLAKE3 hash.
///
/// # Errors
/// When it is not 64 hexadecimal digits.
pub(super) fn blake3_hex(text: &str) -> Result<String, String> {
    match text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        true => Ok(text.to_owned()),
        false => Err("write the 64 hexadecimal digits that `sudoku-bench check` prints".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_with_and_without_units() {
        assert_eq!(bytes("4096"), Ok(4096));
        assert_eq!(
            (bytes("2K"), bytes("512M"), bytes("1g")),
            (Ok(2048), Ok(512 << 20), Ok(1 << 30))
        );
        for text in ["", "0", "-1", "M", "1.5G", "99999999999G", "1T"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn durations_are_read_with_and_without_units() {
        for (text, ms) in [("2", 2000), ("0.5", 500), ("500ms", 500), ("2min", 120_000)] {
            assert_eq!(duration(text), Ok(Duration::from_millis(ms)));
        }
        assert_eq!(duration("50us"), Ok(Duration::from_micros(50)));
        for text in ["", "0", "-1", "1h", "NaN", "inf", "1e300", "ms"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn nobody_starts_no_workers() {
        assert_eq!(positive("2"), Ok(2));
        assert!(positive("0").is_err() && positive("many").is_err());
    }
}
