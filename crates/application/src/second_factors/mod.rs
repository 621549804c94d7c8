//! The second factor of a sign-in with a password: setting it up, turning it off, and what is seen of it.

pub mod events;
mod letter;
mod prove;
mod see;
mod set_up;
mod turn_off;

pub(crate) use letter::tell;
pub use letter::{SecondFactorLetter, SecondFactorNews};
pub(crate) use prove::{Used, use_code, wrong_code};
pub use see::{OwnWaysIn, own_ways_in};
pub use set_up::{NewFactor, begin, confirm};
pub use turn_off::{Proof, new_recovery_codes, turn_off};

#[cfg(test)]
mod tests;
