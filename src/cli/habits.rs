//! What is remarkable about a solver itself, whatever its times.

use crate::run::drive::memory::Memory;

/// What is remarkable about solving puzzles twice.
pub(super) fn memory(name: &str, memory: &Memory) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(times) = memory.first_by_second.filter(|_| memory.remembers()) {
        lines.push(format!(
            "{name} is {times:.1} times as fast on puzzles that it has just solved: it seems to \
             remember answers, and its times are those of looking them up"
        ));
    }
    if memory.guesses_vary {
        lines.push(format!("the guess counts of {name} vary for the same puzzle"));
    }
    lines
}
