//! What a run was, in lines for people: program, machine, datasets, solvers.

use super::units::{bytes, count};
use crate::record::{DatasetFacts, Machine, Manifest};

/// The command that a run was, as a shell takes it.
pub(super) fn command(manifest: &Manifest) -> String {
    let words = manifest.arguments.iter().map(|word| quoted(word));
    ["sudoku-bench".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// A word for a POSIX shell; in quotes only where it needs them.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Command, seed, time and program of a run.
pub(super) fn run(manifest: &Manifest) -> Vec<String> {
    let program = &manifest.program;
    let revision = program.revision.as_deref().unwrap_or("unknown");
    let resumed =
        manifest.resumed.iter().map(|one| format!("resumed at {} on {}", one.at, one.host));
    let mut lines = vec![
        format!("command line: {}", command(manifest)),
        format!("seed: {}", manifest.seed),
        format!("from {} to {}", manifest.started, manifest.ended),
        format!("sudoku-bench {}, revision {revision}, {}", program.version, program.profile),
        format!("{}, {}", program.rustc, program.target),
    ];
    lines.splice(3..3, resumed);
    lines
}

/// What the machine is and how it was set.
pub(super) fn machine(machine: &Machine) -> Vec<String> {
    let cpu = machine.cpu.as_deref().unwrap_or("unknown processor");
    let (cores, physical) = (machine.cores, machine.physical_cores);
    let mut items = vec![
        format!("{cpu}: {physical} physical cores, {cores} logical"),
        format!("{}, kernel {}", machine.system, machine.kernel),
    ];
    let on = |is_on: bool| if is_on { "on" } else { "off" };
    let yes = |is_so: bool| if is_so { "yes" } else { "no" };
    let facts = [
        ("memory", machine.memory_bytes.map(bytes)),
        ("processors allowed by the control group", machine.cpu_quota.clone()),
        (
            "processors that the program may use",
            machine.usable_processors.map(|usable| format!("{usable:.2}")),
        ),
        ("governor", machine.governor.clone()),
        ("turbo", machine.turbo.map(on).map(str::to_owned)),
        ("two threads a core", machine.smt.map(on).map(str::to_owned)),
        ("virtual machine", machine.virtual_machine.map(yes).map(str::to_owned)),
    ];
    items.extend(facts.into_iter().filter_map(|(name, value)| Some(format!("{name}: {}", value?))));
    items
}

/// A dataset with its counts and its hash.
pub(super) fn dataset(dataset: &DatasetFacts) -> String {
    let counts: Vec<String> = dataset
        .puzzles
        .iter()
        .map(|one| format!("{} puzzles of {}", count(one.puzzles), one.order))
        .collect();
    let (name, size) = (&dataset.name, bytes(dataset.bytes));
    format!("{name}: {}, {size}, BLAKE3 {}", counts.join(", "), dataset.blake3)
}

/// Solvers with their versions.
pub(super) fn solvers(manifest: &Manifest) -> Vec<String> {
    let kind = |complete| if complete { "complete" } else { "incomplete" };
    let one = manifest.backends.iter();
    one.map(|one| format!("{} {}, {}", one.id, one.version, kind(one.complete))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::manifest_sample;

    #[test]
    fn a_command_can_be_given_to_a_shell_again() {
        let arguments = ["run", "a b.txt", "--solver", "exec:python3 x.py?mode=once", "it's", ""];
        let manifest =
            Manifest { arguments: arguments.map(str::to_owned).to_vec(), ..manifest_sample() };
        assert_eq!(
            command(&manifest),
            "sudoku-bench run 'a b.txt' --solver 'exec:python3 x.py?mode=once' 'it'\\''s' ''"
        );
    }
}
