//! Fills a migrated database with the organisation, set by set, inside the database.
//!
//! The rows are written in the order of life, day after day: one person's month lies scattered over the table, as in a real one.

mod template;

use application::ports::{Reads, Store};
use chrono::{Days, NaiveDate, NaiveTime};
use domain::oversight::audit::{ChainPoint, Sealing};

use self::template::Words;
use crate::engine::{Database, Engine, Session};
use crate::failure::Outcome;
use crate::options::Part;
use crate::organisation::{Size, days_off_read, month_read, month_waiting, own_day, reading_day, working_days_read};

/// How many events happen at once for the sealer.
pub(crate) const BURST: u32 = 20_000;
/// How many weeks the audit log has, the last of which is the last one with entries, and how many days each of them.
pub(crate) const WEEKS: u32 = 100;
const DAYS: u32 = 5;
/// As many events are read and sealed together.
const TOGETHER: u32 = 10_000;

/// A database that is being filled.
struct Filler {
    session: Session,
    engine: Engine,
    words: Words,
}

impl Filler {
    async fn of(database: &Database, size: Size) -> Outcome<Self> {
        let (mut session, engine, people) = (database.open().await?, database.engine(), size.people());
        let has_patterns = !session.columns(engine, "work_patterns").await?.is_empty();
        // One in ten, who lie evenly among all.
        let is_own = format!("(u.employee_number - 1000 - {}) % 10 = 0", people.managers);
        let [first_leave, last_leave] = size.leave_slots();
        let words = [
            ("first_leave", first_leave.to_string()),
            ("last_leave", last_leave.to_string()),
            ("managers", people.managers.to_string()),
            ("employees", people.employees.to_string()),
            ("administrator", people.administrator().to_string()),
            ("hr", people.hr().to_string()),
            ("is_own", if has_patterns { is_own } else { "1 = 0".to_owned() }),
            ("is_postgres", if engine == Engine::Postgres { "1 = 1" } else { "1 = 0" }.to_owned()),
        ];
        Ok(Self { session, engine, words: words.into() })
    }

    async fn run(&mut self, file: &'static str, words: &[(&'static str, String)]) -> Outcome<()> {
        template::run(&mut self.session, self.engine, file, [&self.words[..], words].concat()).await
    }
}

/// Fills the database. Everybody has the same password, whose hash is `hash`. What only some parts need is written for those alone.
pub(crate) async fn fill(database: &Database, size: Size, hash: &str, parts: &[Part], log: AuditLog) -> Outcome<()> {
    let mut filler = Filler::of(database, size).await?;
    // Constraints hold by construction, and a crash while filling loses nothing that anybody needs.
    let quickly = match filler.engine {
        Engine::Sqlite => {
            "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -1000000"
        }
        Engine::Postgres => {
            "SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '256MB'"
        }
    };
    filler.session.run(quickly).await?;
    let has_log = parts.contains(&Part::Oversight);
    let last = if has_log { size.people().boss() } else { size.people().hr() };
    let text = |of: &str| of.to_owned();
    let words = [("last", last.to_string()), ("hash", text(hash)), ("line", text("\n")), ("tab", text("\t"))];
    filler.run(include_str!("fill/people.sql"), &words).await?;
    let mut before = 0;
    for month in size.filled() {
        let pending_from = match month.as_slice() {
            [first, ..] if *first >= month_read().0 => month.get(month.len().saturating_sub(8)),
            [first, ..] if *first >= month_waiting() => Some(first),
            _ => None,
        };
        let pending = pending_from.map_or_else(|| text("1 = 0"), |day| format!("d.day >= '{day}'"));
        let days = of_both((before..).zip(month.iter().map(|day| [*day, own_day(*day)])));
        filler.session.run("BEGIN").await?;
        filler.run(include_str!("fill/days.sql"), &[("days", days), ("pending", pending)]).await?;
        filler.session.run("COMMIT").await?;
        before += month.len();
    }
    let [working, off] = [working_days_read(), days_off_read()]
        .map(|[usual, own]| of_both(usual.into_iter().zip(own).map(Into::into).enumerate()));
    filler.run(include_str!("fill/marks.sql"), &[("working", working), ("off", off)]).await?;
    // Attendance includes leave, which a huge organisation has for its own months only: two years would take too long to fill.
    if parts.contains(&Part::Leave) || size == Size::Huge {
        filler.run(include_str!("fill/leave.sql"), &[]).await?;
    }
    if parts.contains(&Part::Months) {
        filler.run(include_str!("fill/salaries.sql"), &[]).await?;
    }
    if has_log {
        for week in 0..WEEKS {
            let first = week * log.a_week();
            filler.session.run("BEGIN").await?;
            filler.run(EVENTS, &log.words(first..first + log.a_week(), None)).await?;
            filler.session.run("COMMIT").await?;
        }
        if filler.engine == Engine::Postgres {
            let next = format!("SELECT setval(pg_get_serial_sequence('events', 'seq'), {})", log.events());
            filler.session.run(next).await?;
        }
    }
    filler.session.close().await?;
    settle(database).await?;
    if has_log {
        seal(database).await?;
        let mut filler = Filler::of(database, size).await?;
        let genesis = ("genesis", ChainPoint::START.hash.to_string());
        filler.run(include_str!("fill/verified.sql"), &[genesis]).await?;
        filler.session.close().await?;
        settle(database).await?;
    }
    Ok(())
}

