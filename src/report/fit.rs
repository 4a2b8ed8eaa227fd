//! A table made to fit: what is the same in all rows above it, datasets as headings, and of the
//! columns those that there is room for, or those that were asked for.

use super::columns::ALL_RIGHT;
use super::table::{Column, Table, shortened};
use crate::record::distinct;

/// Blanks between two columns.
pub(super) const GAP: usize = 2;
/// Characters that are left of a name.
const LEAST_NAME: usize = 12;
/// Asks for every column.
const ALL: &str = "all";
/// Begins the name of the column of ratios, which ends with a solver's.
const RATIO: &str = "x-";
/// Columns that become headings, where they vary and are not the first.
const HEADINGS: [&str; 2] = ["dataset", "size"];
/// The column whose cells are not lost with it.
const OUTCOMES: &str = "outcomes";

/// Makes a table fit a width; `asked` names columns in their order, `all` asks for every one.
///
/// # Errors
/// When there is no column of such a name.
pub(crate) fn fit(table: &Table, width: usize, asked: &[String]) -> Result<Table, String> {
    let table = with_sections(hoisted(table.clone()));
    if asked == [ALL] {
        return Ok(table);
    }
    if asked.is_empty() {
        let columns = roomy(&with_short_names(table.clone(), width), width);
        return Ok(with_short_names(select(table, &columns), width));
    }
    let columns: Vec<usize> =
        asked.iter().map(|name| named(&table, name)).collect::<Result<_, _>>()?;
    Ok(select(table, &columns))
}

/// Names a column by its heading, and by its group, too, where another has the same.
fn name_of(table: &Table, column: usize) -> String {
    let Column { group, heading, .. } = &table.columns[column];
    let is_alone = table.columns.iter().filter(|other| other.heading == *heading).count() == 1;
    let name = if is_alone || group.is_empty() {
        heading.to_string()
    } else {
        format!("{group} {heading}")
    };
    name.replace(' ', "-")
}

/// With its group, where it has one.
fn qualified(column: &Column) -> String {
    format!("{} {}", column.group, column.heading).trim().replace(' ', "-")
}

/// Refuses names that no column of a table that is made of these can have, before there is one.
///
/// # Errors
/// When there is such a name.
pub(crate) fn verify_names(columns: &[Column], asked: &[String]) -> Result<(), String> {
    for name in asked {
        let wanted = name.trim().to_lowercase().replace(' ', "-");
        let names = columns.iter().flat_map(|column| {
            [column.heading.replace(' ', "-"), qualified(column)].map(|name| name.to_lowercase())
        });
        let is_ratio = wanted.starts_with(RATIO);
        if wanted != ALL && !is_ratio && !names.into_iter().any(|known| known == wanted) {
            let known = distinct(columns.iter().map(qualified));
            return Err(format!(
                "--columns {name}: there is no such column; columns: {ALL}, {RATIO}SOLVER, {}",
                known.join(", ")
            ));
        }
    }
    Ok(())
}

fn named(table: &Table, name: &str) -> Result<usize, String> {
    let wanted = name.trim().to_lowercase().replace(' ', "-");
    let measured = table.keys..table.columns.len();
    let is_named = |column: usize| {
        let names = [name_of(table, column), qualified(&table.columns[column])];
        names.iter().any(|name| name.to_lowercase() == wanted)
    };
    let found = measured.clone().find(|&column| is_named(column));
    found.ok_or_else(|| {
        let names: Vec<String> = measured.map(|column| name_of(table, column)).collect();
        format!(
            "--columns {name}: this table has no such column; columns: {ALL}, {}",
            names.join(", ")
        )
    })
}

/// Puts what is the same in all rows above them, but for the first column.
fn hoisted(mut table: Table) -> Table {
    let mut said = Vec::new();
    for column in (1..table.keys).rev() {
        let mut contents =
            table.rows.iter().map(|row| &row[column]).filter(|cell| !cell.is_empty());
        let Some(first) = contents.next().cloned() else { continue };
        if contents.all(|cell| *cell == first) {
            said.insert(0, format!("{} {first}", table.columns[column].heading));
            remove(&mut table, column);
        }
    }
    if !said.is_empty() {
        table.title.push(said.join(", "));
    }
    table
}

/// Makes datasets headings, each above all of its rows.
fn with_sections(mut table: Table) -> Table {
    let is_heading = |column: &usize| HEADINGS.contains(&&*table.columns[*column].heading);
    let places: Vec<usize> = (1..table.keys).filter(is_heading).collect();
    if places.is_empty() {
        return table;
    }
    let title = |row: &Vec<String>| -> String {
        let parts: Vec<&str> = places.iter().map(|&at| row[at].as_str()).collect();
        parts.join(", ")
    };
    let titles = distinct(table.rows.iter().map(title));
    let of = |row: &Vec<String>| titles.iter().position(|one| *one == title(row));
    table.rows.sort_by_key(of);
    for (at, row) in table.rows.iter().enumerate() {
        if at == 0 || of(row) != of(&table.rows[at - 1]) {
            table.sections.push((at, title(row)));
        }
    }
    for &column in places.iter().rev() {
        remove(&mut table, column);
    }
    table
}

