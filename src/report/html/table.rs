//! A table as HTML: in a box of its own that scrolls, with headings that sort where a script may run.

use maud::{Markup, html};

use super::{notes, shown};
use crate::report::table::{Align, Table};

/// A table with what is to be said above and below it; `label` names the box that scrolls.
pub(super) fn table(table: &Table, label: &str) -> Markup {
    html! {
        @for line in &table.title { p.note { (shown(line)) } }
        (plain(table, label))
        (notes(&table.notes))
    }
}

/// The table alone.
pub(super) fn plain(table: &Table, label: &str) -> Markup {
    if table.rows.is_empty() {
        return html! {};
    }
    let right = |column: usize| match table.columns[column].align {
        Align::Right => Some("right"),
        Align::Left => None,
    };
    let has_groups = table.columns.iter().any(|column| !column.group.is_empty());
    html! {
        div.scroll tabindex="0" role="region" aria-label=(label) {
            table.sortable {
                thead {
                    @if has_groups { (groups(table)) }
                    tr { @for (i, column) in table.columns.iter().enumerate() {
                        th scope="col" class=[right(i)] { (shown(&column.heading)) }
                    } }
                }
                tbody { @for row in &table.rows {
                    tr { @for (i, cell) in row.iter().enumerate() {
                        @if i == 0 { th scope="row" { (shown(cell)) } }
                        @else { td class=[right(i)] { (shown(cell)) } }
                    } }
                } }
            }
        }
    }
}

/// The row of groups above the headings.
fn groups(table: &Table) -> Markup {
    let mut spans: Vec<(&str, usize)> = Vec::new();
    for column in &table.columns {
        match spans.last_mut() {
            Some((group, span)) if *group == column.group => *span += 1,
            _ => spans.push((column.group, 1)),
        }
    }
    html! {
        tr { @for (group, span) in spans {
            @if group.is_empty() { td.group colspan=(span) {} }
            @else { th.group scope="colgroup" colspan=(span) { (group) } }
        } }
    }
}
