//! The providers by which people sign in, as the operator set them.

use super::ProviderClient;
use crate::ports::Identity;
use crate::{Error, Result};
use domain::sign_in::{PasswordUse, Provider};
use std::sync::Arc;

/// The providers in the order of their buttons, and what is left to passwords beside them.
pub struct Providers {
    clients: Vec<Arc<ProviderClient>>,
    pub passwords: PasswordUse,
    /// The portal's address as its people type it, without a slash at the end.
    pub public_url: String,
}

/// No provider: everybody signs in with a password.
impl Default for Providers {
    fn default() -> Self {
        Self::new(Vec::new(), PasswordUse::Everybody, String::new())
    }
}

impl Providers {
    pub fn new(clients: Vec<Arc<ProviderClient>>, passwords: PasswordUse, public_url: String) -> Self {
        Self { clients, passwords, public_url }
    }

    pub fn is_empty(&self) -> bool {
        self.clients.is_empty()
    }

    pub fn all(&self) -> impl Iterator<Item = &Provider> {
        self.clients.iter().map(|client| client.provider())
    }

    /// What people call them.
    pub fn labels(&self) -> Vec<&str> {
        self.all().map(|provider| provider.label.as_str()).collect()
    }

    /// The provider with this name; `NotFound` where none is set.
    pub fn named(&self, name: &str) -> Result<&Arc<ProviderClient>> {
        let client = self.clients.iter().find(|client| client.provider().name.as_str() == name);
        client.ok_or(Error::NotFound("Provider"))
    }

    /// What the provider is called whose groups decide the role of somebody with these links; `None` where none does.
    pub fn label_of_role(&self, links: &[Identity]) -> Option<&str> {
        let decides = |provider: &&Provider| {
            let of_provider = |link: &Identity| link.sets_role && link.issuer == provider.issuer.as_str();
            provider.roles.is_some() && links.iter().any(of_provider)
        };
        self.all().find(decides).map(|provider| provider.label.as_str())
    }

    /// What the provider of a link is called in addresses, and by people. One that is not set has the name of when the account was
    /// linked.
    pub fn names_of(&self, link: &Identity) -> (String, String) {
        let provider = self.with_issuer(&link.issuer).map(|client| client.provider());
        let name = provider.map_or(&link.provider, |provider| &provider.name).to_string();
        let label = provider.map_or_else(|| name.clone(), |provider| provider.label.clone());
        (name, label)
    }

    /// The provider with this issuer; `None` where none is set, so that nobody signs in by it.
    pub fn with_issuer(&self, issuer: &str) -> Option<&Arc<ProviderClient>> {
        self.clients.iter().find(|client| client.provider().issuer.as_str() == issuer)
    }
}
