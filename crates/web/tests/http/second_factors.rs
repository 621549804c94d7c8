//! The second factor of a sign-in: set up, asked for, lost, and needed (sign-in.md 1.5; §6, 13).

use application::Limits;
use application::second_factors::{SecondFactorLetter, SecondFactorNews};
use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, PASSWORD, Response, Setup, TestApp, TestPerson, at_once, on_both_engines, on_one_engine};

use super::{behind_a_proxy, log_in, text};

const WRONG: &str = "The code is not right";
const EXPIRED: &str = "This sign-in has expired. Please start again.";

/// What the app shows so many seconds from now.
fn shown_in(app: &TestApp, seconds: i64, key: &str) -> String {
    testkit::app::code(key, app.ports.clock.now() + chrono::Duration::seconds(seconds))
}

/// Sets a factor up, and lets the code that confirmed it pass. The key, and the recovery codes.
pub(super) async fn set_up(app: &TestApp, client: &Client) -> (String, Vec<String>) {
    let begun = client.post("/api/auth/totp/begin", json!({"password": PASSWORD})).await.expect(200).data();
    let key = text(&begun, "key").to_owned();
    let code = json!({"code": shown_in(app, 0, &key)});
    let codes = client.post("/api/auth/totp/confirm", code).await.expect(200).data()["recoveryCodes"].clone();
    app.clock.pass(60);
    (key, codes.as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect())
}

/// Somebody with a factor: the key, and the recovery codes.
async fn with_factor(app: &TestApp, name: &str, role: Role) -> (TestPerson, String, Vec<String>) {
    let person = app.person(name, role).await;
    let (key, codes) = set_up(app, &app.sign_in(&person).await).await;
    (person, key, codes)
}

/// The ticket of a right password.
async fn ticket(app: &TestApp, person: &TestPerson) -> String {
    let answer = log_in(app, &person.email, PASSWORD).await.expect(200).data();
    text(&answer["secondFactor"], "ticket").to_owned()
}

async fn step(client: &Client, ticket: &str, code: &str) -> Response {
    client.post("/api/auth/second-factor", json!({"ticket": ticket, "code": code})).await
}

async fn turn_off(client: &Client, password: &str, code: &str) -> Response {
    let body = json!({"password": password, "code": code}).to_string();
    client.send("DELETE", "/api/auth/totp", Some(body.as_bytes())).await
}

async fn new_codes(client: &Client, password: &str, code: &str) -> Response {
    client.post("/api/auth/recovery-codes", json!({"password": password, "code": code})).await
}

async fn reset(client: &Client, person: &TestPerson, reason: &str) -> Response {
    let (address, body) = (format!("/api/users/{}/second-factor", person.id), json!({"reason": reason}).to_string());
    client.send("DELETE", &address, Some(body.as_bytes())).await
}

async fn own(client: &Client) -> Value {
    client.get("/api/auth/credentials").await.expect(200).data()
}

#[track_caller]
fn assert_says(answer: &Response, status: u16, code: &str, message: &str) {
    let told = (answer.status, answer.code(), answer.message());
    assert_eq!((told.0, told.1.as_str(), told.2.as_str()), (status, code, message));
}

/// The news in the mails to this address.
async fn told(app: &TestApp, person: &TestPerson) -> Vec<SecondFactorNews> {
    let mails = app.mails().await;
    let about = |mail: &application::ports::ClaimedMail| Some(mail.letter.about::<SecondFactorLetter>()?.news);
    mails.iter().filter(|mail| mail.to == person.email).filter_map(about).collect()
}

async fn require(app: &TestApp, ada: &Client, value: &str, version: u32) {
    let change = json!({"value": value, "version": version});
    ada.put("/api/settings/accounts.secondFactor", change).await.expect(200);
    assert_eq!(app.ports.policy.in_force().rules.second_factor.required_for.name(), value);
}

