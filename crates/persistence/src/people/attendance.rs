//! What everybody recorded in a month, as sets of days: one line a person, however many entries there are.

use application::ports::MonthRecord;
use constcat::concat;
use domain::access::Scope;
use domain::attendance::{CREDITED, Days, OnLeave, Recorded};
use domain::id::UserId;
use domain::time::Month;
use domain::timesheet::Hours;
use sea_orm::{DbBackend, QueryResult, Value};
use std::collections::BTreeMap;

use super::{PERSON_COLUMNS, person};
use crate::fault::Failure;
use crate::leave_days::is_approved_leave;
use crate::row::{Columns, corrupt};
use crate::scope::in_scope;
use crate::sql::Bound;

const PERSON: &str = concat!("SELECT ", PERSON_COLUMNS);

/// The days of the entries of one person, each day a bit of its own, so that the sum of the bits is the set of the days: nobody has
/// two entries of one day. All of them, and those whose credited hours are more than each of `bounds`.
fn sets(bit: &str, credited: &str, bounds: &[String]) -> Vec<String> {
    let earning = |bound: &String| format!("sum({bit}) FILTER (WHERE {credited} > {bound})");
    std::iter::once(format!("sum({bit})")).chain(bounds.iter().map(earning)).collect()
}

pub(crate) fn named(sets: &[String]) -> String {
    sets.iter().enumerate().map(|(n, set)| format!("{set} AS set_{n}")).collect::<Vec<_>>().join(", ")
}

/// The days in service of one person `u` in the month, each day the same bit: periods never share one, so their sum is the set.
/// `before` and `through` number the day before a period and its last day in the month; `set` gathers the sets of the periods.
pub(crate) fn served(before: &str, through: &str, set: impl Fn(&str) -> String) -> String {
    let days = set(&format!("(CAST(1 AS bigint) << ({through})) - (CAST(1 AS bigint) << ({before}))"));
    format!(
        "SELECT {days} AS served FROM service_periods s \
         WHERE s.user_id = u.id AND s.first_day <= $2 AND (s.last_day IS NULL OR s.last_day >= $1)"
    )
}

/// How many bits lie between the morning and the afternoon of a day.
pub(crate) const AFTERNOONS: u32 = 31;

/// The halves `h` as one number, each one bit of it: mornings first, then afternoons. `bit` is the place of the day; `gather` makes
/// one number of those of the halves.
fn halves(gather: &str, bit: &str) -> String {
    format!("{gather}(CAST(1 AS bigint) << ({bit} + {AFTERNOONS} * h.half)) AS on_leave")
}

/// The halves of the month that are approved leave and count. That the request itself lies in the month is said for PostgreSQL, which
/// then joins those of the month instead of all.
const APPROVED: &str = concat!(
    "FROM leave_halves h JOIN leave_requests l ON l.id = h.request_id AND l.start_date <= $2 AND l.end_date >= $1 WHERE h.counts AND h.date BETWEEN $1 AND $2 AND ",
    is_approved_leave!("l")
);

/// Some of the people, by their ids: those after the first id, up to and including the second. A statement about everybody in a
/// very large organisation would exceed its time limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Piece {
    after: Option<UserId>,
    through: Option<UserId>,
}

impl Piece {
    /// Everybody, in pieces of `size` of these people. A person who has joined since is in one of them too.
    pub(super) fn all(mut ids: Vec<UserId>, size: usize) -> Vec<Self> {
        let (mut pieces, mut after) = (Vec::new(), None);
        ids.sort_unstable();
        let mut starts = ids.chunks(size);
        // The last piece has no end.
        starts.next_back();
        for through in starts.filter_map(<[UserId]>::last) {
            pieces.push(Self { after: after.replace(*through), through: Some(*through) });
        }
        pieces.push(Self { after, through: None });
        pieces
    }
}

/// The leave of people `u`, joined to them on PostgreSQL. For everybody, or a piece, the month is read at once; for a few people,
/// only theirs.
fn with_leave(scope: &Scope, in_piece: &str) -> String {
    let halves = halves("bit_or", "h.date - $1");
    match scope {
        Scope::Everyone => {
            format!(
                "LEFT JOIN (SELECT h.user_id, {halves} {APPROVED}{in_piece} GROUP BY h.user_id) l ON l.user_id = u.id"
            )
        }
        Scope::Own(_) | Scope::Team(_) => {
            format!("CROSS JOIN LATERAL (SELECT {halves} {APPROVED} AND h.user_id = u.id) l")
        }
    }
}

