//! Grids as people's programs read and print them: rows of numbers, with or without rules.

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

/// The last complete grid in a text, as canonical cells: many programs print the puzzle first.
///
/// A row is a line of as many numbers as the grid has columns, or of as many digits; anything that
/// is no digit or letter separates. A line without a digit or letter is passed over, one that is no
/// row begins anew. All cells in one line are a grid, too.
pub fn find(text: &str, order: Order) -> Option<Vec<u8>> {
    let mut found = None;
    let mut rows: Vec<u8> = Vec::new();
    for line in text.lines() {
        if line.len() >= order.cells() && is_whole(line.trim(), order) {
            found = Some(line.trim().as_bytes().to_vec());
            rows.clear();
            continue;
        }
        match row(line, order) {
            Some(row) => rows.extend(row),
            None if line.chars().any(char::is_alphanumeric) => rows.clear(),
            None => {}
        }
        if rows.len() == order.cells() {
            found = Some(std::mem::take(&mut rows));
        }
    }
    found
}

fn is_whole(line: &str, order: Order) -> bool {
    line.len() == order.cells() && line.bytes().all(|cell| order.value(cell).is_some())
}

fn row(line: &str, order: Order) -> Option<Vec<u8>> {
    let words: Vec<&str> =
        line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let side = order.side();
    if words.len() == side {
        return words.iter().map(|word| symbol(word, order)).collect();
    }
    let digits: Vec<u8> = words.concat().into_bytes();
    let all = digits.len() == side && digits.iter().all(|&cell| order.value(cell).is_some());
    all.then_some(digits)
}

/// The symbol of a decimal number, or of itself.
fn symbol(word: &str, order: Order) -> Option<u8> {
    let value = match word.parse::<u8>() {
        Ok(number) if number as usize <= order.side() => number,
        Ok(_) => return None,
        Err(_) => match word.as_bytes() {
            [symbol] => order.value(*symbol)?,
            _ => return None,
        },
    };
    (value > 0).then(|| Order::symbol(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puzzle and solution of the first seed article, as it prints them.
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
OUTPUT:
get result:
8 6 3 7 9 2 4 5 1 
2 5 7 1 8 4 3 9 6 
1 4 9 5 6 3 8 7 2 
3 9 8 6 2 1 7 4 5 
5 7 2 4 3 9 6 1 8 
6 1 4 8 7 5 2 3 9 
9 8 1 2 4 7 5 6 3 
7 2 5 3 1 6 9 8 4 
4 3 6 9 5 8 1 2 7 
";
    const SOLVED: &str =
        "863792451257184396149563872398621745572439618614875239981247563725316984436958127";

    fn found(text: &str) -> Option<String> {
        find(text, Order::THREE).map(|cells| String::from_utf8(cells).expect("symbols"))
    }

    #[test]
    fn the_article_s_output_holds_its_solution() {
        assert_eq!(found(ARTICLE).as_deref(), Some(SOLVED));
    }

    #[test]
    fn rules_and_close_set_digits_are_no_hindrance() {
        let mut ruled = String::from("Solved in 3 steps\n+-------+-------+-------+\n");
        let mut close = String::new();
        for (i, row) in SOLVED.as_bytes().chunks(9).enumerate() {
            let boxes: Vec<String> = row
                .chunks(3)
                .map(|three| three.iter().map(|&c| (c as char).to_string()).collect::<Vec<_>>())
                .map(|three| three.join(" "))
                .collect();
            ruled += &format!("| {} |\n", boxes.join(" | "));
            close += std::str::from_utf8(row).expect("digits");
            close.push('\n');
            if i % 3 == 2 {
                ruled += "+-------+-------+-------+\n";
                close.push('\n');
            }
        }
        assert_eq!(found(&ruled).as_deref(), Some(SOLVED));
        assert_eq!(found(&close).as_deref(), Some(SOLVED));
        assert_eq!(found(&format!("answer below\n{SOLVED}\nbye\n")).as_deref(), Some(SOLVED));
    }

    #[test]
    fn a_text_without_a_whole_grid_has_none() {
        assert_eq!(found("no result.\n"), None);
        assert_eq!(found(""), None);
        let short: String = ARTICLE.lines().take(19).map(|line| format!("{line}\n")).collect();
        assert_eq!(found(&short), None, "eight rows and a puzzle with zeros");
    }

    #[test]
    fn puzzles_are_written_as_the_article_s_program_reads_them() {
        let cells =
            b"......45...7...3..1.9.6....3........5..4.........7...9..12........3.......6.....7";
        let written = numbers(cells, Order::THREE);
        let printed: Vec<&str> = ARTICLE.lines().skip(1).take(9).collect();
        assert_eq!(written.lines().collect::<Vec<_>>(), printed);
    }

    #[test]
    fn numbers_above_nine_are_symbols() {
        let rows: Vec<u8> = (0..16).flat_map(|row| (0..16).map(move |c| (row + c) % 16)).collect();
        let cells: Vec<u8> = rows.iter().map(|&value| Order::symbol(value + 1)).collect();
        let text = numbers(&cells, Order::FOUR);
        assert!(text.starts_with("1 2 3 4 5 6 7 8 9 10 11"));
        assert_eq!(find(&text, Order::FOUR), Some(cells));
    }
}
