//! Tokens with our own signature that open nothing all the same, and headers that are no tokens.

use std::time::{Duration, Instant};

use application::ports::Claims;
use domain::id::{SessionId, UserId};
use domain::person::Role;
use serde_json::json;
use testkit::socket::Socket;
use testkit::{ROOM, Response, on_one_engine};
use uuid::Uuid;

use super::signed_in;

const EXPIRED: &str = "Your session has expired. Please login again.";

fn assert_over(answer: &Response, why: &str) {
    assert_eq!(
        (answer.status, answer.code().as_str(), answer.message().as_str()),
        (401, "SESSION_INVALID", EXPIRED),
        "{why}"
    );
}

on_one_engine! {
    /// Signed by the portal, and still no way in: the session is nobody's, or somebody else's [D6]
    async fn a_signature_alone_opens_nothing(app: &TestApp) {
        let (ann, eve) = (app.person("Ann", Role::Admin).await, app.person("Eve", Role::Employee).await);
        let (anns, eves) = (app.sign_in(&ann).await, app.sign_in(&eve).await);
        let session = async |token: &str| {
            let claims = app.ports.tokens.read(token).unwrap();
            let row = app.ports.reads.sessions().session(claims.session, app.ports.moment().today).await.unwrap().unwrap();
            (claims, row.expires_at)
        };
        let (hers, until) = session(anns.token().unwrap()).await;
        let (own, _) = session(eves.token().unwrap()).await;
        let now = app.ports.clock.now();
        let nobody = UserId::new(Uuid::nil());
        for (why, user, session) in [
            ("a session that never was", own.user, SessionId::new(Uuid::from_u128(7))),
            ("the session of an administrator", own.user, hers.session),
            ("their own session as an administrator", hers.user, own.session),
            ("nobody", nobody, own.session),
        ] {
            let token = app.ports.tokens.issue(Claims { user, session }, now, until);
            assert_over(&app.anonymous().with_token(token).get("/api/session").await, why);
        }
        anns.get("/api/session").await.expect(200);
        eves.get("/api/session").await.expect(200);
    }

    /// A session lives twelve hours, by its row and not by its token, to the second, for calls and for sockets [D4] [D15]
    async fn a_session_is_over_to_the_second(app: &TestApp) {
        let ann = app.person("Ann", Role::Employee).await;
        let client = app.log_in(&ann).await;
        let session = client.get("/api/session").await.expect(200).data();
        assert_eq!(session["expiresAt"], "2026-06-10T21:00:00Z");
        assert_eq!((&session["today"], &session["timezone"]), (&json!("2026-06-10"), &json!("UTC")));
        let claims = app.ports.tokens.read(client.token().unwrap()).unwrap();
        let now = app.ports.clock.now();
        // A token that says of itself that it lives for ten years.
        let boastful = app.ports.tokens.issue(claims, now, now + chrono::Duration::days(3_650));
        let boastful = app.anonymous().with_token(boastful);
        app.clock.pass(12 * 3600 - 1);
        client.get("/api/session").await.expect(200);
        boastful.get("/api/session").await.expect(200);
        app.clock.pass(1);
        let own = format!("http://{}", app.address);
        for over in [&client, &boastful] {
            assert_over(&over.get("/api/session").await, "an expired session");
            let refused = Socket::open(over, over.token(), Some(&own)).await.expect_err("an expired session");
            assert_over(&refused, "the socket of an expired session");
        }
    }

    /// Only a token of ours, in its one header, opens anything: not one in the query or in the body. Headers that are large, odd or not
    /// there are refused at once, and what comes after them is served [D1] [D8] [D13] [D20]
    async fn what_is_no_token_of_ours_opens_nothing_and_costs_nothing(app: &TestApp) {
        let ann = signed_in(app, "Ann", Role::Employee).await;
        let token = ann.token().unwrap();
        let parts: Vec<&str> = token.split('.').collect();
        let odd = &[400, 401, 431][..];
        for (value, statuses) in [
            (format!("Bearer {}", "x".repeat(100 * 1024)), odd),
            (format!("Bearer {}", ".".repeat(10_000)), odd),
            (format!("Bearer {}.{}.", parts[0], parts[1]), &[401][..]),
            // {"alg":"none","typ":"JWT"}
            (format!("Bearer eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{}.", parts[1]), &[401][..]),
            ("Bearer a.b.c".to_owned(), &[401][..]),
            ("Bearer !!!.???.***".to_owned(), odd),
            (format!("Bearer {token}x"), &[401][..]),
            (format!("Bearer {token}, {token}"), &[401][..]),
            (format!("Bearer {token} {token}"), odd),
            (format!("Bearer\t{token}"), odd),
            (format!("Bearer  {token}"), odd),
            (format!("Token {token}"), odd),
            (format!("Basic {token}"), odd),
            ("Bearer".to_owned(), odd),
            (token.to_owned(), odd),
        ] {
            let began = Instant::now();
            let answer = app.anonymous().with_header("Authorization", &value).get("/api/session").await;
            assert!(statuses.contains(&answer.status), "{value:.40}: {}", answer.status);
            assert!(answer.status != 401 || answer.code() == "UNAUTHENTICATED", "{value:.60}: {}", answer.text());
            assert!(!answer.text().contains(token) && !answer.text().contains("xxxx"), "{value:.40}");
            assert!(began.elapsed() < ROOM * Duration::from_secs(1), "{value:.40}: {:?}", began.elapsed());
        }
        ann.with_header("Authorization", &format!("Bearer {token}")).get("/api/session").await.expect(401);
        let nobody = app.anonymous();
        assert_eq!(nobody.get("/api/session").await.expect(401).message(), "Please login to access this page.");
        nobody.get(&format!("/api/session?token={token}")).await.expect(401);
        let body = json!({"token": token, "authorization": format!("Bearer {token}"), "department": "x"});
        nobody.put(&format!("/api/auth/profile?token={token}&access_token={token}"), body.clone()).await.expect(401);
        nobody.post("/api/auth/logout", body.clone()).await.expect(401);
        nobody.with_token("garbage").post("/api/auth/logout", body).await.expect(401);
        // The name of the scheme is the same in small letters, by the rules of HTTP.
        nobody.with_header("Authorization", &format!("bearer {token}")).get("/api/session").await.expect(200);
    }
}
