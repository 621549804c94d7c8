//! The adapters for documents: they make a table as a spreadsheet, or on paper, and calendars for other programs, and read the files
//! that people move in with. What stands in a file, and who may have it, is decided elsewhere.

mod calendar;
mod import;
mod maker;
mod print_queue;
mod report;
mod spreadsheet;
mod workers;

pub use import::FileReader;
pub use maker::DocumentMaker;
pub use workers::BlockingWorkers;
