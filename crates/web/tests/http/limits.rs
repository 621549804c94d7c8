//! Bodies that are too large, too slow, or not what they say.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::json;
use testkit::{SOON, client::read, on_one_engine};
use tokio::io::AsyncWriteExt;

use super::{TODAY, Team, entries};

on_one_engine! {
    async fn a_large_body_is_refused_whether_it_says_so_or_not(app: &TestApp) {
        let team = Team::of(app).await;
        let ann = app.sign_in(&team.member).await;
        let large = vec![b' '; 1024 * 1024];
        let answer = ann.send("POST", "/api/timesheets/my", Some(&large)).await.expect(413);
        assert_eq!(answer.code(), "PAYLOAD_TOO_LARGE");

        // Also where no body is asked for, and nothing happens then.
        ann.send("POST", "/api/auth/logout", Some(&large)).await.expect(413);
        ann.send("GET", "/api/timesheets/my", Some(&large)).await.expect(413);
        let hal = app.sign_in(&app.person("Hal", domain::person::Role::Hr).await).await;
        let holiday = hal.post("/api/holidays", json!({"date": TODAY, "name": "x"})).await.expect(201).data();
        let holiday = format!("/api/holidays/{}", super::text(&holiday, "id"));
        for method in ["DELETE", "PUT"] {
            hal.send(method, &holiday, Some(&large)).await.expect(413);
        }
        hal.send("POST", "/api/timesheet-unlock/direct-unlock", Some(&large)).await.expect(413);
        hal.send("GET", "/api/users/attendance-summary/pdf?month=6&year=2026", Some(&large)).await.expect(413);
        hal.delete(&holiday).await.expect(200);

        let mut chunked = ann.head("POST", "/api/timesheets/my", None).trim_end().to_owned();
        chunked.push_str("\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
        let mut chunked = chunked.into_bytes();
        for _ in 0..80 {
            write!(chunked, "400\r\n{}\r\n", " ".repeat(1024)).unwrap();
        }
        chunked.extend_from_slice(b"0\r\n\r\n");
        assert_eq!(ann.raw(&chunked).await.expect(413).code(), "PAYLOAD_TOO_LARGE");

        let exact = format!(r#"{{"date":"{TODAY}","hours":1,"description":"x"}}"#);
        let exact = format!("{exact}{}", " ".repeat(64 * 1024 - exact.len()));
        ann.send("POST", "/api/timesheets/my", Some(format!("{exact} ").as_bytes())).await.expect(413);
        assert!(entries(&ann).await.is_empty());
        ann.send("POST", "/api/timesheets/my", Some(exact.as_bytes())).await.expect(201);
    }

    async fn only_plain_json_is_a_body(app: &TestApp) {
        let nobody = app.anonymous();
        let body = br#"{"email":"a@x.org","password":"x"}"#;
        for kind in
            ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx", ""]
        {
            let answer = nobody.with_header("Content-Type", kind).send("POST", "/api/auth/login", Some(body)).await;
            assert_eq!((answer.status, answer.code().as_str()), (415, "UNSUPPORTED_MEDIA_TYPE"), "{kind}");
        }
        let gzip = nobody.with_header("Content-Encoding", "gzip");
        assert_eq!(gzip.send("POST", "/api/auth/login", Some(body)).await.status, 415, "nothing is inflated");
        let charset = nobody.with_header("Content-Type", "Application/JSON; charset=utf-8");
        assert_eq!(charset.send("POST", "/api/auth/login", Some(body)).await.status, 401);
    }

    async fn refusals_come_in_their_order(app: &TestApp) {
        let team = Team::of(app).await;
        let max = app.sign_in(&team.manager).await;
        let new = app.person_with("New", domain::person::Role::Employee, None, true).await;
        let new = app.sign_in(&new).await;
        let large = vec![b'x'; 70_000];
        let submit = "/api/timesheets/my";
        app.anonymous().send("POST", submit, Some(&large)).await.expect(401);
        let first = new.send("POST", submit, Some(&large)).await.expect(403);
        assert_eq!(first.code(), "PASSWORD_CHANGE_REQUIRED");
        max.send("POST", submit, Some(&large)).await.expect(413);
        max.with_header("Content-Type", "text/plain").send("POST", submit, Some(b"x")).await.expect(415);
        assert_eq!(max.send("POST", submit, Some(b"not json")).await.expect(403).code(), "FORBIDDEN");
        let ann = app.sign_in(&team.member).await;
        ann.send("POST", submit, Some(b"not json")).await.expect(400);
        for call in ["/api/timesheet-unlock/direct-unlock", "/api/holidays"] {
            ann.send("POST", call, Some(&large)).await.expect(413);
            ann.with_header("Content-Type", "text/plain").send("POST", call, Some(b"x")).await.expect(415);
            assert_eq!(ann.send("POST", call, Some(b"not json")).await.expect(403).code(), "FORBIDDEN");
        }
        for call in
            ["/api/users/attendance-summary/pdf?month=13", "/api/timesheet-unlock/window", "/api/timesheets/all?page=0"]
        {
            assert_eq!(ann.get(call).await.expect(403).code(), "FORBIDDEN", "{call}");
        }
    }

    /// Otherwise anybody who is signed in could have the portal hold megabytes for each of their connections, for ten seconds.
    async fn a_large_file_is_not_kept_for_somebody_who_may_not_send_it(app: &TestApp) {
        let team = Team::of(app).await;
        let ann = app.sign_in(&team.member).await;
        for call in ["/api/months/check", "/api/months/2026-06/accept"] {
            let began = Instant::now();
            let mut stream = ann.connect().await;
            stream.write_all(ann.head("POST", call, Some(500_000)).as_bytes()).await.unwrap();
            stream.write_all(&vec![b' '; 400_000]).await.unwrap();
            let answer = read(&mut stream).await.unwrap();
            assert_eq!((answer.status, answer.code().as_str()), (403, "FORBIDDEN"), "{call}");
            assert!(began.elapsed() < Duration::from_secs(8), "the rest is not waited for");
        }
        ann.send("POST", "/api/months/check", Some(b"not json")).await.expect(403);
    }

    async fn a_body_that_drips_is_not_waited_for(app: &TestApp) {
        let client = app.anonymous();
        let began = Instant::now();
        let mut stream = client.connect().await;
        stream.write_all(client.head("POST", "/api/auth/login", Some(200)).as_bytes()).await.unwrap();
        let (mut reading, mut writing) = stream.into_split();
        let drip = tokio::spawn(async move {
            while writing.write_all(b" ").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        });
        let mut head = [0; 12];
        tokio::time::timeout(SOON, tokio::io::AsyncReadExt::read_exact(&mut reading, &mut head))
            .await
            .expect("an answer in time")
            .unwrap();
        drip.abort();
        assert_eq!(&head, b"HTTP/1.1 408");
        let mut rest = String::new();
        let read = tokio::io::AsyncReadExt::read_to_string(&mut reading, &mut rest);
        tokio::time::timeout(SOON, read).await.expect("the line is closed").unwrap();
        assert!(rest.contains("\"code\":\"REQUEST_TIMEOUT\""), "{rest}");
        assert!(began.elapsed() > Duration::from_secs(9), "a slow line is given its time");
    }

    async fn a_body_that_breaks_off_is_no_request(app: &TestApp) {
        let client = app.anonymous();
        let mut stream = client.connect().await;
        stream.write_all(client.head("POST", "/api/auth/login", Some(200)).as_bytes()).await.unwrap();
        stream.write_all(b"{\"email\":").await.unwrap();
        stream.shutdown().await.unwrap();
        if let Ok(answer) = read(&mut stream).await {
            assert_eq!(answer.status, 400, "{}", answer.text());
        }
        // The server is none the worse for it.
        client.post("/api/auth/login", json!({})).await.expect(400);
    }
}
