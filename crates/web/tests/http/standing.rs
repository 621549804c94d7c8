//! What follows from a block, a deactivation, a new role and a new manager: at the very next request, and on open sockets.

use std::time::{Duration, Instant};

use domain::person::Role;
use serde_json::{Value, json};
use testkit::socket::{Frame, Socket};
use testkit::{Client, PASSWORD, ROOM, SOON, Setup, TestApp, TestDatabase, on_both_engines, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::{TODAY, Team, entry, log_in, signed_in, submit, text};

const BLOCKED: &str = "Your account has been blocked. Please contact your administrator.";

/// What comes, up to the end of the session.
async fn farewell(socket: &mut Socket) -> Vec<Frame> {
    let mut frames = Vec::new();
    loop {
        let frame = socket.next(SOON).await;
        let is_last = !matches!(frame, Frame::Message(_));
        frames.push(frame);
        if is_last {
            return frames;
        }
    }
}

on_one_engine! {
    /// A manager whose team member goes to somebody else has no right over them from the next call on, and the notification
    /// goes along [C1]
    async fn rights_follow_the_present_manager(app: &TestApp) {
        let ada = signed_in(app, "Ada", Role::Admin).await;
        let team = Team::of(app).await;
        let zoe = app.person("Zoe", Role::Manager).await;
        let (ann, max, zoes) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await, app.sign_in(&zoe).await);
        let sheet = submit(&ann, TODAY).await;
        let ids = json!({"ids": [sheet["_id"]]});
        let rejection = with(ids.clone(), json!({"comment": "again"}));
        max.post("/api/timesheets/bulk-reject", rejection.clone()).await.expect(200);
        ann.post("/api/timesheets/my", entry(TODAY, 7.0, "better")).await.expect(200);
        let notification = async |client: &Client| client.get("/api/timesheets/notifications/resubmissions").await.expect(200).data()["notifications"].clone();
        let viewed = json!({"notificationIds": [notification(&max).await[0]["_id"]]});
        let id = team.member.id.to_string();
        let assign = json!({"employeeId": id, "managerId": zoe.id.to_string()});
        ada.post("/api/users/assign-manager", assign).await.expect(200);

        for answer in [
            max.get(&format!("/api/users/{id}")).await,
            max.get(&format!("/api/timesheets/my?userId={id}")).await,
            max.get(&format!("/api/timesheets/calendar?month=6&year=2026&userId={id}")).await,
            max.get(&format!("/api/timesheets/team?employeeId={id}")).await,
            max.post("/api/timesheets/bulk-approve", ids.clone()).await,
            max.post("/api/timesheets/bulk-reject", rejection).await,
            max.post("/api/timesheets/notifications/viewed", viewed).await,
        ] {
            assert_eq!((answer.status, answer.code().as_str()), (403, "FORBIDDEN"), "{}", answer.text());
        }
        assert_eq!(max.get("/api/timesheets/team").await.expect(200).data()["timesheets"], json!([]));
        assert_eq!(max.get("/api/users").await.expect(200).data()["users"], json!([]));
        assert_eq!(notification(&max).await, json!([]));
        assert_eq!(text(&notification(&zoes).await[0], "status"), "pending");
        assert_eq!(zoes.post("/api/timesheets/bulk-approve", ids).await.expect(200).data()["updated"], 1);
    }

    /// An Employee who is made a Manager decides neither on the days from before, nor on those of the former colleagues [C3]
    async fn nobody_decides_on_their_own_days(app: &TestApp) {
        let ada = signed_in(app, "Ada", Role::Admin).await;
        let team = Team::of(app).await;
        let bob = app.member("Bob", &team.manager).await;
        let ann = app.sign_in(&team.member).await;
        let own = submit(&ann, TODAY).await;
        let colleagues = submit(&app.sign_in(&bob).await, TODAY).await;
        // A rejected day waits for nobody's decision but could still be approved.
        let rejected = json!({"ids": [own["_id"]], "comment": "no"});
        app.sign_in(&team.manager).await.post("/api/timesheets/bulk-reject", rejected).await.expect(200);
        let promoted = ada.put(&path(&team.member), unchanged("Ann", &team.member, "Manager")).await.expect(200).data()["user"].clone();
        assert_eq!((text(&promoted, "role"), &promoted["managerId"]), ("Manager", &Value::Null));
        let decide = async |id: &Value| ann.post("/api/timesheets/bulk-approve", json!({"ids": [id]})).await.expect(403).message();
        assert_eq!(decide(&own["_id"]).await, "You cannot decide on your own timesheet");
        assert_eq!(decide(&colleagues["_id"]).await, "You can only do this for your team members");
        assert_eq!(ann.get("/api/session").await.expect(200).data()["user"]["role"], "Manager", "the session goes on in the new role");
        ann.post("/api/timesheets/my", entry(TODAY, 8.0, "x")).await.expect(403);
        let themselves = json!({"employeeId": team.member.id.to_string(), "managerId": team.member.id.to_string()});
        ada.post("/api/users/assign-manager", themselves).await.expect(400);
    }

    /// A Manager who gets another role has no team at the next call, and the team has no manager [C6]
    async fn a_former_manager_has_no_team(app: &TestApp) {
        let ada = signed_in(app, "Ada", Role::Admin).await;
        let team = Team::of(app).await;
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        let ids = json!({"ids": [submit(&ann, TODAY).await["_id"]]});
        max.get("/api/timesheets/team").await.expect(200);
        ada.put(&path(&team.manager), unchanged("Max", &team.manager, "Employee")).await.expect(200);
        for answer in [max.get("/api/timesheets/team").await, max.post("/api/timesheets/bulk-approve", ids.clone()).await, max.get("/api/users").await, max.get("/api/dashboard").await] {
            assert_eq!((answer.status, answer.code().as_str()), (403, "FORBIDDEN"));
        }
        max.get("/api/timesheets/my").await.expect(200);
        let manager = async || ada.get(&path(&team.member)).await.expect(200).data()["user"]["managerId"].clone();
        assert_eq!(manager().await, Value::Null);
        assert_eq!(ada.get("/api/users?manager=none&search=ann").await.expect(200).data()["pagination"]["total"], 1);
        ada.put(&path(&team.manager), unchanged("Max", &team.manager, "Manager")).await.expect(200);
        max.post("/api/timesheets/bulk-approve", ids).await.expect(403);
        assert_eq!(manager().await, Value::Null, "a team does not come back by itself");
    }
}

