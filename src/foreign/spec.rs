//! Turns what a user wrote after `--solver` into a backend.

use std::path::Path;

use super::dylib;
use super::options::Options;
use super::process::confine::Confinement;
use super::process::exec::{self, Exec};
use super::process::script;
use super::slowed::Slowed;
use crate::builtin;
use crate::solver::{Backend, PIPE, SolverError};

/// The backend of a specification: the name of a built-in, `dylib:PATH[#FUNCTION][?OPTIONS]`, which
/// gets a process of its own for each worker, `exec:COMMAND[?OPTIONS]`, or [`PIPE`]. A vector
/// kernel takes the instruction set it is to use, if not the machine's widest:
/// `lockstep?isa=avx2`.
///
/// # Errors
/// When no backend has that name, the error lists those there are; when a library or command
/// cannot be used, it says why.
pub fn parse(spec: &str) -> Result<Box<dyn Backend>, SolverError> {
    parse_confined(spec, &Confinement::default())
}

/// As [`parse`], with solvers that are not built in confined as asked for.
///
/// # Errors
/// Those of [`parse`].
pub fn parse_confined(
    spec: &str,
    confinement: &Confinement,
) -> Result<Box<dyn Backend>, SolverError> {
    if let Some(target) = spec.strip_prefix("dylib:") {
        return dylib::open(spec, target, confinement);
    }
    if let Some(target) = spec.strip_prefix("exec:") {
        return Ok(Box::new(Exec::open(spec, target, confinement)?));
    }
    if spec == PIPE {
        return Ok(Box::new(Exec::echo(spec, confinement)?));
    }
    if let Some(target) = spec.strip_prefix("slowed:") {
        return slowed(spec, target, confinement);
    }
    if let Some((name, _)) = spec.split_once('?')
        && builtin::kernel::is_kernel(name)
    {
        let (_, options) = Options::split(spec, &["isa"])
            .map_err(|why| SolverError::Start { id: spec.to_owned(), why })?;
        return builtin::kernel::on(name, spec, options.get("isa"));
    }
    builtin::find(spec)
        .ok_or_else(|| SolverError::Unknown { name: spec.to_owned(), hint: hint(spec) })
}

/// The backend of `slowed:SPEC?factor=F`, with a factor from 1 to 1000.
fn slowed(
    id: &str,
    target: &str,
    confinement: &Confinement,
) -> Result<Box<dyn Backend>, SolverError> {
    let fail = |why: String| SolverError::Start { id: id.to_owned(), why };
    let (inner, options) = Options::split(target, &["factor"]).map_err(fail)?;
    let factor = options.get("factor").and_then(|factor| factor.parse().ok());
    let factor = factor.filter(|factor: &f64| (1.0..=1000.0).contains(factor));
    let factor = factor.ok_or_else(|| {
        fail("write slowed:SPEC?factor=1.02, the factor from 1 to 1000".to_owned())
    })?;
    Ok(Box::new(Slowed::new(id, parse_confined(inner, confinement)?, factor)))
}

/// What to write instead of a name that no backend has.
fn hint(name: &str) -> String {
    let path = Path::new(name);
    if path.is_file() {
        let is_library = path.extension().is_some_and(|it| it == "so" || it == "dylib");
        return match is_library {
            true => format!("it is a file; write dylib:{name}"),
            false => format!("it is a file; write exec:\"{}\"", script::command_for(name)),
        };
    }
    let names = builtin::names();
    let meant = did_you_mean(name, names.iter().map(String::as_str), 2);
    format!(
        "{meant}built-in solvers: {}; or dylib:PATH for a shared library, exec:COMMAND for a program",
        names.join(", ")
    )
}

/// Returns true if the time of this backend includes that of pipes, as [`PIPE`] measures it.
pub fn talks_in_lines(spec: &str) -> bool {
    spec.strip_prefix("exec:").is_some_and(exec::talks_in_lines)
}

/// `did you mean X? ` where a known name is at most so many edits away, and not as many as either is
/// long; else nothing.
pub(crate) fn did_you_mean<'a>(
    name: &str,
    known: impl Iterator<Item = &'a str>,
    most_edits: usize,
) -> String {
    let nearest = known.map(|one| (strsim::osa_distance(name, one), one)).min();
    match nearest {
        Some((edits, one))
            if edits <= most_edits && edits < name.chars().count().min(one.len()) =>
        {
            format!("did you mean {one}? ")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let error = parse("mvr").err().expect("no such solver").to_string();
        assert!(error.contains("\"mvr\""), "{error}");
    }

    #[test]
    fn options_stand_after_the_last_question_mark() {
        let (place, options) = Options::split("what?.so?a=1&b=2&a=3", &["a", "b"]).expect("known");
        assert_eq!(place, "what?.so");
        assert_eq!(
            (options.get("a"), options.get("b"), options.get("c")),
            (Some("3"), Some("2"), None)
        );
        assert!(Options::split("x?c=1", &["a", "b"]).is_err());
    }

    #[test]
    fn a_kernel_is_made_for_the_instruction_set_asked_for() {
        let kernel = parse("lockstep?isa=portable").expect("every machine has it");
        assert_eq!(kernel.id(), "lockstep?isa=portable");
        assert!(kernel.version().ends_with("portable"));
        for (spec, part) in [("lockstep?isa=sse9", "sse9"), ("lockstep?threads=2", "keys: isa")] {
            let error = parse(spec).err().expect("no such option").to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn a_name_with_a_slip_is_answered_with_the_nearest_and_a_file_with_its_specification() {
        assert!(hint("mvr").starts_with("did you mean mrv? built-in solvers: "), "{}", hint("mvr"));
        assert!(hint("lock-step").starts_with("did you mean lockstep?"));
        assert!(hint("dancing-links").starts_with("built-in solvers: "));
        assert_eq!(hint("Cargo.toml"), "it is a file; write exec:\"./Cargo.toml\"");
    }
}
