//! A database that an earlier version wrote comes up under this one with everything as it was. The databases and what that
//! version answered lie in `tests/fixtures`, with how they were made.

use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::contents::Contents;
use testkit::process::{Home, Launch};

use crate::staff::{execute, wait_for};
use crate::{PROGRAM, beside_others};

/// The versions that left databases here, by their commits: one before there were months, and one that had closed some.
pub(crate) const EARLIER: &str = "7c86d04";
pub(crate) const WITH_CLOSED_MONTHS: &str = "dd50c8d";

/// A mail server that is away: what waited stays as it is.
const NO_MAIL: &str = "smtp://127.0.0.1:1";

fn fixture(version: &str, file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(version).join(file)
}

fn unpacked(path: &Path) -> Vec<u8> {
    let file = std::fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    bytes
}

/// What an earlier version left, and what it said of it.
pub(crate) struct Former {
    pub(crate) home: Home,
    said: Value,
}

impl Former {
    pub(crate) fn sqlite(version: &str) -> Self {
        let (home, said) = (Home::sqlite(), said(version, "sqlite.json"));
        std::fs::create_dir_all(home.data()).unwrap();
        std::fs::write(home.data().join("daybook.db"), unpacked(&fixture(version, "sqlite.db.gz"))).unwrap();
        std::fs::write(home.data().join("secret"), said["secret"].as_str().unwrap()).unwrap();
        Self { home, said }
    }

    pub(crate) async fn postgres(version: &str) -> Self {
        let (home, said) = (Home::blank_postgres().await, said(version, "postgres.json"));
        execute(&home, &String::from_utf8(unpacked(&fixture(version, "postgres.sql.gz"))).unwrap()).await;
        Self { home, said }
    }

    /// The present program, at the instant when the former one was asked.
    pub(crate) fn launch(&self) -> Launch {
        let now = self.said["now"].as_str().unwrap();
        self.home.launch(PROGRAM).setting("DAYBOOK_NOW", now).setting("DAYBOOK_MAIL", NO_MAIL)
    }

    pub(crate) async fn migrate(&self) {
        let ended = self.launch().word("migrate").word("--no-backup").run().await;
        assert_eq!(ended.code, Some(0), "{ended:?}");
    }
}

fn said(version: &str, file: &str) -> Value {
    serde_json::from_slice(&std::fs::read(fixture(version, file)).unwrap()).unwrap()
}

/// Active Employees without what the annual and the sick leave of 2026 and of 2027 give them: all of it where they joined before the
/// year or nobody knows when, else by the month of joining.
const NOT_GIVEN: &str = "\
    SELECT u.email, y.name, CAST(g.year AS text) FROM users u CROSS JOIN leave_types y \
        CROSS JOIN (SELECT 2026 AS year UNION ALL SELECT 2027) g \
    WHERE u.role = 'Employee' AND u.is_active AND y.name <> 'Unpaid Leave' AND NOT EXISTS ( \
        SELECT 1 FROM leave_ledger l WHERE l.user_id = u.id AND l.leave_type_id = y.id AND l.kind = 'allocation' AND l.year = g.year \
            AND l.half_days = CASE y.name WHEN 'Annual Leave' THEN \
                CASE WHEN g.year = 2027 OR u.joining_date IS NULL OR u.joining_date < '2026-02-01' THEN 40 \
                     WHEN u.joining_date < '2026-03-01' THEN 37 WHEN u.joining_date < '2026-04-01' THEN 34 \
                     WHEN u.joining_date < '2026-05-01' THEN 30 WHEN u.joining_date < '2026-06-01' THEN 27 \
                     WHEN u.joining_date < '2026-07-01' THEN 24 END \
            ELSE CASE WHEN g.year = 2027 OR u.joining_date IS NULL OR u.joining_date < '2026-02-01' THEN 20 \
                     WHEN u.joining_date < '2026-03-01' THEN 19 WHEN u.joining_date < '2026-04-01' THEN 17 \
                     WHEN u.joining_date < '2026-05-01' THEN 15 WHEN u.joining_date < '2026-06-01' THEN 14 \
                     WHEN u.joining_date < '2026-07-01' THEN 12 END END)";

/// Every row that was there is there, with the same values in the columns that there still are.
pub(crate) fn assert_kept(before: &Contents, after: &Contents) {
    for (table, rows) in before.iter().filter(|(table, _)| *table != "seaql_migrations") {
        let now = after.get(table).unwrap_or_else(|| panic!("the table {table} is gone"));
        let columns: Vec<&String> = now.iter().flat_map(|row| row.keys()).collect();
        let mut left: Vec<_> = now.iter().collect();
        for row in rows {
            let row: Vec<_> = row.iter().filter(|(column, _)| columns.contains(column)).collect();
            assert!(!row.is_empty(), "nothing is left of {table}");
            let place = left.iter().position(|now| row.iter().all(|(column, value)| now.get(*column) == Some(*value)));
            let place = place.unwrap_or_else(|| panic!("{table} has lost {row:?}"));
            left.swap_remove(place);
        }
    }
}

