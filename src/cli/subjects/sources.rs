//! Public sets by name, as `datasets/SOURCES.tsv` lists them and `scripts/fetch-datasets` fetches
//! them.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use sha2::{Digest, Sha256};

const TABLE: &str = include_str!("../../../datasets/SOURCES.tsv");
/// Where they are looked for, in this order.
const FOLDER: &str = "datasets/fetched";

/// A row of the table.
#[derive(Clone, Copy)]
struct Listed {
    name: &'static str,
    /// Hash of its bytes, in hexadecimal.
    sha256: &'static str,
}

/// The file that holds the public set of that name, if it is here and `path` names no file itself.
pub(super) fn fetched(path: &Path) -> Option<PathBuf> {
    let place = Path::new(FOLDER).join(listed(path)?.name);
    (!path.exists() && place.is_file()).then_some(place)
}

/// How to get the public set of that name, if it is not here.
pub(super) fn remedy(path: &Path) -> Option<String> {
    let Listed { name, .. } = listed(path)?;
    let is_missing = !path.exists() && fetched(path).is_none();
    is_missing.then(|| {
        format!("{name} is a public set that is not in {FOLDER}; fetch it: scripts/fetch-datasets {name}")
    })
}

/// Holds a fetched set to the hash of its row; another path is not held to anything.
///
/// # Errors
/// When the file of that name is another one, or cannot be read.
pub(super) fn verify(path: &Path) -> anyhow::Result<()> {
    let Some((Listed { name, sha256 }, place)) = listed(path).zip(fetched(path)) else {
        return Ok(());
    };
    let found = sha256_of(&place).with_context(|| format!("cannot read {}", place.display()))?;
    ensure!(
        found == sha256,
        "{}: its SHA-256 hash is {found}, not {sha256} as datasets/SOURCES.tsv has it: it is another file, or \
         was changed; fetch it again: remove it, then scripts/fetch-datasets {name}",
        place.display()
    );
    Ok(())
}

fn sha256_of(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let (mut hash, mut bytes) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut bytes)? {
            0 => break,
            read => hash.update(&bytes[..read]),
        }
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The row of a name; its ending may be left out.
fn listed(path: &Path) -> Option<Listed> {
    let wanted = path.to_str()?;
    let rows = TABLE.lines().skip(1).filter_map(|row| {
        let mut fields = row.split('\t');
        Some(Listed { name: fields.next()?, sha256: fields.next()? })
    });
    let is_named =
        |row: &Listed| row.name == wanted || row.name.strip_suffix(".txt") == Some(wanted);
    rows.into_iter().find(is_named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_set_that_is_not_here_is_answered_with_the_command_that_fetches_it() {
        let said = remedy(Path::new("top95")).unwrap();
        assert!(said.ends_with("scripts/fetch-datasets top95.txt"), "{said}");
        assert_eq!(remedy(Path::new("no-such-set.txt")), None);
        assert_eq!(remedy(Path::new("Cargo.toml")), None);
    }

    #[test]
    fn the_hash_is_that_of_the_standard() {
        // NIST's example for SHA-256: "abc".
        let mut file = tempfile::NamedTempFile::new().unwrap();
        std::io::Write::write_all(&mut file, b"abc").unwrap();
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256_of(file.path()).unwrap(), expected);
    }
}
