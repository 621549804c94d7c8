//! Things of others among one's own, and an account under somebody else's address.

use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, Setup, TestApp, on_both_engines, on_one_engine};

use super::accounts::path;
use super::{Team, entries, entry, submit};

/// The ids of the nine days before today, which this member of the team has recorded as their unlocks let them.
async fn recorded(app: &TestApp, team: &Team) -> (Client, Vec<Value>) {
    let ann = app.sign_in(&team.member).await;
    let mut ids = Vec::new();
    for date in (1..=9).map(|day| format!("2026-06-{day:02}")) {
        app.unlock(&team.member, &team.manager, &date).await;
        ids.push(submit(&ann, &date).await["_id"].clone());
    }
    (ann, ids)
}

async fn statuses(client: &Client) -> Vec<String> {
    let mut statuses: Vec<String> =
        entries(client).await.iter().map(|entry| super::text(entry, "status").to_owned()).collect();
    statuses.dedup();
    statuses
}

async fn notifications(client: &Client) -> Vec<Value> {
    let found = client.get("/api/timesheets/notifications/resubmissions").await.expect(200).data();
    found["notifications"].as_array().unwrap().clone()
}

async fn other_team(app: &TestApp) -> Team {
    let manager = app.person("Zoe", Role::Manager).await;
    let member = app.member("Eve", &manager).await;
    Team { manager, member }
}

on_one_engine! {
    /// One entry of another team among nine of one's own, wherever it stands: none of the ten is decided on [B4]
    async fn one_foreign_entry_among_many_stops_them_all(app: &TestApp) {
        let (team, other) = (Team::of(app).await, other_team(app).await);
        let (ann, ids) = recorded(app, &team).await;
        let eve = app.sign_in(&other.member).await;
        let foreign = submit(&eve, "2026-06-10").await["_id"].clone();
        let max = app.sign_in(&team.manager).await;
        for place in [0, 4, 9] {
            let mut mixed = ids.clone();
            mixed.insert(place, foreign.clone());
            for (call, body) in [
                ("bulk-approve", json!({"ids": mixed})),
                ("bulk-reject", json!({"ids": mixed, "comment": "again"})),
            ] {
                let refused = max.post(&format!("/api/timesheets/{call}"), body).await.expect(403);
                assert_eq!(refused.message(), "You can only do this for your team members");
            }
        }
        assert_eq!((statuses(&ann).await, statuses(&eve).await), (vec!["pending".to_owned()], vec!["pending".to_owned()]));
        assert_eq!(ann.get("/api/notifications").await.expect(200).data()["notifications"], json!([]), "nobody was told of anything");
        assert_eq!(max.post("/api/timesheets/bulk-approve", json!({"ids": ids})).await.expect(200).data()["updated"], 9);
    }

    /// A notification of another manager among one's own: none of them is marked, for either manager [B6]
    async fn one_foreign_notification_among_own_marks_none(app: &TestApp) {
        let (team, other) = (Team::of(app).await, other_team(app).await);
        let mut managers = Vec::new();
        for each in [&team, &other] {
            let (employee, manager) = (app.sign_in(&each.member).await, app.sign_in(&each.manager).await);
            let id = submit(&employee, "2026-06-10").await["_id"].clone();
            manager.post("/api/timesheets/bulk-reject", json!({"ids": [id], "comment": "again"})).await.expect(200);
            employee.post("/api/timesheets/my", entry("2026-06-10", 7.0, "better")).await.expect(200);
            managers.push(manager);
        }
        let (own, foreign) = (notifications(&managers[0]).await[0]["_id"].clone(), notifications(&managers[1]).await[0]["_id"].clone());
        for ids in [json!([own, foreign]), json!([foreign, own]), json!([foreign])] {
            let refused = managers[0].post("/api/timesheets/notifications/viewed", json!({"notificationIds": ids})).await;
            assert_eq!((refused.status, refused.code().as_str()), (403, "FORBIDDEN"), "{ids}");
        }
        for manager in &managers {
            let found = notifications(manager).await;
            assert_eq!((found.len(), super::text(&found[0], "status")), (1, "pending"));
            assert_eq!(manager.get("/api/session").await.expect(200).data()["badges"]["notifications"], 1);
        }
        let seen = managers[0].post("/api/timesheets/notifications/viewed", json!({"notificationIds": [own]})).await.expect(200);
        assert_eq!(seen.data()["updated"], 1);
    }

    /// Somebody registers a colleague's address: the account is an Employee's like any other, and the colleague takes it over
    /// with the mail that only they can read [A9]
    async fn an_account_belongs_to_the_reader_of_its_mail(database: &TestDatabase) {
        let app = TestApp::start_as(database, Setup { self_registration: true, ..Setup::default() }).await;
        let squatter = app.anonymous();
        let typed = json!({"firstName": "Grace", "lastName": "Hopper", "email": "grace@daybook.example"});
        let made = squatter.post("/api/auth/register", typed.clone()).await.expect(201).data();
        let told = app.mails().await;
        assert!(matches!(told.as_slice(), [mail] if mail.to == "grace@daybook.example"), "the owner hears of it: {told:?}");
        let shown = super::text(&made["generatedCredentials"], "password");
        let log_in = async |password: &str| super::log_in(&app, "grace@daybook.example", password).await;
        let token = log_in(shown).await.expect(200).data()["token"].as_str().unwrap().to_owned();
        let session = app.anonymous().with_token(token);
        let own = json!({"newPassword": "words of a squatter", "confirmPassword": "words of a squatter"});
        session.put("/api/auth/change-first-login-password", own).await.expect(200);
        let user = session.get("/api/session").await.expect(200).data()["user"].clone();
        assert_eq!(user["role"], "Employee");
        session.get(&format!("/api/users/{}", app.person("Bob", Role::Employee).await.id)).await.expect(403);

        squatter.post("/api/auth/register", typed).await.expect(409);
        app.anonymous().post("/api/auth/forgot-password", json!({"email": "grace@daybook.example"})).await.expect(200);
        application::passwords::answer_resets(&app.ports).await.unwrap();
        let mails = app.mails().await;
        let [mail] = mails.as_slice() else { panic!("{mails:?}") };
        let link: application::passwords::PasswordResetLetter = mail.letter.about().expect("a link");
        assert_eq!(mail.to, "grace@daybook.example");
        let new = json!({"password": "words of the owner"});
        app.anonymous().post(&format!("/api/auth/reset-password/{}", link.token.0), new).await.expect(200);
        assert_eq!(session.get("/api/session").await.expect(401).message(), "Your session has expired. Please login again.");
        log_in("words of a squatter").await.expect(401);
        log_in(shown).await.expect(401);
        log_in("words of the owner").await.expect(200);
    }
}

