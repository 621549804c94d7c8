//! A migration that lets a CHECK take other values, on a database that is in use: quick, whole, and undone where it fails.

use std::time::{Duration, Instant};

use application::ports::SessionReads;
use domain::person::Role;
use migrations::{MigrationName, MigrationTrait, Migrator, MigratorTrait, SchemaManager, check};
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DbErr, SqliteTransactionMode, TransactionOptions, TransactionTrait,
};
use testkit::on_both_engines;

use crate::support::{begin, day, entry, execute, new_entry, number, person, save, session, set};

const ROLES: [&str; 6] = ["Employee", "Manager", "HR", "Admin", "Boss", "Guest"];

/// The migrations of the portal, and one more.
struct Later<M>(std::marker::PhantomData<M>);

#[async_trait::async_trait]
impl<M: MigrationTrait + Default + 'static> MigratorTrait for Later<M> {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        let mut all = Migrator::migrations();
        all.push(Box::new(M::default()));
        all
    }
}

/// Lets the checks grow as later versions of the portal will need it.
#[derive(Default)]
struct Grow;

impl MigrationName for Grow {
    fn name(&self) -> &'static str {
        "m20991231_000001_grow"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Grow {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        check::replace(manager, "users", "ck_users_role", "role", &ROLES).await?;
        let ends = ["logout", "another-device", "blocked", "expired", "password", "role"];
        check::replace(manager, "sessions", "ck_sessions_end_reason", "end_reason", &ends).await?;
        let statuses = ["pending", "approved", "rejected", "withdrawn"];
        check::replace(manager, "timesheets", "ck_timesheets_status", "status", &statuses).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        check::replace(manager, "users", "ck_users_role", "role", &["Employee", "Manager", "HR", "Admin", "Boss"]).await
    }
}

/// The same, and then fails.
#[derive(Default)]
struct GrowAndFail;

impl MigrationName for GrowAndFail {
    fn name(&self) -> &'static str {
        "m20991231_000002_grow_and_fail"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for GrowAndFail {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        Grow.up(manager).await?;
        manager.get_connection().execute_unprepared("INSERT INTO nowhere VALUES (1)").await?;
        Ok(())
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Ok(())
    }
}

/// Migrates in one transaction that locks out other writers, as the portal does.
async fn migrate<M: MigrationTrait + Default + 'static>(raw: &DatabaseConnection) -> Result<(), DbErr> {
    let immediate = TransactionOptions {
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..TransactionOptions::default()
    };
    let transaction = raw.begin_with_options(immediate).await?;
    Later::<M>::up(&transaction, None).await?;
    transaction.commit().await
}

async fn role_is_refused(raw: &DatabaseConnection, role: &str) {
    let refused = raw.execute_unprepared(&format!("UPDATE users SET role = '{role}'")).await.unwrap_err().to_string();
    assert!(refused.contains("ck_users_role"), "{refused}");
}

