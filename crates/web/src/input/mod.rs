//! How a request is read: who calls, what comes in, and in which order it is refused.
//!
//! The order is the same for every call: 401, the first password, 413 and 415, 403 for the role, 400. It stands once,
//! in [`Call`]; what comes after it (404, 403 for whose it is, 409) is the use case's business.

pub mod body;
mod call;
pub mod query;
pub mod shape;
pub mod wire;

pub use body::Json;
pub(crate) use call::signed_in;
pub use call::{Call, Input, Open, Params};

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
