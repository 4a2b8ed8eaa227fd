//! The functions a shared library exports, read from its file without running any of it.

use object::read::{File, Object, ObjectSymbol};
use object::{Architecture, BinaryFormat, ObjectKind, SymbolKind};

/// Function names by which solvers of the field's signature go.
const KNOWN: &[&str] =
    &["SolveSudoku", "solve_sudoku", "sudoku_solve", "solveSudoku", "SudokuSolve", "solve"];
/// Beginnings of such names, where one library holds several solvers.
const KNOWN_PREFIXES: &[&str] = &["TdokuSolver", "OtherSolver"];
/// And an ending, where a solver's own name comes first.
const KNOWN_SUFFIX: &str = "_solve";
/// How the Itanium C++ ABI ends the name of a function of our signature.
const MANGLED_SIGNATURE: &str = "PKcmjPcPm";
/// Names an error shows at most.
const SHOWN: usize = 8;

/// The names of the functions that a library exports, sorted; `bytes` is its file.
///
/// # Errors
/// When the file is not a library, or one for another machine.
pub(super) fn functions(bytes: &[u8]) -> Result<Vec<String>, String> {
    let file =
        File::parse(bytes).map_err(|error| format!("this is not a shared library ({error})"))?;
    if native().is_some_and(|native| native != file.architecture()) {
        return Err(format!(
            "the library is built for {:?}, this program for {}: compile it for this machine",
            file.architecture(),
            std::env::consts::ARCH
        ));
    }
    if file.kind() != ObjectKind::Dynamic {
        return Err("this is not a shared library: link it with cc -shared -fPIC".to_owned());
    }
    let underscored = file.format() == BinaryFormat::MachO;
    let symbols = file.dynamic_symbols().chain(file.symbols().filter(|_| underscored));
    let mut names: Vec<String> = symbols
        .filter(|it| it.is_definition() && it.is_global() && it.kind() == SymbolKind::Text)
        .filter_map(|it| it.name().ok())
        .map(|name| name.strip_prefix('_').filter(|_| underscored).unwrap_or(name).to_owned())
        .collect();
    names.sort();
    names.dedup();
    Ok(names)
}

/// What libraries for this program are built for, where we know the name of it.
fn native() -> Option<Architecture> {
    match std::env::consts::ARCH {
        "x86_64" => Some(Architecture::X86_64),
        "aarch64" => Some(Architecture::Aarch64),
        "riscv64" => Some(Architecture::Riscv64),
        "powerpc64" => Some(Architecture::PowerPc64),
        "s390x" => Some(Architecture::S390x),
        _ => None,
    }
}

/// The function to call: the one asked for, or the only one that goes by a known name.
///
/// # Errors
/// When there is no such function or no single one; the error says what to write.
pub(super) fn choose(functions: &[String], asked: Option<&str>) -> Result<String, String> {
    if let Some(asked) = asked {
        return match functions.iter().find(|name| *name == asked) {
            Some(name) => Ok(name.clone()),
            None => Err(missing(functions, asked)),
        };
    }
    let known: Vec<&String> = functions.iter().filter(|name| is_known(name)).collect();
    match known[..] {
        [only] => Ok(only.clone()),
        [] => Err(format!(
            "the library exports no function with a usual name; write #FUNCTION after the path. {}",
            exported(functions)
        )),
        _ => Err(format!(
            "the library holds several solvers; write one of them after the path: {}",
            listed(known.iter().map(|name| format!("#{name}")))
        )),
    }
}

fn is_known(name: &str) -> bool {
    KNOWN.contains(&name)
        || KNOWN_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || name.ends_with(KNOWN_SUFFIX)
        || is_cpp_solver(name)
}

/// Returns true if this is a C++ function that takes our arguments: it can be called as it is.
fn is_cpp_solver(name: &str) -> bool {
    name.starts_with("_Z") && name.ends_with(MANGLED_SIGNATURE)
}

fn missing(functions: &[String], asked: &str) -> String {
    if let Some(mangled) =
        functions.iter().find(|name| name.starts_with("_Z") && name.contains(asked))
    {
        return format!(
            "the library exports no {asked:?}, but the C++ function {mangled}: \
             declare it extern \"C\""
        );
    }
    let mut near: Vec<(usize, &String)> = functions
        .iter()
        .filter(|name| !name.starts_with("_Z"))
        .map(|name| (strsim::levenshtein(&name.to_lowercase(), &asked.to_lowercase()), name))
        .filter(|(edits, name)| *edits <= asked.len().max(name.len()) / 2)
        .collect();
    near.sort();
    if near.is_empty() {
        return format!("the library exports no {asked:?}. {}", exported(functions));
    }
    let near = listed(near.iter().map(|(_, name)| name.to_string()));
    format!("the library exports no {asked:?}; similar names: {near}")
}

fn exported(functions: &[String]) -> String {
    let plain: Vec<&String> = functions.iter().filter(|name| !name.starts_with('_')).collect();
    if plain.is_empty() {
        return "It exports no C function: declare yours extern \"C\", and not static".to_owned();
    }
    format!("It exports: {}", listed(plain.iter().map(|name| name.to_string())))
}

fn listed(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(SHOWN);
    let shown = names.take(SHOWN).collect::<Vec<_>>().join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn the_only_known_name_is_the_default() {
        let library = names(&["helper", "init", "solve_sudoku"]);
        assert_eq!(choose(&library, None).as_deref(), Ok("solve_sudoku"));
        let named = names(&["fast_count", "fast_solve"]);
        assert_eq!(choose(&named, None).as_deref(), Ok("fast_solve"));
        let cpp = names(&["_ZN4Util10RandomSeedEm", "_Z6fssss2PKcmjPcPm"]);
        assert_eq!(choose(&cpp, None).as_deref(), Ok("_Z6fssss2PKcmjPcPm"));
    }

    #[test]
    fn of_several_known_names_one_must_be_asked_for() {
        let library = names(&["TdokuMinimize", "TdokuSolverBasic", "TdokuSolverDpllTriadSimd"]);
        let error = choose(&library, None).expect_err("two solvers");
        assert!(error.contains("#TdokuSolverBasic, #TdokuSolverDpllTriadSimd"), "{error}");
        assert!(!error.contains("Minimize"), "{error}");
    }

    #[test]
    fn without_a_known_name_the_exports_are_listed() {
        let error = choose(&names(&["run_me", "_init"]), None).expect_err("unusual");
        assert!(error.contains("It exports: run_me"), "{error}");
        let error = choose(&names(&["_init"]), None).expect_err("nothing");
        assert!(error.contains("extern \"C\""), "{error}");
    }

    #[test]
    fn a_missing_function_is_answered_with_similar_names() {
        let library = names(&["TdokuSolverBasic", "TdokuMinimize", "unrelated_thing"]);
        let error = choose(&library, Some("tdokuSolverBasics")).expect_err("misspelt");
        assert!(error.contains("similar names: TdokuSolverBasic"), "{error}");
        assert!(!error.contains("unrelated"), "{error}");
        let error = choose(&names(&["_Z5solvePKc"]), Some("solve")).expect_err("mangled");
        assert!(error.contains("extern \"C\""), "{error}");
    }

    #[test]
    fn what_is_no_library_is_called_so() {
        let error = functions(b"#!/bin/sh\nexit 0\n").expect_err("a script");
        assert!(error.contains("not a shared library"), "{error}");
        assert!(functions(b"").is_err());
    }
}