on_both_engines! {
    /// From the password over the first code to a sign-in with the second [H1]
    async fn a_factor_is_set_up_and_then_asked_for(app: &TestApp) {
        let ann = app.person("Ann", Role::Employee).await;
        let client = app.log_in(&ann).await;
        let nothing = json!({"totp": null, "recoveryLeft": 0, "identities": [], "isRequired": false, "requiredFrom": null});
        assert_eq!(own(&client).await, nothing);
        let guess = client.post("/api/auth/totp/begin", json!({"password": "a guess"})).await;
        assert_says(&guess, 400, "VALIDATION_FAILED", "Current password is incorrect");
        let begun = client.post("/api/auth/totp/begin", json!({"password": PASSWORD})).await.expect(200).data();
        let key = text(&begun, "key").to_owned();
        assert_eq!(key.len(), 32);
        let uri = format!("otpauth://totp/Daybook:ann%40daybook.example?secret={key}&issuer=Daybook&algorithm=SHA1&digits=6&period=30");
        assert_eq!(begun, json!({"key": key, "uri": uri}));
        assert_eq!(own(&client).await, nothing, "a key that waits is no factor");
        app.log_in(&ann).await;
        let client = app.log_in(&ann).await;
        let wrong = client.post("/api/auth/totp/confirm", json!({"code": shown_in(app, 90, &key)})).await;
        assert_says(&wrong, 400, "VALIDATION_FAILED", WRONG);
        let code = shown_in(app, 0, &key);
        let confirmed = client.post("/api/auth/totp/confirm", json!({"code": code})).await.expect(200).data();
        let codes = confirmed["recoveryCodes"].as_array().unwrap();
        assert!(codes.len() == 10 && codes.iter().all(|code| code.as_str().unwrap().len() == 10), "{confirmed}");
        let set = json!({"createdAt": "2026-06-10T09:00:00Z", "lastUsedAt": null});
        assert_eq!(own(&client).await, json!({"totp": set, "recoveryLeft": 10, "identities": [], "isRequired": false, "requiredFrom": null}));
        for again in ["begin", "confirm"] {
            let body = json!({"password": PASSWORD, "code": code});
            let refused = client.post(&format!("/api/auth/totp/{again}"), body).await;
            assert_says(&refused, 409, "CONFLICT", "Two-step sign-in is already set up");
        }
        assert_eq!(told(app, &ann).await, [SecondFactorNews::Set]);

        let answer = log_in(app, &ann.email, PASSWORD).await.expect(200);
        let data = answer.data();
        assert_eq!(data.as_object().unwrap().keys().collect::<Vec<_>>(), ["secondFactor"]);
        assert_eq!(data["secondFactor"]["expiresAt"], "2026-06-10T09:05:00Z");
        client.get("/api/session").await.expect(200);
        let ticket = text(&data["secondFactor"], "ticket").to_owned();
        assert_eq!(app.anonymous().with_token(&*ticket).get("/api/session").await.expect(401).code(), "UNAUTHENTICATED");
        // The code that confirmed the key was used, and another one is not right.
        for code in [code, shown_in(app, -60, &key), shown_in(app, 60, &key), "12345".into(), String::new()] {
            assert_says(&step(&app.anonymous(), &ticket, &code).await, 400, "VALIDATION_FAILED", WRONG);
        }
        app.clock.pass(30);
        let code = shown_in(app, 0, &key);
        let signed_in = step(&app.anonymous(), &ticket, &format!("{} {}", &code[..3], &code[3..])).await.expect(200).data();
        assert_eq!(signed_in.as_object().unwrap().keys().collect::<Vec<_>>(), ["isFirstLogin", "token", "user"]);
        assert_eq!((&signed_in["isFirstLogin"], &signed_in["user"]["email"]), (&json!(false), &json!(ann.email)));
        assert_eq!(client.get("/api/session").await.expect(401).code(), "SESSION_INVALID", "the earlier one has ended");
        let client = app.anonymous().with_token(text(&signed_in, "token"));
        assert_eq!(own(&client).await["totp"]["lastUsedAt"], "2026-06-10T09:00:30Z");
        assert!(client.get("/api/session").await.expect(200).data()["user"].get("mustSetUpSecondFactor").is_none());
    }

    /// Many at once, with one ticket and with one each [H3]
    async fn of_many_uses_of_a_code_one_signs_in(app: &TestApp) {
        let (ann, key, codes) = with_factor(app, "Ann", Role::Employee).await;
        for code in [shown_in(app, 0, &key), codes[0].clone()] {
            let mut tickets = Vec::new();
            for _ in 0..4 {
                tickets.push(ticket(app, &ann).await);
            }
            let tries = tickets.iter().map(|ticket| {
                let (client, ticket, code) = (app.anonymous(), ticket.clone(), code.clone());
                async move { step(&client, &ticket, &code).await.status }
            });
            let mut answers = at_once(tries).await;
            answers.sort_unstable();
            assert_eq!(answers, [200, 400, 400, 400]);
        }
        let one = ticket(app, &ann).await;
        let tries = codes[1..5].iter().map(|code| {
            let (client, ticket, code) = (app.anonymous(), one.clone(), code.clone());
            async move { step(&client, &ticket, &code).await.status }
        });
        let mut answers = at_once(tries).await;
        answers.sort_unstable();
        assert_eq!(answers, [200, 400, 400, 400], "a ticket starts one session");
    }
}

