//! People to work with: teams with accounts and days that they may fill, put into the database before the portal starts.

use application::ports::{Ids, NewPerson, NewUnlock, PasswordHash, Passwords, Store, UnitOfWork};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::{Actor, may_unlock};
use domain::id::{UnlockId, UserId};
use domain::person::service::ServicePeriod;
use domain::person::{EmailAddress, FullName, NewPassword, Role};
use security::{Argon2Passwords, RandomIds};
use serde_json::{Value, json};
use std::io;
use testkit::process::{Daybook, Home, Launch};
use testkit::{Client, Response, SOON};
use tokio::sync::OnceCell;

use crate::{NOW, PROGRAM, TODAY};

pub(crate) const PASSWORD: &str = "correct horse";

#[derive(Debug, Clone)]
pub(crate) struct Person {
    pub(crate) id: UserId,
    pub(crate) email: String,
}

#[derive(Debug, Clone)]
pub(crate) struct Team {
    pub(crate) manager: Person,
    pub(crate) members: Vec<Person>,
}

/// The program over this home, at the tests' instant.
pub(crate) fn portal(home: &Home) -> Launch {
    on(home, NOW)
}

pub(crate) fn on(home: &Home, now: &str) -> Launch {
    home.launch(PROGRAM).setting("DAYBOOK_NOW", now)
}

/// The days before today, newest first.
pub(crate) fn days_back(count: usize) -> Vec<NaiveDate> {
    let today: NaiveDate = TODAY.parse().unwrap();
    std::iter::successors(today.pred_opt(), NaiveDate::pred_opt).take(count).collect()
}

/// Hires a manager with a team of `members`, each with an unlock on every one of the last `unlocked` days.
pub(crate) async fn hire(home: &Home, name: &str, members: usize, unlocked: usize) -> Team {
    let hash = hash().await;
    home.prepare(async |database| {
        let work = Store::begin(database).await.unwrap();
        let manager = insert(work.as_ref(), &format!("{name}.lead"), Role::Manager, None, &hash).await;
        let mut team = Team { manager, members: Vec::new() };
        for number in 0..members {
            let lead = team.manager.id;
            let person = insert(work.as_ref(), &format!("{name}.{number}"), Role::Employee, Some(lead), &hash).await;
            for date in days_back(unlocked) {
                unlock(work.as_ref(), person.id, lead, date).await;
            }
            team.members.push(person);
        }
        work.commit().await.unwrap();
        team
    })
    .await
}

/// Adds so many Employees like the one there is. The database copies them: one by one, thousands would take a minute.
pub(crate) async fn multiply(home: &Home, count: usize) {
    let id = if home.is_postgres() { "gen_random_uuid()" } else { "randomblob(16)" };
    let same =
        "role, joining_date, is_active, is_blocked, is_first_login, manager_id, password_hash, created_at, updated_at";
    let copies = format!(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) \
         INSERT INTO users (id, employee_number, email, first_name, last_name, search_text, sort_name, {same}) \
         SELECT {id}, employee_number + i, 'copy.' || i || '@daybook.example', 'copy.' || i, last_name, 'copy.' || i, 'copy.' || i, {same} \
         FROM users CROSS JOIN n WHERE role = 'Employee'"
    );
    execute(home, &copies).await;
    let service = "INSERT INTO service_periods (user_id, first_day) SELECT id, joining_date FROM users WHERE role = 'Employee' \
                   AND NOT EXISTS (SELECT 1 FROM service_periods s WHERE s.user_id = users.id)";
    execute(home, service).await;
    let tenures = "INSERT INTO tenures (user_id, number, began, is_original) SELECT user_id, 1, first_day, true FROM service_periods \
                   WHERE user_id NOT IN (SELECT user_id FROM tenures)";
    execute(home, tenures).await;
}

/// Hires somebody without a team.
pub(crate) async fn employ(home: &Home, mailbox: &str, role: Role) -> Person {
    let hash = hash().await;
    home.prepare(async |database| {
        let work = Store::begin(database).await.unwrap();
        let person = insert(work.as_ref(), mailbox, role, None, &hash).await;
        work.commit().await.unwrap();
        person
    })
    .await
}

async fn insert(
    work: &dyn UnitOfWork,
    mailbox: &str,
    role: Role,
    manager: Option<UserId>,
    hash: &PasswordHash,
) -> Person {
    let email = format!("{mailbox}@daybook.example");
    let id = UserId::new(RandomIds.next());
    let person = NewPerson {
        id,
        employee_id: work.people().next_employee_id().await.unwrap(),
        external_id: None,
        name: FullName { first: mailbox.to_owned(), last: "Example".to_owned() },
        email: EmailAddress::parse(&email).unwrap(),
        role,
        department: None,
        position: None,
        designation: None,
        phone_number: None,
        joining_date: Some("2024-01-01".parse().unwrap()),
        records_from: None,
        manager,
        is_active: true,
        service: (role == Role::Employee).then(|| ServicePeriod::since("2024-01-01".parse().unwrap())),
        hash: Some(hash.clone()),
        is_first_login: false,
        created_at: now(),
    };
    work.people().insert(&person).await.unwrap();
    Person { id, email }
}

