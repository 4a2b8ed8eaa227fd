use super::*;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn found(text: &str) -> Printed {
    read(text.as_bytes(), PUZZLE.as_bytes(), Order::THREE)
}

fn grid(cells: &str) -> Printed {
    Printed::Grid(cells.to_owned())
}

fn rows(cells: &str) -> Vec<&str> {
    (0..9).map(|row| &cells[9 * row..9 * row + 9]).collect()
}

/// The cells of a row with something between them.
fn spread(row: &str, between: &str) -> String {
    row.chars().map(String::from).collect::<Vec<_>>().join(between)
}

/// The rows, each written by a function of its number and cells.
fn lines(cells: &str, write: impl Fn(usize, &str) -> String) -> String {
    let lines = rows(cells).into_iter().enumerate().map(|(i, row)| write(i, row));
    lines.collect::<Vec<_>>().join("\n")
}

fn plain_rows(cells: &str) -> String {
    lines(cells, |_, row| spread(row, " "))
}

/// All the ways that were met to write a solved grid, by name.
fn forms() -> Vec<(&'static str, String)> {
    let plain = plain_rows(SOLVED);
    let zeros = PUZZLE.replace('.', "0");
    let json = |inner: &str| {
        format!("[[{}]]", lines(SOLVED, |_, row| spread(row, ",")).replace('\n', inner))
    };
    vec![
        ("plain", plain.clone()),
        ("concatenated, no line end", SOLVED.to_owned()),
        ("with count and guesses", format!("{SOLVED}\t1\t24\n")),
        ("labelled", format!("Solution: {SOLVED}\nTime: 123456789 ns\n")),
        (
            "quoted in JSON",
            format!("{{\"puzzle\":\"{zeros}\",\"solution\":\"{SOLVED}\",\"ms\":3}}"),
        ),
        ("as CSV", format!("puzzle,solution\n{zeros},{SOLVED}\n")),
        (
            "coloured",
            lines(SOLVED, |_, row| format!("\x1b[1;32m{}\x1b[0m", spread(row, "\x1b[0m \x1b[1m"))),
        ),
        ("after a log", format!("{}{plain}\n", "step\n".repeat(20_000))),
        ("before another row", format!("{plain}\n1 2 3 4 5 6 7 8 9\nTime: 3 ms\n")),
        ("JSON rows in one line", json("],[")),
        ("JSON rows", json("],\n[")),
        ("JSON, indented", spread(SOLVED, ",\n    ")),
        ("JSON under a key", format!("{{\"n\": 9, \"grid\": {}, \"guesses\": 7}}", json("], ["))),
        (
            "numpy floats",
            format!("[[{}]]", lines(SOLVED, |_, row| format!("[{}.]", spread(row, ". ")))),
        ),
        (
            "lettered columns, numbered rows",
            format!(
                "   A B C D E F G H I\n{}",
                lines(SOLVED, |i, row| format!("{}  {}", i + 1, spread(row, " ")))
            ),
        ),
        (
            "numbered columns and rows",
            format!(
                "    1 2 3 4 5 6 7 8 9\n{}",
                lines(SOLVED, |i, row| format!("{} | {}", i + 1, spread(row, " ")))
            ),
        ),
        (
            "numbered on both sides",
            lines(SOLVED, |i, row| format!("{0} {1} {0}", i + 1, spread(row, " "))),
        ),
        ("numbered columns", format!("1 2 3 4 5 6 7 8 9\n{plain}\n1 2 3 4 5 6 7 8 9")),
        ("row 1: close set", lines(SOLVED, |i, row| format!("row {}: {row}", i + 1))),
        (
            "beside the puzzle",
            lines(SOLVED, |i, row| {
                format!("{}   |   {}", spread(rows(&zeros)[i], " "), spread(row, " "))
            }),
        ),
        (
            "beside the puzzle, on the left",
            lines(SOLVED, |i, row| {
                format!("{}   |   {}", spread(row, " "), spread(rows(PUZZLE)[i], " "))
            }),
        ),
        ("before the puzzle", format!("{plain}\n\nInput was\n{}\n", plain_rows(&zeros))),
        ("after the puzzle, nothing between", format!("{}\n{plain}\n", plain_rows(&zeros))),
        (
            "in a frame",
            format!("╔═══╗\n{}\n╚═══╝", lines(SOLVED, |_, row| format!("║{}║", spread(row, "│")))),
        ),
        ("tabs", lines(SOLVED, |_, row| format!("\t{}", spread(row, "\t")))),
        ("CR line ends", plain.replace('\n', "\r")),
        ("CR LF line ends", plain.replace('\n', "\r\n")),
        (
            "before its rows reversed",
            format!(
                "{plain}\nguesses backtracks ...\n{}\n",
                rows(SOLVED)
                    .into_iter()
                    .rev()
                    .map(|row| spread(row, " ") + "\n")
                    .collect::<String>()
            ),
        ),
        ("dotted rules", plain.replacen('\n', "\n. . . . . . . . .\n", 3)),
        ("by three", lines(SOLVED, |_, row| format!("{} {} {}", &row[..3], &row[3..6], &row[6..]))),
    ]
}

