//! Who is right: claims, what the answers prove, and whose recount is believed.

pub mod answers;
pub mod cases;
pub mod claims;
pub mod found;
pub mod settle;
pub mod sheet;
pub mod trust;
