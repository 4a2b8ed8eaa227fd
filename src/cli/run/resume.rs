//! `run --resume FOLDER`: goes on with a run that a failure or an interrupt has ended early.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Parser;

use super::journal::RunJournal;
use super::{Args, Beginning, measure};
use crate::cli::streams::remark;
use crate::cli::{Cli, Verb};
use crate::record::Manifest;
use crate::record::journal::{FILE, Frames, Journal};
use crate::report::Folder;
use crate::run::drive::entry::RunBegun;
use crate::run::drive::past::Past;

/// What earlier processes of a run have left.
pub(super) struct Earlier {
    pub folder: Folder,
    pub manifest: Manifest,
    pub past: Past,
    pub begun: RunBegun,
    pub journal: RunJournal,
}

/// Goes on with the run of a folder.
///
/// # Errors
/// When there is nothing to go on with, something is not as it was, or the run fails.
pub(super) fn run(given: &Args, folder: &Path) -> anyhow::Result<ExitCode> {
    let folder = Folder::open(&newest_in(folder))?;
    let manifest = manifest(&folder)?;
    let path = folder.path().join(FILE);
    if !path.exists() {
        return Err(nothing_to_resume(&folder, &manifest));
    }
    let (whole, torn) = extent(&path)?;
    let journal = locked(&path, whole)?;
    let name = path.display();
    if torn > 0 {
        remark(format_args!(
            "{name}: the last {torn} bytes were torn off by what ended the run, and are cut off; every \
             round before them is kept"
        ));
    }
    let cannot = || format!("cannot read {name}; did another version write it? Begin a new run");
    let frames = Frames::open(&path).with_context(cannot)?;
    let (past, begun) = Past::read(frames).with_context(cannot)?;
    let Some(begun) = begun else {
        bail!(
            "{name}: not even its first entry is whole, so nothing was measured; begin a new run"
        );
    };
    std::env::set_current_dir(&begun.folder).with_context(|| {
        format!(
            "cannot enter {}, from which the paths of the run start; make it again",
            begun.folder.display()
        )
    })?;
    let args = arguments(&begun.arguments, given)?;
    remove_unfinished(folder.path());
    let keeps_rows = args.per_puzzle.is_some() || args.per_puzzle_rounds.is_some();
    let journal = RunJournal::continuing(path, journal, keeps_rows);
    measure(&args, Beginning::Earlier(Box::new(Earlier { folder, manifest, past, begun, journal })))
}

/// The newest run that can go on, of a folder that holds the folders of runs; else the folder itself.
fn newest_in(folder: &Path) -> PathBuf {
    if folder.join("manifest.json").exists() {
        return folder.to_owned();
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    // Their names begin with the moment they were begun at; `latest` is a link to one of them.
    let unfinished = paths.filter(|path| !path.is_symlink() && path.join(FILE).exists());
    unfinished.max().unwrap_or_else(|| folder.to_owned())
}

fn manifest(folder: &Folder) -> anyhow::Result<Manifest> {
    let path = folder.path().join("manifest.json");
    let read = || anyhow::Ok(Manifest::read(File::open(&path)?)?);
    read().with_context(|| {
        format!("cannot read {}; name the folder of a run, which `run` has printed", path.display())
    })
}

fn nothing_to_resume(folder: &Folder, manifest: &Manifest) -> anyhow::Error {
    let name = folder.path().display();
    match manifest.interrupted {
        false => anyhow::anyhow!(
            "{name}: this run came to its end at {}; there is nothing to resume. To measure again, \
             begin a new run",
            manifest.ended
        ),
        true => anyhow::anyhow!(
            "{name} holds no file named {FILE}, from which a run goes on; begin a new run"
        ),
    }
}

/// Bytes of a journal that are whole, and those that are not.
fn extent(path: &Path) -> anyhow::Result<(u64, u64)> {
    let read = || {
        let mut frames = Frames::open(path)?;
        while frames.next_frame()?.is_some() {}
        anyhow::Ok((frames.whole(), frames.cut()))
    };
    read().with_context(|| format!("cannot read {}", path.display()))
}

fn locked(path: &Path, whole: u64) -> anyhow::Result<Journal> {
    let name = path.display();
    Journal::continuing(path, whole).map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => anyhow::anyhow!(
            "{name} is being written: this run goes on in another process; wait for its end"
        ),
        _ => anyhow::Error::from(error).context(format!(
            "cannot write {name}; is the disk full, or the folder one you may not write to?"
        )),
    })
}

