//! Backups of databases that an earlier program made, and of databases that break their own rules.

use std::io::{Read, Write};
use std::path::PathBuf;

use application::backups::Contents;
use application::backups::events::backup_restored;
use application::events::{Event, Origin};
use application::ports::{Identity, IdentityReads, SecondFactorReads};
use domain::id::EventId;
use domain::person::Role;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use migrations::{Migrator, MigratorTrait};
use persistence::{Backup, BackupError, Scratch};
use sea_orm::ConnectionTrait;
use testkit::database::TestDatabase;
use testkit::on_both_engines;
use uuid::Uuid;

use crate::identities::{identity, linked};
use crate::second_factors::set;
use crate::support::{begin, entry, execute, literal, now, number, person};

/// A file in the folder for temporary files, gone with the value.
struct Place(PathBuf);

impl Place {
    fn new() -> Self {
        Self(std::env::temp_dir().join(format!("daybook-backup-{}", Uuid::now_v7())))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).ok();
    }
}

async fn backed_up(database: &TestDatabase) -> (Place, Backup) {
    let place = Place::new();
    let file = std::fs::File::create(&place.0).unwrap();
    database.database().back_up(file, now(), "0.1.0").await.unwrap();
    let backup = Backup::open(&place.0).await.unwrap();
    backup.check().await.unwrap();
    (place, backup)
}

/// A database without a schema, of the other engine.
async fn other(database: &TestDatabase) -> TestDatabase {
    if database.is_postgres() { TestDatabase::blank_sqlite().await } else { TestDatabase::blank_postgres().await }
}

fn restored(contents: Contents) -> Event {
    let record = backup_restored(contents);
    Event { id: EventId::new(Uuid::now_v7()), at: now(), origin: Origin::command(), record, pushes: Vec::new() }
}

/// So many migrations an earlier program knew: with salaries as a column of people, and no count of decisions.
const EARLIER: u32 = 8;

