//! Rows of single puzzles in as few bytes as they need.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::record::mark::Mark;
use crate::record::puzzle_row::PuzzleRow;
use crate::run::work::packed::{get, put};

/// Rows, as a text of numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PackedRows(pub(in crate::run::drive) Vec<PuzzleRow>);

impl Serialize for PackedRows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::with_capacity(20 * self.0.len());
        for row in &self.0 {
            put(&mut bytes, row.backend as u64);
            put(&mut bytes, row.offset);
            put(&mut bytes, row.mark as u64);
            put(&mut bytes, row.guesses.map_or(0, |guesses| guesses.saturating_add(1)));
            // Without a time it is the largest number, which becomes the smallest.
            put(&mut bytes, row.low_ns.wrapping_add(1));
            put(&mut bytes, row.high_ns);
            put(&mut bytes, u64::from(row.isomorph));
            put(&mut bytes, u64::from(row.givens));
        }
        serializer.serialize_str(&STANDARD_NO_PAD.encode(bytes))
    }
}

impl<'de> Deserialize<'de> for PackedRows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <Cow<'de, str>>::deserialize(deserializer)?;
        let bytes = STANDARD_NO_PAD.decode(text.as_bytes()).map_err(D::Error::custom)?;
        let (mut bytes, mut rows) = (&bytes[..], Vec::new());
        while !bytes.is_empty() {
            rows.push(row(&mut bytes).ok_or_else(|| D::Error::custom("no rows of puzzles"))?);
        }
        Ok(Self(rows))
    }
}

fn row(bytes: &mut &[u8]) -> Option<PuzzleRow> {
    Some(PuzzleRow {
        backend: usize::try_from(get(bytes)?).ok()?,
        offset: get(bytes)?,
        mark: Mark::from_number(get(bytes)?)?,
        guesses: get(bytes)?.checked_sub(1),
        low_ns: get(bytes)?.wrapping_sub(1),
        high_ns: get(bytes)?,
        isomorph: u32::try_from(get(bytes)?).ok()?,
        givens: u32::try_from(get(bytes)?).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn rows_come_back(
            rows in prop::collection::vec(
                (0usize..9, any::<u64>(), 0u64..8, prop::option::of(0..u64::MAX), any::<(u64, u64, u32, u32)>()),
                0..20,
            ),
            untimed: bool,
        ) {
            let rows = rows.into_iter().map(|(backend, offset, mark, guesses, rest)| PuzzleRow {
                backend,
                offset,
                mark: Mark::from_number(mark).unwrap(),
                guesses: guesses.map(|guesses| guesses.min(u64::MAX - 1)),
                low_ns: if untimed { u64::MAX } else { rest.0 },
                high_ns: rest.1,
                isomorph: rest.2,
                givens: rest.3,
            });
            let rows = PackedRows(rows.collect());
            let text = serde_json::to_string(&rows).unwrap();
            prop_assert_eq!(serde_json::from_str::<PackedRows>(&text).unwrap(), rows);
        }
    }
}
