//! Small tools for statements that are written out: their parameters and their locks.
//!
//! The text of a statement is constant for each engine, so that it is parsed and planned once a connection; what varies is
//! bound. Both engines take `$1`, so most statements are the same text for both.

use application::ports::Result;
use chrono::{NaiveDate, SecondsFormat};
use domain::Instant;
use domain::work_patterns::Expected;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, Statement, Value};
use uuid::Uuid;

use crate::fault::Failure;
use crate::row::Columns;

/// A statement with its parameters.
pub(crate) type Bound = (String, Vec<Value>);

/// Reads the columns of a row.
pub(crate) type Read<T> = fn(&mut Columns<'_>) -> Result<T, Failure>;

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

/// All rows of a statement, each read by `read`.
pub(crate) async fn rows<C: ConnectionTrait, T>(
    connection: &C,
    sql: &str,
    values: Vec<Value>,
    read: Read<T>,
) -> Result<Vec<T>, Failure> {
    all(connection, sql, values).await?.iter().map(|row| read(&mut Columns::of(row))).collect()
}

/// The first row of a statement, read by `read`.
pub(crate) async fn row<C: ConnectionTrait, T>(
    connection: &C,
    sql: &str,
    values: Vec<Value>,
    read: Read<T>,
) -> Result<Option<T>, Failure> {
    one(connection, sql, values).await?.map(|row| read(&mut Columns::of(&row))).transpose()
}

/// How many rows a statement changed.
pub(crate) async fn change<C: ConnectionTrait>(connection: &C, sql: &str, values: Vec<Value>) -> Result<u64, DbErr> {
    let backend = connection.get_database_backend();
    Ok(connection.execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?.rows_affected())
}

/// `clause` on PostgreSQL, nothing on SQLite, where the transaction holds the only right to write anyway.
pub(crate) fn lock(backend: DbBackend, clause: &'static str) -> &'static str {
    if backend == DbBackend::Postgres { clause } else { "" }
}

/// The instant so many real seconds from now, by the clock of the database: that of the portal may be set to another day.
pub(crate) fn seconds_from_now(backend: DbBackend, seconds: u32) -> String {
    if backend == DbBackend::Postgres {
        format!("clock_timestamp() + interval '{seconds} seconds'")
    } else {
        format!("strftime('%Y-%m-%d %H:%M:%f', 'now', '+{seconds} seconds')")
    }
}

/// Waits until no other transaction holds the lock with this name, and holds it until this one ends, whether or not there is a row
/// to lock. On SQLite the transaction holds the only right to write anyway.
pub(crate) async fn serialise<C: ConnectionTrait>(connection: &C, name: &str) -> Result<(), DbErr> {
    if connection.get_database_backend() == DbBackend::Postgres {
        change(connection, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", vec![name.into()]).await?;
    }
    Ok(())
}

/// The same for those who may hold the lock with one another: [`serialise`] waits for all of them.
pub(crate) async fn hold<C: ConnectionTrait>(connection: &C, name: &str) -> Result<(), DbErr> {
    if connection.get_database_backend() == DbBackend::Postgres {
        change(connection, "SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))", vec![name.into()]).await?;
    }
    Ok(())
}

/// Days gathered into one text, with commas; [`crate::row::Columns::days`] reads it.
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

/// `column IN (…)` for any number of days, as the one parameter `place`; see [`days`].
pub(crate) fn among_days(backend: DbBackend, column: &str, place: &str) -> String {
    if backend == DbBackend::Postgres {
        format!("{column} = ANY(string_to_array({place}, ',')::date[])")
    } else {
        format!("{column} IN (SELECT value FROM json_each({place}))")
    }
}

/// The parameter for [`among_days`].
pub(crate) fn days(backend: DbBackend, days: impl IntoIterator<Item = NaiveDate>) -> Value {
    let days = days.into_iter();
    if backend == DbBackend::Postgres {
        days.map(|day| day.to_string()).collect::<Vec<_>>().join(",").into()
    } else {
        let quoted: Vec<String> = days.map(|day| format!("\"{day}\"")).collect();
        format!("[{}]", quoted.join(",")).into()
    }
}

/// Whether the person in `column` is one of those expected; the ids that it asks for come after the `values` that are there.
pub(crate) fn is_expected(backend: DbBackend, column: &str, expected: &Expected, values: &mut Vec<Value>) -> String {
    let (people, negated) = match expected {
        Expected::AllBut(people) if people.is_empty() => return "TRUE".to_owned(),
        Expected::AllBut(people) => (people, "NOT "),
        Expected::Only(people) => (people, ""),
    };
    values.push(ids(backend, people.iter().map(|person| person.uuid())));
    format!("{negated}({})", among(backend, column, u8::try_from(values.len()).unwrap_or(u8::MAX)))
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

/// A table `n` of the rows in the JSON parameter `$1`, with these columns and their types on PostgreSQL. Both engines read an id
/// without hyphens.
pub(crate) fn unfolded(backend: DbBackend, columns: &[(&str, &str)]) -> String {
    let is_postgres = backend == DbBackend::Postgres;
    let read = |(name, kind): &(&str, &str)| match *kind {
        _ if is_postgres => format!("{name} {kind}"),
        "uuid" => format!("unhex(value ->> '{name}') AS {name}"),
        _ => format!("value ->> '{name}' AS {name}"),
    };
    let columns = columns.iter().map(read).collect::<Vec<_>>().join(", ");
    if is_postgres {
        format!("json_to_recordset($1::json) AS n ({columns})")
    } else {
        format!("(SELECT {columns} FROM json_each($1)) AS n")
    }
}

/// `column IN (…)` for any number of texts or numbers, as one JSON parameter with the number `n`; `kind` is their type on PostgreSQL.
pub(crate) fn among_values(backend: DbBackend, column: &str, kind: &str, n: u8) -> String {
    if backend == DbBackend::Postgres {
        format!("{column} IN (SELECT value::{kind} FROM json_array_elements_text(${n}::json))")
    } else {
        format!("{column} IN (SELECT value FROM json_each(${n}))")
    }
}

/// An instant in the text form in which the SQLite driver stores it, which PostgreSQL reads as well.
pub(crate) fn instant_text(at: Instant) -> String {
    at.to_rfc3339_opts(SecondsFormat::AutoSi, false)
}

/// Sends statements through `$of`, on the connection that its `$lend` gives to work.
macro_rules! queries {
    ($of:ty, $lend:ident) => {
        impl $of {
            pub(crate) async fn all<T: Send + 'static>(
                &self,
                sql: impl Into<std::borrow::Cow<'static, str>>,
                values: Vec<sea_orm::Value>,
                read: $crate::sql::Read<T>,
            ) -> application::ports::Result<Vec<T>> {
                let sql = sql.into();
                self.$lend(move |connection| async move { $crate::sql::rows(&*connection, &sql, values, read).await })
                    .await
            }

            pub(crate) async fn first<T: Send + 'static>(
                &self,
                sql: impl Into<std::borrow::Cow<'static, str>>,
                values: Vec<sea_orm::Value>,
                read: $crate::sql::Read<T>,
            ) -> application::ports::Result<Option<T>> {
                let sql = sql.into();
                self.$lend(move |connection| async move { $crate::sql::row(&*connection, &sql, values, read).await })
                    .await
            }
        }
    };
}
pub(crate) use queries;