on_both_engines! {
    /// A manager is blocked while deciding on a whole week: all of it is decided, or none [D11]
    async fn a_block_cuts_no_decision_in_half(app: &TestApp) {
        let team = Team::of(app).await;
        let ada = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        let (ann, ids) = recorded(app, &team).await;
        let toggle = format!("{}/toggle-block", path(&team.manager));
        for round in 0..6_u64 {
            let max = app.sign_in(&team.manager).await;
            let call = if round % 2 == 0 { "bulk-reject" } else { "bulk-approve" };
            let before = statuses(&ann).await;
            let deciding = tokio::spawn({
                let (max, ids) = (max.clone(), ids.clone());
                async move { max.post(&format!("/api/timesheets/{call}"), json!({"ids": ids, "comment": "again"})).await }
            });
            tokio::time::sleep(std::time::Duration::from_millis(round * 3)).await;
            ada.patch(&toggle, json!({"isBlocked": true})).await.expect(200);
            let decision = deciding.await.unwrap();
            let after = statuses(&ann).await;
            let decided = if round % 2 == 0 { "rejected" } else { "approved" };
            match decision.status {
                200 => assert_eq!(after, [decided], "round {round}"),
                401 | 403 => assert_eq!(after, before, "round {round}: {}", decision.text()),
                other => panic!("round {round}: {other} {}", decision.text()),
            }
            max.get("/api/session").await.expect(401);
            ada.patch(&toggle, json!({"isBlocked": false})).await.expect(200);
        }
    }
}
