//! Leave types (leave.md 1.2).

use domain::person::Role;
use serde_json::{Value, json};
use testkit::app::unknown_id;
use testkit::socket::{Frame, Socket};
use testkit::{Client, Response, SOON, on_both_engines, on_one_engine};

use super::{signed_in, text};

const TYPES: &str = "/api/leave/types";
/// The same in every portal.
pub(crate) const ANNUAL_LEAVE: &str = "019ab000-0000-7000-8000-000000000001";
pub(crate) const SICK_LEAVE: &str = "019ab000-0000-7000-8000-000000000002";
pub(crate) const UNPAID_LEAVE: &str = "019ab000-0000-7000-8000-000000000003";

async fn list(client: &Client) -> Vec<Value> {
    client.get(TYPES).await.expect(200).data()["types"].as_array().unwrap().clone()
}

async fn names(client: &Client) -> Vec<String> {
    list(client).await.iter().map(|leave_type| text(leave_type, "name").to_owned()).collect()
}

async fn put(client: &Client, id: &str, version: u32, change: Value) -> Response {
    let mut body = change;
    body["version"] = version.into();
    client.put(&format!("{TYPES}/{id}"), body).await
}

fn typed(name: &str) -> Value {
    json!({"name": name, "annualDays": 2.5, "isPaid": true, "needsApproval": false})
}

/// A rule refuses it and names the field.
fn refused(answer: Response, field: &str, sentence: &str) {
    let answer = answer.expect(400);
    let said = answer.json()["errors"][field].clone();
    assert_eq!((answer.code().as_str(), said.as_str()), ("VALIDATION_FAILED", Some(sentence)));
}

