//! A database that is away, or says nothing, is answered for in time, and the portal comes back by itself.

use std::time::{Duration, Instant};

use persistence::{Database, Settings};
use serde_json::json;
use testkit::{ROOM, Setup, TestApp, TestDatabase};

use super::{TODAY, Team, entries, entry};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_database_is_503_within_three_seconds_while_the_process_lives() {
    let database = TestDatabase::postgres().await;
    let proxy = database.proxy().await;
    let through = Database::connect(&Settings::new(database.url_through(&proxy))).await.unwrap();
    let app = TestApp::start_over(through, Setup::default()).await;
    let team = Team::of(&app).await;
    let ann = app.sign_in(&team.member).await;
    let hal = app.sign_in(&app.person("Hal", domain::person::Role::Hr).await).await;
    app.anonymous().get("/readyz").await.expect(200);

    proxy.silence(true);
    for n in 0..5 {
        let began = Instant::now();
        let answer = match n {
            0 => ann.get("/api/timesheets/my").await,
            1 => ann.post("/api/timesheets/my", entry(TODAY, 8.0, "x")).await,
            2 => app.anonymous().get("/readyz").await,
            // A document may take long, but not because nobody answers.
            3 => hal.get("/api/users/attendance-summary/pdf?month=6&year=2026").await,
            _ => {
                let login = json!({"email": team.member.email, "password": testkit::PASSWORD});
                app.anonymous().post("/api/auth/login", login).await
            }
        };
        assert_eq!((answer.status, answer.code().as_str()), (503, "UNAVAILABLE"), "{}", answer.text());
        assert!(answer.header("retry-after").is_some());
        assert!(began.elapsed() < ROOM * Duration::from_secs(3), "{:?}", began.elapsed());
    }
    app.anonymous().get("/healthz").await.expect(200);
    app.anonymous().get("/api/portal").await.expect(200);

    proxy.silence(false);
    comes_back(&app, &ann).await;
    ann.post("/api/timesheets/my", entry(TODAY, 8.0, "x")).await.expect(201);
    assert_eq!(entries(&ann).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_died_are_replaced() {
    let database = TestDatabase::postgres().await;
    let proxy = database.proxy().await;
    let through = Database::connect(&Settings::new(database.url_through(&proxy))).await.unwrap();
    let app = TestApp::start_over(through, Setup::default()).await;
    let team = Team::of(&app).await;
    let ann = app.sign_in(&team.member).await;
    proxy.cut_connections();
    comes_back(&app, &ann).await;
    ann.post("/api/timesheets/my", entry(TODAY, 8.0, "x")).await.expect(201);
}

/// Until it does, every answer is a 503 that says when to try again.
async fn comes_back(app: &TestApp, client: &testkit::Client) {
    let began = Instant::now();
    loop {
        let answer = client.get("/api/timesheets/my").await;
        if answer.status == 200 && app.anonymous().get("/readyz").await.status == 200 {
            return;
        }
        assert!(matches!(answer.status, 200 | 503), "{}", answer.text());
        assert!(began.elapsed() < ROOM * Duration::from_secs(15), "the portal does not come back");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
