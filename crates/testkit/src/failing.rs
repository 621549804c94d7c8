//! Ports over a real store, one call of which fails.
//!
//! Every call is counted: each read, each begin, each call of a repository, each commit. The n-th is answered with
//! [`StoreError::Unavailable`], in one of two ways, see [`Fault`]. A test runs a use case with n = 1, 2, 3 and so on until no
//! call is left to fail, and so meets every way in which the database can go away halfway.
//!
//! It refuses a call through the pool while a unit of work is open, with a panic: under load each such caller holds one connection
//! and waits for a second one that the others hold.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use application::Ports;
use application::events::Event;
use application::ports::{
    AbsenceRepository, ApprovalCount, ChangedPerson, Commit, Credentials, DecidedEntry, DecidedRequest, DirectoryEntry,
    EntryHistory, EntryView, EventLog, ExpiredRequest, FrozenDays, HeadCount, HolidayReads, HolidayRepository,
    HolidayView, KeptValue, KeptValueReads, KeptValueRepository, Login, MonthRecord, NewPerson, NewRequest, NewSession,
    NewUnlock, OwnEntry, PasswordHash, PatternChange, PeopleFigures, PeopleFilter, PeopleReads, PersonRecord,
    PersonRepository, PersonView, Reads, Recipient, RequestView, ResetLink, ResetReads, ResetRepository, ResetRequest,
    Result, SalaryReads, SalaryRepository, SessionReads, SessionRepository, SessionView, SettingReads,
    SettingRepository, Store, StoreError, StoredDay, StoredPatterns, StoredRequest, StoredSalary, StoredSetting,
    TeamPresence, ThrottleRepository, TimesheetReads, TimesheetRepository, UndecidedRequest, UnitOfWork, UnlockReads,
    UnlockRepository, UnlockView, UnmailedAbsences, WaitingTotals, WeekFacts, WorkPatternReads, WorkPatternRepository,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::{Leads, Scope};
use domain::holiday::Holiday;
use domain::id::{HolidayId, SessionId, TimesheetId, UnlockId, UserId};
use domain::person::service::{ServiceHistory, Tenure};
use domain::person::{EmailAddress, EmployeeId, Employment, FullName, Role, Salary, SalaryShift};
use domain::session::SessionEnd;
use domain::settings::{Decided, Key};
use domain::throttle::Attempts;
use domain::time::Month;
use domain::timesheet::{Entry, Hours};
use domain::work_patterns::{Expected, PatternOwner, WorkPatterns};

/// How a call fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It never reaches the store.
    Lost,
    /// It does its work, and its answer is lost. A commit that fails like this has happened.
    Unheard,
}

/// What a call has to do with the days of people, which the gate of months (`application::gate`) is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It begins a unit of work.
    Begins,
    /// It asks the gate: of any days, or of the day of a submission with what that reads anyway.
    Asks,
    ChangesDays,
    /// It writes, but changes no day: accounts and managers hold from today on (months.md 1.7), and the others follow a change that
    /// has passed.
    Writes,
    /// It only looks, or locks, or it ends a unit of work.
    Looks,
}

/// The name of the call that ends a unit of work.
pub const COMMIT: &str = "Store::commit";

/// Ports whose n-th call to the store fails.
#[derive(Clone)]
pub struct Failing {
    ports: Ports,
    calls: Arc<Calls>,
}

struct Calls {
    nth: usize,
    fault: Fault,
    made: Mutex<Vec<(&'static str, Kind)>>,
    /// Whether a unit of work is open. A use case has one at a time.
    is_open: AtomicBool,
}

/// An open unit of work; it ends with the value.
struct Open(Arc<Calls>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.is_open.store(false, Ordering::SeqCst);
    }
}

impl Calls {
    /// What goes through the pool has to come before a unit of work, or after it.
    fn refuse_beside_a_unit(&self, name: &'static str) {
        assert!(!self.is_open.load(Ordering::SeqCst), "{name} goes through the pool while a unit of work is open");
    }

    /// Counts a call and makes it, unless it is the one that fails.
    async fn pass<T>(&self, name: &'static str, kind: Kind, call: impl Future<Output = Result<T>>) -> Result<T> {
        let fault = {
            let mut made = self.made.lock().expect("no test thread died with the lock");
            made.push((name, kind));
            (made.len() == self.nth).then_some(self.fault)
        };
        if fault == Some(Fault::Lost) {
            return Err(away());
        }
        let answer = call.await?;
        if fault == Some(Fault::Unheard) { Err(away()) } else { Ok(answer) }
    }
}

fn away() -> StoreError {
    StoreError::Unavailable("the test took it away".into())
}

