//! Fakes for the ports, so that a use case is tested without a database.
//!
//! What is written goes through mocks: a call that a test did not expect fails it, so "nothing was saved" needs no
//! assertion of its own. What is read comes from [`Memory`], which keeps the contracts of the read ports over plain
//! lists, so that a use case that asks for too little shows it.

mod budgets;
mod ledger;
mod memory;
mod mocks;
mod samples;

pub(crate) use budgets::{attempts, giving_back, taking};
pub(crate) use ledger::{Book, GENERATED, HolidayWrite, Ledger, Writes, hash_of, nothing_is_kept_when_a_call_fails};
pub(crate) use memory::Memory;
pub(crate) use mocks::{MockPeopleReads, MockTimesheetReads};
pub(crate) use samples::{day, employment, entry, holiday, hours, own, record, rejected, today, view};

use crate::events::Event;
use crate::ports::{
    AbsenceRepository, Clock, Documents, EventLog, HolidayReads, HolidayRepository, Ids, InboxReads, InboxRepository,
    MailRepository, MockAbsenceRepository, MockDocuments, MockEventLog, MockHolidayReads, MockHolidayRepository,
    MockInboxReads, MockInboxRepository, MockMailRepository, MockPasswords, MockPersonRepository, MockResetReads,
    MockResetRepository, MockSecrets, MockSessionReads, MockSessionRepository, MockSettingReads, MockSettingRepository,
    MockThrottleRepository, MockTimesheetRepository, MockTokens, MockUnlockRepository, NewMail, Passwords, PeopleReads,
    PersonName, PersonRepository, ResetReads, ResetRepository, Secrets, SessionReads, SessionRepository, SettingReads,
    SettingRepository, Store, StoreError, ThrottleRepository, TimesheetReads, TimesheetRepository, Tokens, UnitOfWork,
    UnlockRepository,
};
use crate::sessions::Caller;
use crate::{Limits, Organisation, Ports};
use async_trait::async_trait;
use domain::Instant;
use domain::access::Actor;
use domain::id::{SessionId, UserId};
use domain::person::{EmployeeId, FullName, Role};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use uuid::Uuid;

pub(crate) fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

pub(crate) fn user(n: u128) -> UserId {
    UserId::new(Uuid::from_u128(n))
}

/// The number of a person that [`user`] made.
pub(crate) fn number(user: UserId) -> u128 {
    user.uuid().as_u128()
}

pub(crate) fn person(n: u128) -> PersonName {
    PersonName {
        id: user(n),
        employee_id: EmployeeId::new(1000 + u32::try_from(n).unwrap()),
        name: FullName { first: format!("First{n}"), last: format!("Last{n}") },
    }
}

pub(crate) fn caller(n: u128, role: Role) -> Caller {
    Caller {
        actor: Actor { id: user(n), role },
        session: SessionId::new(Uuid::from_u128(5000 + n)),
        expires_at: at("2026-06-10T20:00:00Z"),
        person: person(n),
        email: format!("p{n}@x.org"),
        is_first_login: false,
    }
}

/// A clock that stands still.
pub(crate) struct FixedClock(pub(crate) Instant);

impl Clock for FixedClock {
    fn now(&self) -> Instant {
        self.0
    }
}

#[derive(Default)]
pub(crate) struct CountingIds(AtomicU64);

impl Ids for CountingIds {
    fn next(&self) -> Uuid {
        Uuid::from_u128(u128::from(self.0.fetch_add(1, Ordering::Relaxed)) + 90_000)
    }
    fn random(&self) -> Uuid {
        self.next()
    }
}

/// A unit of work made of mocks. It remembers whether it was committed.
#[derive(Default)]
pub(crate) struct FakeWork {
    pub(crate) people: MockPersonRepository,
    pub(crate) sessions: MockSessionRepository,
    pub(crate) timesheets: MockTimesheetRepository,
    pub(crate) unlocks: MockUnlockRepository,
    pub(crate) absences: MockAbsenceRepository,
    pub(crate) inbox: MockInboxRepository,
    pub(crate) holidays: MockHolidayRepository,
    pub(crate) throttles: MockThrottleRepository,
    pub(crate) mails: MockMailRepository,
    pub(crate) resets: MockResetRepository,
    pub(crate) settings: MockSettingRepository,
    pub(crate) events: MockEventLog,
    /// Its commit fails.
    is_doomed: bool,
    committed: Arc<AtomicBool>,
}

impl FakeWork {
    /// The same, except that its commit fails.
    pub(crate) fn doomed(mut self) -> Self {
        self.is_doomed = true;
        self
    }

    /// Expects one append, and keeps its events for the test to look at.
    pub(crate) fn keep_events(&mut self) -> Arc<Mutex<Vec<Event>>> {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let keep = kept.clone();
        self.events.expect_append().times(1).returning(move |events| {
            keep.lock().unwrap().extend_from_slice(events);
            Ok(())
        });
        kept
    }

    /// Expects that mails are put into the outbox once, and keeps them for the test to look at.
    pub(crate) fn keep_mails(&mut self) -> Arc<Mutex<Vec<NewMail>>> {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let keep = kept.clone();
        self.mails.expect_enqueue().times(1).returning(move |mails| {
            keep.lock().unwrap().extend_from_slice(mails);
            Ok(())
        });
        kept
    }
}

/// What a store says that is away.
pub(crate) fn away() -> StoreError {
    StoreError::Unavailable("away".into())
}

