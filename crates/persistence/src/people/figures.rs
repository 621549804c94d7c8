//! Figures about people: who came and left, and who did not record which days. One query each.

use application::ports::{FrozenDays, PeopleFigures};
use sea_orm::DbBackend;

use super::{PERSON_COLUMNS, person};
use crate::absences;
use crate::fault::Failure;
use crate::leave_days::count_on_leave;
use crate::row::Columns;
use crate::scope::can_lead;
use crate::sql;

/// Who was there at an instant: who had joined by then, or, where nobody knows when that was, had an account.
pub(crate) const FIGURES: &str = concat!(
    "SELECT count(*) FILTER (WHERE u.is_active), \
      count(*) FILTER (WHERE u.is_active AND u.joining_date > $2 AND u.joining_date <= $1), \
      count(*) FILTER (WHERE u.deactivated_at >= $3), \
      count(*) FILTER (WHERE coalesce(u.joining_date <= $4, u.created_at <= $3) AND (u.is_active OR u.deactivated_at >= $3)), \
      count(*) FILTER (WHERE u.is_active AND NOT u.is_blocked AND m.id IS NULL), (",
    count_on_leave!("$1"),
    ") \
      FROM users u LEFT JOIN users m ON m.id = u.manager_id AND ",
    can_lead!("m", "$1"),
    " WHERE u.role = 'Employee'"
);

/// The Employees with days that are frozen, see [`absences::STILL_FROZEN`].
pub(crate) fn frozen_statement(backend: DbBackend) -> String {
    format!(
        "SELECT {}, {} FROM absences a JOIN users u ON u.id = a.user_id \
         WHERE a.date >= $1 AND {} GROUP BY u.id ORDER BY u.sort_name, u.employee_number LIMIT $2",
        PERSON_COLUMNS,
        sql::gathered(backend, "a.date"),
        absences::STILL_FROZEN
    )
}

pub(super) fn figures(columns: &mut Columns<'_>) -> Result<PeopleFigures, Failure> {
    Ok(PeopleFigures {
        active: columns.count()?,
        new_hires: columns.count()?,
        left: columns.count()?,
        active_then: columns.count()?,
        without_manager: columns.count()?,
        on_leave: columns.count()?,
    })
}

pub(super) fn frozen(columns: &mut Columns<'_>) -> Result<FrozenDays, Failure> {
    let person = person(columns)?;
    let days = columns.days("absences", person.id)?;
    Ok(FrozenDays { person, days })
}
