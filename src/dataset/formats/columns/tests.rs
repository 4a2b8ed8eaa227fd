use super::*;

const P: &str = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";
const S: &str = "145327698839654127672918543496185372218473956753296481367542819984761235521839764";

fn found(text: &str) -> Option<(Separator, usize, Option<usize>, Option<u64>)> {
    let found = detect("x", text.as_bytes(), None).unwrap()?;
    let layout = found.layout;
    Some((layout.separator, layout.puzzle, layout.solution, found.header))
}

#[test]
fn the_puzzle_column_is_found_by_its_content() {
    use Separator::{Any, Byte, Space};
    let comma = Byte(b',');
    assert_eq!(found(&format!("{P}\n{P} # x\n")), Some((Any, 0, None, None)));
    assert_eq!(found(&format!("puzzle\n{P}\n")), Some((Any, 0, None, Some(1))));
    assert_eq!(found(&format!("{P},{S}\n")), Some((comma, 0, Some(1), None)));
    let text = format!("# c\n\nquizzes,solutions\n{P},{S}\n");
    assert_eq!(found(&text), Some((comma, 0, Some(1), Some(3))));
    assert_eq!(found(&format!("solution,puzzle\n{S},{P}")), Some((comma, 1, Some(0), Some(1))));
    assert_eq!(found(&format!("Platinum Blonde,{P}\nX #1,{P}")), Some((comma, 1, None, None)));
    assert_eq!(found(&format!("{P}:1:{S}\n{P}:0")), Some((Byte(b':'), 0, Some(2), None)));
    assert_eq!(found(&format!("0000183b305c {P}  1.2")), Some((Space, 1, None, None)));
    assert_eq!(found(&format!("{P}\t{S}\t0")), Some((Byte(b'\t'), 0, Some(1), None)));
    assert_eq!(found(&format!(":0000:x:{P}:1 2::")), Some((Byte(b':'), 3, None, None)));
    assert_eq!(found(S), Some((Any, 0, None, None)));
    assert_eq!(found("Grid 01\n003020600\n"), None);
}

#[test]
fn a_bad_cell_does_not_make_a_puzzle_of_a_solution() {
    let comma = Separator::Byte(b',');
    let [blank, bad] = ['.', '?'].map(|c| S.replacen('4', &c.to_string(), 1));
    for (puzzle, solution) in [(P, &blank[..]), (P, &bad), (&P.replacen('5', "?", 1), S)] {
        let text = format!("{P},{S}\n{puzzle},{solution}\n");
        assert_eq!(found(&text), Some((comma, 0, Some(1), None)), "{text}");
    }
    assert_eq!(found(&format!("{P},{blank}\n")), Some((comma, 0, Some(1), None)));
}

#[test]
fn larger_puzzles_and_their_solutions_are_told_apart_in_any_alphabet() {
    let symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (n, from) in [(4, 0), (4, 1), (5, 10), (5, 1), (6, 0)] {
        let side = n * n;
        let alphabet = &symbols.as_bytes()[from..from + side];
        let cell = |i: usize| {
            let (row, column) = (i / side, i % side);
            char::from(alphabet[(row * n + row / n + column) % side])
        };
        let solution: String = (0..side * side).map(cell).collect();
        let thinned = |(i, c)| if i % 3 == 0 { c } else { '.' };
        let puzzle: String = solution.chars().enumerate().map(thinned).collect();
        let text = format!("puzzle,solution\n{puzzle},{solution}\n{puzzle},{solution}\n");
        let expected = Some((Separator::Byte(b','), 0, Some(1), Some(1)));
        assert_eq!(found(&text), expected, "{n} {from}");
        let swapped = format!("{solution},{puzzle}\n");
        assert_eq!(found(&swapped), Some((Separator::Byte(b','), 1, Some(0), None)));
    }
}

#[test]
fn solutions_by_turns_with_their_puzzles_are_noticed() {
    let turns = |text: &str| detect("x", text.as_bytes(), None).unwrap().unwrap().by_turns;
    assert!(turns(&format!("{P}\n{S}\n{P}\n{S}\n")));
    assert!(!turns(&format!("{P}\n{P}\n{S}x\n")) && !turns(&format!("{S}\n{S}\n")));
    assert!(!turns(&format!("{P}\n{}\n", S.replace('9', "1"))));
}

#[test]
fn two_columns_of_puzzles_are_asked_about() {
    let names = format!("puzzle,state\n{P},{P}\n");
    assert_eq!(found(&names), Some((Separator::Byte(b','), 0, None, Some(1))));
    let error = detect("x", format!("{P},{P}\n").as_bytes(), None).err().unwrap().to_string();
    assert!(error.contains("columns 1 and 2"), "{error}");
}
