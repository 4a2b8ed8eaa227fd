//! Texts whose keys say what is what.

use super::{Named, named};
use crate::dataset::{Batch, Dataset};
use crate::puzzle::Order;

const P: &str = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";
const S: &str = "145327698839654127672918543496185372218473956753296481367542819984761235521839764";
const V: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

/// Line, cells and whether there is a solution, of each puzzle.
fn read(text: &str) -> Result<Vec<(u64, String, bool)>, String> {
    let dataset = Dataset::from_bytes("x", text.to_owned().leak().as_bytes());
    let dataset = dataset.map_err(|error| error.to_string())?;
    let mut batch = Batch::new(Order::THREE, &dataset);
    let mut found = Vec::new();
    for chunk in 0..dataset.chunks() {
        dataset.read(Order::THREE, chunk, &mut batch).unwrap();
        for i in 0..batch.len() {
            let cells = String::from_utf8(batch.block().cells(i).to_vec()).unwrap();
            let expected = batch.expected(i);
            assert!(expected.is_none_or(|expected| expected == S.as_bytes()), "{text}");
            found.push((dataset.line_of(batch.offset(i)), cells, expected.is_some()));
        }
    }
    Ok(found)
}

fn rows(cells: &str, row: &dyn Fn(&str) -> String, by: &str) -> String {
    (0..9).map(|r| row(&cells[r * 9..r * 9 + 9])).collect::<Vec<_>>().join(by)
}

#[test]
fn a_solution_under_a_key_is_no_puzzle_however_the_text_is_laid_out() {
    let array = |cells: &str| {
        let number = |row: &str| {
            let cells: Vec<_> = row.chars().map(|c| c.to_string().replace('.', "0")).collect();
            format!("[{}]", cells.join(", "))
        };
        rows(cells, &number, ",\n   ")
    };
    let quoted = |cells: &str| rows(cells, &|row| format!("\"{row}\""), ",\n ");
    let escaped = |cells: &str| rows(cells, &str::to_owned, "\\n");
    let block = |cells: &str| rows(cells, &|row| format!("      {row}"), "\n");
    for text in [
        format!("{{\n  \"puzzle\": \"{P}\",\n  \"solution\": \"{S}\"\n}}\n"),
        format!("{{\n\"solution\": \"{S}\",\n\"puzzle\":\n\"{P}\"}}"),
        format!("{{\"puzzle\": [{}],\n\"solution\": [{}]}}", array(P), array(S)),
        format!("{{\"puzzle\": [{}],\n\"solution\": [{}]}}", quoted(P), quoted(S)),
        format!("{{\"puzzle\": \"{}\",\n\"solution\": \"{}\"}}", escaped(P), escaped(S)),
        format!(
            "[{{\"id\": 1, \"puzzle\": \"{P}\",\n\"meta\": {{\"by\": 'x'}}, \"solution\": \"{S}\"}}]"
        ),
        format!("{{\"grid\": \"{P}\",\n\"end\": \"{S}\"}}"),
        format!("- puzzle: \"{P}\"\n  solution: \"{S}\"\n"),
        format!("- solution: {S}\n  puzzle: {P}\n"),
        format!("Puzzle: {P}\nSolution: {S}\n"),
        format!("quiz = '{P}'\nanswer = '{S}'\n"),
        format!("- puzzle: |\n{}\n  solution: |\n{}\n", block(P), block(S)),
    ] {
        let found = read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let cells: Vec<_> = found.iter().map(|(_, cells, solved)| (&cells[..], *solved)).collect();
        assert_eq!(cells, [(P, true)], "{text}");
    }
}

#[test]
fn records_keep_their_own_solutions_and_lines() {
    let text = format!(
        "{{\"puzzles\": [\n{{\"puzzle\": \"{V}\"}},\n\n{{\"solution\": \"{S}\", \"puzzle\": \"{P}\"}},\n\
         {{\"solution\": \"{S}\"}},\n{{\"puzzle\": \"{V}\"}}]}}"
    );
    let (p, v) = (P.to_owned(), V.to_owned());
    assert_eq!(read(&text).unwrap(), [(2, v.clone(), false), (4, p, true), (6, v, false)]);
}

