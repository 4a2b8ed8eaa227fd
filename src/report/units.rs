//! Figures for people: every number with its unit, scaled so that three digits say it.

/// A time in ns, us, ms or s: `7.04 us`.
pub fn time(ns: f64) -> String {
    scaled(ns, &["ns", "us", "ms", "s"])
}

/// A rate in /s, k/s, M/s or G/s: `101 k/s`.
pub fn rate(per_s: f64) -> String {
    scaled(per_s, &["/s", "k/s", "M/s", "G/s"])
}

/// A span of rates, the unit once where both ends share it: `98.8 - 103 k/s`.
pub fn rate_span(low: f64, high: f64) -> String {
    let (low, high) = (rate(low), rate(high));
    match (low.split_once(' '), high.split_once(' ')) {
        (Some((digits, unit)), Some((_, same))) if unit == same => format!("{digits} - {high}"),
        _ => format!("{low} - {high}"),
    }
}

/// A share from 0 to 1 in per cent: `43.8 %`.
pub fn share(share: f64) -> String {
    format!("{} %", digits(share * 100.0))
}

/// A size in bytes, KiB, MiB or GiB.
pub fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["B", "KiB", "MiB", "GiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    format!("{} {}", digits(value), UNITS[unit])
}

/// A count with its thousands apart: `49,151`.
pub fn count(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A plain figure at three digits.
pub fn digits(value: f64) -> String {
    let decimals = match value.abs() {
        // What rounds up to four digits has one decimal less.
        v if v >= 99.95 => 0,
        v if v >= 9.995 => 1,
        0.0 => 0,
        v if v >= 0.0995 => 2,
        _ => 3,
    };
    format!("{value:.decimals$}")
}

fn scaled(mut value: f64, units: &[&str]) -> String {
    let mut unit = 0;
    while value >= 999.5 && unit + 1 < units.len() {
        value /= 1000.0;
        unit += 1;
    }
    format!("{} {}", digits(value), units[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_scaled_to_three_digits() {
        let known = [
            (0.0, "0 ns"),
            (0.25, "0.25 ns"),
            (42.0, "42.0 ns"),
            (999.4, "999 ns"),
            (999.6, "1.00 us"),
            (7_040.0, "7.04 us"),
            (99_960.0, "100 us"),
            (1_203_199.0, "1.20 ms"),
            (2.5e9, "2.50 s"),
            (4.5e12, "4500 s"),
        ];
        for (ns, text) in known {
            assert_eq!(time(ns), text);
        }
    }

    #[test]
    fn rates_name_their_unit_once_where_it_is_the_same() {
        assert_eq!(rate(101_234.0), "101 k/s");
        assert_eq!(rate(5.0), "5.00 /s");
        assert_eq!(rate(123e9), "123 G/s");
        assert_eq!(rate_span(98_765.0, 103_456.0), "98.8 - 103 k/s");
        assert_eq!(rate_span(987_654.0, 1_034_560.0), "988 k/s - 1.03 M/s");
    }

    #[test]
    fn counts_shares_and_sizes_are_readable() {
        assert_eq!(
            [0, 12, 999, 49_151, 1_000_000].map(count),
            ["0", "12", "999", "49,151", "1,000,000"]
        );
        assert_eq!(
            [0.0, 0.4375, 0.9999, 1.0, 0.0004].map(share),
            ["0 %", "43.8 %", "100 %", "100 %", "0.040 %"]
        );
        assert_eq!([0, 1023, 1536, 5 << 30].map(bytes), ["0 B", "1023 B", "1.50 KiB", "5.00 GiB"]);
    }
}
