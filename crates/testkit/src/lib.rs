//! What tests stand on: real databases, a network that can break, the portal running over them, and clients.
//!
//! A failure in here is a failed test, so this crate may stop where the others must not.
#![allow(clippy::expect_used, clippy::missing_panics_doc, reason = "test support: a failure here is a failed test")]
#![allow(clippy::return_self_not_must_use, reason = "often only the status of an answer matters")]

use std::time::Duration;

pub mod app;
pub mod client;
mod clock;
pub mod contents;
pub mod database;
pub mod failing;
pub mod memory;
pub mod process;
pub mod provider;
pub mod proxy;
pub mod replicated;
mod server;
pub mod smtp;
pub mod socket;

pub use app::{PASSWORD, Setup, TestApp, TestPerson};
pub use client::{Client, Response, at_once};
pub use clock::TestClock;
pub use database::TestDatabase;
pub use persistence::Database;

/// How long to wait for what must come: a wait ends when it is there, so this is only for what never comes.
pub const SOON: Duration = Duration::from_mins(1);

/// How many times its promised time a thing may take in a test. A machine that runs tests has other work to do; what such a test
/// is there to find is what waits for a timeout, for the next look, or for ever.
pub const ROOM: u32 = 5;
