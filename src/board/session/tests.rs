use super::super::sheet::Bookkeeping;
use super::super::typed::press;
use super::*;
use crate::logic::Names;
use crate::puzzle::Order;

/// The puzzle of Wikipedia's article "Sudoku", and its solution.
const PUZZLE: &[u8; 81] =
    b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &[u8; 81] =
    b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn session() -> Session {
    let game = Game::new(Names::canonical(Order::THREE), PUZZLE.to_vec(), "test".to_owned());
    Session::new(game, 0)
}

fn known() -> Session {
    let mut session = session();
    let known = Known::Unique(SOLUTION.to_vec());
    session.studied(Study { known, difficulty: None, remark: None });
    session
}

fn at(session: &Session) -> (u16, u16) {
    (session.cursor() / 9 + 1, session.cursor() % 9 + 1)
}

fn value(session: &Session, row: u16, column: u16) -> Option<u8> {
    session.game().sheet().value((row - 1) * 9 + column - 1)
}

#[test]
fn every_way_of_moving_stays_on_the_grid() {
    let cases = [
        ("l l j", (2, 3)),
        ("Right Down Down Left", (3, 1)),
        ("C-f C-n C-n C-b C-p", (2, 1)),
        ("h k Up Left", (1, 1)),
        ("w } }", (7, 4)),
        ("M-f C-v M-b M-v", (1, 1)),
        ("$ PgDn", (4, 9)),
        ("M->", (9, 9)),
        ("M-> ^", (9, 1)),
        ("M-> M-<", (1, 1)),
        ("Tab", (1, 3)),
        ("Tab Tab Tab", (1, 6)),
        ("M-> BackTab", (9, 7)),
    ];
    for (keys, place) in cases {
        let mut session = session();
        assert_eq!(press(&mut session, keys), None);
        assert_eq!(at(&session), place, "{keys}");
    }
}

#[test]
fn values_are_written_erased_undone_and_done_again() {
    let mut session = session();
    press(&mut session, "Tab 4");
    assert_eq!(value(&session, 1, 3), Some(4));
    press(&mut session, "4 x");
    assert_eq!(value(&session, 1, 3), None, "the same value again is not a move");
    press(&mut session, "u");
    assert_eq!(value(&session, 1, 3), Some(4));
    press(&mut session, "C-/ C-/");
    assert_eq!(value(&session, 1, 3), None);
    assert_eq!(session.message(), "there is nothing to undo");
    press(&mut session, "M-_ C-r C-r");
    assert_eq!((value(&session, 1, 3), session.message()), (None, "there is nothing to redo"));
    press(&mut session, "C-x u");
    assert_eq!(value(&session, 1, 3), Some(4));
}

#[test]
fn a_given_cannot_be_changed_and_a_clash_is_shown_at_once() {
    let mut session = session();
    press(&mut session, "4");
    assert_eq!(value(&session, 1, 1), Some(5));
    assert!(session.message().contains("gives this cell"));
    press(&mut session, "Tab 5");
    assert_eq!(session.message(), "r1c1 and r1c3 hold the same value in row 1.");
    press(&mut session, "x");
    assert_eq!(session.message(), "");
}

#[test]
fn the_pencil_strikes_out_and_marks() {
    let mut session = session();
    let candidates = |session: &Session| session.game().candidates(session.cursor());
    press(&mut session, "Tab");
    assert_eq!(candidates(&session), 0b1011, "1, 2 and 4");
    press(&mut session, "M-4 m 1");
    assert_eq!((candidates(&session), session.pen()), (0b10, Pen::Pencil));
    press(&mut session, "1 m a");
    assert_eq!((candidates(&session), session.game().bookkeeping()), (0, Bookkeeping::Own));
    press(&mut session, "M-7 f a");
    assert_eq!(candidates(&session), 0b11);
    press(&mut session, "a");
    assert_eq!(candidates(&session), 0b100_0000);
    press(&mut session, "l f");
    assert_eq!(session.message(), "nothing is written here", "f has filled the others in already");
}

