use super::*;

fn game(cells: &[u8; 16]) -> Game {
    Game::new(Names::canonical(Order::TWO), cells.to_vec(), "test".to_owned())
}

#[test]
fn what_is_given_stays() {
    let mut game = game(b"1...............");
    assert_eq!(game.write(0, 2), Err(Refusal::Given));
    assert_eq!(game.erase(0), Err(Refusal::Given));
    assert_eq!(game.toggle(0, 2), Err(Refusal::Filled));
    assert_eq!(game.history().moves().len(), 0);
}

#[test]
fn a_candidate_is_struck_out_and_put_back() {
    let mut game = game(b"1...............");
    assert_eq!(game.toggle(1, 1), Err(Refusal::DoesNotFit));
    game.toggle(1, 3).unwrap();
    assert_eq!(game.candidates(1), 0b1010);
    game.toggle(1, 3).unwrap();
    assert_eq!(game.candidates(1), 0b1110);
    game.toggle(1, 4).unwrap();
    game.erase(1).unwrap();
    assert_eq!((game.candidates(1), game.erase(1)), (0b1110, Err(Refusal::Nothing)));
}

#[test]
fn marks_of_one_s_own_are_apart_from_what_the_board_keeps() {
    let mut game = game(b"1...............");
    assert_eq!(game.mark_all(), Err(Refusal::Automatic));
    game.set_bookkeeping(Bookkeeping::Own);
    assert_eq!(game.candidates(1), 0);
    game.toggle(1, 1).unwrap();
    game.mark_all().unwrap();
    assert_eq!((game.candidates(1), game.candidates(2)), (0b1, 0b1110));
    game.set_bookkeeping(Bookkeeping::Automatic);
    assert_eq!(game.candidates(1), 0b1110);
}

#[test]
fn a_guess_is_followed_out_and_left_again() {
    let mut game = game(b"12..............");
    game.write(2, 3).unwrap();
    game.add_checkpoint("before");
    let before = game.sheet().clone();
    game.write(4, 3).unwrap();
    game.write(5, 4).unwrap();
    let after = game.sheet().clone();
    assert!(game.return_to(0) && *game.sheet() == before);
    game.write(4, 4).unwrap();
    assert!(!game.return_to(1));
    assert!(game.return_to_left() && *game.sheet() == after);
    game.add_checkpoint("before");
    assert_eq!((game.checkpoints().len(), game.free_name()), (1, "1".to_owned()));
    while game.undo() {}
    assert_eq!(*game.sheet(), Sheet::new(Order::TWO, b"12.............."));
}

#[test]
fn clearing_is_one_move() {
    let mut game = game(b"12..............");
    assert_eq!(game.clear(), Err(Refusal::Nothing));
    game.write(2, 3).unwrap();
    game.toggle(4, 3).unwrap();
    game.clear().unwrap();
    assert_eq!(*game.sheet(), Sheet::new(Order::TWO, b"12.............."));
    assert!(game.undo());
    assert_eq!((game.sheet().value(2), game.candidates(4)), (Some(3), 0b1000));
}
