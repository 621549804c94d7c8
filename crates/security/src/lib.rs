//! The adapters for time, chance and cryptography: argon2id behind a bounded queue, signed tokens, one-time codes, the clock, ids,
//! the making of secrets, and what a browser keeps sealed. It decides nothing about who may do what.

mod clock;
mod codes;
mod hashers;
mod ids;
mod passwords;
mod provider_tokens;
mod random;
mod seals;
mod secret;
mod tokens;

pub use clock::{MovedClock, SystemClock};
pub use codes::HmacCodes;
pub use ids::RandomIds;
pub use passwords::Argon2Passwords;
pub use provider_tokens::SignedTokens;
pub use random::RandomSecrets;
pub use seals::AeadSeals;
pub use secret::{SECRET_BYTES, Secret, generate_password};
pub use tokens::JwtTokens;
