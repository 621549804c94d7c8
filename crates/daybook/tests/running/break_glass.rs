//! A portal whose passwords are for break-glass accounts, and the operator's way into it.

use domain::person::Role;
use serde_json::json;
use testkit::process::{Home, Launch};

use crate::backup::{night, run};
use crate::commands::{assert_done, quiet};
use crate::instances::password;
use crate::staff::{PASSWORD, employ, portal, stop};
use crate::{NOW, on_both_engines, on_sqlite};

/// The portal with a provider that is never reached, beside which these passwords count.
fn where_passwords_are(home: &Home, passwords: &str) -> Launch {
    portal(home)
        .setting("DAYBOOK_OIDC", "acme")
        .setting("DAYBOOK_OIDC_ACME_NAME", "Acme")
        .setting("DAYBOOK_OIDC_ACME_ISSUER", "http://127.0.0.1:9")
        .setting("DAYBOOK_OIDC_ACME_CLIENT_ID", "daybook")
        .setting("DAYBOOK_PASSWORDS", passwords)
}

/// The account is made on one engine, and lets its owner into the portal that is restored on the other.
async fn a_break_glass_account_opens_a_restored_portal(home: Home) {
    let ada = employ(&home, "ada", Role::Admin).await;
    let launch = where_passwords_are(&home, "break-glass");
    let words = ["create-admin", "grace@example.org", "--break-glass"];
    let made = words.iter().fold(quiet(&launch), |launch, word| launch.word(word)).run().await;
    assert_done(&made);
    let generated = password(&made.output).expect("a generated password");
    let line = |label: &str| {
        let told = made.output.lines().find_map(|line| line.trim().strip_prefix(label));
        told.unwrap_or_else(|| panic!("{}", made.output)).trim().to_owned()
    };
    let key = line("key").replace(' ', "");
    assert_eq!((line("key").len(), key.len()), (39, 32), "eight groups of four");
    assert!(line("QR code").starts_with("otpauth://totp/") && line("QR code").contains(&key), "{}", made.output);
    assert!(made.output.contains("/login?local"), "{}", made.output);

    let file = night(&home);
    assert_done(&run(&launch, &["backup"], &file).await);
    let other = if home.is_postgres() { Home::sqlite() } else { Home::blank_postgres().await };
    let there = where_passwords_are(&other, "break-glass");
    assert_done(&run(&there, &["restore"], &file).await);
    let daybook = there.start().await;
    let client = daybook.client();
    let refused = client.post("/api/auth/login", json!({"email": ada.email, "password": PASSWORD})).await.expect(403);
    assert_eq!((refused.code().as_str(), refused.message().as_str()), ("PASSWORDS_OFF", "Please sign in with Acme."));
    let typed = json!({"email": "grace@example.org", "password": generated});
    let data = client.post("/api/auth/login", typed).await.expect(200).data();
    let code = testkit::app::code(&key, NOW.parse().expect("an instant"));
    let step = json!({"ticket": data["secondFactor"]["ticket"], "code": code});
    let data = client.post("/api/auth/second-factor", step).await.expect(200).data();
    assert_eq!((&data["user"]["role"], &data["isFirstLogin"]), (&json!("Admin"), &json!(true)));
    let own = json!({"newPassword": "for the safe", "confirmPassword": "for the safe"});
    let grace = client.with_token(data["token"].as_str().unwrap());
    let _ = grace.put("/api/auth/change-first-login-password", own).await.expect(200);
    let _ = grace.get("/api/users").await.expect(200);
    assert_eq!(other.number("SELECT count(*) FROM mails WHERE kind = 'break-glass-used'").await, 2, "to both of them");
    assert!(!daybook.log().contains(&generated) && !daybook.log().contains(&key));
    stop(daybook).await;
}

/// Nobody is given a password that opens nothing: not the first administrator, nor another one, nor somebody who lost theirs.
async fn where_passwords_are_off_the_operator_gives_none(home: Home) {
    let launch = where_passwords_are(&home, "off").setting("DAYBOOK_ADMIN_EMAIL", "grace@example.org");
    let daybook = launch.start().await;
    assert!(!home.data().join("first-password").exists());
    let told = "without a password. Please sign in with Acme.";
    assert!(daybook.log().contains(told) && daybook.log().contains("grace@example.org"), "{}", daybook.log());
    let portal = daybook.client().get("/api/portal").await.expect(200).data();
    assert_eq!((&portal["passwords"], &portal["selfRegistration"]), (&json!("off"), &json!(false)));
    let empty = "SELECT count(*) FROM users WHERE password_hash = '' AND NOT is_first_login";
    assert_eq!(home.number(empty).await, 1);

    let made = quiet(&launch).word("create-admin").word("linus@example.org").run().await;
    assert_done(&made);
    assert!(made.output.contains("Sign in with Acme at ") && password(&made.output).is_none(), "{}", made.output);
    assert_eq!(home.number(empty).await, 2);
    let refused = quiet(&launch).word("user").word("reset-password").word("linus@example.org").run().await;
    assert_eq!((refused.code, refused.output.as_str()), (Some(1), ""), "{refused:?}");
    assert_eq!(refused.log, "daybook user: DAYBOOK_PASSWORDS allows this account no password\n");
    let shown = quiet(&launch).word("user").word("show").word("linus@example.org").run().await;
    assert!(shown.output.contains("\npassword     none\n"), "{}", shown.output);
    let made = quiet(&launch).word("create-admin").word("ken@example.org").word("--break-glass").run().await;
    assert!(made.output.contains("DAYBOOK_PASSWORDS is off"), "{}", made.output);
    stop(daybook).await;
}

on_both_engines!(beside_others: a_break_glass_account_opens_a_restored_portal);
on_sqlite!(beside_others: where_passwords_are_off_the_operator_gives_none);
