//! Reports: what the records of a run add up to, and one file a form. Content apart from form:
//! nothing here computes a figure twice, and nothing knows how the records came about.

mod figures;
pub mod summary;
mod sums;

pub use summary::SummaryRow;
pub use sums::summarize;