/// The statement for the people in `scope` and `piece` who were in service in the month, and the Employees who are active or have
/// an entry in it. PostgreSQL is led to look up each person's days in the index that holds all that is asked for; left to itself it
/// reads the whole table. Without `OFFSET 0` it would look at the status of each entry again for every length of half a day. SQLite
/// goes from person to person anyway. The rows come as they are found and are sorted by their reader: a database that sorts keeps
/// back the first until it has the last.
///
/// `half_days`: the lengths of half a day that hold for somebody in the month.
pub(crate) fn month_statement(
    backend: DbBackend,
    scope: &Scope,
    piece: Piece,
    month: Month,
    half_days: &[Hours],
) -> Bound {
    let mut values: Vec<Value> = vec![month.first().into(), month.last().into()];
    let mut bind = |value: Value| {
        values.push(value);
        format!("${}", values.len())
    };
    let bounds: Vec<String> = std::iter::once(&Hours::NONE)
        .chain(half_days)
        .map(|hours| bind(i32::from(hours.half_hours()).into()))
        .collect();
    // Written out, because PostgreSQL builds a list of parameters anew for each entry.
    let statuses = CREDITED.map(|status| format!("'{}'", status.name())).join(", ");
    let credited = format!("CASE WHEN t.status IN ({statuses}) THEN t.half_hours END");
    let ends = [(">", piece.after), ("<=", piece.through)];
    let ends = ends.map(|(sign, id)| id.map(|id| (sign, bind(id.uuid().into()))));
    let in_piece = |column: &str| {
        let ends = ends.iter().flatten().map(|(sign, end)| format!(" AND {column} {sign} {end}"));
        ends.collect::<Vec<_>>().concat()
    };
    let in_scope = in_scope(scope, &mut values) + &in_piece("u.id");
    let entries = "t.user_id = u.id AND t.date BETWEEN $1 AND $2";
    let statement = if backend == DbBackend::Postgres {
        let sets = named(&sets("e.bit", "e.credited", &bounds));
        // Dates are subtracted and the sets joined, because `extract` and the sum of bigints reckon in numeric. `least` and
        // `greatest` pass over NULL.
        let served =
            served("greatest(s.first_day, $1) - $1", "least(s.last_day, $2) - $1 + 1", |set| format!("bit_or({set})"));
        let with_leave = with_leave(scope, &in_piece("h.user_id"));
        format!(
            "{PERSON}, s.served, l.on_leave, r.*, u.sort_name FROM users u CROSS JOIN LATERAL ({served}) s {with_leave} \
             CROSS JOIN LATERAL (SELECT {sets} FROM (\
               SELECT 1 << (t.date - $1) AS bit, {credited} AS credited FROM timesheets t WHERE {entries} OFFSET 0) e) r \
             WHERE (s.served IS NOT NULL OR u.role = 'Employee' AND (u.is_active OR r.set_0 IS NOT NULL)){in_scope}"
        )
    } else {
        let day = |date: &str| format!("CAST(substr({date}, 9, 2) AS integer)");
        let sets = named(&sets(&format!("1 << ({} - 1)", day("t.date")), &credited, &bounds));
        let before = format!("CASE WHEN s.first_day <= $1 THEN 0 ELSE {} - 1 END", day("s.first_day"));
        let through = format!("CASE WHEN s.last_day < $2 THEN {} ELSE {} END", day("s.last_day"), day("$2"));
        let served = served(&before, &through, |set| format!("sum({set})"));
        let halves = halves("sum", &format!("{} - 1", day("h.date")));
        format!(
            "{PERSON}, ({served}) AS served, (SELECT {halves} {APPROVED} AND h.user_id = u.id) AS on_leave, {sets}, u.sort_name \
             FROM users u LEFT JOIN timesheets t ON {entries} WHERE true{in_scope} \
             GROUP BY u.sort_name, u.employee_number \
             HAVING served IS NOT NULL OR u.role = 'Employee' AND (u.is_active OR set_0 IS NOT NULL)"
        )
    };
    (statement, values)
}

