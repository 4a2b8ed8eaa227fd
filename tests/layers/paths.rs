//! The paths that an item writes: in `use` declarations, types, expressions and macro arguments.

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Item, ItemUse, Macro, Path, Visibility};

use super::tree::{Bound, flatten};

/// A path as it stands in the source.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its segments, without generic arguments.
    pub segments: Vec<String>,
    /// Line of its first segment, from 1.
    pub line: usize,
    /// True where only tests are compiled with it.
    pub for_tests: bool,
}

/// The names that `use` declarations anywhere in the item bind.
pub fn uses(item: &Item) -> Vec<(Bound, Vec<String>)> {
    let mut visitor = Uses(Vec::new());
    visitor.visit_item(item);
    visitor.0
}

/// All paths of the item, each `use` tree taken apart.
pub fn written(item: &Item) -> Vec<Written> {
    let mut visitor = Paths(Vec::new());
    visitor.visit_item(item);
    visitor.0
}

struct Uses(Vec<(Bound, Vec<String>)>);

impl<'ast> Visit<'ast> for Uses {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        flatten(&item.tree, &[], &mut self.0);
    }
}

struct Paths(Vec<Written>);

impl Paths {
    fn add(&mut self, segments: Vec<String>, span: Span) {
        let line = span.start().line;
        self.0.push(Written { segments, line, for_tests: false });
    }

    /// Macro arguments have no grammar: every `a::b::c` and every lone name counts as a path.
    fn scan(&mut self, tokens: TokenStream) {
        let mut current: Option<(Vec<String>, Span)> = None;
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    match &mut current {
                        Some((segments, _)) if colons == 2 => segments.push(ident.to_string()),
                        _ => {
                            self.end(current.take());
                            current = Some((vec![ident.to_string()], ident.span()));
                        }
                    }
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.end(current.take());
                    colons = 0;
                    self.scan(group.stream());
                }
                _ => {
                    self.end(current.take());
                    colons = 0;
                }
            }
        }
        self.end(current);
    }

    fn end(&mut self, path: Option<(Vec<String>, Span)>) {
        if let Some((segments, span)) = path {
            self.add(segments, span);
        }
    }
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let mut flat = Vec::new();
        flatten(&item.tree, &[], &mut flat);
        for (_, segments) in flat {
            self.add(segments, item.tree.span());
        }
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let segments = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.add(segments, path.span());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        visit::visit_macro(self, call);
        self.scan(call.tokens.clone());
    }

    /// `pub(super)` and `pub(in path)` import nothing.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}
}
