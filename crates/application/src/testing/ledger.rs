//! A store that keeps a ledger: what a use case asked of it, call by call, and what it had written by the time of a commit.
//!
//! A test of a change compares the whole ledger, so a call too many, too few or too early shows, as it would with mocks;
//! and any call can be made to fail, so that a test walks through all of them.

mod days;
mod ports;
mod work;

use super::{FakeStore, Fakes, away, record, user};
use crate::Error;
use crate::events::{Event, Push};
use crate::ports::{
    Login, NewMail, NewNotice, NewPerson, NewUnlock, PasswordHash, PersonRecord, ResetLink, ResetRequest, Setting,
    StoreError,
};
use chrono::NaiveDate;
use domain::Instant;
use domain::holiday::Holiday;
use domain::id::{HolidayId, SessionId, UserId};
use domain::person::Role;
use domain::session::SessionEnd;
use domain::throttle::Attempts;
use domain::timesheet::Entry;
use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use uuid::Uuid;

/// What was done to a holiday, and when.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum HolidayWrite {
    Added(Holiday, Instant),
    Changed(Holiday, Instant),
    Deleted(HolidayId),
}

/// What was written. Attempts in budgets are kept apart: they stay counted whatever becomes of the work.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Writes {
    pub(crate) inserted: Vec<NewPerson>,
    pub(crate) saved: Vec<PersonRecord>,
    pub(crate) passwords: Vec<(UserId, PasswordHash, bool)>,
    pub(crate) released: Vec<UserId>,
    pub(crate) ended: Vec<(UserId, SessionEnd)>,
    pub(crate) wishes: Vec<ResetRequest>,
    pub(crate) answered: Vec<ResetRequest>,
    pub(crate) links: Vec<ResetLink>,
    pub(crate) taken_links: Vec<String>,
    pub(crate) dropped_links: Vec<UserId>,
    pub(crate) settings: Vec<(Setting, String)>,
    pub(crate) unlocks: Vec<NewUnlock>,
    pub(crate) notices: Vec<NewNotice>,
    /// Who was marked absent on which day, and when.
    pub(crate) marks: Vec<(UserId, NaiveDate, Instant)>,
    /// Who was mailed on which day about all marked days.
    pub(crate) mailed: Vec<(UserId, NaiveDate)>,
    pub(crate) holidays: Vec<HolidayWrite>,
    pub(crate) mails: Vec<NewMail>,
    pub(crate) events: Vec<Event>,
}

impl Writes {
    fn add(&mut self, more: Self) {
        self.inserted.extend(more.inserted);
        self.saved.extend(more.saved);
        self.passwords.extend(more.passwords);
        self.released.extend(more.released);
        self.ended.extend(more.ended);
        self.wishes.extend(more.wishes);
        self.answered.extend(more.answered);
        self.links.extend(more.links);
        self.taken_links.extend(more.taken_links);
        self.dropped_links.extend(more.dropped_links);
        self.settings.extend(more.settings);
        self.unlocks.extend(more.unlocks);
        self.notices.extend(more.notices);
        self.marks.extend(more.marks);
        self.mailed.extend(more.mailed);
        self.holidays.extend(more.holidays);
        self.mails.extend(more.mails);
        self.events.extend(more.events);
    }

    /// The names of the events.
    pub(crate) fn happenings(&self) -> Vec<&'static str> {
        self.events.iter().map(|event| event.what.name()).collect()
    }

    /// The messages to open browsers, of all events.
    pub(crate) fn pushes(&self) -> Vec<Push> {
        self.events.iter().flat_map(|event| event.pushes.clone()).collect()
    }

    /// The kinds of the mails, with their addresses.
    pub(crate) fn letters(&self) -> Vec<(&'static str, &str)> {
        self.mails.iter().map(|mail| (mail.letter.kind(), mail.to.as_str())).collect()
    }
}

/// The days of the people of a ledger.
#[derive(Default)]
pub(crate) struct Days {
    /// When people joined, where that is known.
    pub(crate) joined: HashMap<UserId, NaiveDate>,
    /// When accounts were created, where that was not long ago.
    pub(crate) created: HashMap<UserId, Instant>,
    pub(crate) entries: Vec<Entry>,
    /// Unused unlocks.
    pub(crate) open: Vec<(UserId, NaiveDate)>,
    /// Marks of absence, with the day of the mail that has named them.
    pub(crate) marks: Vec<(UserId, NaiveDate, Option<NaiveDate>)>,
    pub(crate) holidays: Vec<Holiday>,
    /// Those of whom no record is there to tell the address.
    pub(crate) without_address: HashSet<UserId>,
}

type Change = Box<dyn FnOnce(&mut Book) + Send>;

/// What there is, and what was said.
#[derive(Default)]
pub(crate) struct Book {
    pub(crate) people: Vec<PersonRecord>,
    /// Those who have not changed their generated password.
    pub(crate) newcomers: HashSet<UserId>,
    /// Those whose password is not `old secret`.
    pub(crate) hashes: HashMap<UserId, PasswordHash>,
    /// Those who have signed in from the caller's IP address lately.
    pub(crate) known_here: HashSet<UserId>,
    pub(crate) wishes: VecDeque<ResetRequest>,
    pub(crate) links: Vec<ResetLink>,
    pub(crate) attempts: HashMap<String, Attempts>,
    pub(crate) settings: HashMap<&'static str, String>,
    /// The days of the people, and the organisation's.
    pub(crate) days: Days,
    pub(crate) has_no_randomness: bool,
    pub(crate) is_overloaded: bool,
    live: HashMap<UserId, SessionId>,
    meanwhile: Option<(String, Change)>,
    said: Vec<String>,
    kept: Writes,
    fails_at: Option<usize>,
    broken: Option<(&'static str, StoreError)>,
    steps: usize,
}

impl Book {
    pub(crate) fn person(&mut self, n: u128) -> &mut PersonRecord {
        self.people.iter_mut().find(|person| person.id == user(n)).unwrap()
    }