/// What a row says, behind the name by which it is sorted.
pub(super) fn month_record(row: &QueryResult, half_days: &[Hours]) -> Result<(String, MonthRecord), Failure> {
    let mut columns = Columns::of(row);
    let person = person(&mut columns)?;
    let read = |table, bits| Days::from_bits(bits).ok_or_else(|| Failure::from(corrupt(table, "date", person.id)));
    let mut bits = || Ok::<i64, Failure>(columns.take::<Option<i64>>()?.unwrap_or_default());
    let in_service = read("service_periods", bits()?)?;
    let on_leave = bits()?;
    let on_leave = OnLeave {
        mornings: read("leave_halves", on_leave & ((1 << AFTERNOONS) - 1))?,
        afternoons: read("leave_halves", on_leave >> AFTERNOONS)?,
    };
    let mut entries = || read("timesheets", bits()?);
    let (any, credited) = (entries()?, entries()?);
    let above =
        half_days.iter().map(|half_day| Ok((*half_day, entries()?))).collect::<Result<BTreeMap<_, _>, Failure>>()?;
    let recorded = Recorded { any, credited, above: above.into_iter().filter(|(_, days)| days.count() > 0).collect() };
    Ok((columns.take()?, MonthRecord { person, in_service, recorded, on_leave }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sea_orm::ConnectionTrait;
    use testkit::database::TestDatabase;
    use uuid::Uuid;

    const PEOPLE: usize = 7;

    async fn fill(raw: &sea_orm::DatabaseConnection, ids: &[Uuid]) {
        for (n, id) in ids.iter().enumerate() {
            let id = if raw.get_database_backend() == DbBackend::Postgres {
                format!("'{id}'")
            } else {
                format!("x'{}'", id.simple())
            };
            let at = "'2026-01-05T08:00:00+00:00'";
            let number = 1_001 + n;
            for statement in [
                format!(
                    "INSERT INTO users (id, employee_number, email, first_name, last_name, role, is_active, is_blocked, is_first_login, \
                       password_hash, created_at, updated_at, search_text, sort_name) VALUES ({id}, {number}, 'p{n}@example.org', 'Ann', \
                       'Example', 'Employee', true, false, false, '$hash', {at}, {at}, 'ann', 'ann')"
                ),
                format!("INSERT INTO service_periods (user_id, first_day) VALUES ({id}, '2026-06-0{}')", n + 1),
                format!(
                    "INSERT INTO timesheets (id, user_id, date, half_hours, description, status, is_resubmission, version, created_at, \
                       updated_at) VALUES ({id}, {id}, '2026-06-1{n}', 16, 'Built', 'pending', false, 1, {at}, {at})"
                ),
            ] {
                raw.execute_unprepared(&statement).await.unwrap();
            }
        }
    }

    async fn read(raw: &sea_orm::DatabaseConnection, pieces: Vec<Piece>) -> Vec<MonthRecord> {
        let (june, half_days) = (Month::new(2026, 6).unwrap(), [Hours::whole(4)]);
        let mut records = Vec::new();
        for piece in pieces {
            let backend = raw.get_database_backend();
            let (statement, values) = month_statement(backend, &Scope::Everyone, piece, june, &half_days);
            for row in crate::sql::all(raw, &statement, values).await.unwrap() {
                let (_, record) = month_record(&row, &half_days).unwrap_or_else(|_| panic!("a row that is not read"));
                records.push(record);
            }
        }
        records.sort_by_key(|record| record.person.employee_id);
        records
    }

    async fn pieces_come_to_everybody(database: TestDatabase) {
        let raw = database.raw().await;
        // Not in order, like the ids of people.
        let scattered = |n: u128| Uuid::from_u128(n.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835));
        let ids: Vec<Uuid> = (1..).map(scattered).take(PEOPLE).collect();
        fill(&raw, &ids).await;
        let whole = read(&raw, vec![Piece::default()]).await;
        assert_eq!(whole.len(), PEOPLE);
        // One of them has joined since the pieces were made.
        let known: Vec<UserId> = ids.iter().skip(1).copied().map(UserId::new).collect();
        for (size, count) in [(1, 6), (2, 3), (4, 2), (6, 1), (7, 1)] {
            let pieces = Piece::all(known.clone(), size);
            assert_eq!(pieces.len(), count, "of {size}");
            assert_eq!(read(&raw, pieces).await, whole, "of {size}");
        }
        assert_eq!(Piece::all(Vec::new(), 2), [Piece::default()]);
        raw.close().await.unwrap();
    }

    #[tokio::test]
    async fn pieces_come_to_everybody_on_sqlite() {
        pieces_come_to_everybody(TestDatabase::sqlite().await).await;
    }

    #[tokio::test]
    async fn pieces_come_to_everybody_on_postgres() {
        pieces_come_to_everybody(TestDatabase::postgres().await).await;
    }
}
