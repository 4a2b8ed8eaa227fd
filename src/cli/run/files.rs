//! The file that grows during a run: a row for each record.
//!
//! A write that fails is kept until the end, and nothing more is written: the rows before it stand.

use std::io::{self, Write};

use anyhow::Context;

use crate::record::{Identity, Record, Rows};
use crate::report::Folder;
use crate::report::whole::WholeFile;

/// `records.csv` on its way to be whole.
pub(crate) struct RecordRows {
    rows: Rows<Hashed>,
    failed: Option<io::Error>,
}

impl RecordRows {
    /// Begins the file with its header.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn begin(folder: &Folder, identity: Identity) -> anyhow::Result<Self> {
        let file = Hashed { file: folder.begin("records.csv")?, hash: blake3::Hasher::new() };
        let rows = Rows::new(file, identity).context(
            "cannot write records.csv; is the disk full, or --out a folder you may not write to?",
        )?;
        Ok(Self { rows, failed: None })
    }

    /// Adds the records of a round.
    pub(crate) fn write(&mut self, records: &[Record]) {
        if self.failed.is_none() {
            self.failed = records.iter().try_for_each(|record| self.rows.write(record)).err();
        }
    }

    /// Gives the file its name, and returns the hash of its bytes.
    ///
    /// # Errors
    /// When it is not whole.
    pub(crate) fn finish(self) -> anyhow::Result<String> {
        let finished = || {
            let Hashed { file, hash } = self.rows.into_inner()?;
            if let Some(error) = self.failed {
                return Err(error);
            }
            file.finish()?;
            io::Result::Ok(hash.finalize().to_hex().to_string())
        };
        finished().context(
            "cannot write records.csv to its end; is the disk full? The rows that were written are \
             in records.csv.unfinished",
        )
    }
}

/// A file with the hash of what went into it.
struct Hashed {
    file: WholeFile,
    hash: blake3::Hasher,
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let len = self.file.write(bytes)?;
        self.hash.update(&bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
