//! A portal over a real store, with a clock that stands still, ids that are counted and passwords that are not hashed, so
//! that the same call leaves the same rows behind.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use application::mail::Confidential;
use application::ports::{
    CalendarFile, Clock, DocumentError, Documents, Ids, KeptValue, LinkToken, NewNotice, NewPerson, NewRequest,
    NewResubmission, NewSession, NewUnlock, NoRandomness, Overloaded, PasswordHash, Passwords, Pieces, Report, Result,
    Secrets, Store, Substitution, Table, UnitOfWork,
};
use application::settings::Policy;
use application::sign_in::Providers;
use application::{Limits, Ports};
use async_trait::async_trait;
use chrono::{Duration, NaiveDate};
use domain::Instant;
use domain::access::{Actor, MayDecide, may_decide, may_unlock};
use domain::holiday::Holiday;
use domain::id::{HolidayId, NoticeId, ResubmissionId, SessionId, SubstitutionId, TimesheetId, UnlockId, UserId};
use domain::notice::rejected;
use domain::person::service::ServicePeriod;
use domain::person::{EmailAddress, FullName, NewPassword, Role};
use domain::settings::{Decided, Key, Value};
use domain::sign_in::PasswordUse;
use domain::substitution::Days;
use domain::timesheet::{Entry, Hours};
use domain::work_patterns::Expected;
use sea_orm::ConnectionTrait;
use testkit::contents::Viewer;
use testkit::database::TestDatabase;
use uuid::Uuid;

use crate::outside::{PlainCodes, PlainSeals, PlainTokens};

pub(crate) const ANN: u128 = 1;
pub(crate) const BOB: u128 = 2;
pub(crate) const NEWCOMER: u128 = 3;
pub(crate) const BLOCKED: u128 = 4;
pub(crate) const MANAGER: u128 = 7;
pub(crate) const HR: u128 = 8;
pub(crate) const ADMIN: u128 = 9;
pub(crate) const OTHER_MANAGER: u128 = 10;
/// Has neither a password nor ever signed in, where there is such a person.
pub(crate) const INVITEE: u128 = 11;

/// Ann's entries, by the day of June 2026, which is their id too: the 8th is rejected and unlocked, the 5th pending and
/// unlocked, the 4th pending, the 3rd came back after a rejection. Bob has a pending one on the 4th.
pub(crate) const REJECTED: u128 = 8;
pub(crate) const UNLOCKED: u128 = 5;
pub(crate) const PENDING: u128 = 4;
pub(crate) const RETURNED: u128 = 3;
pub(crate) const BOBS: u128 = 104;

/// The token of the link that is kept, and the one of every link that is made.
pub(crate) const TOKEN: &str = "a token that nobody guesses";

/// A check or a hash of this password meets a full queue.
pub(crate) const TOO_MUCH: &str = "too much";

/// Wednesday, with microseconds that no rounding leaves as they are.
pub(crate) fn now() -> Instant {
    "2026-06-10T10:00:00.123457Z".parse().unwrap()
}

pub(crate) fn then() -> Instant {
    now() - Duration::days(1)
}

pub(crate) fn june(day: u128) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 6, u32::try_from(day).unwrap()).unwrap()
}

pub(crate) fn may(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 5, day).unwrap()
}

pub(crate) fn user(n: u128) -> UserId {
    UserId::new(Uuid::from_u128(n))
}

pub(crate) fn entry_id(n: u128) -> TimesheetId {
    TimesheetId::new(Uuid::from_u128(n))
}

pub(crate) fn email(n: u128) -> String {
    format!("person{n}@example.org")
}

pub(crate) fn password(n: u128) -> String {
    format!("secret of {n}")
}

pub(crate) fn session(n: u128) -> SessionId {
    SessionId::new(Uuid::from_u128(500 + n))
}

struct StandingClock;

impl Clock for StandingClock {
    fn now(&self) -> Instant {
        now()
    }
}

struct CountedIds(AtomicU64);

