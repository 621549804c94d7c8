//! Settings: what the organisation decides on its pages.

mod change;
mod events;
mod list;
mod policy;

pub use change::{Change, change};
pub use events::SettingChanged;
pub use list::{SettingSource, SettingView, list};
pub use policy::{InForce, Policy};

#[cfg(test)]
mod tests;
