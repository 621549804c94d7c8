//! Fills a migrated database with the organisation, set by set, inside the database.
//!
//! The rows are written in the order in which life would write them, day after day: one person's month then lies
//! scattered over the table, as it does in a real one.

use chrono::NaiveDate;

use crate::engine::{Database, Engine, Session};
use crate::failure::{Failure, Outcome};
use crate::organisation::{Kind, People, Size, TEAM, email, saturdays_read, week_read, working_days_read};

/// Fills the database. Everybody has the same password, of which `hash` is the hash.
pub(crate) async fn fill(database: &Database, size: Size, hash: &str) -> Outcome<()> {
    let mut session = database.open().await?;
    let dialect = Dialect(database.engine());
    for statement in dialect.before() {
        session.run(*statement).await?;
    }
    people(&mut session, dialect, People::of(size), hash).await?;
    let mut before = 0;
    for month in size.filled() {
        session.run("BEGIN").await?;
        days(&mut session, dialect, &month, before).await?;
        session.run("COMMIT").await?;
        before += month.len();
    }
    marks(&mut session, dialect).await?;
    for statement in dialect.after() {
        session.run(*statement).await?;
    }
    session.close().await
}

/// How the two engines write the same thing.
#[derive(Debug, Clone, Copy)]
struct Dialect(Engine);

impl Dialect {
    /// Constraints hold by construction, and a crash while filling loses nothing that anybody needs.
    const fn before(self) -> &'static [&'static str] {
        match self.0 {
            Engine::Sqlite => &[
                "PRAGMA journal_mode = MEMORY",
                "PRAGMA synchronous = OFF",
                "PRAGMA foreign_keys = OFF",
                "PRAGMA cache_size = -1000000",
            ],
            Engine::Postgres => {
                &["SET session_replication_role = replica", "SET synchronous_commit = off", "SET work_mem = '256MB'"]
            }
        }
    }

    /// PostgreSQL's housekeeping is done now, so that it does not fall into a measurement. SQLite is left as the portal
    /// leaves it.
    const fn after(self) -> &'static [&'static str] {
        match self.0 {
            Engine::Sqlite => &["PRAGMA journal_mode = WAL"],
            Engine::Postgres => &["VACUUM ANALYZE", "CHECKPOINT"],
        }
    }

    /// The id of `kind` with the number that `expression` gives.
    fn id(self, kind: Kind, expression: &str) -> String {
        let start = kind.start();
        match self.0 {
            Engine::Sqlite => format!("unhex('{}' || printf('%012x', {expression}))", start.replace('-', "")),
            Engine::Postgres => format!("('{start}' || lpad(to_hex({expression}), 12, '0'))::uuid"),
        }
    }

    /// The text that `expression` gives, as a date or an instant.
    fn typed(self, expression: &str, name: &str) -> String {
        match self.0 {
            Engine::Sqlite => expression.to_owned(),
            Engine::Postgres => format!("({expression})::{name}"),
        }
    }

    fn date(self, expression: &str) -> String {
        self.typed(expression, "date")
    }

    fn instant(self, expression: &str) -> String {
        self.typed(expression, "timestamptz")
    }
}

const CREATED: &str = "'2020-01-01T08:00:00+00:00'";
const NEVER: &str = "'2099-01-01T00:00:00+00:00'";

