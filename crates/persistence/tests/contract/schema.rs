//! The invariants that the database itself keeps, whatever the program does.

use domain::person::Role;
use testkit::database::TestDatabase;
use testkit::on_both_engines;
use uuid::Uuid;

use crate::support::{entry, execute, literal, person, session};

/// Each statement breaks one rule; `named` is what the refusal names: the constraint, or on SQLite the columns of a key.
pub(crate) async fn refused(database: &TestDatabase, statement: &str, named: &[&str]) {
    let error = execute(database, statement).await.expect_err(statement);
    assert!(named.iter().any(|name| error.contains(name)), "{statement}\n  was refused, but not by {named:?}: {error}");
}

/// No row of the table is updated or deleted where it is emptied as a whole, or a row is replaced; both are refused all the same.
pub(crate) async fn only_ever_added_to(database: &TestDatabase, table: &str) {
    let past = if database.is_postgres() {
        format!("TRUNCATE {table} CASCADE")
    } else {
        format!("INSERT OR REPLACE INTO {table} SELECT * FROM {table}")
    };
    refused(database, &past, &["append-only"]).await;
}

on_both_engines! {
    async fn a_person_fits_the_rules(database: &TestDatabase) {
        let ann = person(database.database(), Role::Employee, None).await;
        let id = literal(database, ann.uuid());
        for (change, name) in [
            ("email = 'Ann@Example.org'", "ck_users_email_lower"),
            ("role = 'Guest'", "ck_users_role"),
            ("salary_cents = -1", "ck_users_salary"),
        ] {
            refused(database, &format!("UPDATE users SET {change} WHERE id = {id}"), &[name]).await;
        }
        refused(database, &format!("UPDATE users SET manager_id = {id} WHERE id = {id}"), &["ck_users_manager_not_self"]).await;
        let nobody = literal(database, Uuid::from_u128(7));
        refused(database, &format!("UPDATE users SET manager_id = {nobody} WHERE id = {id}"), &["fk_users_manager", "FOREIGN KEY"]).await;
        refused(database, &format!("DELETE FROM counters; UPDATE users SET employee_number = NULL WHERE id = {id}"), &["employee_number"]).await;
    }

    async fn an_entry_fits_the_rules(database: &TestDatabase) {
        let ann = person(database.database(), Role::Employee, None).await;
        entry(database.database(), ann, "2026-06-10").await;
        for (change, name) in [
            ("half_hours = 49", "ck_timesheets_hours"),
            ("half_hours = -1", "ck_timesheets_hours"),
            ("description = ''", "ck_timesheets_description"),
            ("status = 'lost'", "ck_timesheets_status"),
            ("status = 'rejected'", "ck_timesheets_comment"),
            ("comment = 'Why'", "ck_timesheets_comment"),
            ("version = 0", "ck_timesheets_version"),
        ] {
            refused(database, &format!("UPDATE timesheets SET {change}"), &[name]).await;
        }
        let long = "x".repeat(2_001);
        refused(database, &format!("UPDATE timesheets SET description = '{long}'"), &["ck_timesheets_description"]).await;
        execute(database, &format!("UPDATE timesheets SET description = '{}'", "😀".repeat(2_000))).await.unwrap();
        refused(database, "DELETE FROM users", &["fk_", "FOREIGN KEY"]).await;
    }

    async fn a_session_has_an_end_and_a_reason_or_neither(database: &TestDatabase) {
        let ann = person(database.database(), Role::Employee, None).await;
        session(database.database(), ann).await;
        refused(database, "UPDATE sessions SET end_reason = 'logout'", &["ck_sessions_ended"]).await;
        refused(database, "UPDATE sessions SET ended_at = created_at, end_reason = 'tired'", &["ck_sessions_end_reason"]).await;
        execute(database, "UPDATE sessions SET ended_at = created_at, end_reason = 'logout'").await.unwrap();
    }

    async fn a_mark_of_absence_is_of_somebody_and_there_once(database: &TestDatabase) {
        let ann = literal(database, person(database.database(), Role::Employee, None).await.uuid());
        let mark = |user: &str| format!("INSERT INTO absences (user_id, date, marked_at) VALUES ({user}, '2026-06-10', '2026-06-11T00:00:00+00:00')");
        execute(database, &mark(&ann)).await.unwrap();
        refused(database, &mark(&ann), &["pk_absences", "absences.user_id, absences.date"]).await;
        let nobody = literal(database, Uuid::from_u128(7));
        refused(database, &mark(&nobody), &["fk_absences_user", "FOREIGN KEY"]).await;
    }

    async fn history_is_never_rewritten(database: &TestDatabase) {
        let ann = person(database.database(), Role::Employee, None).await;
        entry(database.database(), ann, "2026-06-10").await;
        refused(database, "DELETE FROM timesheet_versions", &["append-only"]).await;
        refused(database, "UPDATE timesheet_versions SET description = 'Another'", &["append-only"]).await;
        only_ever_added_to(database, "timesheet_versions").await;
    }
}