/// What the run was begun with; what it prints is up to who goes on with it.
fn arguments(arguments: &[OsString], given: &Args) -> anyhow::Result<Args> {
    let program = OsString::from("sudoku-bench");
    let line: Vec<OsString> = [program].into_iter().chain(arguments.iter().cloned()).collect();
    let cli = Cli::try_parse_from(&line).context(
        "the arguments in the journal are not understood; did another version write it?",
    )?;
    let mut args = match cli.verb {
        Some(Verb::Run(args)) => args,
        None => Args::none(),
        Some(_) => bail!("the journal is not that of a run"),
    };
    args.quiet |= given.quiet;
    args.json |= given.json;
    if !given.columns.is_empty() {
        args.columns.clone_from(&given.columns);
    }
    Ok(args)
}

/// What was not written to its end is written anew.
fn remove_unfinished(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_unfinished = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.contains(crate::report::whole::UNFINISHED)
    };
    for path in entries.map(|entry| entry.path()).filter(is_unfinished) {
        let _ = fs::remove_file(path); // where it stays, the new one gets another name
    }
}

/// Refuses to go on with anything else than what the run was begun with.
///
/// # Errors
/// Names what is not as it was, and the remedy.
pub(super) fn verify_same(was: &Manifest, is: &Manifest) -> anyhow::Result<()> {
    if was.program != is.program {
        let of = |manifest: &Manifest| {
            let program = &manifest.program;
            let revision = program.revision.as_deref().unwrap_or("unknown");
            format!("{} (revision {revision}, {})", program.version, program.profile)
        };
        bail!(
            "the run was begun by sudoku-bench {}, this is {}; go on with the same program, or begin a \
             new run",
            of(was),
            of(is)
        );
    }
    if was.machine.fingerprint != is.machine.fingerprint {
        let cpu = |manifest: &Manifest| {
            let machine = &manifest.machine;
            let cpu = machine.cpu.clone().unwrap_or_else(|| machine.system.clone());
            format!("{} ({cpu}, {} processors)", machine.host, machine.cores)
        };
        bail!(
            "the run was begun on another kind of machine, {}, than this, {}; go on there, or begin a \
             new run here",
            cpu(was),
            cpu(is)
        );
    }
    if was.machine.usable_processors != is.machine.usable_processors {
        let usable = |manifest: &Manifest| manifest.machine.usable_processors.unwrap_or_default();
        bail!(
            "the run was begun with {} usable processors, now there are {}; allow as many (taskset, \
             cpuset or quota of the control group), or begin a new run",
            usable(was),
            usable(is)
        );
    }
    verify_datasets(was, is)?;
    verify_solvers(was, is)
}

fn verify_datasets(was: &Manifest, is: &Manifest) -> anyhow::Result<()> {
    for (was, is) in was.datasets.iter().zip(&is.datasets) {
        if was.blake3 != is.blake3 || was.puzzles != is.puzzles {
            bail!(
                "{} has other content than when the run was begun: its BLAKE3 is {}, and was {}; put \
                 the file of then in its place, or begin a new run",
                is.path,
                is.blake3,
                was.blake3
            );
        }
    }
    let names = |manifest: &Manifest| -> Vec<String> {
        manifest.datasets.iter().map(|dataset| dataset.name.clone()).collect()
    };
    if names(was) != names(is) {
        bail!(
            "the run was begun with the datasets {}, now there are {}; begin a new run",
            names(was).join(", "),
            names(is).join(", ")
        );
    }
    Ok(())
}

fn verify_solvers(was: &Manifest, is: &Manifest) -> anyhow::Result<()> {
    for (was, is) in was.backends.iter().zip(&is.backends) {
        if was != is {
            bail!(
                "solver {} is another than when the run was begun: version {}, and was {}; put the one \
                 of then in its place, or begin a new run",
                is.id,
                is.version,
                was.version
            );
        }
    }
    if was.backends.len() != is.backends.len() {
        bail!("the run was begun with other solvers than there are now; begin a new run");
    }
    Ok(())
}
