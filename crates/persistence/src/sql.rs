//! Small tools for statements that are written out: their parameters, their locks, and reading the columns back.
//!
//! The text of a statement is constant for each engine, so that it is parsed and planned once a connection; what varies is
//! bound. Both engines take `$1`, so most statements are the same text for both.

use application::ports::{PersonName, StoreError};
use chrono::{NaiveDate, SecondsFormat};
use domain::Instant;
use domain::id::UserId;
use domain::person::{EmployeeId, FullName, Role};
use domain::timesheet::{Hours, Status};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, Statement, TryGetable, Value};
use uuid::Uuid;

use crate::fault::Failure;

/// All rows of a statement.
pub(crate) async fn all<C: ConnectionTrait>(
    connection: &C,
    sql: &str,
    values: Vec<Value>,
) -> Result<Vec<QueryResult>, DbErr> {
    let backend = connection.get_database_backend();
    connection.query_all_raw(Statement::from_sql_and_values(backend, sql, values)).await
}

/// The first row of a statement.
pub(crate) async fn one<C: ConnectionTrait>(
    connection: &C,
    sql: &str,
    values: Vec<Value>,
) -> Result<Option<QueryResult>, DbErr> {
    let backend = connection.get_database_backend();
    connection.query_one_raw(Statement::from_sql_and_values(backend, sql, values)).await
}

/// How many rows a statement changed.
pub(crate) async fn change<C: ConnectionTrait>(connection: &C, sql: &str, values: Vec<Value>) -> Result<u64, DbErr> {
    let backend = connection.get_database_backend();
    Ok(connection.execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?.rows_affected())
}

/// The number that a `count(*)` gives.
pub(crate) fn count(row: Option<&QueryResult>) -> Result<u32, DbErr> {
    let number: i64 = row.map_or(Ok(0), |row| row.try_get_by_index(0))?;
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}

/// `clause` on PostgreSQL, nothing on SQLite, where the transaction holds the only right to write anyway.
pub(crate) fn lock(backend: DbBackend, clause: &'static str) -> &'static str {
    if backend == DbBackend::Postgres { clause } else { "" }
}

/// Waits until no other transaction holds the lock with this name, and holds it until this one ends, whether or not there is a row
/// to lock. On SQLite the transaction holds the only right to write anyway.
pub(crate) async fn serialise<C: ConnectionTrait>(connection: &C, name: &str) -> Result<(), DbErr> {
    if connection.get_database_backend() == DbBackend::Postgres {
        change(connection, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", vec![name.into()]).await?;
    }
    Ok(())
}

/// Days gathered into one text, with commas; [`Columns::days`] reads it.
pub(crate) fn gathered(backend: DbBackend, column: &str) -> String {
    if backend == DbBackend::Postgres {
        format!("string_agg(to_char({column}, 'YYYY-MM-DD'), ',')")
    } else {
        format!("group_concat({column}, ',')")
    }
}

/// `column IN (…)` for any number of ids, as one parameter with the number `n`; see [`ids`].
pub(crate) fn among(backend: DbBackend, column: &str, n: u8) -> String {
    if backend == DbBackend::Postgres {
        format!("{column} = ANY(string_to_array(${n}, ',')::uuid[])")
    } else {
        format!("{column} IN (SELECT unhex(value) FROM json_each(${n}))")
    }
}

/// The parameter for [`among`].
pub(crate) fn ids(backend: DbBackend, ids: impl IntoIterator<Item = Uuid>) -> Value {
    let ids = ids.into_iter();
    if backend == DbBackend::Postgres {
        ids.map(|id| id.hyphenated().to_string()).collect::<Vec<_>>().join(",").into()
    } else {
        let quoted: Vec<String> = ids.map(|id| format!("\"{}\"", id.simple())).collect();
        format!("[{}]", quoted.join(",")).into()
    }
}

/// An instant in the text form in which the SQLite driver stores it, which PostgreSQL reads as well.
pub(crate) fn instant_text(at: Instant) -> String {
    at.to_rfc3339_opts(SecondsFormat::AutoSi, false)
}

/// Reads the columns of a row from left to right.
pub(crate) struct Columns<'row> {
    row: &'row QueryResult,
    next: usize,
}

impl<'row> Columns<'row> {
    pub(crate) fn of(row: &'row QueryResult) -> Self {
        Self { row, next: 0 }
    }

    pub(crate) fn take<T: TryGetable>(&mut self) -> Result<T, DbErr> {
        let index = self.next;
        self.next += 1;
        self.row.try_get_by_index(index)
    }

    /// The number that a `count(*)` gives.
    pub(crate) fn count(&mut self) -> Result<u32, DbErr> {
        Ok(u32::try_from(self.take::<i64>()?).unwrap_or(u32::MAX))
    }

    /// The four columns that name a person: id, employee number, first and last name.
    pub(crate) fn person(&mut self) -> Result<PersonName, Failure> {
        let id = UserId::new(self.take()?);
        let number: i32 = self.take()?;
        let employee_id =
            u32::try_from(number).map(EmployeeId::new).map_err(|_| corrupt("users", "employee_number", id))?;
        Ok(PersonName { id, employee_id, name: self.name()? })
    }

    /// First and last name.
    pub(crate) fn name(&mut self) -> Result<FullName, DbErr> {
        Ok(FullName { first: self.take()?, last: self.take()? })
    }

    /// First and last name of somebody who may be missing.
    pub(crate) fn maybe_name(&mut self) -> Result<Option<FullName>, DbErr> {
        let (first, last): (Option<String>, Option<String>) = (self.take()?, self.take()?);
        Ok(first.zip(last).map(|(first, last)| FullName { first, last }))
    }

    pub(crate) fn role(&mut self, id: UserId) -> Result<Role, Failure> {
        self.take::<String>()?.parse().map_err(|_| corrupt("users", "role", id).into())
    }

    pub(crate) fn hours(&mut self, table: &'static str, id: impl std::fmt::Display) -> Result<Hours, Failure> {
        let number: i32 = self.take()?;
        let hours = u8::try_from(number).ok().and_then(|number| Hours::from_half_hours(number).ok());
        hours.ok_or_else(|| corrupt(table, "half_hours", id).into())
    }

    /// Days that were [`gathered`], oldest first.
    pub(crate) fn days(&mut self, table: &'static str, id: impl std::fmt::Display) -> Result<Vec<NaiveDate>, Failure> {
        let text: String = self.take()?;
        let days = text.split(',').map(str::parse).collect::<Result<Vec<NaiveDate>, _>>();
        let mut days = days.map_err(|_| corrupt(table, "date", id))?;
        days.sort_unstable();
        Ok(days)
    }

    pub(crate) fn status(&mut self, id: impl std::fmt::Display) -> Result<Status, Failure> {
        Status::named(&self.take::<String>()?).ok_or_else(|| corrupt("timesheets", "status", id).into())
    }

    pub(crate) fn version(&mut self, id: impl std::fmt::Display) -> Result<u32, Failure> {
        u32::try_from(self.take::<i32>()?).map_err(|_| corrupt("timesheets", "version", id).into())
    }
}

/// A row holds something that the rules do not know.
pub(crate) fn corrupt(table: &'static str, column: &'static str, id: impl std::fmt::Display) -> StoreError {
    StoreError::Corrupt { table, column, id: id.to_string() }
}
