//! Sessions.

use super::{PersonName, ProviderSession, ProviderSignIns, Result};
use chrono::NaiveDate;
use domain::Instant;
use domain::id::{SessionId, UserId};
use domain::person::Role;
use domain::session::SessionEnd;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSession {
    /// Its id, random.
    pub id: SessionId,
    pub user: UserId,
    pub created_at: Instant,
    pub expires_at: Instant,
    /// From which IP address, as it is counted.
    pub address: String,
    /// By which provider it began; `None` where it began with a password.
    pub provider: Option<ProviderSession>,
}

port! { UnitOfWork::sessions =>
    /// Sessions, for writing.
    pub trait SessionRepository: Send + Sync {
        /// Starts a session. MUST be `Conflict(LiveSession)` while the person has a live one, and `Conflict(Other)` where a session
        /// with this id was started before.
        [Writes] async fn start(&self, session: &NewSession) -> Result<()>;
        /// Ends the person's live session, and returns it where there was one.
        [Writes] async fn end_live(&self, user: UserId, end: SessionEnd, at: Instant) -> Result<Option<SessionId>>;
        /// Ends the live sessions of these people, and returns whose and which. One statement.
        [Writes] async fn end_live_of(
            &self,
            users: &[UserId],
            end: SessionEnd,
            at: Instant,
        ) -> Result<Vec<(UserId, SessionId)>>;
        /// Ends this session. `false` where it had ended already; its first end MUST stand.
        [Writes] async fn end(&self, session: SessionId, end: SessionEnd, at: Instant) -> Result<bool>;
        /// By which provider a live session began. The ID token MUST be gone once the session has ended.
        [Looks] async fn provider_of(&self, session: SessionId) -> Result<Option<ProviderSession>>;
        /// Ends live sessions that began by the provider with this issuer, and returns whose and which.
        [Writes] async fn end_of_provider(
            &self,
            issuer: &str,
            which: &ProviderSignIns,
            end: SessionEnd,
            at: Instant,
        ) -> Result<Vec<(UserId, SessionId)>>;
        /// Remembers that the person signed in from this address at `at`.
        [Writes] async fn remember_address(&self, user: UserId, address: &str, at: Instant) -> Result<()>;
    }
}

/// A session with its owner, as every request asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "four independent answers to four questions")]
pub struct SessionView {
    pub id: SessionId,
    /// How it ended; `None` while it is live.
    pub ended: Option<SessionEnd>,
    pub created_at: Instant,
    pub expires_at: Instant,
    /// Whether it began by a provider.
    pub is_by_provider: bool,
    pub person: PersonName,
    pub email: String,
    pub role: Role,
    /// Whether the account is active and not blocked.
    pub may_act: bool,
    /// Whether the generated password has to be changed first.
    pub is_first_login: bool,
    pub has_second_factor: bool,
    /// Since when they have the role.
    pub in_role_since: Instant,
    /// The managers for whom they stand in on the day that was asked about.
    pub stands_in_for: Vec<UserId>,
}

port! { Reads::sessions =>
    /// Looks sessions up.
    pub trait SessionReads: Send + Sync {
        /// The session, its owner, and for whom they stand in on `today`, in one indexed look-up. MUST show a change that was
        /// committed before the call.
        async fn session(&self, id: SessionId, today: NaiveDate) -> Result<Option<SessionView>>;
        /// How many sessions have neither ended nor expired at `now`.
        async fn count_live(&self, now: Instant) -> Result<u32>;
    }
}
