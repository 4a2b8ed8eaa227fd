//! From a key to what the terminal is sent for its picture, on the largest grid.

use std::io;

use criterion::{Criterion, criterion_group, criterion_main};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use sudoku_bench::board::picture::{Look, draw};
use sudoku_bench::board::{Game, Session};
use sudoku_bench::generate::{Generator, Recipe, Symmetry};
use sudoku_bench::logic::Names;
use sudoku_bench::puzzle::Order;

/// Columns and rows: candidates in squares with text beside them, and values alone.
const SIZES: [(u16, u16); 2] = [(340, 153), (56, 33)];

/// A 25x25 puzzle of the generator's.
fn session() -> Session {
    let order = Order::FIVE;
    let recipe = Recipe::new(order, false, None, Symmetry::None).expect("can be followed");
    let made = Generator::new(recipe, 1).puzzle(0).expect("is found");
    Session::new(Game::new(Names::canonical(order), made.puzzle, "generate 5".to_owned()), 0)
}

fn board(criterion: &mut Criterion) {
    let look = Look { colour: true, ascii: false };
    for (width, height) in SIZES {
        let options = TerminalOptions { viewport: Viewport::Fixed(Rect::new(0, 0, width, height)) };
        let backend = CrosstermBackend::new(io::sink());
        let mut terminal = Terminal::with_options(backend, options).expect("a sink takes all");
        let mut session = session();
        let press = |session: &mut Session, code| {
            session.press(KeyEvent::new(code, KeyModifiers::NONE));
        };
        press(&mut session, KeyCode::Tab);
        // A value is written and taken back, so that most candidates of its units change twice.
        let mut keys = [KeyCode::Char('7'), KeyCode::Char('u')].into_iter().cycle();
        criterion.bench_function(
            &format!("board/key_to_picture/25x25/{width}x{height}"),
            |bencher| {
                bencher.iter(|| {
                    press(&mut session, keys.next().expect("endless"));
                    terminal.draw(|frame| draw(&session, look, frame)).expect("a sink takes all");
                });
            },
        );
    }
}

criterion_group!(benches, board);
criterion_main!(benches);
