//! The datasets and solvers that the arguments name.

use std::time::Duration;

use anyhow::bail;

use crate::builtin;
use crate::builtin::Shown;
use crate::cli::input::Reading;
use crate::cli::opening::{self, Opened};
use crate::cli::subjects::{DatasetArgs, SolverChoice};
use crate::dataset::{Dataset, embedded};
use crate::foreign::process::confine::Confinement;
use crate::foreign::spec;

/// Opens the datasets, the built-in ones where none is named, and reports malformed lines.
///
/// # Errors
/// When one cannot be read, or has malformed lines and is to have none.
pub(crate) fn datasets(
    wanted: &DatasetArgs,
    reading: &Reading,
    quiet: bool,
) -> anyhow::Result<Vec<(String, Dataset)>> {
    if wanted.0.is_empty() {
        return Ok(name(embedded::all()));
    }
    let mut opened = Vec::new();
    for one in &wanted.0 {
        if let Some(remedy) = one.remedy() {
            bail!(remedy);
        }
        let dataset = reading.open(&one.file(), quiet)?;
        one.verify(&dataset)?;
        opened.push(dataset);
    }
    Ok(name(opened))
}

/// To be asked at the end: that each dataset was read from one and the same content. Gives what
/// should be said of those whose name is another file's by now.
///
/// # Errors
/// When one was not: what was measured may belong to either content.
pub(crate) fn verify_unchanged(opened: &[(String, Dataset)]) -> anyhow::Result<Vec<String>> {
    let mut replaced = Vec::new();
    for (_, dataset) in opened {
        replaced.extend(dataset.verify_unchanged()?);
    }
    Ok(replaced)
}

/// Gives each dataset a name of its own: the file's, numbered where two are the same.
fn name(opened: Vec<Dataset>) -> Vec<(String, Dataset)> {
    let mut named: Vec<(String, Dataset)> = Vec::new();
    for dataset in opened {
        let mut name = dataset.name().to_owned();
        let mut number = 1;
        while named.iter().any(|(known, _)| *known == name) {
            number += 1;
            name = format!("{}-{number}", dataset.name());
        }
        named.push((name, dataset));
    }
    named
}

/// The backends of the specifications, opened within a budget and a puzzle's limit; all complete
/// built-ins where there is none.
///
/// # Errors
/// When one is unknown or cannot be used, or two are the same.
pub(crate) fn backends(
    asked: &[SolverChoice],
    confinement: &Confinement,
    budget: Duration,
    timeout: Duration,
) -> anyhow::Result<Opened> {
    if asked.is_empty() {
        let listed = builtin::all(Shown::Listed).into_iter();
        let backends = listed.filter(|backend| backend.abilities().complete).collect();
        return Ok(Opened { backends, took: Duration::ZERO });
    }
    let mut wanted: Vec<SolverChoice> = Vec::new();
    for one in asked {
        let specs = split(&one.spec);
        if let (2.., Some(label)) = (specs.len(), &one.label) {
            bail!("--label {label} stands behind {} solvers; name each by itself", specs.len());
        }
        for spec in specs {
            let one = SolverChoice { spec, ..one.clone() };
            if wanted.iter().any(|known| known.name() == one.name()) {
                bail!(
                    "solver {:?} is given twice; name each once, or give each a --label",
                    one.name()
                );
            }
            wanted.push(one);
        }
    }
    let talks = wanted.iter().any(|one| spec::talks_in_lines(&one.spec));
    if talks && !wanted.iter().any(|one| one.spec == crate::solver::PIPE) {
        // What the pipes of the others cost is shown beside them.
        wanted.push(SolverChoice::plain(crate::solver::PIPE));
    }
    opening::open(&wanted, confinement, budget, timeout)
}

/// Splits at commas as long as what stands before them is a built-in: paths may hold commas.
fn split(specs: &str) -> Vec<String> {
    let mut rest = specs;
    let mut all = Vec::new();
    while let Some((head, tail)) = rest.split_once(',') {
        let name = head.split('?').next().unwrap_or(head).trim();
        if builtin::find(name).is_none() {
            break;
        }
        all.push(head.trim().to_owned());
        rest = tail;
    }
    all.push(rest.trim().to_owned());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_split_built_in_names_only() {
        assert_eq!(split("mrv,null"), ["mrv", "null"]);
        assert_eq!(split("mrv"), ["mrv"]);
        assert_eq!(split("mrv, dylib:./a,b.so"), ["mrv", "dylib:./a,b.so"]);
        assert_eq!(split("dylib:./a,mrv"), ["dylib:./a,mrv"]);
    }

    #[test]
    fn the_default_is_every_complete_solver_that_lists_show() {
        let second = Duration::from_secs(1);
        let backends = backends(&[], &Confinement::default(), second, second).unwrap().backends;
        assert!(backends.iter().any(|backend| backend.id() == "mrv"));
        assert!(backends.iter().all(|backend| backend.abilities().complete));
        assert!(!backends.iter().any(|backend| backend.id() == "null"));
    }

    #[test]
    fn a_solver_given_twice_is_refused() {
        let asked = ["mrv", "null,mrv"].map(SolverChoice::plain);
        let second = Duration::from_secs(1);
        let error = backends(&asked, &Confinement::default(), second, second).err().unwrap();
        assert!(error.to_string().contains("\"mrv\" is given twice"), "{error}");
    }
}
