//! A table as content: what stands in which column. Terminal and Markdown give it a form.

use std::borrow::Cow;

/// On which side a column's cells line up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// Words.
    Left,
    /// Figures.
    Right,
}

/// A column's heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// The group it belongs to, like `latency`; empty for none.
    pub group: &'static str,
    /// Its own name.
    pub heading: Cow<'static, str>,
    /// How its cells line up.
    pub align: Align,
    /// How soon it is left out where there is no room for all: 0 never.
    pub rank: u8,
}

impl Column {
    /// A column of no group.
    pub fn named(heading: impl Into<Cow<'static, str>>, align: Align) -> Self {
        Self { group: "", heading: heading.into(), align, rank: 0 }
    }
}

/// Columns and rows, with what is to be said above and below.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Table {
    /// Lines above: what is the same in every row.
    pub title: Vec<String>,
    /// Headings.
    pub columns: Vec<Column>,
    /// How many columns at the left name the row; a form that splits the table repeats them.
    pub keys: usize,
    /// One cell a column.
    pub rows: Vec<Vec<String>>,
    /// Headings between the rows: the number of the row that follows, and what stands above it.
    pub sections: Vec<(usize, String)>,
    /// Sentences below: what a reader of the figures must know.
    pub notes: Vec<String>,
}

impl Table {
    /// A table whose first column names the rows, with nothing above and below it.
    pub(crate) fn of<H: Into<Cow<'static, str>>>(
        columns: impl IntoIterator<Item = (H, Align)>,
        rows: Vec<Vec<String>>,
    ) -> Self {
        let columns = columns.into_iter().map(|(heading, align)| Column::named(heading, align));
        Self { columns: columns.collect(), keys: 1, rows, ..Self::default() }
    }

    /// Characters of the widest cell or heading of a column.
    pub fn width_of(&self, column: usize) -> usize {
        let Column { group, heading, .. } = &self.columns[column];
        let cells = self.rows.iter().map(|row| row[column].chars().count());
        cells.chain([group.chars().count(), heading.chars().count()]).max().unwrap_or(0)
    }

    /// Leaves out the columns that have no cell with content in any row.
    pub fn without_empty_columns(mut self) -> Self {
        let is_kept = |column: usize| self.rows.iter().any(|row| !row[column].is_empty());
        let kept: Vec<bool> = (0..self.columns.len()).map(is_kept).collect();
        self.keys = kept[..self.keys].iter().filter(|&&kept| kept).count();
        retain(&mut self.columns, &kept);
        for row in &mut self.rows {
            retain(row, &kept);
        }
        self
    }
}

/// A text of at most so many characters, cut in the middle: the ends of names differ.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let chars: Vec<char> = text.chars().collect();
    if chars.len() <= most {
        return text.to_owned();
    }
    let tail = (most - 1) * 2 / 3;
    let head = most - 1 - tail;
    let (head, tail) = (&chars[..head], &chars[chars.len() - tail..]);
    head.iter().chain(&['…']).chain(tail).collect()
}

fn retain<T>(items: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    items.retain(|_| kept.next().copied().unwrap_or(true));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_columns_go_with_their_headings() {
        let column = |heading| Column::named(heading, Align::Left);
        let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
        let table = Table {
            columns: ["a", "b", "long heading", "d"].map(column).to_vec(),
            keys: 2,
            rows: vec![row(["1", "", "x", ""]), row(["2", "", "", ""])],
            ..Table::default()
        };
        let table = table.without_empty_columns();
        assert_eq!(table.keys, 1);
        assert_eq!(
            table.rows,
            [vec!["1".to_owned(), "x".to_owned()], vec!["2".to_owned(), String::new()]]
        );
        assert_eq!((table.width_of(0), table.width_of(1)), (1, 12));
    }
}
