//! A puzzle being played: the paper, all moves, and the checkpoints. Every change goes through a
//! move, so that undo takes back exactly what was done.

use super::history::History;
use super::sheet::{Bookkeeping, Change, Sheet, Writing};
use crate::logic::{Effect, Names, Step};
use crate::puzzle::Order;

/// A named place to come back to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// Its name, of at least one character.
    pub name: String,
    /// The place in the history.
    pub place: usize,
}

/// Why nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The puzzle gives the cell.
    #[error("the puzzle gives this cell; it cannot be changed")]
    Given,
    /// The cell has a value, so that it has no candidates.
    #[error("this cell has a value; erase it (x) to write candidates")]
    Filled,
    /// The value stands in a row, column or box of the cell.
    #[error("this value stands in a row, column or box of the cell already")]
    DoesNotFit,
    /// Nothing is there to be changed.
    #[error("nothing is written here")]
    Nothing,
    /// The board keeps the candidates.
    #[error("the board keeps the candidates; a changes to pencil marks of your own")]
    Automatic,
}

/// A puzzle being played.
#[derive(Clone, Debug)]
pub struct Game {
    names: Names,
    puzzle: Vec<u8>,
    /// Where the puzzle is from, in words that open it again.
    source: String,
    sheet: Sheet,
    history: History,
    checkpoints: Vec<Checkpoint>,
    /// Where the player was before going to a checkpoint.
    left: Option<usize>,
    bookkeeping: Bookkeeping,
}

impl Game {
    /// A puzzle of canonical cells, as `names` writes it.
    ///
    /// # Panics
    /// When the order is 6 or 7, or `puzzle` has not exactly the order's number of cells.
    pub fn new(names: Names, puzzle: Vec<u8>, source: String) -> Self {
        Self {
            sheet: Sheet::new(names.order(), &puzzle),
            names,
            puzzle,
            source,
            history: History::default(),
            checkpoints: Vec::new(),
            left: None,
            bookkeeping: Bookkeeping::Automatic,
        }
    }

    /// The order of the puzzle.
    pub fn order(&self) -> Order {
        self.names.order()
    }

    /// How values are written, and what cells are called.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The puzzle's canonical cells.
    pub fn puzzle(&self) -> &[u8] {
        &self.puzzle
    }

    /// Where the puzzle is from.
    pub fn source(&self) -> &str {
        &self.source
    }

    pub(super) fn set_source(&mut self, source: String) {
        self.source = source;
    }

    /// Writes values in other symbols from now on.
    pub(super) fn set_names(&mut self, names: Names) {
        self.names = names;
    }

    /// What is written.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// All moves.
    pub fn history(&self) -> &History {
        &self.history
    }

    pub(super) fn history_mut(&mut self) -> &mut History {
        &mut self.history
    }

    /// The checkpoints, oldest first.
    pub fn checkpoints(&self) -> &[Checkpoint] {
        &self.checkpoints
    }

    /// Who keeps the candidates.
    pub fn bookkeeping(&self) -> Bookkeeping {
        self.bookkeeping
    }

    /// Changes who keeps the candidates. Neither's are lost.
    pub fn set_bookkeeping(&mut self, bookkeeping: Bookkeeping) {
        self.bookkeeping = bookkeeping;
    }

    /// The candidates shown in a cell.
    pub fn candidates(&self, cell: u16) -> u32 {
        self.sheet.candidates(cell, self.bookkeeping)
    }

    /// Writes a value. The same value again changes nothing.
    ///
    /// # Errors
    /// When the cell is given.
    pub fn write(&mut self, cell: u16, value: u8) -> Result<(), Refusal> {
        if self.sheet.is_given(cell) {
            return Err(Refusal::Given);
        }
        self.make(vec![self.change(cell, Writing::Value, value.into())]);
        Ok(())
    }

    /// Takes the value out of a cell, or else its marks, or puts back what was struck out.
    ///
    /// # Errors
    /// When the cell is given, or nothing is written there.
    pub fn erase(&mut self, cell: u16) -> Result<(), Refusal> {
        if self.sheet.is_given(cell) {
            return Err(Refusal::Given);
        }
        let writing = match self.sheet.value(cell) {
            Some(_) => Writing::Value,
            None => self.candidates_writing(),
        };
        let change = self.change(cell, writing, 0);
        if change.from == 0 {
            return Err(Refusal::Nothing);
        }
        self.make(vec![change]);
        Ok(())
    }

    /// Strikes a candidate out or puts it back, or makes a mark of one's own or takes it away.
    ///
    /// # Errors
    /// When the cell has a value, or the value cannot be a candidate of it.
    pub fn toggle(&mut self, cell: u16, value: u8) -> Result<(), Refusal> {
        if self.sheet.value(cell).is_some() {
            return Err(Refusal::Filled);
        }
        let (writing, bit) = (self.candidates_writing(), 1 << (value - 1));
        if writing == Writing::Struck && self.sheet.fitting(cell) & bit == 0 {
            return Err(Refusal::DoesNotFit);
        }
        let to = self.sheet.written(cell, writing) ^ bit;
        self.make(vec![self.change(cell, writing, to)]);
        Ok(())
    }