/// People, a live session for each, and some holidays.
async fn people(session: &mut Session, dialect: Dialect, people: People, hash: &str) -> Outcome<()> {
    let People { managers, employees } = people;
    let (everybody, administrator) = (people.everybody(), people.administrator());
    let numbers = format!("WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < {everybody})");
    let (user, created) = (dialect.id(Kind::User, "n"), dialect.instant(CREATED));
    let manager = dialect.id(Kind::User, &manager_of("n", managers));
    let address = email(0).replace('0', "' || n || '");
    let is_employee = format!("n > {managers} AND n <= {managers} + {employees}");
    let joined = dialect.date("'2020-01-01'");
    // As the portal writes them: what a search looks into, and what lists are in order of.
    let search = format!(
        "'firstname' || (n % 97) || ' lastname' || n || '\nemp' || (1000 + n) || '\ndepartment ' || (n % 12) || '\n{address}'"
    );
    let sort = "'firstname' || (n % 97) || '\tlastname' || n";
    session
        .run(format!(
            "{numbers} INSERT INTO users (id, employee_number, email, first_name, last_name, role, department, joining_date, \
               is_active, is_blocked, is_first_login, manager_id, password_hash, created_at, updated_at, search_text, sort_name) \
             SELECT {user}, 1000 + n, '{address}', 'Firstname' || (n % 97), 'Lastname' || n, \
               CASE WHEN n <= {managers} THEN 'Manager' WHEN {is_employee} THEN 'Employee' \
                 WHEN n = {administrator} THEN 'Admin' ELSE 'HR' END, \
               'Department ' || (n % 12), {joined}, true, false, false, CASE WHEN {is_employee} THEN {manager} END, '{hash}', \
               {created}, {created}, {search}, {sort} FROM s"
        ))
        .await?;
    let (id, expires) = (dialect.id(Kind::Session, "n"), dialect.instant(NEVER));
    session
        .run(format!(
            "{numbers} INSERT INTO sessions (id, user_id, created_at, expires_at, ip) \
             SELECT {id}, {user}, {created}, {expires}, '127.0.0.1' FROM s"
        ))
        .await?;
    session
        .run(format!("INSERT INTO counters (name, value) VALUES ('employee_number', {})", 1_000 + everybody))
        .await?;
    // The portal has looked at every day that is measured: with each day to which its clock is moved on it would mark everybody
    // absent on the days between, and that is another work than the one that is measured.
    session.run("INSERT INTO settings (key, value) VALUES ('frozen_through', '2099-12-31')").await?;
    // None of them touches a day that is read or submitted.
    let date = dialect.date("'2020-' || substr('0' || (1 + n % 5), -2, 2) || '-' || (10 + n)");
    let date = if dialect.0 == Engine::Postgres {
        date.replace("substr('0' || (1 + n % 5), -2, 2)", "lpad((1 + n % 5)::text, 2, '0')")
    } else {
        date
    };
    let id = dialect.id(Kind::Holiday, "n");
    session
        .run(format!(
            "WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 10) \
             INSERT INTO holidays (id, date, name, is_recurring, created_at, updated_at) \
             SELECT {id}, {date}, 'Holiday ' || n, true, {created}, {created} FROM s"
        ))
        .await?;
    Ok(())
}

/// The number of the manager of an employee with the number `n`.
fn manager_of(n: &str, managers: u32) -> String {
    format!("1 + ({n} - {managers} - 1) / {TEAM}")
}

/// The people of the first `count` employees' teams all report to the first manager, or each to their own again.
pub(crate) async fn gather(database: &Database, size: Size, count: u32, is_one_team: bool) -> Outcome<()> {
    let People { managers, .. } = People::of(size);
    let manager = if is_one_team { "1".to_owned() } else { manager_of("(employee_number - 1000)", managers) };
    let manager = Dialect(database.engine()).id(Kind::User, &manager);
    let first = 1_000 + managers;
    let mut session = database.open().await?;
    let moved = session
        .run(format!(
            "UPDATE users SET manager_id = {manager} WHERE employee_number > {first} AND employee_number <= {first} + {count}"
        ))
        .await?;
    session.close().await?;
    if moved == u64::from(count) { Ok(()) } else { Err(Failure::new(format!("{moved} people changed their team"))) }
}

