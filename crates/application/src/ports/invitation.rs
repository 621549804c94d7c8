//! Invitations: who is to be sent a link for a first password, and when.

use super::{PersonName, Result};
use domain::Instant;
use domain::id::UserId;
use domain::person::Role;

/// Somebody whose invitation is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitee {
    pub person: PersonName,
    pub email: String,
    pub role: Role,
    /// Whether it is marked as a break-glass account.
    pub is_break_glass: bool,
}

port! { UnitOfWork::invitations =>
    /// Invitations that wait, for writing. Only people who can be invited have one: their account is active and not blocked, they have
    /// never signed in, and they have no password of their own. A fixed number of statements, whatever the number of people.
    pub trait InvitationRepository: Send + Sync {
        /// Plans an invitation for each of these people who can be invited, to be sent from `due` on, and says how many they are. MUST
        /// replace an earlier one. After the commit, the courier of this instance MUST learn of them at once.
        [Writes] async fn plan(&self, users: &[UserId], due: Instant) -> Result<u32>;
        /// The same for everybody in these roles.
        [Writes] async fn plan_for_roles(&self, roles: &[Role], due: Instant) -> Result<u32>;
        /// Takes the invitations that are due at `now`, at most `limit` of them, the oldest first, and removes them. MUST leave out
        /// those who can no longer be invited, and lock the accounts of the others until the unit of work ends; accounts that somebody
        /// else has locked wait for the next time. Also returns whether there may be more.
        [Writes] async fn take_due(&self, now: Instant, limit: u32) -> Result<(Vec<Invitee>, bool)>;
    }
}

port! { Reads::invitations =>
    /// Reads who waits for an invitation, and who can get one.
    pub trait InvitationReads: Send + Sync {
        /// Whether an invitation is due at `now`.
        async fn is_any_due(&self, now: Instant) -> Result<bool>;
        /// Whether this person can be invited.
        async fn can_be_invited(&self, user: UserId) -> Result<bool>;
        /// How many people in these roles can be invited.
        async fn count_invitable(&self, roles: &[Role]) -> Result<u32>;
    }
}