    fn login(&self, user: UserId) -> Option<Login> {
        let person = self.people.iter().find(|person| person.id == user)?;
        Some(Login {
            hash: self.hashes.get(&user).cloned().unwrap_or_else(|| hash_of("old secret")),
            is_active: person.standing.is_active,
            is_blocked: person.standing.is_blocked,
            is_first_login: self.newcomers.contains(&user),
            role: person.standing.role,
        })
    }
}

/// The fakes' hash of a password.
pub(crate) fn hash_of(password: &str) -> PasswordHash {
    PasswordHash(format!("hash of {password}"))
}

/// The password that the fakes generate.
pub(crate) const GENERATED: &str = "Generated123";

/// A store with a ledger; also the read ports, the passwords and the secrets that go with it.
#[derive(Clone, Default)]
pub(crate) struct Ledger(Arc<Mutex<Book>>);

impl Ledger {
    /// People with these numbers and roles.
    pub(crate) fn of(people: &[(u128, Role)]) -> Self {
        Self::default().with(|book| book.people = people.iter().map(|(n, role)| record(*n, *role)).collect())
    }

    pub(crate) fn with(self, set: impl FnOnce(&mut Book)) -> Self {
        set(&mut self.0.lock().unwrap());
        self
    }

    /// Person `n` is signed in, in session 5000 + `n`.
    pub(crate) fn signed_in(self, n: u128) -> Self {
        self.with(|book| {
            book.live.insert(user(n), SessionId::new(Uuid::from_u128(5000 + n)));
        })
    }

    /// Right after `said`, somebody else makes this change.
    pub(crate) fn meanwhile(self, said: &str, change: impl FnOnce(&mut Book) + Send + 'static) -> Self {
        self.with(|book| book.meanwhile = Some((said.to_owned(), Box::new(change))))
    }

    /// This call to the store fails, every time.
    pub(crate) fn broken(self, step: &'static str, fault: StoreError) -> Self {
        self.with(|book| book.broken = Some((step, fault)))
    }

    pub(crate) fn fakes(&self) -> Fakes {
        Fakes {
            store: Arc::new(FakeStore::over(self.clone())),
            people: Arc::new(self.clone()),
            resets: Arc::new(self.clone()),
            settings: Arc::new(self.clone()),
            holidays: Arc::new(self.clone()),
            passwords: Arc::new(self.clone()),
            secrets: Arc::new(self.clone()),
            ..Fakes::default()
        }
    }

    /// Everything that was asked, in this order.
    pub(crate) fn said(&self) -> Vec<String> {
        self.0.lock().unwrap().said.clone()
    }

    /// What was written and committed.
    pub(crate) fn kept(&self) -> Writes {
        self.0.lock().unwrap().kept.clone()
    }

    /// How many attempts a bucket holds, of those that were committed.
    pub(crate) fn counted(&self, bucket: &str) -> usize {
        self.0.lock().unwrap().attempts.get(bucket).map_or(0, |attempts| attempts.instants().len())
    }

    fn say(&self, said: impl Into<String>) {
        let said = said.into();
        let mut book = self.0.lock().unwrap();
        book.said.push(said.clone());
        if let Some((_, change)) = book.meanwhile.take_if(|(when, _)| *when == said) {
            change(&mut book);
        }
    }

    /// A call to the store; it fails where that was wished.
    fn step(&self, said: impl Into<String>) -> Result<(), StoreError> {
        {
            let mut book = self.0.lock().unwrap();
            book.steps += 1;
            if book.fails_at == Some(book.steps) {
                return Err(away());
            }
        }
        let said = said.into();
        if let Some((_, fault)) = self.0.lock().unwrap().broken.as_ref().filter(|(step, _)| *step == said) {
            return Err(fault.clone());
        }
        self.say(said);
        Ok(())
    }
}

/// Runs a use case again and again, each time with another call to the store failing, until all of them have: each time the
/// failure is told, nothing is kept, and nothing more is asked of the store.
pub(crate) async fn nothing_is_kept_when_a_call_fails<T: Debug + PartialEq>(
    make: impl Fn() -> Ledger,
    run: impl AsyncFn(&Fakes) -> Result<T, Error>,
) {
    for n in 1.. {
        let ledger = make().with(|book| book.fails_at = Some(n));
        let answer = run(&ledger.fakes()).await;
        let steps = ledger.0.lock().unwrap().steps;
        if steps < n {
            assert!(answer.is_ok(), "{answer:?}");
            assert!(n > 2, "a unit of work has a beginning and an end");
            return;
        }
        assert_eq!(answer, Err(Error::Store(away())), "call {n}");
        assert_eq!(steps, n, "asked on after call {n} had failed");
        assert_eq!(ledger.kept(), Writes::default(), "call {n}");
    }
}