/// In the month that is read everybody was once found absent, had the day opened and recorded it after all, and has one Saturday
/// that is open still.
async fn marks(session: &mut Session, dialect: Dialect) -> Outcome<()> {
    let listed = |days: Vec<NaiveDate>| {
        let listed: Vec<String> = days.iter().zip(0..).map(|(day, k)| format!("('{day}', {k})")).collect();
        let of = format!("FROM d JOIN users u ON u.employee_number % {} = d.k WHERE u.role = 'Employee'", days.len());
        (format!("WITH d(day, k) AS (VALUES {})", listed.join(", ")), of)
    };
    let date = dialect.date("d.day");
    let at = |time: &str| dialect.instant(&format!("d.day || 'T{time}+00:00'"));
    let (absent, of_absent) = listed(working_days_read());
    let (marked, opened, used) = (at("23:10:00.123456"), at("23:20:00.123456"), at("23:30:00.123456"));
    session
        .run(format!(
            "{absent} INSERT INTO absences (user_id, date, marked_at, mailed_on) SELECT u.id, {date}, {marked}, {date} {of_absent}"
        ))
        .await?;
    let insert = "INSERT INTO unlocks (id, user_id, date, reason, created_by, created_at, used_at)";
    let reason = "'Was travelling and had no connection'";
    let id = dialect.id(Kind::Unlock, "u.employee_number");
    session
        .run(format!(
            "{absent} {insert} SELECT {id}, u.id, {date}, {reason}, u.manager_id, {opened}, {used} {of_absent}"
        ))
        .await?;
    let (saturdays, of_saturdays) = listed(saturdays_read());
    let id = dialect.id(Kind::Unlock, "1000000 + u.employee_number");
    session
        .run(format!(
            "{saturdays} {insert} SELECT {id}, u.id, {date}, {reason}, u.manager_id, {opened}, NULL {of_saturdays}"
        ))
        .await?;
    Ok(())
}

/// One month of entries with their newest version. `before` counts the days that are there already.
async fn days(session: &mut Session, dialect: Dialect, days: &[NaiveDate], before: usize) -> Outcome<()> {
    let listed: Vec<String> = days.iter().zip(before..).map(|(day, k)| format!("('{day}', {k})")).collect();
    let listed = listed.join(", ");
    let recent = days.len().saturating_sub(8);
    let pending_from = if days.last().is_some_and(|day| *day >= week_read().1) {
        days.get(recent).map_or_else(String::new, ToString::to_string)
    } else {
        "9999".to_owned()
    };
    let id = dialect.id(Kind::Timesheet, "d.k * 20000 + u.employee_number");
    let (date, written) = (dialect.date("d.day"), dialect.instant("d.day || 'T16:30:12.345678+00:00'"));
    let decided = dialect.instant("d.day || 'T18:02:45.678901+00:00'");
    // Of a hundred decided days one is rejected; the newest wait for their decision.
    let is_pending = format!("d.day >= '{pending_from}'");
    let is_rejected = format!("NOT ({is_pending}) AND (u.employee_number + d.k) % 100 = 0");
    let status =
        format!("CASE WHEN {is_pending} THEN 'pending' WHEN {is_rejected} THEN 'rejected' ELSE 'approved' END");
    let half_hours = "14 + (u.employee_number + d.k) % 5";
    let description = "'Reviewed the delivery plan with the team, fixed two defects and wrote tests for item ' || (d.k * 7 + u.employee_number)";
    let comment = format!("CASE WHEN {is_rejected} THEN 'Please say which item this was.' END");
    let version = format!("CASE WHEN {is_pending} THEN 1 ELSE 2 END");
    let from = "FROM d CROSS JOIN users u WHERE u.role = 'Employee' ORDER BY d.k, u.employee_number";
    session
        .run(format!(
            "WITH d(day, k) AS (VALUES {listed}) INSERT INTO timesheets (id, user_id, date, half_hours, description, status, comment, \
               is_resubmission, version, decided_by, decided_at, rejected_on, created_at, updated_at) \
             SELECT {id}, u.id, {date}, {half_hours}, {description}, {status}, {comment}, false, {version}, \
               CASE WHEN NOT ({is_pending}) THEN u.manager_id END, CASE WHEN NOT ({is_pending}) THEN {decided} END, \
               CASE WHEN {is_rejected} THEN {date} END, {written}, CASE WHEN {is_pending} THEN {written} ELSE {decided} END {from}"
        ))
        .await?;
    session
        .run(format!(
            "WITH d(day, k) AS (VALUES {listed}) INSERT INTO timesheet_versions (timesheet_id, version, at, actor_id, half_hours, \
               description, status, comment) \
             SELECT {id}, {version}, {written}, u.id, {half_hours}, {description}, {status}, {comment} {from}"
        ))
        .await?;
    Ok(())
}
