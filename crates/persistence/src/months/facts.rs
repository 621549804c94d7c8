//! What is asked about people's months: one line a person, however many entries there are.
//!
//! PostgreSQL makes the sets of days itself, as it does for attendance. SQLite gathers entries and leave as texts: a set for each
//! length of half a day costs it more there than all the rest, because it then groups the entries of everybody.

use application::ports::EmployeeIds;
use chrono::NaiveDate;
use constcat::concat;
use domain::id::UserId;
use domain::person::EmployeeId;
use domain::time::Month;
use domain::timesheet::Hours;
use sea_orm::{DbBackend, Value};

use crate::leave_days::is_approved_leave;
use crate::people::PERSON_COLUMNS;
use crate::people::attendance::{AFTERNOONS, named, served};
use crate::sql::{self, Bound};
use crate::substitutions::runs;
use crate::unlocks::is_open;

/// Whose facts are asked for.
#[derive(Clone, Copy)]
pub(crate) enum Whose<'a> {
    /// At most so many people of the month with one of these employee IDs, those behind an employee ID.
    After(EmployeeIds, Option<EmployeeId>, u32),
    /// These people, in it or not.
    People(&'a [UserId]),
}

/// Somebody `u`, with the manager `m` and `d`, who stands in for that manager. No two substitutions of a manager share a day.
const PERSON: &str = concat!(
    PERSON_COLUMNS,
    ", u.department, u.external_id, m.id, m.first_name, m.last_name, u.joining_date, u.records_from, \
     u.role = 'Employee' AND u.is_active AND NOT u.is_blocked, \
     CASE WHEN m.is_active AND NOT m.is_blocked THEN m.id END, d.id"
);

const DECIDERS: &str = concat!(
    " LEFT JOIN users m ON m.id = u.manager_id \
      LEFT JOIN substitutions x ON x.manager_id = u.manager_id AND ",
    runs!("x", "$3"),
    " LEFT JOIN users d ON d.id = x.substitute_id AND d.is_active AND NOT d.is_blocked"
);

/// What is asked of the people `u`.
const OF_PEOPLE: &str = "\
    SELECT u.id, u.employee_number, u.first_name, u.last_name, u.department, u.external_id, u.joining_date, u.records_from, u.role, \
    u.is_active, u.is_blocked, u.manager_id FROM users u";

/// The people `u`, with their parameters after those that are there. Whether somebody is of the month is asked person by person: as an
/// EXISTS it would be one that PostgreSQL may answer by reading all entries.
fn people(backend: DbBackend, whose: Whose<'_>, values: &mut Vec<Value>) -> String {
    match whose {
        Whose::After(ids, after, limit) => {
            let of_ids = match ids {
                EmployeeIds::All => "",
                EmployeeIds::Even => " AND u.employee_number % 2 = 0",
                EmployeeIds::Odd => " AND u.employee_number % 2 = 1",
            };
            values.extend([after.map_or(0, |id| id.number().cast_signed()).into(), Value::from(i64::from(limit))]);
            format!(
                "{OF_PEOPLE} WHERE u.employee_number > ${}{of_ids} AND coalesce(\
                   (SELECT 1 FROM service_periods s WHERE s.user_id = u.id AND s.first_day <= $2 \
                      AND (s.last_day IS NULL OR s.last_day >= $1) LIMIT 1), \
                   (SELECT 1 FROM timesheets t WHERE t.user_id = u.id AND t.date BETWEEN $1 AND $2 LIMIT 1)) IS NOT NULL \
                 ORDER BY u.employee_number LIMIT ${}",
                values.len() - 1,
                values.len()
            )
        }
        Whose::People(users) => {
            values.push(sql::ids(backend, users.iter().map(|user| user.uuid())));
            let among = sql::among(backend, "u.id", u8::try_from(values.len()).unwrap_or(u8::MAX));
            format!("{OF_PEOPLE} WHERE {among}")
        }
    }
}

/// The sets of the days of a person's entries `e`, each day a bit of its own: of what is approved and of what is pending all, and those
/// whose hours are more than each of `bounds`; those that are rejected; and the half hours of what is approved.
fn sets(bounds: &[String]) -> Vec<String> {
    let of = |credited: &str| {
        let above = bounds.iter().map(|bound| format!("sum(e.bit) FILTER (WHERE {credited} > {bound})"));
        std::iter::once(format!("sum(e.bit) FILTER (WHERE {credited} IS NOT NULL)")).chain(above).collect::<Vec<_>>()
    };
    let rejected = "sum(e.bit) FILTER (WHERE e.approved IS NULL AND e.pending IS NULL)";
    [of("e.approved"), of("e.pending"), vec![rejected.to_owned(), "sum(e.approved)".to_owned()]].concat()
}

/// Approved leave of a paid type `y` and of an unpaid one, as attendance has it: mornings, then afternoons.
fn leave() -> String {
    let of = |is_paid: &str| {
        format!("bit_or(CAST(1 AS bigint) << (h.date - $1 + {AFTERNOONS} * h.half)) FILTER (WHERE {is_paid}y.is_paid)")
    };
    format!("{} AS paid, {} AS unpaid", of(""), of("NOT "))
}

