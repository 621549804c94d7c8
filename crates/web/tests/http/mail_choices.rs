//! Which mails people get (settings.md 1.5).

use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, TestApp, on_one_engine};

use super::text;

const PATH: &str = "/api/notifications/preferences";

async fn signed_in(app: &TestApp, name: &str, role: Role) -> Client {
    app.sign_in(&app.person(name, role).await).await
}

/// The kinds and what holds of each.
fn told(data: &Value) -> Vec<(&str, &str)> {
    let all = data["preferences"].as_array().unwrap().iter();
    all.map(|choice| (text(choice, "kind"), text(choice, "mail"))).collect()
}

on_one_engine! {
    async fn each_role_has_its_kinds_in_order(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let ann = signed_in(&app, "Ann", Role::Employee).await;
        let found = ann.get(PATH).await.expect(200).data();
        assert_eq!(told(&found), [("rejected", "instant"), ("approved", "off"), ("unlocked", "off"), ("unlockRequest", "instant"),
            ("frozen", "instant"), ("reminder", "instant"), ("leave", "instant")]);
        assert_eq!(found["preferences"][0], json!({"kind": "rejected", "label": "Rejected days", "mail": "instant",
            "choices": ["instant", "digest", "off"], "default": "instant"}));
        assert_eq!((&found["digestTime"], &found["reminderTime"]), (&json!("08:30"), &json!("17:30")));
        for (name, role, requests) in [("Max", Role::Manager, "instant"), ("Hal", Role::Hr, "digest"), ("Ada", Role::Admin, "digest")] {
            let client = signed_in(&app, name, role).await;
            let found = client.get(PATH).await.expect(200).data();
            assert_eq!(told(&found), [("leave", "instant"), ("waiting", "digest"), ("resubmission", "digest"), ("unlockRequest", requests),
                ("substitution", "instant")], "{role}");
        }
    }

    async fn a_choice_is_kept_and_what_is_left_out_stays(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let ann = signed_in(&app, "Ann", Role::Employee).await;
        let saved = ann.put(PATH, json!({"preferences": {"rejected": "digest", "frozen": "off"}})).await.expect(200);
        assert_eq!(saved.message(), "Notification settings saved");
        assert_eq!(told(&saved.data())[..1], [("rejected", "digest")]);
        let saved = ann.put(PATH, json!({"preferences": {"rejected": "off"}})).await.expect(200).data();
        assert_eq!((told(&saved)[0], told(&saved)[4]), (("rejected", "off"), ("frozen", "off")));
        assert_eq!(ann.get(PATH).await.expect(200).data(), saved);
        ann.put(PATH, json!({"preferences": {}})).await.expect(200);
        let other = signed_in(&app, "Bob", Role::Employee).await;
        assert_eq!(told(&other.get(PATH).await.expect(200).data())[0], ("rejected", "instant"), "each for themselves");
    }

    async fn what_is_not_on_offer_changes_nothing(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let ann = signed_in(&app, "Ann", Role::Employee).await;
        for (wrong, sentence) in [
            (json!({"frozen": "digest"}), "frozen cannot be digest"),
            (json!({"waiting": "off"}), "waiting cannot be off"),
            (json!({"news": "off"}), "news cannot be off"),
            (json!({"approved": "off", "reminder": "Off"}), "reminder cannot be Off"),
            (json!({"approved": "instant", "reminder": null}), "reminder cannot be null"),
            (json!({"reminder": 7}), "reminder cannot be 7"),
        ] {
            let refused = ann.put(PATH, json!({"preferences": wrong})).await.expect(400);
            assert_eq!((refused.code().as_str(), refused.json()["errors"]["preferences"].as_str()), ("VALIDATION_FAILED", Some(sentence)));
        }
        for body in [json!({}), json!({"preferences": null}), json!({"preferences": []}), json!({"preferences": "off"})] {
            ann.put(PATH, body).await.expect(400);
        }
        let found = ann.get(PATH).await.expect(200).data();
        assert_eq!(found["preferences"].as_array().unwrap().iter().filter(|one| one["mail"] != one["default"]).count(), 0);
    }
}