impl Ids for CountedIds {
    fn next(&self) -> Uuid {
        Uuid::from_u128(u128::from(self.0.fetch_add(1, Ordering::Relaxed)))
    }

    fn random(&self) -> Uuid {
        self.next()
    }
}

struct PlainPasswords;

#[async_trait]
impl Passwords for PlainPasswords {
    async fn verify(&self, password: &str, hash: Option<PasswordHash>) -> Result<bool, Overloaded> {
        if password == TOO_MUCH { Err(Overloaded) } else { Ok(hash.is_some_and(|hash| hash.0 == password)) }
    }

    async fn hash(&self, password: &NewPassword) -> Result<PasswordHash, Overloaded> {
        if password.reveal() == TOO_MUCH { Err(Overloaded) } else { Ok(PasswordHash(password.reveal().to_owned())) }
    }
}

/// Secrets that are always the same.
struct PlainSecrets {
    password: &'static str,
}

/// Secrets for a hash that is made, or that meets a full queue.
pub(crate) fn secrets(meets_a_full_queue: bool) -> Arc<dyn Secrets> {
    Arc::new(PlainSecrets { password: if meets_a_full_queue { TOO_MUCH } else { "generated" } })
}

impl Secrets for PlainSecrets {
    fn password(&self) -> Result<NewPassword, NoRandomness> {
        NewPassword::generated(self.password).map_err(|_| NoRandomness)
    }

    fn link_token(&self) -> Result<LinkToken, NoRandomness> {
        Ok(LinkToken { token: Confidential(TOKEN.into()), fingerprint: self.fingerprint(TOKEN) })
    }

    fn fingerprint(&self, token: &str) -> String {
        format!("{token:0>64}")
    }

    fn challenge(&self, verifier: &str) -> String {
        verifier.to_owned()
    }
}

/// Nothing here makes a document.
struct NoDocuments;

#[async_trait]
impl Documents for NoDocuments {
    fn table_csv(&self, _: Table) -> Pieces {
        Box::new(std::iter::once(Err(DocumentError::Busy)))
    }

    async fn table_pdf(&self, _: Report) -> Result<Vec<u8>, DocumentError> {
        Err(DocumentError::Busy)
    }

    fn calendar(&self, _: &CalendarFile) -> String {
        String::new()
    }
}

/// The portal over `database`; its ids are counted from `first_id` on, past those of [`fill`].
pub(crate) fn ports(database: &TestDatabase, first_id: u64) -> Ports {
    let store = Arc::new(database.database().clone());
    let open = Decided { key: Key::SelfRegistration, from: None, value: Value::Boolean(true) };
    Ports {
        store: store.clone(),
        reads: store,
        documents: Arc::new(NoDocuments),
        import_reader: Arc::new(documents::FileReader),
        workers: Arc::new(documents::BlockingWorkers),
        passwords: Arc::new(PlainPasswords),
        secrets: secrets(false),
        tokens: Arc::new(PlainTokens),
        codes: Arc::new(PlainCodes),
        clock: Arc::new(StandingClock),
        ids: Arc::new(CountedIds(AtomicU64::new(10_000 + first_id))),
        policy: Arc::new(Policy::new(vec![open], vec![])),
        // Failed calls leave their attempts behind, and no budget is the subject here.
        limits: Limits { login_account: 1_000, login_address: 1_000, register_address: 1_000 },
        seals: Arc::new(PlainSeals),
        providers: Arc::default(),
        reports: Arc::default(),
    }
}

fn proof(subject: u128) -> MayDecide {
    may_decide(&Actor::new(user(MANAGER), Role::Manager), user(subject), Some(user(MANAGER))).unwrap()
}

fn reject(entry: Entry) -> Entry {
    entry.reject(proof(ANN), "Too short", june(9), then()).unwrap().unwrap()
}

fn pending(n: u128, owner: u128, day: u128) -> Entry {
    Entry::record(entry_id(n), user(owner), june(day), Hours::whole(5), format!("Work {n}"), then() - Duration::days(1))
}