on_both_engines! {
    async fn a_check_grows_under_a_database_in_use(database: &TestDatabase, store: &Database) {
        let boss = person(store, Role::Manager, None).await;
        let ann = person(store, Role::Employee, Some(boss)).await;
        let signed_in = session(store, ann).await;
        let monday = entry(store, ann, "2026-06-08").await;
        let raw = database.raw().await;
        role_is_refused(&raw, "Guest").await;
        store.migrate_by::<Later<Grow>>().await.unwrap();

        // Both the connection that migrated and those that were open before go by the new check, and by it alone.
        role_is_refused(&raw, "King").await;
        raw.execute_unprepared("UPDATE sessions SET ended_at = created_at, end_reason = 'role'").await.unwrap();
        set(database, boss, "role = 'Guest'").await;
        assert!(begin(store).await.people().for_change(boss).await.is_err(), "this program knows no such role,");
        assert!(execute(database, "UPDATE timesheets SET status = 'lost'").await.unwrap_err().contains("ck_timesheets_status"));
        execute(database, "UPDATE timesheets SET status = 'withdrawn'").await.unwrap();

        // Everything else about the tables is as it was.
        assert!(execute(database, "UPDATE timesheets SET half_hours = 49").await.unwrap_err().contains("ck_timesheets_hours"));
        assert!(execute(database, "DELETE FROM users").await.is_err(), "the references still hold");
        assert!(store.session(signed_in, day("2026-06-10")).await.is_err(), "nor such an end of a session");
        assert!(begin(store).await.timesheets().of_day(ann, monday.date()).await.is_err(), "nor such a status");
        save(store, &new_entry(ann, "2026-06-09")).await.unwrap();
        if !database.is_postgres() {
            assert_eq!(number(database, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'").await, 0);
            assert_eq!(number(database, "SELECT count(*) FROM pragma_foreign_key_check").await, 0);
        }
        raw.close().await.unwrap();
    }

    async fn a_migration_that_fails_leaves_the_old_check(database: &TestDatabase, store: &Database) {
        let ann = person(store, Role::Employee, None).await;
        let raw = database.raw().await;
        store.migrate_by::<Later<GrowAndFail>>().await.unwrap_err();
        migrate::<GrowAndFail>(&raw).await.unwrap_err();
        role_is_refused(&raw, "Guest").await;
        let schema = "UPDATE sqlite_schema SET sql = sql";
        assert!(raw.execute_unprepared(schema).await.is_err(), "nobody may write to the schema");
        raw.close().await.unwrap();
        assert!(execute(database, "UPDATE users SET role = 'Guest'").await.unwrap_err().contains("ck_users_role"));
        entry(store, ann, "2026-06-08").await;
        let applied = "SELECT count(*) FROM seaql_migrations";
        assert_eq!(number(database, applied).await, i64::try_from(Migrator::names().len()).unwrap());
    }

    async fn a_check_that_loses_a_value_looks_for_rows_that_have_it(database: &TestDatabase) {
        let boss = person(database.database(), Role::Manager, None).await;
        let raw = database.raw().await;
        migrate::<Grow>(&raw).await.unwrap();
        set(database, boss, "role = 'Guest'").await;
        assert!(Later::<Grow>::down(&raw, Some(1)).await.is_err(), "somebody is a Guest");
        set(database, boss, "role = 'Admin'").await;
        Later::<Grow>::down(&raw, Some(1)).await.unwrap();
        role_is_refused(&raw, "Guest").await;
        raw.close().await.unwrap();
    }

    async fn a_check_that_is_not_there_is_an_error(database: &TestDatabase) {
        let raw = database.raw().await;
        let manager = SchemaManager::new(&raw);
        for (table, constraint) in [("users", "ck_users_rule"), ("people", "ck_users_role")] {
            assert!(check::replace(&manager, table, constraint, "role", &ROLES).await.is_err(), "{table} {constraint}");
        }
        raw.close().await.unwrap();
    }

    /// 200 people with 200,000 entries that refer to them.
    async fn a_check_grows_quickly_however_many_rows_refer_to_its_table(database: &TestDatabase) {
        for _ in 0..200 {
            person(database.database(), Role::Employee, None).await;
        }
        let raw = database.raw().await;
        raw.execute_unprepared(if database.is_postgres() { MANY_ON_POSTGRES } else { MANY_ON_SQLITE }).await.unwrap();
        let began = Instant::now();
        migrate::<Grow>(&raw).await.unwrap();
        let took = began.elapsed();
        raw.close().await.unwrap();
        assert!(took < Duration::from_secs(2), "{took:?}");
        assert_eq!(number(database, "SELECT count(*) FROM timesheets").await, 200_000);
        execute(database, "UPDATE users SET role = 'Guest'").await.unwrap();
    }
}

const MANY_ON_SQLITE: &str = "\
    WITH RECURSIVE days (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM days WHERE n < 999) \
    INSERT INTO timesheets (id, user_id, date, half_hours, description, status, is_resubmission, version, created_at, updated_at) \
    SELECT randomblob(16), u.id, date('2020-01-01', n || ' days'), 16, 'Work', 'pending', false, 1, u.created_at, u.created_at \
    FROM users u, days";

const MANY_ON_POSTGRES: &str = "\
    INSERT INTO timesheets (id, user_id, date, half_hours, description, status, is_resubmission, version, created_at, updated_at) \
    SELECT gen_random_uuid(), u.id, date '2020-01-01' + n, 16, 'Work', 'pending', false, 1, u.created_at, u.created_at \
    FROM users u, generate_series(0, 999) n";
