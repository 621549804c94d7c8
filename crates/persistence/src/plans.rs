//! Every statement that a request waits for finds its rows through an index.
//!
//! The plans are asked of both engines. PostgreSQL is told to avoid reading whole tables, which it prefers while they are
//! empty: a statement for which it still does has no index to go by.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use sea_orm::{ConnectionTrait, Statement};
use testkit::database::TestDatabase;

use crate::{events, inbox, people, sessions, timesheets, unlocks};

const BY_ID: &str = "'0192f0c1-0000-7000-8000-000000000001'";
const DAY: &str = "'2026-06-10'";

/// A statement, its parameters as literals, and the index that it should find its first table by.
fn statements() -> Vec<(&'static str, Vec<&'static str>, &'static str)> {
    let team_week = vec![DAY, DAY, BY_ID];
    vec![
        (sessions::SESSION, vec![BY_ID], "pk_sessions"),
        (sessions::END_LIVE, vec![BY_ID, DAY, "'logout'"], "ux_sessions_live"),
        (people::CREDENTIALS, vec!["'a@example.org'", "'192.0.2.7'", DAY], "ux_users_email"),
        (people::PERSON, vec![BY_ID], "pk_users"),
        (people::EMPLOYMENT, vec![BY_ID], "pk_users"),
        (people::PRESENCE, vec![BY_ID, DAY], "ix_users_manager"),
        (timesheets::reads::OF_USER, vec![BY_ID, DAY, DAY], "ux_timesheets_user_date"),
        (timesheets::reads::UNLOCKED, vec![BY_ID, DAY, DAY], "ux_unlocks_open"),
        (timesheets::reads::OLDEST_FILLABLE, vec![BY_ID], "ix_timesheets_rejected"),
        (timesheets::reads::OF_SCOPE, team_week, "ix_users_manager"),
        (timesheets::write::OF_DAY, vec![BY_ID, DAY], "ux_timesheets_user_date"),
        (unlocks::OPEN, vec![BY_ID, DAY], "ux_unlocks_open"),
        (unlocks::USE_UP, vec![BY_ID, DAY], "pk_unlocks"),
        (inbox::NOTICES, vec![BY_ID, "10", "0"], "ix_notices_user"),
        (inbox::UNREAD_NOTICES, vec![BY_ID], "ix_notices_unread"),
        (inbox::PENDING_RESUBMISSIONS, vec![BY_ID], "ix_users_manager"),
        (inbox::RESUBMISSIONS, vec![BY_ID, DAY], "ix_users_manager"),
        (events::feed::NEWER, vec!["7", "500"], "pk_events"),
    ]
}

async fn plan(database: &TestDatabase, statement: &str, values: &[&str]) -> String {
    let raw = database.raw().await;
    let backend = raw.get_database_backend();
    let mut text = statement.to_owned();
    for (index, value) in values.iter().enumerate().rev() {
        text = text.replace(&format!("${}", index + 1), value);
    }
    // The team's condition is added when the statement is built.
    if statement == timesheets::reads::OF_SCOPE {
        text.extend([" AND u.manager_id = ", values[2]]);
    }
    let explain = if database.is_postgres() {
        raw.execute_unprepared("SET enable_seqscan = off; SET enable_bitmapscan = off").await.unwrap();
        "EXPLAIN"
    } else {
        "EXPLAIN QUERY PLAN"
    };
    let rows = raw.query_all_raw(Statement::from_string(backend, format!("{explain} {text}"))).await.unwrap();
    let column = if database.is_postgres() { 0 } else { 3 };
    let lines: Vec<String> = rows.iter().map(|row| row.try_get_by_index(column).unwrap()).collect();
    raw.close().await.unwrap();
    lines.join("\n")
}

#[tokio::test]
async fn on_postgres_no_table_is_read_as_a_whole() {
    let database = TestDatabase::postgres().await;
    for (statement, values, index) in statements() {
        let plan = plan(&database, statement, &values).await;
        assert!(!plan.contains("Seq Scan"), "{statement}\n{plan}");
        assert!(plan.contains(index), "{index} is not used in {statement}\n{plan}");
    }
}

#[tokio::test]
async fn on_sqlite_no_table_is_read_as_a_whole() {
    let database = TestDatabase::sqlite().await;
    for (statement, values, index) in statements() {
        let plan = plan(&database, statement, &values).await;
        let whole =
            plan.lines().find(|line| line.starts_with("SCAN") && !line.contains("days") && !line.contains("subquery"));
        assert_eq!(whole, None, "{statement}\n{plan}");
        // A primary key is an index without our name there, or the table itself.
        let is_used = plan.contains(index)
            || (index.starts_with("pk_") && (plan.contains("autoindex") || plan.contains("PRIMARY KEY")));
        assert!(is_used, "{index} is not used in {statement}\n{plan}");
    }
}
