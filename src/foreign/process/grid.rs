//! Puzzles as people's programs read them: rows of numbers.

use crate::puzzle::Order;

/// Numbers separated by blanks, 0 for an empty cell, a line a row.
pub fn numbers(cells: &[u8], order: Order) -> String {
    let mut text = String::with_capacity(cells.len() * 3);
    for row in cells.chunks(order.side()) {
        let values = row.iter().map(|&cell| order.value(cell).unwrap_or(0).to_string());
        text.push_str(&values.collect::<Vec<_>>().join(" "));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The puzzle of the first seed article, as it prints it.
    const ARTICLE: &str = "INPUT:
0 0 0 0 0 0 4 5 0
0 0 7 0 0 0 3 0 0
1 0 9 0 6 0 0 0 0
3 0 0 0 0 0 0 0 0
5 0 0 4 0 0 0 0 0
0 0 0 0 7 0 0 0 9
0 0 1 2 0 0 0 0 0
0 0 0 3 0 0 0 0 0
0 0 6 0 0 0 0 0 7
";
    #[test]
    fn puzzles_are_written_as_the_article_s_program_reads_them() {
        let cells =
            b"......45...7...3..1.9.6....3........5..4.........7...9..12........3.......6.....7";
        let written = numbers(cells, Order::THREE);
        let printed: Vec<&str> = ARTICLE.lines().skip(1).take(9).collect();
        assert_eq!(written.lines().collect::<Vec<_>>(), printed);
    }

    #[test]
    fn values_above_nine_are_decimal_numbers() {
        let rows: Vec<u8> = (0..16).flat_map(|row| (0..16).map(move |c| (row + c) % 16)).collect();
        let cells: Vec<u8> = rows.iter().map(|&value| Order::symbol(value + 1)).collect();
        let text = numbers(&cells, Order::FOUR);
        assert!(text.starts_with("1 2 3 4 5 6 7 8 9 10 11"));
    }
}
