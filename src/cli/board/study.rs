//! What solvers find out about a puzzle while it is played already.

use std::sync::mpsc::Sender;
use std::thread;

use super::events::Event;
use crate::board::{Game, Study};
use crate::cli::explain::solved;
use crate::logic::{Grader, Known};
use crate::report::explanation::Solutions;
use crate::sweep::limited::unannounced;

/// Solves a game's puzzle in a thread of its own, then grades it; each result is sent as it comes.
pub(super) fn begin(game: &Game, number: u64, to: &Sender<Event>) {
    let (order, puzzle, to) = (game.order(), game.puzzle().to_vec(), to.clone());
    let work = move || {
        let mut study = match solved::solve_saying(order, &puzzle, &unannounced) {
            Ok((Solutions::One, known)) => Study { known, difficulty: None, remark: None },
            Ok((solutions, known)) => {
                let remark = Some(format!("This puzzle has {}.", solutions.name()));
                Study { known, difficulty: None, remark }
            }
            Err(error) => {
                let remark = Some(format!("{error:#}"));
                Study { known: Known::Nothing, difficulty: None, remark }
            }
        };
        let is_unique = matches!(study.known, Known::Unique(_));
        let _ = to.send(Event::Studied(number, study.clone())); // not heard after the end
        if let Some(difficulty) = is_unique.then(|| Grader::new(order).grade(&puzzle)) {
            study.difficulty = difficulty.ok();
            let _ = to.send(Event::Studied(number, study));
        }
    };
    // Without another thread hints go by what is written.
    let _ = thread::Builder::new().name("study".to_owned()).spawn(work);
}
