//! How accounts are created.

mod create_admin;
pub mod events;
pub(crate) mod fields;
mod first_admin;
mod letter;
mod register;
mod unknown;

pub use create_admin::{CreatedAdmin, NewAdmin, create_admin};
pub use fields::Patch;
pub use first_admin::{FirstAdmin, first_admin};
pub use letter::{AccountCreatedLetter, CredentialsLetter, EmployeeArrivedLetter};
pub(crate) use register::{Details, FileDetails, NewAccount, account_taken, create_many};
pub use register::{Registered, Registrar, Registration, is_registration_open, may_register, register};
pub(crate) use unknown::{Unknown, create_unknown, human_resources};
