//! Makes valid things by default, through the ports.

use application::events::{Event, Origin};
use application::notices::events::notices_read;
use application::ports::{
    ChangedPerson, NewPerson, NewSession, NewUnlock, PasswordHash, PersonRecord, Result, UnitOfWork,
};
use chrono::{Duration, NaiveDate};
use domain::Instant;
use domain::access::accounts::may_manage;
use domain::access::{Actor, MayDecide, may_decide, may_unlock};
use domain::id::{EventId, SessionId, TimesheetId, UnlockId, UserId};
use domain::person::service::ServicePeriod;
use domain::person::{EmailAddress, EmployeeId, FullName, Role};
use domain::timesheet::{Entry, Hours, Status};
use domain::work_patterns::Expected;
use sea_orm::ConnectionTrait;
use testkit::database::TestDatabase;
use uuid::Uuid;

use crate::engines::Engine;

pub(crate) fn now() -> Instant {
    "2026-06-10T09:30:00.123456Z".parse().unwrap()
}

pub(crate) fn later(seconds: i64) -> Instant {
    now() + Duration::seconds(seconds)
}

/// Everybody works on the day.
pub(crate) fn everybody() -> Expected {
    Expected::AllBut(Vec::new())
}

pub(crate) fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

pub(crate) fn hours(half_hours: u8) -> Hours {
    Hours::from_half_hours(half_hours).unwrap()
}

pub(crate) async fn begin(store: &dyn Engine) -> Box<dyn UnitOfWork> {
    store.begin().await.unwrap()
}

/// Does something in a unit of work, and commits it.
pub(crate) async fn committed<T>(store: &dyn Engine, work: impl AsyncFnOnce(&dyn UnitOfWork) -> Result<T>) -> T {
    let unit = begin(store).await;
    let answer = work(unit.as_ref()).await.unwrap();
    unit.commit().await.unwrap();
    answer
}

/// Adds somebody with this role; the employee ID comes from the store, the address from the id.
pub(crate) async fn person(store: &dyn Engine, role: Role, manager: Option<UserId>) -> UserId {
    added(store, role, |new| new.manager = manager).await
}

/// As many of them as are asked for.
pub(crate) async fn people<const N: usize>(store: &dyn Engine, role: Role, manager: Option<UserId>) -> [UserId; N] {
    let mut ids = [UserId::new(Uuid::nil()); N];
    for id in &mut ids {
        *id = person(store, role, manager).await;
    }
    ids
}

pub(crate) async fn added(store: &dyn Engine, role: Role, describe: impl FnOnce(&mut NewPerson)) -> UserId {
    let unit = begin(store).await;
    let employee_id = unit.people().next_employee_id().await.unwrap();
    let mut new = new_person(UserId::new(Uuid::now_v7()), employee_id, role);
    describe(&mut new);
    unit.people().insert(&new).await.unwrap();
    unit.commit().await.unwrap();
    new.id
}

pub(crate) async fn named(store: &dyn Engine, role: Role, manager: Option<UserId>, first: &str, last: &str) -> UserId {
    let name = FullName { first: first.into(), last: last.into() };
    added(store, role, |new| (new.manager, new.name) = (manager, name)).await
}

pub(crate) fn new_person(id: UserId, employee_id: EmployeeId, role: Role) -> NewPerson {
    NewPerson {
        id,
        employee_id,
        external_id: None,
        name: FullName { first: "Ann".into(), last: "Example".into() },
        email: EmailAddress::parse(&format!("{id}@example.org")).unwrap(),
        role,
        department: Some("Works".into()),
        position: None,
        designation: None,
        phone_number: None,
        joining_date: Some(day("2026-01-05")),
        records_from: None,
        manager: None,
        is_active: true,
        service: (role == Role::Employee).then(|| ServicePeriod::since(day("2026-01-05"))),
        hash: Some(PasswordHash("$argon2id$test".into())),
        is_first_login: false,
        created_at: now(),
    }
}

pub(crate) fn new_session(user: UserId) -> NewSession {
    NewSession {
        id: SessionId::new(Uuid::new_v4()),
        user,
        created_at: now(),
        expires_at: later(12 * 3600),
        address: "192.0.2.7".into(),
        provider: None,
    }
}

pub(crate) async fn session(store: &dyn Engine, user: UserId) -> SessionId {
    let new = new_session(user);
    committed(store, async |unit| unit.sessions().start(&new).await).await;
    new.id
}

/// An event, where it does not matter which.
pub(crate) fn any_event(user: UserId) -> Event {
    let record = notices_read(user, 1);
    Event { id: EventId::new(Uuid::now_v7()), at: now(), origin: Origin::job(), record, pushes: Vec::new() }
}

pub(crate) fn new_entry(user: UserId, date: &str) -> Entry {
    Entry::record(TimesheetId::new(Uuid::now_v7()), user, day(date), hours(16), "Built the house".into(), now())
}

