//! A close, from its beginning to its end. Each statement that goes on with it asks whether it is still under way.
//!
//! A close that is not prolonged counts for writers as long as [`LASTS`], but goes on only as long as [`GOES_ON`]. In between nobody
//! writes, and nobody prolongs it: what prolongs a close may commit a moment later, and no writer may have seen its end meanwhile.

use application::ports::{NewRevision, Result, StoreError};
use domain::id::{CloseId, UserId};
use domain::month::PayrollRow;
use domain::time::Month;
use sea_orm::{ConnectionTrait, DbBackend, Value};

use super::{gate, rows};
use crate::database::{Database, Transaction};
use crate::fault::{Failure, Fault, Lost, waited_for_lock};
use crate::row::Columns;
use crate::sql::{self, seconds_from_now};
use crate::unit::Unit;

/// For how many real seconds a close lasts, from its beginning or the last time it was prolonged (months.md 1.2).
const LASTS: u32 = 30;

/// For how many of these it can be prolonged.
const GOES_ON: u32 = 20;

/// A close that begins waits for another that does the same, so that neither meets the key that lets one alone begin.
const BEGINS: &str = "daybook close";

/// How often a month is tried to be had alone.
const TRIES: u32 = 20;

impl Database {
    /// Begins a transaction that has the month to itself. SQLite has one writer, so there it is any.
    ///
    /// It waits in the queue of the lock, so that writers whose turns overlap do not keep it out for ever: those who come later stand
    /// behind it. Each try gives up after 100 ms, because they wait as long, and because one of them may hold what a writer in front
    /// of it is waiting for. A wait that has failed ends its transaction on PostgreSQL, so each try has its own.
    pub(crate) async fn begin_with_month(&self, month: Month) -> Result<Transaction> {
        for _ in 0..TRIES {
            let transaction = self.begin_transaction().await?;
            if self.backend() != DbBackend::Postgres {
                return Ok(transaction);
            }
            let lock = gate::lock_alone(month);
            let tried = transaction.run(move |connection| async move {
                match connection.execute_unprepared(&lock).await {
                    Ok(_) => Ok(true),
                    Err(error) if waited_for_lock(&error) => Ok(false),
                    Err(error) => Err(error.into()),
                }
            });
            if tried.await? {
                return Ok(transaction);
            }
        }
        Err(Fault::Unavailable(Lost::Patience).into())
    }
}

/// The close of a month whose instance has died makes room for the next.
pub(crate) fn end_expired(backend: DbBackend) -> String {
    format!(
        "UPDATE months SET close_id = NULL, closing_until = NULL WHERE close_id IS NOT NULL AND closing_until <= {}",
        seconds_from_now(backend, 0)
    )
}

pub(crate) fn begin(backend: DbBackend) -> String {
    // A parameter in a list of columns has no type of its own on PostgreSQL.
    let [month, last, close] = if backend == DbBackend::Postgres {
        ["CAST($1 AS date)", "CAST($2 AS date)", "CAST($3 AS uuid)"]
    } else {
        ["$1", "$2", "$3"]
    };
    format!(
        "INSERT INTO months (first_day, last_day, is_closed, revision, close_id, closing_until) \
         SELECT {month}, {last}, false, 0, {close}, {} WHERE NOT EXISTS (SELECT 1 FROM months WHERE close_id IS NOT NULL) \
         ON CONFLICT (first_day) DO UPDATE SET close_id = excluded.close_id, closing_until = excluded.closing_until \
         WHERE NOT months.is_closed",
        seconds_from_now(backend, LASTS)
    )
}

pub(crate) fn prolong(backend: DbBackend) -> String {
    format!(
        "UPDATE months SET closing_until = {} WHERE first_day = $1 AND close_id = $2 AND closing_until > {}",
        seconds_from_now(backend, LASTS),
        seconds_from_now(backend, LASTS - GOES_ON)
    )
}

/// What is left of closes that failed: rows of the next revision, up to the employee ID of the last one that there is room for. Named
/// by their ids instead, PostgreSQL would now and then look them all up again for each of them.
pub(crate) const DISCARD: &str = "\
    DELETE FROM month_rows WHERE month = $1 AND revision = (SELECT m.revision + 1 FROM months m WHERE m.first_day = $1) \
      AND employee_number <= coalesce((SELECT r.employee_number FROM month_rows r WHERE r.month = $1 \
        AND r.revision = (SELECT m.revision + 1 FROM months m WHERE m.first_day = $1) \
        ORDER BY r.employee_number LIMIT 1 OFFSET $2 - 1), 2147483647)";

/// The revision that a close will make.
const NEXT: &str = "SELECT revision + 1 FROM months WHERE first_day = $1";

pub(crate) fn finish(backend: DbBackend) -> String {
    format!(
        "UPDATE months SET is_closed = true, revision = $3, close_id = NULL, closing_until = NULL, told_through = 0, \
           checked_at = NULL, differences = NULL, checksum_holds = NULL, samples = NULL \
         WHERE first_day = $1 AND close_id = $2 AND revision = $3 - 1 AND closing_until > {}",
        seconds_from_now(backend, 0)
    )
}

