//! The summary: one row a solver, dataset, order, goal, pass, workers and block, written and read.
//! Every form of report shows these rows; none computes its own.

use std::io::{self, Read, Write};

pub use super::columns::{HEADER, SummaryRow};
use crate::record::Identity;

/// Writes rows as CSV, with a header even where there is no row.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_csv(rows: &[SummaryRow], identity: &Identity, out: impl Write) -> io::Result<()> {
    let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(out);
    csv.write_record(HEADER)?;
    for row in rows {
        csv.serialize((row, identity))?;
    }
    csv.flush()
}

/// Reads what [`write_csv`] wrote. Unknown columns are passed over.
///
/// # Errors
/// When a column is missing or a field is not what it should be; the error names line and field.
pub fn read_csv(input: impl Read) -> Result<Vec<SummaryRow>, csv::Error> {
    csv::Reader::from_reader(input).into_deserialize().collect()
}

/// Writes rows as a JSON array.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_json(rows: &[SummaryRow], mut out: impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut out, rows)?;
    out.write_all(b"\n")
}

#[cfg(test)]
pub(crate) mod tests {
    pub(crate) use super::super::columns::tests::{latency, sample};
    use super::*;
    use crate::record::Setting;
    use crate::solver::Goal;

    fn csv(rows: &[SummaryRow]) -> String {
        let mut bytes = Vec::new();
        write_csv(rows, &Identity::default(), &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn the_columns_are_the_documented_ones_in_their_order() {
        let header = csv(&[]);
        // As the issue that asked for this file gives them.
        let fixed = "solver,dataset,order,goal,pass,threads,block,puzzles,of,unique,multiple,\
            none,incomplete,timed_out,crashed,wrong,puzzles_per_s,puzzles_per_s_low,\
            puzzles_per_s_high,wall_ns,cpu_ns,mean_ns,p50_ns,p90_ns,p99_ns,p999_ns,max_ns,\
            guesses_per_puzzle,no_guess_share,";
        assert!(header.starts_with(fixed), "{header}");
        let value = serde_json::to_value(sample()).unwrap();
        let (columns, identity) = HEADER.split_at(HEADER.len() - Identity::COLUMNS.len());
        assert_eq!(identity, Identity::COLUMNS);
        assert_eq!(value.as_object().unwrap().len(), columns.len());
        assert!(columns.iter().all(|column| value.get(column).is_some()));
    }

    #[test]
    fn rows_survive_their_file() {
        let odd = SummaryRow {
            solver: "dylib:./a b.so#f,\"g\"".to_owned(),
            setting: Setting { goal: Goal::Count(7), ..latency().setting },
            cpu_ns: None,
            grain: None,
            par2_ns: Some(1.0 / 3.0),
            peak_rss_bytes: Some(1 << 40),
            interrupted: true,
            only_counted: 0,
            instructions_per_puzzle: None,
            ..latency()
        };
        let rows = [sample(), latency(), odd];
        assert_eq!(read_csv(csv(&rows).as_bytes()).unwrap(), rows);
        let mut json = Vec::new();
        write_json(&rows, &mut json).unwrap();
        assert_eq!(serde_json::from_slice::<Vec<SummaryRow>>(&json).unwrap(), rows);
    }

    #[test]
    fn every_field_stands_under_its_own_name() {
        let text = csv(&[latency()]);
        let mut lines = text.lines();
        let (header, row) = (lines.next().unwrap(), lines.next().unwrap());
        let field = |name| {
            let place = header.split(',').position(|column| column == name).unwrap();
            row.split(',').nth(place).unwrap()
        };
        assert_eq!((field("order"), field("goal"), field("pass")), ("3", "unique", "latency"));
        assert_eq!(
            (field("unique"), field("p999_ns"), field("grain")),
            ("49151", "1203199", "puzzle")
        );
        assert_eq!((field("puzzles_per_s"), field("no_guess_share")), ("", "0.4375"));
    }

    #[test]
    fn what_was_not_measured_is_null_in_json() {
        let mut json = Vec::new();
        write_json(&[sample()], &mut json).unwrap();
        let value: serde_json::Value = serde_json::from_slice(&json).unwrap();
        assert!(value[0]["p50_ns"].is_null());
        assert_eq!(value[0]["order"], 3);
        let mut json = Vec::new();
        write_json(&[], &mut json).unwrap();
        assert_eq!(json, b"[]\n");
    }
}