#[test]
fn lists_of_strings_are_lists_of_puzzles() {
    let both = [(1, P.to_owned(), false), (1, V.to_owned(), false)];
    assert_eq!(read(&format!("['{P}', '{V}']")).unwrap(), both);
    assert_eq!(read(&format!("[\"{P}\",\"{V}\"]")).unwrap(), both);
    assert_eq!(read(&format!("{{\"puzzles\": [\"{P}\",\"{V}\"]}}")).unwrap(), both);
    let three = read(&format!("[\"{P}\",\n\"{V}\",\n\"{P}\"]\n")).unwrap();
    assert_eq!(three.iter().map(|(line, ..)| *line).collect::<Vec<_>>(), [1, 2, 3]);
    // A pair is a puzzle and how it ends.
    assert_eq!(read(&format!("[\"{P}\",\"{S}\"]")).unwrap(), [(1, P.to_owned(), true)]);
    let lists = format!("{{\"puzzles\": [\"{P}\",\"{V}\"],\n\"solutions\": [\"{S}\", \"{S}\"]}}");
    assert_eq!(read(&lists).unwrap().len(), 2);
}

/// Of solutions that do not stand right below their puzzles, it is said that they are left out.
#[test]
fn full_grids_under_a_heading_that_says_solution_are_no_puzzles() {
    for text in [
        format!("Puzzle:\n{P}\nSolution:\n{S}\n{V}\n"),
        format!("Solution:\n{S}\nPuzzle:\n{P}\n{V}\n"),
        format!("# Puzzles\n{P}\n{V}\n# Solutions\n{S}\n{S}\n"),
        format!("# Puzzles\n{P}\n{V}\n\n# the answers\n\n{S}\n"),
        format!("[Puzzles]\r\n{P}\r\n{V}\r\n[Solutions]\r\n{S}\r\n"),
        format!("puzzles:\n  - {P}\n  - {V}\nsolutions:\n  - {S}\n  - {S}\n"),
        format!("puzzles:\n  - \"{P}\"\n  - \"{V}\"\nsolutions:\n  - \"{S}\"\n"),
        format!(
            "[[puzzle]]\ngrid = \"{P}\"\n[[solution]]\ngrid = \"{S}\"\n[[puzzle]]\ngrid = \"{V}\"\n"
        ),
    ] {
        let found = read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let cells: Vec<_> = found.iter().map(|(_, cells, _)| &cells[..]).collect();
        assert_eq!(cells, [P, V], "{text}");
        let dataset = Dataset::from_bytes("x", text.clone().leak().as_bytes()).unwrap();
        assert_eq!(dataset.survey().malformed, 0, "{text}: {:?}", dataset.survey().faults);
    }
    // Nothing but full grids: they are the puzzles. And a comment is not always a heading.
    for text in [format!("# solutions\n{S}\n{S}\n"), format!("# each has one solution\n{P}\n{V}\n")]
    {
        assert_eq!(read(&text).unwrap().len(), 2, "{text}");
    }
}

#[test]
fn two_keys_with_puzzles_are_asked_about() {
    let error = read(&format!("{{\n\"a\": \"{P}\",\n\"b\": \"{V}\"\n}}")).unwrap_err();
    assert!(error.contains("the keys a, b all hold puzzles"), "{error}");
    // Their names decide where they can.
    let text = format!("{{\n\"puzzle\": \"{P}\",\n\"state\": \"{V}\"\n}}");
    assert_eq!(read(&text).unwrap(), [(2, P.to_owned(), false)]);
}

#[test]
fn brackets_without_end_take_no_memory_and_hide_nothing_before_them() {
    let first = format!("[{{\"puzzle\": \"{P}\"}},\n");
    for bracket in ["[", "{\"a\":", "[{\"puzzle\": "] {
        assert_eq!(read(&(first.clone() + &bracket.repeat(2_000))).unwrap().len(), 1, "{bracket}");
    }
    let deep = format!("{first}{}1{},\n{{\"puzzle\": \"{V}\"}}]", "[".repeat(500), "]".repeat(500));
    assert_eq!(read(&deep).unwrap().len(), 2);
    let mut most = 0;
    let mut open = 0_i64;
    super::scan::scan("{".repeat(100_000).as_bytes(), super::scan::Style::Json, &mut |event| {
        open += i64::from(matches!(event, super::scan::Event::Begin));
        most = most.max(open);
    });
    assert!(most < 100, "{most} records are open");
}

#[test]
fn a_bad_cell_under_a_key_is_named_by_its_place() {
    let bad = S.replacen("918", "018", 1);
    let text = format!("{{\n\"puzzle\": \"{P}\",\n\"solution\": \"{bad}\"\n}}");
    let error = read(&text).unwrap_err();
    assert!(error.contains("line 3, column 35: found '0'"), "{error}");
}

#[test]
fn names_say_what_stands_under_them() {
    for (name, what) in [
        ("Puzzle", Named::Puzzle),
        ("quizzes", Named::Puzzle),
        ("puzzle_solution", Named::Solution),
        ("SOLUTIONS", Named::Solution),
        ("solved", Named::Solution),
        ("unsolved", Named::Puzzle),
        ("id", Named::Other),
    ] {
        assert_eq!(named(name.as_bytes()), what, "{name}");
    }
}
