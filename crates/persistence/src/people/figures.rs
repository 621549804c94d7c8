//! Figures about people: how many there are, who came and left, and who did not record which days. One query each.

use application::ports::{FrozenDays, HeadCount, PeopleFigures, RoleCount, StoreError};
use chrono::NaiveDate;
use domain::Instant;
use domain::person::Role;
use sea_orm::DbBackend;

use super::scope::can_lead;
use crate::absences;
use crate::database::Database;
use crate::sql::{self, Columns, corrupt};

const HEAD_COUNT: &str = "\
    SELECT role, count(*), count(*) FILTER (WHERE is_active), count(*) FILTER (WHERE is_active AND NOT is_blocked) \
    FROM users GROUP BY role";

/// Who was there at an instant: who had joined by then, or, where nobody knows when that was, had an account.
pub(crate) const FIGURES: &str = concat!(
    "SELECT count(*) FILTER (WHERE u.is_active), \
      count(*) FILTER (WHERE u.is_active AND u.joining_date > $2 AND u.joining_date <= $1), \
      count(*) FILTER (WHERE u.deactivated_at >= $3), \
      count(*) FILTER (WHERE coalesce(u.joining_date <= $4, u.created_at <= $3) AND (u.is_active OR u.deactivated_at >= $3)), \
      count(*) FILTER (WHERE u.is_active AND NOT u.is_blocked AND m.id IS NULL) \
      FROM users u LEFT JOIN users m ON m.id = u.manager_id AND ",
    can_lead!("m"),
    " WHERE u.role = 'Employee'"
);

/// The Employees with days that are frozen, see [`absences::still_frozen`].
pub(crate) fn frozen_statement(backend: DbBackend) -> String {
    format!(
        "SELECT u.id, u.employee_number, u.first_name, u.last_name, {} FROM absences a JOIN users u ON u.id = a.user_id \
         WHERE a.date >= $1 AND {} GROUP BY u.id ORDER BY u.sort_name, u.employee_number LIMIT $2",
        sql::gathered(backend, "a.date"),
        absences::still_frozen!()
    )
}

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
            let row = row.ok_or_else(|| StoreError::Backend("a count without a row".into()))?;
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

pub(super) async fn frozen(database: &Database, since: NaiveDate, limit: u32) -> Result<Vec<FrozenDays>, StoreError> {
    let statement = frozen_statement(database.backend());
    let values = vec![since.into(), i64::from(limit).into()];
    database
        .read(move |connection| async move {
            let rows = sql::all(&*connection, &statement, values).await?;
            let frozen = |row| {
                let mut columns = Columns::of(row);
                let person = columns.person()?;
                let days = columns.days("absences", person.id)?;
                Ok(FrozenDays { person, days })
            };
            rows.iter().map(frozen).collect()
        })
        .await
}
