//! What oversight looks at: the audit log of two years, sealed as the portal seals it, and a Boss.
//!
//! On each working day of a hundred weeks, the last of which is the last one with entries, as many events happen. They are written week
//! by week, read back as the portal reads them, and sealed in the order of their numbers, so that the chain is that of what is stored.

use std::ops::{Range, RangeInclusive};

use chrono::{Days, NaiveDate};
use domain::oversight::audit::ChainPoint;

use super::seals::seal;
use super::{CREATED, Dialect, NEVER, insert};
use crate::engine::{Database, Engine, Session};
use crate::failure::Outcome;
use crate::organisation::{FIRST_NUMBER, Kind, People, Size, TEAM, email, reading_day};

/// How many events the log may have: one on each day, and as many as were promised to be quick.
pub(crate) const EVENTS: RangeInclusive<u32> = 500..=10_000_000;
/// How many events happen at once for the sealer.
pub(crate) const BURST: u32 = 20_000;

/// How many weeks the log has, and how many days each of them.
pub(crate) const WEEKS: u32 = 100;
const DAYS: u32 = 5;
/// The microseconds of a working day, from six in the morning to eight in the evening.
const DAY: u64 = 14 * 3_600 * 1_000_000;

/// Who acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Actor {
    /// The employee whom the event is about.
    Employee,
    /// Their manager.
    Manager,
    Hr,
    /// Somebody who is not signed in.
    Visitor,
    Job,
}

