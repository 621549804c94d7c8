//! What a provider of sign-in sends: JSON, and signed tokens.

use domain::sign_in::{Algorithm, ClaimValue, KeyMaterial};

/// Reads what a provider sends. Whether it counts is for `domain::sign_in` to say.
pub trait ProviderTokens: Send + Sync {
    /// The value of a text in JSON; `None` where it is none.
    fn json(&self, text: &[u8]) -> Option<ClaimValue>;
    /// The header of a token, which nothing has proved yet; `None` where it is no signed token.
    fn header(&self, token: &str) -> Option<ClaimValue>;
    /// The claims of a token. MUST be `None` unless it is signed with this key by this algorithm.
    fn claims(&self, token: &str, algorithm: Algorithm, key: &KeyMaterial) -> Option<ClaimValue>;
}
