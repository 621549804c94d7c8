//! What people write into names: kept as it is, or refused, and never understood as anything but text.

use application::accounts::CredentialsLetter;
use domain::person::Role;
use serde_json::json;
use testkit::on_both_engines;

use super::{signed_in, text};

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

on_both_engines! {
    /// Markup, formulas of spreadsheets, emoji and every script stand as they were typed, in every answer and in the mail; line breaks and
    /// what turns the writing direction around are refused in every field, so no name writes a header, and so is what is too long for it
    async fn a_name_is_kept_as_it_was_typed_or_refused(app: &TestApp) {
        let hal = signed_in(app, "Hal", Role::Hr).await;
        for (n, name) in KEPT.into_iter().enumerate() {
            let body = json!({"firstName": name, "lastName": name, "email": format!("n{n}@daybook.example"), "role": "Employee", "department": name, "position": name});
            let user = hal.post("/api/auth/register", body).await.expect(201).data()["user"].clone();
            for field in ["firstName", "lastName", "department", "position"] {
                assert_eq!(text(&user, field), name);
            }
            let path = format!("/api/users/{}", text(&user, "_id"));
            let change = json!({"firstName": name, "lastName": "Example", "email": format!("n{n}@daybook.example"), "role": "Employee", "designation": name});
            hal.put(&path, change).await.expect(200);
            let answer = hal.get(&path).await.expect(200);
            assert_eq!(answer.header("content-type"), Some("application/json"), "no browser takes it for a page");
            let found = answer.data()["user"].clone();
            assert_eq!((text(&found, "firstName"), text(&found, "designation")), (name, name));
        }
        let mails = app.mails().await;
        let named = |name: &str| mails.iter().any(|mail| mail.letter.about::<CredentialsLetter>().is_some() && mail.letter.to().first == name);
        assert!(KEPT.into_iter().all(named));

        let ann = app.person("Ann", Role::Employee).await;
        let path = format!("/api/users/{}", ann.id);
        for (field, most) in [("firstName", 100), ("lastName", 100), ("email", 254), ("department", 100), ("position", 100), ("designation", 100), ("phoneNumber", 32)] {
            let host = if field == "email" { "@daybook.example" } else { "" };
            for bad in ["Ann\r\nBcc: everyone", "\u{202e}nnA", &"😀".repeat(most + 1 - host.len()), &"x".repeat(10_000)] {
                let mut body = json!({"firstName": "Ann", "lastName": "Example", "email": ann.email, "role": "Employee"});
                body[field] = format!("{bad}{host}").into();
                let refused = hal.put(&path, body).await.expect(400);
                assert_eq!(refused.code(), "VALIDATION_FAILED");
                assert!(refused.json()["errors"][field].is_string(), "{field} {bad:?}: {}", refused.text());
            }
            let mut longest = json!({"firstName": "Ann", "lastName": "Example", "email": ann.email, "role": "Employee"});
            longest[field] = if host.is_empty() { "😀".repeat(most) } else { format!("{}{host}", "a".repeat(most - host.len())) }.into();
            hal.put(&path, longest).await.expect(200);
        }
    }
}
