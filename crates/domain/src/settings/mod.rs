//! Settings: what the organisation decides on a page of the portal (settings.md 1.1).
//!
//! Each of them is one entry of the [`registry`]. What it may be, how it is explained, who changes it and how the API describes
//! it follow from that entry; what it is for is written where it is used.

mod decided;
mod registry;
mod value;

pub use decided::{Decided, Settings};
pub use registry::{Definition, Keeper, Key, Rhythm};
pub use value::{Kind, Typed, Value, ValueError};