pub(crate) async fn entry(store: &dyn Engine, user: UserId, date: &str) -> Entry {
    let new = new_entry(user, date);
    save(store, &new).await.unwrap();
    new
}

/// Saves a new entry in a unit of work of its own.
pub(crate) async fn save(store: &dyn Engine, entry: &Entry) -> Result<()> {
    let unit = store.begin().await?;
    unit.timesheets().insert(std::slice::from_ref(entry)).await?;
    unit.commit().await
}

/// Saves the next version of an entry that its owner has rewritten, or of entries that `actor` has decided, in a unit of work of its own.
pub(crate) async fn change(store: &dyn Engine, entries: &[Entry], actor: UserId) -> Result<()> {
    let unit = store.begin().await?;
    match entries {
        [entry] if entry.status() == Status::Pending => unit.timesheets().rewrite(entry).await?,
        decided => unit.timesheets().decide(decided, actor).await?,
    }
    unit.commit().await
}

/// The next version, rejected.
pub(crate) fn rejected(entry: &Entry, by: UserId) -> Entry {
    let proof = proof(by, entry.user());
    entry.clone().reject(proof, "Please add the project", day("2026-06-12"), later(60)).unwrap().unwrap()
}

/// The next version, approved.
pub(crate) fn approved(entry: &Entry, by: UserId) -> Entry {
    entry.clone().approve(proof(by, entry.user()), later(60)).unwrap().unwrap()
}

pub(crate) fn proof(by: UserId, subject: UserId) -> MayDecide {
    may_decide(&Actor::new(by, Role::Manager), subject, Some(by)).unwrap()
}

/// The account as it is to be saved, by an administrator.
pub(crate) fn managed(account: PersonRecord) -> ChangedPerson {
    let admin = Actor::new(UserId::new(Uuid::nil()), Role::Admin);
    let proof = may_manage(&admin, account.id, account.standing.role).unwrap();
    ChangedPerson::managed(proof, account).unwrap()
}

/// An unlock of a day of `user`, by somebody who opens everybody's.
pub(crate) fn unlock_of(user: UserId, by: UserId, date: &str, reason: &str, created_at: Instant) -> NewUnlock {
    let proof = may_unlock(&Actor::new(by, Role::Hr), user, None).unwrap();
    NewUnlock::new(proof, UnlockId::new(Uuid::now_v7()), day(date), reason.into(), created_at)
}

/// Gives an Employee another manager, or none.
pub(crate) async fn led_by(store: &dyn Engine, user: UserId, manager: Option<UserId>) {
    altered(store, user, |account| account.manager = manager).await;
}

pub(crate) async fn altered(store: &dyn Engine, user: UserId, change: impl FnOnce(&mut PersonRecord)) {
    let unit = begin(store).await;
    let mut account = unit.people().for_change(user).await.unwrap().unwrap();
    change(&mut account);
    unit.people().save(&managed(account), now()).await.unwrap();
    unit.commit().await.unwrap();
}

/// Records so many hours of a day, decided by the manager as `status` says.
pub(crate) async fn add_day(
    store: &dyn Engine,
    user: UserId,
    date: NaiveDate,
    hours: Hours,
    status: Status,
    manager: UserId,
) {
    let new = Entry::record(TimesheetId::new(Uuid::now_v7()), user, date, hours, "Worked".into(), now());
    save(store, &new).await.unwrap();
    let decided = match status {
        Status::Pending => return,
        Status::Approved => approved(&new, manager),
        Status::Rejected => rejected(&new, manager),
    };
    change(store, &[decided], manager).await.unwrap();
}

pub(crate) async fn set(database: &TestDatabase, user: UserId, change: &str) {
    let id = literal(database, user.uuid());
    execute(database, &format!("UPDATE users SET {change} WHERE id = {id}")).await.unwrap();
}

pub(crate) async fn number(database: &TestDatabase, sql: &str) -> i64 {
    let raw = database.raw().await;
    let statement = sea_orm::Statement::from_string(raw.get_database_backend(), sql);
    let row = raw.query_one_raw(statement).await.unwrap().unwrap();
    let value = row.try_get_by_index::<i64>(0).or_else(|_| row.try_get_by_index::<i32>(0).map(i64::from)).unwrap();
    raw.close().await.unwrap();
    value
}

pub(crate) async fn execute(database: &TestDatabase, sql: &str) -> Result<u64, String> {
    let raw = database.raw().await;
    let outcome = raw.execute_unprepared(sql).await.map(|done| done.rows_affected()).map_err(|error| error.to_string());
    raw.close().await.unwrap();
    outcome
}

/// An id as it is written in a statement of this engine.
pub(crate) fn literal(database: &TestDatabase, id: Uuid) -> String {
    if database.is_postgres() { format!("'{id}'") } else { format!("x'{}'", id.simple()) }
}