/// Puts the database in the order in which it is measured: PostgreSQL's housekeeping is done now, and falls into no measurement, and
/// SQLite is left as the portal leaves it.
pub(crate) async fn settle(database: &Database) -> Outcome<()> {
    let mut session = database.open().await?;
    match database.engine() {
        Engine::Sqlite => session.run("PRAGMA journal_mode = WAL").await?,
        Engine::Postgres => {
            session.run("VACUUM ANALYZE").await?;
            session.run("CHECKPOINT").await?;
        }
    }
    session.close().await
}

/// Unlocks these days, on which there are no entries, for every employee.
pub(crate) async fn unlock(database: &Database, size: Size, days: &[NaiveDate]) -> Outcome<()> {
    let number = |day: &NaiveDate| (*day - month_read().0).num_days();
    let listed: Vec<String> = days.iter().map(|day| format!("('{day}', {})", number(day))).collect();
    let mut filler = Filler::of(database, size).await?;
    filler.run(include_str!("fill/unlocks.sql"), &[("days", listed.join(", "))]).await?;
    filler.session.close().await?;
    settle(database).await
}

/// Days with a number for each, as rows: those of everybody, and those of people with work patterns of their own.
fn of_both(days: impl Iterator<Item = (usize, [NaiveDate; 2])>) -> String {
    let row = |(k, [usual, own]): (usize, [NaiveDate; 2])| format!("('{usual}', {k}, false), ('{own}', {k}, true)");
    days.map(row).collect::<Vec<_>>().join(", ")
}

const EVENTS: &str = include_str!("fill/events.sql");

/// The audit log: how many events there are on a day.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AuditLog {
    a_day: u32,
}

impl AuditLog {
    /// The log of an organisation of this size, with so many events where somebody asked for them.
    pub(crate) fn of(size: Size, asked: Option<u32>) -> Self {
        let events = asked.unwrap_or(match size {
            Size::Small => 10_000,
            Size::Medium => 100_000,
            Size::Large => 10_000_000,
            Size::Huge => 1_000_000,
        });
        Self { a_day: (events / (WEEKS * DAYS)).max(1) }
    }

    pub(crate) const fn a_week(self) -> u32 {
        DAYS * self.a_day
    }

    pub(crate) const fn events(self) -> u32 {
        WEEKS * self.a_week()
    }

    /// What the words mean for the events with these numbers, from 0, in the past or on the morning of a day.
    fn words(self, numbers: std::ops::Range<u32>, now: Option<NaiveDate>) -> Words {
        let [seq, subject_seq, join] = match now {
            None => ["e.n + 1", "e.n + 1", ""],
            Some(_) => ["-", "v.seq", "JOIN events v ON v.id = #id(event, e.n)"],
        };
        let at = now.map(|day| format!("#instant('{day}T07:59:59.123456+00:00')"));
        vec![
            ("start", numbers.start.to_string()),
            ("end", numbers.end.to_string()),
            ("a_day", self.a_day.to_string()),
            // From six in the morning to eight in the evening, in microseconds.
            ("step", (14 * 3_600_000_000 / u64::from(self.a_day)).to_string()),
            ("first_day", week(0).0.to_string()),
            ("seq", seq.to_owned()),
            ("subject_seq", subject_seq.to_owned()),
            ("join", join.to_owned()),
            ("at", at.unwrap_or_else(|| "{past}".to_owned())),
        ]
    }
}

/// The Monday and the Friday of a week of the log, from 0.
pub(crate) fn week(number: u32) -> (NaiveDate, NaiveDate) {
    let monday = reading_day() - Days::new(u64::from(WEEKS - number) * 7);
    (monday, monday + Days::new(u64::from(DAYS) - 1))
}

/// Seals every event, as the portal does.
async fn seal(database: &Database) -> Outcome<()> {
    let portal = persistence::Database::connect(&persistence::Settings::new(&database.url)).await?;
    loop {
        let found = portal.audit().unsealed(TOGETHER).await?;
        let (newest, seq) = (found.chain.newest, found.chain.newest_seq);
        let step = Sealing::step(newest, seq, &found.gaps, &found.late, &found.newer, &found.unreadable);
        if step.is_empty(seq) {
            break;
        }
        let work = portal.begin().await?;
        work.audit().lock_chain().await?;
        work.audit().seal(&step, reading_day().and_time(NaiveTime::MIN).and_utc()).await?;
        work.commit().await?;
    }
    portal.close().await;
    Ok(())
}

