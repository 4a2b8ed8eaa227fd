//! Turns what a user wrote after `--solver` into a backend.

use super::{Backend, SolverError, builtin};

/// The backend of a specification: the name of a built-in.
///
/// # Errors
/// When no backend has that name; the error lists those there are.
pub fn parse(spec: &str) -> Result<Box<dyn Backend>, SolverError> {
    builtin::find(spec).ok_or_else(|| SolverError::Unknown {
        name: spec.to_owned(),
        hint: format!("built-in solvers: {}", builtin::names().join(", ")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let error = parse("mvr").err().expect("no such solver").to_string();
        assert!(error.contains("\"mvr\""), "{error}");
    }
}