on_one_engine! {
    async fn every_portal_begins_with_three_that_everybody_reads_by_name(app: &TestApp) {
        let annual = json!({
            "_id": ANNUAL_LEAVE, "name": "Annual Leave", "isPaid": true, "needsApproval": true, "isLimited": true,
            "annualDays": 20.0, "carryOverDays": 5.0, "carryOverUntil": 3, "backdateDays": 30, "isActive": true,
            "version": 0, "next": null,
        });
        let sick = json!({
            "_id": SICK_LEAVE, "name": "Sick Leave", "isPaid": true, "needsApproval": false,
            "isLimited": true, "annualDays": 10.0, "carryOverDays": 0.0, "carryOverUntil": null, "backdateDays": 7,
            "isActive": true, "version": 0, "next": null,
        });
        let unpaid = json!({
            "_id": UNPAID_LEAVE, "name": "Unpaid Leave", "isPaid": false, "needsApproval": true, "isLimited": false,
            "annualDays": null, "carryOverDays": 0.0, "carryOverUntil": null, "backdateDays": 30, "isActive": true,
            "version": 0, "next": null,
        });
        assert_eq!(list(&signed_in(app, "Ann", Role::Employee).await).await, [annual, sick, unpaid]);
    }

    async fn a_type_is_added_changed_and_taken_out_of_use_and_every_browser_hears_of_it(app: &TestApp) {
        let (hal, ann) = (signed_in(app, "Hal", Role::Hr).await, signed_in(app, "Ann", Role::Employee).await);
        let max = signed_in(app, "Max", Role::Manager).await;
        let added = hal.post(TYPES, typed(" study ")).await.expect(201);
        assert_eq!(added.message(), "Leave type added successfully!");
        let study = added.data()["leaveType"].clone();
        let id = text(&study, "_id").to_owned();
        let expected = json!({
            "_id": id, "name": "study", "isPaid": true, "needsApproval": false, "isLimited": true, "annualDays": 2.5,
            "carryOverDays": 0.0, "carryOverUntil": null, "backdateDays": 0, "isActive": true, "version": 0, "next": null,
        });
        assert_eq!(study, expected, "what was left out has its default");
        assert_eq!(names(&ann).await, ["Annual Leave", "Sick Leave", "study", "Unpaid Leave"]);

        let mut socket = Socket::of(&ann).await;
        let answer = put(&hal, &id, 0, json!({"isActive": false, "name": "Study"})).await.expect(200);
        assert_eq!(socket.next(SOON).await, Frame::Message(json!({"type": "CHANGED", "topic": "leave"})));
        assert_eq!(answer.message(), "Leave type updated successfully!");
        let study = answer.data()["leaveType"].clone();
        assert_eq!((&study["isActive"], &study["version"], &study["annualDays"]), (&json!(false), &json!(1), &json!(2.5)));
        for client in [&ann, &max] {
            assert_eq!(names(client).await, ["Annual Leave", "Sick Leave", "Unpaid Leave"]);
        }
        assert_eq!(list(&hal).await[2], study);
        let again = put(&hal, &id, 1, json!({"isActive": false})).await.expect(200).data();
        assert_eq!(again["leaveType"], study, "without a change the same version");
    }

    async fn terms_hold_from_a_leave_year_on(app: &TestApp) {
        let hal = signed_in(app, "Hal", Role::Hr).await;
        let change = json!({"annualDays": 25, "fromYear": 2027});
        let next = put(&hal, ANNUAL_LEAVE, 0, change.clone()).await.expect(200).data()["leaveType"].clone();
        let ahead = json!({"fromYear": 2027, "annualDays": 25.0, "carryOverDays": 5.0, "carryOverUntil": 3});
        assert_eq!((&next["annualDays"], &next["next"], &next["version"]), (&json!(20.0), &ahead, &json!(1)));
        assert_eq!(put(&hal, ANNUAL_LEAVE, 1, change).await.expect(200).data()["leaveType"], next);
        assert_eq!(list(&hal).await[0], next);

        let change = json!({"annualDays": 22, "carryOverUntil": null});
        let both = put(&hal, ANNUAL_LEAVE, 1, change).await.expect(200).data()["leaveType"].clone();
        assert_eq!((&both["annualDays"], &both["carryOverUntil"], &both["next"]), (&json!(22.0), &Value::Null, &Value::Null));
        let change = json!({"carryOverDays": 0.5, "fromYear": 2027});
        put(&hal, ANNUAL_LEAVE, 2, change).await.expect(200);

        // A year later the next year has become this one.
        app.clock.set("2027-01-01T09:00:00Z");
        let hal = signed_in(app, "Hope", Role::Hr).await;
        let annual = list(&hal).await[0].clone();
        assert_eq!((&annual["carryOverDays"], &annual["next"], &annual["version"]), (&json!(0.5), &Value::Null, &json!(3)));
        let over = put(&hal, ANNUAL_LEAVE, 3, json!({"annualDays": 1, "fromYear": 2026})).await;
        refused(over, "fromYear", "The change must begin this year or the next");
    }

    async fn what_does_not_fit_names_its_field(app: &TestApp) {
        let hal = signed_in(app, "Hal", Role::Hr).await;
        let before = list(&hal).await;

        for (field, value, sentence) in [
            ("name", json!(" "), "Name is required"),
            ("annualDays", json!(366.5), "Days per year must be from 0 to 366 in steps of 0.5"),
        ] {
            let mut new = typed("Study");
            new[field] = value.clone();
            refused(hal.post(TYPES, new).await, field, sentence);
            // What was typed is looked at before the type.
            for id in [ANNUAL_LEAVE, &unknown_id()] {
                refused(put(&hal, id, 0, json!({field: value})).await, field, sentence);
            }
        }
        let sentence = "A leave type without a limit carries nothing over";
        refused(put(&hal, UNPAID_LEAVE, 0, json!({"carryOverDays": 1})).await, "carryOverDays", sentence);
        // Only then what is settled, and before the version.
        let settled = "This cannot be changed once the leave type exists";
        refused(put(&hal, ANNUAL_LEAVE, 9, json!({"isPaid": false})).await, "isPaid", settled);
        for body in [
            json!({}),
            json!({"name": "Study", "isPaid": true, "needsApproval": true}),
            json!({"name": "Study", "annualDays": "1", "isPaid": true, "needsApproval": true}),
            json!({"name": "Study", "annualDays": 1, "isPaid": true, "needsApproval": true, "isActive": null}),
        ] {
            assert_eq!(hal.post(TYPES, body.clone()).await.expect(400).code(), "INVALID_REQUEST", "{body}");
        }
        for body in [
            json!({"name": "Study"}),
            json!({"version": 0, "carryOverDays": null}),
            json!({"version": 0, "fromYear": 2026.5}),
        ] {
            let answer = hal.put(&format!("{TYPES}/{ANNUAL_LEAVE}"), body.clone()).await.expect(400);
            assert_eq!(answer.code(), "INVALID_REQUEST", "{body}");
        }
        assert_eq!(list(&hal).await, before);
    }

    async fn names_and_versions_and_places_that_are_taken_are_conflicts(app: &TestApp) {
        let hal = signed_in(app, "Hal", Role::Hr).await;
        let conflict = |answer: Response, sentence: &str| {
            let answer = answer.expect(409);
            assert_eq!((answer.code().as_str(), answer.message().as_str()), ("CONFLICT", sentence));
            answer.json()["errors"]["name"].clone()
        };
        let (taken, stale) = (
            "A leave type with this name already exists",
            "This leave type has changed since you opened it. Please review it again.",
        );
        put(&hal, ANNUAL_LEAVE, 0, json!({"isActive": false})).await.expect(200);
        assert_eq!(conflict(hal.post(TYPES, typed("ANNUAL leave")).await, taken), taken);
        assert_eq!(conflict(put(&hal, UNPAID_LEAVE, 0, json!({"name": "annual LEAVE"})).await, taken), taken);
        assert_eq!(conflict(put(&hal, UNPAID_LEAVE, 1, json!({"name": "annual LEAVE"})).await, stale), Value::Null);
        conflict(put(&hal, ANNUAL_LEAVE, 0, json!({"isActive": false})).await, stale);
        for n in 4..=50 {
            hal.post(TYPES, typed(&format!("Leave {n}"))).await.expect(201);
        }
        conflict(hal.post(TYPES, typed("Study")).await, "There can be at most 50 leave types");
        for id in [unknown_id(), "no-id".to_owned(), "%00".to_owned()] {
            assert_eq!(put(&hal, &id, 0, json!({"isPaid": true})).await.expect(404).message(), "Leave type not found");
        }
    }
}

on_both_engines! {
    /// Of two people who change a type at once one wins, and the other is told.
    async fn two_changes_at_once_have_one_winner(app: &TestApp) {
        let (hal, ada) = (signed_in(app, "Hal", Role::Hr).await, signed_in(app, "Ada", Role::Admin).await);
        for version in 0..10 {
            let (one, other) = tokio::join!(
                put(&hal, ANNUAL_LEAVE, version, json!({"annualDays": 100 + version})),
                put(&ada, ANNUAL_LEAVE, version, json!({"annualDays": 200 + version})),
            );
            let days = match (one.status, other.status) {
                (200, 409) => 100,
                (409, 200) => 200,
                statuses => panic!("{statuses:?}"),
            };
            let annual = list(&hal).await[0].clone();
            assert_eq!((&annual["annualDays"], &annual["version"]), (&json!(f64::from(days + version)), &json!(version + 1)));
        }
        let (one, other) = tokio::join!(hal.post(TYPES, typed("Study")), ada.post(TYPES, typed("STUDY")));
        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409]);
    }
}
