//! What everybody recorded in a month, as sets of days: one line a person, however many entries there are.

use application::ports::{MonthRecord, StoreError};
use domain::access::Scope;
use domain::attendance::{CREDITED, Days, HALF_DAY_ABOVE, Recorded, WHOLE_DAY_ABOVE};
use domain::id::UserId;
use domain::time::Month;
use domain::timesheet::Hours;
use sea_orm::{DbBackend, QueryResult, Value};

use super::list::Bound;
use crate::database::Database;
use crate::fault::Failure;
use crate::sql::{self, Columns, corrupt};

const PERSON: &str = "SELECT u.id, u.employee_number, u.first_name, u.last_name, u.joining_date";
const IN_ORDER: &str = " ORDER BY u.sort_name, u.employee_number";

/// The days of the entries `t` of one person, each day a bit of its own, so that the sum of the bits is the set of the days:
/// nobody has two entries of one day. All of them; those that earn half a day; those that earn a whole one.
fn sets(bit: &str, credited: &str) -> String {
    let earning = |hours: &str| format!("sum({bit}) FILTER (WHERE t.status IN ({credited}) AND {hours})");
    format!(
        "sum({bit}) AS recorded, {} AS half, {} AS whole",
        earning("t.half_hours > $3 AND t.half_hours <= $4"),
        earning("t.half_hours > $4")
    )
}

/// The statement for the Employees in `scope`. PostgreSQL is led to look up each person's days in the index that holds all that is
/// asked for; left to itself it reads the whole table. SQLite goes from person to person anyway, along the index that has them in
/// order.
pub(crate) fn month_statement(backend: DbBackend, scope: Scope, month: Month) -> Bound {
    let half_hours = |hours: Hours| Value::from(i32::from(hours.half_hours()));
    let mut values: Vec<Value> =
        vec![month.first().into(), month.last().into(), half_hours(HALF_DAY_ABOVE), half_hours(WHOLE_DAY_ABOVE)];
    let mut bind = |value: Value| {
        values.push(value);
        format!("${}", values.len())
    };
    let credited = CREDITED.map(|status| bind(status.name().into())).join(", ");
    let mut in_scope = |column: &str, id: UserId| format!(" AND {column} = {}", bind(id.uuid().into()));
    let in_scope = match scope {
        Scope::Own(user) => in_scope("u.id", user),
        Scope::Team(manager) => in_scope("u.manager_id", manager),
        Scope::Everyone => String::new(),
    };
    let entries = "t.user_id = u.id AND t.date BETWEEN $1 AND $2";
    let statement = if backend == DbBackend::Postgres {
        let sets = sets("1 << (t.date - $1)", &credited);
        format!(
            "{PERSON}, r.recorded, r.half, r.whole FROM users u \
             CROSS JOIN LATERAL (SELECT {sets} FROM timesheets t WHERE {entries}) r \
             WHERE u.role = 'Employee'{in_scope} AND (u.is_active OR r.recorded IS NOT NULL){IN_ORDER}"
        )
    } else {
        // SQLite does not know how small a team is beside all people with a role. The plus keeps it from looking for these.
        let role = if scope == Scope::Everyone { "u.role" } else { "+u.role" };
        let sets = sets("1 << (CAST(substr(t.date, 9, 2) AS integer) - 1)", &credited);
        format!(
            "{PERSON}, {sets} FROM users u LEFT JOIN timesheets t ON {entries} \
             WHERE {role} = 'Employee'{in_scope} GROUP BY u.sort_name, u.employee_number HAVING u.is_active OR recorded IS NOT NULL{IN_ORDER}"
        )
    };
    (statement, values)
}

pub(super) async fn month_records(
    database: &Database,
    scope: Scope,
    month: Month,
) -> Result<Vec<MonthRecord>, StoreError> {
    let (statement, values) = month_statement(database.backend(), scope, month);
    database
        .read(move |connection| async move {
            let rows = sql::all(&*connection, &statement, values).await?;
            rows.iter().map(month_record).collect()
        })
        .await
}

fn month_record(row: &QueryResult) -> Result<MonthRecord, Failure> {
    let mut columns = Columns::of(row);
    let person = columns.person()?;
    let joining_date = columns.take()?;
    let mut days = || {
        let bits = columns.take::<Option<i64>>()?.unwrap_or_default();
        Days::from_bits(bits).ok_or_else(|| Failure::from(corrupt("timesheets", "date", person.id)))
    };
    let recorded = Recorded { any: days()?, half: days()?, whole: days()? };
    Ok(MonthRecord { person, joining_date, recorded })
}