async fn an_earlier_backup_is_restored_and_brought_up_to_date(database: TestDatabase, target: TestDatabase) {
    let raw = database.raw().await;
    Migrator::up(&raw, Some(EARLIER)).await.unwrap();
    let (ann, sheet) = (literal(&database, Uuid::from_u128(1)), literal(&database, Uuid::from_u128(11)));
    for statement in [
        format!(
            "INSERT INTO users (id, employee_number, email, first_name, last_name, role, is_active, is_blocked, is_first_login, \
               salary_cents, password_hash, created_at, updated_at) \
             VALUES ({ann}, 1001, 'ann@example.org', 'Ann', 'Lee', 'Employee', true, false, false, 4200000, '$hash', \
               '2026-01-05T08:00:00+00:00', '2026-01-05T08:00:00+00:00')"
        ),
        format!(
            "INSERT INTO timesheets (id, user_id, date, half_hours, description, status, is_resubmission, version, decided_by, \
               decided_at, created_at, updated_at) \
             VALUES ({sheet}, {ann}, '2026-06-09', 16, 'Built', 'approved', false, 1, {ann}, '2026-06-09T18:00:00.12+00:00', \
               '2026-06-09T17:00:00+00:00', '2026-06-09T18:00:00.12+00:00')"
        ),
    ] {
        raw.execute_unprepared(&statement).await.unwrap();
    }
    raw.close().await.unwrap();
    let (_place, backup) = backed_up(&database).await;
    assert_eq!(backup.heading.schema, Migrator::names()[EARLIER as usize - 1]);
    let contents = target.database().restore(backup, restored).await.unwrap();
    assert_eq!(contents, Contents { people: 1, entries: 1, audit_entries: 0 });
    for (one, rows) in [
        ("the salary has become a row", "salaries WHERE salary_cents = 4200000"),
        ("the decision is counted", "decided_counts WHERE approved = 1 AND rejected = 0"),
        ("the restore is recorded", "events WHERE kind = 'backup-restored'"),
    ] {
        assert_eq!(number(&target, &format!("SELECT count(*) FROM {rows}")).await, 1, "{one}");
    }
    let migrations = i64::try_from(Migrator::names().len()).unwrap();
    assert_eq!(number(&target, "SELECT count(*) FROM seaql_migrations").await, migrations);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_earlier_backup_of_sqlite_is_restored_into_a_new_postgres() {
    let (from, into) = (TestDatabase::blank_sqlite().await, TestDatabase::blank_postgres().await);
    an_earlier_backup_is_restored_and_brought_up_to_date(from, into).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_earlier_backup_of_postgres_is_restored_into_a_migrated_sqlite() {
    let (from, into) = (TestDatabase::blank_postgres().await, TestDatabase::sqlite().await);
    an_earlier_backup_is_restored_and_brought_up_to_date(from, into).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_earlier_backup_of_postgres_is_restored_into_a_migrated_postgres() {
    let (from, into) = (TestDatabase::blank_postgres().await, TestDatabase::postgres().await);
    an_earlier_backup_is_restored_and_brought_up_to_date(from, into).await;
}

async fn factors_and_links_are_restored(database: TestDatabase, target: TestDatabase) {
    let ann = person(database.database(), Role::Admin, None).await;
    set(database.database(), ann, "GEZDGNBVGY3TQOJQ", "ab").await;
    let link = Identity { sets_role: true, last_used_at: Some(now()), ..identity(ann, "sso", "1") };
    linked(database.database(), &link).await;
    let (_place, backup) = backed_up(&database).await;
    target.database().restore(backup, restored).await.unwrap();
    assert_eq!(target.database().identities(ann).await, Ok(vec![link]));
    let kept = [database.database().factor(ann).await.unwrap(), target.database().factor(ann).await.unwrap()];
    assert!(kept[0].is_some() && kept[0] == kept[1], "{kept:?}");
    let unit = begin(target.database()).await;
    let factor = unit.second_factors().of(ann).await.unwrap().unwrap();
    assert_eq!((factor.key.reveal(), factor.last_step), ("GEZDGNBVGY3TQOJQ", Some(7)));
    assert!(unit.second_factors().use_recovery_code(ann, &"b".repeat(64)).await.unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn factors_and_links_of_sqlite_are_restored_into_postgres() {
    factors_and_links_are_restored(TestDatabase::sqlite().await, TestDatabase::blank_postgres().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn factors_and_links_of_postgres_are_restored_into_sqlite() {
    factors_and_links_are_restored(TestDatabase::postgres().await, TestDatabase::blank_sqlite().await).await;
}

/// The rows end where a line cannot be read; it is the line that is named
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_that_cannot_be_read_is_why_a_restore_fails() {
    let (place, _) = backed_up(&TestDatabase::sqlite().await).await;
    let mut text = String::new();
    MultiGzDecoder::new(std::fs::File::open(&place.0).unwrap()).read_to_string(&mut text).unwrap();
    let cut = text.find("\n{\"rows\"").unwrap();
    let mut file = GzEncoder::new(std::fs::File::create(&place.0).unwrap(), Compression::fast());
    write!(file, "{}\nDear diary", &text[..cut]).unwrap();
    file.finish().unwrap();

    let backup = Backup::open(&place.0).await.unwrap();
    let refused = Scratch::make().unwrap().database().restore(backup, restored).await.map(|_| ());
    assert_eq!(refused, Err(BackupError::Damaged("it has a line that makes no sense".to_owned())));
}

on_both_engines! {
    /// A database that breaks its own rules is backed up as it is. It is told when somebody tries to restore it
    async fn a_row_that_breaks_a_rule_is_not_restored(database: &TestDatabase) {
        let ann = person(database.database(), Role::Employee, None).await;
        entry(database.database(), ann, "2026-06-09").await;
        let nobody = literal(database, Uuid::from_u128(7));
        let stray = format!("INSERT INTO mail_choices (user_id, kind, timing) VALUES ({nobody}, 'digest', 'off')");
        if database.is_postgres() {
            execute(database, "ALTER TABLE mail_choices DROP CONSTRAINT fk_mail_choices_user_id").await.unwrap();
            execute(database, &stray).await.unwrap();
        } else {
            execute(database, &format!("PRAGMA foreign_keys = OFF; {stray}")).await.unwrap();
        }
        let (_place, backup) = backed_up(database).await;

        let scratch = Scratch::make().unwrap();
        scratch.database().restore(backup.clone(), restored).await.unwrap();
        let broken = scratch.check_rules().await;
        let told = "a row of mail_choices refers to one of users that is not there".to_owned();
        assert_eq!(broken, Err(BackupError::Damaged(told)));

        let target = other(database).await;
        assert!(target.database().restore(backup, restored).await.is_err());
        let tables = if target.is_postgres() { "pg_tables WHERE schemaname = 'public'" } else { "sqlite_schema" };
        assert_eq!(number(&target, &format!("SELECT count(*) FROM {tables}")).await, 0, "nothing is left behind");
    }

    /// What was restored into a temporary database is gone with it, and so is its folder
    async fn a_trial_leaves_nothing_behind(database: &TestDatabase) {
        let _ = person(database.database(), Role::Admin, None).await;
        let (_place, backup) = backed_up(database).await;
        let scratch = Scratch::make().unwrap();
        let contents = scratch.database().restore(backup, restored).await.unwrap();
        assert_eq!((contents.people, contents.entries), (1, 0));
        assert_eq!(scratch.check_rules().await, Ok(()));
        let folder = scratch.folder().to_owned();
        assert!(folder.exists());
        drop(scratch);
        assert!(!folder.exists());
    }
}
