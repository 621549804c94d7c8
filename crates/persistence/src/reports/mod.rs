//! What the reports for people are made of: each figure is counted where the rows are.

pub(crate) mod decisions;
mod headcount;

#[cfg(test)]
pub(crate) use self::headcount::headcount_statement;

use application::ports::{CountedMonth, DecidedTogether, Headcount, MissingOf, PlaceOfWork, ReportReads, Result};
use async_trait::async_trait;
use chrono::{NaiveDate, TimeDelta};
use constcat::concat;
use domain::Instant;
use domain::access::Scope;
use domain::id::UserId;
use domain::oversight::reports::Attendance;
use domain::time::Month;
use domain::timesheet::Status;
use sea_orm::{DbBackend, Value};

use crate::absences::STILL_FROZEN;
use crate::database::Database;
use crate::fault::Failure;
use crate::months::of_closed_month;
use crate::people::{PERSON_COLUMNS, person};
use crate::row::{Columns, corrupt};
use crate::scope::in_scope;
use crate::sql::{self, Bound};

/// That somebody `u` was in service on any day from `$1` to `$2`.
const IS_IN_SERVICE: &str = "EXISTS (SELECT 1 FROM service_periods s \
     WHERE s.user_id = u.id AND s.first_day <= $2 AND (s.last_day IS NULL OR s.last_day >= $1))";

/// The period whose decisions are counted in one statement: in a very large organisation a month would exceed the time limit of a
/// statement.
const READ_TOGETHER: TimeDelta = TimeDelta::weeks(1);

fn of_month(month: Month) -> Vec<Value> {
    vec![month.first().into(), month.last().into()]
}

/// By hand, because it groups: the people that the attendance of the month has.
pub(crate) fn counted_statement(scope: &Scope, month: Month) -> Bound {
    let mut values = of_month(month);
    let in_scope = in_scope(scope, &mut values);
    let of = |status: &str| format!("count(t.id) FILTER (WHERE t.status = '{status}')");
    let statement = format!(
        "SELECT {PERSON_COLUMNS}, {}, {}, {}, CAST(coalesce(sum(t.half_hours) FILTER (WHERE t.status <> 'rejected'), 0) AS bigint) \
         FROM users u LEFT JOIN timesheets t ON t.user_id = u.id AND t.date BETWEEN $1 AND $2 WHERE true{in_scope} \
         GROUP BY u.id HAVING {IS_IN_SERVICE} OR u.role = 'Employee' AND (u.is_active OR count(t.id) > 0) \
         ORDER BY u.sort_name, u.employee_number",
        of("approved"),
        of("pending"),
        of("rejected"),
    );
    (statement, values)
}

fn counted(columns: &mut Columns<'_>) -> Result<CountedMonth, Failure> {
    Ok(CountedMonth {
        person: person(columns)?,
        approved: columns.count()?,
        pending: columns.count()?,
        rejected: columns.count()?,
        half_hours: columns.count()?,
    })
}

/// By hand, because it adds up.
pub(crate) fn half_hours_statement(scope: &Scope, month: Month) -> Bound {
    let mut values = of_month(month);
    let in_scope = in_scope(scope, &mut values);
    let statement = format!(
        "SELECT t.date, t.status, CAST(sum(t.half_hours) AS bigint) FROM users u JOIN timesheets t ON t.user_id = u.id \
         WHERE t.date BETWEEN $1 AND $2{in_scope} GROUP BY t.date, t.status"
    );
    (statement, values)
}

fn half_hours(columns: &mut Columns<'_>) -> Result<(NaiveDate, Status, u64), Failure> {
    let place = columns.place("timesheets");
    let date = columns.take()?;
    let status = columns.column(&place, "status")?;
    Ok((date, status, amount(columns)?))
}

/// A sum, which is never below zero.
fn amount(columns: &mut Columns<'_>) -> Result<u64, Failure> {
    let sum: i64 = columns.take()?;
    Ok(u64::try_from(sum).map_err(|_| corrupt("timesheets", "half_hours", sum))?)
}

/// The people with days that are frozen, see [`STILL_FROZEN`], each with the manager `m`.
pub(crate) fn missing_statement(backend: DbBackend, scope: &Scope, month: Month) -> Bound {
    let mut values = of_month(month);
    let in_scope = in_scope(scope, &mut values);
    let statement = format!(
        "SELECT {PERSON_COLUMNS}, u.department, m.id, m.first_name, m.last_name, {} \
         FROM absences a JOIN users u ON u.id = a.user_id LEFT JOIN users m ON m.id = u.manager_id \
         WHERE a.date BETWEEN $1 AND $2 AND {STILL_FROZEN}{in_scope} GROUP BY u.id, m.id ORDER BY u.sort_name, u.employee_number",
        sql::gathered(backend, "a.date")
    );
    (statement, values)
}

fn missing(columns: &mut Columns<'_>) -> Result<MissingOf, Failure> {
    let (person, department, manager) = (person(columns)?, columns.take()?, columns.maybe_named()?);
    let days = columns.days("absences", person.id)?;
    Ok(MissingOf { person, department, manager, days })
}

pub(crate) const PLACES: &str = concat!("SELECT u.id, u.department, ", IS_IN_SERVICE, " FROM users u");

pub(crate) const IN_SERVICE: &str = concat!("SELECT count(*) FROM users u WHERE ", IS_IN_SERVICE);

