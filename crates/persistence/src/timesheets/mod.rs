//! Entries of days and their versions.

pub(crate) mod page;
pub(crate) mod reads;
pub(crate) mod write;
