//! The command that runs a user's file, for messages that say what to write instead.

use std::path::Path;

/// Endings of scripts, and what runs them.
const RUNNERS: [(&str, &str); 8] = [
    ("py", "python3"),
    ("sh", "sh"),
    ("js", "node"),
    ("rb", "ruby"),
    ("pl", "perl"),
    ("lua", "lua"),
    ("jar", "java -jar"),
    ("R", "Rscript"),
];

/// A command for the shell that runs a file.
pub fn command_for(file: &str) -> String {
    let ending = Path::new(file).extension().unwrap_or_default();
    let runner = RUNNERS.iter().find(|(known, _)| ending == *known);
    match runner {
        Some((_, runner)) => format!("{runner} {file}"),
        None if file.contains('/') => file.to_owned(),
        None => format!("./{file}"),
    }
}

/// What to write where the shell did not find or could not run a command (exit codes 127 and 126)
/// although its first word is a file.
fn remedy(command: &str, why: &str) -> Option<String> {
    let could_not_run = ["exit code 127", "exit code 126"].iter().any(|code| why.contains(code));
    let file = command.split_whitespace().next().filter(|word| Path::new(word).is_file())?;
    could_not_run.then(|| format!("{file} is a file; write exec:\"{}\"", command_for(file)))
}

/// Why a command could not be run, and what to write instead where that is known.
pub fn with_remedy(command: &str, why: String) -> String {
    match remedy(command, &why) {
        Some(remedy) => format!("{why}; {remedy}"),
        None => why,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_run_by_what_its_ending_says() {
        assert_eq!(command_for("solver.py"), "python3 solver.py");
        assert_eq!(command_for("a/solver.jar"), "java -jar a/solver.jar");
        assert_eq!(command_for("solver"), "./solver");
        assert_eq!(command_for("target/solver"), "target/solver");
    }

    #[test]
    fn only_a_file_that_the_shell_could_not_run_has_a_remedy() {
        let said = remedy("Cargo.toml -x", "exit code 126, last words: denied").expect("a file");
        assert_eq!(said, "Cargo.toml is a file; write exec:\"./Cargo.toml\"");
        assert_eq!(remedy("Cargo.toml", "exit code 1"), None);
        assert_eq!(remedy("no-such-program", "exit code 127"), None);
    }
}
