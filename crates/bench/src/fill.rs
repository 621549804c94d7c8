//! Fills a migrated database with the organisation, set by set, inside the database.
//!
//! The rows are written in the order of life, day after day: one person's month lies scattered over the table, as in a real one.

mod dialect;
pub(crate) mod leave;
pub(crate) mod months;
pub(crate) mod oversight;
mod seals;

use chrono::NaiveDate;

use self::dialect::Dialect;
use crate::engine::{Database, Engine, Session};
use crate::failure::{Failure, Outcome};
use crate::organisation::{
    ENTRIES_A_DAY, FIRST_NUMBER, Kind, OWN_PATTERNS, People, Size, TEAM, days_off_read, email, month_read,
    month_waiting, own_day, working_days_read,
};

/// Fills the database. Everybody has the same password, whose hash is `hash`, and so many employees have work patterns of their own.
pub(crate) async fn fill(database: &Database, size: Size, own_patterns: u32, hash: &str) -> Outcome<()> {
    let mut session = database.open().await?;
    let dialect = Dialect(database.engine());
    for statement in dialect.before() {
        session.run(*statement).await?;
    }
    people(&mut session, dialect, People::of(size), hash).await?;
    let is_own = is_own(People::of(size), own_patterns);
    if own_patterns > 0 {
        patterns(&mut session, dialect, People::of(size), &is_own).await?;
    }
    let mut before = 0;
    for month in size.filled() {
        session.run("BEGIN").await?;
        days(&mut session, dialect, &month, before, &is_own).await?;
        session.run("COMMIT").await?;
        before += month.len();
    }
    marks(&mut session, dialect, &is_own).await?;
    leave::allocations(&mut session, dialect).await?;
    session.close().await?;
    settle(database).await
}

/// Puts the database in the order in which it is measured.
pub(crate) async fn settle(database: &Database) -> Outcome<()> {
    let mut session = database.open().await?;
    for statement in Dialect(database.engine()).after() {
        session.run(*statement).await?;
    }
    session.close().await
}

const CREATED: &str = "'2020-01-01T08:00:00+00:00'";
const NEVER: &str = "'2099-01-01T00:00:00+00:00'";

/// Writes the rows that `from` gives, in those columns that the table has: the program that made it may be older or newer.
async fn insert<V: AsRef<str>>(
    session: &mut Session,
    table: &str,
    columns: &[(&str, V)],
    with: &str,
    from: &str,
) -> Outcome<()> {
    let there = session.columns(table).await?;
    let columns: Vec<_> = columns.iter().filter(|(name, _)| there.iter().any(|column| column == name)).collect();
    if columns.is_empty() {
        return Ok(());
    }
    let (names, values): (Vec<&str>, Vec<&str>) =
        columns.into_iter().map(|(name, value)| (*name, value.as_ref())).unzip();
    let (names, values) = (names.join(", "), values.join(", "));
    session.run(format!("{with} INSERT INTO {table} ({names}) SELECT {values} {from}")).await?;
    Ok(())
}

