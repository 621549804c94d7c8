//! Deciding on leave: what waits, and for whom (leave.md 1.4, 2 and 4).

use domain::person::Role;
use serde_json::{Value, json};
use testkit::app::unknown_id;
use testkit::{Client, Response, TestPerson, on_one_engine};

use super::accounts::{path, unchanged};
use super::leave::{SICK_LEAVE, TODAY, World, approve, asked, cancel, give, leave, left, with};
use super::leave_types::ANNUAL_LEAVE;
use super::text;

const TEAM: &str = "/api/leave/team";

async fn waiting(client: &Client) -> Vec<Value> {
    client.get(&format!("{TEAM}?status=waiting")).await.expect(200).data()["requests"].as_array().unwrap().clone()
}

async fn badge(client: &Client) -> Value {
    client.get("/api/session").await.expect(200).data()["badges"]["leave"].clone()
}

async fn reject(client: &Client, body: Value) -> Response {
    client.post("/api/leave/bulk-reject", body).await
}

async fn assign(hr: &Client, employee: &TestPerson, manager: &TestPerson) {
    let body = json!({"employeeId": employee.id.to_string(), "managerId": manager.id.to_string()});
    hr.post("/api/users/assign-manager", body).await.expect(200);
}

on_one_engine! {
    /// [leave.md §9, 19]
    async fn a_decision_on_several_is_all_or_nothing(app: &TestApp) {
        let world = World::of(app).await;
        let otto = app.person("Otto", Role::Manager).await;
        let nina = app.member("Nina", &otto).await;
        give(app, &nina, ANNUAL_LEAVE, 2026, 20.0).await;
        let [max, eve, nina, mona] = [&world.max, &world.eve, &nina, &world.mona].map(|person| app.sign_in(person));
        let (max, eve, nina, mona) = (max.await, eve.await, nina.await, mona.await);
        let mut ids = Vec::new();
        for client in [&max, &eve] {
            ids.push(asked(client, leave("2026-07-06", "2026-07-07")).await["_id"].clone());
        }
        let outside = asked(&nina, leave("2026-07-06", "2026-07-07")).await["_id"].clone();
        let all = json!({"ids": [ids[0], ids[1], outside]});
        mona.post("/api/leave/bulk-approve", all).await.expect(403);
        let unknown = json!({"ids": [ids[0], outside, unknown_id()]});
        assert_eq!(mona.post("/api/leave/bulk-approve", unknown).await.expect(404).message(), "Leave request not found");
        let stale = json!({"ids": ids, "expected": {ids[1].as_str().unwrap(): "2026-06-15T08:59:59Z"}});
        let refused = mona.post("/api/leave/bulk-approve", stale).await.expect(409);
        let sentence = "Some requests have changed since you opened them. Please review them again.";
        assert_eq!((refused.code().as_str(), refused.message().as_str()), ("CONFLICT", sentence));
        assert_eq!((waiting(&mona).await.len(), badge(&mona).await, badge(&max).await), (2, json!(2), json!(0)), "nothing has changed");

        let both = json!({"ids": ids, "expected": {ids[0].as_str().unwrap(): "2026-06-15T09:00:00Z"}});
        assert_eq!(mona.post("/api/leave/bulk-approve", both.clone()).await.expect(200).data()["updated"], 2);
        app.clock.pass(1);
        assert_eq!(mona.post("/api/leave/bulk-approve", both).await.expect(200).data()["updated"], 0, "a repeat");
        assert_eq!((waiting(&mona).await.len(), badge(&mona).await), (0, json!(0)));
        for (body, field, sentence) in [
            (json!({"ids": ids, "comment": " "}), "comment", "A rejection reason is required"),
            (json!({"ids": [], "comment": "x"}), "ids", "Select between 1 and 500 requests"),
            (json!({"ids": vec![ids[0].clone(); 501], "comment": "x"}), "ids", "Select between 1 and 500 requests"),
        ] {
            assert_eq!(reject(&mona, body).await.expect(400).json()["errors"][field], sentence);
        }
        let decided = reject(&mona, json!({"ids": ids, "comment": "x"})).await.expect(409);
        assert_eq!(decided.message(), sentence, "they are approved");
        let hr = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        let request = asked(&eve, leave("2026-07-08", "2026-07-08")).await;
        assign(&hr, &world.eve, &otto).await;
        let ottos = app.sign_in(&otto).await;
        approve(&mona, &request).await.expect(403);
        assert_eq!(cancel(&mona, &request, json!({"comment": "x"})).await.expect(403).message(), "You can only do this for your team members");
        approve(&ottos, &request).await.expect(200);
    }

    /// What the team looks like beside a request [leave.md §3 and §9, 25]
    async fn a_decider_sees_who_else_is_away(app: &TestApp) {
        let world = World::of(app).await;
        let (max, eve, mona) = (app.sign_in(&world.max).await, app.sign_in(&world.eve).await, app.sign_in(&world.mona).await);
        let mut others = Vec::new();
        for name in ["Ida", "Jan", "Kim", "Lea", "Nils", "Ole"] {
            others.push(app.member(name, &world.mona).await);
        }
        for (other, days) in [(&others[0], ("2026-07-06", "2026-07-08")), (&others[1], ("2026-07-08", "2026-07-10"))] {
            give(app, other, SICK_LEAVE, 2026, 10.0).await;
            let client = app.sign_in(other).await;
            asked(&client, with(leave(days.0, days.1), json!({"leaveTypeId": SICK_LEAVE}))).await;
        }
        asked(&eve, leave("2026-07-10", "2026-07-13")).await;
        let request = asked(&max, leave("2026-07-07", "2026-07-10")).await;
        let found = waiting(&mona).await;
        assert_eq!((found.len(), &found[0]["_id"]), (2, &request["_id"]), "the one that begins first comes first");
        let away = |name: &str, start: &str, end: &str, status: &str| json!({
            "firstName": name, "lastName": "Example", "startDate": start, "endDate": end, "status": status,
        });
        let first = &found[0];
        assert_eq!(first["alsoAway"], json!([
            away("Ida", "2026-07-06", "2026-07-08", "approved"),
            away("Jan", "2026-07-08", "2026-07-10", "approved"),
            away("Eve", "2026-07-10", "2026-07-13", "pending"),
        ]));
        assert_eq!(first["coverage"], json!({"date": "2026-07-08", "away": 3, "members": 8}));
        assert_eq!((&first["years"], &first["forManager"]), (&json!([{"year": 2026, "days": 4.0, "left": 16.0}]), &Value::Null));
        assert_eq!(first["mayCancel"], "no", "it is not decided yet");

        approve(&mona, &request).await.expect(200);
        let all = mona.get(&format!("{TEAM}?status=approved&employeeId={}", world.max.id)).await.expect(200).data();
        let stranger = app.person("Sam", Role::Employee).await;
        mona.get(&format!("{TEAM}?employeeId={}", stranger.id)).await.expect(403);
        let decided = &all["requests"][0];
        assert_eq!((&decided["alsoAway"], &decided["coverage"], &decided["mayCancel"]), (&json!([]), &Value::Null, &json!("directly")));
        assert_eq!(all["pagination"], json!({"current": 1, "pages": 1, "total": 1}));
        cancel(&mona, &request, json!({"comment": "A mistake"})).await.expect(200);
        let gone = mona.get(&format!("{TEAM}?status=cancelled")).await.expect(200).data();
        assert_eq!(gone["requests"][0]["years"], json!([{"year": 2026, "days": 4.0, "left": 20.0}]));
        let newest = mona.get(&format!("{TEAM}?limit=1&from=2026-07-09&to=2026-07-10")).await.expect(200).data();
        assert_eq!((text(&newest["requests"][0]["user"], "firstName"), &newest["pagination"]["total"]), ("Eve", &json!(3)));
        mona.get(&format!("{TEAM}?from=2026-07-09&to=2026-07-08")).await.expect(400);
        mona.get(&format!("{TEAM}?status=late")).await.expect(400);
    }

    /// [leave.md §9, 20]
    async fn who_leaves_takes_no_leave_that_has_not_begun(app: &TestApp) {
        let world = World::of(app).await;
        let ada = app.person("Ada", Role::Admin).await;
        let ada = app.sign_in(&ada).await;
        for (name, change) in [("Pia", json!({"isActive": false})), ("Quin", json!({"role": "Manager"}))] {
            let person = app.member(name, &world.mona).await;
            give(app, &person, ANNUAL_LEAVE, 2026, 20.0).await;
            app.clock.set("2026-06-12T09:00:00Z");
            let (client, mona) = (app.sign_in(&person).await, app.sign_in(&world.mona).await);
            let begun = asked(&client, leave("2026-06-12", "2026-06-16")).await;
            let planned = asked(&client, leave("2026-06-22", "2026-06-23")).await;
            let pending = asked(&client, leave("2026-06-29", "2026-06-29")).await;
            for request in [&begun, &planned] {
                approve(&mona, request).await.expect(200);
            }
            app.clock.set(&format!("{TODAY}T09:00:00Z"));
            let status = async || {
                let ids = [&begun, &planned, &pending].map(|request| text(request, "_id").parse().unwrap());
                let found = app.ports.reads.leave().requests(&ids).await.unwrap();
                found.into_iter().map(|leave| (leave.period.start().to_string(), leave.status.name())).collect::<std::collections::BTreeMap<_, _>>()
            };
            let toggle = format!("{}/toggle-block", path(&person));
            ada.patch(&toggle, json!({"isBlocked": true})).await.expect(200);
            let before = status().await;
            assert_eq!(before.into_values().collect::<Vec<_>>(), ["approved", "approved", "pending"], "a block changes nothing");
            ada.patch(&toggle, json!({"isBlocked": false})).await.expect(200);
            let role = change["role"].as_str().unwrap_or("Employee").to_owned();
            ada.put(&path(&person), with(unchanged(name, &person, &role), change.clone())).await.expect(200);
            let after = status().await;
            assert_eq!(after.into_values().collect::<Vec<_>>(), ["approved", "cancelled", "cancelled"], "{name}");
            assert_eq!(left(app, &person, ANNUAL_LEAVE, 2026).await, 17.0, "{name}");
            let back = json!({"isActive": true, "role": "Employee"});
            ada.put(&path(&person), with(unchanged(name, &person, "Employee"), back)).await.expect(200);
            assert_eq!(status().await.into_values().collect::<Vec<_>>(), ["approved", "cancelled", "cancelled"], "nothing comes back");
        }
    }
}