/// Lets many events happen at once on a day, written straight into the database, and says the number of the newest then. They are others
/// in each round.
pub(crate) async fn burst(database: &Database, size: Size, log: AuditLog, round: u32, day: NaiveDate) -> Outcome<i64> {
    let mut filler = Filler::of(database, size).await?;
    let first = log.events() + (round - 1) * BURST;
    filler.session.run(if filler.engine == Engine::Sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" }).await?;
    filler.run(EVENTS, &log.words(first..first + BURST, Some(day))).await?;
    filler.session.run("COMMIT").await?;
    let newest = filler.session.number("SELECT max(seq) FROM events").await?;
    filler.session.close().await?;
    Ok(newest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use application::audit::verify_all;

    /// How many rows there are in which table. Of the leave, the rejected requests have no halves, and of the Monday nothing counts for
    /// the ten who are off then. Each event is about a person, and those about a team are about nineteen more.
    const HELD: &str = "100 in service_periods
30 in work_patterns
4500 in timesheets
100 in absences
200 in unlocks
100 in decided_counts d WHERE approved + rejected = (SELECT count(*) FROM timesheets t WHERE t.user_id = d.user_id AND t.status <> 'pending')
100 in salaries WHERE starts_on = '2020-01-01'
10 in salaries WHERE starts_on = '2026-06-15'
1 in users u JOIN sessions s ON s.user_id = u.id WHERE role = 'Boss'
2100 in leave_requests
200 in leave_requests WHERE status = 'pending'
20 in leave_halves WHERE NOT counts
0 in leave_halves WHERE strftime('%w', date) IN ('0', '6')
0 in leave_requests r WHERE status <> 'rejected' AND half_days > 0 AND half_days <> (SELECT count(*) FROM leave_halves h WHERE h.request_id = r.id AND h.counts)
0 in leave_requests r WHERE status <> 'rejected' AND half_days > 0 AND NOT EXISTS (SELECT 1 FROM leave_ledger l WHERE l.request_id = r.id AND l.half_days = -r.half_days AND l.year = CAST(strftime('%Y', r.start_date) AS integer))
4500 in events WHERE kind = 'day-submitted' AND source = 'portal'
30 in events WHERE source = 'job' AND actor_id IS NULL
10190 in event_subjects
100 in (SELECT DISTINCT user_id FROM event_subjects)
10000 in (SELECT DISTINCT at FROM events)
0 in events e LEFT JOIN users u ON u.id = e.actor_id WHERE u.role IS NOT e.actor_role";

    #[test]
    fn the_log_ends_with_the_entries_and_is_as_long_as_asked() {
        let days = |(monday, friday): (NaiveDate, NaiveDate)| format!("{monday} {friday}");
        assert_eq!([days(week(0)), days(week(99))], ["2024-09-02 2024-09-06", "2026-07-27 2026-07-31"]);
        let events = |size, asked| AuditLog::of(size, asked).events();
        assert_eq!((events(Size::Large, None), events(Size::Large, Some(1_234))), (10_000_000, 1_000));
    }

    #[test]
    fn the_portal_knows_the_kinds_of_events() {
        let kinds = EVENTS.lines().filter_map(|line| line.strip_prefix("  (")?.split('\'').nth(1));
        let kinds: Vec<&str> = kinds.collect();
        assert_eq!(kinds.len(), 13);
        assert!(kinds.iter().all(|kind| application::events::KINDS.contains(kind)));
    }

    #[tokio::test]
    async fn the_present_schema_takes_the_organisation() {
        let folder = std::env::temp_dir().join(format!("daybook-bench-fill-{}", std::process::id()));
        testkit::database::write_migrated_file(&folder).await;
        let (database, log) = (Database::make(None, &folder, "", None).await.unwrap(), AuditLog::of(Size::Small, None));
        fill(&database, Size::Small, "$argon2id$v=19$m=19456", &[Part::Leave, Part::Months, Part::Oversight], log)
            .await
            .unwrap();
        let mut session = database.open().await.unwrap();
        let mut count = async |from: &str| session.number(&format!("SELECT count(*) FROM {from}")).await.unwrap();
        for line in HELD.lines() {
            let (expected, from) = line.split_once(" in ").unwrap();
            assert_eq!(count(from).await.to_string(), expected, "{from}");
        }
        // Nine Mondays of two months; those of the ten are Saturdays.
        for (weekday, own, others) in [(1, 0, 810), (2, 90, 810), (6, 90, 0)] {
            for (is_one, entries) in [("IN", own), ("NOT IN", others)] {
                let of = format!("user_id {is_one} (SELECT owner_id FROM work_patterns)");
                let entries_on = format!("timesheets WHERE strftime('%w', date) = '{weekday}' AND {of}");
                assert_eq!(count(&entries_on).await, entries, "{weekday} {is_one}");
            }
        }
        session.close().await.unwrap();
        let newest = burst(&database, Size::Small, log, 1, reading_day()).await.unwrap();
        assert_eq!(newest, 10_000 + i64::from(BURST));
        let mut session = database.open().await.unwrap();
        let about = "SELECT count(DISTINCT event_seq) FROM event_subjects WHERE event_seq > 10000";
        assert_eq!(session.number(about).await.unwrap(), i64::from(BURST));
        session.close().await.unwrap();
        let portal = persistence::Database::connect(&persistence::Settings::new(&database.url)).await.unwrap();
        let checked = verify_all(&portal).await.unwrap();
        assert_eq!((checked.entries, checked.found), (10_000, None));
        portal.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}
