//! Sign-in by a provider, by OpenID Connect (sign-in.md 1.1 and 1.3): the providers that an operator sets, what their documents, keys
//! and tokens have to say, and what a token says of a person.

mod address;
mod claims;
mod document;
mod key;
mod person;
mod provider;
mod roles;
mod token;

pub use address::{Endpoint, EndpointError, Issuer, IssuerError};
pub use claims::ClaimValue;
pub use document::{Document, DocumentError};
pub use key::{Algorithm, KeyMaterial, ProviderKey, keys};
pub use person::{ClaimedEmail, claimed_email, names_of};
pub use provider::{
    ClientSecret, Domains, EmailTrust, MOST_PROVIDERS, PasswordUse, Provider, ProviderName, ProviderNameError,
    UnknownPeople, scopes,
};
pub use roles::{RoleMapping, RoleMappingError};
pub use token::{
    CLOCK_TOLERANCE, Expected, IdToken, LogoutToken, TokenHeader, TokenRefusal, check_answer_issuer, check_id_token,
    check_logout_token,
};