#[test]
fn a_grid_is_found_in_every_form_people_print() {
    for (name, text) in forms() {
        assert_eq!(found(&text), grid(SOLVED), "{name}:\n{text}");
    }
    let wide: Vec<u8> = plain_rows(SOLVED).bytes().flat_map(|byte| [byte, 0]).collect();
    let wide = [&[0xff, 0xfe][..], &wide].concat();
    assert_eq!(read(&wide, PUZZLE.as_bytes(), Order::THREE), grid(SOLVED), "UTF-16");
}

/// What is read must not depend on the answer being right: a wrong grid is found in the same forms.
#[test]
fn a_wrong_grid_is_the_answer_as_much_as_a_right_one() {
    let (first, second) = SOLVED.split_at(2);
    let wrong = format!("{first}{}", second.replacen('4', "1", 1));
    for (name, text) in forms() {
        let text = text.replace(SOLVED, &wrong);
        if !text.contains(&wrong) {
            continue;
        }
        assert_eq!(found(&text), grid(&wrong), "{name}");
    }
    let foreign = SOLVED.replace('5', "x").replace('6', "5").replace('x', "6");
    assert_eq!(found(&plain_rows(&foreign)), grid(&foreign), "keeps no given");
    assert_eq!(found(&format!("Solution: {foreign}")), grid(&foreign));
}

#[test]
fn of_several_full_grids_the_last_that_keeps_the_givens_is_the_answer() {
    let wrong = format!("{}{}", &SOLVED[..79], "77"); // keeps neither column nor givens
    let late = SOLVED.replacen("4678", "6478", 1); // keeps the givens, but not the columns
    let puzzle = PUZZLE.as_bytes();
    assert!(puzzle.iter().zip(late.bytes()).all(|(&given, cell)| given == b'.' || given == cell));
    assert_eq!(found(&format!("{SOLVED}\n{wrong}\n")), grid(SOLVED));
    assert_eq!(found(&format!("{SOLVED}\nthen\n{late}\n")), grid(&late), "not the right one");
    assert_eq!(found(&format!("{late}\nthen\n{}\n", plain_rows(SOLVED))), grid(SOLVED));
    assert_eq!(found(&format!("{}\nthen\n{late}\n", plain_rows(SOLVED))), grid(&late));
}

#[test]
fn without_givens_rows_stand_as_they_are_printed() {
    let blank = ".".repeat(81);
    let text = format!("{}\n1 2 3 4 5 6 7 8 9\n", plain_rows(SOLVED));
    assert_eq!(read(text.as_bytes(), blank.as_bytes(), Order::THREE), grid(SOLVED));
}

