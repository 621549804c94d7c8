//! What the database itself keeps of months, whatever the program does.

use domain::person::Role;
use testkit::on_both_engines;
use uuid::Uuid;

use crate::months::{added, alone, begun, closed, done, june, may, new_close, reopened, row};
use crate::schema::{only_ever_added_to, refused};
use crate::support::{day, execute, later, literal, now, number, person};

on_both_engines! {
    async fn rows_and_revisions_are_never_rewritten(database: &TestDatabase, store: &Database) {
        let hal = person(store, Role::Hr, None).await;
        let ann = person(store, Role::Employee, None).await;
        closed(store, june(), hal, &[row(store, ann).await]).await;
        for change in [
            "UPDATE month_rows SET approved = 99",
            "UPDATE month_rows SET department = NULL",
            "UPDATE month_rows SET revision = 2",
            "DELETE FROM month_rows",
        ] {
            refused(database, change, &["month_rows is append-only"]).await;
        }
        for change in [
            "DELETE FROM month_revisions",
            "UPDATE month_revisions SET closed_at = '2026-07-03 08:00:00+00:00'",
            "UPDATE month_revisions SET reason = NULL",
            "UPDATE month_revisions SET reason = 'Another'",
            "UPDATE month_revisions SET employees = 2",
            "UPDATE month_revisions SET blocked = 1",
            "UPDATE month_revisions SET currency = 'USD'",
            "UPDATE month_revisions SET good_percent = 1",
            "UPDATE month_revisions SET checksum = replace(checksum, '0', '1')",
            "UPDATE month_revisions SET revision = 2",
            "UPDATE month_revisions SET organisation = 'Another'",
            "UPDATE month_revisions SET minutes_ahead = 60",
            "UPDATE month_revisions SET form = 1",
            "UPDATE month_revisions SET closer_first_name = 'Another'",
            "UPDATE month_revisions SET closer_last_name = 'Another'",
        ] {
            refused(database, change, &["month_revisions is append-only"]).await;
        }
        let by = format!("UPDATE month_revisions SET closed_by = {}", literal(database, ann.uuid()));
        refused(database, &by, &["month_revisions is append-only"]).await;
        for table in ["month_rows", "month_revisions"] {
            only_ever_added_to(database, table).await;
        }
    }

    async fn an_export_and_a_reopening_are_noted_once_and_stay(database: &TestDatabase, store: &Database) {
        let hal = person(store, Role::Hr, None).await;
        let (ann, id) = (person(store, Role::Employee, None).await, literal(database, hal.uuid()));
        closed(store, june(), hal, &[row(store, ann).await]).await;
        let half = format!("UPDATE month_revisions SET exported_by = {id}");
        refused(database, &half, &["ck_month_revisions_exported"]).await;
        let half = format!("UPDATE month_revisions SET reopened_by = {id}, reopened_at = closed_at");
        refused(database, &half, &["ck_month_revisions_reopened"]).await;
        alone(store, june(), async |unit| unit.months().note_export(june(), 1, hal, later(60)).await).await.unwrap();
        reopened(store, june(), hal).await;
        let other = literal(database, ann.uuid());
        for change in [
            "exported_at = NULL, exported_by = NULL".to_owned(),
            format!("exported_by = {other}"),
            "reopened_at = NULL, reopened_by = NULL, reopen_reason = NULL".to_owned(),
            "reopen_reason = 'Another'".to_owned(),
            format!("reopened_by = {other}"),
        ] {
            refused(database, &format!("UPDATE month_revisions SET {change}"), &["month_revisions is append-only"]).await;
        }
    }

    async fn rows_of_a_close_that_came_to_nothing_may_go(database: &TestDatabase, store: &Database) {
        let hal = person(store, Role::Hr, None).await;
        let row = row(store, person(store, Role::Employee, None).await).await;
        closed(store, may(), hal, std::slice::from_ref(&row)).await;
        let close = new_close();
        assert!(begun(store, june(), close).await);
        added(store, june(), close, &[row]).await.unwrap();
        refused(database, "UPDATE month_rows SET approved = 99", &["month_rows is append-only"]).await;
        refused(database, "DELETE FROM month_rows", &["month_rows is append-only"]).await;
        execute(database, "DELETE FROM month_rows WHERE month = '2026-06-01'").await.unwrap();
        assert_eq!(number(database, "SELECT count(*) FROM month_rows").await, 1);
    }

    async fn a_month_fits_the_rules(database: &TestDatabase, store: &Database) {
        let hal = person(store, Role::Hr, None).await;
        let ann = person(store, Role::Employee, None).await;
        closed(store, june(), hal, &[row(store, ann).await]).await;
        let token = literal(database, Uuid::from_u128(7));
        for (change, name) in [
            ("last_day = first_day".to_owned(), "ck_months_days"),
            ("revision = -1, is_closed = false, told_through = NULL".to_owned(), "ck_months_revision"),
            ("revision = 0".to_owned(), "ck_months_closed"),
            (format!("close_id = {token}, closing_until = '2026-07-03 08:00:00+00:00'"), "ck_months_closed"),
            ("closing_until = '2026-07-03 08:00:00+00:00'".to_owned(), "ck_months_closing"),
            ("is_closed = false".to_owned(), "ck_months_told"),
            ("differences = 1".to_owned(), "ck_months_checked"),
            ("samples = '[]'".to_owned(), "ck_months_checked"),
        ] {
            refused(database, &format!("UPDATE months SET {change}"), &[name]).await;
        }
        let month = |first: &str, close: &str| format!(
            "INSERT INTO months (first_day, last_day, is_closed, revision, close_id, closing_until) \
             VALUES ('{first}', '2027-12-31', false, 0, {close}, '2026-07-03 08:00:00+00:00')"
        );
        execute(database, &month("2026-07-01", &token)).await.unwrap();
        refused(database, &month("2026-08-01", &literal(database, Uuid::from_u128(8))), &["ux_months_closing", "months.is_closed"]).await;
        refused(database, &month("2026-07-01", "NULL").replace(", '2026-07-03 08:00:00+00:00'", ", NULL"), &["pk_months", "months.first_day"]).await;
    }

    async fn a_revision_and_its_rows_fit_the_rules(database: &TestDatabase, store: &Database) {
        let hal = person(store, Role::Hr, None).await;
        let ann = person(store, Role::Employee, None).await;
        closed(store, june(), hal, &[row(store, ann).await]).await;
        let (by, nobody) = (literal(database, hal.uuid()), literal(database, Uuid::from_u128(7)));
        let revision = |month: &str, number: i32, by: &str, people: &str, checksum: &str| format!(
            "INSERT INTO month_revisions (month, revision, closed_at, closed_by, employees, blocked, currency, good_percent, checksum) \
             VALUES ('{month}', {number}, '2026-07-02 09:00:00+00:00', {by}, {people}, 'EUR', 75, '{checksum}')"
        );
        let sum = "a".repeat(64);
        for (statement, named) in [
            (revision("2026-06-01", 1, &by, "1, 0", &sum), &["pk_month_revisions", "month_revisions is append-only"][..]),
            (revision("2026-07-01", 1, &by, "1, 0", &sum), &["fk_month_revisions_month", "FOREIGN KEY"]),
            (revision("2026-06-01", 2, &nobody, "1, 0", &sum), &["fk_month_revisions_closed_by", "FOREIGN KEY"]),
            (revision("2026-06-01", 0, &by, "1, 0", &sum), &["ck_month_revisions_revision"]),
            (revision("2026-06-01", 2, &by, "1, 2", &sum), &["ck_month_revisions_people"]),
            (revision("2026-06-01", 2, &by, "1, -1", &sum), &["ck_month_revisions_people"]),
            (revision("2026-06-01", 2, &by, "1, 0", &sum[1..]), &["ck_month_revisions_checksum"]),
        ] {
            refused(database, &statement, named).await;
        }
        let row = |revision: i32, number: i32, user: &str, pay: &str| format!(
            "INSERT INTO month_rows (month, revision, employee_number, user_id, first_name, last_name, search_text, scheduled, working, \
               approved, pending, paid_leave, unpaid_leave, extra, approved_half_hours, annual_cents, salary_since, base_cents, gross_cents) \
             VALUES ('2026-06-01', {revision}, {number}, {user}, 'Ann', 'Berg', 'ann berg', 1, 1, 1, 1, 1, 1, 1, 1, {pay})"
        );
        let (ann, none) = (literal(database, ann.uuid()), "NULL, NULL, NULL, NULL");
        for (statement, named) in [
            (row(1, 5000, &ann, none), &["ux_month_rows_user", "month_rows is append-only"][..]),
            (row(2, 5000, &nobody, none), &["fk_month_rows_user_id", "FOREIGN KEY"]),
            (row(2, 5000, &ann, "1, NULL, NULL, NULL"), &["ck_month_rows_pay"]),
            (row(2, 5000, &ann, "NULL, NULL, 1, NULL"), &["ck_month_rows_pay"]),
            (row(2, 5000, &ann, "NULL, '2026-06-10', NULL, NULL"), &["ck_month_rows_pay"]),
        ] {
            refused(database, &statement, named).await;
        }
        execute(database, &row(2, 5000, &ann, "1, '2026-06-10', 1, 1")).await.unwrap();
        refused(database, &row(2, 5000, &by, none), &["pk_month_rows", "month_rows is append-only"]).await;
    }

    async fn acceptances_and_reminders_fit_the_rules(database: &TestDatabase, store: &Database) {
        let hal = person(store, Role::Hr, None).await;
        let ann = person(store, Role::Employee, None).await;
        done(store, async |unit| unit.months().accept(&[(ann, day("2026-06-08"))], "Was ill", hal, now()).await).await.unwrap();
        let (ann, hal, nobody) = (literal(database, ann.uuid()), literal(database, hal.uuid()), literal(database, Uuid::from_u128(7)));
        let accepted = |user: &str, date: &str, by: &str| format!(
            "INSERT INTO accepted_days (user_id, date, note, accepted_by, accepted_at) VALUES ({user}, '{date}', 'Ill', {by}, '2026-07-02 09:00:00+00:00')"
        );
        let reminder = |kind: &str, user: &str| format!(
            "INSERT INTO month_reminders (month, day, kind, user_id) VALUES ('2026-06-01', '2026-07-02', '{kind}', {user})"
        );
        execute(database, &reminder("manager", &ann)).await.unwrap();
        for (statement, named) in [
            (accepted(&ann, "2026-06-08", &hal), &["pk_accepted_days", "accepted_days.user_id, accepted_days.date"][..]),
            (accepted(&nobody, "2026-06-08", &hal), &["fk_accepted_days_user_id", "FOREIGN KEY"]),
            (accepted(&ann, "2026-06-09", &nobody), &["fk_accepted_days_accepted_by", "FOREIGN KEY"]),
            (reminder("manager", &ann), &["pk_month_reminders", "month_reminders.kind"]),
            (reminder("boss", &ann), &["ck_month_reminders_kind"]),
            (reminder("employee", &nobody), &["fk_month_reminders_user_id", "FOREIGN KEY"]),
        ] {
            refused(database, &statement, named).await;
        }
    }
}
