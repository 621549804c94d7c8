//! A client that goes away at any moment loses nobody's write, its own acknowledged ones included.

use std::time::Duration;

use domain::person::Role;
use persistence::{Database, Settings};
use testkit::{Client, Setup, TestApp, TestDatabase};
use tokio::io::AsyncWriteExt;

use super::{TODAY, entries, entry, submit};

/// Sends a submission, and resets the connection after `patience`.
async fn abort(client: &Client, patience: Duration) {
    let body = entry(TODAY, 1.0, "gone").to_string();
    let mut request = client.head("POST", "/api/timesheets/my", Some(body.len()));
    request.push_str(&body);
    let mut stream = client.connect().await;
    stream.write_all(request.as_bytes()).await.unwrap();
    tokio::time::sleep(patience).await;
    stream.set_zero_linger().unwrap();
}

/// While clients go away at every moment, others write; what they were told is stored has to be there.
async fn nobody_else_loses(app: &TestApp, rounds: u64, step: Duration) {
    let mut people = Vec::new();
    for n in 0..rounds {
        let leaving = app.sign_in(&app.person(&format!("Gone{n}"), Role::Employee).await).await;
        let staying = app.sign_in(&app.person(&format!("Here{n}"), Role::Employee).await).await;
        people.push((leaving, staying));
    }
    for (n, (leaving, staying)) in (0_u32..).zip(&people) {
        tokio::join!(abort(leaving, step * n), async {
            submit(staying, TODAY).await;
        });
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    for (leaving, staying) in &people {
        assert_eq!(entries(staying).await.len(), 1, "an acknowledged write is gone");
        assert!(entries(leaving).await.len() <= 1);
        // Whether the write of the client who left came through or not, the day can be asked for and is whole.
        let again = leaving.post("/api/timesheets/my", entry(TODAY, 2.0, "back")).await;
        assert!(matches!(again.status, 201 | 409), "{}", again.text());
        assert_eq!(entries(leaving).await.len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_sqlite() {
    let database = TestDatabase::sqlite().await;
    nobody_else_loses(&TestApp::start(&database).await, 24, Duration::from_micros(700)).await;
}

/// Behind a slow network the moment in which a transaction begins is wide, and one connection is everybody's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_postgres_behind_a_slow_network() {
    let database = TestDatabase::postgres().await;
    let proxy = database.proxy().await;
    let slow = Database::connect(&Settings::new(database.url_through(&proxy))).await.unwrap();
    let app = TestApp::start_over(slow, Setup::default()).await;
    proxy.delay(Duration::from_millis(4));
    nobody_else_loses(&app, 16, Duration::from_millis(6)).await;
}
