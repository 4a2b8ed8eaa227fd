//! A comparison as one line a dataset: the baseline's time for a puzzle, and every other solver's as a
//! ratio to it, with its interval. For pages that people read.

use super::changes::ratio;
use crate::compare::comparison::{Comparison, ComparisonRow};
use crate::compare::pairing::Series;
use crate::report::table::{Align, Column, Table};
use crate::report::units::{count, time};

/// The table. Rows that differ in size, goal, pass or workers have a line each, and say so.
pub fn table(comparison: &Comparison) -> Table {
    let mut places: Vec<&Series> = Vec::new();
    let mut solvers: Vec<&str> = Vec::new();
    for row in &comparison.rows {
        if !places.iter().any(|known| known.is_like(&row.series)) {
            places.push(&row.series);
        }
        if !solvers.contains(&row.candidate.as_str()) {
            solvers.push(&row.candidate);
        }
    }
    let baseline = comparison.rows.first().map_or("", |row| &row.baseline);
    let keys: Vec<Key> = KEYS.into_iter().filter(|key| key.varies(&places)).collect();
    let named = keys.iter().map(|key| (key.heading.to_owned(), Align::Left));
    let timed = [(baseline.to_owned(), Align::Right)].into_iter();
    let others = solvers.iter().map(|solver| ((*solver).to_owned(), Align::Right));
    let columns = named.chain(timed).chain(others);
    Table {
        title: vec![format!(
            "time of a puzzle: of {baseline} as measured, of the others as a ratio to it with its \
             95 % interval; below 1 is faster"
        )],
        columns: columns.map(|(heading, align)| Column::named(heading, align)).collect(),
        keys: keys.len(),
        rows: places.iter().map(|place| line(comparison, place, &keys, &solvers)).collect(),
        sections: Vec::new(),
        notes: shared(&places).into_iter().chain(comparison.notes.clone()).collect(),
    }
}

/// What names a line.
#[derive(Clone, Copy)]
struct Key {
    heading: &'static str,
    cell: fn(&Series) -> String,
}

const KEYS: [Key; 5] = [
    Key { heading: "dataset", cell: |series| series.setting.dataset.clone() },
    Key { heading: "size", cell: |series| series.setting.order.to_string() },
    Key { heading: "goal", cell: |series| series.setting.goal.to_string() },
    Key { heading: "pass", cell: |series| series.setting.pass.name().to_owned() },
    Key { heading: "workers", cell: |series| count(series.setting.threads.into()) },
];

impl Key {
    /// The dataset always has its column.
    fn varies(&self, places: &[&Series]) -> bool {
        let first = places.first().map(|place| (self.cell)(place));
        self.heading == "dataset" || places.iter().any(|place| Some((self.cell)(place)) != first)
    }
}

/// What is the same in every line, in a sentence.
fn shared(places: &[&Series]) -> Option<String> {
    let first = places.first()?;
    let same = KEYS.iter().filter(|key| !key.varies(places));
    let facts: Vec<String> =
        same.map(|key| format!("{} {}", key.heading, (key.cell)(first))).collect();
    (!facts.is_empty()).then(|| facts.join(", "))
}

fn line(comparison: &Comparison, place: &Series, keys: &[Key], solvers: &[&str]) -> Vec<String> {
    let here: Vec<&ComparisonRow> =
        comparison.rows.iter().filter(|row| row.series.is_like(place)).collect();
    let named = keys.iter().map(|key| (key.cell)(place));
    let timed = here.first().map_or_else(String::new, |row| time(row.baseline_ns));
    let ratios = solvers.iter().map(|solver| {
        let row = here.iter().find(|row| row.candidate == *solver);
        row.map_or_else(String::new, |row| ratio(row.timing.interval))
    });
    named.chain([timed]).chain(ratios).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::simulate::{QUIET, run};
    use crate::compare::within::{Names, within};
    use crate::report::markdown;

    #[test]
    fn a_dataset_is_a_line_and_a_solver_a_column() {
        let mut records = run(QUIET, &[("mrv", 1.0), ("lockstep", 0.25), ("cycles", 8.0)], 60, 1);
        let first = records.len();
        let hard = run(QUIET, &[("mrv", 1.0), ("lockstep", 0.5)], 60, 2);
        records.extend(hard);
        records[first..].iter_mut().for_each(|r| r.setting.dataset = "hard".to_owned());
        let threshold = "1%".parse().unwrap();
        let comparison = within(&records, None, &Names::default(), threshold).unwrap();
        let table = table(&comparison);
        let headings: Vec<&str> = table.columns.iter().map(|column| &*column.heading).collect();
        assert_eq!(headings, ["dataset", "mrv", "lockstep", "cycles"]);
        assert_eq!(table.rows.len(), 2);
        assert!(table.rows[0][2].starts_with("0.25"), "{:?}", table.rows[0]);
        assert!(table.rows[0][3].starts_with("8.0"), "{:?}", table.rows[0]);
        assert!(
            table.rows[1][2].starts_with("0.5") || table.rows[1][2].starts_with("0.49"),
            "{:?}",
            table.rows[1]
        );
        assert_eq!(table.rows[1][3], "", "cycles did not take part");
        let text = markdown::render(&table);
        assert!(text.contains("| dataset | mrv | lockstep | cycles |"), "{text}");
        assert!(text.contains("pass throughput"), "{text}");
    }
}
