//! Rooms of the house, and which of them each may import.

use super::tree::{ModulePath, Tree};

/// A folder or file below `src`, and the rooms it may import besides itself.
pub type Room<'a> = (&'a str, &'a [&'a str]);

/// Every import that points up, and every module that has no room.
///
/// A room holds all below it that is not a room of its own. Allowing `run` does not allow `run/plan`
/// where that is a room of its own; a room may always import the rooms that it lies in. Tests may import
/// every room that stands before their own.
pub fn faults(tree: &Tree, rooms: &[Room<'_>]) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, module) in &tree.modules {
        if path.is_empty() {
            continue; // lib.rs declares the rooms
        }
        let Some((room, allowed)) = room_of(path, rooms) else {
            faults.push(format!(
                "{}: {} is in no room; give it a line in tests/layers/main.rs",
                module.file.display(),
                path.join("/")
            ));
            continue;
        };
        for written in &module.written {
            let place = format!("{}:{}", module.file.display(), written.line);
            if written.segments[0] == "anyhow" && !matches!(path[0].as_str(), "cli" | "main") {
                faults
                    .push(format!("{place}: anyhow belongs to cli; elsewhere errors have a type"));
            }
            let Some(target) = tree.target(path, &written.segments) else { continue };
            for to in [&target.named, &target.defined] {
                let Some((other, _)) = room_of(to, rooms) else { continue };
                let for_tests = module.is_test || written.for_tests;
                let is_below = for_tests && stands_below(other, room, rooms);
                if other != room && !allowed.contains(&other) && !lies_in(room, other) && !is_below
                {
                    faults.push(format!("{place}: {room} must not import {other}"));
                    break;
                }
            }
        }
    }
    faults.dedup();
    faults
}

fn room_of<'a>(path: &ModulePath, rooms: &[Room<'a>]) -> Option<Room<'a>> {
    let path = path.join("/");
    rooms
        .iter()
        .copied()
        .filter(|(room, _)| lies_in(&path, room))
        .max_by_key(|(room, _)| room.len())
}

/// Returns true if a room stands before another in the list, which goes from the ground up. Tests may
/// import from all of these: they have solvers to try things with.
fn stands_below(lower: &str, upper: &str, rooms: &[Room<'_>]) -> bool {
    let place = |room: &str| rooms.iter().position(|(name, _)| *name == room);
    place(lower) < place(upper)
}

/// Returns true if `path` is `room` or lies below it.
fn lies_in(path: &str, room: &str) -> bool {
    path.strip_prefix(room).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
