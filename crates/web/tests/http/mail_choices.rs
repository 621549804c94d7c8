//! Which mails people get (settings.md 1.5).

use domain::person::Role;
use serde_json::{Value, json};
use testkit::on_one_engine;

use super::{signed_in, text};

const PATH: &str = "/api/notifications/preferences";

/// The kinds and what holds of each.
fn told(data: &Value) -> Vec<(&str, &str)> {
    let all = data["preferences"].as_array().unwrap().iter();
    all.map(|choice| (text(choice, "kind"), text(choice, "mail"))).collect()
}

on_one_engine! {
    async fn each_role_has_its_kinds_and_a_choice_of_what_is_on_offer_is_kept_where_what_is_left_out_stays(app: &TestApp) {
        let ann = signed_in(app, "Ann", Role::Employee).await;
        let found = ann.get(PATH).await.expect(200).data();
        assert_eq!(told(&found), [("rejected", "instant"), ("approved", "off"), ("unlocked", "off"), ("unlockRequest", "instant"),
            ("frozen", "instant"), ("reminder", "instant"), ("leave", "instant")]);
        assert_eq!(found["preferences"][0], json!({"kind": "rejected", "label": "Rejected days", "mail": "instant",
            "choices": ["instant", "digest", "off"], "default": "instant"}));
        assert_eq!((&found["digestTime"], &found["reminderTime"]), (&json!("08:30"), &json!("17:30")));
        for (name, role, requests) in [("Max", Role::Manager, "instant"), ("Hal", Role::Hr, "digest")] {
            let of_role = signed_in(app, name, role).await.get(PATH).await.expect(200).data();
            assert_eq!(told(&of_role), [("leave", "instant"), ("waiting", "digest"), ("resubmission", "digest"), ("unlockRequest", requests),
                ("substitution", "instant")], "{role}");
        }
        for (wrong, sentence) in [
            (json!({"frozen": "digest"}), "frozen cannot be digest"),
            (json!({"waiting": "off"}), "waiting cannot be off"),
            (json!({"approved": "off", "reminder": "Off"}), "reminder cannot be Off"),
            (json!({"approved": "instant", "reminder": null}), "reminder cannot be null"),
            (json!({"reminder": 7}), "reminder cannot be 7"),
        ] {
            let refused = ann.put(PATH, json!({"preferences": wrong})).await.expect(400);
            assert_eq!((refused.code().as_str(), refused.json()["errors"]["preferences"].as_str()), ("VALIDATION_FAILED", Some(sentence)));
        }
        for body in [json!({}), json!({"preferences": null}), json!({"preferences": []})] {
            ann.put(PATH, body).await.expect(400);
        }
        assert_eq!(ann.get(PATH).await.expect(200).data(), found);
        let saved = ann.put(PATH, json!({"preferences": {"rejected": "digest", "frozen": "off"}})).await.expect(200);
        assert_eq!(saved.message(), "Notification settings saved");
        let saved = ann.put(PATH, json!({"preferences": {"rejected": "off"}})).await.expect(200).data();
        assert_eq!((told(&saved)[0], told(&saved)[4]), (("rejected", "off"), ("frozen", "off")));
        assert_eq!(ann.get(PATH).await.expect(200).data(), saved);
        let other = signed_in(app, "Bob", Role::Employee).await;
        assert_eq!(told(&other.get(PATH).await.expect(200).data())[0], ("rejected", "instant"), "each for themselves");
    }
}