/// Sentences that are put together when they are asked for, and the number of a request, are nothing that was kept.
fn is_kept(path: &str, key: &str) -> bool {
    let is_composed = key == "reason" && ["/calendar", "/window"].iter().any(|part| path.contains(part));
    !is_composed && !["message", "requestId"].contains(&key)
}

/// The first difference between what was said then and what is said now. An answer may say more than it did.
fn difference(path: &str, at: &str, then: &Value, now: &Value) -> Option<String> {
    match (then, now) {
        (Value::Object(then), Value::Object(now)) => {
            then.iter().filter(|(key, _)| is_kept(path, key)).find_map(|(key, value)| {
                let at = format!("{at}.{key}");
                match now.get(key) {
                    Some(now) => difference(path, &at, value, now),
                    None => Some(format!("{at} is gone")),
                }
            })
        }
        (Value::Array(then), Value::Array(now)) if then.len() == now.len() => {
            let (mut then, mut now): (Vec<&Value>, Vec<&Value>) = (then.iter().collect(), now.iter().collect());
            if path.ends_with("/approval-stats") {
                // Of everybody they come in no order that is promised.
                for list in [&mut then, &mut now] {
                    list.sort_by_key(|count| count["userId"].to_string());
                }
            }
            let pairs = then.into_iter().zip(now).enumerate();
            pairs.into_iter().find_map(|(n, (then, now))| difference(path, &format!("{at}[{n}]"), then, now))
        }
        _ if then == now => None,
        _ => Some(format!("{at} was {then} and is {now}")),
    }
}

/// What was a salary of a person is one that began when they joined.
fn with_salaries_beside_people(mut contents: Contents) -> Contents {
    let mut salaries = Vec::new();
    for row in contents.get_mut("users").into_iter().flatten() {
        let salary = row.remove("salary_cents").filter(|salary| salary != "NULL");
        let joined = row.get("joining_date").filter(|date| *date != "NULL");
        if let Some(salary) = salary {
            let began = joined.map(|date| ("starts_on".to_owned(), date.clone()));
            let of = [("user_id".to_owned(), row["id"].clone()), ("salary_cents".to_owned(), salary)];
            salaries.push(of.into_iter().chain(began).collect());
        }
    }
    assert!(!salaries.is_empty(), "somebody earned something");
    contents.insert("salaries".to_owned(), salaries);
    contents
}

async fn everything_is_as_it_was(former: Former) {
    let before = with_salaries_beside_people(former.home.contents().await);
    former.migrate().await;
    assert_kept(&before, &former.home.contents().await);

    let status = former.launch().word("mail").word("status").run().await;
    // One sentence has been put in other words since.
    let said = former.said["mailStatus"].as_str().unwrap().replace("Times are of the", "Times are in the");
    assert_eq!((status.code, status.output), (Some(0), said));

    let daybook = former.launch().start().await;
    for answer in former.said["answers"].as_array().unwrap() {
        let (role, path) = (answer["as"].as_str().unwrap(), answer["path"].as_str().unwrap());
        let token = former.said["tokens"][role].as_str().unwrap();
        let now = daybook.client().with_token(token).get(path).await;
        assert_eq!(i64::from(now.status), answer["status"].as_i64().unwrap(), "{role} {path}: {}", now.text());
        let body = if answer["body"].is_string() { Value::from(now.text()) } else { now.json() };
        assert_eq!(difference(path, "", &answer["body"], &body), None, "{role} {path}");
    }
    let round = "SELECT count(*) FROM settings WHERE key = 'leave_settled' AND value LIKE '% done'";
    wait_for(&former.home, round, 1).await;
    let wrong = former.home.texts(NOT_GIVEN).await;
    assert_eq!(wrong, Vec::<Vec<String>>::new(), "everybody is given leave by the month of joining");
    let types = former.home.texts("SELECT name FROM leave_types ORDER BY name").await;
    assert_eq!(types, [["Annual Leave"], ["Sick Leave"], ["Unpaid Leave"]]);
    let given = "SELECT count(*) FROM users u WHERE u.role = 'Employee' AND u.is_active";
    let employees = former.home.number(given).await;
    assert_eq!(former.home.number("SELECT count(*) FROM leave_ledger").await, employees * 4, "two types, two years");

    let ended = daybook.client().with_token(former.said["tokens"]["Ended"].as_str().unwrap()).get("/api/session").await;
    assert_eq!(ended.message(), "You have been logged out because you logged in from another device.");
}

