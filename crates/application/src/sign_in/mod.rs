//! Sign-in by a provider (sign-in.md): what is known of a provider, and whether its tokens count.

mod kept;
mod provider;

pub use provider::{Examined, ProviderClient, ProviderFault, TokenFault};
