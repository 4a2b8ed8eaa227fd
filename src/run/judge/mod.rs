//! Who is right: claims, what the answers prove, and whose recount is believed.

pub mod claims;
pub mod found;
pub mod judging;
pub mod settle;
pub mod trust;
