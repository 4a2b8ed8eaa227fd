//! What helps most at a place: a mistake, if there is one, or else the easiest step that leads on.

use crate::logic::{
    CellName, Contradiction, Effect, Explanation, Known, Names, Step, Strength, UnitName, bits,
};
use crate::puzzle::Units;

use super::game::Game;

/// What helps most.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advice {
    /// Nothing: the puzzle is solved.
    Solved,
    /// These two cells of a unit hold the same value.
    Clash {
        /// One of them.
        cell: u16,
        /// The other.
        other: u16,
        /// The unit.
        unit: u16,
    },
    /// This value is not that of the solution.
    Wrong {
        /// Where it stands.
        cell: u16,
    },
    /// The solution's value was struck out here, or is not among the player's marks.
    Missing {
        /// Where.
        cell: u16,
        /// The value.
        value: u8,
    },
    /// What is written has no solution; which of it is wrong is not known.
    Contradiction(Contradiction),
    /// The next step.
    Step(Step),
    /// No technique applies, and no solution is known.
    None,
}

impl Advice {
    /// The advice for a game of whose puzzle this is known.
    pub fn of(game: &Game, known: &Known) -> Self {
        let sheet = game.sheet();
        if sheet.is_solved() {
            return Self::Solved;
        }
        if let Some(clash) = clash(game) {
            return clash;
        }
        if let Some(mistake) = mistake(game, known) {
            return mistake;
        }
        let Some(position) = sheet.position(game.bookkeeping()) else { return Self::None };
        if let Err(contradiction) = position.verify() {
            return Self::Contradiction(contradiction);
        }
        Explanation::new(position, known.clone()).peek().map_or(Self::None, Self::Step)
    }

    /// In words. A stronger hint repeats the weaker ones.
    pub fn words(&self, strength: Strength, names: &Names) -> String {
        let unit_of = |cell: u16| {
            let [_, _, unit] = Units::of(names.order()).of_cell(usize::from(cell));
            UnitName::new(names.order(), usize::from(unit))
        };
        let name = |cell: u16| CellName::new(names.order(), cell);
        match *self {
            Self::Solved => "The puzzle is solved.".to_owned(),
            Self::Clash { cell, other, unit } => {
                format!(
                    "{} and {} hold the same value in {}.",
                    name(cell),
                    name(other),
                    names.unit(unit)
                )
            }
            Self::Wrong { cell } => match strength {
                Strength::Where => "A value that you wrote is wrong.".to_owned(),
                Strength::Technique => {
                    format!("A value that you wrote in {} is wrong.", unit_of(cell))
                }
                Strength::Effect => format!("The value in {} is wrong.", name(cell)),
            },
            Self::Missing { cell, value } => match strength {
                Strength::Where => "A candidate is gone that the solution needs.".to_owned(),
                Strength::Technique => {
                    format!("A candidate is gone in {} that the solution needs.", unit_of(cell))
                }
                Strength::Effect => format!(
                    "{} is not a candidate of {} any more, but the solution needs it there.",
                    names.value(value),
                    name(cell)
                ),
            },
            Self::Contradiction(contradiction) => {
                format!("What is written leads nowhere: {contradiction}.")
            }
            Self::Step(ref step) => step.hint(strength, names),
            Self::None => "No technique known here leads on.".to_owned(),
        }
    }

    /// The cells that a hint of the greatest strength is about.
    pub fn cells(&self) -> Vec<u16> {
        match self {
            Self::Clash { cell, other, .. } => vec![*cell, *other],
            Self::Wrong { cell } | Self::Missing { cell, .. } => vec![*cell],
            Self::Step(step) => {
                let links = step.links.iter().map(|link| link.cell);
                step.cells.iter().copied().chain(links).collect()
            }
            Self::Solved | Self::Contradiction(_) | Self::None => Vec::new(),
        }
    }

    /// The cells that the step changes.
    pub fn changed(&self) -> Vec<u16> {
        match self {
            Self::Step(step) => match &step.effect {
                Effect::Place(placed) => vec![placed.cell],
                Effect::Remove(removed) => removed.iter().map(|candidate| candidate.cell).collect(),
            },
            _ => Vec::new(),
        }
    }
}

