//! Two at once: one wins, the other is told so, and what is stored makes sense.

use std::collections::BTreeSet;
use std::time::Duration;

use application::ports::{ChangedPerson, PersonRecord};
use domain::access::Actor;
use domain::access::accounts::may_manage;
use domain::person::Role;
use serde_json::json;
use testkit::{TestApp, TestDatabase, at_once, on_both_engines};

use super::{TODAY, Team, entries, entry, submit, text};

on_both_engines! {
    async fn one_unlock_is_used_once(app: &TestApp) {
        let team = Team::of(app).await;
        let ann = app.sign_in(&team.member).await;
        app.unlock(&team.member, &team.manager, "2026-06-09").await;
        let submissions = (0..6).map(|_| {
            let ann = ann.clone();
            async move { ann.post("/api/timesheets/my", entry("2026-06-09", 8.0, "x")).await.status }
        });
        assert_eq!(at_once(submissions).await.into_iter().filter(|status| *status < 300).count(), 1);
        ann.post("/api/timesheets/my", entry("2026-06-09", 8.0, "x")).await.expect(409);
    }

    async fn an_approval_that_races_the_use_of_an_unlock_leaves_nothing_open(app: &TestApp) {
        let team = Team::of(app).await;
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        for round in 0..8_u32 {
            let date = format!("2026-05-{:02}", 18 + round);
            app.unlock(&team.member, &team.manager, &date).await;
            let sheet = submit(&ann, &date).await;
            let id = text(&sheet, "_id").to_owned();
            app.unlock(&team.member, &team.manager, &date).await;
            let approval = json!({"ids": [id], "expected": {&id: sheet["updatedAt"]}});
            let approving = max.post("/api/timesheets/bulk-approve", approval);
            let correcting = ann.post("/api/timesheets/my", entry(&date, 4.0, "corrected"));
            // The first call has a small lead, so that both orders happen.
            let (approved, corrected) = if round % 2 == 0 {
                tokio::join!(approving, correcting)
            } else {
                let (corrected, approved) = tokio::join!(correcting, approving);
                (approved, corrected)
            };
            let stored = entries(&ann).await.into_iter().find(|sheet| text(sheet, "_id") == id).unwrap();
            let outcome = (approved.status, corrected.status, text(&stored, "status").to_owned(), stored["hours"].as_f64().unwrap());
            let approval_won = (200, 409, "approved".to_owned(), 8.0);
            let correction_won = (409, 200, "pending".to_owned(), 4.0);
            assert!(outcome == approval_won || outcome == correction_won, "{outcome:?}");
            let unlocks = ann.get("/api/timesheet-unlock/my-requests").await.expect(200).data()["unlockRequests"].clone();
            assert!(unlocks.as_array().unwrap().iter().all(|unlock| unlock["isUsed"] == true), "{unlocks}");
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
    // Guesses are counted together, wherever they arrive.
    let guesses = (0..24).map(|n| {
        let (client, email) = ([&here, &there][n % 2].anonymous(), team.manager.email.clone());
        async move { client.post("/api/auth/login", json!({"email": email, "password": "wrong"})).await.status }
    });
    let looked_at = at_once(guesses).await.into_iter().filter(|status| *status == 401).count();
    assert!((1..=10).contains(&looked_at), "{looked_at} guesses were looked at");
}

/// A deadlock of theirs would be a 503 for one of them. The second one waits, and then sees what the first has done.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_manager_who_is_demoted_while_approving_forty_people_is_told_so_or_was_quicker() {
    let database = TestDatabase::postgres().await;
    let app = TestApp::start(&database).await;
    let lead = app.person("Max", Role::Manager).await;
    let (max, admin) = (app.sign_in(&lead).await, app.sign_in(&app.person("Ada", Role::Admin).await).await);
    let (mut team, mut ids) = (Vec::new(), Vec::new());
    for n in 0..40 {
        let member = app.member(&format!("Ann{n}"), &lead).await;
        team.push(member.id);
        ids.insert(0, text(&submit(&app.sign_in(&member).await, TODAY).await, "_id").to_owned());
    }
    let account = json!({"firstName": "Max", "lastName": "Example", "email": lead.email, "role": "Employee"});
    let address = format!("/api/users/{}", lead.id);
    let mut outcomes = BTreeSet::new();
    for round in 0..30 {
        // From well before the approval to well after it.
        let approval = async {
            tokio::time::sleep(Duration::from_millis(30_u64.saturating_sub(2 * round))).await;
            max.post("/api/timesheets/bulk-approve", json!({"ids": ids})).await
        };
        let demotion = async {
            tokio::time::sleep(Duration::from_millis((2 * round).saturating_sub(30))).await;
            admin.put(&address, account.clone()).await
        };
        let (approved, demoted) = tokio::join!(approval, demotion);
        assert_eq!(demoted.status, 200, "round {round}");
        assert!([200, 403].contains(&approved.status), "round {round}: {}", approved.status);
        outcomes.insert(approved.status);
        let work = app.ports.store.begin().await.unwrap();
        let mut before = work.people().for_change(lead.id).await.unwrap().unwrap();
        before.standing.role = Role::Manager;
        work.people().save(&managed(before), app.ports.clock.now()).await.unwrap();
        for member in &team {
            let mut before = work.people().for_change(*member).await.unwrap().unwrap();
            before.manager = Some(lead.id);
            work.people().save(&managed(before), app.ports.clock.now()).await.unwrap();
        }
        work.commit().await.unwrap();
    }
    assert_eq!(outcomes.len(), 2, "each of the two was first at times: {outcomes:?}");
}

/// The account as it is to be saved, by an administrator.
fn managed(account: PersonRecord) -> ChangedPerson {
    let proof = may_manage(&Actor::new(account.id, Role::Admin), account.id, account.standing.role).unwrap();
    ChangedPerson::managed(proof, account).unwrap()
}
