//! Sessions, budgets of attempts, reset links, settings and events.

use super::identities::is_of;
use super::state::Session;
use super::{Memory, Unit};
use application::events::Event;
use application::ports::{
    EventLog, KeptValue, KeptValueReads, KeptValueRepository, NewSession, ProviderSession, ProviderSignIns, ResetLink,
    ResetReads, ResetRepository, ResetRequest, Result, SessionReads, SessionRepository, SessionView, StoreError,
    ThrottleRepository, UniqueKey,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::{SessionId, UserId};
use domain::session::SessionEnd;
use domain::throttle::Attempts;

impl Session {
    /// Ends it, and says whose and which it is.
    fn end(&mut self, end: SessionEnd, at: Instant) -> (UserId, SessionId) {
        self.ended = Some((end, at));
        if let Some(began) = &mut self.started.provider {
            began.id_token.0.clear();
        }
        (self.started.user, self.started.id)
    }
}

#[async_trait]
impl SessionRepository for Unit {
    async fn start(&self, session: &NewSession) -> Result<()> {
        self.run("SessionRepository::start", |state| {
            if state.sessions.values().any(|other| other.started.user == session.user && other.ended.is_none()) {
                return Err(StoreError::Conflict(UniqueKey::LiveSession));
            }
            if state.sessions.contains_key(&session.id) {
                return Err(StoreError::Conflict(UniqueKey::Other));
            }
            state.sessions.insert(session.id, Session { started: session.clone(), ended: None });
            Ok(())
        })
    }

    async fn end_live(&self, user: UserId, end: SessionEnd, at: Instant) -> Result<Option<SessionId>> {
        self.ask("SessionRepository::end_live", |state| {
            let mut live = state.sessions.values_mut().filter(|one| one.started.user == user && one.ended.is_none());
            let session = live.next()?;
            Some(session.end(end, at).1)
        })
    }

    async fn end_live_of(&self, users: &[UserId], end: SessionEnd, at: Instant) -> Result<Vec<(UserId, SessionId)>> {
        self.ask("SessionRepository::end_live_of", |state| {
            let live =
                state.sessions.values_mut().filter(|one| users.contains(&one.started.user) && one.ended.is_none());
            live.map(|session| session.end(end, at)).collect()
        })
    }

    async fn end(&self, session: SessionId, end: SessionEnd, at: Instant) -> Result<bool> {
        self.ask("SessionRepository::end", |state| {
            let live = state.sessions.get_mut(&session).filter(|session| session.ended.is_none());
            live.map(|session| session.end(end, at)).is_some()
        })
    }

    async fn provider_of(&self, session: SessionId) -> Result<Option<ProviderSession>> {
        self.ask("SessionRepository::provider_of", |state| {
            let live = state.sessions.get(&session).filter(|session| session.ended.is_none())?;
            live.started.provider.clone()
        })
    }

    async fn end_of_provider(
        &self,
        issuer: &str,
        which: &ProviderSignIns,
        end: SessionEnd,
        at: Instant,
    ) -> Result<Vec<(UserId, SessionId)>> {
        self.ask("SessionRepository::end_of_provider", |state| {
            let is_meant = |session: &&mut Session| {
                let began = session.started.provider.as_ref();
                let is_of = |began| is_of(began, session.started.user, issuer, which);
                session.ended.is_none() && began.is_some_and(is_of)
            };
            state.sessions.values_mut().filter(is_meant).map(|session| session.end(end, at)).collect()
        })
    }

    async fn remember_address(&self, user: UserId, address: &str, at: Instant) -> Result<()> {
        self.ask("SessionRepository::remember_address", |state| {
            state.known_addresses.insert((user, address.to_owned()), at);
        })
    }
}

#[async_trait]
impl SessionReads for Memory {
    async fn session(&self, id: SessionId, today: NaiveDate) -> Result<Option<SessionView>> {
        self.read("SessionReads::session", |state| {
            let session = state.sessions.get(&id)?;
            let owner = state.people.get(&session.started.user)?;
            Some(SessionView {
                id,
                ended: session.ended.map(|(end, _)| end),
                created_at: session.started.created_at,
                expires_at: session.started.expires_at,
                is_by_provider: session.started.provider.is_some(),
                person: owner.name(),
                email: owner.record.email.to_string(),
                role: owner.record.standing.role,
                may_act: owner.record.standing.can_act(),
                is_first_login: owner.is_first_login,
                has_second_factor: state.second_factors.get(&owner.record.id).is_some_and(|kept| kept.set.is_some()),
                in_role_since: owner.in_role_since(),
                stands_in_for: state.managers_of(owner.record.id, today).iter().map(|kept| kept.manager).collect(),
            })
        })
    }

    async fn count_live(&self, now: Instant) -> Result<u32> {
        self.read("SessionReads::count_live", |state| {
            let is_live = |session: &&Session| session.ended.is_none() && session.started.expires_at > now;
            u32::try_from(state.sessions.values().filter(is_live).count()).unwrap_or(u32::MAX)
        })
    }
}

#[async_trait]
impl ThrottleRepository for Unit {
    async fn load(&self, bucket: &str) -> Result<Attempts> {
        self.ask("ThrottleRepository::load", |state| state.budgets.get(bucket).cloned().unwrap_or_default())
    }

    async fn save(&self, bucket: &str, attempts: &Attempts, _: Instant) -> Result<()> {
        self.ask("ThrottleRepository::save", |state| {
            state.budgets.insert(bucket.to_owned(), attempts.clone());
        })
    }

    async fn forget(&self, bucket: &str, known: &str, user: UserId) -> Result<()> {
        self.ask("ThrottleRepository::forget", |state| {
            let addresses = state.known_addresses.keys().filter(|(owner, _)| *owner == user);
            let at_known: Vec<String> = addresses.map(|(_, address)| format!("{known}{address}")).collect();
            state.budgets.retain(|name, _| name != bucket && !at_known.contains(name));
        })
    }
}

#[async_trait]
impl ResetRepository for Unit {
    async fn ask(&self, request: &ResetRequest) -> Result<()> {
        self.run("ResetRepository::ask", |state| {
            state.reset_requests.push(request.clone());
            Ok(())
        })
    }

    async fn take_request(&self) -> Result<Option<ResetRequest>> {
        self.run("ResetRepository::take_request", |state| {
            Ok((!state.reset_requests.is_empty()).then(|| state.reset_requests.remove(0)))
        })
    }

    async fn keep_links(&self, links: &[ResetLink]) -> Result<()> {
        self.run("ResetRepository::keep_links", |state| {
            for link in links {
                let is_same = |other: &ResetLink| other.fingerprint == link.fingerprint && other.user != link.user;
                if state.links.values().any(is_same) {
                    return Err(StoreError::Conflict(UniqueKey::Other));
                }
                state.links.insert(link.user, link.clone());
            }
            Ok(())
        })
    }

    async fn take_link(&self, fingerprint: &str) -> Result<Option<ResetLink>> {
        self.run("ResetRepository::take_link", |state| {
            let user = state.links.values().find(|link| link.fingerprint == fingerprint).map(|link| link.user);
            Ok(user.and_then(|user| state.links.remove(&user)))
        })
    }

    async fn drop_link(&self, user: UserId) -> Result<bool> {
        self.ask("ResetRepository::drop_link", |state| state.links.remove(&user).is_some())
    }

    async fn drop_links(&self, users: &[UserId]) -> Result<()> {
        self.ask("ResetRepository::drop_links", |state| state.links.retain(|user, _| !users.contains(user)))
    }
}

#[async_trait]
impl ResetReads for Memory {
    async fn link(&self, fingerprint: &str) -> Result<Option<ResetLink>> {
        self.read("ResetReads::link", |state| {
            state.links.values().find(|link| link.fingerprint == fingerprint).cloned()
        })
    }
}

#[async_trait]
impl KeptValueRepository for Unit {
    async fn lock(&self, value: KeptValue) -> Result<Option<String>> {
        self.run("KeptValueRepository::lock", |state| Ok(state.kept_value(value)))
    }

    async fn set(&self, value: KeptValue, text: &str) -> Result<()> {
        self.run("KeptValueRepository::set", |state| {
            state.kept_values.insert(value.name(), text.to_owned());
            Ok(())
        })
    }
}

#[async_trait]
impl KeptValueReads for Memory {
    async fn get(&self, value: KeptValue) -> Result<Option<String>> {
        self.read("KeptValueReads::get", |state| state.kept_value(value))
    }
}

#[async_trait]
impl EventLog for Unit {
    async fn append(&self, events: &[Event]) -> Result<()> {
        self.run("EventLog::append", |state| {
            state.events.extend_from_slice(events);
            Ok(())
        })
    }
}
