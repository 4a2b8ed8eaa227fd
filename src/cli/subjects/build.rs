//! Builds solvers before they are opened, where they have a command for it and are older than what
//! they depend on.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::SystemTime;

use anyhow::{Context, bail};

use super::SolverChoice;
use crate::cli::overwriting::files_of;
use crate::cli::streams::remark;
use crate::text;

/// Lines of a failed build that are shown.
const SHOWN: usize = 20;

/// Builds those that need it, one after the other.
///
/// # Errors
/// When a build fails, or something it depends on is not there.
pub(crate) fn build<'a>(
    solvers: impl IntoIterator<Item = &'a SolverChoice>,
    quiet: bool,
) -> anyhow::Result<()> {
    for solver in solvers {
        let Some(command) = &solver.build else { continue };
        let is_fresh = is_fresh(solver).with_context(|| format!("{}: its build", solver.name()))?;
        if is_fresh {
            continue;
        }
        if !quiet {
            remark(format_args!("building {}: {command}", solver.name()));
        }
        perform(solver, command)?;
    }
    Ok(())
}

fn perform(solver: &SolverChoice, command: &str) -> anyhow::Result<()> {
    let name = solver.name();
    let environment = solver.environment.iter().map(|(name, value)| (name, value));
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).envs(environment).stdin(Stdio::null());
    let output = shell.output().with_context(|| format!("{name}: cannot start its build"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    let lines: Vec<&str> = said.lines().collect();
    for line in &lines[lines.len().saturating_sub(SHOWN)..] {
        remark(format_args!("  {}", text::line(line)));
    }
    bail!("{name}: its build failed ({}): {command}", output.status)
}

/// Returns true if the build has nothing to do: it names what it depends on, all files that the
/// specification names are there, and none of them is older.
fn is_fresh(solver: &SolverChoice) -> anyhow::Result<bool> {
    let files = files_of(&solver.spec);
    if solver.depends.is_empty() || files.is_empty() || names_what_is_missing(&solver.spec) {
        return Ok(false);
    }
    let mut newest = SystemTime::UNIX_EPOCH;
    for path in &solver.depends {
        newest = newest.max(changed(path)?);
    }
    for file in files {
        if changed(&file)? < newest {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns true if a word of the specification looks like a path and leads nowhere: what the build
/// is to make.
fn names_what_is_missing(spec: &str) -> bool {
    let words = spec.split([' ', ',', ':', '=', '\'', '"', '<', '?', '#', ';', '&']);
    words.filter(|word| word.contains('/')).any(|word| !Path::new(word).exists())
}

/// When a file, or the newest one in a folder, was changed.
fn changed(path: &Path) -> anyhow::Result<SystemTime> {
    let at = |path: &Path| -> anyhow::Result<(SystemTime, bool)> {
        let metadata = fs::metadata(path)
            .with_context(|| format!("cannot find {}, which it depends on", path.display()))?;
        Ok((metadata.modified()?, metadata.is_dir()))
    };
    let (mut newest, is_folder) = at(path)?;
    if !is_folder {
        return Ok(newest);
    }
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
        for entry in entries {
            let entry = entry?;
            match entry.file_type()?.is_dir() {
                true => folders.push(entry.path()),
                false => newest = newest.max(entry.metadata()?.modified()?),
            }
        }
    }
    Ok(newest)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_build_is_left_out_where_nothing_it_depends_on_is_newer() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (source, product) = (at("solver.c"), at("solver.so"));
        let solver = SolverChoice {
            spec: format!("dylib:{}#solve", product.display()),
            build: Some(format!("touch '{}'", product.display())),
            depends: vec![folder.path().join("src"), source.clone()],
            ..SolverChoice::default()
        };
        fs::create_dir(at("src")).unwrap();
        fs::write(&source, "").unwrap();
        assert!(!is_fresh(&solver).unwrap(), "there is no product yet");
        build([&solver], true).unwrap();
        let later = SystemTime::now() + Duration::from_secs(10);
        fs::File::open(&product).unwrap().set_modified(later).unwrap();
        assert!(is_fresh(&solver).unwrap());
        fs::write(at("src/new.h"), "").unwrap();
        let header = fs::File::open(at("src/new.h")).unwrap();
        header.set_modified(later + Duration::from_secs(10)).unwrap();
        assert!(!is_fresh(&solver).unwrap());
    }

    #[test]
    fn a_build_that_fails_is_an_error_that_names_the_command() {
        let build_of = |command: &str| {
            let spec = SolverChoice::plain("mrv");
            build([&SolverChoice { build: Some(command.to_owned()), ..spec }], true)
        };
        let error = build_of("echo no >&2; exit 3").unwrap_err().to_string();
        assert!(error.contains("mrv: its build failed") && error.ends_with("exit 3"), "{error}");
        build_of("true").unwrap();
    }
}
