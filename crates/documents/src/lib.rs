//! The adapter that makes documents: a month of entries as a spreadsheet, the attendance of a month on paper. What
//! stands in them, and who may have them, is decided elsewhere.
#![deny(missing_docs)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        reason = "a test that meets the impossible should stop"
    )
)]

mod maker;
mod press;
mod report;
mod spreadsheet;

pub use maker::DocumentMaker;
