//! Substitutes: who stands in for a manager who is away (settings.md 1.4).

use chrono::Days;
use domain::person::Role;
use serde_json::{Value, json};
use testkit::app::day;
use testkit::{Client, Response, TestApp, TestPerson, on_both_engines, on_one_engine};

use super::{TODAY, Team, entry, submit, text};

const TEAM: &str = "/api/timesheets/team";
const APPROVE: &str = "/api/timesheets/bulk-approve";
const REJECT: &str = "/api/timesheets/bulk-reject";

/// Marco's team, Anna who is a manager too with a team of her own, and HR.
struct World {
    marco: TestPerson,
    ann: TestPerson,
    anna: TestPerson,
    bob: TestPerson,
    hal: TestPerson,
}

impl World {
    async fn of(app: &TestApp) -> Self {
        let marco = app.person("Marco", Role::Manager).await;
        let anna = app.person("Anna", Role::Manager).await;
        let ann = app.member("Ann", &marco).await;
        let bob = app.member("Bob", &anna).await;
        Self { marco, ann, anna, bob, hal: app.person("Hal", Role::Hr).await }
    }
}

fn days(substitute: &TestPerson, from: &str, to: &str) -> Value {
    json!({"substituteId": substitute.id.to_string(), "from": from, "to": to, "reason": "On holiday"})
}

/// The manager names a substitute, and the answer is the id of the substitution.
async fn name(client: &Client, body: Value) -> String {
    let made = client.post("/api/substitutions", body).await.expect(201);
    assert_eq!(made.message(), "Substitute named");
    text(&made.data()["substitution"], "_id").to_owned()
}

fn ids(sheet: &Value) -> Value {
    json!({"ids": [sheet["_id"]]})
}

async fn weeks(client: &Client) -> Vec<(String, Value)> {
    let found = client.get(TEAM).await.expect(200).data();
    let weeks = found["weeks"].as_array().unwrap().iter();
    weeks.map(|week| (text(week, "userId").to_owned(), week["forManager"].clone())).collect()
}

async fn notices(client: &Client) -> Vec<String> {
    let found = client.get("/api/notifications").await.expect(200).data();
    found["notifications"].as_array().unwrap().iter().map(|notice| text(notice, "body").to_owned()).collect()
}

on_one_engine! {
    /// settings.md 9.9, to the letter.
    async fn a_manager_names_one_substitute_who_stands_in_from_the_first_day_to_the_last(app: &TestApp) {
        let world = World::of(app).await;
        let (marco, ann) = (app.sign_in(&world.marco).await, app.sign_in(&world.ann).await);
        let anna = app.sign_in(&world.anna).await;
        app.sign_in(&world.bob).await.post("/api/timesheets/my", entry(TODAY, 8.0, "x")).await.expect(201);
        let sheet = submit(&ann, TODAY).await;
        anna.post("/api/timesheets/bulk-approve", ids(&sheet)).await.expect(403);
        let answer = marco.post("/api/substitutions", days(&world.anna, "2026-06-10", "2026-06-12")).await.expect(201);
        let made = &answer.data()["substitution"];
        let person = |person: &TestPerson, first: &str| json!({"_id": person.id.to_string(), "firstName": first, "lastName": "Example"});
        let mut substitute = person(&world.anna, "Anna");
        substitute["role"] = "Manager".into();
        let expected = json!({
            "_id": made["_id"], "manager": person(&world.marco, "Marco"), "substitute": substitute,
            "from": "2026-06-10", "to": "2026-06-12", "reason": "On holiday", "status": "running",
            "createdAt": "2026-06-10T09:00:00Z", "createdBy": {"firstName": "Marco", "lastName": "Example", "role": "Manager"},
            "endedAt": null, "endedBy": null,
        });
        assert_eq!(*made, expected);
        let again = days(&world.hal, "2026-06-12", "2026-06-20");
        let taken = marco.post("/api/substitutions", again).await.expect(409);
        assert_eq!((taken.code().as_str(), taken.message().as_str()), ("CONFLICT", "Marco Example already has a substitute on 2026-06-12"));

        let marcos = person(&world.marco, "Marco");
        let both = weeks(&anna).await;
        assert_eq!(both.len(), 2);
        for (user, expected) in [(&world.ann, &marcos), (&world.bob, &Value::Null)] {
            let week = both.iter().find(|(id, _)| *id == user.id.to_string()).unwrap();
            assert_eq!(&week.1, expected, "for whom");
        }
        let session = anna.get("/api/session").await.expect(200).data();
        let expected = json!([{"managerId": world.marco.id.to_string(), "firstName": "Marco", "lastName": "Example", "to": "2026-06-12"}]);
        assert_eq!(session["substituteFor"], expected);
        let dashboard = anna.get("/api/dashboard").await.expect(200).data();
        assert_eq!((&dashboard["teamMembers"], &dashboard["entriesToApprove"]), (&json!(2), &json!(2)));
        let members = anna.get("/api/users?role=Employee").await.expect(200).data();
        assert_eq!(members["pagination"]["total"], 2, "in lists");
        let attendance = anna.get("/api/users/attendance-summary?month=6&year=2026").await.expect(200).json();
        assert_eq!(attendance.as_array().unwrap().len(), 2, "and in reports");
        let window = format!("/api/timesheet-unlock/window?employeeId={}", world.ann.id);
        anna.get(&window).await.expect(200);
        // Nothing is inherited.
        let zoe = app.person("Zoe", Role::Manager).await;
        let further = name(&anna, days(&zoe, "2026-06-10", "2026-06-12")).await;
        let zoes = app.sign_in(&zoe).await;
        zoes.post("/api/timesheets/bulk-approve", ids(&sheet)).await.expect(403);
        assert_eq!(zoes.get("/api/session").await.expect(200).data()["substituteFor"][0]["managerId"], world.anna.id.to_string());
        let ended = anna.delete(&format!("/api/substitutions/{further}")).await.expect(200);
        assert_eq!((ended.message().as_str(), text(&ended.data()["substitution"], "status")), ("Substitution ended", "ended"));
        assert_eq!(zoes.get("/api/session").await.expect(200).data()["substituteFor"], json!([]));

        let updated = anna.post("/api/timesheets/bulk-approve", ids(&sheet)).await.expect(200).data();
        assert_eq!(updated["updated"], 1);
        assert_eq!(notices(&ann).await, ["2026-06-10 (Anna Example for Marco Example)"]);
        app.clock.set("2026-06-13T00:00:00Z");
        let anna = app.sign_in(&world.anna).await;
        anna.post("/api/timesheets/bulk-approve", ids(&sheet)).await.expect(403);
        assert_eq!(weeks(&anna).await.len(), 1);
        assert_eq!(anna.get("/api/session").await.expect(200).data()["substituteFor"], json!([]));
        let over = format!("/api/substitutions/{}", text(made, "_id"));
        let late = app.sign_in(&world.marco).await.delete(&over).await.expect(409);
        assert_eq!(late.message(), "This substitution is over");
        // What was decided stays with both names.
        assert_eq!(notices(&app.sign_in(&world.ann).await).await, ["2026-06-10 (Anna Example for Marco Example)"]);
    }

    async fn what_does_not_fit_says_so(app: &TestApp) {
        let world = World::of(app).await;
        let marco = app.sign_in(&world.marco).await;
        let blank = marco.post("/api/substitutions", json!({"substituteId": "", "from": "", "to": "", "reason": " "})).await.expect(400);
        assert_eq!((blank.code().as_str(), blank.message().as_str()), ("VALIDATION_FAILED", "Please fill in all fields"));
        let fields: Vec<_> = blank.json()["errors"].as_object().unwrap().keys().cloned().collect();
        assert_eq!(fields, ["from", "reason", "substituteId", "to"]);
        let null = json!({"managerId": null, "substituteId": null, "from": null, "to": null, "reason": null});
        let blank = marco.post("/api/substitutions", null).await.expect(400);
        assert_eq!(blank.message(), "Please fill in all fields", "null is a field that was left out");
        for (field, value) in [("from", json!("June")), ("substituteId", json!("Anna")), ("reason", json!(5))] {
            let mut body = days(&world.anna, "2026-06-10", "2026-06-12");
            body[field] = value;
            assert_eq!(marco.post("/api/substitutions", body).await.expect(400).code(), "INVALID_REQUEST", "{field}");
        }
    }
}

