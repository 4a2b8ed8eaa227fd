//! Reports: what the records of a run add up to, and one file a form. Content apart from form:
//! nothing here computes a figure twice, and nothing knows how the records came about.

mod column;
mod columns;
mod counted;
pub mod difficulties;
mod disturbance;
pub mod explanation;
mod facts;
mod figures;
mod findings;
pub(crate) mod fit;
#[cfg(test)]
mod fixtures;
pub mod folder;
pub mod histogram;
pub(crate) mod history;
pub(crate) mod html;
pub(crate) mod incidents;
pub mod markdown;
pub(crate) mod merged;
mod notes;
pub(crate) mod overview;
pub mod packing;
pub(crate) mod pairs;
pub mod per_puzzle;
pub(crate) mod percentiles;
pub(crate) mod puzzle_sample;
mod rates;
mod ratios;
pub mod read_per_puzzle;
pub(crate) mod rounds;
mod row_records;
mod row_sums;
pub(crate) mod run_files;
pub mod slowest;
pub(crate) mod solved_within;
pub mod summary;
mod sums;
pub mod table;
pub mod terminal;
pub mod units;
pub mod verdict;
pub mod whole;

pub use folder::Folder;
pub use overview::overview;
pub use slowest::Slow;
pub use summary::SummaryRow;
pub use sums::summarize;
pub use table::Table;
