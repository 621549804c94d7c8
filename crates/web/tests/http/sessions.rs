//! Signing in, staying signed in, and every way in which a session ends.

use domain::person::Role;
use serde_json::json;
use testkit::{PASSWORD, on_one_engine};

use super::{Team, log_in};

on_one_engine! {
    /// A session ends with the next login and with a logout, once, and its token opens nothing afterwards [D13]
    async fn a_login_ends_the_earlier_one(app: &TestApp) {
        let ann = app.person("Ann", Role::Employee).await;
        let first = app.log_in(&ann).await;
        first.get("/api/session").await.expect(200);
        let second = app.log_in(&ann).await;
        let ended = first.get("/api/session").await.expect(401);
        assert_eq!(ended.code(), "SESSION_INVALID");
        assert_eq!(ended.message(), "You have been logged out because you logged in from another device.");
        second.get("/api/session").await.expect(200);
        second.post("/api/auth/logout", json!({})).await.expect(200);
        let out = second.post("/api/auth/logout", json!({})).await.expect(401);
        assert_eq!((out.code().as_str(), out.message().as_str()), ("SESSION_INVALID", "Your session has expired. Please login again."));
    }

    /// A generated password is changed before anything else, and only once without the current one [D19]
    async fn a_generated_password_comes_first(app: &TestApp) {
        let new = app.person_with("New", Role::Employee, None, true).await;
        let answer = log_in(app, &new.email, PASSWORD).await.expect(200).data();
        assert_eq!((&answer["isFirstLogin"], &answer["user"]["isFirstLogin"]), (&json!(true), &json!(true)));
        let client = app.anonymous().with_token(answer["token"].as_str().unwrap());
        let refused = client.get("/api/timesheets/my").await.expect(403);
        assert_eq!(refused.code(), "PASSWORD_CHANGE_REQUIRED");
        client.get("/api/auth/profile").await.expect(200);
        let change = json!({"newPassword": "a better one", "confirmPassword": "a better one"});
        client.put("/api/auth/change-first-login-password", change.clone()).await.expect(200);
        client.get("/api/timesheets/my").await.expect(200);
        client.put("/api/auth/change-first-login-password", change).await.expect(409);
        log_in(app, &new.email, PASSWORD).await.expect(401);
        log_in(app, &new.email.to_uppercase(), "a better one").await.expect(200);
    }

    async fn a_profile_is_the_callers_own(app: &TestApp) {
        let team = Team::of(app).await;
        let user = app.log_in(&team.member).await.get("/api/auth/profile").await.expect(200).data()["user"].clone();
        assert_eq!((&user["firstName"], &user["role"], &user["joiningDate"]), (&json!("Ann"), &json!("Employee"), &json!("2026-01-05")));
        assert_eq!(user["managerId"]["_id"], team.manager.id.to_string());
        assert!(user.get("salary").is_none() && user["phoneNumber"].is_null() && !user.to_string().contains("argon2"));
        for role in Role::ALL {
            let client = app.log_in(&app.person(role.name(), role).await).await;
            let user = client.get("/api/auth/profile").await.expect(200).data()["user"].clone();
            let shown = matches!(role, Role::Hr | Role::Admin).then_some(&serde_json::Value::Null);
            assert_eq!(user.get("salary"), shown, "{role}: who sees salaries sees one that is not set too");
        }
    }

    async fn a_portal_introduces_itself_to_anyone(app: &TestApp) {
        let portal = app.anonymous().get("/api/portal").await.expect(200).data();
        let expected = json!({
            "organisation": "Daybook",
            "timezone": "UTC",
            "selfRegistration": false,
            "passwordMinimum": 6,
            "workingDays": [1, 2, 3, 4, 5],
            "fullDayHours": 9.0,
            "halfDayHours": 5.0,
        });
        assert_eq!(portal, expected);
    }
}
