//! Sign-in by a provider, by OpenID Connect (sign-in.md 1.1 and 1.3): the providers that an operator sets, what their documents, keys
//! and tokens have to say, what a token says of a person, and whose account it opens.

mod account;
mod address;
mod claims;
mod document;
mod failure;
mod flow;
mod key;
mod linked;
mod passwords;
mod person;
mod provider;
mod roles;
mod token;

pub use account::{AccountOfEmail, FirstSignIn, MappedRole, email_that_counts, first_sign_in, mapped_role, may_enter};
pub use address::{Endpoint, EndpointError, Issuer, IssuerError};
pub use claims::ClaimValue;
pub use document::{Document, DocumentError};
pub use failure::SignInFailure;
pub use flow::{CODE_LIFETIME, FLOW_LIFETIME, MOST_FLOWS, flow_ends_at, flows_that_make_room, return_path};
pub use key::{Algorithm, KeyMaterial, ProviderKey, keys};
pub use linked::{locks_out_last_admin, masked_subject, may_link};
pub use passwords::{one_of, passwords_off};
pub use person::{ClaimedEmail, claimed_email, names_of};
pub use provider::{
    ClientSecret, Domains, EmailTrust, MOST_PROVIDERS, PasswordUse, Provider, ProviderName, ProviderNameError,
    UnknownPeople, scopes,
};
pub use roles::{RoleMapping, RoleMappingError};
pub use token::{
    CLOCK_TOLERANCE, Expected, IdToken, LogoutToken, TokenHeader, TokenRefusal, check_answer_issuer, check_id_token,
    check_logout_token, logout_token_ends_at,
};
