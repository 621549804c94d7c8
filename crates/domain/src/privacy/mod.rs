//! Personal data: what the portal holds about people, why, and how long (privacy.md 1.1).

mod category;

pub use category::{Category, Retention};
