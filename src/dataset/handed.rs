//! A dataset handed from one process to another: the bytes by an open file, what is known of them
//! beside it, so that they are not read and surveyed twice.

use std::fs::File;
use std::io::{self, Seek, Write};

use serde::{Deserialize, Serialize};

use super::Dataset;
use super::chunk::Chunks;
use super::line::Layout;
use super::map::Map;
use super::source::Bytes;
use super::survey::Survey;
use super::symbols::Symbols;

/// What is known of a dataset whose bytes are in an open file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Handed {
    path: String,
    name: String,
    layout: Layout,
    converted: bool,
    symbols: Symbols,
    solutions: u64,
    puzzles: [u64; 6],
}

impl Dataset {
    /// The bytes as an open file, and what is known of them. Bytes that are not a file are copied
    /// to a temporary one without a name.
    ///
    /// # Errors
    /// When there is no room for the copy.
    pub fn hand_over(&self) -> io::Result<(File, Handed)> {
        let file = match &self.bytes {
            Bytes::Mapped(map) => map.file().try_clone()?,
            Bytes::Static(_) | Bytes::Held(_) => {
                let mut file = tempfile::tempfile()?;
                file.write_all(self.bytes.get())?;
                file.rewind()?;
                file
            }
        };
        let handed = Handed {
            path: self.path.clone(),
            name: self.name.clone(),
            layout: self.layout.clone(),
            converted: self.converted,
            symbols: self.symbols.clone(),
            solutions: self.survey.solutions,
            puzzles: self.survey.puzzles,
        };
        Ok((file, handed))
    }

    /// The dataset that another process handed over. Its survey counts puzzles and nothing else.
    ///
    /// # Errors
    /// When the file cannot be mapped.
    pub fn take_over(file: File, handed: Handed) -> io::Result<Self> {
        let Handed { path, name, layout, converted, symbols, solutions, puzzles } = handed;
        let bytes = Bytes::Mapped(Map::new(file)?);
        let size = bytes.get().len();
        let survey = Survey {
            bytes: size as u64,
            lines: 0,
            malformed: 0,
            faults: Vec::new(),
            solutions,
            hash: blake3::Hash::from_bytes([0; 32]),
            format: String::new(),
            notes: Vec::new(),
            puzzles,
        };
        Ok(Self {
            path,
            name,
            file: None,
            bytes,
            layout,
            converted,
            symbols,
            chunks: Chunks::new(size),
            survey,
            counts: Default::default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{Batch, ReadOptions};
    use crate::puzzle::Order;

    fn puzzles(dataset: &Dataset) -> Vec<(u64, Vec<u8>)> {
        let mut batch = Batch::new(Order::TWO, dataset);
        let mut all = Vec::new();
        for chunk in 0..dataset.chunks() {
            dataset.read(Order::TWO, chunk, &mut batch).unwrap();
            let cells = batch.block().iter().map(<[u8]>::to_vec);
            all.extend((0..batch.len()).map(|i| batch.offset(i)).zip(cells));
        }
        all
    }

    #[test]
    fn what_is_handed_over_is_read_as_before_whatever_its_alphabet() {
        let lines = (0..3000).map(|i| format!("{}___A___B___C___\n", b"ABCD"[i % 4] as char));
        let lines: String = lines.collect();
        let (alphabet, blank) = (Some("ABCD".into()), Some("_".into()));
        let options = ReadOptions { alphabet, blank, ..ReadOptions::default() };
        let dataset = Dataset::from_text("letters", &lines, &options).unwrap();
        let (file, handed) = dataset.hand_over().unwrap();
        let text = serde_json::to_string(&handed).unwrap();
        let taken = Dataset::take_over(file, serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!(taken.survey().puzzles(Order::TWO), 3000);
        assert_eq!(puzzles(&taken), puzzles(&dataset));
        assert!(puzzles(&taken)[0].1.starts_with(b"1"));
    }
}
