//! The rows of all runs in one file.

use std::io::{self, Write};

use super::{MergeError, ShardRun};
use crate::record::{Identity, Record, Rows};
use crate::report::folder::Folder;
use crate::report::whole::WholeFile;

/// `records.csv` of a merged run, on its way to be whole.
pub(super) struct RowFile {
    rows: Rows<Hashed>,
    count: u64,
}

impl RowFile {
    /// Begins the file with its header.
    pub(super) fn begin(folder: &Folder, identity: Identity) -> Result<Self, MergeError> {
        let file = Hashed { file: folder.begin("records.csv")?, hash: blake3::Hasher::new() };
        let rows = Rows::new(file, identity).map_err(MergeError::WriteRows)?;
        Ok(Self { rows, count: 0 })
    }

    /// Adds the rows of a run. The number of the shard stands for the launch, and numbers of groups are
    /// made different from those of the other shards, since they mean other puzzles.
    pub(super) fn write(&mut self, shard: &ShardRun, records: &[Record]) -> io::Result<()> {
        for record in records {
            let group = record.group * u64::from(shard.of) + u64::from(shard.number) - 1;
            let record = Record { launch: shard.number, group, ..record.clone() };
            self.rows.write_of(&shard.identity, &record)?;
        }
        self.count += records.len() as u64;
        Ok(())
    }

    /// Gives the file its name; returns the number of rows, and the hash of its bytes.
    pub(super) fn finish(self) -> io::Result<(u64, String)> {
        let Hashed { file, hash } = self.rows.into_inner()?;
        file.finish()?;
        Ok((self.count, hash.finalize().to_hex().to_string()))
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
