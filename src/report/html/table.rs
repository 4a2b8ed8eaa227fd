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
        div.scroll tabindex="0" role="group" aria-label=(label) {
            table.sortable {
                thead {
                    @if has_groups { (groups(table)) }
                    tr { @for (i, column) in table.columns.iter().enumerate() {
                        th scope="col" class=[right(i)] { (shown(&column.heading)) }
                    } }
                }
                @for (heading, rows) in sections(table) { tbody {
                    @if !heading.is_empty() {
                        tr.dataset { th scope="rowgroup" colspan=(table.columns.len()) { (shown(heading)) } }
                    }
                    @for row in rows { tr { @for (i, cell) in row.iter().enumerate() {
                        @if i == 0 { th scope="row" { span.name { (shown(cell)) } } }
                        @else { td class=[right(i)] { (shown(cell)) } }
                    } } }
                } }
            }
        }
    }
}

/// Rows with the heading that stands above them; empty where there is none.
fn sections(table: &Table) -> Vec<(&str, &[Vec<String>])> {
    let starts: Vec<usize> = table.sections.iter().map(|(row, _)| *row).collect();
    let first = starts.first().copied().unwrap_or(table.rows.len());
    let mut all = vec![("", &table.rows[..first])];
    for (i, (row, heading)) in table.sections.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(table.rows.len());
        all.push((heading, &table.rows[*row..end]));
    }
    all.retain(|(_, rows)| !rows.is_empty());
    all
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_stands_under_its_heading() {
        let table = Table {
            rows: ["a", "b", "c"].map(|cell| vec![cell.to_owned()]).to_vec(),
            sections: vec![(1, "easy".to_owned()), (2, "hard".to_owned())],
            ..Table::default()
        };
        let found: Vec<(&str, usize)> =
            sections(&table).iter().map(|(heading, rows)| (*heading, rows.len())).collect();
        assert_eq!(found, [("", 1), ("easy", 1), ("hard", 1)]);
        let plain = Table { sections: Vec::new(), ..table };
        assert_eq!(sections(&plain)[0].1.len(), 3);
    }
}
