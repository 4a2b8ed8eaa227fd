//! The crate as a tree of modules: which file each one stands in, and which names it gives.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{Attribute, Item, UseTree};

use super::paths::{self, Written};

/// Module path below the crate, without `crate` itself.
pub type ModulePath = Vec<String>;

/// One module, a whole file or an inline one.
pub struct Module {
    /// Where it stands.
    pub file: PathBuf,
    /// True for modules under `#[cfg(test)]` and all below them.
    pub is_test: bool,
    /// Names defined here.
    pub items: Vec<String>,
    /// `use` declarations at any depth: the name they bind, and the path as written.
    pub uses: Vec<(Bound, Vec<String>)>,
    /// Every path written in the module, `use` declarations included.
    pub written: Vec<Written>,
}

/// What a `use` declaration binds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// One name.
    Name(String),
    /// Everything the path holds.
    Glob,
}

/// All modules of a crate by path.
pub struct Tree {
    pub modules: BTreeMap<ModulePath, Module>,
}

impl Tree {
    /// Reads a crate from its source folder: everything that `lib.rs` and `main.rs` declare, and
    /// whatever else lies in the folder's top level as a module of its own name.
    pub fn read(src: &Path) -> Result<Self, String> {
        let mut tree = Self { modules: BTreeMap::new() };
        for (file, path) in [("lib.rs", vec![]), ("main.rs", vec!["main".to_owned()])] {
            if src.join(file).exists() {
                tree.read_file(&src.join(file), src, path, false)?;
            }
        }
        Ok(tree)
    }

    fn read_file(
        &mut self,
        file: &Path,
        folder: &Path,
        path: ModulePath,
        is_test: bool,
    ) -> Result<(), String> {
        let place = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let text = fs::read_to_string(file).map_err(|error| place(&error))?;
        let parsed = syn::parse_file(&text).map_err(|error| place(&error))?;
        self.add(file, folder, path, parsed.items, is_test)
    }

    /// Adds a module and all that it declares. `folder` is where its children's files lie.
    fn add(
        &mut self,
        file: &Path,
        folder: &Path,
        path: ModulePath,
        items: Vec<Item>,
        is_test: bool,
    ) -> Result<(), String> {
        let mut module = Module {
            file: file.to_owned(),
            is_test,
            items: Vec::new(),
            uses: Vec::new(),
            written: Vec::new(),
        };
        for item in items {
            if let Item::Mod(child) = item {
                let name = child.ident.to_string();
                let is_test = is_test || is_for_tests(&child.attrs);
                let child_path = [&path[..], std::slice::from_ref(&name)].concat();
                match child.content {
                    Some((_, items)) => {
                        self.add(file, &folder.join(&name), child_path, items, is_test)?;
                    }
                    None => {
                        let (file, folder) = file_of(&child.attrs, file, folder, &name)?;
                        self.read_file(&file, &folder, child_path, is_test)?;
                    }
                }
                continue;
            }
            let for_tests = is_test || is_for_tests(attributes(&item));
            module.items.extend(name_of(&item));
            for (bound, written) in paths::uses(&item) {
                module.uses.push((bound, written));
            }
            let written = paths::written(&item);
            module.written.extend(written.into_iter().map(|w| Written { for_tests, ..w }));
        }
        self.modules.insert(path, module);
        Ok(())
    }
}

/// File and children's folder of an out-of-line module.
fn file_of(
    attrs: &[Attribute],
    parent: &Path,
    folder: &Path,
    name: &str,
) -> Result<(PathBuf, PathBuf), String> {
    let named = attrs.iter().find(|attr| attr.path().is_ident("path")).and_then(|attr| {
        let text = attr.meta.require_name_value().ok()?.value.to_token_stream().to_string();
        Some(text.trim_matches('"').to_owned())
    });
    if let Some(named) = named {
        let beside = parent.parent().unwrap_or(folder);
        return Ok((beside.join(named), beside.to_owned()));
    }
    let own = folder.join(name);
    [folder.join(format!("{name}.rs")), own.join("mod.rs")]
        .into_iter()
        .find(|file| file.exists())
        .map(|file| (file, own))
        .ok_or_else(|| format!("{}: mod {name} has no file", parent.display()))
}

/// True where the attributes say `cfg(test)` or anything that needs it.
fn is_for_tests(attrs: &[Attribute]) -> bool {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg")).any(|attr| {
        let text = attr.meta.to_token_stream().to_string();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        words.contains(&"test") && !words.contains(&"not")
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(it) => &it.attrs,
        Item::Enum(it) => &it.attrs,
        Item::Fn(it) => &it.attrs,
        Item::Impl(it) => &it.attrs,
        Item::Macro(it) => &it.attrs,
        Item::Static(it) => &it.attrs,
        Item::Struct(it) => &it.attrs,
        Item::Trait(it) => &it.attrs,
        Item::Type(it) => &it.attrs,
        Item::Use(it) => &it.attrs,
        _ => &[],
    }
}

fn name_of(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(it) => &it.ident,
        Item::Enum(it) => &it.ident,
        Item::Fn(it) => &it.sig.ident,
        Item::Macro(it) => it.ident.as_ref()?,
        Item::Static(it) => &it.ident,
        Item::Struct(it) => &it.ident,
        Item::Trait(it) => &it.ident,
        Item::Type(it) => &it.ident,
        Item::Union(it) => &it.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

/// The single paths of a `use` tree.
pub fn flatten(tree: &UseTree, before: &[String], all: &mut Vec<(Bound, Vec<String>)>) {
    let with = |name: String| [before, &[name]].concat();
    match tree {
        UseTree::Path(path) => flatten(&path.tree, &with(path.ident.to_string()), all),
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, before, all)),
        UseTree::Glob(_) => all.push((Bound::Glob, before.to_vec())),
        UseTree::Name(name) if name.ident == "self" => {
            if let Some(last) = before.last() {
                all.push((Bound::Name(last.clone()), before.to_vec()));
            }
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            all.push((Bound::Name(name.clone()), with(name)));
        }
        UseTree::Rename(rename) => {
            let path = match rename.ident == "self" {
                true => before.to_vec(),
                false => with(rename.ident.to_string()),
            };
            all.push((Bound::Name(rename.rename.to_string()), path));
        }
    }
}
