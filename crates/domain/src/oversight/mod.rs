//! Oversight: what is recorded of everything that happened, and what can be told from it (oversight.md).

pub mod audit;
pub mod health;
pub mod jobs;
pub mod reports;
pub mod system;