fn place(columns: &mut Columns<'_>) -> Result<PlaceOfWork, Failure> {
    Ok(PlaceOfWork { user: UserId::new(columns.take()?), department: columns.take()?, is_in_service: columns.take()? })
}

/// Entries `t` that wait for a decision which can still be made.
pub(crate) fn waits(backend: DbBackend) -> String {
    format!("t.status = 'pending' AND NOT {}", of_closed_month(backend, "t.date"))
}

/// By hand, because it groups.
pub(crate) fn waiting_by_department(backend: DbBackend) -> String {
    format!(
        "SELECT u.department, count(*) FROM timesheets t JOIN users u ON u.id = t.user_id WHERE {} GROUP BY u.department",
        waits(backend)
    )
}

/// An entry that waits was last changed when it was submitted. By hand, because it counts in four ways. All that wait are counted, so an
/// index of their ages would spare nothing.
pub(crate) fn waiting_by_age(backend: DbBackend) -> String {
    format!(
        "SELECT count(*) FILTER (WHERE t.updated_at >= $1), count(*) FILTER (WHERE t.updated_at >= $2 AND t.updated_at < $1), \
           count(*) FILTER (WHERE t.updated_at >= $3 AND t.updated_at < $2), count(*) FILTER (WHERE t.updated_at < $3) \
         FROM timesheets t WHERE {}",
        waits(backend)
    )
}

/// What [`domain::month::Figures::attendance`] makes of each row of the closed months from `$1` to `$2`, added up.
pub(crate) const CLOSED_ATTENDANCE: &str = "\
    SELECT m.first_day, CAST(coalesce(sum(CASE WHEN r.working > r.paid_leave + r.unpaid_leave \
        THEN r.working - r.paid_leave - r.unpaid_leave END), 0) AS bigint), \
      CAST(coalesce(sum(r.approved + r.pending), 0) AS bigint) \
    FROM months m LEFT JOIN month_rows r ON r.month = m.first_day AND r.revision = m.revision \
    WHERE m.is_closed AND m.first_day BETWEEN $1 AND $2 GROUP BY m.first_day ORDER BY m.first_day";

fn closed_attendance(columns: &mut Columns<'_>) -> Result<(Month, Attendance), Failure> {
    let month = Month::of(columns.take()?);
    Ok((month, Attendance { working: amount(columns)?, present: amount(columns)? }))
}

#[async_trait]
impl ReportReads for Database {
    async fn counted(&self, scope: &Scope, month: Month) -> Result<Vec<CountedMonth>> {
        let (statement, values) = counted_statement(scope, month);
        self.all(statement, values, counted).await
    }

    async fn half_hours(&self, scope: &Scope, month: Month) -> Result<Vec<(NaiveDate, Status, u64)>> {
        let (statement, values) = half_hours_statement(scope, month);
        self.all(statement, values, half_hours).await
    }

    async fn missing(&self, scope: &Scope, month: Month) -> Result<Vec<MissingOf>> {
        let (statement, values) = missing_statement(self.backend(), scope, month);
        self.all(statement, values, missing).await
    }

    async fn decided_by_person(
        &self,
        scope: &Scope,
        from: Instant,
        before: Instant,
    ) -> Result<Vec<(UserId, DecidedTogether)>> {
        let (statement, values) = decisions::of_scope(self.backend(), scope, from, before);
        self.all(statement, values, decisions::of_person).await
    }

    async fn decided(&self, from: Instant, before: Instant) -> Result<Vec<DecidedTogether>> {
        let (statement, mut decided) = (decisions::all(self.backend()), Vec::new());
        let mut start = from;
        while start < before {
            let end = before.min(start + READ_TOGETHER);
            let some = self.all(statement.clone(), decisions::between(start, end), decisions::together);
            decided.append(&mut some.await?);
            start = end;
        }
        Ok(decided)
    }

    async fn places(&self, month: Month) -> Result<Vec<PlaceOfWork>> {
        self.all(PLACES, of_month(month), place).await
    }

    async fn in_service(&self, month: Month) -> Result<u32> {
        let count = self.first(IN_SERVICE, of_month(month), |columns| Ok(columns.count()?)).await?;
        Ok(count.unwrap_or_default())
    }

    async fn waiting_by_department(&self) -> Result<Vec<(Option<String>, u32)>> {
        let statement = waiting_by_department(self.backend());
        self.all(statement, vec![], |columns| Ok((columns.take()?, columns.count()?))).await
    }

    async fn waiting_by_age(&self, starts: [Instant; 3]) -> Result<[u32; 4]> {
        let read =
            |columns: &mut Columns<'_>| Ok([columns.count()?, columns.count()?, columns.count()?, columns.count()?]);
        Ok(self
            .first(waiting_by_age(self.backend()), starts.map(Value::from).to_vec(), read)
            .await?
            .unwrap_or_default())
    }

    async fn headcount(&self, days: &[(NaiveDate, NaiveDate)]) -> Result<Vec<Headcount>> {
        headcount::of(self, days).await
    }

    async fn closed_attendance(&self, from: Month, to: Month) -> Result<Vec<(Month, Attendance)>> {
        let values = vec![from.first().into(), to.first().into()];
        self.all(CLOSED_ATTENDANCE, values, closed_attendance).await
    }
}
