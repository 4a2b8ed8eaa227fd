//! Who is right: claims, what the answers prove, and whose recount is believed.

pub(crate) mod answers;
pub(crate) mod cases;
pub(crate) mod claims;
pub(crate) mod found;
pub(crate) mod settle;
pub(crate) mod sheet;
pub(crate) mod trust;
