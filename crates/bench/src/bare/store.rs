//! The statements on either engine. What differs is the driver's types, so the two are one text with two fillings.

use std::collections::BTreeSet;
use std::str::FromStr;
use std::time::Duration;

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous};
use sqlx::{ConnectOptions, Pool, Row};
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::answer::{Entry, OnLeave, Person};
use super::statements::{self, Statements};
use crate::failure::Outcome;

/// As many connections, and as many statements kept ready on each, as the portal has.
const SQLITE_READERS: u32 = 3;
const POSTGRES_CONNECTIONS: u32 = 8;
const STATEMENTS: usize = 200;
const BUSY: Duration = Duration::from_secs(2);

/// SQLite has one writer, with a connection of its own, who is let in by a queue, as in the portal. PostgreSQL's readers write as well, as
/// many at once as there are connections.
pub(super) struct Pools<D: sqlx::Database> {
    readers: Pool<D>,
    writer: Pool<D>,
    queue: Semaphore,
    statements: Statements,
}

/// The pools of a bare handler over SQLite.
pub(super) type Sqlite = Pools<sqlx::Sqlite>;
/// The pools of a bare handler over PostgreSQL.
pub(super) type Postgres = Pools<sqlx::Postgres>;

impl<D: sqlx::Database> Pools<D> {
    /// The statement of this name, empty where the engine has none.
    fn say(&self, name: &str) -> &'static str {
        self.statements.get(name).copied().unwrap_or_default()
    }
}

impl Sqlite {
    pub(super) async fn open(file: &str) -> Outcome<Self> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY)
            .statement_cache_capacity(STATEMENTS)
            .pragma("journal_size_limit", "67108864")
            .disable_statement_logging();
        let pool = SqlitePoolOptions::new().test_before_acquire(false).idle_timeout(None).max_lifetime(None);
        let readers = pool.clone().max_connections(SQLITE_READERS).connect_with(options.clone()).await?;
        let writer = pool.max_connections(1).connect_with(options.pragma("cache_size", "-8000")).await?;
        Ok(Self { readers, writer, queue: Semaphore::new(1), statements: statements::of("sqlite") })
    }
}

impl Postgres {
    pub(super) async fn open(url: &str) -> Outcome<Self> {
        let options = PgConnectOptions::from_str(url)?.statement_cache_capacity(STATEMENTS).disable_statement_logging();
        let pool = PgPoolOptions::new().max_connections(POSTGRES_CONNECTIONS).test_before_acquire(false);
        let readers = pool.connect_with(options).await?;
        let (writer, queue) = (readers.clone(), Semaphore::new(Semaphore::MAX_PERMITS));
        Ok(Self { readers, writer, queue, statements: statements::of("postgres") })
    }
}

/// An open database.
#[allow(async_fn_in_trait, reason = "each of actix-web's workers has one thread")]
pub(super) trait Store: Send + Sync + 'static {
    async fn session(&self, id: Uuid) -> Outcome<Option<Person>>;
    async fn month(&self, user: Uuid, from: NaiveDate, to: NaiveDate) -> Outcome<Vec<Entry>>;
    /// With what remarks on the weeks would go by, and the closed months, which are read and not looked at.
    async fn team(&self, manager: Uuid, from: NaiveDate, to: NaiveDate) -> Outcome<(Vec<Entry>, Vec<OnLeave>)>;
    async fn submit(&self, person: &Person, entry: &Entry, event: Uuid) -> Outcome<()>;
}

