//! The statements on either engine. What differs is the driver's types, so the two are one text with two fillings.

use std::collections::BTreeSet;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions, PgRow};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row};
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::answer::{Entry, OnLeave, Person};
use super::statements::{
    CLOSED_BETWEEN, FOR_SUBMISSION, FOR_SUBMISSION_LOCKED, INSERT_ALL, INSERT_ENTRY, INSERT_EVENT, INSERT_SUBJECT,
    INSERT_VERSION, LEAVE_OF_TEAM, OF_TEAM, OF_USER, SESSION, WEEK_FACTS_POSTGRES, WEEK_FACTS_SQLITE,
};
use crate::failure::{Failure, Outcome};

/// As many connections, and as many statements kept ready on each, as the portal has.
const SQLITE_READERS: u32 = 3;
const POSTGRES_CONNECTIONS: u32 = 8;
const STATEMENTS: usize = 200;
const BUSY: Duration = Duration::from_secs(2);

/// An open database.
pub(super) enum Store {
    /// SQLite has one writer, with a connection of its own, who is let in by a queue, as in the portal.
    Sqlite {
        readers: SqlitePool,
        writer: SqlitePool,
        queue: Semaphore,
    },
    Postgres(PgPool),
}

impl Store {
    pub(super) async fn open(url: &str) -> Outcome<Arc<Self>> {
        let store = if let Some(file) = url.strip_prefix("sqlite://") {
            let options = SqliteConnectOptions::new()
                .filename(Path::new(file))
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
            Self::Sqlite { readers, writer, queue: Semaphore::new(1) }
        } else {
            let options =
                PgConnectOptions::from_str(url)?.statement_cache_capacity(STATEMENTS).disable_statement_logging();
            let pool = PgPoolOptions::new().max_connections(POSTGRES_CONNECTIONS).test_before_acquire(false);
            Self::Postgres(pool.connect_with(options).await?)
        };
        Ok(Arc::new(store))
    }

    pub(super) async fn session(&self, id: Uuid) -> Outcome<Option<Person>> {
        // Nobody stands in for anybody here, on whichever day.
        let today = NaiveDate::default();
        match self {
            Self::Sqlite { readers: pool, .. } => sqlite::session(pool, id, today).await,
            Self::Postgres(pool) => postgres::session(pool, id, today).await,
        }
    }

    pub(super) async fn month(&self, user: Uuid, from: NaiveDate, to: NaiveDate) -> Outcome<Vec<Entry>> {
        match self {
            Self::Sqlite { readers: pool, .. } => sqlite::month(pool, user, from, to).await,
            Self::Postgres(pool) => postgres::month(pool, user, from, to).await,
        }
    }

    /// With what remarks on the weeks would go by, and the closed months, which are read and not looked at.
    pub(super) async fn team(
        &self,
        manager: Uuid,
        from: NaiveDate,
        to: NaiveDate,
    ) -> Outcome<(Vec<(Entry, Person)>, Vec<OnLeave>)> {
        match self {
            Self::Sqlite { readers: pool, .. } => sqlite::team(pool, manager, from, to).await,
            Self::Postgres(pool) => postgres::team(pool, manager, from, to).await,
        }
    }

    pub(super) async fn submit(&self, person: &Person, entry: &Entry, event: Uuid) -> Outcome<()> {
        match self {
            Self::Sqlite { writer, queue, .. } => sqlite::submit(writer, Some(queue), person, entry, event).await,
            Self::Postgres(pool) => postgres::submit(pool, None, person, entry, event).await,
        }
    }
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
    ($engine:ident, $pool:ty, $row:ty, $begin:literal, $week_facts:ident, $ids:expr, $for_submission:ident, $insert:ident, $after:expr) => {
        mod $engine {
            use super::*;

            fn entry(row: &$row) -> Result<Entry, sqlx::Error> {
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
                })
            }

            fn person(row: &$row, first: usize) -> Result<Person, sqlx::Error> {
                let number: i32 = row.try_get(first + 1)?;
                Ok(Person {
                    id: row.try_get(first)?,
                    first_name: row.try_get(first + 2)?,
                    last_name: row.try_get(first + 3)?,
                    employee_id: format!("EMP{number}"),
                })
            }

            pub(super) async fn session(pool: &$pool, id: Uuid, today: NaiveDate) -> Outcome<Option<Person>> {
                let row = sqlx::query(SESSION).bind(id).bind(today).fetch_optional(pool).await?;
                Ok(row.map(|row| person(&row, 3)).transpose()?)
            }

            pub(super) async fn month(pool: &$pool, user: Uuid, from: NaiveDate, to: NaiveDate) -> Outcome<Vec<Entry>> {
                let rows = sqlx::query(OF_USER).bind(user).bind(from).bind(to).fetch_all(pool).await?;
                Ok(rows.iter().map(entry).collect::<Result<_, _>>()?)
            }