impl Failing {
    /// Over `ports`, the `nth` call, counted from 1, fails.
    pub fn new(ports: &Ports, nth: usize, fault: Fault) -> Self {
        Self {
            ports: ports.clone(),
            calls: Arc::new(Calls { nth, fault, made: Mutex::new(Vec::new()), is_open: AtomicBool::new(false) }),
        }
    }

    pub fn ports(&self) -> Ports {
        let all = Arc::new(self.clone());
        Ports { store: all.clone(), reads: all, ..self.ports.clone() }
    }

    fn inner(&self, call: &'static str) -> &dyn Reads {
        self.calls.refuse_beside_a_unit(call);
        &*self.ports.reads
    }

    pub fn calls(&self) -> Vec<(&'static str, Kind)> {
        self.calls.made.lock().expect("no test thread died with the lock").clone()
    }

    /// The call that failed; `None` where there were fewer.
    pub fn failed(&self) -> Option<&'static str> {
        self.calls().get(self.calls.nth.wrapping_sub(1)).map(|(name, _)| *name)
    }
}

struct FailingWork {
    inner: Box<dyn UnitOfWork>,
    calls: Arc<Calls>,
    _open: Open,
}

impl FailingWork {
    fn inner(&self, _: &'static str) -> &dyn UnitOfWork {
        &*self.inner
    }
}

impl Failing {
    /// A unit of work that `begins`, unless this is the call that fails.
    async fn begin_as(
        &self,
        call: &'static str,
        begins: impl Future<Output = Result<Box<dyn UnitOfWork>>>,
    ) -> Result<Box<dyn UnitOfWork>> {
        self.calls.refuse_beside_a_unit(call);
        let inner = self.calls.pass(call, Kind::Begins, begins).await?;
        self.calls.is_open.store(true, Ordering::SeqCst);
        Ok(Box::new(FailingWork { inner, calls: self.calls.clone(), _open: Open(self.calls.clone()) }))
    }
}

#[async_trait]
impl Store for Failing {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>> {
        self.begin_as("Store::begin", self.ports.store.begin()).await
    }

    async fn begin_alone(&self, month: Month) -> Result<Box<dyn UnitOfWork>> {
        self.begin_as("Store::begin_alone", self.ports.store.begin_alone(month)).await
    }
}

#[async_trait]
impl Commit for FailingWork {
    async fn commit(self: Box<Self>) -> Result<()> {
        let calls = self.calls.clone();
        calls.pass(COMMIT, Kind::Looks, self.inner.commit()).await
    }
}