/// The kinds of events: how many of a thousand there are, who acts, and what is told. The last is about a whole team.
const KINDS: [(&str, u32, Actor, &str); 13] = [
    (
        "day-submitted",
        450,
        Actor::Employee,
        r#"{"changes":[{"after":8,"before":null,"field":"hours"},{"after":"pending","before":null,"field":"status"}],"date":"{day}","isResubmission":false,"version":1}"#,
    ),
    ("signed-in", 220, Actor::Employee, r#"{"session":"{session}"}"#),
    (
        "days-decided",
        100,
        Actor::Manager,
        r#"{"changes":[{"after":"approved","before":"pending","field":"status"}],"dates":["{day}"]}"#,
    ),
    ("signed-out", 85, Actor::Employee, r#"{"session":"{session}"}"#),
    ("notices-read", 60, Actor::Employee, r#"{"count":2}"#),
    ("sign-in-failed", 30, Actor::Visitor, r#"{"outcome":"wrong-password"}"#),
    ("file-downloaded", 20, Actor::Hr, r#"{"fileName":"Timesheet_7_2026.csv"}"#),
    ("day-unlocked", 10, Actor::Manager, r#"{"date":"{day}","reason":"Was travelling and had no connection"}"#),
    ("password-changed", 10, Actor::Employee, "{}"),
    (
        "account-changed",
        8,
        Actor::Hr,
        r#"{"changes":[{"after":"Department 3","before":"Department 2","field":"department"}]}"#,
    ),
    ("salary-set", 4, Actor::Hr, r#"{"changes":[{"field":"salary"}],"from":"{day}"}"#),
    ("unlock-expired", 2, Actor::Job, r#"{"date":"{day}","reason":"Was travelling and had no connection"}"#),
    ("day-frozen", 1, Actor::Job, r#"{"date":"{day}"}"#),
];
/// Which of a thousand events is the last kind.
const OF_A_TEAM: u32 = 999;

/// The audit log: of whom, and how long.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AuditLog {
    people: People,
    /// Events on a day.
    a_day: u32,
}

impl AuditLog {
    /// The log of an organisation of this size, with so many events where somebody asked for them.
    pub(crate) fn of(size: Size, asked: Option<u32>) -> Self {
        let events = asked.unwrap_or(match size {
            Size::Small => 10_000,
            Size::Medium => 100_000,
            Size::Large => 10_000_000,
        });
        Self { people: People::of(size), a_day: (events / (WEEKS * DAYS)).max(1) }
    }

    /// Events in a week.
    pub(crate) const fn a_week(self) -> u32 {
        DAYS * self.a_day
    }

    /// All events.
    pub(crate) const fn events(self) -> u32 {
        WEEKS * self.a_week()
    }

    /// The events with these numbers, from 0, as the table `s`: which of a thousand each is (`k`), which employee it is about (`x`), on
    /// which day (`d`), and which of that day's it is (`i`). Neighbours are of different kinds, and about people of different teams.
    fn numbered(self, numbers: &Range<u32>) -> String {
        let (Self { people, a_day }, Range { start, end }) = (self, numbers);
        let employees = people.employees;
        format!(
            "WITH RECURSIVE g(n) AS (SELECT CAST({start} AS bigint) UNION ALL SELECT n + 1 FROM g WHERE n + 1 < {end}), \
             s AS (SELECT n, n * 617 % 1000 AS k, (n * 7919 + n / 1000 * 104729) % {employees} AS x, n / {a_day} AS d, n % {a_day} AS i FROM g)"
        )
    }

    /// The person's number, and their role, who acts.
    fn number_of(self, actor: Actor) -> Option<(String, &'static str)> {
        match actor {
            Actor::Employee => Some((self.employee(), "Employee")),
            Actor::Manager => Some((format!("(1 + s.x / {TEAM})"), "Manager")),
            Actor::Hr => Some((self.people.hr().to_string(), "HR")),
            Actor::Visitor | Actor::Job => None,
        }
    }

    /// The number of the employee whom an event is about.
    fn employee(self) -> String {
        format!("({} + s.x)", self.people.managers + 1)
    }

    /// The columns of an event that are the same whenever it happens.
    fn columns(self, dialect: Dialect) -> Vec<(&'static str, String)> {
        let id_of = |actor, kind| {
            let number = self.number_of(actor);
            number.map_or_else(|| "NULL".to_owned(), |(number, _)| dialect.id(kind, &number))
        };
        let day = format!("CAST({} AS text)", dialect.days_after(first_day(), &working_days()));
        let payload = |actor, template: &str| {
            let session = self.number_of(actor).map(|(number, _)| dialect.id_text(Kind::Session, &number));
            let filled = template.replace("{day}", &format!("' || {day} || '"));
            format!("'{}'", filled.replace("{session}", &format!("' || {} || '", session.unwrap_or_default())))
        };
        let [employee, manager] = [Actor::Employee, Actor::Manager].map(|actor| {
            self.number_of(actor).map(|(number, _)| dialect.id_text(Kind::User, &number)).unwrap_or_default()
        });
        let told = format!(r#"'[{{"changed":"timesheets","users":["' || {employee} || '","' || {manager} || '"]}}]'"#);
        let quoted = |text: &str| format!("'{text}'");
        let unless_job =
            |value: String| choice(|_, actor, _| if actor == Actor::Job { "NULL".to_owned() } else { value.clone() });
        vec![
            ("id", dialect.id(Kind::Event, "s.n")),
            ("kind", choice(|kind, _, _| quoted(kind))),
            ("actor_id", choice(|_, actor, _| id_of(actor, Kind::User))),
            (
                "actor_role",
                choice(|_, actor, _| self.number_of(actor).map_or_else(|| "NULL".to_owned(), |(_, role)| quoted(role))),
            ),
            ("session_id", choice(|_, actor, _| id_of(actor, Kind::Session))),
            ("request_id", unless_job(dialect.hex("s.n", 16))),
            ("address", unless_job("'10.0.' || (s.x / 250) || '.' || (1 + s.x % 250)".to_owned())),
            ("source", choice(|_, actor, _| quoted(if actor == Actor::Job { "job" } else { "portal" }))),
            ("payload", choice(|_, actor, template| payload(actor, template))),
            (
                "audience",
                choice(|kind, _, _| match kind {
                    "day-submitted" | "days-decided" => told.clone(),
                    _ => quoted("[]"),
                }),
            ),
        ]
    }

    /// The moment of an event of the past. No two are at the same.
    fn moment(self, dialect: Dialect) -> String {
        let (start, days) = (first_day(), working_days());
        let micros = format!("(s.i * {} + 123456)", DAY / u64::from(self.a_day));
        match dialect.0 {
            Engine::Sqlite => format!(
                "strftime('%Y-%m-%dT%H:%M:%S', '{start} 06:00:00', '+' || ({days}) || ' days', '+' || ({micros} / 1000000) || ' seconds') \
                 || printf('.%06d+00:00', {micros} % 1000000)"
            ),
            Engine::Postgres => format!(
                "TIMESTAMPTZ '{start}T06:00:00Z' + ({days}) * INTERVAL '24 hours' + {micros} * INTERVAL '1 microsecond'"
            ),
        }
    }

    /// Writes the events with these numbers, and whom they are about. What happened in the past has its number of the log from its own;
    /// what happens `now` gets it from the database.
    async fn write(
        self,
        session: &mut Session,
        dialect: Dialect,
        numbers: Range<u32>,
        now: Option<NaiveDate>,
    ) -> Outcome<()> {
        let (with, mut columns) = (self.numbered(&numbers), self.columns(dialect));
        let (seq, from) = if let Some(day) = now {
            columns.push(("at", dialect.instant(&format!("'{day}T07:59:59.123456+00:00'"))));
            ("e.seq", format!("FROM s JOIN events e ON e.id = {}", dialect.id(Kind::Event, "s.n")))
        } else {
            columns.extend([("seq", "s.n + 1".to_owned()), ("at", self.moment(dialect))]);
            ("s.n + 1", "FROM s".to_owned())
        };
        insert(session, "events", &columns, &with, "FROM s ORDER BY s.n").await?;
        let about = |employee: &str| [("event_seq", seq.to_owned()), ("user_id", dialect.id(Kind::User, employee))];
        insert(session, "event_subjects", &about(&self.employee()), &with, &from).await?;
        let others: Vec<String> = (1..TEAM).map(|place| format!("({place})")).collect();
        let with = format!("{with}, t(j) AS (VALUES {})", others.join(", "));
        let other = format!("({} + s.x / {TEAM} * {TEAM} + (s.x + t.j) % {TEAM})", self.people.managers + 1);
        let from = format!("{from} CROSS JOIN t WHERE s.k = {OF_A_TEAM}");
        insert(session, "event_subjects", &about(&other), &with, &from).await
    }
}

/// The day of the first event, a Monday.
fn first_day() -> NaiveDate {
    reading_day() - Days::new(u64::from(WEEKS) * 7)
}

/// The Monday and the Friday of a week, from 0.
pub(crate) fn week(number: u32) -> (NaiveDate, NaiveDate) {
    let monday = first_day() + Days::new(u64::from(number) * 7);
    (monday, monday + Days::new(u64::from(DAYS) - 1))
}

/// How many days after the first an event `s` lies.
fn working_days() -> String {
    format!("s.d / {DAYS} * 7 + s.d % {DAYS}")
}

/// What `value` says of the kind of an event `s`.
fn choice(value: impl Fn(&str, Actor, &str) -> String) -> String {
    let mut up_to = 0;
    let arm = |(kind, share, actor, template): (&str, u32, Actor, &str)| {
        up_to += share;
        format!("WHEN s.k < {up_to} THEN {}", value(kind, actor, template))
    };
    format!("CASE {} END", KINDS.into_iter().map(arm).collect::<Vec<_>>().join(" "))
}

/// Fills the audit log and seals it, and adds the Boss. The portal is told that it has verified the log in every night to come: otherwise
/// it would do so at each start, while something else is measured.
pub(crate) async fn history(database: &Database, log: AuditLog) -> Outcome<()> {
    let mut session = database.open().await?;
    let dialect = Dialect(database.engine());
    for statement in dialect.before() {
        session.run(*statement).await?;
    }
    boss(&mut session, dialect, log.people).await?;
    let mut newest = ChainPoint::START;
    for week in 0..WEEKS {
        let first = week * log.a_week();
        let numbers = first..first + log.a_week();
        let last = i64::from(numbers.end);
        session.run(dialect.begin()).await?;
        log.write(&mut session, dialect, numbers, None).await?;
        newest = seal(&mut session, newest, last).await?;
        session.run("COMMIT").await?;
    }
    let at = dialect.instant(&format!("'{}T04:00:00+00:00'", reading_day()));
    let (position, hash) = (newest.position.to_string(), format!("'{}'", newest.hash));
    session
        .run(format!(
            "UPDATE audit_chain SET position = {position}, hash = {hash}, sealed_at = {at}, newest_seq = {position}"
        ))
        .await?;
    let start = format!("'{}'", ChainPoint::START.hash);
    let verification = [
        ("number", "1"),
        ("started_at", &at),
        ("finished_at", &at),
        ("night", &dialect.date("'2099-12-31'")),
        ("total", &position),
        ("checked", &position),
        ("checkpoint_position", "0"),
        ("checkpoint_hash", &start),
        ("through_position", &position),
        ("through_hash", &hash),
        ("reached_position", &position),
        ("reached_hash", &hash),
        ("is_running", "false"),
    ];
    insert(&mut session, "audit_verifications", &verification, "", "").await?;
    if dialect.0 == Engine::Postgres {
        session.run(format!("SELECT setval(pg_get_serial_sequence('events', 'seq'), {position})")).await?;
    }
    session.close().await?;
    super::settle(database).await
}

/// A Boss with a live session, in all else like the one of HR; and when everybody signed in last, which PostgreSQL's trigger has not
/// noted while the database was filled.
async fn boss(session: &mut Session, dialect: Dialect, people: People) -> Outcome<()> {
    let (number, hr) = (people.boss(), dialect.id(Kind::User, &people.hr().to_string()));
    let id = dialect.id(Kind::User, &number.to_string());
    let value = |column: &str| match column {
        "id" => id.clone(),
        "employee_number" => (FIRST_NUMBER + number).to_string(),
        "email" => format!("'{}'", email(number)),
        "role" => "'Boss'".to_owned(),
        other => format!("u.{other}"),
    };
    let there = session.columns("users").await?;
    let columns: Vec<(&str, String)> = there.iter().map(|column| (column.as_str(), value(column))).collect();
    insert(session, "users", &columns, "", &format!("FROM users u WHERE u.id = {hr}")).await?;
    session.run("UPDATE counters SET value = value + 1 WHERE name = 'employee_number'").await?;
    let columns = [
        ("id", dialect.id(Kind::Session, &number.to_string())),
        ("user_id", id.clone()),
        ("created_at", dialect.instant(CREATED)),
        ("expires_at", dialect.instant(NEVER)),
        ("ip", "'127.0.0.1'".to_owned()),
    ];
    insert(session, "sessions", &columns, "", "").await?;
    let signed_in = "INSERT INTO last_sign_ins (user_id, at) SELECT user_id, created_at FROM sessions WHERE true ON CONFLICT DO NOTHING";
    session.run(signed_in).await.map(drop)
}

/// Lets many events happen at once on a day, written straight into the database, and says the number of the newest then. They are others
/// in each round.
pub(crate) async fn burst(database: &Database, log: AuditLog, round: u32, day: NaiveDate) -> Outcome<i64> {
    let mut session = database.open().await?;
    let dialect = Dialect(database.engine());
    let first = log.events() + (round - 1) * BURST;
    session.run(dialect.begin()).await?;
    log.write(&mut session, dialect, first..first + BURST, Some(day)).await?;
    session.run("COMMIT").await?;
    let newest = session.number("SELECT max(seq) FROM events").await?;
    session.close().await?;
    Ok(newest)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that meets the impossible should stop")]

    use super::*;
    use application::audit::verify_all;
    use migrations::{Migrator, MigratorTrait};

    #[test]
    fn the_kinds_make_a_thousand_and_the_portal_knows_them() {
        assert_eq!(KINDS.iter().map(|(_, share, ..)| share).sum::<u32>(), OF_A_TEAM + 1);
        assert!(KINDS.iter().all(|(kind, ..)| application::events::KINDS.contains(kind)));
        assert_eq!(KINDS.last().map(|(kind, ..)| *kind), Some("day-frozen"));
    }

    #[test]
    fn the_log_ends_with_the_entries_and_is_as_long_as_asked() {
        let days = |(monday, friday): (NaiveDate, NaiveDate)| format!("{monday} {friday}");
        assert_eq!([days(week(0)), days(week(99))], ["2024-09-02 2024-09-06", "2026-07-27 2026-07-31"]);
        let events = |size, asked| AuditLog::of(size, asked).events();
        assert_eq!(events(Size::Large, None), 10_000_000);
        assert_eq!((events(Size::Medium, None), events(Size::Large, Some(1_234))), (100_000, 1_000));
        assert_eq!(AuditLog::of(Size::Large, None).a_week(), 100_000);
    }

    #[tokio::test]
    async fn the_portal_finds_the_log_intact() {
        let folder = std::env::temp_dir().join(format!("daybook-bench-oversight-{}", std::process::id()));
        let database = Database::make(Engine::Sqlite, None, &folder, "").await.unwrap();
        let connection = sea_orm::Database::connect(format!("{}?mode=rwc", database.url())).await.unwrap();
        Migrator::up(&connection, None).await.unwrap();
        connection.close().await.unwrap();
        super::super::fill(&database, Size::Small, 10, "a hash").await.unwrap();
        let log = AuditLog::of(Size::Small, None);
        history(&database, log).await.unwrap();
        let mut session = database.open().await.unwrap();
        let mut count = async |statement: &'static str| session.number(statement).await.unwrap();
        assert_eq!(
            count("SELECT count(*) FROM events WHERE kind = 'day-submitted' AND source = 'portal'").await,
            4_500
        );
        assert_eq!(count("SELECT count(*) FROM events WHERE source = 'job' AND actor_id IS NULL").await, 30);
        // Of each person as many, and of those that are about a team nineteen more.
        assert_eq!(count("SELECT count(DISTINCT user_id) FROM event_subjects").await, 100);
        assert_eq!(count("SELECT count(*) FROM event_subjects").await, 10_190);
        assert_eq!(count("SELECT count(DISTINCT at) FROM events WHERE at < '2026-08-01'").await, 10_000);
        let strange =
            "SELECT count(*) FROM events e LEFT JOIN users u ON u.id = e.actor_id WHERE u.role IS NOT e.actor_role";
        assert_eq!(count(strange).await, 0);
        assert_eq!(
            count("SELECT count(*) FROM users u JOIN sessions s ON s.user_id = u.id WHERE role = 'Boss'").await,
            1
        );
        assert_eq!(burst(&database, log, 1, reading_day()).await.unwrap(), 10_000 + i64::from(BURST));
        assert_eq!(count("SELECT count(DISTINCT event_seq) FROM event_subjects WHERE event_seq > 10000").await, 20_000);
        session.close().await.unwrap();
        let portal = persistence::Database::connect(&persistence::Settings::new(database.url())).await.unwrap();
        let checked = verify_all(&portal).await.unwrap();
        assert_eq!((checked.entries, checked.found), (10_000, None));
        portal.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}
