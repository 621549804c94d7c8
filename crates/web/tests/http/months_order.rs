//! The calls of months refuse in their order and in their words, and change nothing (months.md 4, 7).

use domain::person::Role;
use serde_json::{Value, json};
use testkit::contents::{Viewer, difference};
use testkit::{Client, Response, app::unknown_id, on_one_engine};

use super::leave::{said, told};
use super::months::{JUNE, World, close, reopen};

const AUGUST: &str = "/api/months/2026-08";
const MAY: &str = "/api/months/2026-05";
const JULY: &str = "/api/months/2026-07";

async fn post(client: &Client, path: &str, body: Value) -> Response {
    client.post(path, body).await
}

on_one_engine! {
    /// Each request would be refused for all that comes after, too.
    async fn refusals_come_in_their_order_and_change_nothing(database: &TestDatabase, app: &TestApp) {
        let viewer = Viewer::open(database).await;
        let world = World::of(app).await;
        let ann = world.with_full_month(app, "Ann").await;
        let (hr, id, unknown) = (&world.hr, ann.id.to_string(), unknown_id());
        close(hr).await.expect(200);
        let no_month = || (404, told("NOT_FOUND", "Month not found"));
        let no_user = || (404, told("NOT_FOUND", "User not found"));
        let closed = || (409, told("MONTH_CLOSED", "The month June 2026 has been processed and is closed"));
        let invalid = |sentence: &str| (400, told("VALIDATION_FAILED", sentence));
        let clash = |sentence: &str| (409, told("CONFLICT", sentence));
        let missing = |sentence: &str| (404, told("NOT_FOUND", sentence));
        let to = |month: &str, call: &str| format!("{month}/{call}");
        let people = |user: &str, dates: &[&str]| json!([{"userId": user, "dates": dates}]);
        let long = "x".repeat(501);
        let before = viewer.contents().await;
        let cases = [
            (post(hr, &to(AUGUST, "remind"), json!({"kind": "manager", "userIds": [unknown]})).await, no_month()),
            (post(hr, &to(JUNE, "remind"), json!({"kind": "manager", "userIds": [id, unknown]})).await, no_user()),
            (post(hr, &to(JUNE, "remind"), json!({"kind": "manager", "userIds": [id]})).await, closed()),
            (post(hr, &to(JUNE, "remind"), json!({"kind": "employee"})).await, closed()),
            (post(hr, &to(AUGUST, "accept"), json!({"items": people(&unknown, &["2026-06-30"]), "note": " "})).await, invalid("A note is required")),
            (post(hr, &to(AUGUST, "accept"), json!({"items": people(&unknown, &["2026-06-30"])})).await, invalid("A note is required")),
            (post(hr, &to(AUGUST, "accept"), json!({"items": people(&unknown, &["2026-06-30"]), "note": long})).await, invalid("The note must be at most 500 characters")),
            (post(hr, &to(AUGUST, "accept"), json!({"items": people(&unknown, &["2026-06-30"]), "note": "x"})).await, no_month()),
            (post(hr, &to(JUNE, "accept"), json!({"items": people(&unknown, &["2026-06-30", "2026-07-01"]), "note": "x"})).await, invalid("2026-07-01 is not in June 2026")),
            (post(hr, &to(JUNE, "accept"), json!({"items": people(&unknown, &["2026-06-30"]), "note": "x"})).await, no_user()),
            (post(hr, &to(JUNE, "accept"), json!({"items": people(&id, &["2026-06-30"]), "note": "x"})).await, closed()),
            (post(hr, &to(MAY, "accept"), json!({"items": people(&id, &["2026-05-29"]), "note": "x"})).await, clash("Some days have changed since you opened them. Please review them again.")),
            (post(hr, &to(AUGUST, "close"), json!({"force": true})).await, invalid("A reason is required")),
            (post(hr, &to(AUGUST, "close"), json!({"force": true, "reason": long})).await, invalid("The reason must be at most 500 characters")),
            (post(hr, &to(AUGUST, "close"), json!({})).await, no_month()),
            (post(hr, &to(JULY, "close"), json!({})).await, clash("July 2026 is not over yet")),
            (post(hr, &to(JUNE, "close"), json!({"force": true, "reason": "x"})).await, clash("June 2026 is already closed")),
            (post(hr, &to(AUGUST, "reopen"), json!({})).await, invalid("A reason is required")),
            (post(hr, &to(AUGUST, "reopen"), json!({"reason": null})).await, invalid("A reason is required")),
            (post(hr, &to(AUGUST, "reopen"), json!({"reason": "x"})).await, no_month()),
            (post(hr, &to(MAY, "reopen"), json!({"reason": "x"})).await, clash("May 2026 is not closed")),
            (hr.get(AUGUST).await, no_month()),
            (hr.get(&to(AUGUST, "readiness")).await, no_month()),
            (hr.get(&to(AUGUST, "payroll?revision=7")).await, no_month()),
            (hr.get(&to(MAY, "payroll?revision=7")).await, missing("There is no payroll for May 2026 yet")),
            (hr.get(&to(JUNE, "payroll?revision=2")).await, missing("Revision not found")),
            (post(hr, &to(AUGUST, "export"), json!({"format": "csv", "revision": 7})).await, no_month()),
            (post(hr, &to(JUNE, "export"), json!({"format": "csv", "revision": 2})).await, missing("Revision not found")),
            (post(hr, &to(MAY, "export"), json!({"format": "pdf"})).await, clash("May 2026 is not closed")),
            (hr.get(&to(AUGUST, "differences?from=2&to=2")).await, invalid("from must be lower than to")),
            (hr.get(&to(AUGUST, "differences?from=1&to=2")).await, no_month()),
            (hr.get(&to(JUNE, "differences?from=1&to=2")).await, missing("Revision not found")),
        ];
        for (number, (answer, (status, expected))) in cases.into_iter().enumerate() {
            assert_eq!((answer.status, said(&answer)), (status, expected), "the case of number {number}");
        }
        assert_eq!(difference(&before, &viewer.contents().await), "");
        let closed = hr.get(&to(JUNE, "readiness")).await.expect(200).data();
        assert_eq!(closed["rows"], json!([]), "nobody of a closed month");
    }

    async fn what_does_not_parse_names_its_field(app: &TestApp) {
        let world = World::of(app).await;
        let ann = world.employee(app, "Ann", json!({})).await;
        let (hr, id) = (&world.hr, ann.id.to_string());
        let many: Vec<String> = (0..501).map(uuid).collect();
        let dates: Vec<String> = (1..=31).map(|day| format!("2026-07-{day:02}")).chain(["2026-06-01".to_owned()]).collect();
        let items = "items must be a list of 1 to 500 people, each with 1 to 31 dates";
        let ids = "userIds must be a list of 1 to 500 ids";
        for (call, body, sentence) in [
            ("remind", json!({}), "kind is required"),
            ("remind", json!({"kind": "boss"}), "kind must be one of manager, employee"),
            ("remind", json!({"kind": "manager", "userIds": []}), ids),
            ("remind", json!({"kind": "manager", "userIds": many}), ids),
            ("remind", json!({"kind": "manager", "userIds": ["EMP1001"]}), ids),
            ("accept", json!({"note": "x"}), "items is required"),
            ("accept", json!({"items": [], "note": "x"}), items),
            ("accept", json!({"items": [{"userId": id, "dates": []}], "note": "x"}), items),
            ("accept", json!({"items": [{"userId": id, "dates": dates}], "note": "x"}), items),
            ("accept", json!({"items": [{"userId": "x", "dates": ["2026-06-30"]}], "note": "x"}), items),
            ("accept", json!({"items": [{"userId": id, "dates": ["2026-06-30"]}], "note": 7}), "note must be text"),
            ("close", json!({"force": "yes"}), "force must be true or false"),
            ("close", json!({"force": true, "reason": 7}), "reason must be text or null"),
            ("reopen", json!({"reason": ["x"]}), "reason must be text"),
            ("export", json!({}), "format is required"),
            ("export", json!({"format": "xlsx"}), "format must be one of csv, pdf"),
            ("export", json!({"format": "csv", "revision": 0}), "revision must be a whole number from 1 on or null"),

        ] {
            let refused = hr.post(&format!("{JUNE}/{call}"), body.clone()).await.expect(400);
            assert_eq!(said(&refused), told("INVALID_REQUEST", sentence), "{call} {body}");
        }
        for (query, sentence) in [
            ("?year=1999", "year must be a whole number from 2000 to 2200"),
            ("?year=2027", "year must be a whole number from 2000 to 2026"),
            ("/2026-06/readiness?blocker=weather", "blocker must be one of pendingEntries, rejectedEntries, frozenDays, pendingLeave, nobodyCanDecide"),
            ("/2026-06/readiness?limit=1001", "limit must be a whole number from 1 to 1000"),
            ("/2026-06/payroll?revision=0", "revision must be a whole number from 1 to 2147483647"),
            ("/2026-06/differences?from=0&to=2", "from must be a whole number from 1 to 2147483647"),
            ("/2026-06/differences?from=1", "to is required"),
        ] {
            let refused = hr.get(&format!("/api/months{query}")).await.expect(400);
            assert_eq!(said(&refused), told("INVALID_REQUEST", sentence), "{query}");
        }
        // Before 400 comes 403 for the role, and 401 before that.
        for client in [&app.sign_in(&ann).await, &world.lead] {
            client.post(&format!("{JUNE}/remind"), json!({"kind": "boss"})).await.expect(403);
            client.get("/api/months?year=1").await.expect(403);
        }
        app.anonymous().post(&format!("{JUNE}/close"), json!({"force": 1})).await.expect(401);
    }

    async fn months_are_listed_by_year(app: &TestApp) {
        let world = World::of(app).await;
        world.with_full_month(app, "Ann").await;
        close(&world.hr).await.expect(200);
        let list = async |query: &str| world.hr.get(&format!("/api/months{query}")).await.expect(200).data();
        let present = list("").await;
        assert_eq!(present["years"], json!([2026, 2025, 2024, 2023, 2022]));
        let lines: Vec<_> = present["months"].as_array().unwrap().iter()
            .map(|month| (month["month"].as_str().unwrap().to_owned(), month["state"].as_str().unwrap().to_owned(), month["isOver"].clone()))
            .collect();
        let line = |month: &str, state: &str, is_over: bool| (month.to_owned(), state.to_owned(), json!(is_over));
        assert_eq!(lines[..3], [line("2026-07", "open", false), line("2026-06", "closed", true), line("2026-05", "open", true)]);
        assert_eq!((lines.len(), list("?year=2025").await["months"].as_array().unwrap().len()), (7, 12));
        // A year with a closed month can be asked for, however old it is.
        let old = app.person("Olga", Role::Employee).await;
        let moved = json!({"firstName": "Olga", "lastName": "Berg", "email": old.email, "role": "Employee", "joiningDate": "2019-01-07"});
        world.hr.put(&format!("/api/users/{}", old.id), moved).await.expect(200);
        world.hr.post("/api/months/2019-03/close", json!({})).await.expect(200);
        world.hr.post("/api/months/2019-03/reopen", json!({"reason": "x"})).await.expect(200);
        reopen(&world.hr).await.expect(200);
        assert_eq!(list("").await["years"], json!([2026, 2025, 2024, 2023, 2022, 2019]));
        assert_eq!(list("?year=2019").await["months"][9]["state"], "reopened");
        assert_eq!(list("?year=2000").await["months"].as_array().unwrap().len(), 12);
    }
}

fn uuid(number: u128) -> String {
    uuid::Uuid::from_u128(0x0190_163d_8694_739b_aea5_966c_0000_0000 + number).to_string()
}
