//! .

pub mod database;
pub mod proxy;
