//! Personal data: what the portal holds about people, why, and how long (privacy.md 1.1).

mod category;
mod register;

pub use category::{Category, Retention};
pub use register::{Columns, Table, register, table};
