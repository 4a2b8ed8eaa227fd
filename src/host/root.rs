//! Where `/proc` and `/sys` begin.

use std::fs;
use std::path::{Path, PathBuf};

/// `/`, or a copy of the system's files in a test.
pub(super) struct Root(pub PathBuf);

impl Root {
    /// The system's own.
    pub(super) fn system() -> Self {
        Self(PathBuf::from("/"))
    }

    /// What a file says, without blanks around it; nothing where it says nothing or cannot be read.
    pub(super) fn read(&self, path: impl AsRef<Path>) -> Option<String> {
        let text = fs::read_to_string(self.0.join(path)).ok()?;
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    }
}