fn remove(table: &mut Table, column: usize) {
    table.columns.remove(column);
    for row in &mut table.rows {
        row.remove(column);
    }
    table.keys -= usize::from(column < table.keys);
}

/// Cuts the names of rows that would leave no room for the columns that are never left out.
fn with_short_names(mut table: Table, width: usize) -> Table {
    let always = (table.keys..table.columns.len()).filter(|&at| table.columns[at].rank == 0);
    let taken: usize = always.map(|at| table.width_of(at) + GAP).sum();
    let others: usize = (1..table.keys).map(|at| table.width_of(at) + GAP).sum();
    let most = width.saturating_sub(taken + others).max(LEAST_NAME);
    for row in &mut table.rows {
        row[0] = shortened(&row[0], most);
    }
    table
}

/// The columns there is room for: all that are never left out, and of the others those of a lower rank
/// first.
fn roomy(table: &Table, width: usize) -> Vec<usize> {
    let size = |column: usize| table.width_of(column) + GAP;
    let mut order: Vec<usize> = (table.keys..table.columns.len()).collect();
    order.sort_by_key(|&column| table.columns[column].rank);
    // The last column has one blank behind it.
    let mut left = (width + GAP - 1).saturating_sub((0..table.keys).map(size).sum());
    let mut kept = Vec::new();
    for column in order {
        if table.columns[column].rank == 0 || size(column) <= left {
            left = left.saturating_sub(size(column));
            kept.push(column);
        }
    }
    kept.sort_unstable();
    kept
}

/// The table with these of its measured columns. Outcomes that are not all right are said below it
/// where their column is not among them.
fn select(mut table: Table, columns: &[usize]) -> Table {
    let outcomes = table.columns.iter().position(|column| column.heading == OUTCOMES);
    if let Some(outcomes) = outcomes.filter(|column| !columns.contains(column)) {
        let section = |at: usize| table.sections.iter().rev().find(|(from, _)| *from <= at);
        let mut said = Vec::new();
        for (at, row) in table.rows.iter().enumerate() {
            let cell = &row[outcomes];
            if !cell.is_empty() && cell != ALL_RIGHT {
                let place = section(at).map_or(String::new(), |(_, title)| format!(", {title}"));
                said.push(format!("{}{place}: {cell}", row[0]));
            }
        }
        table.notes.splice(0..0, said);
    }
    let kept: Vec<usize> = (0..table.keys).chain(columns.iter().copied()).collect();
    table.columns = kept.iter().map(|&column| table.columns[column].clone()).collect();
    for row in &mut table.rows {
        *row = kept.iter().map(|&column| row[column].clone()).collect();
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::rows;
    use super::super::overview;
    use super::*;
    use crate::record::manifest_sample;

    fn headings(table: &Table) -> Vec<&str> {
        table.columns.iter().map(|column| &*column.heading).collect()
    }

    #[test]
    fn wider_terminals_show_more_and_narrow_ones_what_matters() {
        let all = overview(&rows(), &manifest_sample());
        let essential = ["solver", "puzzles/s", "x mrv", "p50", "p99", "max", "wrong"];
        let narrow = fit(&all, 80, &[]).unwrap();
        assert!(essential.iter().all(|one| headings(&narrow).contains(one)), "{narrow:?}");
        let mut last = 0;
        for width in [40, 80, 100, 120, 160, 200, 300] {
            let count = fit(&all, width, &[]).unwrap().columns.len();
            assert!(count >= last, "{width}");
            last = count;
        }
        assert_eq!(last + 2, all.columns.len(), "datasets and sizes have become headings");
    }

    #[test]
    fn datasets_are_headings_and_no_outcome_is_lost() {
        let fitted = fit(&overview(&rows(), &manifest_sample()), 60, &[]).unwrap();
        assert_eq!(
            fitted.sections,
            [(0, "royle17.txt, 9x9".to_owned()), (3, "giants.txt, 25x25".to_owned())]
        );
        let said = "royle17.txt, 9x9: 1,009 unique, 12 timed out, 3 WRONG";
        assert!(fitted.notes.iter().any(|note| note.ends_with(said)), "{:?}", fitted.notes);
    }

    #[test]
    fn columns_are_chosen_by_their_headings() {
        let all = overview(&rows(), &manifest_sample());
        let names =
            |names: &[&str]| -> Vec<String> { names.iter().map(|&name| name.into()).collect() };
        let chosen = fit(&all, 80, &names(&["latency-max", "puzzles/s"])).unwrap();
        assert_eq!(headings(&chosen), ["solver", "max", "puzzles/s"]);
        let why = fit(&all, 80, &names(&["p51"])).unwrap_err();
        assert!(why.contains("p51") && why.contains("p50") && why.contains("latency-max"), "{why}");
    }

    #[test]
    fn names_are_looked_at_before_there_is_a_table() {
        let columns = super::super::overview::columns();
        let verified = |name: &str| verify_names(&columns, &[name.to_owned()]);
        for name in ["all", "p50", "latency-p50", "Puzzles/s", "x-mrv", "95 % between", "PAR-2"] {
            assert_eq!(verified(name), Ok(()), "{name}");
        }
        let why = verified("p51").unwrap_err();
        assert!(
            why.contains("p51") && why.contains("latency-p50") && why.contains("x-SOLVER"),
            "{why}"
        );
    }
}
