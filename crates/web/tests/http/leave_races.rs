//! Leave, two at once: one wins, the other is told so, and the balance makes sense (leave.md 9). On PostgreSQL each of the two
//! calls an instance of their own.

use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, Response, Setup, TestApp, TestDatabase, on_both_engines};

use super::leave::{TODAY, World, approve, asked, cancel, give, leave, left};
use super::leave_types::ANNUAL_LEAVE;
use super::{entry, submit, text};

const ROUNDS: usize = 100;
const NOW: &str = "2026-06-15T09:00:00Z";

/// Another instance, at this moment.
pub(crate) async fn second(database: &TestDatabase, now: &str) -> TestApp {
    let there = TestApp::start_over(database.another_instance().await, Setup::default()).await;
    there.clock.set(now);
    there
}

/// The same session, on this instance.
pub(crate) fn at(app: &TestApp, client: &Client) -> Client {
    app.anonymous().with_token(client.token().unwrap())
}

/// Both at once; the first has a small lead in every other round, so that both orders happen.
pub(crate) async fn at_once<A, B>(
    round: usize,
    one: impl Future<Output = A>,
    other: impl Future<Output = B>,
) -> (A, B) {
    if round.is_multiple_of(2) {
        tokio::join!(one, other)
    } else {
        let (other, one) = tokio::join!(other, one);
        (one, other)
    }
}

fn request(answer: &Response) -> Value {
    answer.data()["request"].clone()
}

async fn ask(client: &Client, date: &str) -> Response {
    client.post("/api/leave/requests", leave(date, date)).await
}