/// The halves of the month that are approved leave and count, with their type. That the request itself lies in the month is said for
/// PostgreSQL.
const ON_LEAVE: &str = concat!(
    " FROM leave_halves h JOIN leave_requests l ON l.id = h.request_id AND l.start_date <= $2 AND l.end_date >= $1 \
      JOIN leave_types y ON y.id = l.leave_type_id WHERE h.counts AND h.date BETWEEN $1 AND $2 AND ",
    is_approved_leave!("l")
);

/// The unlocks of the month that nobody has used.
const UNLOCKED: &str = concat!(" FROM unlocks k WHERE k.date BETWEEN $1 AND $2 AND ", is_open!("k"));

const MARKED: &str = " FROM absences a WHERE a.date BETWEEN $1 AND $2";

const ACCEPTED: &str = " FROM accepted_days c WHERE c.date BETWEEN $1 AND $2";

/// Requests for leave with a day in the month that wait.
const WAITING: &str = " FROM leave_requests w WHERE w.status IN ('pending', 'cancellation-asked') AND w.start_date <= $2 AND w.end_date >= $1";

/// The facts of people of the month, in no order; [`super::people`] reads its rows. `$1` and `$2` are the first and the last day, `$3`
/// the day of which the deciders hold.
pub(crate) fn statement(
    backend: DbBackend,
    month: Month,
    today: NaiveDate,
    half_days: &[Hours],
    whose: Whose<'_>,
) -> Bound {
    let mut values: Vec<Value> = vec![month.first().into(), month.last().into(), today.into()];
    let people = people(backend, whose, &mut values);
    if backend != DbBackend::Postgres {
        return (on_sqlite(&people), values);
    }
    let bounds: Vec<String> = std::iter::once(&Hours::NONE)
        .chain(half_days)
        .map(|hours| {
            values.push(i32::from(hours.half_hours()).into());
            format!("${}", values.len())
        })
        .collect();
    (on_postgres(&people, &bounds), values)
}

/// From person to person for entries, service and leave. What is rare is read of the whole month once.
fn on_postgres(people: &str, bounds: &[String]) -> String {
    let (sets, leave) = (named(&sets(bounds)), leave());
    let served =
        served("greatest(s.first_day, $1) - $1", "least(s.last_day, $2) - $1 + 1", |set| format!("bit_or({set})"));
    let of_month = |set: &str, from: &str, of: &str| {
        format!("LEFT JOIN (SELECT {of}.user_id, {set}{from} GROUP BY {of}.user_id) {of} ON {of}.user_id = u.id")
    };
    let days = |of: &str, name: &str| format!("bit_or(CAST(1 AS bigint) << ({of}.date - $1)) AS {name}");
    let marked = of_month(&days("a", "marked"), MARKED, "a");
    let unlocked = of_month(&days("k", "unlocked"), UNLOCKED, "k");
    let accepted = of_month(&days("c", "accepted"), ACCEPTED, "c");
    let waiting = of_month("count(*) AS waiting", WAITING, "w");
    format!(
        "SELECT {PERSON}, s.served, a.marked, k.unlocked, c.accepted, w.waiting, h.paid, h.unpaid, r.* \
         FROM ({people}) u{DECIDERS} CROSS JOIN LATERAL ({served}) s \
         CROSS JOIN LATERAL (SELECT {leave}{ON_LEAVE} AND h.user_id = u.id) h {marked} {unlocked} {accepted} {waiting} \
         CROSS JOIN LATERAL (SELECT {sets} FROM (\
           SELECT 1 << (t.date - $1) AS bit, CASE WHEN t.status = 'approved' THEN t.half_hours END AS approved, \
             CASE WHEN t.status = 'pending' THEN t.half_hours END AS pending FROM timesheets t \
           WHERE t.user_id = u.id AND t.date BETWEEN $1 AND $2 OFFSET 0) e) r"
    )
}

/// From person to person for all of it.
fn on_sqlite(people: &str) -> String {
    let day = |date: &str| format!("CAST(substr({date}, 9, 2) AS integer)");
    let before = format!("CASE WHEN s.first_day <= $1 THEN 0 ELSE {} - 1 END", day("s.first_day"));
    let through = format!("CASE WHEN s.last_day < $2 THEN {} ELSE {} END", day("s.last_day"), day("$2"));
    let served = served(&before, &through, |set| format!("sum({set})"));
    let days = |of: &str, from: &str| {
        format!("(SELECT sum(1 << ({} - 1)){from} AND {of}.user_id = u.id)", day(&format!("{of}.date")))
    };
    let (marked, unlocked, accepted) = (days("a", MARKED), days("k", UNLOCKED), days("c", ACCEPTED));
    format!(
        "SELECT {PERSON}, ({served}), {marked}, {unlocked}, {accepted}, (SELECT count(*){WAITING} AND w.user_id = u.id), \
         (SELECT group_concat(substr(h.date, 9, 2) || h.half || y.is_paid, ','){ON_LEAVE} AND h.user_id = u.id), \
         (SELECT group_concat(substr(t.date, 9, 2) || substr(t.status, 1, 1) || t.half_hours, ',') FROM timesheets t \
            WHERE t.user_id = u.id AND t.date BETWEEN $1 AND $2) \
         FROM ({people}) u{DECIDERS}"
    )
}
