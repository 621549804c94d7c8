//! Accounts at providers of sign-in, and the sign-ins by them that are under way.

use super::Result;
use crate::facts::Confidential;
use domain::Instant;
use domain::id::{IdentityId, UserId};
use domain::sign_in::ProviderName;

/// The link between a person and their account at a provider: the pair of issuer and subject (sign-in.md 1.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub id: IdentityId,
    pub user: UserId,
    /// What the provider was called when the account was linked. The operator may have renamed it since.
    pub provider: ProviderName,
    /// The issuer as the operator set it.
    pub issuer: String,
    pub subject: String,
    /// The address in the provider's words.
    pub email: Option<String>,
    /// Whether the groups at the provider decided the person's role at the last sign-in.
    pub sets_role: bool,
    pub linked_at: Instant,
    pub last_used_at: Option<Instant>,
}

port! { UnitOfWork::identities =>
    /// Accounts at providers, for writing. A caller who links one or removes it has locked the login of the person.
    pub trait IdentityRepository: Send + Sync {
        /// The link of this account there.
        [Looks] async fn find(&self, issuer: &str, subject: &str) -> Result<Option<Identity>>;
        /// The links of a person, in the order in which they were made.
        [Looks] async fn of(&self, user: UserId) -> Result<Vec<Identity>>;
        /// Keeps a link. MUST be `Conflict(Identity)` where the account there is linked to anybody, and
        /// `Conflict(IdentityOfIssuer)` where the person has another one at this issuer.
        [Writes] async fn link(&self, identity: &Identity) -> Result<()>;
        /// Notes a sign-in, and what the provider said at it. MUST be `Stale` where the link is gone.
        [Writes] async fn note_use(
            &self,
            id: IdentityId,
            email: Option<&str>,
            sets_role: bool,
            at: Instant,
        ) -> Result<()>;
        /// Removes a link. `false` where it is gone.
        [Writes] async fn unlink(&self, id: IdentityId) -> Result<bool>;
    }
}

port! { Reads::identities =>
    /// Reads accounts at providers.
    pub trait IdentityReads: Send + Sync {
        /// The links of a person, in the order in which they were made.
        async fn identities(&self, user: UserId) -> Result<Vec<Identity>>;
    }
}

/// How a session began at a provider, which its logout needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderSession {
    /// The issuer as the operator set it.
    pub issuer: String,
    /// The session there (`sid`), where the provider named it.
    pub there: Option<String>,
    /// The ID token, as the hint for a logout there.
    pub id_token: Confidential,
}

/// Which sign-ins by a provider end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProviderSignIns {
    OfUser(UserId),
    /// Those of a session there, and those of `user` whose session there is not known.
    OfSession {
        there: String,
        user: Option<UserId>,
    },
}

/// That somebody has signed in by a provider: their browser brings the code, known by its fingerprint, for a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInCode {
    pub fingerprint: String,
    pub user: UserId,
    pub began: ProviderSession,
    pub expires_at: Instant,
}

port! { UnitOfWork::sign_in_flows =>
    /// Sign-ins by providers that are under way.
    pub trait SignInFlowRepository: Send + Sync {
        /// Uses up what may come once: a state, a code or the id of a logout token, by its fingerprint. MUST be `false` where it
        /// came before. It may be forgotten from `ends_at` on, when it counts no longer anyway.
        [Writes] async fn use_up(&self, fingerprint: &str, ends_at: Instant) -> Result<bool>;
        /// Keeps a code. MUST be `Conflict(Other)` where there is one with this fingerprint.
        [Writes] async fn keep_code(&self, code: &SignInCode) -> Result<()>;
        /// Takes the code with this fingerprint, and removes it. Of several callers at once, one gets it.
        [Writes] async fn take_code(&self, fingerprint: &str) -> Result<Option<SignInCode>>;
        /// Removes the codes of sign-ins by the provider with this issuer. A caller who also ends the sessions does this first: a code becomes one
        /// while the caller waits for it.
        [Writes] async fn drop_codes(&self, issuer: &str, which: &ProviderSignIns) -> Result<()>;
    }
}
