//! What an employee reads of a closed month, and who hears of a close.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::socket::{Frame, Socket};
use testkit::{Client, ROOM, SOON, on_one_engine};

use super::leave::{said, told};
use super::months::{FULL, NOW, World, accept, close, figures, force, june, reopen};
use super::months_revisions::export;
use super::text;

pub(crate) const RECEIPT: &str = "/api/months/2026-06/mine/pdf";

async fn calendar(client: &Client) -> Value {
    client.get("/api/timesheets/calendar?month=6&year=2026").await.expect(200).data()
}

/// How long it takes until a socket hears of months; nothing, where it is quiet for so long before.
async fn hears_of_months(socket: &mut Socket, quiet: Duration) -> Option<Duration> {
    let began = Instant::now();
    loop {
        match socket.next(quiet).await {
            Frame::Message(message) if message["topic"] == "months" => return Some(began.elapsed()),
            Frame::Message(_) => {}
            _ => return None,
        }
    }
}

on_one_engine! {
    /// [months.md §9, 24]
    async fn an_employee_reads_a_statement_of_their_own_without_any_amount(app: &TestApp) {
        let world = World::of(app).await;
        let ann = world.with_full_month(app, "Ann").await;
        let own = app.sign_in(&ann).await;
        assert_eq!(calendar(&own).await["month"], json!({"isClosed": false, "revision": null, "closedAt": null}));
        assert_eq!(own.get("/api/months/mine").await.expect(200).data()["statements"], json!([]));
        world.with_full_month(app, "Bea").await;
        close(&world.hr).await.expect(200);

        let seen = calendar(&own).await;
        assert_eq!(seen["month"], json!({"isClosed": true, "revision": 1, "closedAt": NOW}));
        for day in seen["days"].as_array().unwrap() {
            let sentence = json!("The month June 2026 has been processed and is closed");
            assert_eq!((&day["isEditable"], &day["reason"]), (&json!(false), &sentence), "{day}");
        }
        let answer = own.get("/api/months/mine").await.expect(200);
        for word in ["alary", "gross", "Base", "3000", "36000", "EUR"] {
            assert!(!answer.text().contains(word), "{word}: {}", answer.text());
        }
        let statements = answer.data();
        assert_eq!(statements["pagination"], json!({"current": 1, "pages": 1, "total": 1}));
        let statement = statements["statements"][0].clone();
        let checksum = june(&world.hr).await["month"]["newest"]["checksum"].clone();
        assert_eq!(
            (text(&statement, "month"), &statement["revision"], text(&statement, "closedAt"), &statement["checksum"]),
            ("2026-06", &json!(1), NOW, &checksum)
        );
        assert_eq!((figures(&statement), statement.as_object().unwrap().len()), (json!(FULL), 14));

        let receipt = own.get(RECEIPT).await.expect(200);
        assert!(receipt.body.starts_with(b"%PDF-") && receipt.body.trim_ascii_end().ends_with(b"%%EOF"));
        let name = format!("Receipt_2026-06_r1_{}.pdf", ann.employee_id);
        let disposition = format!("attachment; filename=\"{name}\"; filename*=UTF-8''{name}");
        assert_eq!(receipt.header("content-disposition"), Some(disposition.as_str()));
        for (month, sentence) in
            [("2026-05", "There is no statement for May 2026"), ("2026-08", "Month not found"), ("x", "Month not found")]
        {
            let missing = own.get(&format!("/api/months/{month}/mine/pdf")).await.expect(404);
            assert_eq!(said(&missing), told("NOT_FOUND", sentence));
        }
        reopen(&world.hr).await.expect(200);
        assert_eq!(calendar(&own).await["month"], json!({"isClosed": false, "revision": null, "closedAt": null}));
        assert_eq!(own.get("/api/months/mine").await.expect(200).data()["statements"], json!([]));
        assert_eq!(said(&own.get(RECEIPT).await.expect(404)), told("NOT_FOUND", "There is no statement for June 2026"));
    }

    /// [months.md §9, 27]
    async fn browsers_hear_of_it_within_a_second(app: &TestApp) {
        let world = World::of(app).await;
        let ann = world.employee(app, "Ann", json!({})).await;
        world.full(app, &ann, &[30]).await;
        world.reject(&world.record(app, &ann, &[(30, 9.0)]).await).await;
        let own = app.sign_in(&ann).await;
        let mut sockets = [Socket::of(&own).await, Socket::of(&world.lead).await, Socket::of(&world.hr).await];
        let quiet = Duration::from_millis(1_200);
        for socket in &mut sockets {
            hears_of_months(socket, quiet).await;
        }
        accept(&world.hr, &ann, &[30]).await.expect(200);
        for (socket, is_told) in sockets.iter_mut().zip([false, false, true]) {
            assert_eq!(hears_of_months(socket, quiet).await.is_some(), is_told, "an acceptance is for HR alone");
        }
        for what in ["close", "reopen", "close by force"] {
            let call = match what {
                "close" => close(&world.hr).await,
                "reopen" => reopen(&world.hr).await,
                _ => force(&world.hr).await,
            };
            call.expect(200);
            for socket in &mut sockets {
                let took = hears_of_months(socket, SOON).await;
                assert!(took.is_some_and(|took| took < ROOM * Duration::from_secs(1)), "{what}: {took:?}");
            }
        }
        export(&world.hr, json!({"format": "csv"})).await.expect(200);
        for (socket, is_told) in sockets.iter_mut().zip([false, false, true]) {
            assert_eq!(hears_of_months(socket, quiet).await.is_some(), is_told, "an export likewise");
        }
    }
}
