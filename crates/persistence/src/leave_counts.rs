//! Which halves of leave count, written together for however many people.

use application::ports::{HalfInQuestion, LeaveCountRepository, Result};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::{LeaveRequestId, UserId};
use domain::leave::{Half, LeaveDays};
use domain::month::ChangedDays;
use sea_orm::{DbBackend, Value};
use serde_json::json;

use crate::leave_requests::{COUNTED_COLUMNS, counted, place};
use crate::people::{FIRST_DAY_COLUMNS, first_day};
use crate::row::row;
use crate::sql::{self, Bound};
use crate::unit::Unit;

row! {
    IN_QUESTION_COLUMNS, in_question("leave_halves") -> HalfInQuestion {
        user: "h.user_id",
        first_day: [FIRST_DAY_COLUMNS => first_day],
        request: "h.request_id",
        half: [COUNTED_COLUMNS => counted],
        has_entry: "EXISTS (SELECT 1 FROM timesheets t WHERE t.user_id = h.user_id AND t.date = h.date AND t.status <> 'rejected')",
    }
}

/// The condition on halves `h`, with its parameters.
fn on_days(backend: DbBackend, people: Option<&[UserId]>, days: &ChangedDays) -> Bound {
    let mut values: Vec<Value> = Vec::new();
    let mut bind = |value: Value| {
        values.push(value);
        format!("${}", values.len())
    };
    let on_days = match days {
        ChangedDays::Days(days) => sql::among_days(backend, "h.date", &bind(sql::days(backend, days.iter().copied()))),
        ChangedDays::Span { from, to } => {
            // No database has the first day of all.
            let from = (*from > NaiveDate::MIN).then(|| format!("h.date >= {}", bind((*from).into())));
            let to = to.map(|to| format!("h.date <= {}", bind(to.into())));
            ["TRUE".to_owned()].into_iter().chain(from).chain(to).collect::<Vec<_>>().join(" AND ")
        }
        // Nobody asks for the days of holidays as such.
        ChangedDays::Holidays(_) => "FALSE".to_owned(),
    };
    let of_people = people.map(|people| {
        values.push(sql::ids(backend, people.iter().map(|person| person.uuid())));
        sql::among(backend, "h.user_id", u8::try_from(values.len()).unwrap_or(u8::MAX))
    });
    (std::iter::once(on_days).chain(of_people).collect::<Vec<_>>().join(" AND "), values)
}

/// PostgreSQL locks rows in the order of the result.
const LOCK: &str = " FOR NO KEY UPDATE";

pub(crate) fn lock_statement(backend: DbBackend, people: Option<&[UserId]>, days: &ChangedDays) -> Bound {
    let (condition, values) = on_days(backend, people, days);
    let lock = sql::lock(backend, LOCK);
    let statement = format!(
        "SELECT u.id FROM users u WHERE u.id IN (SELECT h.user_id FROM leave_halves h WHERE {condition}) ORDER BY u.id{lock}"
    );
    (statement, values)
}

pub(crate) fn in_question_statement(backend: DbBackend, people: Option<&[UserId]>, days: &ChangedDays) -> Bound {
    let (condition, values) = on_days(backend, people, days);
    let statement = format!(
        "SELECT {IN_QUESTION_COLUMNS} FROM leave_halves h JOIN users u ON u.id = h.user_id WHERE {condition} \
         ORDER BY h.user_id, h.date, h.half"
    );
    (statement, values)
}

/// The halves in the JSON parameter `$1`, as rows of a table `n`.
pub(crate) fn turn(backend: DbBackend) -> String {
    let rows = if backend == DbBackend::Postgres {
        "json_to_recordset($1::json) AS n (user_id uuid, date date, half integer)"
    } else {
        "(SELECT unhex(value ->> 'user_id') AS user_id, value ->> 'date' AS date, value ->> 'half' AS half FROM json_each($1)) AS n"
    };
    format!(
        "UPDATE leave_halves SET counts = NOT leave_halves.counts FROM {rows} \
         WHERE leave_halves.user_id = n.user_id AND leave_halves.date = n.date AND leave_halves.half = n.half"
    )
}

/// The requests in the JSON parameter `$1`, likewise.
pub(crate) fn set_days(backend: DbBackend) -> String {
    let rows = if backend == DbBackend::Postgres {
        "json_to_recordset($1::json) AS n (id uuid, half_days integer)"
    } else {
        "(SELECT unhex(value ->> 'id') AS id, value ->> 'half_days' AS half_days FROM json_each($1)) AS n"
    };
    format!(
        "UPDATE leave_requests SET half_days = n.half_days, updated_at = $2 FROM {rows} WHERE leave_requests.id = n.id"
    )
}

#[async_trait]
impl LeaveCountRepository for Unit {
    async fn lock_in_question(&self, people: Option<&[UserId]>, days: &ChangedDays) -> Result<Vec<HalfInQuestion>> {
        let backend = self.backend();
        let (lock, values) = lock_statement(backend, people, days);
        self.change(lock, values).await?;
        let (statement, values) = in_question_statement(backend, people, days);
        self.all(statement, values, in_question).await
    }

    async fn turn(&self, halves: &[(UserId, Half)]) -> Result<()> {
        // Both engines read an id without hyphens.
        let row = |(user, half): &(UserId, Half)| json!({ "user_id": user.uuid().simple().to_string(), "date": half.date, "half": place(half.of_day) });
        let rows: Vec<serde_json::Value> = halves.iter().map(row).collect();
        self.change(turn(self.backend()), vec![json!(rows).to_string().into()]).await?;
        Ok(())
    }

    async fn set_days(&self, requests: &[(LeaveRequestId, LeaveDays)], at: Instant) -> Result<()> {
        let row = |(id, days): &(LeaveRequestId, LeaveDays)| json!({ "id": id.uuid().simple().to_string(), "half_days": days.half_days() });
        let rows: Vec<serde_json::Value> = requests.iter().map(row).collect();
        self.change(set_days(self.backend()), vec![json!(rows).to_string().into(), at.into()]).await?;
        Ok(())
    }
}
