//! Who is calling: asked once for every request, with one indexed look-up and no cache, so that a logout, a block
//! and a role change work at the very next request, on every instance.

use crate::events::{Origin, Request};
use crate::ports::{PersonName, SessionView};
use crate::{Error, Ports, Result};
use domain::Instant;
use domain::access::{Actor, Leads};
use domain::id::SessionId;
use domain::session::SessionEnd;

/// The signed-in person of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    pub actor: Actor,
    pub request: Request,
    pub session: SessionId,
    pub expires_at: Instant,
    pub person: PersonName,
    pub email: String,
    /// Whether the generated password has to be changed before anything else.
    pub is_first_login: bool,
}

impl Caller {
    /// Refuses while the generated password has not been changed.
    pub fn require_own_password(&self) -> Result<()> {
        if self.is_first_login { Err(Error::PasswordChangeRequired) } else { Ok(()) }
    }
}

impl From<&Caller> for Origin {
    fn from(caller: &Caller) -> Self {
        Self { session: Some(caller.session), ..Self::person(caller.actor.id, caller.actor.role, caller.request) }
    }
}

/// Finds the live session of `token`, which came with `request`.
pub async fn authenticate(ports: &Ports, token: &str, request: Request) -> Result<Caller> {
    let claims = ports.tokens.read(token).ok_or(Error::Unauthenticated)?;
    let moment = ports.moment();
    match ports.reads.sessions().session(claims.session, moment.today).await? {
        Some(session) if session.person.id == claims.user => admit(session, request, moment.now),
        // Signed by us, but the session is unknown or somebody else's: nothing that can be used again.
        _ => Err(Error::SessionEnded(SessionEnd::Expired)),
    }
}

fn admit(session: SessionView, request: Request, now: Instant) -> Result<Caller> {
    if let Some(end) = session.ended {
        return Err(Error::SessionEnded(end));
    }
    if session.expires_at <= now {
        return Err(Error::SessionEnded(SessionEnd::Expired));
    }
    if !session.may_act {
        return Err(Error::SessionEnded(SessionEnd::Blocked));
    }
    // Whose teams the person leads is resolved here, once a request.
    let leads = Leads::standing_in_for(session.person.id, session.stands_in_for);
    Ok(Caller {
        actor: Actor { id: session.person.id, role: session.role, leads },
        request,
        session: session.id,
        expires_at: session.expires_at,
        person: session.person,
        email: session.email,
        is_first_login: session.is_first_login,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Session, State};
    use crate::ports::{Claims, MockTokens, NewSession};
    use crate::testing::{Fakes, account, at, away, request, user};
    use domain::person::Role;
    use std::sync::Arc;
    use uuid::Uuid;

    const SESSION: SessionId = SessionId::new(Uuid::from_u128(50));

    fn claims() -> Claims {
        Claims { user: user(1), session: SESSION }
    }

    /// Person 1 with a live session, changed like this, and a token that says `claims`.
    fn portal(claims: impl Into<Option<Claims>>, change: impl FnOnce(&mut State)) -> Fakes {
        let started = NewSession {
            id: SESSION,
            user: user(1),
            created_at: at("2026-06-10T08:00:00Z"),
            expires_at: at("2026-06-10T20:00:00Z"),
            address: "192.0.2.7".into(),
        };
        let mut state = State {
            people: [1, 2].map(|n| (user(n), account(n, Role::Employee))).into(),
            sessions: [(SESSION, Session { started, ended: None })].into(),
            ..State::default()
        };
        change(&mut state);
        let mut tokens = MockTokens::new();
        tokens.expect_read().return_const(claims.into());
        Fakes { tokens: Arc::new(tokens), ..Fakes::over(state) }
    }

    async fn ask(claims: impl Into<Option<Claims>>, change: impl FnOnce(&mut State)) -> Result<Caller> {
        authenticate(&portal(claims, change).ports(), "token", request()).await
    }

    fn of(state: &mut State) -> &mut Session {
        state.sessions.get_mut(&SESSION).unwrap()
    }

    #[tokio::test]
    async fn a_live_session_is_admitted_in_the_present_role() {
        let caller = ask(claims(), |state| state.person(1).record.standing.role = Role::Manager).await.unwrap();
        assert_eq!(caller.actor, Actor::new(user(1), Role::Manager), "and leads their own team");
    }

    #[tokio::test]
    async fn every_end_is_told_in_its_own_words() {
        for end in SessionEnd::ALL {
            let ended = ask(claims(), |state| of(state).ended = Some((end, at("2026-06-10T09:00:00Z")))).await;
            assert_eq!(ended, Err(Error::SessionEnded(end)));
        }
        let over = ask(claims(), |state| of(state).started.expires_at = at("2026-06-10T09:00:00Z")).await;
        assert_eq!(over, Err(Error::SessionEnded(SessionEnd::Expired)));
        let blocked = ask(claims(), |state| state.person(1).record.standing.is_blocked = true).await;
        assert_eq!(blocked, Err(Error::SessionEnded(SessionEnd::Blocked)));
    }

    #[tokio::test]
    async fn a_forged_or_strange_token_opens_nothing() {
        assert_eq!(ask(None, |_| {}).await, Err(Error::Unauthenticated));
        let expired = Err(Error::SessionEnded(SessionEnd::Expired));
        assert_eq!(ask(claims(), |state| state.sessions.clear()).await, expired);
        assert_eq!(ask(claims(), |state| of(state).started.user = user(2)).await, expired, "somebody else's");
    }

    #[tokio::test]
    async fn a_database_that_is_away_is_not_a_logout() {
        let fakes = portal(claims(), |_| {});
        fakes.memory.breaks("SessionReads::session", away());
        assert_eq!(authenticate(&fakes.ports(), "token", request()).await, Err(Error::Store(away())));
    }
}
