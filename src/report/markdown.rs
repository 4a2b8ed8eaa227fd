//! `summary.md`: the overview, the machine and the datasets, for people and their pull requests.

use std::fmt::Write;

use super::facts::{dataset, machine, run, solvers};
use super::table::{Align, Table};
use crate::record::Manifest;
use crate::text;

/// The whole summary.
pub fn summary(overview: &Table, manifest: &Manifest) -> String {
    let sections = [
        format!("# sudoku-bench, {}\n", manifest.started),
        render(overview),
        format!("## Run\n\n{}", list(&run(manifest))),
        format!("## Machine\n\n{}", list(&machine(&manifest.machine))),
        format!(
            "## Datasets\n\n{}",
            list(&manifest.datasets.iter().map(dataset).collect::<Vec<_>>())
        ),
        format!("## Solvers\n\n{}", list(&solvers(manifest))),
    ];
    let sections: Vec<String> = sections.into_iter().filter(|text| !text.is_empty()).collect();
    sections.join("\n")
}

/// A table with what is to be said above and below it.
pub fn render(one: &Table) -> String {
    let title = one.title.iter().map(|line| format!("{}  \n", escaped(line))).collect();
    let sections = [title, table(one), list(&one.notes)];
    let sections: Vec<String> = sections.into_iter().filter(|text| !text.is_empty()).collect();
    sections.join("\n")
}

/// A table in pipes: headings with their group before them.
pub fn table(table: &Table) -> String {
    if table.columns.is_empty() {
        return String::new();
    }
    let headings = table.columns.iter().map(|column| match column.group {
        "" => escaped(&column.heading),
        group => format!("{group}: {}", escaped(&column.heading)),
    });
    let mut text = row(headings);
    text.push_str(&row(table.columns.iter().map(|column| match column.align {
        Align::Left => ":--".to_owned(),
        Align::Right => "--:".to_owned(),
    })));
    for cells in &table.rows {
        text.push_str(&row(cells.iter().map(|cell| escaped(cell))));
    }
    text
}

fn row(cells: impl Iterator<Item = String>) -> String {
    let mut text = String::from("|");
    for cell in cells {
        let _ = write!(text, " {cell} |"); // writing to a String cannot fail
    }
    text.push('\n');
    text
}

fn list(items: &[String]) -> String {
    items.iter().map(|item| format!("- {}\n", escaped(item))).collect()
}

/// Names come from users: they must not open a column, a link, a tag, an entity, a formula or
/// emphasis, nor begin a line.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text::line(text).chars() {
        if matches!(c, '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '~' | '&' | '$')
        {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::rows;
    use super::super::overview;
    use super::*;
    use crate::record::manifest_sample;

    #[test]
    fn the_summary_says_what_the_terminal_says_and_where() {
        let manifest = manifest_sample();
        insta::assert_snapshot!(summary(&overview(&rows(), &manifest), &manifest));
    }

    #[test]
    fn nothing_measured_makes_no_table() {
        let manifest = Manifest { datasets: Vec::new(), backends: Vec::new(), ..manifest_sample() };
        let text = summary(&overview(&[], &manifest), &manifest);
        assert!(text.contains("nothing was measured") && !text.contains('|'), "{text}");
    }

    #[test]
    fn a_name_cannot_break_the_table() {
        assert_eq!(escaped("a|b_c\n<i>"), "a\\|b\\_c\\\\n\\<i\\>");
        assert_eq!(escaped("&lt;$x$"), "\\&lt;\\$x\\$");
    }
}
