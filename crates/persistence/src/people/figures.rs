//! Figures about people: how many there are, who came and left, and who has recorded which days. One query each.

use std::collections::BTreeSet;

use application::ports::{EmployeeDays, HeadCount, PeopleFigures, RoleCount, StoreError};
use chrono::NaiveDate;
use domain::Instant;
use domain::person::Role;
use sea_orm::{DbBackend, QueryResult};
use serde_json::Value;

use crate::database::Database;
use crate::fault::Failure;
use crate::sql::{self, Columns, corrupt};

const HEAD_COUNT: &str = "\
    SELECT role, count(*), count(*) FILTER (WHERE is_active), count(*) FILTER (WHERE is_active AND NOT is_blocked) \
    FROM users GROUP BY role";

/// Who was there at an instant: who had joined by then, or, where nobody knows when that was, had an account.
pub(crate) const FIGURES: &str = "\
    SELECT count(*) FILTER (WHERE u.is_active), \
      count(*) FILTER (WHERE u.is_active AND u.joining_date > $2 AND u.joining_date <= $1), \
      count(*) FILTER (WHERE u.deactivated_at >= $3), \
      count(*) FILTER (WHERE coalesce(u.joining_date <= $4, u.created_at <= $3) AND (u.is_active OR u.deactivated_at >= $3)), \
      count(*) FILTER (WHERE u.is_active AND NOT u.is_blocked AND m.id IS NULL) \
    FROM users u LEFT JOIN users m ON m.id = u.manager_id AND m.role = 'Manager' AND m.is_active AND NOT m.is_blocked \
    WHERE u.role = 'Employee'";

/// The days are counted for everybody and written out only for those who lack one. The index on person and day holds all
/// that is asked for; the bounds let it be read in one go, and the list sorts out what lies between. `$since`: from which day on
/// somebody can lack one, or a day earlier, because the day on which the account was created depends on the time zone. Who lacks
/// none must not take a place of the limit.
macro_rules! days {
    ($days:literal, $is_asked_for:literal, $asked_for_since:literal, $since:literal) => {
        concat!(
            "SELECT u.id, u.employee_number, u.first_name, u.last_name, u.joining_date, u.created_at, (SELECT ",
            $days,
            " FROM timesheets t WHERE t.user_id = u.id AND t.date BETWEEN $2 AND $3 AND ",
            $is_asked_for,
            ") FROM users u WHERE u.role = 'Employee' AND u.is_active AND NOT u.is_blocked AND \
             (SELECT count(*) FROM timesheets t WHERE t.user_id = u.id AND t.date BETWEEN $2 AND $3 AND ",
            $is_asked_for,
            " AND t.date >= ",
            $since,
            ") < (SELECT count(*) FROM ",
            $asked_for_since,
            $since,
            ") ORDER BY u.sort_name, u.employee_number LIMIT $4"
        )
    };
}

pub(crate) const DAYS_POSTGRES: &str = days!(
    "string_agg(to_char(t.date, 'YYYY-MM-DD'), ',')",
    "t.date = ANY((SELECT string_to_array($1, ',')::date[])::date[])",
    "unnest(string_to_array($1, ',')::date[]) AS asked_for (day) WHERE asked_for.day >= ",
    "greatest(u.joining_date, (u.created_at AT TIME ZONE 'UTC')::date - 1)"
);
pub(crate) const DAYS_SQLITE: &str = days!(
    "group_concat(t.date, ',')",
    "+t.date IN (SELECT value FROM json_each($1))",
    "json_each($1) WHERE value >= ",
    "max(coalesce(u.joining_date, ''), date(u.created_at, '-1 day'))"
);

pub(super) async fn head_count(database: &Database) -> Result<HeadCount, StoreError> {
    database
        .read(|connection| async move {
            let mut counts = HeadCount::default();
            for row in sql::all(&*connection, HEAD_COUNT, vec![]).await? {
                let mut columns = Columns::of(&row);
                let name: String = columns.take()?;
                let role: Role = name.parse().map_err(|_| corrupt("users", "role", name))?;
                let count = RoleCount { all: columns.count()?, active: columns.count()?, acting: columns.count()? };
                counts = counts.with(role, count);
            }
            Ok(counts)
        })
        .await
}

pub(super) async fn figures(
    database: &Database,
    today: NaiveDate,
    new_since: NaiveDate,
    left_since: Instant,
) -> Result<PeopleFigures, StoreError> {
    let values = vec![today.into(), new_since.into(), left_since.into(), left_since.date_naive().into()];
    database
        .read(move |connection| async move {
            let row = sql::one(&*connection, FIGURES, values).await?;
            let row = row.ok_or_else(|| StoreError::Backend("a count without a row".to_owned()))?;
            let mut columns = Columns::of(&row);
            Ok(PeopleFigures {
                active: columns.count()?,
                new_hires: columns.count()?,
                left: columns.count()?,
                active_then: columns.count()?,
                without_manager: columns.count()?,
            })
        })
        .await
}

pub(super) async fn days_with_entries(
    database: &Database,
    days: &[NaiveDate],
    limit: u32,
) -> Result<Vec<EmployeeDays>, StoreError> {
    let days: BTreeSet<NaiveDate> = days.iter().copied().collect();
    let (Some(first), Some(last)) = (days.first(), days.last()) else {
        return Ok(Vec::new());
    };
    let (statement, asked_for) = if database.backend() == DbBackend::Postgres {
        (DAYS_POSTGRES, days.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
    } else {
        (DAYS_SQLITE, days.iter().map(ToString::to_string).collect::<Value>().to_string())
    };
    let values = vec![asked_for.into(), (*first).into(), (*last).into(), i64::from(limit).into()];
    database
        .read(move |connection| async move {
            sql::all(&*connection, statement, values).await?.iter().map(employee_days).collect()
        })
        .await
}

fn employee_days(row: &QueryResult) -> Result<EmployeeDays, Failure> {
    let mut columns = Columns::of(row);
    let person = columns.person()?;
    let (joining_date, created_at) = (columns.take()?, columns.take()?);
    let text: String = columns.take::<Option<_>>()?.unwrap_or_default();
    let days = text.split(',').filter(|day| !day.is_empty()).map(str::parse).collect::<Result<Vec<NaiveDate>, _>>();
    let mut days = days.map_err(|_| corrupt("timesheets", "date", person.id))?;
    days.sort_unstable();
    Ok(EmployeeDays { person, joining_date, created_at, days })
}