#[test]
fn a_guess_is_made_followed_and_left_at_a_checkpoint() {
    let mut session = session();
    press(&mut session, "Tab 4 c g u e s s Enter");
    assert_eq!(session.message(), "checkpoint guess; ' goes back to it");
    press(&mut session, "Tab 2 Tab 6 C-Space Enter");
    assert_eq!(session.game().checkpoints()[1].name, "1");
    press(&mut session, "' 1");
    assert_eq!((value(&session, 1, 4), value(&session, 1, 3)), (None, Some(4)));
    press(&mut session, "` ");
    assert_eq!(value(&session, 1, 4), Some(2));
    press(&mut session, "' Up Enter Esc");
    assert_eq!((value(&session, 1, 4), value(&session, 1, 6)), (None, None));
    press(&mut session, "r r");
    assert_eq!((value(&session, 1, 4), value(&session, 1, 6)), (Some(2), Some(6)));
}

#[test]
fn hints_grow_stronger_and_begin_anew_after_a_move() {
    let mut session = known();
    let mut said = Vec::new();
    for _ in 0..4 {
        press(&mut session, "i");
        said.push(session.message().to_owned());
    }
    assert!(said[1].starts_with(said[0].trim_end_matches('.')) && said[1].len() > said[0].len());
    assert!(said[2].starts_with(said[1].trim_end_matches('.')) && said[2].len() > said[1].len());
    assert_eq!(said[2], said[3]);
    press(&mut session, "Tab 1 i");
    assert_eq!(session.message(), "A value that you wrote is wrong.");
    press(&mut session, "i i");
    assert_eq!(session.message(), "The value in r1c3 is wrong.");
    press(&mut session, "s");
    assert_eq!(session.message(), "The value in r1c3 is wrong.");
    press(&mut session, "u i");
    assert_eq!(session.message(), said[0]);
}

#[test]
fn a_hint_that_cannot_know_of_wrong_values_says_so() {
    let mut session = session();
    press(&mut session, "i");
    assert!(session.message().contains("not known yet"));
}

#[test]
fn step_by_step_the_puzzle_is_solved_as_published() {
    let mut session = known();
    for _ in 0..200 {
        press(&mut session, "s");
    }
    let values: Vec<u8> =
        (0..81).map(|c| b'0' + session.game().sheet().value(c).unwrap()).collect();
    assert_eq!(values, SOLUTION);
    assert_eq!(session.message(), "The puzzle is solved.");
    press(&mut session, "u");
    assert!(!session.game().sheet().is_solved());
}

#[test]
fn what_a_session_cannot_do_is_asked_for() {
    let asked = |keys| press(&mut session(), keys);
    assert_eq!(asked("n"), Some(Request::Another(Wish::Next)));
    assert_eq!(asked("+"), Some(Request::Another(Wish::Harder)));
    assert_eq!(asked("d j j Enter"), Some(Request::Another(Wish::Of(Some(Label::Medium)))));
    assert_eq!(asked("d 1"), Some(Request::Another(Wish::Of(None))));
    assert_eq!(asked("o a b Enter"), Some(Request::Open("ab".to_owned())));
    assert_eq!(asked("o a b Esc"), None);
    assert_eq!(asked("C-x C-f Enter"), None);
    assert_eq!(asked(": q Enter"), Some(Request::Quit));
    assert_eq!(asked(": w Space f Enter"), Some(Request::SaveAs("f".to_owned())));
    assert_eq!(asked(": w q Enter"), Some(Request::Quit));
    assert_eq!(asked("C-x C-s"), Some(Request::Save));
    assert_eq!(asked("C-x C-w f Enter"), Some(Request::SaveAs("f".to_owned())));
    assert_eq!(asked("C-x C-c"), Some(Request::Quit));
    assert_eq!(asked("C-c"), Some(Request::Interrupt));
    assert_eq!(asked("C-z"), Some(Request::Suspend));
    assert_eq!(asked("? j k Esc q"), Some(Request::Quit));
    let mut busy = session();
    assert_eq!(press(&mut busy, "C-g"), None);
    busy.set_busy(Some("searching".to_owned()));
    assert_eq!(press(&mut busy, "C-g"), Some(Request::Cancel));
}

#[test]
fn a_filled_grid_is_congratulated_on() {
    let mut session = session();
    for (cell, &symbol) in (0..).zip(SOLUTION) {
        session.select(cell);
        if PUZZLE[usize::from(cell)] == b'.' {
            press(&mut session, &char::from(symbol).to_string());
        }
    }
    assert_eq!(session.message(), "Solved, in 51 moves. n is the next puzzle.");
}