/// What the portal writes into the event log for a new entry, of the same length.
fn payload(entry: &Entry) -> String {
    let (date, hours) = (entry.date, f64::from(entry.half_hours) / 2.0);
    let changes = format!(
        r#"[{{"after":{hours},"before":null,"field":"hours"}},{{"after":"pending","before":null,"field":"status"}}]"#
    );
    format!(r#"{{"changes":{changes},"date":"{date}","isResubmission":false,"version":1}}"#)
}

fn audience(person: &Person, manager: Option<Uuid>) -> String {
    let users: Vec<String> = std::iter::once(person.id).chain(manager).map(|id| format!("\"{id}\"")).collect();
    format!(r#"[{{"changed":"timesheets","users":[{}]}}]"#, users.join(","))
}

macro_rules! statements {
    ($store:ident, $row:ty, $begin:literal, $ids:expr) => {
        impl Store for $store {
            async fn session(&self, id: Uuid) -> Outcome<Option<Person>> {
                // Nobody stands in for anybody here, on whichever day.
                let session = sqlx::query(self.say("session")).bind(id).bind(NaiveDate::default());
                let row = session.fetch_optional(&self.readers).await?;
                Ok(row.map(|row| <$store>::person(&row, 3)).transpose()?)
            }

            async fn month(&self, user: Uuid, from: NaiveDate, to: NaiveDate) -> Outcome<Vec<Entry>> {
                let rows =
                    sqlx::query(self.say("of_user")).bind(user).bind(from).bind(to).fetch_all(&self.readers).await?;
                Ok(rows.iter().map(|row| <$store>::entry(row, None)).collect::<Result<_, _>>()?)
            }

            async fn team(&self, manager: Uuid, from: NaiveDate, to: NaiveDate) -> Outcome<(Vec<Entry>, Vec<OnLeave>)> {
                let pool = &self.readers;
                let rows = sqlx::query(self.say("of_team")).bind(from).bind(to).bind(manager).fetch_all(pool).await?;
                let entries: Vec<Entry> = rows
                    .iter()
                    .map(|row| <$store>::entry(row, Some(<$store>::person(row, 10)?)))
                    .collect::<Result<_, _>>()?;
                let closed = sqlx::query_as(self.say("closed_between")).bind(from).bind(to).fetch_all(pool).await?;
                let _: Vec<(NaiveDate, i32, DateTime<Utc>)> = closed;
                let people: BTreeSet<Uuid> = entries.iter().filter_map(|entry| Some(entry.user.as_ref()?.id)).collect();
                let facts = sqlx::query_as(self.say("week_facts"))
                    .bind(from)
                    .bind(to)
                    .bind($ids(&people))
                    .fetch_all(pool)
                    .await?;
                let _: Vec<(Option<Uuid>, Day, Day, Day, Day, Option<i64>)> = facts;
                let leave =
                    sqlx::query(self.say("leave_of_team")).bind(from).bind(to).bind(manager).fetch_all(pool).await?;
                let on_leave = |row: &$row| {
                    let _: Uuid = row.try_get(1)?;
                    let (person, date, leave_type) = (row.try_get(0)?, row.try_get(2)?, row.try_get(5)?);
                    Ok(OnLeave { person, date, leave_type, status: row.try_get(6)? })
                };
                Ok((entries, leave.iter().map(on_leave).collect::<Result<_, sqlx::Error>>()?))
            }

            async fn submit(&self, person: &Person, entry: &Entry, event: Uuid) -> Outcome<()> {
                let (day, now) = (entry.date, entry.created_at);
                let _turn = self.queue.acquire().await?;
                let mut work = self.writer.begin_with($begin).await?;
                let stored =
                    sqlx::query(self.say("for_submission")).bind(person.id).bind(day).bind(day).bind(day.with_day(1));
                let stored = stored.fetch_one(&mut *work).await?;
                let manager: Option<Uuid> = stored.try_get(4)?;
                let (unlock, known): (Option<Uuid>, Option<Uuid>) = (stored.try_get(9)?, stored.try_get(10)?);
                let (halves, closed): (i64, Option<bool>) = (stored.try_get(7)?, stored.try_get(8)?);
                if unlock.is_some() || known.is_some() || halves > 1 || closed.is_some() {
                    return Err("the day is not new, there is leave on it, or its month is closed".into());
                }
                let mut inserts = sqlx::query(self.say("insert"))
                    .bind(entry.id)
                    .bind(person.id)
                    .bind(day)
                    .bind(entry.half_hours)
                    .bind(&entry.description)
                    .bind(&entry.status)
                    .bind(None::<String>)
                    .bind(false)
                    .bind(1)
                    .bind(None::<Uuid>)
                    .bind(None::<DateTime<Utc>>)
                    .bind(None::<NaiveDate>)
                    .bind(now)
                    .bind(now);
                let [version, alone, subject] = ["version", "event", "subject"].map(|name| self.say(name));
                if !alone.is_empty() {
                    inserts.execute(&mut *work).await?;
                    sqlx::query(version).bind(entry.id).execute(&mut *work).await?;
                    inserts = sqlx::query(alone);
                }
                inserts
                    .bind(event)
                    .bind("day-submitted")
                    .bind(person.id)
                    .bind(payload(entry))
                    .bind(audience(person, manager))
                    .bind(now)
                    .bind("Employee")
                    .bind(event)
                    .bind("0123456789abcdef")
                    .bind("127.0.0.1")
                    .bind("portal")
                    .execute(&mut *work)
                    .await?;
                if !subject.is_empty() {
                    sqlx::query(subject).bind(person.id).execute(&mut *work).await?;
                }
                Ok(work.commit().await?)
            }
        }

        impl $store {
            fn entry(row: &$row, user: Option<Person>) -> Result<Entry, sqlx::Error> {
                Ok(Entry {
                    id: row.try_get(0)?,
                    date: row.try_get(1)?,
                    half_hours: row.try_get(2)?,
                    description: row.try_get(3)?,
                    status: row.try_get(4)?,
                    comment: row.try_get(5)?,
                    is_resubmission: row.try_get(7)?,
                    created_at: row.try_get(8)?,
                    updated_at: row.try_get(9)?,
                    user,
                })
            }

            fn person(row: &$row, first: usize) -> Result<Person, sqlx::Error> {
                let number: i32 = row.try_get(first + 1)?;
                let (id, employee_id) = (row.try_get(first)?, format!("EMP{number}"));
                Ok(Person { id, first_name: row.try_get(first + 2)?, last_name: row.try_get(first + 3)?, employee_id })
            }
        }
    };
}

type Day = Option<NaiveDate>;

fn array(people: &BTreeSet<Uuid>) -> String {
    people.iter().map(|id| id.hyphenated().to_string()).collect::<Vec<_>>().join(",")
}

fn json(people: &BTreeSet<Uuid>) -> String {
    format!("[{}]", people.iter().map(|id| format!("\"{}\"", id.simple())).collect::<Vec<_>>().join(","))
}

statements!(Sqlite, SqliteRow, "BEGIN IMMEDIATE", json);
statements!(Postgres, PgRow, "BEGIN", array);
