//! Every answer carries the security headers and an id, whatever became of the request.

use std::collections::HashSet;

use domain::person::Role;
use serde_json::json;
use testkit::{Response, Setup, TestApp, on_one_engine, socket::Socket};

use super::{TODAY, Team, entry};

fn check(what: &str, answer: &Response, is_data: bool, seen: &mut HashSet<String>) {
    let header = |name: &str| answer.header(name).unwrap_or_else(|| panic!("{what}: no {name}"));
    let policy = header("content-security-policy");
    if is_data {
        assert_eq!(policy, "default-src 'none'; frame-ancestors 'none'", "{what}");
        assert_eq!(header("cache-control"), "no-store", "{what}");
    } else {
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{what}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{what}");
    }
    assert_eq!(header("x-content-type-options"), "nosniff", "{what}");
    assert_eq!(header("x-frame-options"), "DENY", "{what}");
    assert_eq!(header("referrer-policy"), "no-referrer", "{what}");
    assert_eq!(header("cross-origin-opener-policy"), "same-origin", "{what}");
    assert_eq!(header("cross-origin-resource-policy"), "same-origin", "{what}");
    assert!(header("permissions-policy").contains("camera=()"), "{what}");
    assert!(answer.header("server").is_none(), "{what}");
    assert!(answer.header("access-control-allow-origin").is_none(), "{what}");
    assert!(seen.insert(header("x-request-id").to_owned()), "{what}: an id came twice");
    if answer.status >= 400 {
        assert_eq!(answer.json()["requestId"], header("x-request-id"), "{what}");
        assert_eq!(answer.json()["success"], false, "{what}");
        assert_eq!(header("content-type"), "application/json", "{what}");
    }
}

on_one_engine! {
    async fn every_answer_carries_them_and_unknown_addresses_and_methods_are_refused(app: &TestApp) {
        let team = Team::of(app).await;
        let (ann, nobody) = (app.sign_in(&team.member).await, app.anonymous());
        let mut seen = HashSet::new();
        let large = vec![b' '; 70_000];
        let page = nobody.get("/").await.expect(200);
        let tag = page.header("etag").unwrap().to_owned();
        let origin = nobody.with_header("Origin", "https://evil.example");
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        let holiday = hal.post("/api/holidays", json!({"date": "2026-12-25", "name": "Christmas"})).await.expect(201);
        let gone = hal.delete(&format!("/api/holidays/{}", super::text(&holiday.data(), "id"))).await.expect(200);
        let report = "/api/users/attendance-summary";
        let sheet = |month: u32| format!("/api/timesheets/download?userId={}&month={month}&year=2026", team.member.id);
        let answers = [
            ("200", ann.get("/api/session").await.expect(200), true),
            ("201", ann.post("/api/timesheets/my", entry(TODAY, 8.0, "x")).await.expect(201), true),
            ("400", ann.post("/api/timesheets/my", json!({})).await.expect(400), true),
            ("401", nobody.get("/api/session").await.expect(401), true),
            ("403", ann.get("/api/timesheets/team").await.expect(403), true),
            ("404", nobody.get("/api/nothing").await.expect(404), true),
            ("404 of the root", nobody.get("/api").await.expect(404), true),
            ("405", nobody.send("DELETE", "/api/session", None).await.expect(405), true),
            ("409", ann.post("/api/timesheets/my", entry(TODAY, 8.0, "x")).await.expect(409), true),
            ("413", ann.send("POST", "/api/timesheets/my", Some(&large)).await.expect(413), true),
            ("415", ann.with_header("Content-Type", "text/plain").send("POST", "/api/timesheets/my", Some(b"{}")).await.expect(415), true),
            ("a preflight", origin.send("OPTIONS", "/api/session", None).await.expect(405), true),
            ("TRACE", nobody.send("TRACE", "/api/session", None).await.expect(405), true),
            ("a holiday", holiday, true),
            ("no holiday any more", gone, true),
            ("a bare body", hal.get(&format!("{report}?month=6&year=2026")).await.expect(200), true),
            ("a document", hal.get(&format!("{report}/pdf?month=6&year=2026")).await.expect(200), true),
            ("no document", hal.get(&format!("{report}/pdf?month=13&year=2026")).await.expect(400), true),
            ("a stream", ann.get(&sheet(6)).await.expect(200), true),
            ("no stream", ann.get(&sheet(5)).await.expect(404), true),
            ("page", page, false),
            ("a route of the client", nobody.get("/manager/reports").await.expect(200), false),
            ("304", nobody.with_header("If-None-Match", &tag).get("/").await.expect(304), false),
            ("a missing asset", nobody.get("/assets/app-0.js").await.expect(404), false),
            ("a write to a page", nobody.post("/", json!({})).await.expect(405), false),
            ("healthz", nobody.get("/healthz").await.expect(200), false),
            ("readyz", nobody.get("/readyz").await.expect(200), false),
            ("metrics", nobody.get("/metrics").await.expect(200), false),
            ("a refused socket", Socket::open(&nobody, None, None).await.expect_err("no origin").expect(403), false),
        ];
        for (what, answer, is_data) in &answers {
            check(what, answer, *is_data, &mut seen);
            assert!(answer.header("strict-transport-security").is_none(), "{what}: this portal is not on https");
        }
        assert_eq!((answers[7].1.code().as_str(), answers[7].1.header("allow")), ("METHOD_NOT_ALLOWED", Some("GET")));
    }

    async fn a_portal_on_https_says_so_for_its_host_with_or_without_subdomains_or_not_at_all(database: &TestDatabase) {
        for (hsts, expected) in [
            (Some(web::Hsts::Host), Some("max-age=31536000")),
            (Some(web::Hsts::Subdomains), Some("max-age=31536000; includeSubDomains")),
            (None, None),
        ] {
            let setup = Setup { public_url: "https://portal.example".to_owned(), hsts, ..Setup::default() };
            let app = TestApp::start_as(database, setup).await;
            for path in ["/", "/api/portal", "/api/nothing"] {
                let answer = app.anonymous().get(path).await;
                assert_eq!(answer.header("strict-transport-security"), expected, "{path}");
            }
        }
    }
}
