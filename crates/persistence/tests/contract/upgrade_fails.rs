//! A migration that fails halfway: the database is as it was before, and of an SQLite file there is a copy.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use migrations::{MigrationName, MigrationTrait, Migrator, MigratorTrait, SchemaManager};
use persistence::OpenError;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use testkit::contents::{Viewer, difference};
use testkit::database::TestDatabase;

/// What the program will have to migrate some day, with a mistake in it.
struct Broken;

impl MigrationName for Broken {
    fn name(&self) -> &'static str {
        "m99990101_000001_broken"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Broken {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        connection.execute_unprepared("CREATE TABLE half (done integer)").await?;
        connection.execute_unprepared("ALTER TABLE settings ADD COLUMN half integer").await?;
        connection.execute_unprepared("UPDATE settings SET value = 'half'").await?;
        connection.execute_unprepared("INSERT INTO nowhere VALUES (1)").await?;
        Ok(())
    }
}

struct Next;

#[async_trait::async_trait]
impl MigratorTrait for Next {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        Migrator::migrations().into_iter().chain([Box::new(Broken) as Box<dyn MigrationTrait>]).collect()
    }
}

/// Fails to migrate, and gives the place of the copy.
async fn is_as_it_was(database: &TestDatabase) -> Option<PathBuf> {
    let store = database.database();
    store.shared_setting("kept", "value").await.unwrap();
    let before = Viewer::open(database).await.contents().await;
    let error = store.migrate_by::<Next>().await.unwrap_err();
    let sentence = error.to_string();
    assert!(sentence.contains("is as it was before") && sentence.contains("nowhere"), "{sentence}");
    let OpenError::Migration { copy, .. } = error else { panic!("{sentence}") };
    let after = Viewer::open(database).await.contents().await;
    assert_eq!(difference(&before, &after), "");
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    // The former program goes on.
    store.migrate().await.unwrap();
    assert_eq!(store.shared_setting("kept", "another").await.unwrap(), "value");
    copy
}

#[tokio::test]
async fn a_migration_that_fails_halfway_leaves_everything_on_sqlite() {
    let database = TestDatabase::sqlite().await;
    let folder = PathBuf::from(database.url().strip_prefix("sqlite://").unwrap()).parent().unwrap().to_owned();
    let copies = || {
        let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        files.filter(|name| name.contains("before")).collect::<Vec<_>>()
    };
    assert_eq!(copies(), [""; 0], "a new database needs no copy");
    let copy = is_as_it_was(&database).await.unwrap();
    assert_eq!(copies(), ["daybook.before-m99990101_000001_broken.db"]);
    assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);

    // A second try takes a new copy.
    let store = database.database();
    store.shared_setting("later", "too").await.unwrap();
    assert!(store.migrate_by::<Next>().await.is_err());
    let kept = sea_orm::Database::connect(format!("sqlite://{}?mode=ro", copy.display())).await.unwrap();
    let later = Statement::from_string(DbBackend::Sqlite, "SELECT value FROM settings WHERE key = 'later'");
    let later: String = kept.query_one_raw(later).await.unwrap().unwrap().try_get_by_index(0).unwrap();
    assert_eq!(later, "too");
    kept.close().await.unwrap();

    // Without a copy nothing is migrated, and nothing half is left of it.
    std::fs::remove_file(&copy).unwrap();
    std::fs::create_dir(&copy).unwrap();
    let refused = store.migrate_by::<Next>().await.unwrap_err();
    assert!(matches!(&refused, OpenError::Copy { place, .. } if *place == copy), "{refused}");
    assert!(refused.to_string().contains("was not brought up to date"), "{refused}");
    assert_eq!(copies(), ["daybook.before-m99990101_000001_broken.db"]);
    store.migrate().await.unwrap();
}

#[tokio::test]
async fn a_migration_that_fails_halfway_leaves_everything_on_postgres() {
    assert_eq!(is_as_it_was(&TestDatabase::postgres().await).await, None);
}