            pub(super) async fn team(
                pool: &$pool,
                manager: Uuid,
                from: NaiveDate,
                to: NaiveDate,
            ) -> Outcome<(Vec<(Entry, Person)>, Vec<OnLeave>)> {
                let rows = sqlx::query(OF_TEAM).bind(from).bind(to).bind(manager).fetch_all(pool).await?;
                let team: Vec<(Entry, Person)> =
                    rows.iter().map(|row| Ok((entry(row)?, person(row, 10)?))).collect::<Result<_, sqlx::Error>>()?;
                let closed = sqlx::query(CLOSED_BETWEEN).bind(from).bind(to).fetch_all(pool).await?;
                for row in closed {
                    let _: (NaiveDate, i32, DateTime<Utc>) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
                }
                let people: BTreeSet<Uuid> = team.iter().map(|(_, person)| person.id).collect();
                let facts = sqlx::query($week_facts).bind(from).bind(to).bind($ids(&people)).fetch_all(pool).await?;
                for row in facts {
                    let _: (Option<Uuid>, Option<NaiveDate>, Option<NaiveDate>) =
                        (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
                    let _: (Option<NaiveDate>, Option<NaiveDate>, Option<i64>) =
                        (row.try_get(3)?, row.try_get(4)?, row.try_get(5)?);
                }
                let leave = sqlx::query(LEAVE_OF_TEAM).bind(from).bind(to).bind(manager).fetch_all(pool).await?;
                let on_leave = |row: &$row| {
                    let (person, date): (Uuid, NaiveDate) = (row.try_get(0)?, row.try_get(2)?);
                    let _: Uuid = row.try_get(1)?;
                    let (leave_type, status): (String, String) = (row.try_get(5)?, row.try_get(6)?);
                    Ok(OnLeave { person, date, leave_type, status })
                };
                let leave = leave.iter().map(on_leave).collect::<Result<_, sqlx::Error>>()?;
                Ok((team, leave))
            }

            pub(super) async fn submit(
                pool: &$pool,
                writer: Option<&Semaphore>,
                person: &Person,
                entry: &Entry,
                event: Uuid,
            ) -> Outcome<()> {
                let (day, now) = (entry.date, entry.created_at);
                let _turn = match writer {
                    Some(writer) => Some(writer.acquire().await.map_err(Failure::because("the queue is gone"))?),
                    None => None,
                };
                let mut work = pool.begin_with($begin).await?;
                let stored = sqlx::query($for_submission)
                    .bind(person.id)
                    .bind(day)
                    .bind(day)
                    .bind(day.with_day(1))
                    .fetch_one(&mut *work)
                    .await?;
                let manager: Option<Uuid> = stored.try_get(3)?;
                if stored.try_get::<Option<Uuid>, _>(8)?.is_some() || stored.try_get::<Option<Uuid>, _>(9)?.is_some() {
                    return Err(Failure::new("the day is not new"));
                }
                if stored.try_get::<i64, _>(6)? > 1 {
                    return Err(Failure::new("there is leave on the day"));
                }
                if stored.try_get::<Option<bool>, _>(7)?.is_some() {
                    return Err(Failure::new("the month is closed"));
                }
                let (insert, [event_alone, version, subject]) = ($insert, $after);
                let mut inserts = sqlx::query(insert)
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
                if let (Some(version), Some(alone)) = (version, event_alone) {
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
                if let Some(subject) = subject {
                    sqlx::query(subject).bind(person.id).execute(&mut *work).await?;
                }
                Ok(work.commit().await?)
            }
        }
    };
}

fn array(people: &BTreeSet<Uuid>) -> String {
    people.iter().map(|id| id.hyphenated().to_string()).collect::<Vec<_>>().join(",")
}

fn json(people: &BTreeSet<Uuid>) -> String {
    format!("[{}]", people.iter().map(|id| format!("\"{}\"", id.simple())).collect::<Vec<_>>().join(","))
}

/// What goes in statements of its own after the entry: the event, the version and whom the event is about.
type After = [Option<&'static str>; 3];
const SEPARATE: After = [Some(INSERT_EVENT), Some(INSERT_VERSION), Some(INSERT_SUBJECT)];
const TOGETHER: After = [None; 3];

statements!(
    sqlite,
    SqlitePool,
    SqliteRow,
    "BEGIN IMMEDIATE",
    WEEK_FACTS_SQLITE,
    json,
    FOR_SUBMISSION,
    INSERT_ENTRY,
    SEPARATE
);
statements!(postgres, PgPool, PgRow, "BEGIN", WEEK_FACTS_POSTGRES, array, FOR_SUBMISSION_LOCKED, INSERT_ALL, TOGETHER);
