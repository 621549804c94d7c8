//! Months: the gate that every write passes, the close and what it keeps, and what is known of people's months.
//!
//! A month is the row of its first day in `months`; one without a row was never closed. Rows of a revision are added before the
//! revision is there, and a reader of rows asks for it, so that nobody sees them before the close ends.

pub(crate) mod closing;
pub(crate) mod facts;
pub(crate) mod gate;
pub(crate) mod notes;
mod people;
pub(crate) mod reads;
mod repository;
pub(crate) mod rows;

use application::ports::ReminderKind;
use domain::month::{MonthState, PayrollForm, Standing};
use sea_orm::DbBackend;

use crate::fault::Failure;
use crate::row::{Columns, corrupt, from_column};
use crate::sql::seconds_from_now;

from_column! {
    PayrollForm: i32 => |number| Self::ALL.into_iter().find(|form| form.number() == number),
    ReminderKind: String => |name| Self::named(&name),
}

/// That the day `$day` lies in a closed month.
macro_rules! in_closed_month {
    ($day:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM months cm WHERE cm.is_closed AND cm.first_day <= ",
            $day,
            " AND cm.last_day >= ",
            $day,
            ")"
        )
    };
}
pub(crate) use in_closed_month;

/// The same of the day `day`, by the first day of its month: PostgreSQL hashes that, and compares no day with every closed month. For
/// statements about everything that waits.
pub(crate) fn of_closed_month(backend: DbBackend, day: &str) -> String {
    let first_day = if backend == DbBackend::Postgres {
        format!("CAST(date_trunc('month', {day}) AS date)")
    } else {
        format!("date({day}, 'start of month')")
    };
    format!("EXISTS (SELECT 1 FROM months cm WHERE cm.is_closed AND cm.first_day = {first_day})")
}

/// That a close of the month `m` is under way. One whose instance has died is not, once its time is over.
fn is_closing(backend: DbBackend) -> String {
    format!("(m.close_id IS NOT NULL AND m.closing_until > {})", seconds_from_now(backend, 0))
}

/// The columns for [`standing`], of a month `m`.
fn standing_columns(backend: DbBackend) -> String {
    format!("m.is_closed, m.revision, {}", is_closing(backend))
}

fn standing(columns: &mut Columns<'_>) -> Result<Standing, Failure> {
    let (is_closed, revision, is_closing): (bool, i32, bool) = (columns.take()?, columns.take()?, columns.take()?);
    let revision = u32::try_from(revision).map_err(|_| corrupt("months", "revision", revision))?;
    let state = match (is_closed, is_closing, revision) {
        (true, ..) => MonthState::Closed,
        (_, true, _) => MonthState::Closing,
        (.., 0) => MonthState::Open,
        _ => MonthState::Reopened,
    };
    Ok(Standing { state, revision })
}

/// By hand for [`standing_columns`].
pub(crate) fn standing_statement(backend: DbBackend) -> String {
    format!("SELECT {} FROM months m WHERE m.first_day = $1", standing_columns(backend))
}