/// The first pair of cells with the same value in a unit.
fn clash(game: &Game) -> Option<Advice> {
    let (sheet, units) = (game.sheet(), Units::of(game.order()));
    (0..units.len()).find_map(|unit| {
        let cells = units.cells(unit);
        let pairs = cells
            .iter()
            .enumerate()
            .flat_map(|(at, &cell)| cells[at + 1..].iter().map(move |&other| (cell, other)));
        let same = |&(cell, other): &(u16, u16)| {
            sheet.value(cell).is_some() && sheet.value(cell) == sheet.value(other)
        };
        let (cell, other) = pairs.into_iter().find(same)?;
        Some(Advice::Clash { cell, other, unit: unit as u16 })
    })
}

/// What differs from the only solution.
fn mistake(game: &Game, known: &Known) -> Option<Advice> {
    let Known::Unique(solution) = known else { return None };
    let sheet = game.sheet();
    let right = |cell: u16| game.order().value(solution[usize::from(cell)]);
    let is_wrong = |cell: &u16| sheet.value(*cell).is_some_and(|value| right(*cell) != Some(value));
    if let Some(cell) = sheet.cells().find(is_wrong) {
        return Some(Advice::Wrong { cell });
    }
    let open = sheet.cells().filter(|&cell| sheet.value(cell).is_none());
    let needed = open.filter_map(|cell| Some((cell, right(cell)?)));
    needed.into_iter().find_map(|(cell, value)| {
        let kept = bits(sheet.considered(cell, game.bookkeeping())).any(|bit| bit + 1 == value);
        (!kept).then_some(Advice::Missing { cell, value })
    })
}

#[cfg(test)]
mod tests {
    use super::super::sheet::Bookkeeping;
    use super::*;
    use crate::puzzle::Order;

    /// A minimal 4x4 puzzle and its solution, counted by hand.
    const PUZZLE: &[u8; 16] = b"1......3..2.4...";
    const SOLUTION: &[u8; 16] = b"1342241331244231";

    fn game() -> Game {
        Game::new(Names::canonical(Order::TWO), PUZZLE.to_vec(), "test".to_owned())
    }

    fn advice(game: &Game) -> Advice {
        Advice::of(game, &Known::Unique(SOLUTION.to_vec()))
    }

    #[test]
    fn a_clash_comes_before_a_wrong_value_and_that_before_a_step() {
        let mut game = game();
        assert!(matches!(advice(&game), Advice::Step(_)));
        game.toggle(1, 3).unwrap();
        assert_eq!(advice(&game), Advice::Missing { cell: 1, value: 3 });
        game.write(1, 2).unwrap();
        let wrong = advice(&game);
        assert_eq!(wrong, Advice::Wrong { cell: 1 });
        let words = |strength| wrong.words(strength, game.names());
        assert!(!words(Strength::Where).contains("box"));
        assert_eq!(words(Strength::Technique), "A value that you wrote in box 1 is wrong.");
        assert_eq!(words(Strength::Effect), "The value in r1c2 is wrong.");
        game.write(1, 1).unwrap();
        assert_eq!(advice(&game), Advice::Clash { cell: 0, other: 1, unit: 0 });
    }

    #[test]
    fn without_a_known_solution_a_dead_end_is_a_contradiction() {
        let mut game = game();
        for value in [2, 3, 4] {
            let _ = game.toggle(1, value);
        }
        let found = Advice::of(&game, &Known::Nothing);
        assert!(matches!(found, Advice::Contradiction(_)), "{found:?}");
        assert!(found.words(Strength::Where, game.names()).contains("r1c2"));
    }

    #[test]
    fn steps_taken_one_after_another_end_at_the_solution() {
        for bookkeeping in [Bookkeeping::Automatic, Bookkeeping::Own] {
            let mut game = game();
            game.set_bookkeeping(bookkeeping);
            while let Advice::Step(step) = advice(&game) {
                game.take(&step);
            }
            let values: Vec<u8> = game
                .sheet()
                .cells()
                .map(|c| Order::symbol(game.sheet().value(c).unwrap_or(0)))
                .collect();
            assert_eq!((values.as_slice(), advice(&game)), (&SOLUTION[..], Advice::Solved));
        }
    }
}