#[async_trait]
impl UnitOfWork for FakeWork {
    fn people(&self) -> &dyn PersonRepository {
        &self.people
    }
    fn sessions(&self) -> &dyn SessionRepository {
        &self.sessions
    }
    fn timesheets(&self) -> &dyn TimesheetRepository {
        &self.timesheets
    }
    fn unlocks(&self) -> &dyn UnlockRepository {
        &self.unlocks
    }
    fn absences(&self) -> &dyn AbsenceRepository {
        &self.absences
    }
    fn inbox(&self) -> &dyn InboxRepository {
        &self.inbox
    }
    fn holidays(&self) -> &dyn HolidayRepository {
        &self.holidays
    }
    fn throttles(&self) -> &dyn ThrottleRepository {
        &self.throttles
    }
    fn mails(&self) -> &dyn MailRepository {
        &self.mails
    }
    fn resets(&self) -> &dyn ResetRepository {
        &self.resets
    }
    fn settings(&self) -> &dyn SettingRepository {
        &self.settings
    }
    fn events(&self) -> &dyn EventLog {
        &self.events
    }
    async fn commit(self: Box<Self>) -> Result<(), StoreError> {
        if self.is_doomed {
            return Err(away());
        }
        self.committed.store(true, Ordering::SeqCst);
        Ok(())
    }
}

/// Hands out units of work in the order in which they were queued. A `begin` that the test did not expect fails it, and so
/// does a unit of work that nobody began. Over a ledger it hands out as many as are asked for.
#[derive(Default)]
pub(crate) struct FakeStore {
    queue: Mutex<std::collections::VecDeque<FakeWork>>,
    ledger: Option<Ledger>,
}

impl Drop for FakeStore {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(self.queue.lock().unwrap().is_empty(), "a unit of work was queued and never begun");
        }
    }
}

impl FakeStore {
    /// Everything is written into `ledger`.
    fn over(ledger: Ledger) -> Self {
        Self { queue: Mutex::default(), ledger: Some(ledger) }
    }

    /// Queues a unit of work, and returns the flag that its commit sets.
    pub(crate) fn queue(&self, work: FakeWork) -> Arc<AtomicBool> {
        let committed = work.committed.clone();
        self.queue.lock().unwrap().push_back(work);
        committed
    }
}

#[async_trait]
impl Store for FakeStore {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError> {
        if let Some(ledger) = &self.ledger {
            return ledger.begin();
        }
        let work = self.queue.lock().unwrap().pop_front().expect("a unit of work that the test did not expect");
        Ok(Box::new(work))
    }
}

/// All ports, each a mock without expectations until the test sets some.
pub(crate) struct Fakes {
    pub(crate) store: Arc<FakeStore>,
    pub(crate) sessions: Arc<dyn SessionReads>,
    pub(crate) people: Arc<dyn PeopleReads>,
    pub(crate) timesheets: Arc<dyn TimesheetReads>,
    pub(crate) holidays: Arc<dyn HolidayReads>,
    pub(crate) inbox: Arc<dyn InboxReads>,
    pub(crate) resets: Arc<dyn ResetReads>,
    pub(crate) settings: Arc<dyn SettingReads>,
    pub(crate) documents: Arc<dyn Documents>,
    pub(crate) passwords: Arc<dyn Passwords>,
    pub(crate) secrets: Arc<dyn Secrets>,
    pub(crate) tokens: Arc<dyn Tokens>,
    pub(crate) now: Instant,
    pub(crate) zone: chrono_tz::Tz,
    pub(crate) limits: Limits,
    pub(crate) self_registration: bool,
}

impl Default for Fakes {
    fn default() -> Self {
        Self {
            store: Arc::new(FakeStore::default()),
            sessions: Arc::new(MockSessionReads::new()),
            people: Arc::new(MockPeopleReads::new()),
            timesheets: Arc::new(MockTimesheetReads::new()),
            holidays: Arc::new(MockHolidayReads::new()),
            inbox: Arc::new(MockInboxReads::new()),
            resets: Arc::new(MockResetReads::new()),
            settings: Arc::new(MockSettingReads::new()),
            documents: Arc::new(MockDocuments::new()),
            passwords: Arc::new(MockPasswords::new()),
            secrets: Arc::new(MockSecrets::new()),
            tokens: Arc::new(MockTokens::new()),
            now: at("2026-06-10T10:00:00Z"),
            zone: chrono_tz::UTC,
            limits: Limits::default(),
            self_registration: true,
        }
    }
}

impl Fakes {
    /// Reads come from `memory`; people are not asked for their names or logins.
    pub(crate) fn over(memory: Memory) -> Self {
        let memory = Arc::new(memory);
        Self { people: memory.clone(), timesheets: memory.clone(), holidays: memory, ..Self::default() }
    }

    pub(crate) fn ports(&self) -> Ports {
        Ports {
            store: self.store.clone(),
            sessions: self.sessions.clone(),
            people: self.people.clone(),
            timesheets: self.timesheets.clone(),
            holidays: self.holidays.clone(),
            inbox: self.inbox.clone(),
            resets: self.resets.clone(),
            settings: self.settings.clone(),
            documents: self.documents.clone(),
            passwords: self.passwords.clone(),
            secrets: self.secrets.clone(),
            tokens: self.tokens.clone(),
            clock: Arc::new(FixedClock(self.now)),
            ids: Arc::new(CountingIds::default()),
            organisation: Arc::new(Organisation {
                name: "Daybook".into(),
                zone: self.zone,
                self_registration: self.self_registration,
            }),
            limits: self.limits,
        }
    }
}
