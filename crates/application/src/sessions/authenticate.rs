//! Who is calling: asked once for every request, with one indexed look-up and no cache, so that a logout, a block
//! and a role change work at the very next request, on every instance.

use crate::events::{Origin, Request};
use crate::ports::{PersonName, SessionView};
use crate::{Error, Moment, Ports, Result};
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
    /// From when on they need a second factor; `None` where their role needs none.
    pub second_factor_from: Option<Instant>,
    /// Whether a second factor has to be set up before anything else but that password.
    pub must_set_up_second_factor: bool,
}

impl Caller {
    /// Refuses while the generated password has not been changed.
    pub fn require_own_password(&self) -> Result<()> {
        if self.is_first_login { Err(Error::PasswordChangeRequired) } else { Ok(()) }
    }

    /// Refuses while a second factor has to be set up.
    pub fn require_second_factor(&self) -> Result<()> {
        if self.must_set_up_second_factor { Err(Error::SecondFactorRequired) } else { Ok(()) }
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
        Some(session) if session.person.id == claims.user => admit(session, request, &moment),
        // Signed by us, but the session is unknown or somebody else's: nothing that can be used again.
        _ => Err(Error::SessionEnded(SessionEnd::Expired)),
    }
}

fn admit(session: SessionView, request: Request, moment: &Moment) -> Result<Caller> {
    if let Some(end) = session.ended {
        return Err(Error::SessionEnded(end));
    }
    if session.expires_at <= moment.now {
        return Err(Error::SessionEnded(SessionEnd::Expired));
    }
    if !session.may_act {
        return Err(Error::SessionEnded(SessionEnd::Blocked));
    }
    // Whose teams the person leads is resolved here, once a request.
    let leads = Leads::standing_in_for(session.person.id, session.stands_in_for);
    let second_factor_from = moment.rules.second_factor.required_from(session.role, session.in_role_since);
    let is_overdue = second_factor_from.is_some_and(|from| from <= moment.now);
    Ok(Caller {
        actor: Actor { id: session.person.id, role: session.role, leads },
        request,
        session: session.id,
        expires_at: session.expires_at,
        person: session.person,
        email: session.email,
        is_first_login: session.is_first_login,
        second_factor_from,
        must_set_up_second_factor: is_overdue && !session.has_second_factor && !session.is_by_provider,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Factor, Factors, Session, State};
    use crate::ports::{Claims, MockTokens, NewSession, SecondFactor};
    use crate::testing::{Fakes, account, at, away, request, user};
    use domain::person::Role;
    use domain::second_factor::{FactorKey, FactorRule, RequiredFor};
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
            provider: None,
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
    async fn a_second_factor_that_is_overdue_comes_first_and_one_that_is_set_up_is_never_overdue() {
        let rule = |for_whom| FactorRule { required_for: for_whom, since: Some(at("2026-05-20T08:00:00Z")) };
        let asked = async |required_for, change: fn(&mut State)| {
            let mut fakes = portal(claims(), change);
            fakes.rules.second_factor = rule(required_for);
            let caller = authenticate(&fakes.ports(), "token", request()).await.unwrap();
            (caller.second_factor_from, caller.require_second_factor())
        };
        let (late, overdue) = (Some(at("2026-06-03T08:00:00Z")), Err(Error::SecondFactorRequired));
        assert_eq!(asked(RequiredFor::Everybody, |_| {}).await, (late, overdue));
        assert_eq!(asked(RequiredFor::HrAndAdmins, |_| {}).await, (None, Ok(())), "an Employee");
        assert_eq!(asked(RequiredFor::Nobody, |_| {}).await, (None, Ok(())));
        let later = |state: &mut State| state.person(1).role_since = Some(at("2026-06-01T08:00:00Z"));
        assert_eq!(asked(RequiredFor::Everybody, later).await, (Some(at("2026-06-15T08:00:00Z")), Ok(())));
        let set = |state: &mut State| {
            let factor = SecondFactor { key: FactorKey::new("KEY".into()), last_step: None };
            let set = Factor { factor, created_at: at("2026-06-01T08:00:00Z"), last_used_at: None };
            state.second_factors.insert(user(1), Factors { set: Some(set), ..Factors::default() });
        };
        assert_eq!(asked(RequiredFor::Everybody, set).await, (late, Ok(())));
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
