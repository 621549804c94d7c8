//! Signing in, staying signed in, signing out.

mod authenticate;
pub mod events;
mod first_password;
pub(crate) mod login;
mod logout;
mod profile;

pub use authenticate::{Caller, authenticate};
pub use first_password::first_password;
pub use login::{Credentials, SignedIn, login};
pub use logout::logout;
pub use profile::Profile;
