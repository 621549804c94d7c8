//! What tests stand on: real databases, a network that can break, the portal running over them, and clients.
//!
//! A failure in here is a failed test, so this crate may stop where the others must not.
#![allow(
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::panic,
    reason = "test support: a failure here is a failed test"
)]

pub mod app;
pub mod client;
pub mod contents;
pub mod database;
pub mod failing;
pub mod memory;
pub mod process;
pub mod proxy;
pub mod smtp;
pub mod socket;

pub use app::{PASSWORD, Setup, TestApp, TestPerson};
pub use client::{Client, Response};
pub use database::TestDatabase;
