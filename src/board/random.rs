//! Keys at random: nothing panics, and every place of the history always looks the same, by
//! whatever way it is reached.

use std::collections::HashMap;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::game::Game;
use super::saved;
use super::session::Session;
use super::sheet::Sheet;
use super::typed;
use crate::logic::{Known, Names};
use crate::puzzle::Order;

/// Sequences in an ordinary run; `SUDOKU_BENCH_SEQUENCES=10000` asks for more.
const SEQUENCES: u64 = 300;
/// Keys of a sequence.
const KEYS: usize = 60;

const WORDS: [&str; 46] = [
    "Left",
    "Right",
    "Up",
    "Down",
    "Home",
    "End",
    "PgUp",
    "PgDn",
    "Tab",
    "Tab",
    "BackTab",
    "Enter",
    "Enter",
    "Esc",
    "Backspace",
    "Delete",
    "F1",
    "C-x",
    "C-s",
    "C-r",
    "C-r",
    "C-/",
    "C-g",
    "M-1",
    "M-2",
    "M-3",
    "M-v",
    "Space",
    "u",
    "u",
    "u",
    "r",
    "c",
    "c",
    "'",
    "'",
    "`",
    "`",
    "x",
    "m",
    "a",
    "f",
    "z",
    "i",
    "s",
    "s",
];

fn random_key(rng: &mut ChaCha8Rng) -> KeyEvent {
    if rng.random_bool(0.5) {
        return typed::key(WORDS.choose(rng).expect("some"));
    }
    if rng.random_bool(0.8) {
        return KeyEvent::new(KeyCode::Char(rng.random_range('1'..='9')), KeyModifiers::NONE);
    }
    let modifiers = [KeyModifiers::NONE, KeyModifiers::CONTROL, KeyModifiers::ALT];
    let modifiers = *modifiers.choose(rng).expect("some");
    KeyEvent::new(KeyCode::Char(rng.random_range(' '..='\u{ff}')), modifiers)
}

/// Some of a solved grid, so that hints and steps have something to find.
fn session(order: Order, rng: &mut ChaCha8Rng) -> Session {
    let (n, side) = (order.n(), order.side());
    let value = |cell: usize| (cell / side % n * n + cell / side / n + cell % side) % side + 1;
    let symbol = |cell| Order::symbol(value(cell) as u8);
    let solution: Vec<u8> = (0..order.cells()).map(symbol).collect();
    let puzzle = solution.iter().map(|&symbol| if rng.random_bool(0.5) { symbol } else { b'.' });
    let game = Game::new(Names::canonical(order), puzzle.collect(), "random".to_owned());
    let mut session = Session::new(game, 0);
    let known = Known::OneOfSeveral(solution);
    session.studied(super::Study { known, difficulty: None, remark: None });
    session
}

fn play(seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let order =
        *[Order::TWO, Order::THREE, Order::THREE, Order::FOUR].choose(&mut rng).expect("some");
    let mut session = session(order, &mut rng);
    let mut seen: HashMap<usize, Sheet> = HashMap::new();
    seen.insert(0, session.game().sheet().clone());
    for _ in 0..KEYS {
        session.press(random_key(&mut rng));
        let (here, sheet) = (session.game().history().here(), session.game().sheet());
        let first = seen.entry(here).or_insert_with(|| sheet.clone());
        assert_eq!(first, sheet, "seed {seed}: place {here} looks different");
    }
    let text = saved::write(session.game(), session.cursor());
    let read = saved::read(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
    assert_eq!(saved::write(&read.game, read.cursor), text, "seed {seed}");
    for mut game in [session.game().clone(), read.game] {
        while game.undo() {
            assert_eq!(seen.get(&game.history().here()), Some(game.sheet()), "seed {seed}");
        }
        assert_eq!(game.history().here(), 0);
        while game.redo() {
            assert_eq!(seen.get(&game.history().here()), Some(game.sheet()), "seed {seed}");
        }
    }
}

#[test]
fn keys_at_random_never_panic_and_every_undo_is_exact() {
    let asked = std::env::var("SUDOKU_BENCH_SEQUENCES").ok().and_then(|text| text.parse().ok());
    (0..asked.unwrap_or(SEQUENCES)).for_each(play);
}
