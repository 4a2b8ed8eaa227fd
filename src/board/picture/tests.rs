use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::{Color, Modifier};

use super::super::game::Game;
use super::super::session::Study;
use super::super::typed::press;
use super::*;
use crate::logic::{Grader, Known, Names};
use crate::puzzle::Order;

const PLAIN: Look = Look { colour: false, ascii: false };

/// The puzzle of Wikipedia's article "Sudoku", and its solution.
const PUZZLE: &[u8; 81] =
    b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &[u8; 81] =
    b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn session() -> Session {
    let names = Names::canonical(Order::THREE);
    let mut session =
        Session::new(Game::new(names, PUZZLE.to_vec(), "puzzles.txt:1".to_owned()), 0);
    let difficulty = Grader::new(Order::THREE).grade(PUZZLE).ok();
    let known = Known::Unique(SOLUTION.to_vec());
    session.studied(Study { known, difficulty, remark: None });
    session
}

fn of_order(order: Order) -> Session {
    let mut puzzle = vec![b'.'; order.cells()];
    puzzle[..order.side()].copy_from_slice(order.symbols());
    let game = Game::new(Names::canonical(order), puzzle, "large.txt:1".to_owned());
    Session::new(game, 0)
}

fn drawn(session: &Session, look: Look, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("infallible");
    terminal.draw(|frame| draw(session, look, frame)).expect("infallible");
    terminal
}

fn picture(session: &Session, width: u16, height: u16) -> String {
    drawn(session, PLAIN, width, height).backend().to_string()
}

#[test]
fn a_usual_terminal_has_candidates_on_lines() {
    let mut session = session();
    press(&mut session, "Tab 4 c Enter l M-2 Tab 9 s i i i");
    insta::assert_snapshot!(picture(&session, 80, 24));
}

#[test]
fn a_large_terminal_has_squares_of_candidates_and_text_beside_them() {
    let mut session = session();
    press(&mut session, "Tab 5 Tab 2 i");
    insta::assert_snapshot!(picture(&session, 104, 40));
}

#[test]
fn a_high_one_has_close_squares() {
    insta::assert_snapshot!(picture(&session(), 80, 34));
}

#[test]
fn a_narrow_terminal_has_values_alone() {
    let mut session = session();
    press(&mut session, "Tab 5");
    insta::assert_snapshot!(picture(&session, 24, 17));
}

#[test]
fn larger_grids_are_drawn_where_there_is_room_for_them() {
    insta::assert_snapshot!("16x16", picture(&of_order(Order::FOUR), 80, 24));
    insta::assert_snapshot!("25x25", picture(&of_order(Order::FIVE), 80, 34));
    insta::assert_snapshot!("25x25 too small", picture(&of_order(Order::FIVE), 80, 24));
}

#[test]
fn what_lies_over_the_board_is_framed() {
    let mut session = session();
    press(&mut session, "?");
    insta::assert_snapshot!("help", picture(&session, 110, 38));
    press(&mut session, "Esc c s e c o n d Enter d Down");
    insta::assert_snapshot!("list", picture(&session, 50, 20));
    press(&mut session, "Esc o a b c");
    insta::assert_snapshot!("question", picture(&session, 50, 20));
}

#[test]
fn a_terminal_without_other_characters_gets_ascii() {
    let look = Look { colour: false, ascii: true };
    let mut session = session();
    press(&mut session, "?");
    for (width, height) in [(104, 40), (80, 24)] {
        let text = drawn(&session, look, width, height).backend().to_string();
        assert!(text.is_ascii(), "{text}");
        press(&mut session, "Esc");
    }
}

#[test]
fn without_colours_the_same_is_drawn_without_colours() {
    let mut session = session();
    press(&mut session, "Tab 5 i i i");
    let coloured = drawn(&session, Look { colour: true, ascii: false }, 80, 24);
    let plain = drawn(&session, PLAIN, 80, 24);
    let text = |terminal: &Terminal<TestBackend>| terminal.backend().to_string();
    assert_eq!(text(&coloured), text(&plain));
    let cells = |terminal: &Terminal<TestBackend>| terminal.backend().buffer().content().to_vec();
    let is_coloured =
        |cell: &ratatui::buffer::Cell| (cell.fg, cell.bg) != (Color::Reset, Color::Reset);
    assert!(cells(&coloured).iter().any(is_coloured));
    assert!(!cells(&plain).iter().any(is_coloured));
    let at_cursor =
        cells(&plain).iter().filter(|cell| cell.modifier.contains(Modifier::REVERSED)).count();
    assert!(at_cursor > 1, "the cursor is shown by more than a colour");
}

#[test]
fn a_place_of_the_picture_is_the_cell_and_candidate_drawn_there() {
    for (width, height) in [(104, 40), (80, 34), (80, 24), (24, 17)] {
        let session = session();
        let area = Rect::new(0, 0, width, height);
        let terminal = drawn(&session, PLAIN, width, height);
        let (mut cells, mut candidates, mut values) = (vec![], vec![], vec![]);
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            let symbol = terminal.backend().buffer()[(x, y)].symbol();
            match hit(&session, area, x, y) {
                Some(Hit::Cell(cell, candidate)) => {
                    cells.push(cell);
                    let Some(value) = candidate else { continue };
                    let is_open = session.game().sheet().value(cell).is_none();
                    if is_open && session.game().candidates(cell) >> (value - 1) & 1 == 1 {
                        assert_eq!(symbol, value.to_string(), "{x} {y}");
                        candidates.push((cell, value));
                    }
                }
                Some(Hit::Value(value)) => values.push(value),
                Some(Hit::Item(_)) => panic!("there is no list"),
                None => {}
            }
        }
        cells.dedup();
        cells.sort_unstable();
        cells.dedup();
        values.sort_unstable();
        values.dedup();
        assert_eq!(cells.len(), 81);
        assert!(candidates.is_empty() == (height < 30));
        assert_eq!(values, if height > 17 { (1..=9).collect::<Vec<u8>>() } else { vec![] });
    }
}

#[test]
fn lists_are_clicked_on() {
    let mut session = session();
    press(&mut session, "d");
    let area = Rect::new(0, 0, 50, 20);
    let text = picture(&session, 50, 20);
    let rows: Vec<&str> = text.lines().map(|row| row.trim_matches('"')).collect();
    let y = rows.iter().position(|row| row.contains("hard")).expect("is listed") as u16;
    assert_eq!(hit(&session, area, 25, y), Some(Hit::Item(3)));
    assert_eq!(hit(&session, area, 0, 0), None);
}

#[test]
fn terminals_of_any_size_get_a_picture() {
    for order in [Order::TWO, Order::THREE, Order::FIVE] {
        let mut session = of_order(order);
        for keys in ["i", "c", "Enter '", "Esc ?", "Esc d", "Esc o", "Esc v", "v a f i Enter"] {
            press(&mut session, keys);
            for width in [0, 1, 2, 5, 20, 24, 56, 80, 130] {
                for height in [0, 1, 2, 10, 17, 24, 33, 60] {
                    let area = Rect::new(0, 0, width, height);
                    let mut buffer = Buffer::empty(area);
                    paint(&session, PLAIN, area, &mut buffer);
                    hit(&session, area, width / 2, height / 2);
                }
            }
        }
    }
}
