//! Every version of an entry, and who reads them (oversight.md 1.3).

use chrono::{DateTime, Utc};
use domain::person::Role;
use serde_json::{Value, json};
use testkit::app::unknown_id;
use testkit::{Client, Response, on_one_engine};

use super::{TODAY, entry, submit, text};

async fn history(client: &Client, id: &str) -> Response {
    client.get(&format!("/api/timesheets/{id}/history")).await
}

fn name(first: &str) -> Value {
    json!({"firstName": first, "lastName": "Example"})
}

on_one_engine! {
    /// [oversight.md §9, 9]
    async fn a_history_tells_each_version_to_those_whom_it_concerns(app: &TestApp) {
        let marco = app.person("Marco", Role::Manager).await;
        let anna = app.person("Anna", Role::Manager).await;
        let zoe = app.person("Zoe", Role::Manager).await;
        let max = app.member("Max", &marco).await;
        let eve = app.member("Eve", &marco).await;
        let [own, lead, substitute, other] =
            [app.sign_in(&max).await, app.sign_in(&marco).await, app.sign_in(&anna).await, app.sign_in(&zoe).await];
        let sheet = submit(&own, TODAY).await;
        let id = text(&sheet, "_id").to_owned();
        let ids = json!({"ids": [id.clone()]});
        lead.post("/api/timesheets/bulk-reject", json!({"ids": [id.clone()], "comment": "Too short"})).await.expect(200);
        own.post("/api/timesheets/my", entry(TODAY, 9.0, "Planned the week and the next")).await.expect(200);
        let named = json!({"substituteId": anna.id.to_string(), "from": TODAY, "to": TODAY, "reason": "Away"});
        lead.post("/api/substitutions", named).await.expect(201);
        substitute.post("/api/timesheets/bulk-approve", ids).await.expect(200);

        let told = history(&own, &id).await.expect(200).data();
        let mut rows = told["history"].as_array().unwrap().clone();
        let instants: Vec<DateTime<Utc>> = rows.iter().map(|row| text(row, "at").parse().unwrap()).collect();
        assert!(instants.is_sorted() && instants.iter().all(|at| at.to_string().starts_with(TODAY)), "{instants:?}");
        for row in &mut rows {
            row.as_object_mut().unwrap().remove("at");
        }
        let row = |version: u32, what: &str, by: &str, on_behalf_of: Value, hours: f64, description: &str, comment: Value| {
            json!({"version": version, "what": what, "by": name(by), "onBehalfOf": on_behalf_of, "hours": hours,
                "description": description, "comment": comment})
        };
        let (first, second) = ("Planned the week", "Planned the week and the next");
        assert_eq!(
            rows,
            [
                row(1, "submitted", "Max", Value::Null, 8.0, first, Value::Null),
                row(2, "rejected", "Marco", Value::Null, 8.0, first, json!("Too short")),
                row(3, "resubmitted", "Max", Value::Null, 9.0, second, Value::Null),
                row(4, "approved", "Anna", name("Marco"), 9.0, second, Value::Null),
            ]
        );

        let hr = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        let admin = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        let boss = app.sign_in(&app.person("Bea", Role::Boss).await).await;
        for client in [&lead, &substitute, &hr, &admin] {
            assert_eq!(history(client, &id).await.expect(200).data(), told);
            for unknown in [unknown_id().as_str(), "no-id", &max.id.to_string()] {
                assert_eq!(history(client, unknown).await.expect(404).message(), "Timesheet not found");
            }
        }
        let (role, team) = ("You do not have permission to do this", "You can only do this for your team members");
        for (client, sentence) in [(&other, team), (&app.sign_in(&eve).await, role), (&boss, role)] {
            assert_eq!(history(client, &id).await.expect(403).message(), sentence);
        }
        assert_eq!(history(&boss, &unknown_id()).await.expect(403).message(), role);
        history(&app.anonymous(), &id).await.expect(401);
    }
}