const ADD_REVISION: &str = "\
    INSERT INTO month_revisions (month, revision, closed_at, closed_by, reason, employees, blocked, currency, good_percent, checksum, \
      organisation, minutes_ahead, form, closer_first_name, closer_last_name) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, \
      (SELECT u.first_name FROM users u WHERE u.id = $4), (SELECT u.last_name FROM users u WHERE u.id = $4))";

const ABANDON: &str = "UPDATE months SET close_id = NULL, closing_until = NULL WHERE first_day = $1 AND close_id = $2";

/// Those who were not told of a revision before its month was reopened are told of the next one.
const KEEP_UNTOLD: &str = "\
    UPDATE month_revisions SET told_through = (SELECT m.told_through FROM months m WHERE m.first_day = $1) \
    WHERE month = $1 AND revision = (SELECT m.revision FROM months m WHERE m.first_day = $1 AND m.told_through IS NOT NULL)";

pub(super) const OPEN: &str =
    "UPDATE months SET is_closed = false, told_through = NULL WHERE first_day = $1 AND is_closed";

pub(super) const NOTE_REOPENING: &str = "\
    UPDATE month_revisions SET reopened_at = $2, reopened_by = $3, reopen_reason = $4 \
    WHERE month = $1 AND revision = (SELECT m.revision FROM months m WHERE m.first_day = $1)";

fn of(month: Month, close: CloseId) -> Vec<Value> {
    vec![month.first().into(), close.uuid().into()]
}

/// Goes on with a close, or finds that it has ended.
async fn go_on<C: ConnectionTrait>(connection: &C, statement: &str, values: Vec<Value>) -> Result<(), Failure> {
    match sql::change(connection, statement, values).await? {
        1 => Ok(()),
        _ => Err(StoreError::Stale.into()),
    }
}

impl Unit {
    pub(super) async fn begin_the_close(&self, month: Month, close: CloseId) -> Result<bool> {
        let backend = self.backend();
        let values = vec![month.first().into(), month.last().into(), close.uuid().into()];
        self.run(move |connection| async move {
            sql::serialise(&*connection, BEGINS).await?;
            sql::change(&*connection, &end_expired(backend), vec![]).await?;
            Ok(sql::change(&*connection, &begin(backend), values).await? == 1)
        })
        .await
    }

    pub(super) async fn discard(&self, month: Month, close: CloseId, limit: u32) -> Result<bool> {
        let prolong = prolong(self.backend());
        let discarded = self.run(move |connection| async move {
            go_on(&*connection, &prolong, of(month, close)).await?;
            Ok(sql::change(&*connection, DISCARD, vec![month.first().into(), i64::from(limit).into()]).await?)
        });
        Ok(discarded.await? >= u64::from(limit))
    }

    pub(super) async fn add(&self, month: Month, close: CloseId, added: &[PayrollRow]) -> Result<()> {
        let backend = self.backend();
        let added = serde_json::Value::Array(added.iter().map(rows::as_json).collect()).to_string();
        self.run(move |connection| async move {
            // First, so that a close that has ended and the one after it never add rows side by side.
            go_on(&*connection, &prolong(backend), of(month, close)).await?;
            let revision = sql::row(&*connection, NEXT, vec![month.first().into()], next).await?;
            let values = vec![month.first().into(), revision.into(), added.into()];
            sql::change(&*connection, &rows::insert(backend), values).await?;
            Ok(())
        })
        .await
    }

    pub(super) async fn finish(&self, month: Month, close: CloseId, new: &NewRevision) -> Result<()> {
        let (finish, number) = (finish(self.backend()), new.revision.cast_signed());
        let revision = vec![
            month.first().into(),
            number.into(),
            new.closed_at.into(),
            new.closed_by.uuid().into(),
            new.reason.clone().into(),
            new.employees.cast_signed().into(),
            new.blocked.cast_signed().into(),
            new.currency.clone().into(),
            new.good_percent.cast_signed().into(),
            new.checksum.clone().into(),
            new.imprint.organisation.clone().into(),
            new.imprint.minutes_ahead.into(),
            new.form.number().into(),
        ];
        self.run(move |connection| async move {
            let values = of(month, close).into_iter().chain([number.into()]).collect();
            go_on(&*connection, &finish, values).await?;
            sql::change(&*connection, ADD_REVISION, revision).await?;
            Ok(())
        })
        .await
    }

    pub(super) async fn abandon(&self, month: Month, close: CloseId) -> Result<()> {
        self.change(ABANDON, of(month, close)).await?;
        Ok(())
    }

    pub(super) async fn open_again(&self, month: Month, by: UserId, reason: &str, at: domain::Instant) -> Result<()> {
        let first: Value = month.first().into();
        let note = vec![first.clone(), at.into(), by.uuid().into(), reason.into()];
        self.run(move |connection| async move {
            sql::change(&*connection, KEEP_UNTOLD, vec![first.clone()]).await?;
            go_on(&*connection, OPEN, vec![first]).await?;
            go_on(&*connection, NOTE_REOPENING, note).await
        })
        .await
    }
}

fn next(columns: &mut Columns<'_>) -> Result<i32, Failure> {
    Ok(columns.take()?)
}
