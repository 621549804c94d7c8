//! Passwords that are changed or forgotten.

mod answer_resets;
mod change;
pub mod events;
mod forgot;
mod letter;
mod reset;

pub use answer_resets::{ANSWERED_TOGETHER, Answered, answer_resets};
pub use change::{PasswordChange, change_password};
pub use forgot::forgot_password;
pub use letter::PasswordResetLetter;
pub use reset::reset_password;
