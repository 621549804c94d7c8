//! Files that people move in with, as programs write them (moving-in.md 1.2 and 1.7). How each was made: `files/README.md`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

mod calendars;
mod encodings;
mod rules;
mod tables;