/// Fills an empty database: a manager and a team, with days in every state.
pub(crate) async fn fill(database: &TestDatabase) {
    let unit = Store::begin(database.database()).await.unwrap();
    for n in [MANAGER, ANN, BOB, NEWCOMER, BLOCKED, HR, ADMIN, OTHER_MANAGER] {
        add_person(unit.as_ref(), n).await;
    }
    let sheets = unit.timesheets();
    let new = [pending(REJECTED, ANN, 8), pending(UNLOCKED, ANN, 5), pending(PENDING, ANN, 4), pending(BOBS, BOB, 4)];
    sheets.insert(&new).await.unwrap();
    let rejected = reject(pending(REJECTED, ANN, 8));
    sheets.decide(&[rejected], user(MANAGER)).await.unwrap();
    let first = pending(RETURNED, ANN, 3);
    sheets.insert(std::slice::from_ref(&first)).await.unwrap();
    let second = reject(first.clone());
    sheets.decide(std::slice::from_ref(&second), user(MANAGER)).await.unwrap();
    let returned = second.rewrite(Hours::whole(9), "More work".into(), then());
    sheets.rewrite(&returned).await.unwrap();
    let resubmission = NewResubmission {
        id: ResubmissionId::new(Uuid::from_u128(700)),
        timesheet: returned.id(),
        version: returned.version(),
        user: user(ANN),
        previous_hours: first.hours(),
        previous_description: first.description().to_owned(),
        original_comment: "Too short".into(),
        created_at: then(),
    };
    unit.inbox().notify_resubmission(&resubmission).await.unwrap();
    for day in [REJECTED, UNLOCKED] {
        let proof = may_unlock(&Actor::new(user(MANAGER), Role::Manager), user(ANN), Some(user(MANAGER))).unwrap();
        let id = UnlockId::new(Uuid::from_u128(800 + day));
        let unlock = NewUnlock::new(proof, id, june(day), "It was forgotten".into(), then());
        unit.unlocks().insert(&unlock).await.unwrap();
    }
    let notice = |n: u128| NewNotice {
        id: NoticeId::new(Uuid::from_u128(n)),
        user: user(ANN),
        notice: rejected::notice(&[june(8)], "Too short", None),
        created_at: then(),
    };
    unit.inbox().notify(&[notice(900), notice(901)]).await.unwrap();
    unit.sessions().remember_address(user(ANN), "192.0.2.9", then()).await.unwrap();
    unit.commit().await.unwrap();

    let raw = database.raw().await;
    raw.execute_unprepared(&format!("UPDATE users SET is_blocked = true WHERE email = '{}'", email(BLOCKED)))
        .await
        .unwrap();
    raw.close().await.unwrap();
}

/// The same, where passwords are for break-glass accounts.
pub(crate) fn break_glass(ports: &Ports) -> Ports {
    let providers = Providers::new(Vec::new(), PasswordUse::BreakGlass, String::new());
    Ports { providers: Arc::new(providers), ..ports.clone() }
}

/// The same, where people are reminded before the hour at which the clock stands.
pub(crate) fn in_the_evening(ports: &Ports) -> Ports {
    let nine = Key::ReminderTime.definition().kind.read("09:00").unwrap();
    let decided = Decided { key: Key::ReminderTime, from: None, value: nine };
    Ports { policy: Arc::new(Policy::new(vec![], vec![decided])), ..ports.clone() }
}

/// Waits until nobody holds a request, an account or an attempt any more. A unit of work that is dropped rolls back a moment later, and until then
/// a worker that passes over what others hold finds nothing, and attempts that are held are not forgotten.
pub(crate) async fn settle(database: &TestDatabase, viewer: &Viewer) {
    crate::months::let_closes_end(viewer).await;
    if database.is_postgres() {
        viewer.execute("SELECT id FROM reset_requests FOR UPDATE; SELECT id FROM users FOR UPDATE; SELECT bucket FROM throttles FOR UPDATE").await;
    }
}

