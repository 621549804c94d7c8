//! What a test of a use case stands on: a store in memory that keeps the contract of the databases, and mocks of the parties
//! outside (hashing, tokens, secrets, documents). A test says what is stored before, and looks at what is stored after.

mod budgets;
mod given;
mod outside;
mod samples;

pub(crate) use crate::memory::away;
pub(crate) use budgets::attempts;
pub(crate) use given::{Given, account, unlock_id};
pub(crate) use outside::{
    GENERATED, Written, changing_meanwhile, code_of, hash_of, overloaded, recovery_code, writing,
};
pub(crate) use samples::{change, day, employment, entry, form, holiday, hours, record, rejected, seed, today, view};

use crate::events::{Request, RequestId};
use crate::memory::{Memory, State};
use crate::ports::{
    Clock, Documents, Ids, ImportReader, MockDocuments, MockImportReader, MockPasswords, MockSecrets, MockTokens,
    OneTimeCodes, Passwords, PersonName, Reads, Secrets, Store, Tokens,
};
use crate::sessions::Caller;
use crate::settings::{InForce, Policy};
use crate::sign_in::Providers;
use crate::{Error, Limits, Ports};
use domain::Instant;
use domain::access::Actor;
use domain::id::{SessionId, UserId};
use domain::person::{EmployeeId, FullName, Role};
use domain::settings::{Decided, Key, Value};
use domain::sign_in::PasswordUse;
use outside::{AtOnce, PlainCodes, PlainPasswords, PlainSeals, PlainSecrets, PlainTokens, acme};
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
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

/// A request from 192.0.2.7.
pub(crate) fn request() -> Request {
    Request { id: RequestId::new(7), address: [192, 0, 2, 7].into() }
}

pub(crate) fn caller(n: u128, role: Role) -> Caller {
    Caller {
        actor: Actor::new(user(n), role),
        request: request(),
        session: SessionId::new(Uuid::from_u128(5000 + n)),
        expires_at: at("2026-06-10T20:00:00Z"),
        person: person(n),
        email: format!("p{n}@x.org"),
        is_first_login: false,
        second_factor_from: None,
        must_set_up_second_factor: false,
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

/// The ports over a store in memory, and outside parties that are mocks without expectations until the test sets some.
pub(crate) struct Fakes {
    pub(crate) memory: Memory,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) reads: Arc<dyn Reads>,
    pub(crate) documents: Arc<dyn Documents>,
    pub(crate) import_reader: Arc<dyn ImportReader>,
    pub(crate) passwords: Arc<dyn Passwords>,
    pub(crate) secrets: Arc<dyn Secrets>,
    pub(crate) tokens: Arc<dyn Tokens>,
    pub(crate) codes: Arc<dyn OneTimeCodes>,
    pub(crate) ids: Arc<CountingIds>,
    pub(crate) now: Instant,
    pub(crate) rules: domain::rules::Rules,
    pub(crate) zone: chrono_tz::Tz,
    pub(crate) limits: Limits,
    pub(crate) self_registration: bool,
    pub(crate) providers: Arc<Providers>,
}

/// Over a store whose first call fails: any other answer shows that the store was not asked.
impl Default for Fakes {
    fn default() -> Self {
        let fakes = Self::over(State::default());
        fakes.memory.fails_at(1);
        fakes
    }
}

impl Fakes {
    /// Over a store that holds this.
    pub(crate) fn over(state: impl Into<State>) -> Self {
        let memory = Memory::of(state.into());
        Self {
            store: Arc::new(memory.clone()),
            reads: Arc::new(memory.clone()),
            memory,
            documents: Arc::new(MockDocuments::new()),
            import_reader: Arc::new(MockImportReader::new()),
            passwords: Arc::new(MockPasswords::new()),
            secrets: Arc::new(MockSecrets::new()),
            tokens: Arc::new(MockTokens::new()),
            codes: Arc::new(PlainCodes),
            ids: Arc::default(),
            now: at("2026-06-10T10:00:00Z"),
            rules: domain::rules::Rules::default(),
            zone: chrono_tz::UTC,
            limits: Limits::default(),
            self_registration: true,
            providers: Arc::default(),
        }
    }

    /// The same, where the passwords of these count beside a provider called Acme.
    pub(crate) fn with_passwords(self, passwords: PasswordUse) -> Self {
        Self { providers: Arc::new(Providers::new(vec![acme()], passwords, String::new())), ..self }
    }

    /// The same, with hashes, secrets and tokens that a test can foresee.
    pub(crate) fn plain(state: State) -> Self {
        Self {
            passwords: Arc::new(PlainPasswords),
            secrets: Arc::new(PlainSecrets::default()),
            tokens: Arc::new(PlainTokens::default()),
            ..Self::over(state)
        }
    }

    /// What is stored now.
    pub(crate) fn state(&self) -> State {
        self.memory.state()
    }

    fn policy(&self) -> Policy {
        let registration =
            Decided { key: Key::SelfRegistration, from: None, value: Value::Boolean(self.self_registration) };
        let settings = domain::settings::Settings::default().with([registration]);
        let rules = domain::rules::Rules { zones: self.zone.into(), ..self.rules.clone() };
        Policy::holding(InForce { settings, rules: Arc::new(rules) })
    }

    pub(crate) fn ports(&self) -> Ports {
        Ports {
            store: self.store.clone(),
            reads: self.reads.clone(),
            documents: self.documents.clone(),
            import_reader: self.import_reader.clone(),
            passwords: self.passwords.clone(),
            secrets: self.secrets.clone(),
            workers: Arc::new(AtOnce),
            tokens: self.tokens.clone(),
            codes: self.codes.clone(),
            clock: Arc::new(FixedClock(self.now)),
            ids: self.ids.clone(),
            policy: Arc::new(self.policy()),
            limits: self.limits,
            seals: Arc::new(PlainSeals),
            providers: self.providers.clone(),
            reports: Arc::default(),
        }
    }
}

/// Runs a use case again and again, each time with another call to the store failing, until all of them have: each time the
/// failure is told, nothing is kept, and nothing more is asked of the store. Attempts stay counted whatever becomes of the work;
/// and what is committed stays, even if it cannot be read again for the answer.
pub(crate) async fn nothing_changes_when_a_call_fails<T: Debug + PartialEq>(
    before: impl Fn() -> State,
    run: impl AsyncFn(&Fakes) -> Result<T, Error>,
) {
    for n in 1.. {
        let fakes = Fakes::plain(before());
        fakes.memory.fails_at(n);
        let answer = run(&fakes).await;
        let calls = fakes.memory.calls();
        if calls.len() < n {
            assert!(answer.is_ok(), "{answer:?}");
            assert!(n > 2, "a unit of work has a beginning and an end");
            return;
        }
        assert_eq!(answer, Err(Error::Store(away())), "{calls:?}");
        assert_eq!(calls.len(), n, "asked on after {calls:?}");
        if !calls[..n - 1].contains(&"Store::commit") {
            assert_eq!(State { budgets: before().budgets, ..fakes.state() }, before(), "{calls:?}");
        }
    }
}