/// The copies that were made beside the database file.
fn copies(home: &Home) -> Vec<PathBuf> {
    let files = std::fs::read_dir(home.data()).unwrap().map(|file| file.unwrap().path());
    let mut copies: Vec<_> = files.filter(|path| path.to_string_lossy().contains(".before-")).collect();
    copies.sort();
    copies
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_is_made_before_the_schema_changes() {
    let _turn = beside_others().await;
    let former = Former::sqlite(EARLIER);
    let before = former.home.contents().await;
    former.migrate().await;
    let [copy] = copies(&former.home).try_into().expect("one copy");
    assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    let back = Home::sqlite();
    std::fs::create_dir_all(back.data()).unwrap();
    std::fs::copy(&copy, back.data().join("daybook.db")).unwrap();
    assert_eq!(back.contents().await, before);
    // What is up to date is not copied.
    std::fs::remove_file(&copy).unwrap();
    former.migrate().await;
    assert_eq!(copies(&former.home), Vec::<PathBuf>::new());
}

/// A table that is in the way of a migration.
async fn what_cannot_be_migrated_stays(former: Former) {
    execute(&former.home, "CREATE TABLE service_periods (in_the_way integer)").await;
    let before = former.home.contents().await;
    let ended = former.launch().word("serve").word("--no-backup").run().await;
    assert_eq!((ended.code, ended.output.as_str()), (Some(1), ""), "{ended:?}");
    let sentence = ended.log.lines().last().unwrap();
    let told = "daybook: the database could not be brought up to date, and is as it was before: ";
    assert!(sentence.starts_with(told) && sentence.contains("service_periods"), "{sentence}");
    if !former.home.is_postgres() {
        let [copy] = copies(&former.home).try_into().expect("one copy");
        assert!(sentence.ends_with(&format!("; a copy of it is {}", copy.display())), "{sentence}");
    }
    assert_eq!(former.home.contents().await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_migrated_stays_as_it_was_on_sqlite() {
    let _turn = beside_others().await;
    what_cannot_be_migrated_stays(Former::sqlite(EARLIER)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_migrated_stays_as_it_was_on_postgres() {
    let _turn = beside_others().await;
    what_cannot_be_migrated_stays(Former::postgres(EARLIER).await).await;
}

/// How many closed months of the night's check, which is over, do not agree with what they were made of.
const DIFFER: &str = "\
    SELECT count(*) FROM months WHERE is_closed AND NOT (checksum_holds AND differences = 0 AND checked_at > '2026-07-03 03:00:00+00:00')";

/// What payroll was handed stays the same file, whatever the schema becomes, and still agrees with what it was made of.
async fn closed_months_verify(former: Former) {
    let kept = |mut contents: Contents| {
        contents.retain(|table, _| ["months", "month_revisions", "month_rows"].contains(&table.as_str()));
        contents
    };
    let before = kept(former.home.contents().await);
    assert!(before["month_rows"].len() > 5, "somebody is in them");
    former.migrate().await;
    assert_kept(&before, &kept(former.home.contents().await));

    let daybook = former.launch().start().await;
    let hr = daybook.client().with_token(former.said["token"].as_str().unwrap());
    for told in former.said["files"].as_array().unwrap() {
        let (month, checksum) = (told["month"].as_str().unwrap(), told["checksum"].as_str().unwrap());
        let wanted = json!({"format": "csv", "revision": told["revision"]});
        let file = hr.post(&format!("/api/months/{month}/export"), wanted).await.expect(200);
        assert_eq!(file.text(), told["file"].as_str().unwrap(), "{month}, byte for byte");
        let checked = hr.post("/api/months/check", json!({ "checksum": checksum })).await.expect(200).data();
        assert_eq!(
            [&checked["result"], &checked["month"], &checked["revision"]],
            [&told["result"], &told["month"], &told["revision"]]
        );
    }
    drop(daybook);

    let night = former.launch().setting("DAYBOOK_NOW", former.said["night"].as_str().unwrap());
    let _daybook = night.start().await;
    let done = "SELECT count(*) FROM settings WHERE key = 'months_checked' AND value = '2026-07-03 done'";
    wait_for(&former.home, done, 1).await;
    assert_eq!(former.home.number(DIFFER).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_earlier_database_comes_up_as_it_was_and_its_closed_months_verify_on_sqlite() {
    let _turn = beside_others().await;
    everything_is_as_it_was(Former::sqlite(EARLIER)).await;
    closed_months_verify(Former::sqlite(WITH_CLOSED_MONTHS)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_earlier_database_comes_up_as_it_was_and_its_closed_months_verify_on_postgres() {
    let _turn = beside_others().await;
    everything_is_as_it_was(Former::postgres(EARLIER).await).await;
    closed_months_verify(Former::postgres(WITH_CLOSED_MONTHS).await).await;
}
