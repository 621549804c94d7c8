//! How a request is read: who calls, what comes in, and in which order it is refused.
//!
//! The order is the same for every call: 401, the first password, an overdue second factor, 413 and 415, 403 for the role, or where passwords
//! are off, 400. It stands once, in [`Call`] (and once more in [`Registering`], for the one call that asks for no session but minds one); what comes
//! after it (404, 403 for whose it is, 409) is the use case's business.

pub mod body;
mod call;
mod path;
pub mod query;
mod registering;
pub mod shape;
pub mod wire;

pub use body::{Form, ImportFile, Input, Json, JsonList, JsonOrCsv, PasswordJson};
pub use call::{Call, Open, Params};
pub(crate) use call::{Waits, ask, closing, signed_in};
pub(crate) use path::{id_in, month_in, segment};
pub use registering::Registering;

use crate::error::{Code, Failure};

/// A request that does not parse.
#[derive(Debug)]
pub struct Refused {
    /// Names the field.
    pub sentence: String,
}

impl Refused {
    pub fn because(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into() }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        Self::saying(Code::InvalidRequest, refused.sentence)
    }
}