on_both_engines! {
    /// [leave.md §9, 5]
    async fn the_last_day_is_taken_once(database: &TestDatabase, app: &TestApp) {
        let (world, there) = (World::of(app).await, second(database, NOW).await);
        let max = app.sign_in(&world.max).await;
        let elsewhere = at(&there, &max);
        give(app, &world.max, ANNUAL_LEAVE, 2026, 1.0).await;
        for round in 0..ROUNDS {
            let (one, other) = at_once(round, ask(&max, "2026-08-03"), ask(&elsewhere, "2026-08-04")).await;
            let (won, lost) = if one.status == 201 { (one, other) } else { (other, one) };
            assert_eq!((won.status, lost.status, lost.code().as_str()), (201, 409, "BALANCE_TOO_LOW"), "{round}");
            assert_eq!(left(app, &world.max, ANNUAL_LEAVE, 2026).await, 0.0, "{round}");
            cancel(&max, &request(&won), json!({})).await.expect(200);
        }
    }

    /// [leave.md §9, 6]
    async fn a_cancellation_at_the_moment_of_the_approval_gives_everything_back(database: &TestDatabase, app: &TestApp) {
        let (world, there) = (World::of(app).await, second(database, NOW).await);
        let (max, mona) = (app.sign_in(&world.max).await, there.sign_in(&world.mona).await);
        for round in 0..ROUNDS {
            let request = asked(&max, leave("2026-06-22", "2026-06-24")).await;
            let (approved, cancelled) = at_once(round, approve(&mona, &request), cancel(&max, &request, json!({}))).await;
            assert_eq!(cancelled.status, 200, "{round}");
            assert!(matches!(approved.status, 200 | 409), "{round}: {}", approved.status);
            assert_eq!(cancelled.data()["request"]["status"], "cancelled");
            assert_eq!(left(app, &world.max, ANNUAL_LEAVE, 2026).await, 20.0, "{round}");
        }
    }

    /// [leave.md §9, 7]
    async fn a_day_is_recorded_or_taken_off(database: &TestDatabase, app: &TestApp) {
        let (world, there) = (World::of(app).await, second(database, NOW).await);
        // Each time somebody else: a day that is recorded cannot be recorded again.
        for round in 0..ROUNDS {
            let person = app.member(&format!("Pat{round}"), &world.mona).await;
            give(app, &person, ANNUAL_LEAVE, 2026, 20.0).await;
            let pat = app.sign_in(&person).await;
            let submission = pat.post("/api/timesheets/my", entry(TODAY, 9.0, "x"));
            let (submitted, asked) = at_once(round, submission, ask(&at(&there, &pat), TODAY)).await;
            let (won, lost) = if submitted.status == 201 { (submitted, asked) } else { (asked, submitted) };
            assert_eq!((won.status, lost.status, lost.code().as_str()), (201, 409, "LEAVE_CONFLICT"), "{round}");
        }
    }

    /// A day whose entry was rejected is recorded anew or approved after all on one instance, and becomes leave on the other.
    async fn a_rejected_day_is_worked_or_taken_off(database: &TestDatabase, app: &TestApp) {
        let (world, there) = (World::of(app).await, second(database, NOW).await);
        let mona = app.sign_in(&world.mona).await;
        for round in 0..ROUNDS {
            let person = app.member(&format!("Pat{round}"), &world.mona).await;
            give(app, &person, ANNUAL_LEAVE, 2026, 20.0).await;
            let pat = app.sign_in(&person).await;
            let ids = json!([submit(&pat, TODAY).await["_id"]]);
            mona.post("/api/timesheets/bulk-reject", json!({"ids": ids, "comment": "Which customer?"})).await.expect(200);
            let approval = mona.post("/api/timesheets/bulk-approve", json!({"ids": ids}));
            let (approved, requested) = at_once(round, approval, ask(&at(&there, &pat), TODAY)).await;
            match (approved.status, requested.status) {
                (200, 409) => assert_eq!(requested.code(), "LEAVE_CONFLICT", "{round}"),
                (409, 201) => {
                    assert_eq!(approved.code(), "LEAVE_CONFLICT", "{round}");
                    let request = request(&requested);
                    let submission = pat.post("/api/timesheets/my", entry(TODAY, 9.0, "x"));
                    let (submitted, granted) = at_once(round / 2, submission, approve(&at(&there, &mona), &request)).await;
                    assert_eq!((submitted.status, submitted.code().as_str(), granted.status), (409, "LEAVE_CONFLICT", 200), "{round}");
                }
                other => panic!("{round}: {other:?}"),
            }
        }
    }

    /// [leave.md §9, 8]
    async fn of_a_manager_and_the_substitute_one_decides(database: &TestDatabase, app: &TestApp) {
        let (world, there) = (World::of(app).await, second(database, NOW).await);
        let anna = app.person("Anna", Role::Manager).await;
        let (max, mona) = (app.sign_in(&world.max).await, app.sign_in(&world.mona).await);
        let days = json!({"substituteId": anna.id.to_string(), "from": TODAY, "to": TODAY, "reason": "On holiday"});
        mona.post("/api/substitutions", days).await.expect(201);
        let annas = there.sign_in(&anna).await;
        let mut last = Value::Null;
        for round in 0..ROUNDS {
            let request = asked(&max, leave("2026-06-22", "2026-06-24")).await;
            let rejection = json!({"ids": [request["_id"]], "comment": "Too many are away"});
            let rejection = annas.post("/api/leave/bulk-reject", rejection);
            let (approved, rejected) = at_once(round, approve(&mona, &request), rejection).await;
            let mut both = [approved.status, rejected.status];
            both.sort_unstable();
            assert_eq!(both, [200, 409], "{round}");
            let found = max.get("/api/leave/my?year=2026").await.expect(200).data()["requests"].clone();
            let found = found.as_array().unwrap().iter().find(|one| one["_id"] == request["_id"]).unwrap().clone();
            let step = &found["history"][1];
            if approved.status == 200 {
                assert_eq!((text(step, "what"), &step["by"]["firstName"], &step["onBehalfOf"]), ("approved", &json!("Mona"), &Value::Null));
                cancel(&max, &request, json!({})).await.expect(200);
            } else {
                let for_mona = json!({"firstName": "Mona", "lastName": "Example"});
                assert_eq!((text(step, "what"), &step["by"]["firstName"], &step["onBehalfOf"]), ("rejected", &json!("Anna"), &for_mona));
            }
            assert_eq!(found["history"].as_array().unwrap().len(), 2, "{round}");
            last = request;
        }
        app.clock.set("2026-06-16T09:00:00Z");
        approve(&app.sign_in(&anna).await, &last).await.expect(403);
    }
}
