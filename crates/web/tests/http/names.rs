//! What people write into names: kept as it is, or refused, and never understood as anything but text.

use application::accounts::CredentialsLetter;
use domain::person::Role;
use serde_json::json;
use testkit::{TestApp, on_both_engines, on_one_engine};

use super::text;

const KEPT: [&str; 9] = [
    "<script>alert(1)</script>",
    "'; DROP TABLE users; --",
    "=HYPERLINK(\"https://evil.example\",\"click\")",
    "+cmd|' /C calc'!A0",
    "@SUM(A1:A9)",
    "{{7*7}} ${7*7} %s %n",
    "👩‍💻 🧑🏽‍🚀",
    "אבגד עברית",
    "Ὀδυσσεύς 張三 राम",
];

const REFUSED: [&str; 5] =
    ["Ann\u{0}", "Ann\r\nBcc: everyone@daybook.example", "Ann\tx", "\u{202e}nnA", "Ann\u{2028}x"];

on_one_engine! {
    /// Line breaks, controls and what turns the writing direction around are refused in every field, so no name writes a header
    async fn what_hides_or_breaks_a_line_is_refused(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        let ann = app.person("Ann", Role::Employee).await;
        let path = format!("/api/users/{}", ann.id);
        for bad in REFUSED {
            for field in ["firstName", "lastName", "email", "department", "position", "designation", "phoneNumber"] {
                let mut body = json!({"firstName": "Ann", "lastName": "Example", "email": ann.email, "role": "Employee"});
                body[field] = if field == "email" { format!("{bad}@daybook.example").into() } else { bad.into() };
                let refused = hal.put(&path, body.clone()).await.expect(400);
                assert_eq!(refused.code(), "VALIDATION_FAILED");
                assert!(refused.json()["errors"][field].is_string(), "{field} {bad:?}: {}", refused.text());
                if !matches!(field, "designation" | "phoneNumber") {
                    body["email"] = if field == "email" { body["email"].clone() } else { "new@daybook.example".into() };
                    let refused = hal.post("/api/auth/register", body).await.expect(400);
                    assert!(refused.json()["errors"][field].is_string(), "{field} {bad:?}");
                }
            }
            let refused = app.sign_in(&ann).await.put("/api/auth/profile", json!({"department": bad})).await.expect(400);
            assert!(refused.json()["errors"]["department"].is_string());
        }
        let kept = hal.get(&path).await.expect(200).data();
        assert_eq!((text(&kept["user"], "firstName"), text(&kept["user"], "department")), ("Ann", "Works"));
        assert!(app.mails().await.is_empty());
    }

    /// Lengths count what people see as characters, and one more than allowed is refused
    async fn lengths_are_counted_in_characters(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        let ann = app.person("Ann", Role::Employee).await;
        let path = format!("/api/users/{}", ann.id);
        for (field, most) in [("firstName", 100), ("lastName", 100), ("department", 100), ("position", 100), ("designation", 100), ("phoneNumber", 32)] {
            for (length, status) in [(most, 200), (most + 1, 400), (10_000, 400)] {
                let mut body = json!({"firstName": "Ann", "lastName": "Example", "email": ann.email, "role": "Employee"});
                body[field] = "😀".repeat(length).into();
                let answer = hal.put(&path, body).await.expect(status);
                if status == 400 {
                    let sentence = answer.json()["errors"][field].clone();
                    assert!(sentence.as_str().unwrap().ends_with(&format!("must be at most {most} characters")), "{sentence}");
                }
            }
        }
        let host = "daybook.example";
        for (length, status) in [(254, 200), (255, 400), (10_000, 400)] {
            let email = format!("{}@{host}", "a".repeat(length - host.len() - 1));
            let body = json!({"firstName": "Ann", "lastName": "Example", "email": email, "role": "Employee"});
            hal.put(&path, body).await.expect(status);
        }
    }
}

on_both_engines! {
    /// Markup, formulas of spreadsheets, emoji and every script stand as they were typed, in every answer and in the mail
    async fn a_name_is_kept_as_it_was_typed(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        for (n, name) in KEPT.into_iter().enumerate() {
            let body = json!({"firstName": name, "lastName": name, "email": format!("n{n}@daybook.example"), "role": "Employee", "department": name, "position": name});
            let user = hal.post("/api/auth/register", body).await.expect(201).data()["user"].clone();
            for field in ["firstName", "lastName", "department", "position"] {
                assert_eq!(text(&user, field), name);
            }
            let id = text(&user, "_id");
            let change = json!({"firstName": name, "lastName": "Example", "email": format!("n{n}@daybook.example"), "role": "Employee", "designation": name});
            hal.put(&format!("/api/users/{id}"), change).await.expect(200);
            let answer = hal.get(&format!("/api/users/{id}")).await.expect(200);
            assert_eq!(answer.header("content-type"), Some("application/json"), "no browser takes it for a page");
            let found = answer.data()["user"].clone();
            assert_eq!((text(&found, "firstName"), text(&found, "designation")), (name, name));
        }
        let mails = app.mails().await;
        let named = |name: &str| mails.iter().any(|mail| mail.letter.about::<CredentialsLetter>().is_some() && mail.letter.to().first == name);
        assert!(KEPT.into_iter().all(named));
    }
}