on_both_engines! {
    /// A block and a deactivation hold at the next request, within a second on an open socket, and at the login [D11]
    async fn a_blocked_person_is_out_at_once(app: &TestApp) {
        let ada = signed_in(app, "Ada", Role::Admin).await;
        for (name, code) in [("Ann", "ACCOUNT_BLOCKED"), ("Bob", "ACCOUNT_INACTIVE")] {
            let person = app.person(name, Role::Employee).await;
            let client = app.sign_in(&person).await;
            let mut socket = Socket::of(&client).await;
            client.get("/api/session").await.expect(200);
            let is_block = code == "ACCOUNT_BLOCKED";
            let began = Instant::now();
            let toggle = async |is_out: bool| {
                let user = if is_block {
                    ada.patch(&format!("{}/toggle-block", path(&person)), json!({"isBlocked": is_out})).await
                } else {
                    ada.put(&path(&person), with(unchanged(name, &person, "Employee"), json!({"isActive": !is_out}))).await
                };
                user.expect(200).data()["user"].clone()
            };
            let user = toggle(true).await;
            assert_eq!((&user["isBlocked"], &user["isActive"]), (&json!(is_block), &json!(is_block)));
            let told = farewell(&mut socket).await;
            assert!(began.elapsed() < ROOM * Duration::from_secs(1), "{:?}", began.elapsed());
            let invalid = Frame::Message(json!({"type": "SESSION_INVALID", "message": BLOCKED}));
            assert!(told.ends_with(&[invalid, Frame::Closed(4401)]), "{told:?}");
            for answer in [client.get("/api/session").await, client.post("/api/timesheets/my", entry(TODAY, 8.0, "x")).await] {
                assert_eq!((answer.status, answer.code().as_str(), answer.message().as_str()), (401, "SESSION_INVALID", BLOCKED));
            }
            assert_eq!(log_in(app, &person.email, PASSWORD).await.expect(403).code(), code);
            toggle(true).await;
            toggle(false).await;
            client.get("/api/session").await.expect(401);
            // A new session, not the old one.
            log_in(app, &person.email, PASSWORD).await.expect(200);
        }
    }
}

/// A block on one instance holds at the next request on another, and on its open sockets within a second [D11]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_block_holds_on_every_instance() {
    let database = TestDatabase::postgres().await;
    let here = TestApp::start(&database).await;
    let there = TestApp::start_over(database.another_instance().await, Setup::default()).await;
    let ann = here.person("Ann", Role::Employee).await;
    let client = here.sign_in(&ann).await;
    let mut socket = Socket::of(&client).await;
    let ada = signed_in(&there, "Ada", Role::Admin).await;
    let began = Instant::now();
    ada.patch(&format!("{}/toggle-block", path(&ann)), json!({"isBlocked": true})).await.expect(200);
    assert_eq!(client.get("/api/session").await.expect(401).message(), BLOCKED);
    assert_eq!(farewell(&mut socket).await.last(), Some(&Frame::Closed(4401)));
    assert!(began.elapsed() < ROOM * Duration::from_secs(1), "{:?}", began.elapsed());
}
