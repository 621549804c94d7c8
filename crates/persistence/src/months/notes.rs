//! What is noted about a month beside its close: exports, acceptances, reminders, the newest check, and who was told.

use application::ports::{MonthCheck, Result, Sample};
use chrono::NaiveDate;
use domain::id::UserId;
use domain::person::EmployeeId;
use domain::time::Month;
use sea_orm::{DbBackend, Value};
use serde_json::json;

use crate::fault::Failure;
use crate::leave_days::is_on_leave;
use crate::row::{Columns, corrupt};
use crate::sql;

pub(super) const NOTE_EXPORT: &str = "\
    UPDATE month_revisions SET exported_at = $3, exported_by = $4 WHERE month = $1 AND revision = $2 AND exported_at IS NULL";

pub(super) const IS_EXPORTED: &str = "\
    SELECT v.exported_at IS NOT NULL FROM month_revisions v JOIN months m ON m.first_day = v.month AND m.revision = v.revision \
    WHERE v.month = $1";

/// The days in the JSON parameter `$4`, in one order, so that two who accept the same days never wait in a circle. Those that are
/// accepted already stay as they are.
pub(crate) fn accept(backend: DbBackend) -> String {
    let (rows, note) = if backend == DbBackend::Postgres {
        (
            "json_to_recordset($4::json) AS n (user_id uuid, date date)",
            "CAST($1 AS text), CAST($2 AS uuid), CAST($3 AS timestamptz)",
        )
    } else {
        (
            "(SELECT unhex(value ->> 'user_id') AS user_id, value ->> 'date' AS date FROM json_each($4)) AS n",
            "$1, $2, $3",
        )
    };
    format!(
        "INSERT INTO accepted_days (user_id, date, note, accepted_by, accepted_at) SELECT n.user_id, n.date, {note} FROM {rows} \
         WHERE TRUE ORDER BY n.user_id, n.date ON CONFLICT (user_id, date) DO NOTHING RETURNING user_id, date"
    )
}

/// How many days one statement accepts.
pub(super) const ACCEPTED_TOGETHER: usize = 500;

pub(super) fn days_as_json(days: &[(UserId, NaiveDate)]) -> Value {
    let day = |(user, date): &(UserId, NaiveDate)| json!({"user_id": user.uuid().simple().to_string(), "date": date});
    serde_json::Value::Array(days.iter().map(day).collect()).to_string().into()
}

pub(crate) const END_ACCEPTANCE: &str = "DELETE FROM accepted_days WHERE user_id = $1 AND date = $2";

/// Of the days of the requests for leave `$1` those that approved leave covers whole.
pub(crate) fn end_acceptance_on_leave(backend: DbBackend) -> String {
    format!(
        "DELETE FROM accepted_days WHERE (user_id, date) IN (SELECT h.user_id, h.date FROM leave_halves h WHERE {}) AND {}",
        sql::among(backend, "h.request_id", 1),
        is_on_leave!("accepted_days.user_id", "accepted_days.date")
    )
}

/// The people `$4`, in one order, those left out who were reminded in this way before.
pub(crate) fn remind(backend: DbBackend) -> String {
    let people = if backend == DbBackend::Postgres {
        "SELECT CAST($1 AS date), CAST($2 AS date), CAST($3 AS text), id FROM unnest(string_to_array($4, ',')::uuid[]) AS id \
         ORDER BY id"
    } else {
        "SELECT $1, $2, $3, unhex(value) FROM json_each($4) WHERE TRUE"
    };
    format!(
        "INSERT INTO month_reminders (month, day, kind, user_id) {people} ON CONFLICT (month, day, kind, user_id) DO NOTHING \
         RETURNING user_id"
    )
}

pub(crate) const REMINDED: &str = "SELECT n.kind, n.user_id FROM month_reminders n WHERE n.month = $1 AND n.day = $2";

pub(super) const KEEP_CHECK: &str = "\
    UPDATE months SET checked_at = $3, differences = $4, checksum_holds = $5, samples = $6 \
    WHERE first_day = $1 AND revision = $2 AND is_closed";

pub(super) fn samples_as_json(samples: &[Sample]) -> String {
    let sample = |sample: &Sample| {
        json!({
            "employee_number": sample.employee_id.number(),
            "name": sample.name,
            "field": sample.field,
            "closed": sample.closed,
            "now": sample.now,
        })
    };
    serde_json::Value::Array(samples.iter().map(sample).collect()).to_string()
}

fn samples(month: Month, text: &str) -> Result<Vec<Sample>> {
    let unreadable = || corrupt("months", "samples", month);
    let stored: Vec<serde_json::Value> = serde_json::from_str(text).map_err(|_| unreadable())?;
    let read = |sample: &serde_json::Value| {
        let text = |name: &str| sample.get(name)?.as_str().map(str::to_owned);
        let number = sample.get("employee_number")?.as_u64().and_then(|number| u32::try_from(number).ok())?;
        Some(Sample {
            employee_id: EmployeeId::new(number),
            name: text("name")?,
            field: text("field")?,
            closed: text("closed")?,
            now: text("now")?,
        })
    };
    stored.iter().map(|sample| read(sample).ok_or_else(unreadable)).collect()
}

/// The columns for [`check`], of a month `m`.
pub(super) const CHECK_COLUMNS: &str = "m.checked_at, m.differences, m.checksum_holds, m.samples";

/// The newest check, where there is one.
pub(super) fn check(columns: &mut Columns<'_>, month: Month) -> Result<Option<MonthCheck>, Failure> {
    let (at, differences): (Option<domain::Instant>, Option<i32>) = (columns.take()?, columns.take()?);
    let (holds, stored): (Option<bool>, Option<String>) = (columns.take()?, columns.take()?);
    let Some((((checked_at, differences), checksum_holds), stored)) = at.zip(differences).zip(holds).zip(stored) else {
        return Ok(None);
    };
    let differences = u32::try_from(differences).map_err(|_| corrupt("months", "differences", month))?;
    Ok(Some(MonthCheck { checked_at, differences, checksum_holds, samples: samples(month, &stored)? }))
}

/// The first closed month of which somebody has still to be told, locked: a writer that waited for it looks at it anew.
pub(crate) fn untold_month(backend: DbBackend) -> String {
    let lock = sql::lock(backend, " FOR UPDATE");
    format!(
        "SELECT m.first_day, m.revision, m.told_through FROM months m WHERE m.told_through IS NOT NULL AND m.is_closed \
         ORDER BY m.first_day LIMIT 1{lock}"
    )
}

pub(super) const TOLD: &str =
    "UPDATE months SET told_through = $3 WHERE first_day = $1 AND revision = $2 AND is_closed";

pub(crate) const HAS_UNTOLD: &str = "SELECT 1 FROM months m WHERE m.told_through IS NOT NULL LIMIT 1";

#[cfg(test)]
mod tests {
    use super::*;
    use application::ports::StoreError;

    #[test]
    fn samples_are_read_as_they_were_kept() {
        let sample = Sample {
            employee_id: EmployeeId::new(1003),
            name: "Ann \"A\" Berg".into(),
            field: "Gross Pay".into(),
            closed: String::new(),
            now: "1500.00".into(),
        };
        let month = Month::new(2026, 6).unwrap();
        assert_eq!(samples(month, &samples_as_json(std::slice::from_ref(&sample))), Ok(vec![sample]));
        for unreadable in ["", "{}", "[1]", "[{}]"] {
            assert!(matches!(samples(month, unreadable), Err(StoreError::Corrupt { .. })), "{unreadable}");
        }
    }
}
