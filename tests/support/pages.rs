//! The pages of this repository, and the commands on them.

#![allow(dead_code, reason = "each test program uses a part of this")]

use std::path::Path;

/// A page in Markdown.
pub struct Page {
    /// Its path below the repository's root.
    pub name: String,
    pub text: String,
}

/// A block of code on a page.
pub struct Code<'a> {
    pub language: &'a str,
    pub text: String,
}

/// All pages that readers of the repository see: those at its root and in its folders.
pub fn all() -> Vec<Page> {
    let root = super::root();
    let mut pages = Vec::new();
    for folder in ["", "docs", "examples", "reports"] {
        let mut found: Vec<_> =
            std::fs::read_dir(root.join(folder)).expect("a folder").flatten().collect();
        found.sort_by_key(std::fs::DirEntry::path);
        for path in found.into_iter().map(|entry| entry.path()) {
            if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(page(&root, &path));
            }
        }
    }
    pages
}

fn page(root: &Path, path: &Path) -> Page {
    let name = path.strip_prefix(root).expect("within").to_str().expect("UTF-8").to_owned();
    Page { name, text: std::fs::read_to_string(path).expect("a page") }
}

impl Page {
    /// Its blocks of code, in order; those in a list without the list's indent.
    pub fn blocks(&self) -> Vec<Code<'_>> {
        let mut blocks = Vec::new();
        let mut open: Option<(usize, Code<'_>)> = None;
        for line in self.text.lines() {
            let bare = line.trim_start();
            match (&mut open, bare.strip_prefix("```")) {
                (None, Some(language)) => {
                    let code = Code { language, text: String::new() };
                    open = Some((line.len() - bare.len(), code));
                }
                (Some(_), Some("")) => blocks.extend(open.take().map(|(_, code)| code)),
                (Some((indent, code)), _) => {
                    code.text += line.get(*indent..).unwrap_or_default();
                    code.text.push('\n');
                }
                (None, None) => {}
            }
        }
        assert!(open.is_none(), "{}: a block has no end", self.name);
        blocks
    }

    /// The commands of its blocks marked as shell, without comments; continued lines are one.
    pub fn commands(&self) -> Vec<String> {
        let shell = self.blocks().into_iter().filter(|block| block.language == "sh");
        shell.flat_map(|block| commands(&block.text)).collect()
    }
}

/// The commands of a block of shell.
pub fn commands(block: &str) -> Vec<String> {
    let joined = block.replace("\\\n", " ");
    let lines = joined.lines().map(|line| line.split(" # ").next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}
