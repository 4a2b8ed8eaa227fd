//! Which module a written path leads to, through renames, re-exports and globs.

use super::tree::{Bound, ModulePath, Tree};

/// Renames and re-exports followed before a path is given up; Rust itself forbids circles of them.
const DEPTH: usize = 16;

/// Where a path leads.
#[derive(PartialEq, Eq, Debug)]
pub struct Target {
    /// The innermost module that the path names.
    pub named: ModulePath,
    /// The module in which the thing it names is defined.
    pub defined: ModulePath,
}

impl Tree {
    /// Where a path written in `module` leads; nothing where it leaves the crate or names a local
    /// thing.
    pub fn target(&self, module: &ModulePath, segments: &[String]) -> Option<Target> {
        let absolute = self.absolute(module, segments, DEPTH)?;
        let named = self.innermost(&absolute);
        let defined = self.defining(&absolute, DEPTH);
        Some(Target { named, defined })
    }

    /// The path from the crate's root.
    fn absolute(
        &self,
        module: &ModulePath,
        segments: &[String],
        depth: usize,
    ) -> Option<ModulePath> {
        let (first, rest) = segments.split_first()?;
        if depth == 0 {
            return None;
        }
        match first.as_str() {
            "crate" | "sudoku_bench" => return Some(rest.to_vec()),
            "self" => return Some([&module[..], rest].concat()),
            "super" => {
                let (_, parent) = module.split_last()?;
                let parent = parent.to_vec();
                return match rest.first().map(String::as_str) {
                    Some("super") => self.absolute(&parent, rest, depth),
                    _ => Some([&parent[..], rest].concat()),
                };
            }
            _ => {}
        }
        let here = self.modules.get(module)?;
        let renamed = here.uses.iter().find(|(bound, written)| {
            *bound == Bound::Name(first.clone()) && written[..] != [first.clone()]
        });
        if let Some((_, written)) = renamed {
            let before = self.absolute(module, written, depth - 1)?;
            return Some([&before[..], rest].concat());
        }
        let below = [&module[..], segments].concat();
        let is_child = self.modules.contains_key(&below[..=module.len()]);
        if is_child || here.items.contains(first) {
            return Some(below);
        }
        self.through_globs(module, first, depth).map(|definer| [&definer[..], segments].concat())
    }

    /// The module that gives a name to `module` by one of its glob imports.
    fn through_globs(
        &self,
        module: &ModulePath,
        name: &String,
        depth: usize,
    ) -> Option<ModulePath> {
        let here = self.modules.get(module)?;
        let globs = here.uses.iter().filter(|(bound, _)| *bound == Bound::Glob);
        globs.filter_map(|(_, written)| self.absolute(module, written, depth - 1)).find(|target| {
            let is_child =
                self.modules.contains_key(&[&target[..], std::slice::from_ref(name)].concat());
            let gives = self.modules.get(target).is_some_and(|given| {
                let binds = given.uses.iter().any(|(bound, _)| *bound == Bound::Name(name.clone()));
                binds || given.items.contains(name)
            });
            is_child || gives
        })
    }

    fn innermost(&self, absolute: &[String]) -> ModulePath {
        let mut longest = absolute.len();
        while longest > 0 && !self.modules.contains_key(&absolute[..longest]) {
            longest -= 1;
        }
        absolute[..longest].to_vec()
    }

    /// Follows re-exports from the innermost module on.
    fn defining(&self, absolute: &[String], depth: usize) -> ModulePath {
        let module = self.innermost(absolute);
        let Some(name) = absolute.get(module.len()).filter(|_| depth > 0) else { return module };
        let here = &self.modules[&module];
        if here.items.contains(name) {
            return module;
        }
        let bound = here.uses.iter().find(|(bound, _)| *bound == Bound::Name(name.clone()));
        let next = match bound {
            Some((_, written)) => self.absolute(&module, written, depth - 1),
            None => self
                .through_globs(&module, name, depth)
                .map(|definer| [&definer[..], std::slice::from_ref(name)].concat()),
        };
        match next {
            Some(next) if next[..] != *absolute => self.defining(&next, depth - 1),
            _ => module,
        }
    }
}
