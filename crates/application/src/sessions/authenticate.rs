//! Who is calling: asked once for every request, with one indexed look-up and no cache, so that a logout, a block
//! and a role change work at the very next request, on every instance.

use crate::ports::{PersonName, SessionView};
use crate::{Error, Ports};
use domain::Instant;
use domain::access::Actor;
use domain::id::SessionId;
use domain::session::SessionEnd;

/// The signed-in person of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// Who acts, and in which role.
    pub actor: Actor,
    /// The session.
    pub session: SessionId,
    /// When the session is over at the latest.
    pub expires_at: Instant,
    /// The person.
    pub person: PersonName,
    /// The person's address.
    pub email: String,
    /// Whether the generated password has to be changed before anything else.
    pub is_first_login: bool,
}

impl Caller {
    /// Refuses while the generated password has not been changed.
    pub fn require_own_password(&self) -> Result<(), Error> {
        if self.is_first_login { Err(Error::PasswordChangeRequired) } else { Ok(()) }
    }
}

/// Finds the live session of `token`.
pub async fn authenticate(ports: &Ports, token: &str) -> Result<Caller, Error> {
    let claims = ports.tokens.read(token).ok_or(Error::Unauthenticated)?;
    match ports.sessions.session(claims.session).await? {
        Some(session) if session.person.id == claims.user => admit(session, ports.clock.now()),
        // Signed by us, but the session is unknown or somebody else's: nothing that can be used again.
        _ => Err(Error::SessionEnded(SessionEnd::Expired)),
    }
}

fn admit(session: SessionView, now: Instant) -> Result<Caller, Error> {
    if let Some(end) = session.ended {
        return Err(Error::SessionEnded(end));
    }
    if session.expires_at <= now {
        return Err(Error::SessionEnded(SessionEnd::Expired));
    }
    if !session.may_act {
        return Err(Error::SessionEnded(SessionEnd::Blocked));
    }
    Ok(Caller {
        actor: Actor { id: session.person.id, role: session.role },
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
    use crate::ports::{Claims, MockSessionReads, MockTokens, StoreError};
    use crate::testing::{Fakes, at, person, user};
    use domain::person::Role;
    use std::sync::Arc;
    use uuid::Uuid;

    fn session() -> SessionView {
        SessionView {
            id: SessionId::new(Uuid::from_u128(50)),
            ended: None,
            expires_at: at("2026-06-10T20:00:00Z"),
            person: person(1),
            email: "a@x.org".into(),
            role: Role::Employee,
            may_act: true,
            is_first_login: false,
        }
    }

    async fn ask(
        found: Result<Option<SessionView>, StoreError>,
        claims: impl Into<Option<Claims>>,
    ) -> Result<Caller, Error> {
        let mut fakes = Fakes::default();
        let mut tokens = MockTokens::new();
        tokens.expect_read().return_const(claims.into());
        fakes.tokens = Arc::new(tokens);
        let mut reads = MockSessionReads::new();
        reads.expect_session().returning(move |_| found.clone());
        fakes.sessions = Arc::new(reads);
        authenticate(&fakes.ports(), "token").await
    }

    fn claims() -> Claims {
        Claims { user: user(1), session: SessionId::new(Uuid::from_u128(50)) }
    }

    #[tokio::test]
    async fn a_live_session_is_admitted_in_the_role_of_now() {
        let caller = ask(Ok(Some(SessionView { role: Role::Manager, ..session() })), claims()).await.unwrap();
        assert_eq!(caller.actor, Actor { id: user(1), role: Role::Manager });
    }

    #[tokio::test]
    async fn every_end_is_told_in_its_own_words() {
        for end in SessionEnd::ALL {
            let ended = SessionView { ended: Some(end), ..session() };
            assert_eq!(ask(Ok(Some(ended)), claims()).await, Err(Error::SessionEnded(end)));
        }
        let over = SessionView { expires_at: at("2026-06-10T09:00:00Z"), ..session() };
        assert_eq!(ask(Ok(Some(over)), claims()).await, Err(Error::SessionEnded(SessionEnd::Expired)));
        let blocked = SessionView { may_act: false, ..session() };
        assert_eq!(ask(Ok(Some(blocked)), claims()).await, Err(Error::SessionEnded(SessionEnd::Blocked)));
    }

    #[tokio::test]
    async fn a_forged_or_strange_token_opens_nothing() {
        assert_eq!(ask(Ok(Some(session())), None).await, Err(Error::Unauthenticated));
        assert_eq!(ask(Ok(None), claims()).await, Err(Error::SessionEnded(SessionEnd::Expired)));
        let somebody_else = SessionView { person: person(2), ..session() };
        assert_eq!(ask(Ok(Some(somebody_else)), claims()).await, Err(Error::SessionEnded(SessionEnd::Expired)));
    }

    #[tokio::test]
    async fn a_database_that_is_away_is_not_a_logout() {
        let away = StoreError::Unavailable("away".into());
        assert_eq!(ask(Err(away.clone()), claims()).await, Err(Error::Store(away)));
    }
}
