//! What a failed statement means: the one table that translates the words of both engines.
//!
//! PostgreSQL names the constraint that was violated; SQLite names it for checks only, and lists the columns for a unique key.

use application::ports::{StoreError, UniqueKey};
use sea_orm::sqlx;
use sea_orm::{DbErr, RuntimeErr};

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
    /// A unique key is taken. The name is that of the index or primary key.
    Unique(String),
    /// A row that is referred to does not exist, or is still referred to.
    ForeignKey,
    /// A check constraint, by its name.
    Check(String),
    /// Two writers got into each other's way; the whole unit of work may be tried again.
    Busy,
    /// The database is away, silent or overloaded.
    Unavailable(Lost),
    /// Anything else: a fault of the program, told to the log alone.
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
            other => Self::Other(other.to_string()),
        }
    }
}

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Unique(name) => Self::Conflict(unique_key(&name)),
            Fault::ForeignKey => Self::Backend("a row that is referred to does not exist".to_owned()),
            Fault::Check(name) => Self::Backend(format!("the check {name} refused the row")),
            Fault::Busy => Self::Unavailable("two writers got into each other's way".to_owned()),
            Fault::Unavailable(Lost::Connection) => Self::Unavailable("the connection is lost".to_owned()),
            Fault::Unavailable(Lost::Patience) => Self::Unavailable("no answer in time".to_owned()),
            Fault::Other(cause) => Self::Backend(cause),
        }
    }
}

fn unique_key(name: &str) -> UniqueKey {
    match name {
        "ux_timesheets_user_date" => UniqueKey::EntryOfDay,
        "ux_unlocks_open" => UniqueKey::OpenUnlock,
        "ux_sessions_live" => UniqueKey::LiveSession,
        "ux_users_email" => UniqueKey::Email,
        "ux_users_employee_number" => UniqueKey::EmployeeId,
        "ux_holidays_date" => UniqueKey::HolidayDate,
        "ux_resubmissions_version" => UniqueKey::Resubmission,
        _ => UniqueKey::Other,
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
        other => Fault::Other(other.to_string()),
    }
}

fn classify_database(error: &dyn sqlx::error::DatabaseError) -> Fault {
    if error.is_unique_violation() {
        let name = error.constraint().map_or_else(|| sqlite_key(error.message()), str::to_owned);
        return Fault::Unique(name);
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
        return sqlite_code(number, error.message());
    }
    postgres_code(&code, error.message())
}

/// SQLite's result codes; the low byte is the kind, the rest the finer reason.
fn sqlite_code(code: u32, message: &str) -> Fault {
    match code & 0xff {
        // SQLITE_BUSY, SQLITE_LOCKED
        5 | 6 => Fault::Busy,
        // SQLITE_NOMEM, SQLITE_READONLY, SQLITE_INTERRUPT, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN
        7 | 8 | 9 | 10 | 13 | 14 => Fault::Unavailable(Lost::Patience),
        _ => Fault::Other(message.to_owned()),
    }
}

/// PostgreSQL's five-character SQLSTATE; the first two are its class.
fn postgres_code(code: &str, message: &str) -> Fault {
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
            _ => Fault::Other(format!("{code}: {message}")),
        },
    }
}

/// The unique keys by the columns that SQLite names.
const SQLITE_KEYS: [(&str, &str); 21] = [
    ("users.id", "pk_users"),
    ("users.email", "ux_users_email"),
    ("users.employee_number", "ux_users_employee_number"),
    ("counters.name", "pk_counters"),
    ("settings.key", "pk_settings"),
    ("sessions.id", "pk_sessions"),
    ("sessions.user_id", "ux_sessions_live"),
    ("throttles.bucket", "pk_throttles"),
    ("known_addresses.user_id, known_addresses.address", "pk_known_addresses"),
    ("holidays.date", "ux_holidays_date"),
    ("timesheets.id", "pk_timesheets"),
    ("timesheets.user_id, timesheets.date", "ux_timesheets_user_date"),
    ("timesheet_versions.timesheet_id, timesheet_versions.version", "pk_timesheet_versions"),
    ("unlocks.user_id, unlocks.date", "ux_unlocks_open"),
    ("resubmissions.timesheet_id, resubmissions.version", "ux_resubmissions_version"),
    ("events.id", "ux_events_id"),
    ("mails.id", "pk_mails"),
    ("reset_requests.id", "pk_reset_requests"),
    ("reset_links.user_id", "pk_reset_links"),
    ("reset_links.fingerprint", "ux_reset_links_fingerprint"),
    ("absences.user_id, absences.date", "pk_absences"),
];

fn sqlite_key(message: &str) -> String {
    let columns = after_colon(message);
    SQLITE_KEYS
        .iter()
        .find(|(known, _)| *known == columns)
        .map_or_else(|| columns.to_owned(), |(_, name)| (*name).to_owned())
}

fn after_colon(message: &str) -> &str {
    message.rsplit_once(": ").map_or(message, |(_, rest)| rest).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sqlite_columns_become_the_name_of_the_key() {
        assert_eq!(
            sqlite_key("UNIQUE constraint failed: timesheets.user_id, timesheets.date"),
            "ux_timesheets_user_date"
        );
        assert_eq!(sqlite_key("UNIQUE constraint failed: unknown.column"), "unknown.column");
    }

    #[test]
    fn only_a_clash_of_writers_is_worth_a_second_try() {
        assert_eq!(postgres_code("40001", ""), Fault::Busy);
        assert_eq!(postgres_code("40P01", ""), Fault::Busy);
        assert_eq!(sqlite_code(5, ""), Fault::Busy);
        assert_eq!(sqlite_code(517, ""), Fault::Busy);
        assert_eq!(postgres_code("55P03", ""), Fault::Unavailable(Lost::Patience));
        assert_eq!(postgres_code("57P01", ""), Fault::Unavailable(Lost::Connection));
        assert_eq!(sqlite_code(13, ""), Fault::Unavailable(Lost::Patience));
        assert!(matches!(postgres_code("42P01", "no table"), Fault::Other(_)));
    }
}
