//! Reports: what the records of a run add up to, and one file a form. Content apart from form:
//! nothing here computes a figure twice, and nothing knows how the records came about.

mod column;
mod columns;
mod counted;
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
pub(crate) mod html;
pub(crate) mod incidents;
pub mod markdown;
mod notes;
mod overview;
pub mod packing;
pub mod per_puzzle;
pub(crate) mod percentiles;
mod rates;
mod ratios;
pub mod read_per_puzzle;
mod row_records;
pub(crate) mod run_files;
pub mod slowest;
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