/// People with their days in service, a live session for each, and some holidays.
async fn people(session: &mut Session, dialect: Dialect, people: People, hash: &str) -> Outcome<()> {
    let People { managers, employees } = people;
    let (everybody, administrator) = (people.everybody(), people.administrator());
    let up_to = |last: u32| format!("WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < {last})");
    let (numbers, from) = (up_to(everybody), "FROM s");
    let (user, created) = (dialect.id(Kind::User, "n"), dialect.instant(CREATED));
    let (manager, joined) = (dialect.id(Kind::User, &manager_of("n", managers)), dialect.date("'2020-01-01'"));
    let address = email(0).replace('0', "' || n || '");
    let is_employee = format!("n > {managers} AND n <= {managers} + {employees}");
    let role = format!(
        "CASE WHEN n <= {managers} THEN 'Manager' WHEN {is_employee} THEN 'Employee' WHEN n = {administrator} THEN 'Admin' ELSE 'HR' END"
    );
    // As the portal writes them: what a search looks into, and the order of lists.
    let search = format!(
        "'firstname' || (n % 97) || ' lastname' || n || '\nemp' || ({FIRST_NUMBER} + n) || '\ndepartment ' || (n % 12) || '\n{address}'"
    );
    let columns = [
        ("id", user.as_str()),
        ("employee_number", &format!("{FIRST_NUMBER} + n")),
        ("email", &format!("'{address}'")),
        ("first_name", "'Firstname' || (n % 97)"),
        ("last_name", "'Lastname' || n"),
        ("role", &role),
        ("department", "'Department ' || (n % 12)"),
        ("joining_date", &joined),
        ("is_active", "true"),
        ("is_blocked", "false"),
        ("is_first_login", "false"),
        ("manager_id", &format!("CASE WHEN {is_employee} THEN {manager} END")),
        ("password_hash", &format!("'{hash}'")),
        ("created_at", &created),
        ("updated_at", &created),
        ("search_text", &search),
        ("sort_name", "'firstname' || (n % 97) || '\tlastname' || n"),
    ];
    insert(session, "users", &columns, &numbers, from).await?;
    let served = [("user_id", &user), ("first_day", &joined)];
    insert(session, "service_periods", &served, &numbers, &format!("{from} WHERE {is_employee}")).await?;
    let tenures = [("user_id", user.as_str()), ("number", "1"), ("began", &joined), ("is_original", "true")];
    insert(session, "tenures", &tenures, &numbers, &format!("{from} WHERE {is_employee}")).await?;
    let columns = [
        ("id", dialect.id(Kind::Session, "n")),
        ("user_id", user.clone()),
        ("created_at", created.clone()),
        ("expires_at", dialect.instant(NEVER)),
        ("ip", "'127.0.0.1'".to_owned()),
    ];
    insert(session, "sessions", &columns, &numbers, from).await?;
    session
        .run(format!("INSERT INTO counters (name, value) VALUES ('employee_number', {})", FIRST_NUMBER + everybody))
        .await?;
    // The portal has looked at every day that is measured: with each day to which its clock is moved on it would mark everybody
    // absent on the days between, and that is different work from what is measured.
    session.run("INSERT INTO settings (key, value) VALUES ('frozen_through', '2099-12-31')").await?;
    // None of them touches a day that is read or submitted.
    let columns = [
        ("id", dialect.id(Kind::Holiday, "n")),
        ("date", dialect.date("'2020-0' || (1 + n % 5) || '-' || (10 + n)")),
        ("name", "'Holiday ' || n".to_owned()),
        ("is_recurring", "true".to_owned()),
        ("created_at", created.clone()),
        ("updated_at", created),
    ];
    insert(session, "holidays", &columns, &up_to(10), from).await
}

/// Whether the employee `u` is one of the `count` who have work patterns of their own. They lie evenly among all.
fn is_own(People { managers, employees }: People, count: u32) -> String {
    let place = format!("(u.employee_number - {FIRST_NUMBER} - {managers})");
    format!("{place} * {count} / {employees} > ({place} - 1) * {count} / {employees}")
}

/// The work patterns that people have of their own.
async fn patterns(session: &mut Session, dialect: Dialect, people: People, is_own: &str) -> Outcome<()> {
    if session.columns("work_patterns").await?.is_empty() {
        return Err(Failure::new("the program that makes the tables knows no work patterns: say --own-patterns 0"));
    }
    let of_own = format!("users u WHERE u.role = 'Employee' AND {is_own}");
    let version = OWN_PATTERNS.len().to_string();
    let list = [("owner_id", "u.id"), ("version", &version)];
    insert(session, "work_pattern_lists", &list, "", &format!("FROM {of_own}")).await?;
    let listed = OWN_PATTERNS.map(|(from, weekdays, full, half)| format!("('{from}', '{weekdays}', {full}, {half})"));
    let row = [
        ("owner_id", "u.id"),
        ("starts_on", &dialect.date("p.starts_on")),
        ("weekdays", "p.weekdays"),
        ("full_day_half_hours", "p.full_day"),
        ("half_day_half_hours", "p.half_day"),
        ("set_at", &dialect.instant(CREATED)),
        ("set_by", &dialect.id(Kind::User, &people.administrator().to_string())),
    ];
    let with = format!("WITH p(starts_on, weekdays, full_day, half_day) AS (VALUES {})", listed.join(", "));
    insert(session, "work_patterns", &row, &with, &format!("FROM p CROSS JOIN {of_own}")).await
}

/// Days with a number for each, as the table `d`: those of everybody, and those of people with work patterns of their own.
fn days_of_both(days: impl Iterator<Item = (usize, [NaiveDate; 2])>) -> String {
    let row = |(k, [usual, own]): (usize, [NaiveDate; 2])| format!("('{usual}', {k}, false), ('{own}', {k}, true)");
    format!("WITH d(day, k, own) AS (VALUES {})", days.map(row).collect::<Vec<_>>().join(", "))
}

/// The number of the manager of an employee with the number `n`.
fn manager_of(n: &str, managers: u32) -> String {
    format!("1 + ({n} - {managers} - 1) / {TEAM}")
}