/// Does something in a unit of work, and commits it.
pub(crate) async fn done<T>(database: &TestDatabase, work: impl AsyncFnOnce(&dyn UnitOfWork) -> Result<T>) {
    let unit = Store::begin(database.database()).await.unwrap();
    work(unit.as_ref()).await.unwrap();
    unit.commit().await.unwrap();
}

/// The days up to the 8th have been looked at; the 9th is over.
pub(crate) async fn look_at_the_days_before_yesterday(database: &TestDatabase) {
    done(database, async |unit| unit.kept_values().set(KeptValue::FrozenThrough, "2026-06-08").await).await;
}

/// The people who recorded nothing on the 9th are marked absent, and no mail has told them.
pub(crate) async fn mark_yesterday(database: &TestDatabase) {
    done(database, async |unit| unit.absences().mark(june(9), &Expected::AllBut(Vec::new()), now(), then(), 500).await)
        .await;
}

pub(crate) fn request_id() -> UnlockId {
    UnlockId::new(Uuid::from_u128(860))
}

/// Ann has asked so many days ago for that day of June.
pub(crate) async fn ask_for(database: &TestDatabase, day: u128, days_ago: i64) {
    let created_at = now() - Duration::days(days_ago);
    let request =
        NewRequest { id: request_id(), user: user(ANN), date: june(day), reason: "I was ill".into(), created_at };
    done(database, async |unit| unit.unlocks().ask(&request).await).await;
}

pub(crate) async fn keep_holiday(database: &TestDatabase, date: NaiveDate, is_recurring: bool) {
    let (id, name, created_by) = (holiday_id(), "Bridge day".into(), Some(user(HR)));
    let holiday = Holiday { id, date, name, description: None, is_recurring, end_year: None, created_by };
    done(database, async |unit| unit.holidays().insert(std::slice::from_ref(&holiday), then()).await).await;
}

pub(crate) fn holiday_id() -> HolidayId {
    HolidayId::new(Uuid::from_u128(850))
}

pub(crate) fn substitution_id() -> SubstitutionId {
    SubstitutionId::new(Uuid::from_u128(800))
}

/// The other manager stands in for the manager these days.
pub(crate) async fn name_a_substitute(database: &TestDatabase) {
    let substitution = Substitution {
        id: substitution_id(),
        manager: user(MANAGER),
        substitute: user(OTHER_MANAGER),
        days: Days { from: june(9), to: june(12) },
        reason: "On holiday".into(),
        created_by: user(MANAGER),
        created_at: then(),
        ended_at: None,
    };
    done(database, async |unit| unit.substitutions().insert(&substitution).await).await;
}

async fn add_person(unit: &dyn UnitOfWork, n: u128) {
    add_account(unit, n).await;
    let live = NewSession {
        id: session(n),
        user: user(n),
        created_at: now() - Duration::hours(1),
        expires_at: now() + Duration::hours(11),
        address: "192.0.2.1".into(),
        provider: None,
    };
    unit.sessions().start(&live).await.unwrap();
}

/// Somebody who has not signed in.
pub(crate) async fn add_account(unit: &dyn UnitOfWork, n: u128) {
    let employee_id = unit.people().next_employee_id().await.unwrap();
    let role = match n {
        MANAGER | OTHER_MANAGER => Role::Manager,
        HR => Role::Hr,
        ADMIN => Role::Admin,
        _ => Role::Employee,
    };
    let person = NewPerson {
        id: user(n),
        employee_id,
        external_id: None,
        name: FullName { first: format!("First{n}"), last: format!("Last{n}") },
        email: EmailAddress::parse(&email(n)).unwrap(),
        role,
        department: None,
        position: None,
        designation: None,
        phone_number: None,
        joining_date: Some(june(1)),
        records_from: None,
        manager: (role == Role::Employee).then(|| user(MANAGER)),
        is_active: true,
        service: (role == Role::Employee).then(|| ServicePeriod::since(june(1))),
        hash: (n != INVITEE).then(|| PasswordHash(password(n))),
        is_first_login: n == NEWCOMER || n == INVITEE,
        created_at: then(),
    };
    unit.people().insert(&person).await.unwrap();
}