on_one_engine! {
    async fn a_code_holds_one_step_either_way_and_once(app: &TestApp) {
        let (ann, key, _) = with_factor(app, "Ann", Role::Employee).await;
        for seconds in [-60, 60] {
            let code = shown_in(app, seconds, &key);
            assert_says(&step(&app.anonymous(), &ticket(app, &ann).await, &code).await, 400, "VALIDATION_FAILED", WRONG);
        }
        for seconds in [-30, 0, 30] {
            step(&app.anonymous(), &ticket(app, &ann).await, &shown_in(app, seconds, &key)).await.expect(200);
        }
        for seconds in [-30, 0, 30] {
            let replayed = step(&app.anonymous(), &ticket(app, &ann).await, &shown_in(app, seconds, &key)).await;
            assert_says(&replayed, 400, "VALIDATION_FAILED", WRONG);
        }
    }

    async fn a_recovery_code_lets_in_once_however_it_is_written(app: &TestApp) {
        let (ann, _, codes) = with_factor(app, "Ann", Role::Employee).await;
        let hyphened = format!("{}-{}", &codes[0][..5], codes[0][5..].to_lowercase());
        let data = step(&app.anonymous(), &ticket(app, &ann).await, &hyphened).await.expect(200).data();
        assert_eq!(own(&app.anonymous().with_token(text(&data, "token"))).await["recoveryLeft"], 9);
        for used in [&hyphened, &codes[0]] {
            assert_says(&step(&app.anonymous(), &ticket(app, &ann).await, used).await, 400, "VALIDATION_FAILED", WRONG);
        }
        step(&app.anonymous(), &ticket(app, &ann).await, &format!(" {} ", codes[1])).await.expect(200);
    }

    async fn a_ticket_lives_for_five_minutes_five_codes_and_one_sign_in(app: &TestApp) {
        let (ann, key, _) = with_factor(app, "Ann", Role::Employee).await;
        let late = ticket(app, &ann).await;
        app.clock.pass(301);
        assert_says(&step(&app.anonymous(), &late, &shown_in(app, 0, &key)).await, 400, "VALIDATION_FAILED", EXPIRED);
        let tried = ticket(app, &ann).await;
        for _ in 0..5 {
            assert_says(&step(&app.anonymous(), &tried, "ABCDE23456").await, 400, "VALIDATION_FAILED", WRONG);
        }
        assert_says(&step(&app.anonymous(), &tried, &shown_in(app, 0, &key)).await, 400, "VALIDATION_FAILED", EXPIRED);
        let used = ticket(app, &ann).await;
        step(&app.anonymous(), &used, &shown_in(app, 0, &key)).await.expect(200);
        assert_says(&step(&app.anonymous(), &used, &shown_in(app, 30, &key)).await, 400, "VALIDATION_FAILED", EXPIRED);
        let session = app.sign_in(&ann).await;
        for forged in ["", "x.y.z", session.token().unwrap()] {
            assert_says(&step(&app.anonymous(), forged, &shown_in(app, 30, &key)).await, 400, "VALIDATION_FAILED", EXPIRED);
        }
    }

    /// The two halves of a sign-in, and of a set-up, are answered by two instances [H1]
    async fn any_instance_answers_the_second_step(database: &TestDatabase) {
        let (one, other) = (TestApp::start(database).await, TestApp::start(database).await);
        let ann = one.person("Ann", Role::Employee).await;
        let client = one.sign_in(&ann).await;
        let begun = client.post("/api/auth/totp/begin", json!({"password": PASSWORD})).await.expect(200).data();
        let key = text(&begun, "key");
        let beside = other.anonymous().with_token(client.token().unwrap());
        beside.post("/api/auth/totp/confirm", json!({"code": shown_in(&one, 0, key)})).await.expect(200);
        let ticket = ticket(&one, &ann).await;
        for _ in 0..2 {
            step(&one.anonymous(), &ticket, "ABCDE23456").await.expect(400);
            step(&other.anonymous(), &ticket, "ABCDE23456").await.expect(400);
        }
        step(&other.anonymous(), &ticket, &shown_in(&one, 30, key)).await.expect(200);
    }

    /// A thief of the password does not try codes for long, and locks nobody out at home [H2]
    async fn wrong_codes_count_in_the_budget_of_the_account(database: &TestDatabase) {
        let setup = Setup { limits: Limits { login_account: 6, ..Limits::default() }, ..behind_a_proxy() };
        let app = TestApp::start_as(database, setup).await;
        let (ann, key, _) = with_factor(&app, "Ann", Role::Employee).await;
        let from = |address: &str| app.anonymous().with_header("X-Forwarded-For", address);
        let begin = async |client: &Client| {
            let body = json!({"email": ann.email, "password": PASSWORD});
            client.post("/api/auth/login", body).await
        };
        let home = from("198.51.100.7");
        let data = begin(&home).await.expect(200).data();
        step(&home, text(&data["secondFactor"], "ticket"), &shown_in(&app, 0, &key)).await.expect(200);
        for n in 0..6 {
            let thief = from(&format!("203.0.113.{n}"));
            let data = begin(&thief).await.expect(200).data();
            step(&thief, text(&data["secondFactor"], "ticket"), "ABCDE23456").await.expect(400);
        }
        let thief = from("203.0.113.9");
        let refused = begin(&thief).await.expect(429);
        assert_eq!(refused.code(), "TOO_MANY_ATTEMPTS");
        let data = begin(&home).await.expect(200).data();
        let ticket = text(&data["secondFactor"], "ticket");
        let refused = step(&thief, ticket, &shown_in(&app, 30, &key)).await.expect(429);
        assert!(refused.header("retry-after").is_some());
        step(&home, ticket, &shown_in(&app, 30, &key)).await.expect(200);
    }

    async fn password_and_code_turn_it_off_or_make_new_codes(app: &TestApp) {
        let (ann, key, codes) = with_factor(app, "Ann", Role::Employee).await;
        let client = app.sign_in(&ann).await;
        for call in [turn_off(&client, "a guess", &codes[0]).await, new_codes(&client, "a guess", &codes[0]).await] {
            assert_says(&call, 400, "VALIDATION_FAILED", "Current password is incorrect");
        }
        for call in [turn_off(&client, PASSWORD, "000000").await, new_codes(&client, PASSWORD, "ABCDE23456").await] {
            assert_says(&call, 400, "VALIDATION_FAILED", WRONG);
        }
        let made = new_codes(&client, PASSWORD, &shown_in(app, 0, &key)).await.expect(200).data();
        let newer = made["recoveryCodes"][0].as_str().unwrap().to_owned();
        assert!(!codes.contains(&newer));
        assert_says(&turn_off(&client, PASSWORD, &codes[0]).await, 400, "VALIDATION_FAILED", WRONG);
        assert_eq!(turn_off(&client, PASSWORD, &newer).await.expect(200).data(), json!({}));
        assert_eq!(own(&client).await["totp"], Value::Null);
        assert_eq!(told(app, &ann).await, [SecondFactorNews::Set, SecondFactorNews::Removed]);
        for call in [turn_off(&client, PASSWORD, &newer).await, new_codes(&client, PASSWORD, &newer).await] {
            assert_says(&call, 409, "CONFLICT", "Two-step sign-in is not set up");
        }
        assert!(log_in(app, &ann.email, PASSWORD).await.expect(200).data()["token"].is_string());
    }

    /// A key waits a quarter of an hour
    async fn a_setup_that_takes_too_long_begins_again(app: &TestApp) {
        let client = app.sign_in(&app.person("Ann", Role::Employee).await).await;
        let begun = client.post("/api/auth/totp/begin", json!({"password": PASSWORD})).await.expect(200).data();
        app.clock.pass(900);
        let late = client.post("/api/auth/totp/confirm", json!({"code": shown_in(app, 0, text(&begun, "key"))})).await;
        assert_says(&late, 409, "CONFLICT", "This setup has expired. Please start again.");
        set_up(app, &client).await;
    }

    /// The person is told, and is signed out [H4]
    async fn an_administrator_resets_a_lost_factor(app: &TestApp) {
        let (ann, _, _) = with_factor(app, "Ann", Role::Employee).await;
        let (admin, _, _) = with_factor(app, "Ada", Role::Admin).await;
        let (client, ada) = (app.sign_in(&ann).await, app.sign_in(&admin).await);
        let see = async || ada.get(&format!("/api/users/{}/identities", ann.id)).await.expect(200).data();
        assert_eq!(see().await, json!({"identities": [], "secondFactor": {"createdAt": "2026-06-10T09:00:00Z", "lastUsedAt": null}}));
        assert_says(&reset(&ada, &ann, " ").await, 400, "VALIDATION_FAILED", "A reason is required");
        let own = "Turn off your own two-step sign-in in your profile";
        assert_says(&reset(&ada, &admin, "Lost").await, 400, "VALIDATION_FAILED", own);
        assert_eq!(reset(&ada, &ann, "Lost the phone").await.expect(200).data(), json!({}));
        let ended = client.get("/api/session").await.expect(401);
        assert_says(&ended, 401, "SESSION_INVALID", "Your session has expired. Please login again.");
        assert_eq!(see().await, json!({"identities": [], "secondFactor": null}));
        assert_says(&reset(&ada, &ann, "Again").await, 409, "CONFLICT", "Two-step sign-in is not set up");
        assert_eq!(told(app, &ann).await, [SecondFactorNews::Set, SecondFactorNews::Reset]);
        assert!(log_in(app, &ann.email, PASSWORD).await.expect(200).data()["token"].is_string());
    }

    /// A forgotten password is replaced, and the code is still asked for [H6]
    async fn another_password_leaves_the_factor(app: &TestApp) {
        let (ann, key, _) = with_factor(app, "Ann", Role::Employee).await;
        let before = ticket(app, &ann).await;
        app.anonymous().post("/api/auth/forgot-password", json!({"email": ann.email})).await.expect(200);
        let link = app.reset_token().await.expect("a link");
        let address = format!("/api/auth/reset-password/{link}");
        app.anonymous().post(&address, json!({"password": "a better one"})).await.expect(200);
        let void = step(&app.anonymous(), &before, &shown_in(app, 0, &key)).await;
        assert_says(&void, 400, "VALIDATION_FAILED", EXPIRED);
        let data = log_in(app, &ann.email, "a better one").await.expect(200).data();
        step(&app.anonymous(), text(&data["secondFactor"], "ticket"), &shown_in(app, 0, &key)).await.expect(200);
    }

    /// Fourteen days after the decision there is nothing else to do [H6]
    async fn people_who_need_a_factor_and_are_late_set_it_up_first(app: &TestApp) {
        let (hr, ann) = (app.person("Hal", Role::Hr).await, app.person("Ann", Role::Employee).await);
        let ada = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        require(app, &ada, "hr-admin", 0).await;
        let hal = app.log_in(&hr).await;
        let needed = json!({"totp": null, "recoveryLeft": 0, "identities": [], "isRequired": true, "requiredFrom": "2026-06-24T09:00:00Z"});
        assert_eq!(own(&hal).await, needed);
        hal.get("/api/users").await.expect(200);
        assert_eq!(own(&app.sign_in(&ann).await).await["isRequired"], false);

        app.clock.set("2026-06-24T08:59:59Z");
        assert!(log_in(app, &hr.email, PASSWORD).await.expect(200).data().get("mustSetUpSecondFactor").is_none());
        app.clock.set("2026-06-24T09:00:00Z");
        let data = log_in(app, &hr.email, PASSWORD).await.expect(200).data();
        assert_eq!((&data["mustSetUpSecondFactor"], &data["user"]["mustSetUpSecondFactor"]), (&json!(true), &json!(true)));
        let hal = app.anonymous().with_token(text(&data, "token"));
        let session = hal.get("/api/session").await.expect(200).data();
        assert_eq!(session["user"]["mustSetUpSecondFactor"], true);
        hal.get("/api/auth/profile").await.expect(200);
        for (method, address) in [
            ("GET", "/api/users"), ("GET", "/api/holidays?year=2026"), ("PUT", "/api/auth/profile"), ("POST", "/api/auth/register"),
            ("PATCH", "/api/users/change-password"), ("DELETE", "/api/auth/totp"), ("POST", "/api/auth/recovery-codes"),
        ] {
            let refused = hal.send(method, address, (method != "GET").then_some(b"{}".as_slice())).await;
            assert_says(&refused, 403, "SECOND_FACTOR_REQUIRED", "Please set up two-step sign-in before you continue.");
        }
        let (key, _) = set_up(app, &hal).await;
        hal.get("/api/users").await.expect(200);
        assert!(hal.get("/api/session").await.expect(200).data()["user"].get("mustSetUpSecondFactor").is_none());
        let refused = turn_off(&hal, PASSWORD, &shown_in(app, 0, &key)).await;
        assert_says(&refused, 409, "CONFLICT", "Two-step sign-in is required for your role");
        // Nobody else is asked for anything, and a late one can leave.
        app.sign_in(&ann).await.get("/api/timesheets/my").await.expect(200);
        let late = app.sign_in(&app.person("Hope", Role::Hr).await).await;
        late.get("/api/users").await.expect(200);
        app.clock.set("2026-07-08T09:01:00Z");
        let late_again = app.log_in(&app.person("Abe", Role::Admin).await).await;
        late_again.post("/api/auth/logout", json!({})).await.expect(200);
    }

    /// The time counts from the role on, and the first password comes before it
    async fn a_promotion_gives_as_much_time_as_the_decision(app: &TestApp) {
        let admin = app.person("Ada", Role::Admin).await;
        let ada = app.sign_in(&admin).await;
        require(app, &ada, "hr-admin", 0).await;
        set_up(app, &ada).await;
        let ann = app.person("Ann", Role::Employee).await;
        app.clock.set("2026-07-01T09:00:00Z");
        let ada = app.sign_in(&admin).await;
        let promoted = super::accounts::unchanged("Ann", &ann, "HR");
        ada.put(&format!("/api/users/{}", ann.id), promoted).await.expect(200);
        let client = app.sign_in(&ann).await;
        assert_eq!(own(&client).await["requiredFrom"], "2026-07-15T09:00:00Z");
        client.get("/api/users").await.expect(200);
        // Everybody else is among those who need one from another decision on.
        require(app, &ada, "everybody", 1).await;
        assert_eq!(own(&client).await["requiredFrom"], "2026-07-15T09:00:00Z");

        let new = app.person_with("New", Role::Employee, None, true).await;
        app.clock.set("2026-07-15T09:00:00Z");
        let client = app.sign_in(&new).await;
        assert_eq!(client.get("/api/timesheets/my").await.expect(403).code(), "PASSWORD_CHANGE_REQUIRED");
        assert_eq!(client.get("/api/auth/credentials").await.expect(403).code(), "PASSWORD_CHANGE_REQUIRED");
        let change = json!({"newPassword": "a better one", "confirmPassword": "a better one"});
        client.put("/api/auth/change-first-login-password", change).await.expect(200);
        assert_eq!(client.get("/api/timesheets/my").await.expect(403).code(), "SECOND_FACTOR_REQUIRED");
        client.post("/api/auth/totp/begin", json!({"password": "a better one"})).await.expect(200);
    }
}
