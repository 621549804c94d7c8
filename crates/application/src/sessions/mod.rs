//! Signing in, staying signed in, signing out.

mod authenticate;
pub mod events;
mod first_password;
mod letter;
mod login;
mod logout;
pub(crate) mod places;
mod profile;
mod second_step;
pub(crate) mod start;

pub use authenticate::{Caller, authenticate};
pub use first_password::first_password;
pub use letter::BreakGlassUsedLetter;
pub use login::{Credentials, LoggedIn, login};
pub use logout::logout;
pub use profile::{Profile, ProviderWords};
pub use second_step::{SecondStep, second_step};
pub use start::SignedIn;