/// Passes each call of a port on, unless it is the one that fails. Of a call of a unit of work it stands before it what it is.
macro_rules! passing_on {
    ($port:ident for Failing through $area:ident {
        $(fn $name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*
    }) => {
        passing_on!($port for Failing through $area { $(Looks fn $name($($argument: $type),*) -> $answer;)* });
    };
    ($port:ident for $decorator:ident through $area:ident {
        $($kind:ident fn $name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*
    }) => {
        #[async_trait::async_trait]
        impl $port for $decorator {
            $(async fn $name(&self, $($argument: $type),*) -> Result<$answer, application::ports::StoreError> {
                let name = concat!(stringify!($port), "::", stringify!($name));
                let call = self.inner(name).$area().$name($($argument),*);
                self.calls.pass(name, $crate::failing::Kind::$kind, call).await
            })*
        }
    };
}

mod leave;
mod mails;
mod months;
mod oversight;
mod substitutions;

passing_on!(SessionReads for Failing through sessions {
    fn session(id: SessionId, today: NaiveDate) -> Option<SessionView>;
});

passing_on!(PeopleReads for Failing through people {
    fn credentials(email: &str, address: &str, known_since: Instant) -> Option<Credentials>;
    fn person(user: UserId) -> Option<PersonView>;
    fn employment(user: UserId, today: NaiveDate) -> Option<Employment>;
    fn presence(leads: &Leads, today: NaiveDate, expected: &Expected) -> TeamPresence;
    fn list(filter: &PeopleFilter, page: u32, limit: u32) -> (Vec<PersonView>, u32);
    fn directory(roles: &[Role], search: Option<&str>, page: u32, limit: u32) -> (Vec<DirectoryEntry>, u32);
    fn managed_by(managers: &[UserId]) -> Vec<(UserId, (UserId, FullName))>;
    fn head_count() -> HeadCount;
    fn figures(today: NaiveDate, new_since: NaiveDate, left_since: Instant) -> PeopleFigures;
    fn frozen(since: NaiveDate, limit: u32) -> Vec<FrozenDays>;
    fn month_records(scope: Scope, month: Month, half_days: &[Hours]) -> Vec<MonthRecord>;
});

passing_on!(TimesheetReads for Failing through timesheets {
    fn of_user(user: UserId, from: NaiveDate, to: NaiveDate) -> Vec<OwnEntry>;
    fn of_scope(scope: Scope, employee: Option<UserId>, from: NaiveDate, to: NaiveDate) -> Vec<EntryView>;
    fn waiting_weeks(scope: Scope, employee: Option<UserId>, before: NaiveDate) -> Vec<EntryView>;
    fn waiting_totals(scope: Scope, before: NaiveDate, month: NaiveDate) -> Vec<WaitingTotals>;
    fn week_facts(people: &[UserId], from: NaiveDate, to: NaiveDate) -> WeekFacts;
    fn unlocked_days(user: UserId, from: NaiveDate, to: NaiveDate) -> Vec<NaiveDate>;
    fn oldest_fillable(user: UserId) -> Option<NaiveDate>;
    fn approval_counts(users: Option<&[UserId]>) -> Vec<ApprovalCount>;
    fn absent_days(user: UserId, from: NaiveDate, to: NaiveDate) -> Vec<NaiveDate>;
    fn rejected_days(user: UserId, before: NaiveDate, limit: u32) -> Vec<NaiveDate>;
    fn page(from: NaiveDate, to: NaiveDate, page: u32, limit: u32) -> (Vec<EntryView>, u32);
    fn history(id: TimesheetId) -> Option<EntryHistory>;
    fn newest(limit: u32) -> Vec<EntryView>;
});

passing_on!(UnlockReads for Failing through unlocks {
    fn of_person(user: UserId, limit: u32) -> Vec<UnlockView>;
    fn undecided_of(user: UserId) -> Vec<UnlockView>;
    fn undecided(scope: Scope, since: Instant, today: NaiveDate) -> Vec<UndecidedRequest>;
    fn requests(ids: &[UnlockId]) -> Vec<RequestView>;
});

passing_on!(HolidayReads for Failing through holidays {
    fn between(from: NaiveDate, to: NaiveDate) -> Vec<HolidayView>;
});

passing_on!(ResetReads for Failing through resets {
    fn link(fingerprint: &str) -> Option<ResetLink>;
});

passing_on!(SettingReads for Failing through settings {
    fn stored() -> Vec<StoredSetting>;
});

passing_on!(WorkPatternReads for Failing through work_patterns {
    fn in_force() -> WorkPatterns;
    fn list_of(owner: PatternOwner) -> StoredPatterns;
});

passing_on!(SalaryReads for Failing through salaries {
    fn told(users: &[UserId], today: NaiveDate) -> HashMap<UserId, Salary>;
    fn salaries_of(user: UserId) -> Vec<StoredSalary>;
});

passing_on!(KeptValueReads for Failing through kept_values {
    fn get(value: KeptValue) -> Option<String>;
});

passing_on!(PersonRepository for FailingWork through people {
    Looks fn employment(user: UserId, today: NaiveDate) -> Option<Employment>;
    Looks fn lock_login(user: UserId) -> Option<Login>;
    Writes fn set_password(user: UserId, hash: &PasswordHash, is_first_login: bool, at: Instant) -> ();
    Looks fn any() -> bool;
    Writes fn next_employee_id() -> EmployeeId;
    // The joining date, of an Employee.
    ChangesDays fn insert(person: &NewPerson) -> ();
    Looks fn for_change(user: UserId) -> Option<PersonRecord>;
    Looks fn for_change_by_email(email: &EmailAddress) -> Option<PersonRecord>;
    Looks fn acting_admins() -> Vec<UserId>;
    Writes fn save(person: &ChangedPerson, at: Instant) -> ();
    Looks fn tenures(user: UserId) -> Vec<Tenure>;
    Writes fn save_service(user: UserId, history: &ServiceHistory) -> ();
    Looks fn recipients(users: &[UserId]) -> Vec<Recipient>;
    Writes fn release_team(manager: UserId, at: Instant) -> Vec<UserId>;
});

passing_on!(SessionRepository for FailingWork through sessions {
    Writes fn start(session: &NewSession) -> ();
    Writes fn end_live(user: UserId, end: SessionEnd, at: Instant) -> Option<SessionId>;
    Writes fn end(session: SessionId, end: SessionEnd, at: Instant) -> bool;
    Writes fn remember_address(user: UserId, address: &str, at: Instant) -> ();
});

passing_on!(TimesheetRepository for FailingWork through timesheets {
    Looks fn of_day(user: UserId, date: NaiveDate) -> Option<Entry>;
    Asks fn for_submission(user: UserId, date: NaiveDate, today: NaiveDate) -> Option<StoredDay>;
    Looks fn for_decision(ids: &[TimesheetId]) -> Vec<DecidedEntry>;
    Looks fn any_before(user: UserId, day: NaiveDate) -> bool;
    Looks fn count_pending(user: UserId) -> u32;
    ChangesDays fn insert(entries: &[Entry]) -> ();
    ChangesDays fn record(entry: &Entry, event: &Event) -> ();
    ChangesDays fn rewrite(entry: &Entry) -> ();
    ChangesDays fn decide(entries: &[Entry], actor: UserId) -> ();
});

passing_on!(UnlockRepository for FailingWork through unlocks {
    Looks fn open_for(user: UserId, date: NaiveDate) -> Option<UnlockId>;
    ChangesDays fn insert(unlock: &NewUnlock) -> ();
    Writes fn use_up(unlock: UnlockId, at: Instant) -> ();
    Writes fn end_those_of(entries: &[TimesheetId], at: Instant) -> u32;
    Looks fn owner(id: UnlockId) -> Option<UserId>;
    Looks fn for_decision(id: UnlockId) -> Option<StoredRequest>;
    Looks fn undecided(user: UserId) -> Vec<NewRequest>;
    ChangesDays fn ask(request: &NewRequest) -> ();
    ChangesDays fn approve(decided: &DecidedRequest) -> ();
    Writes fn decline(decided: &DecidedRequest) -> ();
    Writes fn expire(before: Instant, user: Option<UserId>, limit: u32) -> Vec<ExpiredRequest>;
    Looks fn view(id: UnlockId) -> Option<UnlockView>;
});

passing_on!(AbsenceRepository for FailingWork through absences {
    Looks fn is_marked(user: UserId, date: NaiveDate) -> bool;
    ChangesDays fn mark(day: NaiveDate, expected: &Expected, created_before: Instant, at: Instant, limit: u32) -> Vec<UserId>;
    ChangesDays fn mark_freed(user: UserId, days: &[(NaiveDate, Instant)], at: Instant) -> ();
    Looks fn unmailed(since: NaiveDate, mailed_by: NaiveDate, limit: u32) -> Vec<UnmailedAbsences>;
    Writes fn mailed(users: &[UserId], on: NaiveDate) -> ();
});

passing_on!(HolidayRepository for FailingWork through holidays {
    Looks fn all() -> Vec<Holiday>;
    Looks fn hold() -> Vec<Holiday>;
    ChangesDays fn insert(holiday: &Holiday, at: Instant) -> ();
    ChangesDays fn update(holiday: &Holiday, at: Instant) -> ();
    ChangesDays fn delete(holiday: HolidayId) -> bool;
});

passing_on!(ThrottleRepository for FailingWork through throttles {
    Looks fn load(bucket: &str) -> Attempts;
    Writes fn save(bucket: &str, attempts: &Attempts, at: Instant) -> ();
});

passing_on!(ResetRepository for FailingWork through resets {
    Writes fn ask(request: &ResetRequest) -> ();
    Writes fn take_request() -> Option<ResetRequest>;
    Writes fn keep_link(link: &ResetLink) -> ();
    Writes fn take_link(fingerprint: &str) -> Option<ResetLink>;
    Writes fn drop_link(user: UserId) -> ();
});

passing_on!(SettingRepository for FailingWork through settings {
    Looks fn lock(key: Key) -> Option<StoredSetting>;
    Writes fn save(decided: &Decided, by: Option<UserId>, at: Instant) -> ();
});

passing_on!(WorkPatternRepository for FailingWork through work_patterns {
    Looks fn lock(owner: PatternOwner) -> StoredPatterns;
    Looks fn in_force(person: Option<UserId>) -> WorkPatterns;
    ChangesDays fn change(change: &PatternChange, by: UserId, at: Instant) -> ();
});

passing_on!(SalaryRepository for FailingWork through salaries {
    Looks fn of(user: UserId) -> Vec<StoredSalary>;
    ChangesDays fn set(user: UserId, from: NaiveDate, salary: Option<Salary>, by: Option<UserId>, at: Instant) -> ();
    ChangesDays fn shift(user: UserId, shift: &SalaryShift) -> ();
});

passing_on!(KeptValueRepository for FailingWork through kept_values {
    Looks fn lock(value: KeptValue) -> Option<String>;
    Writes fn set(value: KeptValue, text: &str) -> ();
});

passing_on!(EventLog for FailingWork through events {
    Writes fn append(events: &[Event]) -> ();
});
