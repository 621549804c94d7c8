//! The sample organisation's events. What happens seldom is told of its whole year, and what happens every day of the last weeks, as far
//! back as the activity of the portal is shown.

use super::days::seed;
use super::people::PEOPLE;
use super::{Filler, Ids};
use application::approvals::events::days_decided;
use application::events::{Event, Origin, Record, Request, RequestId};
use application::ports::NewSession;
use application::sessions::events::{Outcome, sign_in_failed, signed_in};
use application::timesheets::events::day_submitted;
use application::{Error, Ports};
use chrono::{NaiveDate, NaiveTime, TimeDelta};
use domain::Instant;
use domain::access::MayDecide;
use domain::id::{SessionId, UserId};
use domain::person::Role;
use domain::session::{SessionEnd, expires_at};
use domain::time::{WorkCalendar, days_before};
use domain::timesheet::{Entry, Status};
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Mutex, PoisonError};

/// So many days back everything is told.
const EVERYTHING_SINCE: u64 = 30;
/// In so many mornings the password was mistyped once.
const ONE_MISTYPED_IN: usize = 23;
/// Nobody comes earlier.
const SEVEN: NaiveTime = match NaiveTime::from_hms_opt(7, 0, 0) {
    Some(time) => time,
    None => NaiveTime::MIN,
};
/// The address from which everybody comes. It is one of those for examples.
const OFFICE: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 10);

/// A request from the office.
pub(super) fn request(ports: &Ports) -> Request {
    Request { id: RequestId::new(ports.ids.random().as_u64_pair().1), address: IpAddr::V4(OFFICE) }
}

/// What happened, in its order. It is recorded piece by piece, because a close records itself.
pub(super) struct Log(Vec<Event>);

impl Log {
    /// In the order of time.
    pub(super) fn of(events: Mutex<Vec<Event>>) -> Self {
        let mut events = events.into_inner().unwrap_or_else(PoisonError::into_inner);
        events.sort_by_key(|event| event.at);
        Self(events)
    }

    /// Records what had happened by `until` and is not recorded yet.
    pub(super) async fn record(&mut self, ports: &Ports, until: Instant) -> Result<(), Error> {
        let count = self.0.partition_point(|event| event.at <= until);
        let events: Vec<Event> = self.0.drain(..count).collect();
        let work = ports.store.begin().await?;
        work.events().append(&events).await?;
        Ok(work.commit().await?)
    }
}

/// Days that were decided alike: when, whose, and why where they were rejected.
pub(super) type Alike = (Instant, UserId, Option<&'static str>);

/// A morning of somebody with this place among the people, in this role.
pub(super) type Morning = (usize, UserId, Role, NaiveDate);

impl Filler<'_> {
    /// Notes an event.
    pub(super) fn happened(&self, at: Instant, origin: Origin, what: Record) {
        let event = Event::new(self.ports, at, origin, what, Vec::new());
        self.events.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }

    /// A request of the person with that mailbox.
    pub(super) fn by(&self, mailbox: &str, ids: &Ids) -> Origin {
        let role = PEOPLE.iter().find(|person| person.mailbox == mailbox).map(|person| person.role);
        ids.get(mailbox).zip(role).map_or_else(Origin::command, |(user, role)| self.by_person(*user, role))
    }

    /// A request of somebody in that role.
    pub(super) fn by_person(&self, user: UserId, role: Role) -> Origin {
        Origin::person(user, role, request(self.ports))
    }

    fn is_told(&self, at: Instant) -> bool {
        self.ports.zones().start_of(days_before(self.moment.today, EVERYTHING_SINCE)) <= at
    }

    /// An entry was recorded, or recorded again.
    pub(super) fn submitted(&self, before: Option<&Entry>, after: &Entry) {
        let at = after.updated_at();
        if self.is_told(at) {
            let before = before.map(|before| (before.hours(), before.status()));
            let what = day_submitted(before, after, after.is_resubmission());
            self.happened(at, self.by_person(after.user(), Role::Employee), what);
        }
    }

    /// Days of somebody were decided, each with what its entry was before.
    pub(super) fn decided(&self, (at, user, reason): Alike, proof: MayDecide, days: Vec<(NaiveDate, Status)>) {
        if self.is_told(at) {
            let status = if reason.is_some() { Status::Rejected } else { Status::Approved };
            let what = days_decided(user, days, status, reason);
            self.happened(at, self.by_person(proof.by(), Role::Manager), what);
        }
    }

    /// Who signed in when: Employees on these mornings, the others on every working day.
    pub(super) async fn sign_ins(
        &self,
        ids: &Ids,
        mut mornings: Vec<Morning>,
        office: WorkCalendar<'_>,
    ) -> Result<(), Error> {
        let today = self.moment.today;
        for (index, person) in PEOPLE.iter().enumerate().filter(|(_, person)| person.role != Role::Employee) {
            let Some(user) = ids.get(person.mailbox) else { continue };
            let days = days_before(today, EVERYTHING_SINCE).iter_days().take_while(|day| *day <= today);
            mornings.extend(days.filter(|day| office.is_working_day(*day)).map(|day| (index, *user, person.role, day)));
        }
        let mut last: BTreeMap<UserId, NewSession> = BTreeMap::new();
        for (index, user, role, day) in mornings {
            let minutes = TimeDelta::minutes(i64::try_from(seed(index, day) % 100).unwrap_or_default());
            let at = self.ports.zones().instant_of(day, SEVEN) + minutes;
            if at >= self.moment.now {
                continue;
            }
            let session = NewSession {
                id: SessionId::new(self.ports.ids.random()),
                user,
                created_at: at,
                expires_at: expires_at(at, &self.moment.rules),
                address: OFFICE.to_string(),
                provider: None,
            };
            if self.is_told(at) {
                self.signed_in(&session, role, seed(index, day).is_multiple_of(ONE_MISTYPED_IN));
            }
            if last.get(&user).is_none_or(|before| before.created_at < at) {
                last.insert(user, session);
            }
        }
        for session in last.values() {
            self.work.sessions().start(session).await?;
            self.work.sessions().end(session.id, SessionEnd::Logout, self.moment.now.min(session.expires_at)).await?;
        }
        Ok(())
    }

    fn signed_in(&self, session: &NewSession, role: Role, mistyped: bool) {
        let (user, at) = (session.user, session.created_at);
        if mistyped {
            let what = sign_in_failed(Some(user), Outcome::WrongPassword);
            self.happened(at - TimeDelta::minutes(1), Origin::visitor(request(self.ports)), what);
        }
        let origin = Origin { session: Some(session.id), ..self.by_person(user, role) };
        self.happened(at, origin, signed_in(user, session.id, None));
    }
}
