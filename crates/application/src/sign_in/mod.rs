//! Sign-in by a provider (sign-in.md): what is known of a provider, whether its tokens count, and the way of a person there and back.

#[macro_use]
mod callback;
mod account;
pub mod events;
mod exchange;
mod failed;
mod flow;
mod kept;
mod letter;
mod link;
mod linked;
mod log_out;
mod passwords;
mod provider;
mod providers;
mod roles;

pub use callback::{Landing, ProviderAnswer, callback};
pub use exchange::exchange;
pub use failed::SignInError;
pub use flow::{Flow, KeptFlow, Purpose, Started, begin, flow_id, flow_of};
pub use letter::AccountLinkedLetter;
pub(crate) use linked::linked_accounts;
pub use linked::{LinkedAccount, begin_link, remove_link, remove_own_link};
pub use log_out::{Leaving, LogoutThere, end_there, leaving};
pub use passwords::require_passwords;
pub(crate) use passwords::{may_be_given_password, may_have_password, may_sign_in_by_password, other_ways};
pub use provider::{Examined, ProviderClient, ProviderFault, TokenFault, Tokens};
pub use providers::Providers;

#[cfg(test)]
mod tests;
