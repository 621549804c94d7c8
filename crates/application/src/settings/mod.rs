//! Settings: what the organisation decides on its pages.

mod change;
pub mod events;
mod list;
mod policy;
mod time_zone;

pub use change::{Change, change};
pub use list::{SettingSource, SettingView, list};
pub use policy::{InForce, Policy};
pub use time_zone::{TimeZoneGiven, give_time_zone};

#[cfg(test)]
mod tests;
