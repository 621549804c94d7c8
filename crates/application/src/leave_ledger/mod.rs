//! The ledger of leave: what people are given, what is adjusted, carried over and lapses, and the balances that come of it
//! (leave.md 1.3).

mod accounts;
mod adjust;
mod balances;
mod download;
pub mod events;
mod missing;
mod round;

pub use adjust::{NewAdjustment, adjust};
pub use balances::{Balances, TypeBalance, balances, rows};
pub use download::download;
pub(crate) use missing::{allocate, allocate_everybody, catch_up, settle_anew};
pub use round::settle;

#[cfg(test)]
mod tests;