async fn unlock(work: &dyn UnitOfWork, user: UserId, by: UserId, date: NaiveDate) {
    let proof = may_unlock(&Actor::new(by, Role::Manager), user, Some(by)).unwrap();
    let unlock = NewUnlock::new(proof, UnlockId::new(RandomIds.next()), date, "for a test".to_owned(), now());
    work.unlocks().insert(&unlock).await.unwrap();
}

fn now() -> Instant {
    NOW.parse().unwrap()
}

/// The hash of everybody's password, made once: it is slow on purpose.
async fn hash() -> PasswordHash {
    static HASH: OnceCell<PasswordHash> = OnceCell::const_new();
    let made = HASH.get_or_init(|| async {
        let password = NewPassword::generated(PASSWORD).unwrap();
        Argon2Passwords::default().hash(&password).await.unwrap()
    });
    made.await.clone()
}

pub(crate) async fn login(client: &Client, person: &Person) -> Response {
    client.post("/api/auth/login", json!({"email": person.email, "password": PASSWORD})).await
}

/// What a change of this account sends when it changes nothing else.
pub(crate) fn account(person: &Person, role: &str, is_active: bool) -> Value {
    json!({"firstName": "Some", "lastName": "Body", "email": person.email, "role": role, "isActive": is_active})
}

pub(crate) async fn toggle_block(admin: &Client, person: &Person, is_blocked: bool) -> Response {
    let body = json!({"isBlocked": is_blocked}).to_string();
    admin.send("PATCH", &format!("/api/users/{}/toggle-block", person.id), Some(body.as_bytes())).await
}

pub(crate) async fn sign_in(daybook: &Daybook, person: &Person) -> Client {
    let data = login(&daybook.client(), person).await.expect(200).data();
    daybook.client().with_token(data["token"].as_str().unwrap())
}

/// The same person, signed in by the same token, at another process.
pub(crate) fn at(daybook: &Daybook, client: &Client) -> Client {
    daybook.client().with_token(client.token().unwrap())
}

/// A request that may go without an answer.
pub(crate) async fn attempt(client: &Client, method: &str, path: &str, body: Option<&Value>) -> io::Result<Response> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let length = (!body.is_empty()).then_some(body.len());
    client.try_raw(format!("{}{body}", client.head(method, path, length)).as_bytes()).await
}

pub(crate) fn day(date: NaiveDate, description: &str) -> Value {
    json!({"date": date, "hours": 8.5, "description": description})
}

pub(crate) async fn submit(client: &Client, date: NaiveDate, description: &str) -> io::Result<Response> {
    attempt(client, "POST", "/api/timesheets/my", Some(&day(date, description))).await
}

pub(crate) async fn approve(client: &Client, entry: &str) -> io::Result<Response> {
    attempt(client, "POST", "/api/timesheets/bulk-approve", Some(&json!({"ids": [entry]}))).await
}

pub(crate) async fn reject(client: &Client, entry: &str, comment: &str) -> io::Result<Response> {
    attempt(client, "POST", "/api/timesheets/bulk-reject", Some(&json!({"ids": [entry], "comment": comment}))).await
}

pub(crate) fn entry_id(answer: &Response) -> String {
    answer.data()["timesheet"]["_id"].as_str().unwrap_or_else(|| panic!("no entry: {}", answer.text())).to_owned()
}

/// How many use cases the portal is at.
pub(crate) async fn use_cases(daybook: &Daybook) -> usize {
    let figures = daybook.client().get("/metrics").await.expect(200).text();
    let figure = figures.lines().find_map(|line| line.strip_prefix("daybook_use_cases "));
    figure.and_then(|figure| figure.parse().ok()).unwrap_or_else(|| panic!("no such figure: {figures}"))
}

/// Waits until the portal is at none.
pub(crate) async fn wait_until_idle(daybook: &Daybook) {
    wait_until("a use case does not end", async || use_cases(daybook).await == 0).await;
}

/// Waits until it is so; `otherwise` is said where it does not come to that.
pub(crate) async fn wait_until(otherwise: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let since = std::time::Instant::now();
    while !is_so().await {
        assert!(since.elapsed() < SOON, "{otherwise}");
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

/// Stops the portal as its operator does.
pub(crate) async fn stop(mut daybook: Daybook) {
    daybook.terminate();
    let _ = daybook.ended_within(SOON).await.expect("a portal that stops");
}

/// Changes something beside the portal.
pub(crate) async fn execute(home: &Home, sql: &str) {
    let beside = home.beside().await;
    beside.execute(sql).await;
    beside.close().await;
}

/// Waits until the query says so.
pub(crate) async fn wait_for(home: &Home, sql: &str, count: i64) {
    let since = std::time::Instant::now();
    loop {
        let found = home.number(sql).await;
        if found == count {
            return;
        }
        assert!(since.elapsed() < SOON, "{sql}: {found} instead of {count}");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// Waits until one more entry is there, by when those who record them are at work.
pub(crate) async fn wait_for_more(home: &Home) {
    const ENTRIES: &str = "SELECT count(*) FROM timesheets";
    let before = home.number(ENTRIES).await;
    wait_until("nobody records a day", async || home.number(ENTRIES).await > before).await;
}
