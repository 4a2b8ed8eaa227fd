//! `difficulty.csv` of a run's folder: how hard puzzles are for a person, each found out once.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use crate::logic::{Difficulty, Label};
use crate::puzzle::Order;

/// Name of the file in the folder of a run.
pub const FILE: &str = "difficulty.csv";
/// Columns of the file.
pub const HEADER: [&str; 7] =
    ["dataset", "order", "line", "difficulty", "hardest", "steps", "score"];

/// One puzzle. What has not exactly one solution has empty fields.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzleDifficulty {
    /// Dataset, by its name in the run.
    pub dataset: String,
    /// Order of the puzzle.
    pub order: Order,
    /// Line of the dataset, from 1.
    pub line: u64,
    /// The label's name.
    pub difficulty: Option<String>,
    /// The hardest technique that it needs.
    pub hardest: Option<String>,
    /// Steps.
    pub steps: Option<u32>,
    /// Their weights together.
    pub score: Option<u32>,
}

impl PuzzleDifficulty {
    /// A puzzle of a line, with how hard it is where it has one solution.
    pub fn new(dataset: &str, order: Order, line: u64, found: Option<Difficulty>) -> Self {
        Self {
            dataset: dataset.to_owned(),
            order,
            line,
            difficulty: found.map(|found| found.label().name().to_owned()),
            hardest: found.map(|found| found.hardest.name().to_owned()),
            steps: found.map(|found| found.steps),
            score: found.map(|found| found.score),
        }
    }

    /// Its label.
    pub fn label(&self) -> Option<Label> {
        let name = self.difficulty.as_deref()?;
        Label::ALL.into_iter().find(|label| label.name() == name)
    }
}

/// Writes the file.
///
/// # Errors
/// When `out` cannot be written.
pub fn write<'a>(
    rows: impl IntoIterator<Item = &'a PuzzleDifficulty>,
    out: impl Write,
) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    rows.into_iter().try_for_each(|row| csv.serialize(row))?;
    csv.flush()
}

/// Reads what [`write()`] wrote.
///
/// # Errors
/// When a column is missing or a field is not what it should be.
pub fn read(input: impl Read) -> io::Result<Vec<PuzzleDifficulty>> {
    csv::Reader::from_reader(input).deserialize().map(|row| Ok(row?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Technique;

    #[test]
    fn rows_survive_their_file_under_its_header() {
        let found = Difficulty { hardest: Technique::XWing, steps: 50, score: 90 };
        let rows = [
            PuzzleDifficulty::new("a,b", Order::THREE, 7, Some(found)),
            PuzzleDifficulty::new("a,b", Order::FOUR, 8, None),
        ];
        let mut bytes = Vec::new();
        write(&rows, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(text.lines().next(), Some(&*HEADER.join(",")));
        assert_eq!(read(text.as_bytes()).unwrap(), rows);
        assert_eq!([rows[0].label(), rows[1].label()], [Some(Label::Hard), None]);
    }
}
