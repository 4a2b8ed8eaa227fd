//! A table for a terminal, or for what reads our output in its place: plain text, no wider than
//! asked for.

use std::ops::Range;

use comfy_table::{Cell, CellAlignment, ContentArrangement, TableComponent, presets};
use textwrap::WordSplitter;

use super::fit::GAP;
use super::table::{Align, Table, shortened};
use crate::text;

/// Width where nothing gives one.
const WIDTH: usize = 120;
/// Least width that is kept to.
const LEAST: usize = 40;

/// Width of the terminal behind standard output; where there is none, what COLUMNS says, or else
/// 120.
pub fn width() -> usize {
    // A terminal that does not know its width has none.
    let terminal = comfy_table::Table::new().width().map(usize::from);
    let said = || std::env::var("COLUMNS").ok()?.trim().parse().ok();
    let width = terminal.filter(|&width| width > 0).or_else(said);
    width.filter(|&width| width > 0).unwrap_or(WIDTH).max(LEAST)
}

/// Lays a table out. A table wider than `width` is cut into panels below each other, each with the
/// columns that name its rows; without a width it is one panel, however wide.
pub fn render(table: &Table, width: Option<usize>) -> String {
    let width = width.map(|width| width.max(LEAST));
    let table = plain_text(table);
    let table = &match width {
        Some(width) => with_short_keys(&table, width),
        None => table,
    };
    let mut text = String::new();
    for line in &table.title {
        text.push_str(&wrapped(line, "", width));
    }
    for panel in panels(table, width) {
        text.push('\n');
        text.push_str(&drawn(table, panel, width));
    }
    if !table.notes.is_empty() {
        text.push('\n');
    }
    for note in &table.notes {
        text.push_str(&wrapped(note, "- ", width));
    }
    text::lines(&text) // a name that was broken may begin a line anew
}

/// The same with names that cannot end a line or move the cursor.
fn plain_text(table: &Table) -> Table {
    let plain = |texts: &[String]| texts.iter().map(|text| text::line(text).into()).collect();
    Table {
        title: plain(&table.title),
        rows: table.rows.iter().map(|row| plain(row)).collect(),
        notes: plain(&table.notes),
        sections: table
            .sections
            .iter()
            .map(|(at, title)| (*at, text::line(title).into()))
            .collect(),
        ..table.clone()
    }
}

/// Cuts the names of rows that would leave no room for figures, in the middle: the ends differ.
fn with_short_keys(table: &Table, width: usize) -> Table {
    let mut table = table.clone();
    let measured = table.keys..table.columns.len();
    let widest = measured.map(|column| table.width_of(column)).max().unwrap_or(0);
    let names = (width / 2).min(width.saturating_sub(widest + 1));
    let most = (names / table.keys.max(1)).saturating_sub(GAP).max(8);
    for row in &mut table.rows {
        for cell in &mut row[..table.keys] {
            *cell = shortened(cell, most);
        }
    }
    table
}

/// Which columns stand side by side, those that name the rows left out. Groups stay together
/// where one of them fits the width at all.
fn panels(table: &Table, width: Option<usize>) -> Vec<Range<usize>> {
    let from = table.keys;
    let all = from..table.columns.len();
    let Some(width) = width else {
        return if all.is_empty() { Vec::new() } else { Vec::from([all]) };
    };
    let span = |range: Range<usize>| range.map(|i| table.width_of(i) + GAP).sum::<usize>();
    // The last column has one blank behind it.
    let room = (width + GAP - 1).saturating_sub(span(0..from));
    let mut panels: Vec<Range<usize>> = Vec::new();
    for group in groups(table) {
        let pieces: Vec<Range<usize>> = match span(group.clone()) <= room {
            true => vec![group],
            false => group.map(|column| column..column + 1).collect(),
        };
        for piece in pieces {
            match panels.last_mut() {
                Some(panel) if span(panel.start..piece.end) <= room => panel.end = piece.end,
                _ => panels.push(piece),
            }
        }
    }
    panels
}

/// Runs of columns with the same group.
fn groups(table: &Table) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for column in table.keys..table.columns.len() {
        match groups.last_mut() {
            Some(run) if table.columns[run.start].group == table.columns[column].group => {
                run.end = column + 1;
            }
            _ => groups.push(column..column + 1),
        }
    }
    groups
}