    /// Marks all candidates that fit, in every cell without a mark.
    ///
    /// # Errors
    /// When the board keeps the candidates, or there is no such cell.
    pub fn mark_all(&mut self) -> Result<(), Refusal> {
        if self.bookkeeping == Bookkeeping::Automatic {
            return Err(Refusal::Automatic);
        }
        let open = self.sheet.cells().filter(|&cell| self.sheet.value(cell).is_none());
        let bare = open.filter(|&cell| self.sheet.written(cell, Writing::Marks) == 0);
        let changes: Vec<Change> = bare
            .map(|cell| self.change(cell, Writing::Marks, self.sheet.fitting(cell)))
            .filter(|change| change.to != 0)
            .collect();
        if changes.is_empty() {
            return Err(Refusal::Nothing);
        }
        self.make(changes);
        Ok(())
    }

    /// Takes away all that was written, as one move.
    ///
    /// # Errors
    /// When nothing is written.
    pub fn clear(&mut self) -> Result<(), Refusal> {
        let all = [Writing::Value, Writing::Struck, Writing::Marks];
        let changes: Vec<Change> = self
            .sheet
            .cells()
            .filter(|&cell| !self.sheet.is_given(cell))
            .flat_map(|cell| all.map(|writing| self.change(cell, writing, 0)))
            .filter(|change| change.from != change.to)
            .collect();
        if changes.is_empty() {
            return Err(Refusal::Nothing);
        }
        self.make(changes);
        Ok(())
    }

    /// Does what a step of the solution does.
    pub fn take(&mut self, step: &Step) {
        let changes = match &step.effect {
            Effect::Place(placed) => {
                vec![self.change(placed.cell, Writing::Value, placed.value.into())]
            }
            Effect::Remove(removed) => removed
                .chunk_by(|one, next| one.cell == next.cell)
                .map(|group| {
                    let gone = group.iter().fold(0, |set, one| set | 1 << (one.value - 1));
                    self.without(group[0].cell, gone)
                })
                .collect(),
        };
        self.make(changes);
    }

    /// The change that takes candidates from a cell.
    fn without(&self, cell: u16, gone: u32) -> Change {
        match self.bookkeeping {
            Bookkeeping::Automatic => {
                let struck = self.sheet.written(cell, Writing::Struck);
                self.change(cell, Writing::Struck, struck | gone)
            }
            Bookkeeping::Own => {
                let left = self.sheet.considered(cell, Bookkeeping::Own) & !gone;
                self.change(cell, Writing::Marks, left)
            }
        }
    }

    /// Where candidates are written.
    fn candidates_writing(&self) -> Writing {
        match self.bookkeeping {
            Bookkeeping::Automatic => Writing::Struck,
            Bookkeeping::Own => Writing::Marks,
        }
    }

    fn change(&self, cell: u16, writing: Writing, to: u32) -> Change {
        Change { cell, writing, from: self.sheet.written(cell, writing), to }
    }

    /// Makes a move of changes, unless they change nothing.
    pub(super) fn make(&mut self, changes: Vec<Change>) {
        if changes.iter().all(|change| change.from == change.to) {
            return;
        }
        changes.iter().for_each(|&change| self.sheet.write(change));
        self.history.push(changes);
    }

    /// Takes the last move back. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        let changes = self.history.undo();
        self.follow(changes)
    }

    /// Does again what was undone last. Returns false if there is nothing.
    pub fn redo(&mut self) -> bool {
        let changes = self.history.redo();
        self.follow(changes)
    }

    fn follow(&mut self, changes: Option<Vec<Change>>) -> bool {
        let is_some = changes.is_some();
        changes.into_iter().flatten().for_each(|change| self.sheet.write(change));
        is_some
    }

    /// Names this place. A checkpoint of that name is moved here.
    pub fn add_checkpoint(&mut self, name: &str) {
        self.set_checkpoint(name.to_owned(), self.history.here());
    }

    pub(super) fn set_checkpoint(&mut self, name: String, place: usize) {
        self.checkpoints.retain(|checkpoint| checkpoint.name != name);
        self.checkpoints.push(Checkpoint { name, place });
    }

    /// A name that no checkpoint has: the lowest number.
    pub fn free_name(&self) -> String {
        let is_free = |name: &String| self.checkpoints.iter().all(|taken| taken.name != *name);
        (1..).map(|number: usize| number.to_string()).find(is_free).unwrap_or_default()
    }

    /// Goes back to a checkpoint, by its place in the list. Returns false if there is none.
    pub fn return_to(&mut self, checkpoint: usize) -> bool {
        let Some(place) = self.checkpoints.get(checkpoint).map(|found| found.place) else {
            return false;
        };
        self.go_to(place);
        true
    }

    /// Goes to where the player was before going to a checkpoint. Returns false if there was none.
    pub fn return_to_left(&mut self) -> bool {
        let Some(place) = self.left else { return false };
        self.go_to(place);
        true
    }

    /// Goes to any place of the history.
    pub(super) fn go_to(&mut self, place: usize) {
        let here = self.history.here();
        let changes = self.history.go_to(place);
        self.follow(Some(changes));
        self.left = Some(here);
    }

    pub(super) fn left(&self) -> Option<usize> {
        self.left
    }

    pub(super) fn set_left(&mut self, left: Option<usize>) {
        self.left = left;
    }
}

#[cfg(test)]
mod tests;
