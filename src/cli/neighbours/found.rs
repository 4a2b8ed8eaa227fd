//! The file with what was found: a dataset whose first line says which search it is from and how
//! far that has come.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use crate::generate::neighbours::{Search, Step};
use crate::puzzle::Order;
use crate::report::whole::WholeFile;
use crate::text;

/// Begins the first line; what follows is the number of puzzles expanded.
const EXPANDED: &str = " expanded=";

pub(super) struct FoundFile {
    path: PathBuf,
    /// Identifies the search.
    head: String,
}

impl FoundFile {
    pub(super) fn new(path: &Path, step: Step, starts: &[Vec<u8>], known: &[Vec<u8>]) -> Self {
        let mut hasher = blake3::Hasher::new();
        for forms in [starts, known] {
            hasher.update(&(forms.len() as u64).to_le_bytes());
            forms.iter().for_each(|form| {
                hasher.update(form);
            });
        }
        let hash = hasher.finalize().to_hex();
        let Step { remove, add } = step;
        let head =
            format!("# sudoku-bench neighbours remove={remove} add={add} of={}", &hash[..32]);
        Self { path: path.to_owned(), head }
    }

    /// What an earlier run found, and how many puzzles it expanded; `None` if there is no file.
    ///
    /// # Errors
    /// When it cannot be read, or is from another search.
    pub(super) fn read(&self) -> anyhow::Result<Option<(Vec<Vec<u8>>, usize)>> {
        let shown = text::name(self.path.as_os_str());
        let content = match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            content => content.with_context(|| format!("cannot read {shown}"))?,
        };
        if content.is_empty() {
            return Ok(None);
        }
        let mut lines = content.lines();
        let expanded = lines.next().and_then(|line| line.strip_prefix(&self.head[..]));
        let Some(expanded) = expanded.and_then(|rest| rest.strip_prefix(EXPANDED)) else {
            bail!("{shown}: not from a search with these puzzles and options; name another --out");
        };
        let expanded = expanded.trim().parse().with_context(|| format!("{shown}: line 1"))?;
        let found: Vec<Vec<u8>> = lines.map(|line| line.as_bytes().to_vec()).collect();
        for (i, form) in found.iter().enumerate() {
            let is_form = form.len() == Order::THREE.cells()
                && form.iter().all(|&cell| cell == b'.' || Order::THREE.value(cell).is_some());
            ensure!(is_form, "{shown}: line {}: not a puzzle of this file's form", i + 2);
        }
        Ok(Some((found, expanded)))
    }

    /// Writes what was found so far, as a whole.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn write(&self, search: &Search) -> anyhow::Result<()> {
        let written = WholeFile::write(&self.path, |file| -> std::io::Result<()> {
            writeln!(file, "{}{EXPANDED}{}", self.head, search.expanded())?;
            for form in search.found() {
                file.write_all(form)?;
                file.write_all(b"\n")?;
            }
            Ok(())
        });
        written.with_context(|| format!("cannot write {}", text::name(self.path.as_os_str())))
    }
}