#[test]
fn a_text_without_a_grid_claims_nothing() {
    let short = lines(SOLVED, |i, row| if i < 8 { spread(row, " ") } else { String::new() });
    let digits: String =
        (0..5000).map(|i| format!("try {} {} {}\n", i * 7919, i, i % 9 + 1)).collect();
    let echo = plain_rows(&PUZZLE.replace('.', "0"));
    for text in ["", "1 2 3", "done\n", &short, &digits, &echo, PUZZLE, "gave up: no solution yet"]
    {
        assert_eq!(found(text), Printed::Nothing, "{text}");
    }
}

#[test]
fn no_solution_is_said_in_words_or_as_in_lines_mode() {
    let echo = plain_rows(&PUZZLE.replace('.', "0"));
    for text in [
        "no result.\n",
        "-\n",
        "-\t0\t12\n",
        "Puzzle has no solution!",
        "Solutions: none\nfound 0 solutions\ntime 3 ms",
    ] {
        assert_eq!(found(text), Printed::NoSolution, "{text}");
        assert_eq!(found(&format!("{echo}\n{text}")), Printed::NoSolution, "{text}");
    }
    for text in ["10 solutions", "no solution within 5 s", "no solution: time limit reached"] {
        assert_eq!(found(text), Printed::Nothing, "{text}");
    }
}

#[test]
fn a_grid_filled_in_part_gave_up() {
    let part = format!("{}{}", &SOLVED[..40], &PUZZLE[40..]);
    assert_eq!(found(&plain_rows(&part.replace('.', "0"))), Printed::GaveUp);
    assert_eq!(found(&part), Printed::GaveUp);
}

#[test]
fn values_above_nine_are_numbers_or_symbols() {
    let order = Order::FOUR;
    let value = |row: usize, column: usize| ((row * 4 + row / 4 + column) % 16 + 1) as u8;
    let values = |row: usize| (0..16).map(move |column| value(row, column));
    let cells: Vec<u8> = (0..16).flat_map(|row| values(row).map(Order::symbol)).collect();
    let mut puzzle = cells.clone();
    puzzle.iter_mut().step_by(3).for_each(|cell| *cell = BLANK);
    let numbers = |between: &str, row: usize| {
        values(row).map(|value| value.to_string()).collect::<Vec<_>>().join(between)
    };
    let text = |between: &str, rows: &str| {
        (0..16).map(|row| numbers(between, row)).collect::<Vec<_>>().join(rows)
    };
    let symbols = String::from_utf8_lossy(&cells).into_owned();
    let close = |text: &str| {
        (0..16).map(|row| text[16 * row..16 * row + 16].to_owned() + "\n").collect::<String>()
    };
    let forms = [
        text(" ", "\n"),
        text(", ", "], ["),
        text(" | ", "\n----\n"),
        symbols.clone(),
        close(&symbols),
        close(&symbols.to_lowercase()),
        format!("Solution:\n{}", text("\t", "\n")),
        (0..16).map(|row| format!("{} {}\n", row + 1, numbers(" ", row))).collect(),
    ];
    for text in forms {
        let expected = Printed::Grid(symbols.clone());
        assert_eq!(read(text.as_bytes(), &puzzle, order), expected, "{text}");
    }
}

mod properties {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// A log of any bytes before a grid does not hide it, and by itself breaks nothing.
        #[test]
        fn any_log_before_a_grid_is_passed_over(log in prop::collection::vec(any::<u8>(), 0..2000)) {
            let grid_below = [&log[..], b"\n\x1b[0m\nsolved\n", plain_rows(SOLVED).as_bytes(), b"\n"].concat();
            read(&log, PUZZLE.as_bytes(), Order::THREE);
            prop_assert_eq!(read(&grid_below, PUZZLE.as_bytes(), Order::THREE), grid(SOLVED));
        }
    }
}
