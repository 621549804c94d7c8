//! Opening a database and bringing its schema up to date.

use persistence::{Database, OpenError, Settings};
use testkit::database::TestDatabase;

use crate::support::{execute, number};

async fn blank_ones() -> [TestDatabase; 2] {
    [TestDatabase::blank_sqlite().await, TestDatabase::blank_postgres().await]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn six_starters_at_once_all_succeed() {
    for database in blank_ones().await {
        let mut starters = Vec::new();
        for _ in 0..6 {
            let handle = database.another_instance().await;
            starters.push(tokio::spawn(async move { handle.migrate().await }));
        }
        for starter in starters {
            starter.await.unwrap().unwrap();
        }
        assert_eq!(number(&database, "SELECT count(*) FROM users").await, 0);
        let migrations = i64::try_from(migrations::Migrator::names().len()).unwrap();
        assert_eq!(number(&database, "SELECT count(*) FROM seaql_migrations").await, migrations);
    }
}

#[tokio::test]
async fn a_newer_database_is_refused_with_a_sentence() {
    for database in blank_ones().await {
        database.database().migrate().await.unwrap();
        let newer = "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m20991231_000001_future', 0)";
        execute(&database, newer).await.unwrap();
        let error = database.database().migrate().await.unwrap_err();
        assert!(matches!(&error, OpenError::Newer(name) if name == "m20991231_000001_future"), "{error}");
        assert!(error.to_string().contains("newer version of daybook"), "{error}");
    }
}

#[tokio::test]
async fn an_sqlite_file_keeps_what_it_held_and_closes_into_one_file() {
    let database = TestDatabase::sqlite().await;
    let path = database.url().strip_prefix("sqlite://").unwrap().to_owned();
    crate::support::person(database.database(), domain::person::Role::Admin, None).await;
    database.database().close().await;
    let log = std::fs::metadata(format!("{path}-wal")).map_or(0, |file| file.len());
    assert_eq!(log, 0, "the log is folded back");
    assert_eq!(number(&database, "SELECT count(*) FROM users").await, 1);
}

#[tokio::test]
async fn a_server_that_says_nothing_is_waited_for_a_few_seconds() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("postgres://ann:geheim@{}/daybook", silent.local_addr().unwrap());
    let error = Database::look_at(&Settings::new(url)).await.err().unwrap();
    assert!(error.to_string().ends_with("no answer within 2 seconds"), "{error}");
}

#[tokio::test]
async fn a_file_that_cannot_be_looked_for_is_not_taken_for_a_new_one() {
    let file = TestDatabase::sqlite().await;
    // A folder that may not be searched is the same, but not to an administrator.
    let error = Database::look_at(&Settings::new(format!("{}/daybook.db", file.url()))).await.err().unwrap();
    assert!(matches!(error, OpenError::File(_)), "{error}");
}

#[tokio::test]
async fn an_account_that_may_only_read_is_told() {
    let database = TestDatabase::postgres().await;
    assert!(database.database().facts().await.unwrap().may_write);
    let reader = format!("reader_{}", std::process::id());
    let url = database.url();
    execute(&database, &format!("CREATE ROLE {reader}")).await.unwrap();
    execute(&database, &format!("GRANT SELECT ON ALL TABLES IN SCHEMA public TO {reader}")).await.unwrap();
    let separator = if url.contains('?') { '&' } else { '?' };
    let settings = Settings::new(format!("{url}{separator}options=-crole={reader}"));
    let reading = Database::look_at(&settings).await.unwrap();
    let facts = reading.facts().await.unwrap();
    reading.close().await;
    execute(&database, &format!("DROP OWNED BY {reader}")).await.unwrap();
    execute(&database, &format!("DROP ROLE {reader}")).await.unwrap();
    assert!(!facts.may_write, "{facts:?}");
}

#[tokio::test]
async fn the_shared_secret_is_the_first_candidate_on_every_instance() {
    for database in [TestDatabase::sqlite().await, TestDatabase::postgres().await] {
        let mut starters = Vec::new();
        for candidate in 0..6 {
            let handle = database.another_instance().await;
            starters.push(tokio::spawn(async move {
                handle.shared_setting("secret", &format!("candidate {candidate}")).await
            }));
        }
        let mut values = Vec::new();
        for starter in starters {
            values.push(starter.await.unwrap().unwrap());
        }
        values.dedup();
        assert_eq!(values.len(), 1, "{values:?}");
    }
}
