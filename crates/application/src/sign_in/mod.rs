//! Sign-in by a provider (sign-in.md): what is known of a provider, whether its tokens count, and the way of a person there and back.

#[macro_use]
mod callback;
mod account;
pub mod events;
mod exchange;
mod failed;
mod flow;
mod kept;
mod link;
mod provider;
mod providers;
mod roles;

pub use callback::{Landing, ProviderAnswer, callback};
pub use exchange::exchange;
pub use failed::SignInError;
pub use flow::{Flow, KeptFlow, Purpose, Started, begin, flow_id, flow_of};
pub use provider::{Examined, ProviderClient, ProviderFault, TokenFault, Tokens};
pub use providers::Providers;