/// The people of the first `count` employees' teams all report to the first manager, or each to their own again.
pub(crate) async fn gather(database: &Database, size: Size, count: u32, is_one_team: bool) -> Outcome<()> {
    let People { managers, .. } = People::of(size);
    let manager =
        if is_one_team { "1".to_owned() } else { manager_of(&format!("(employee_number - {FIRST_NUMBER})"), managers) };
    let manager = Dialect(database.engine()).id(Kind::User, &manager);
    let first = FIRST_NUMBER + managers;
    let mut session = database.open().await?;
    let moved = session
        .run(format!(
            "UPDATE users SET manager_id = {manager} WHERE employee_number > {first} AND employee_number <= {first} + {count}"
        ))
        .await?;
    session.close().await?;
    if moved == u64::from(count) { Ok(()) } else { Err(Failure::new(format!("{moved} people changed their team"))) }
}

/// Unlocks these days, on which there are no entries, for every employee.
pub(crate) async fn unlock(database: &Database, days: &[NaiveDate]) -> Outcome<()> {
    let dialect = Dialect(database.engine());
    let number = |day: &NaiveDate| (*day - month_read().0).num_days();
    let listed: Vec<String> = days.iter().map(|day| format!("('{day}', {})", number(day))).collect();
    let columns = [
        ("id", dialect.id(Kind::Unlock, &format!("2000000 + d.k * {ENTRIES_A_DAY} + u.employee_number"))),
        ("user_id", "u.id".to_owned()),
        ("date", dialect.date("d.day")),
        ("reason", "'Was travelling and had no connection'".to_owned()),
        ("created_by", "u.manager_id".to_owned()),
        ("created_at", dialect.instant("d.day || 'T23:20:00.123456+00:00'")),
    ];
    let with = format!("WITH d(day, k) AS (VALUES {})", listed.join(", "));
    let mut session = database.open().await?;
    insert(&mut session, "unlocks", &columns, &with, "FROM d CROSS JOIN users u WHERE u.role = 'Employee'").await?;
    session.close().await?;
    settle(database).await
}

/// In the month that is read everybody was once found absent, had the day unlocked and recorded it after all, and has one day off
/// that is still unlocked: a Saturday, or a Monday by patterns of their own.
async fn marks(session: &mut Session, dialect: Dialect, is_own: &str) -> Outcome<()> {
    let listed = |[usual, own]: [Vec<NaiveDate>; 2]| {
        let from = format!(
            "FROM d JOIN users u ON u.employee_number % {} = d.k AND d.own = ({is_own}) WHERE u.role = 'Employee'",
            usual.len()
        );
        (days_of_both(usual.into_iter().zip(own).map(Into::into).enumerate()), from)
    };
    let date = dialect.date("d.day");
    let at = |time: &str| dialect.instant(&format!("d.day || 'T{time}+00:00'"));
    let (absent, of_absent) = listed(working_days_read());
    let (opened, used) = (at("23:20:00.123456"), at("23:30:00.123456"));
    let columns =
        [("user_id", "u.id"), ("date", &date), ("marked_at", &at("23:10:00.123456")), ("mailed_on", date.as_str())];
    insert(session, "absences", &columns, &absent, &of_absent).await?;
    let (off, of_off) = listed(days_off_read());
    for (days, from, number, used) in
        [(absent, of_absent, "u.employee_number", used.as_str()), (off, of_off, "1000000 + u.employee_number", "NULL")]
    {
        let columns = [
            ("id", dialect.id(Kind::Unlock, number)),
            ("user_id", "u.id".to_owned()),
            ("date", date.clone()),
            ("reason", "'Was travelling and had no connection'".to_owned()),
            ("created_by", "u.manager_id".to_owned()),
            ("created_at", opened.clone()),
            ("used_at", used.to_owned()),
        ];
        insert(session, "unlocks", &columns, &days, &from).await?;
    }
    // SQLite's triggers have counted; PostgreSQL's are silent while the database is filled.
    match dialect.0 {
        Engine::Sqlite => Ok(()),
        Engine::Postgres => {
            let of = |status: &str| format!("count(*) FILTER (WHERE t.status = '{status}')");
            let columns =
                [("user_id", "t.user_id".to_owned()), ("approved", of("approved")), ("rejected", of("rejected"))];
            let from = "FROM timesheets t WHERE t.status <> 'pending' GROUP BY t.user_id";
            insert(session, "decided_counts", &columns, "", from).await
        }
    }
}

