use super::super::session::Session;
use super::super::typed::press;
use super::*;
use crate::dataset::{Batch, Dataset, ReadOptions};

/// A game with a bit of everything.
fn session() -> Session {
    let puzzle = b"1......3..2.4...".to_vec();
    let names = Names::canonical(Order::TWO);
    let mut session = Session::new(Game::new(names, puzzle, "puzzles.txt:7".to_owned()), 0);
    press(&mut session, "l 3 c Enter l 2 M-1 l M-2 a M-3 M-4 u ' 1 j 2 c b Space c Enter j f");
    session
}

#[test]
fn a_game_reads_as_it_was_written() {
    let session = session();
    let text = write(session.game(), session.cursor());
    insta::assert_snapshot!(text);
    let read = read(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(write(&read.game, read.cursor), text);
    assert_eq!(read.game.sheet(), session.game().sheet());
    assert_eq!(read.game.history(), session.game().history());
    assert_eq!(read.game.checkpoints(), session.game().checkpoints());
    assert_eq!(read.cursor, session.cursor());
}

/// `solve`, `check` and all others see the puzzle, and nothing else.
#[test]
fn readers_of_puzzles_take_a_saved_game_for_its_puzzle() {
    for order in [Order::TWO, Order::THREE, Order::FOUR, Order::FIVE] {
        for given in [1, 3, order.side()] {
            let mut puzzle = vec![b'.'; order.cells()];
            for (cell, &symbol) in order.symbols()[..given].iter().enumerate() {
                puzzle[cell] = symbol;
            }
            let game = Game::new(Names::canonical(order), puzzle.clone(), "a.txt:1".to_owned());
            let mut session = Session::new(game, 0);
            press(&mut session, "M-> 1 c Enter k 2 M-3 u u a M-4 M-5 f Left s s s s");
            let text = write(session.game(), session.cursor());
            let dataset = Dataset::from_text("saved", &text, &ReadOptions::default());
            let dataset = dataset.unwrap_or_else(|error| panic!("{order}: {error}\n{text}"));
            assert_eq!((dataset.survey().total(), dataset.survey().malformed), (1, 0), "{text}");
            let mut batch = Batch::new(order, &dataset);
            dataset.read(order, 0, &mut batch).expect("it is in memory");
            assert_eq!(batch.block().cells(0), puzzle, "{order}, {given} givens");
        }
    }
}

#[test]
fn what_cannot_be_read_is_named_with_its_line() {
    let good = write(session().game(), 0);
    let cases = [
        ("", "", "line 1: the file is empty"),
        ("board 1:", "board 9:", "line 1: a saved game of another version"),
        ("1......3", "1......9", "line 2: a puzzle of 16, 81, 256 or 625 cells"),
        ("move 2 1 r1c3=2", "move 2 1 r1c3=9", "line 8: cannot be understood: move 2"),
        ("move 2 1 r1c3=2", "move 2 1 r1c5=2", "line 8: cannot"),
        ("move 2 1 r1c3=2", "move 2 1 r1c1=2", "line 8: cannot"),
        ("move 2 1 r1c3=2", "move 2 7 r1c3=2", "line 8: cannot"),
        ("move 2 1 r1c3=2", "move 3 1 r1c3=2", "line 8: cannot"),
        ("cursor r1c1", "cursor r5c2", "line 6: cannot"),
        ("candidates own", "candidates mine", "line 5: cannot"),
        ("symbols 1234", "symbols 12", "line 4: cannot"),
    ];
    for (from, to, error) in cases {
        let bad = if from.is_empty() { String::new() } else { good.replace(from, to) };
        assert_ne!(bad, good, "{from} is not in\n{good}");
        let found = read(&bad).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(found.starts_with(error), "{to}: {found}\n{good}");
    }
    assert!(read(&good.replace("here", "later here")).is_ok(), "a later version may add lines");
}
