//! The adapter that makes documents: a table as a spreadsheet, or on paper, and calendars for other programs. What stands in it, and who may have it, is
//! decided elsewhere.

mod calendar;

mod maker;
mod print_queue;
mod report;
mod spreadsheet;

pub use maker::DocumentMaker;
