//! Signing in, staying signed in, signing out.

mod authenticate;
mod current;
pub mod events;
mod first_password;
pub(crate) mod login;
mod logout;
mod profile;
mod update_profile;

pub use authenticate::{Caller, authenticate};
pub use current::{Current, current};
pub use first_password::first_password;
pub use login::{Credentials, SignedIn, login};
pub use logout::logout;
pub use profile::{Profile, profile};
pub use update_profile::{ProfileUpdate, update_profile};