/// One month of entries with their newest version. `before` counts the days that are there already.
async fn days(session: &mut Session, dialect: Dialect, days: &[NaiveDate], before: usize, is_own: &str) -> Outcome<()> {
    let with = days_of_both((before..).zip(days.iter().map(|day| [*day, own_day(*day)])));
    let pending_from = match days {
        [first, ..] if *first >= month_read().0 => days.get(days.len().saturating_sub(8)),
        [first, ..] if *first >= month_waiting() => Some(first),
        _ => None,
    };
    let pending_from = pending_from.map_or_else(|| "9999".to_owned(), ToString::to_string);
    let id = dialect.id(Kind::Timesheet, &format!("d.k * {ENTRIES_A_DAY} + u.employee_number"));
    let (date, written) = (dialect.date("d.day"), dialect.instant("d.day || 'T16:30:12.345678+00:00'"));
    let evening = dialect.instant("d.day || 'T18:02:45.678901+00:00'");
    // Of a hundred decided days one is rejected; the newest wait for their decision, and so does the month before.
    let is_pending = format!("d.day >= '{pending_from}'");
    let is_rejected = format!("NOT ({is_pending}) AND (u.employee_number + d.k) % 100 = 0");
    let unless_pending = |value: &str| format!("CASE WHEN NOT ({is_pending}) THEN {value} END");
    let recorded = [
        ("half_hours", "14 + (u.employee_number + d.k) % 5".to_owned()),
        (
            "description",
            "'Reviewed the delivery plan with the team, fixed two defects and wrote tests for item ' || (d.k * 7 + u.employee_number)".to_owned(),
        ),
        (
            "status",
            format!("CASE WHEN {is_pending} THEN 'pending' WHEN {is_rejected} THEN 'rejected' ELSE 'approved' END"),
        ),
        ("comment", format!("CASE WHEN {is_rejected} THEN 'Please say which item this was.' END")),
        ("version", format!("CASE WHEN {is_pending} THEN 1 ELSE 2 END")),
    ];
    let (decider, decided_at) = (unless_pending("u.manager_id"), unless_pending(&evening));
    let (rejected_on, updated) =
        (format!("CASE WHEN {is_rejected} THEN {date} END"), format!("coalesce({decided_at}, {written})"));
    let recorded = recorded.each_ref().map(|(name, value)| (*name, value.as_str()));
    let entry = [
        ("id", id.as_str()),
        ("user_id", "u.id"),
        ("date", &date),
        ("is_resubmission", "false"),
        ("decided_by", &decider),
        ("decided_at", &decided_at),
        ("rejected_on", &rejected_on),
        ("created_at", &written),
        ("updated_at", &updated),
    ];
    let version = [("timesheet_id", id.as_str()), ("at", &written), ("actor_id", "u.id")];
    let from = format!(
        "FROM d JOIN users u ON d.own = ({is_own}) WHERE u.role = 'Employee' ORDER BY d.day, u.employee_number"
    );
    insert(session, "timesheets", &[&entry[..], &recorded].concat(), &with, &from).await?;
    insert(session, "timesheet_versions", &[&version[..], &recorded].concat(), &with, &from).await
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that meets the impossible should stop")]

    use super::*;
    use migrations::{Migrator, MigratorTrait};

    #[tokio::test]
    async fn the_present_schema_takes_the_organisation() {
        let folder = std::env::temp_dir().join(format!("daybook-bench-{}", std::process::id()));
        let database = Database::make(Engine::Sqlite, None, &folder, "").await.unwrap();
        let connection = sea_orm::Database::connect(format!("{}?mode=rwc", database.url())).await.unwrap();
        Migrator::up(&connection, None).await.unwrap();
        connection.close().await.unwrap();
        fill(&database, Size::Small, 10, "a hash").await.unwrap();
        let mut session = database.open().await.unwrap();
        assert_eq!(session.run("UPDATE service_periods SET last_day = NULL").await.unwrap(), 100);
        assert_eq!(session.run("UPDATE work_patterns SET starts_on = starts_on").await.unwrap(), 30);
        // Nine Mondays of two months; those of the ten are Saturdays.
        for (weekday, own, others) in [(1, 0, 810), (2, 90, 810), (6, 90, 0)] {
            for (is_one, entries) in [("IN", own), ("NOT IN", others)] {
                let of = format!("user_id {is_one} (SELECT owner_id FROM work_patterns)");
                let same =
                    format!("UPDATE timesheets SET date = date WHERE strftime('%w', date) = '{weekday}' AND {of}");
                assert_eq!(session.run(same).await.unwrap(), entries, "{weekday} {is_one}");
            }
        }
        assert_eq!(session.run("UPDATE timesheets SET date = date").await.unwrap(), 4_500);
        assert_eq!(session.run("UPDATE absences SET date = date").await.unwrap(), 100);
        assert_eq!(session.run("UPDATE unlocks SET date = date").await.unwrap(), 200);
        session.close().await.unwrap();
        std::fs::remove_dir_all(folder).unwrap();
    }
}
