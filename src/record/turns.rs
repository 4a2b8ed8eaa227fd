//! One turn by itself, and the columns that hold it.

use serde::{Deserialize, Serialize};

use super::fields::{Fields, RowError};
use crate::solver::Used;

/// The times of one turn, summed over the workers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurnTimes {
    /// Wall time inside the clock, in nanoseconds.
    pub wall_ns: u64,
    /// CPU time inside the clock, and switches and faults. In the latency pass nothing of it is read
    /// around single puzzles in this process: there switches and faults are those of the turn as a
    /// whole, and CPU time is unknown.
    pub used: Used,
}

/// Columns of a turn.
pub(super) const COLUMNS: usize = 6;

impl TurnTimes {
    /// As columns; all empty where there was no turn.
    pub(super) fn to_columns(turn: Option<Self>) -> [String; COLUMNS] {
        let Some(Self { wall_ns, used }) = turn else { return Default::default() };
        let Used { cpu_ns, process_cpu_ns, involuntary, voluntary, major_faults } = used;
        [Some(wall_ns), cpu_ns, process_cpu_ns, involuntary, voluntary, major_faults]
            .map(|value| value.map_or_else(String::new, |value| value.to_string()))
    }

    /// From columns.
    ///
    /// # Errors
    /// When one of them is not a number.
    pub(super) fn from_columns(fields: &mut Fields<'_>) -> Result<Option<Self>, RowError> {
        let wall_ns = fields.optional_count()?;
        let used = Used {
            cpu_ns: fields.optional_count()?,
            process_cpu_ns: fields.optional_count()?,
            involuntary: fields.optional_count()?,
            voluntary: fields.optional_count()?,
            major_faults: fields.optional_count()?,
        };
        Ok(wall_ns.map(|wall_ns| Self { wall_ns, used }))
    }
}