on_both_engines! {
    /// Manager and substitute decide at once: one decision and one notice each, and the other is told.
    async fn of_two_who_decide_at_once_one_wins(app: &TestApp) {
        let world = World::of(app).await;
        let (marco, anna, ann) = (app.sign_in(&world.marco).await, app.sign_in(&world.anna).await, app.sign_in(&world.ann).await);
        name(&marco, days(&world.anna, "2026-06-10", "2026-06-12")).await;
        for round in 0..50 {
            let date = day("2026-04-15") + Days::new(round);
            app.unlock(&world.ann, &world.marco, &date.to_string()).await;
            let sheet = submit(&ann, &date.to_string()).await;
            let seen = json!({text(&sheet, "_id"): sheet["updatedAt"]});
            let approve = json!({"ids": [sheet["_id"]], "expected": seen});
            let reject = json!({"ids": [sheet["_id"]], "expected": seen, "comment": "Which project?"});
            let (by_marco, by_anna) = if round % 2 == 0 {
                tokio::join!(marco.post(APPROVE, approve), anna.post(REJECT, reject))
            } else {
                tokio::join!(marco.post(APPROVE, approve.clone()), anna.post(APPROVE, approve))
            };
            let told = |answer: Response| (answer.status, (answer.status == 200).then(|| answer.data()["updated"].clone()));
            let mut outcomes = [told(by_marco), told(by_anna)];
            outcomes.sort_by_key(|(status, updated)| (*status, updated.as_ref().and_then(Value::as_u64)));
            let [(200, Some(first)), second] = &outcomes else { panic!("round {round}: {outcomes:?}") };
            let one_wins = (*first == 0 && *second == (200, Some(json!(1)))) || (*first == 1 && *second == (409, None));
            assert!(one_wins, "round {round}: {outcomes:?}");
            let decided = ann.get(&format!("/api/notifications?limit={}", round + 1)).await.expect(200).data();
            assert_eq!(decided["pagination"]["total"], round + 1, "one notice a decision");
        }
    }

    /// Two substitutes over the same days at once: one is named, the other is told.
    async fn of_two_substitutes_for_the_same_days_one_is_named(app: &TestApp) {
        let team = Team::of(app).await;
        let hal = app.person("Hal", Role::Hr).await;
        let (max, hals) = (app.sign_in(&team.manager).await, app.sign_in(&hal).await);
        let anna = app.person("Anna", Role::Manager).await;
        for round in 0..20 {
            let (from, to) = (format!("2026-07-{:02}", round + 1), format!("2026-07-{:02}", round + 1));
            let mine = days(&anna, &from, &to);
            let mut theirs = days(&hal, &from, &to);
            theirs["managerId"] = team.manager.id.to_string().into();
            let (one, other) =
                tokio::join!(max.post("/api/substitutions", mine), hals.post("/api/substitutions", theirs));
            let mut statuses = [one.status, other.status];
            statuses.sort_unstable();
            assert_eq!(statuses, [201, 409], "round {round}");
        }
    }
}