fn drawn(table: &Table, panel: Range<usize>, width: Option<usize>) -> String {
    let columns: Vec<usize> = (0..table.keys).chain(panel).collect();
    let mut drawn = comfy_table::Table::new();
    drawn.load_preset(presets::NOTHING);
    drawn.set_style(TableComponent::HeaderLines, '-');
    drawn.set_style(TableComponent::MiddleHeaderIntersections, '-');
    drawn.set_content_arrangement(ContentArrangement::Disabled);
    drawn.remove_style(TableComponent::LeftBorder);
    drawn.remove_style(TableComponent::RightBorder);
    let is_grouped = columns.iter().any(|&i| !table.columns[i].group.is_empty());
    let mut last = "";
    drawn.set_header(columns.iter().map(|&i| {
        let column = &table.columns[i];
        // A group's name stands above its first column only.
        let group = if column.group == last { "" } else { column.group };
        last = column.group;
        let heading = &column.heading;
        aligned(
            if is_grouped { format!("{group}\n{heading}") } else { heading.to_string() },
            column.align,
        )
    }));
    for row in &table.rows {
        drawn.add_row(columns.iter().map(|&i| aligned(row[i].clone(), table.columns[i].align)));
    }
    for column in drawn.column_iter_mut() {
        column.set_padding((0, GAP as u16 - 1)); // the blank between two columns is the rest
    }
    let mut lines: Vec<String> =
        drawn.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    // No cell is broken, so that each row is a line.
    let header = lines.len() - table.rows.len();
    for (at, title) in table.sections.iter().rev() {
        let gap = if *at == 0 { "" } else { "\n" };
        let title = width.map_or(title.clone(), |width| shortened(title, width));
        lines.insert(header + at, format!("{gap}{title}\n"));
    }
    lines.concat()
}

fn aligned(text: String, align: Align) -> Cell {
    Cell::new(text).set_alignment(match align {
        Align::Left => CellAlignment::Left,
        Align::Right => CellAlignment::Right,
    })
}

/// A sentence in lines of at most `width`, broken between words, `mark` before the first.
fn wrapped(sentence: &str, mark: &str, width: Option<usize>) -> String {
    let indent = " ".repeat(mark.len());
    let options = textwrap::Options::new(width.unwrap_or(usize::MAX))
        .initial_indent(mark)
        .subsequent_indent(&indent)
        .word_splitter(WordSplitter::NoHyphenation) // a name is searched for as it stands
        .break_words(false);
    textwrap::fill(sentence, options) + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::fit::fit;
    use super::super::fixtures::rows;
    use super::super::overview;
    use super::*;
    use crate::record::manifest_sample;

    /// The columns for which there is room.
    fn shown(width: usize) -> String {
        let table = overview(&rows(), &manifest_sample());
        render(&fit(&table, width, &[]).expect("none is asked for"), Some(width))
    }

    /// All columns.
    fn whole(width: Option<usize>) -> String {
        let table = overview(&rows(), &manifest_sample());
        let all = fit(&table, 0, &["all".to_owned()]).expect("all is a name");
        render(&all, width)
    }

    #[test]
    fn what_is_piped_is_one_table() {
        insta::assert_snapshot!(shown(120));
    }

    #[test]
    fn a_narrow_terminal_gets_what_matters_in_one_table() {
        insta::assert_snapshot!(shown(80));
    }

    #[test]
    fn one_solver_on_one_dataset_fits_without_ado() {
        let rows = &rows()[..3];
        let one: Vec<_> = rows.iter().filter(|row| row.solver == "mrv").cloned().collect();
        let table = fit(&overview(&one, &manifest_sample()), 120, &[]).expect("none is asked for");
        insta::assert_snapshot!(render(&table, Some(120)));
    }

    #[test]
    fn a_sentence_is_broken_at_blanks_only_and_only_where_there_is_a_width() {
        let sentence = "lock-step is faster than a-name-of-many-parts";
        let broken = "- lock-step\n  is faster\n  than\n  a-name-of-many-parts\n";
        assert_eq!(wrapped(sentence, "- ", Some(12)), broken);
        assert_eq!(wrapped(sentence, "- ", None), format!("- {sentence}\n"));
    }

    #[test]
    fn nothing_measured_is_a_sentence() {
        insta::assert_snapshot!(render(&overview(&[], &manifest_sample()), Some(80)));
    }

    #[test]
    fn no_line_is_wider_than_the_terminal_and_no_figure_is_lost() {
        let all = whole(None);
        let figures = |text: &str| -> Vec<String> {
            let mut words: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
            words.retain(|word| word.starts_with(|c: char| c.is_ascii_digit()));
            words.sort();
            words.dedup();
            words
        };
        for width in [60, 80, 100, 132, 200] {
            let text = whole(Some(width));
            assert_eq!(figures(&text), figures(&all), "width {width}");
            for text in [text, shown(width)] {
                let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
                assert!(widest <= width, "{widest} at {width}:\n{text}");
            }
        }
    }

    #[test]
    fn a_long_name_keeps_its_ends() {
        assert_eq!(shortened("dylib:./solvers/libbacktrack.so", 16), "dylib…cktrack.so");
        assert_eq!(shortened("mrv", 8), "mrv");
    }
}
