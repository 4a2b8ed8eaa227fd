//! How columns of the summary are written down, and how tables show them. The columns are in
//! `columns.rs`.

use super::table::Align;

/// Which row of an overview's line a cell is about. A line has a row for each pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Of {
    /// What is the same in all passes, or that of the first pass there is.
    Line,
    /// The throughput pass.
    Throughput,
    /// The latency pass.
    Latency,
    /// The latency pass where it met other puzzles or ended otherwise than the throughput pass.
    DifferingLatency,
    /// Counted instructions.
    Instructions,
}

/// How a table shows a column of rows `R`.
pub(super) struct Shown<R> {
    /// Its place: columns stand in the order of these.
    pub place: u32,
    /// Which row of the line it is about.
    pub of: Of,
    /// The group it belongs to, like `latency`; empty for none.
    pub group: &'static str,
    /// Its heading.
    pub heading: &'static str,
    /// How its cells line up.
    pub align: Align,
    /// How soon it is left out where there is no room for all: 0 never.
    pub rank: u8,
    /// Its cell; nothing where there is nothing to show.
    pub cell: fn(&R) -> Option<String>,
}

/// Leaves a column out where there is no room for all, those with the highest rank first.
pub(super) const fn ranked<R>(rank: u8, shown: Shown<R>) -> Shown<R> {
    Shown { rank, ..shown }
}

/// A figure of the group.
pub(super) const fn figure<R>(
    place: u32,
    of: Of,
    [group, heading]: [&'static str; 2],
    cell: fn(&R) -> Option<String>,
) -> Shown<R> {
    Shown { place, of, group, heading, align: Align::Right, rank: 0, cell }
}

/// Words instead of a figure.
pub(super) const fn words<R>(
    place: u32,
    of: Of,
    [group, heading]: [&'static str; 2],
    cell: fn(&R) -> Option<String>,
) -> Shown<R> {
    Shown { place, of, group, heading, align: Align::Left, rank: 0, cell }
}

/// Makes [`SummaryRow`](super::columns::SummaryRow) and all that depends on its columns from one
/// table: the fields, their names in the order of the file, how each is computed from the records of
/// the row, and how tables show it.
macro_rules! columns {
    ($(
        $(#[$attribute:meta])*
        $name:ident: $type:ty = $compute:expr $(, shown: [$($shown:expr),+ $(,)?])?;
    )*) => {
        /// One line of `summary.csv` and one object of `--json`: what it is about, and the columns in
        /// their order. What was not measured is `None`: empty in CSV, null in JSON. No number is ever
        /// NaN.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[serde(from = "Flat", into = "Flat")]
        pub struct SummaryRow {
            /// Backend.
            pub solver: String,
            /// What was measured, and how.
            pub setting: Setting,
            /// Most puzzles handed over at once.
            pub block: u32,
            $($(#[$attribute])* pub $name: $type,)*
        }

        /// A row as it stands in the files.
        #[derive(Serialize, Deserialize)]
        struct Flat {
            solver: String,
            dataset: String,
            order: Order,
            goal: Goal,
            pass: Pass,
            threads: u32,
            block: u32,
            $($(#[$attribute])* $name: $type,)*
        }

        impl From<SummaryRow> for Flat {
            fn from(row: SummaryRow) -> Self {
                let Setting { dataset, order, goal, pass, threads } = row.setting;
                let (solver, block) = (row.solver, row.block);
                Self { solver, dataset, order, goal, pass, threads, block, $($name: row.$name,)* }
            }
        }

        impl From<Flat> for SummaryRow {
            fn from(row: Flat) -> Self {
                let Flat { solver, dataset, order, goal, pass, threads, block, .. } = row;
                let setting = Setting { dataset, order, goal, pass, threads };
                Self { solver, setting, block, $($name: row.$name,)* }
            }
        }

        impl SummaryRow {
            /// Computes every column.
            pub(super) fn of(records: &RowRecords<'_>) -> Self {
                Self {
                    solver: records.solver.clone(),
                    setting: records.setting.clone(),
                    block: records.block,
                    $($name: {
                        let compute: fn(&RowRecords<'_>) -> $type = $compute;
                        compute(records)
                    },)*
                }
            }
        }

        /// The columns of `summary.csv`, in the order of the file. Columns are only ever added, at the
        /// end; those of [`Identity`] come last.
        pub const HEADER: &[&str] = &[
            "solver", "dataset", "order", "goal", "pass", "threads", "block",
            $(stringify!($name),)*
            Identity::COLUMNS[0], Identity::COLUMNS[1], Identity::COLUMNS[2],
        ];

        /// What tables show of a row.
        pub(super) const SHOWN: &[Shown<SummaryRow>] = &[$($($($shown,)+)?)*];
    };
}

pub(super) use columns;
