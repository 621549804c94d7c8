//! The ledger of leave: what people are given, what is adjusted, carried over and lapses, and the balances that come of it
//! (leave.md 1.3).

mod accounts;
mod adjust;
mod balances;
mod by_hand;
mod download;
pub mod events;
mod missing;
mod opening;
mod round;

pub use adjust::{NewAdjustment, adjust};
pub use balances::{Balances, TypeBalance, balances, rows};
pub use download::download;
pub(crate) use missing::{allocate, allocate_everybody, catch_up, settle_anew};
pub(crate) use opening::{NewOpening, set_openings};
pub(crate) use round::look_again;
pub use round::settle;

#[cfg(test)]
mod tests;
