//! The forms of one small puzzle.

use super::{Explained, Hint, Solutions, json, svg, words};
use crate::logic::{Explanation, Grader, Known, Names, Position, Strength};
use crate::puzzle::Order;

const PUZZLE: &str = ".....41.2..3....";
const SOLUTION: &str = "1234341221434321";

fn explained() -> Explained {
    let (order, cells) = (Order::TWO, PUZZLE.as_bytes());
    let known = Known::Unique(SOLUTION.into());
    let mut explanation = Explanation::new(Position::new(order, cells).unwrap(), known);
    let steps = (1..).zip(explanation.by_ref()).collect();
    Explained {
        names: Names::canonical(order),
        puzzle: PUZZLE.to_owned(),
        givens: 4,
        solutions: Solutions::One,
        difficulty: Grader::new(order).grade(cells).ok(),
        steps,
        open: explanation.position().open(),
    }
}

#[test]
fn an_explanation_is_read_from_top_to_bottom() {
    let mut text = Vec::new();
    words::write(&explained(), &mut text).unwrap();
    insta::assert_snapshot!(String::from_utf8(text).unwrap());
}

#[test]
fn a_script_finds_steps_and_difficulty() {
    let mut text = Vec::new();
    json::write(&explained(), &mut text).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(value["difficulty"]["label"], "easy");
    assert_eq!(value["steps"].as_array().unwrap().len(), 12);
    assert_eq!(value["open_at_end"], 0);
    for step in value["steps"].as_array().unwrap() {
        let placed = &step["places"][0];
        let cell = placed["cell"].as_str().unwrap().as_bytes();
        let index = usize::from(cell[1] - b'1') * 4 + usize::from(cell[3] - b'1');
        assert_eq!(placed["value"].as_str().unwrap(), &SOLUTION[index..=index]);
    }
}

#[test]
fn a_weak_hint_gives_nothing_else_away() {
    let explained = explained();
    let hint = |strength| {
        let mut text = Vec::new();
        let hint = Hint { step: explained.steps[0].1.clone(), strength };
        json::write_hint(&hint, &explained.names, &mut text).unwrap();
        serde_json::from_slice::<serde_json::Value>(&text).unwrap()
    };
    assert!(hint(Strength::Where)["technique"].is_null());
    assert!(hint(Strength::Technique)["step"].is_null());
    assert!(hint(Strength::Technique)["technique"].is_string());
    assert!(hint(Strength::Effect)["step"].is_object());
}

#[test]
fn a_drawing_escapes_symbols_and_is_closed() {
    let position = Position::new(Order::TWO, PUZZLE.as_bytes()).unwrap();
    let names = Names::with_symbols(Order::TWO, "<&34".chars());
    let drawing = svg::draw(&position, &explained().steps[0].1, &names);
    assert!(drawing.ends_with("</svg>\n"));
    assert!(!drawing.contains(">&<") && !drawing.contains("><<"), "{drawing}");
    assert!(drawing.contains("&lt;") && drawing.contains("&amp;"));
}
