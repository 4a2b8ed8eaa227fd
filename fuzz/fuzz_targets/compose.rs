//! Texts put together from whole puzzles, solutions, keys and headings, a byte each: what flipped
//! and inserted bytes alone would hardly ever bring about.

const PUZZLE: &str =
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";
const SOLUTION: &str =
    "145327698839654127672918543496185372218473956753296481367542819984761235521839764";
const OTHER: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
const ITS_SOLUTION: &str =
    "162857493534129678789643521475312986913586742628794135356478219241935867897261354";
const SMALL: &str = "12..34......1...";

const FRAGMENTS: [&str; 52] = [
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    " ",
    "  ",
    "    ",
    "\t",
    ",",
    ";",
    ":",
    "|",
    "\"",
    "'",
    "{",
    "}",
    "[",
    "]",
    "},\n{",
    "\",\n\"",
    "],\n[",
    "\\n",
    "- ",
    "puzzle",
    "solution",
    "grid",
    "puzzles",
    "Solution\n",
    "Puzzle 1\n",
    "# Solution\n",
    "puzzle: ",
    "solution: ",
    "|\n",
    "\"puzzle\": ",
    "\"solution\": ",
    "puzzle,solution\n",
    "id,quizzes,solutions\n",
    "7,",
    "null",
    "\u{feff}",
    "-------+-------+-------\n",
    "[Puzzle]\n",
    "<game data='",
    "'/>\n",
    "<?xml version=\"1.0\"?>\n",
    "1 2 . . 3 4 . . .\n",
    ",,1,,,2,,,3\n",
    SMALL,
    "x",
    "0",
    "?",
];

/// The text that some bytes stand for.
pub fn text(script: &[u8]) -> Vec<u8> {
    let mut text = String::new();
    for &byte in script {
        let grid = [PUZZLE, SOLUTION, OTHER, ITS_SOLUTION][usize::from(byte >> 3) % 4];
        match usize::from(byte) {
            at if at < FRAGMENTS.len() => text.push_str(FRAGMENTS[at]),
            at => match at % 8 {
                0..=3 => text.push_str(grid),
                4 => text.push_str(&grid.replace('.', "0")),
                5 => rows(grid, "\n", &mut text),
                6 => rows(grid, "\n    ", &mut text),
                _ => cells(grid, &mut text),
            },
        }
    }
    text.into_bytes()
}

fn rows(grid: &str, between: &str, text: &mut String) {
    for row in 0..9 {
        text.push_str(&grid[row * 9..row * 9 + 9]);
        text.push_str(between);
    }
}

/// As an array of numbers.
fn cells(grid: &str, text: &mut String) {
    for (i, cell) in grid.chars().enumerate() {
        text.push_str(if i == 0 { "[" } else { ", " });
        text.push(if cell == '.' { '0' } else { cell });
    }
    text.push(']');
}
