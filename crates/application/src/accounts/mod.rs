//! How accounts come to be.

mod first_admin;

pub use first_admin::{FirstAdmin, first_admin};
