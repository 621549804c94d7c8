//! What a failed statement means: the one table that translates the words of both engines.
//!
//! PostgreSQL names the constraint that was violated; SQLite names it for checks only, and lists the columns for a unique key. Which
//! key these are is looked up in the schema when the database is opened.

use application::ports::{Cause, StoreError, UniqueKey};
use sea_orm::sqlx;
use sea_orm::{DbErr, RuntimeErr};
use std::borrow::Cow;

/// How work on a connection fails: in the database, or on what was found there.
#[derive(Debug)]
pub(crate) enum Failure {
    Database(DbErr),
    Store(StoreError),
}

impl From<DbErr> for Failure {
    fn from(error: DbErr) -> Self {
        Self::Database(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Why a statement did not do what was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A unique key is taken: the name of the index or primary key, or on SQLite its columns, which the handle on the database knows by name.
    Unique(String),
    /// A row that is referred to does not exist, or is still referred to.
    ForeignKey,
    Check(String),
    /// Two writers got into each other's way; the whole unit of work may be tried again.
    Busy,
    /// The database is away, silent or overloaded.
    Unavailable(Lost),
    /// Anything else: a fault of the program. Where the engine has a code for it, that is what it says.
    Other(String),
}

/// Whether the connection itself broke: then its neighbours in the pool are suspect too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lost {
    Connection,
    Patience,
}

impl From<&DbErr> for Fault {
    fn from(error: &DbErr) -> Self {
        match error {
            DbErr::ConnectionAcquire(_) => Self::Unavailable(Lost::Patience),
            DbErr::Conn(RuntimeErr::SqlxError(cause))
            | DbErr::Exec(RuntimeErr::SqlxError(cause))
            | DbErr::Query(RuntimeErr::SqlxError(cause)) => classify(cause),
            _ => Self::Other("a statement or its rows".to_owned()),
        }
    }
}

impl Fault {
    /// What a use case is told. What the database said goes along for the log: it names the constraint, the table and the column.
    pub(crate) fn told(self, said: Option<DbErr>) -> StoreError {
        let (error, words): (fn(Cause) -> StoreError, Cow<'static, str>) = match self {
            Self::Unique(name) => return StoreError::Conflict(UniqueKey::named(&name)),
            Self::ForeignKey => (StoreError::Backend, "a row that is referred to does not exist".into()),
            Self::Check(name) => (StoreError::Backend, format!("the check {name} refused the row").into()),
            Self::Busy => (StoreError::Clash, "the database ended one of them".into()),
            Self::Unavailable(Lost::Connection) => (StoreError::Unavailable, "the connection is lost".into()),
            Self::Unavailable(Lost::Patience) => (StoreError::Unavailable, "no answer in time".into()),
            Self::Other(what) => (StoreError::Backend, what.into()),
        };
        error(match said {
            Some(said) => Cause::of(words, said),
            None => words.into(),
        })
    }
}

/// Outside of a unit of work nothing is rolled back, and nobody may take a clash for an invitation to begin again.
pub(crate) fn outside_of_work(error: StoreError) -> StoreError {
    match error {
        StoreError::Clash(cause) => StoreError::Unavailable(cause),
        other => other,
    }
}

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> Self {
        fault.told(None)
    }
}

/// Whether a statement of PostgreSQL gave up because it had waited too long for a lock (`lock_not_available`).
pub(crate) fn waited_for_lock(error: &DbErr) -> bool {
    match error {
        DbErr::Exec(RuntimeErr::SqlxError(cause)) => {
            cause.as_database_error().is_some_and(|cause| cause.code().as_deref() == Some("55P03"))
        }
        _ => false,
    }
}

fn classify(error: &sqlx::Error) -> Fault {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::BeginFailed => Fault::Unavailable(Lost::Connection),
        sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => Fault::Unavailable(Lost::Patience),
        sqlx::Error::Database(cause) => classify_database(cause.as_ref()),
        _ => Fault::Other("the driver".to_owned()),
    }
}

fn classify_database(error: &dyn sqlx::error::DatabaseError) -> Fault {
    if error.is_unique_violation() {
        let name = error.constraint().unwrap_or_else(|| after_colon(error.message()));
        return Fault::Unique(name.to_owned());
    }
    if error.is_foreign_key_violation() {
        return Fault::ForeignKey;
    }
    if error.is_check_violation() {
        let name = error.constraint().map_or_else(|| after_colon(error.message()).to_owned(), str::to_owned);
        return Fault::Check(name);
    }
    let code = error.code().unwrap_or_default();
    if let Ok(number) = code.parse::<u32>()
        && code.len() < 5
    {
        return sqlite_code(number);
    }
    postgres_code(&code)
}

/// SQLite's result codes; the low byte is the kind, the rest the finer reason.
fn sqlite_code(code: u32) -> Fault {
    match code & 0xff {
        // SQLITE_BUSY, SQLITE_LOCKED
        5 | 6 => Fault::Busy,
        // SQLITE_NOMEM, SQLITE_READONLY, SQLITE_INTERRUPT, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN
        7 | 8 | 9 | 10 | 13 | 14 => Fault::Unavailable(Lost::Patience),
        _ => Fault::Other(format!("result code {code}")),
    }
}

/// PostgreSQL's five-character SQLSTATE; the first two are its class.
fn postgres_code(code: &str) -> Fault {
    match code {
        // serialization_failure, deadlock_detected
        "40001" | "40P01" => Fault::Busy,
        // lock_not_available, query_canceled (the statement timeout)
        "55P03" | "57014" => Fault::Unavailable(Lost::Patience),
        // read_only_sql_transaction (the server has become a standby), idle_in_transaction_session_timeout
        "25006" | "25P03" => Fault::Unavailable(Lost::Connection),
        _ => match code.get(..2) {
            // connection exceptions, operator intervention (shutdown, crash), system errors
            Some("08" | "57" | "58") => Fault::Unavailable(Lost::Connection),
            // insufficient resources: no connection left, disk full, out of memory
            Some("53") => Fault::Unavailable(Lost::Patience),
            _ => Fault::Other(format!("SQLSTATE {code}")),
        },
    }
}

fn after_colon(message: &str) -> &str {
    message.rsplit_once(": ").map_or(message, |(_, rest)| rest).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clash_of_writers_is_worth_a_second_try() {
        assert_eq!(postgres_code("40001"), Fault::Busy);
        assert_eq!(postgres_code("40P01"), Fault::Busy);
        assert_eq!(sqlite_code(5), Fault::Busy);
        assert_eq!(sqlite_code(517), Fault::Busy);
        assert_eq!(postgres_code("55P03"), Fault::Unavailable(Lost::Patience));
        assert_eq!(postgres_code("57P01"), Fault::Unavailable(Lost::Connection));
        assert_eq!(sqlite_code(13), Fault::Unavailable(Lost::Patience));
        assert!(matches!(postgres_code("42P01"), Fault::Other(_)));
    }
}
