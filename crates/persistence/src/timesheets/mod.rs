//! Entries of days and their versions.

mod reads;
mod write;
