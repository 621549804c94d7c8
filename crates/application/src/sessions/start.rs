//! The start of a session, once everything that was asked for is proved.

use super::events::{self, Outcome};
use crate::events::{Event, Origin, Push, Record, Request};
use crate::ports::{Claims, Login, NewSession, PersonName, ProviderSession, StoreError, UniqueKey, UnitOfWork};
use crate::{Error, Moment, Ports, Result};
use domain::Instant;
use domain::id::{SessionId, UserId};
use domain::person::Role;
use domain::session::{SessionEnd, expires_at};

/// How the audit log calls a sign-in without a provider.
const PASSWORD: &str = "password";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// The token, for the `Authorization` header.
    pub token: String,
    pub person: PersonName,
    pub email: String,
    pub role: Role,
    /// Whether the generated password has to be changed first.
    pub is_first_login: bool,
    /// Whether a second factor has to be set up before anything else but that.
    pub must_set_up_second_factor: bool,
}

/// Who signs in, and how.
pub(crate) struct Starting {
    pub(crate) session: SessionId,
    pub(crate) person: PersonName,
    pub(crate) email: String,
    /// As it stands under the lock.
    pub(crate) login: Login,
    pub(crate) request: Request,
    pub(crate) has_second_factor: bool,
    /// By which provider; `None` with a password.
    pub(crate) provider: Option<ProviderSession>,
    /// What is recorded beside it.
    pub(crate) also: Vec<Record>,
}

/// Starts the session, ends the person's earlier one, and commits.
pub(crate) async fn start(
    ports: &Ports,
    work: Box<dyn UnitOfWork>,
    moment: &Moment,
    starting: Starting,
) -> Result<SignedIn> {
    let Starting { session: id, person, email, login, request, has_second_factor, provider, also } = starting;
    let (user, now, address) = (person.id, moment.now, request.counted_address());
    let session = NewSession {
        id,
        user,
        created_at: now,
        expires_at: expires_at(now, &moment.rules),
        address: address.clone(),
        provider,
    };
    let earlier = work.sessions().end_live(user, SessionEnd::AnotherDevice, now).await?;
    work.sessions().start(&session).await.map_err(|why| match why {
        // The ticket of this sign-in has started a session before.
        StoreError::Conflict(UniqueKey::Other) => super::places::expired(),
        other => other.into(),
    })?;
    work.sessions().remember_address(user, &address, now).await?;
    let pushes = earlier.map(|session| Push::SessionEnded { session, end: SessionEnd::AnotherDevice });
    let origin = Origin { session: Some(id), ..Origin::person(user, login.role, request) };
    let also = also.into_iter().map(|what| Event::new(ports, now, origin, what, Vec::new()));
    let by = match &session.provider {
        _ if ports.providers.is_empty() => None,
        None => Some(PASSWORD),
        Some(began) => ports.providers.with_issuer(&began.issuer).map(|client| client.provider().name.as_str()),
    };
    let signed_in = Event::new(ports, now, origin, events::signed_in(user, id, by), pushes.into_iter().collect());
    work.events().append(&also.chain([signed_in]).collect::<Vec<_>>()).await?;
    work.commit().await?;
    // It counts for passwords, not for providers.
    let needs_factor = session.provider.is_none() && !has_second_factor;
    let is_overdue = moment.rules.second_factor.is_overdue(login.role, login.in_role_since, now);
    Ok(SignedIn {
        token: ports.tokens.issue(Claims { user, session: id }, now, session.expires_at),
        person,
        email,
        role: login.role,
        is_first_login: login.is_first_login,
        must_set_up_second_factor: is_overdue && needs_factor,
    })
}

pub(crate) fn may_sign_in(login: &Login) -> Result<()> {
    if login.is_blocked {
        return Err(Error::AccountBlocked);
    }
    if !login.is_active {
        return Err(Error::AccountInactive);
    }
    Ok(())
}

/// Records why nobody was signed in: for an unknown address with the same statements as for a wrong password, so that nobody learns
/// which. How often this happens is bounded by the budgets.
pub(crate) async fn note_failure(
    ports: &Ports,
    user: Option<UserId>,
    outcome: Outcome,
    request: Request,
    now: Instant,
) -> Result<()> {
    let what = events::sign_in_failed(user, outcome);
    let event = Event::new(ports, now, Origin::visitor(request), what, Vec::new());
    let work = ports.store.begin().await?;
    work.events().append(&[event]).await?;
    Ok(work.commit().await?)
}
