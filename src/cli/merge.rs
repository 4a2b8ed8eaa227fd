//! `sudoku-bench merge`: the runs of all shards as one run.

mod alike;
mod found;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::streams::{self, remark};
use super::{FAILED, report as page};
use crate::record::Manifest;
use crate::report::merged::{self, Merged, ShardRun};
use crate::report::{self, Folder};
use alike::Joined;

/// Rows up to which the page is made at once: for more it takes a second and memory of its own.
const ROWS_OF_PAGE: u64 = 50_000;

/// Arguments of `merge`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Folders of the runs of all shards, or folders that hold them
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,

    /// Folder of the merged run, to be made
    #[arg(long, value_name = "DIR", required = true)]
    out: PathBuf,

    /// Print no remarks; the table, its notes and errors stay
    #[arg(long, short)]
    quiet: bool,

    /// Columns to print, by their headings, or all [default: as many as there is room for]
    #[arg(long, value_name = "HEADING", value_delimiter = ',')]
    columns: Vec<String>,
}

/// Merges the runs; one wrong or disputed answer in any of them makes the exit code 1.
///
/// # Errors
/// When a shard is missing, is there twice or was asked for something else, a run cannot be read, or
/// the folder not be written.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    verify_free(&args.out)?;
    let folders = found::folders(&args.folders)?;
    let Joined { mut manifest, shards, notes } = alike::joined(&folders)?;
    manifest.run = name(&args.out);
    let merged = write(&args.out, &shards, &mut manifest)?;
    let is_failed =
        merged.rows.iter().any(|row| row.wrong > 0 || row.disputed > 0 || row.crashed > 0);
    let code = if is_failed { FAILED } else { 0 };
    let table = shown(args, &merged, &manifest);
    let code = streams::print(&table, code);
    if !args.quiet {
        notes.iter().for_each(remark);
        if merged.rounds > ROWS_OF_PAGE {
            remark(format_args!(
                "{} rounds: no page was made; sudoku-bench report {} makes it, with about 1 KB of \
                 memory for each",
                merged.rounds,
                args.out.display()
            ));
        }
        remark(format_args!("merged run: {}", args.out.display()));
    }
    Ok(code.into())
}

/// Sees to it that nothing is overwritten.
fn verify_free(out: &Path) -> anyhow::Result<()> {
    let is_empty = || fs::read_dir(out).is_ok_and(|mut all| all.next().is_none());
    if fs::symlink_metadata(out).is_ok() && !is_empty() {
        bail!("--out {} is there and not empty; remove it or name another folder", out.display());
    }
    Ok(())
}

fn name(out: &Path) -> String {
    out.file_name().map_or_else(|| "merged".to_owned(), |it| it.to_string_lossy().into_owned())
}

/// Writes the run beside its place and gives it its name when it is whole.
fn write(out: &Path, shards: &[ShardRun], manifest: &mut Manifest) -> anyhow::Result<Merged> {
    let cannot = || format!("cannot write {}; is it a folder you may write to?", out.display());
    let parent = match out.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent).with_context(cannot)?;
    let beside = tempfile::Builder::new().prefix(".merge-").tempdir_in(parent);
    let beside = beside.with_context(cannot)?;
    let folder = Folder::of(beside.path().to_owned());
    let merged = merged::merge(shards, manifest, &folder)?;
    if merged.rounds <= ROWS_OF_PAGE {
        page::write_page_of(beside.path())?;
    }
    readable(beside.path());
    fs::rename(beside.path(), out).with_context(cannot)?;
    let _ = beside.keep(); // it has another name now
    Ok(merged)
}

/// Temporary folders are for their owner alone; this one is to stay.
fn readable(folder: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o755));
    }
}

fn shown(args: &Args, merged: &Merged, manifest: &Manifest) -> String {
    let table = report::overview(&merged.rows, manifest);
    let width = report::terminal::width();
    let fitted = report::fit::fit(&table, width, &args.columns).or_else(|why| {
        remark(why);
        report::fit::fit(&table, width, &[])
    });
    let text = fitted.map(|table| report::terminal::render(&table, Some(width)));
    format!("{}\n", text.unwrap_or_default().trim_end())
}
