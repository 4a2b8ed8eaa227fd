//! Which run, host and kind of machine a row is from.

use serde::{Deserialize, Serialize};

use super::Manifest;

/// Stands at the end of every row of every CSV file, so that rows of several runs can lie in one
/// table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Identity {
    /// Name of the run's folder.
    pub run: String,
    /// Network name of the machine.
    pub host: String,
    /// The beginning of the machine's fingerprint.
    pub machine: String,
}

/// Digits of the fingerprint in a row: enough to distinguish the kinds of machine in a fleet.
const DIGITS: usize = 12;

impl Identity {
    /// The columns, in the order of the fields.
    pub const COLUMNS: [&str; 3] = ["run", "host", "machine"];

    /// That of a run.
    pub fn of(manifest: &Manifest) -> Self {
        Self {
            run: manifest.run.clone(),
            host: manifest.machine.host.clone(),
            machine: manifest.machine.fingerprint.chars().take(DIGITS).collect(),
        }
    }

    /// The fields of a row.
    pub fn fields(&self) -> [&str; 3] {
        [&self.run, &self.host, &self.machine]
    }
}
