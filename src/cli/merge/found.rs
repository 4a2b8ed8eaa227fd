//! The folders of runs that the arguments lead to.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::report::merged::is_run;

/// Folders of runs: those named, and of any other folder those that it holds. `latest` and other
/// links lead to a run that is there by its own name.
///
/// # Errors
/// When a folder neither is a run nor holds one.
pub(super) fn folders(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for folder in named {
        if is_run(folder) {
            all.push(folder.clone());
            continue;
        }
        let inside = inside(folder)?;
        if inside.is_empty() {
            bail!(
                "{} neither is the folder of a run nor holds one; name what run --shard has written",
                folder.display()
            );
        }
        all.extend(inside);
    }
    Ok(all)
}

/// Runs in a folder, or in the folders that it holds, by name.
fn inside(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = || fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>();
    let entries = entries().with_context(|| format!("cannot read {}", folder.display()))?;
    // What copies folders may have made a copy of the link `latest`, too.
    let is_folder = |entry: &fs::DirEntry| {
        entry.file_type().is_ok_and(|kind| kind.is_dir()) && entry.file_name() != "latest"
    };
    let mut found = Vec::new();
    for entry in entries.iter().filter(|entry| is_folder(entry)) {
        let path = entry.path();
        if is_run(&path) {
            found.push(path);
        } else if let Ok(deeper) = fs::read_dir(&path) {
            let deeper = deeper.flatten().filter(|entry| is_folder(entry)).map(|it| it.path());
            found.extend(deeper.filter(|path| is_run(path)));
        }
    }
    found.sort();
    Ok(found)
}
