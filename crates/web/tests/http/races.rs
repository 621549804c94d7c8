//! Two at once: one wins, the other is told so, and what is stored makes sense.

use std::time::Duration;

use serde_json::json;
use testkit::{TestApp, TestDatabase, on_both_engines};

use super::{TODAY, Team, entries, entry, submit, text};

on_both_engines! {
    async fn submissions_of_one_day_at_once_give_one_entry(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let team = Team::of(&app).await;
        let ann = app.sign_in(&team.member).await;
        let submissions: Vec<_> = (0..12)
            .map(|n| {
                let ann = ann.clone();
                tokio::spawn(async move { ann.post("/api/timesheets/my", entry(TODAY, f64::from(n), "x")).await })
            })
            .collect();
        let mut statuses = Vec::new();
        for submission in submissions {
            let answer = submission.await.unwrap();
            if answer.status == 409 {
                assert_eq!(answer.message(), "Timesheet already submitted for this date");
            }
            statuses.push(answer.status);
        }
        statuses.sort_unstable();
        assert_eq!((statuses[0], statuses.iter().filter(|status| **status == 409).count()), (201, 11), "{statuses:?}");
        assert_eq!(entries(&ann).await.len(), 1);
    }

    async fn one_unlock_is_used_once(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let team = Team::of(&app).await;
        let ann = app.sign_in(&team.member).await;
        app.unlock(&team.member, &team.manager, "2026-06-09").await;
        let submissions: Vec<_> = (0..6)
            .map(|_| {
                let ann = ann.clone();
                tokio::spawn(async move { ann.post("/api/timesheets/my", entry("2026-06-09", 8.0, "x")).await.status })
            })
            .collect();
        let mut saved = 0;
        for submission in submissions {
            saved += usize::from(submission.await.unwrap() < 300);
        }
        assert_eq!(saved, 1);
        ann.post("/api/timesheets/my", entry("2026-06-09", 8.0, "x")).await.expect(409);
    }

    async fn an_approval_that_races_a_resubmission_has_one_outcome(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let team = Team::of(&app).await;
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        for round in 0..8_u32 {
            let date = format!("2026-05-{:02}", 18 + round);
            app.unlock(&team.member, &team.manager, &date).await;
            let sheet = submit(&ann, &date).await;
            let id = text(&sheet, "_id").to_owned();
            max.post("/api/timesheets/bulk-reject", json!({"ids": [id], "comment": "again"})).await.expect(200);
            let rejected = entries(&ann).await.into_iter().find(|sheet| text(sheet, "_id") == id).unwrap();
            let approval = json!({"ids": [id], "expected": {&id: rejected["updatedAt"]}});
            let (approved, resubmitted) = tokio::join!(
                max.post("/api/timesheets/bulk-approve", approval),
                ann.post("/api/timesheets/my", entry(&date, 4.0, "corrected")),
            );
            let stored = entries(&ann).await.into_iter().find(|sheet| text(sheet, "_id") == id).unwrap();
            let outcome = (approved.status, resubmitted.status, text(&stored, "status").to_owned(), stored["hours"].as_f64().unwrap());
            let approval_won = (200, 409, "approved".to_owned(), 8.0);
            let resubmission_won = (409, 200, "pending".to_owned(), 4.0);
            assert!(outcome == approval_won || outcome == resubmission_won, "{outcome:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_instances_agree() {
    let database = TestDatabase::postgres().await;
    let here = TestApp::start(&database).await;
    let there = TestApp::start_over(database.another_instance().await, testkit::Setup::default()).await;
    let team = Team::of(&here).await;
    let ann = here.sign_in(&team.member).await;
    let elsewhere = there.anonymous().with_token(ann.token().unwrap());
    let (one, two) = tokio::join!(
        ann.post("/api/timesheets/my", entry(TODAY, 8.0, "here")),
        elsewhere.post("/api/timesheets/my", entry(TODAY, 4.0, "there")),
    );
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    ann.post("/api/auth/logout", json!({})).await.expect(200);
    elsewhere.get("/api/session").await.expect(401);
    tokio::time::sleep(Duration::from_millis(10)).await;
}
