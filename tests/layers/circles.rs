//! Circles of files that import each other, in one folder or across several.
//!
//! Re-exports count as imports of the file that defines the thing. Imports between a module and the
//! modules it lies in, and those of tests, are left out: a parent names its children by nature.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::tree::Tree;

/// Every circle: files of which each reaches all others, in order of their names.
pub fn circles(tree: &Tree) -> Vec<Vec<PathBuf>> {
    let edges = edges(tree);
    let reach: BTreeMap<&PathBuf, BTreeSet<&PathBuf>> =
        edges.keys().map(|file| (file, reachable(&edges, file))).collect();
    let mut circles: BTreeSet<Vec<PathBuf>> = BTreeSet::new();
    for (file, reached) in &reach {
        if reached.contains(file) {
            let mutual =
                reached.iter().filter(|other| reach.get(*other).is_some_and(|r| r.contains(file)));
            circles.insert(mutual.map(|&file| file.clone()).collect());
        }
    }
    circles.into_iter().collect()
}

fn edges(tree: &Tree) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
    let mut edges: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
    for (path, module) in tree.modules.iter().filter(|(_, module)| !module.is_test) {
        for written in module.written.iter().filter(|written| !written.for_tests) {
            let Some(target) = tree.target(path, &written.segments) else { continue };
            let is_kin = path.starts_with(&target.defined) || target.defined.starts_with(path);
            let Some(other) = tree.modules.get(&target.defined).filter(|_| !is_kin) else {
                continue;
            };
            if other.file != module.file {
                edges.entry(module.file.clone()).or_default().insert(other.file.clone());
            }
        }
    }
    edges
}

fn reachable<'a>(
    edges: &'a BTreeMap<PathBuf, BTreeSet<PathBuf>>,
    from: &PathBuf,
) -> BTreeSet<&'a PathBuf> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&PathBuf> = edges.get(from).into_iter().flatten().collect();
    while let Some(file) = open.pop() {
        if reached.insert(file) {
            open.extend(edges.get(file).into_iter().flatten());
        }
    }
    reached
}
