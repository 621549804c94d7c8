//! Accounts at providers, and the sign-ins by them that are under way.

use super::state::State;
use super::{Memory, Unit};
use application::ports::{
    Identity, IdentityReads, IdentityRepository, ProviderSession, ProviderSignIns, Result, SignInCode,
    SignInFlowRepository, StoreError, UniqueKey,
};
use async_trait::async_trait;
use domain::Instant;
use domain::id::{IdentityId, UserId};

impl State {
    pub(super) fn identities_of(&self, user: UserId) -> Vec<Identity> {
        let mut found: Vec<_> = self.identities.values().filter(|identity| identity.user == user).cloned().collect();
        found.sort_by_key(|identity| (identity.linked_at, identity.id));
        found
    }
}

/// Whether what `owner` began at a provider is one of these sign-ins.
pub(super) fn is_of(began: &ProviderSession, owner: UserId, issuer: &str, which: &ProviderSignIns) -> bool {
    let is_meant = match which {
        ProviderSignIns::OfUser(user) => *user == owner,
        ProviderSignIns::OfSession { there, user } => match &began.there {
            Some(known) => known == there,
            None => *user == Some(owner),
        },
    };
    began.issuer == issuer && is_meant
}

#[async_trait]
impl IdentityRepository for Unit {
    async fn find(&self, issuer: &str, subject: &str) -> Result<Option<Identity>> {
        self.ask("IdentityRepository::find", |state| {
            let is_it = |identity: &&Identity| identity.issuer == issuer && identity.subject == subject;
            state.identities.values().find(is_it).cloned()
        })
    }

    async fn of(&self, user: UserId) -> Result<Vec<Identity>> {
        self.ask("IdentityRepository::of", |state| state.identities_of(user))
    }

    async fn link(&self, identity: &Identity) -> Result<()> {
        self.run("IdentityRepository::link", |state| {
            let mut there = state.identities.values().filter(|other| other.issuer == identity.issuer);
            match there.find(|other| other.subject == identity.subject || other.user == identity.user) {
                Some(other) if other.subject == identity.subject => Err(StoreError::Conflict(UniqueKey::Identity)),
                Some(_) => Err(StoreError::Conflict(UniqueKey::IdentityOfIssuer)),
                None => {
                    state.identities.insert(identity.id, identity.clone());
                    Ok(())
                }
            }
        })
    }

    async fn note_use(&self, id: IdentityId, email: Option<&str>, sets_role: bool, at: Instant) -> Result<()> {
        self.run("IdentityRepository::note_use", |state| {
            let identity = state.identities.get_mut(&id).ok_or(StoreError::Stale)?;
            identity.email = email.map(str::to_owned);
            identity.sets_role = sets_role;
            identity.last_used_at = Some(at);
            Ok(())
        })
    }

    async fn unlink(&self, id: IdentityId) -> Result<bool> {
        self.ask("IdentityRepository::unlink", |state| state.identities.remove(&id).is_some())
    }
}

#[async_trait]
impl IdentityReads for Memory {
    async fn identities(&self, user: UserId) -> Result<Vec<Identity>> {
        self.read("IdentityReads::identities", |state| state.identities_of(user))
    }
}

#[async_trait]
impl SignInFlowRepository for Unit {
    async fn use_up(&self, fingerprint: &str, ends_at: Instant) -> Result<bool> {
        self.ask("SignInFlowRepository::use_up", |state| {
            let is_new = !state.used_flows.contains_key(fingerprint);
            state.used_flows.entry(fingerprint.to_owned()).or_insert(ends_at);
            is_new
        })
    }

    async fn keep_code(&self, code: &SignInCode) -> Result<()> {
        self.run("SignInFlowRepository::keep_code", |state| {
            if state.sign_in_codes.contains_key(&code.fingerprint) {
                return Err(StoreError::Conflict(UniqueKey::Other));
            }
            state.sign_in_codes.insert(code.fingerprint.clone(), code.clone());
            Ok(())
        })
    }

    async fn take_code(&self, fingerprint: &str) -> Result<Option<SignInCode>> {
        self.ask("SignInFlowRepository::take_code", |state| state.sign_in_codes.remove(fingerprint))
    }

    async fn drop_codes(&self, issuer: &str, which: &ProviderSignIns) -> Result<()> {
        self.ask("SignInFlowRepository::drop_codes", |state| {
            state.sign_in_codes.retain(|_, code| !is_of(&code.began, code.user, issuer, which));
        })
    }
}
