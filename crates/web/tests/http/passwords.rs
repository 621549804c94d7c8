//! Passwords that are forgotten, reset and changed, and what a stranger learns of it: nothing.

use application::passwords::PasswordResetLetter;
use domain::person::Role;
use serde_json::{Value, json};
use testkit::contents::Viewer;
use testkit::database::Statements;
use testkit::{Client, PASSWORD, Response, TestApp, TestPerson, at_once, on_both_engines, on_one_engine};

use super::{behind_a_proxy, log_in};

const SENT: &str = "Password reset email sent. Check your inbox!";
const BAD_LINK: &str = "This reset link is invalid or has expired";
const EXPIRED: &str = "Your session has expired. Please login again.";

async fn forgot(app: &TestApp, email: &str) -> Response {
    app.anonymous().post("/api/auth/forgot-password", json!({"email": email})).await
}

async fn reset(app: &TestApp, token: &str, password: &str) -> Response {
    app.anonymous().post(&format!("/api/auth/reset-password/{token}"), json!({"password": password})).await
}

async fn link(app: &TestApp, person: &TestPerson) -> String {
    forgot(app, &person.email).await.expect(200);
    app.reset_token().await.expect("a link")
}

async fn change(client: &Client, current: &str, new: &str, again: &str) -> Response {
    let body = json!({"currentPassword": current, "newPassword": new, "confirmPassword": again});
    client.patch("/api/users/change-password", body).await
}

fn assert_bad_link(answer: &Response, why: &str) {
    assert_eq!(
        (answer.status, answer.code().as_str(), answer.message().as_str()),
        (400, "VALIDATION_FAILED", BAD_LINK),
        "{why}"
    );
}

/// The statements of a call, without those that tell the open pages of it in their own time.
async fn work_of(statements: &Statements, call: impl Future<Output = Response>) -> Vec<String> {
    statements.take();
    call.await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    statements.take().into_iter().filter(|sql| !sql.contains("FROM events")).collect()
}

on_one_engine! {
    /// A reset sets the password, ends the session, and makes a generated password one's own [D12]
    async fn a_reset_link_opens_the_account_again(app: &TestApp) {
        let new = app.person_with("New", Role::Employee, None, true).await;
        let session = app.sign_in(&new).await;
        let token = link(app, &new).await;
        session.get("/api/session").await.expect(200);
        let done = reset(app, &token, "a better one").await.expect(200);
        assert_eq!((done.message().as_str(), done.data()), ("Password reset successful. Please log in.", json!({})));
        let ended = session.get("/api/session").await.expect(401);
        assert_eq!((ended.code().as_str(), ended.message().as_str()), ("SESSION_INVALID", EXPIRED));
        log_in(app, &new.email, PASSWORD).await.expect(401);
        assert_eq!(log_in(app, &new.email, "a better one").await.expect(200).data()["isFirstLogin"], false);
        assert_bad_link(&reset(app, &token, "a third one").await, "used");
    }

    /// A link that is over, replaced, or made useless by a change opens nothing, like one that never was [E13]
    async fn a_link_that_is_no_longer_valid_opens_nothing(app: &TestApp) {
        let ada = app.person("Ada", Role::Admin).await;
        let ann = app.person("Ann", Role::Employee).await;
        let path = format!("/api/users/{}", ann.id);
        let mut email = ann.email.clone();
        for why in ["30 minutes", "a newer one", "a changed password", "a changed address", "a block", "cut", "longer", "in capitals", "quoted", "never made"] {
            // The budget of guesses is another test's business.
            app.clock.pass(3_601);
            let ann = TestPerson { email: email.clone(), ..ann.clone() };
            let ada = app.sign_in(&ada).await;
            let mut token = link(app, &ann).await;
            match why {
                "30 minutes" => {
                    app.clock.pass(30 * 60 - 1);
                    assert_eq!(reset(app, &token, "short").await.expect(400).json()["errors"]["password"], "Password must be at least 6 characters long");
                    app.clock.pass(1);
                }
                "a newer one" => { link(app, &ann).await; }
                "a changed password" => { change(&app.sign_in(&ann).await, PASSWORD, "a better one", "a better one").await.expect(200); }
                "a changed address" => {
                    "moved@daybook.example".clone_into(&mut email);
                    let moved = json!({"firstName": "Ann", "lastName": "Example", "email": email, "role": "Employee"});
                    ada.put(&path, moved).await.expect(200);
                }
                "a block" => { ada.patch(&format!("{path}/toggle-block"), json!({"isBlocked": true})).await.expect(200); }
                "cut" => { token.pop(); }
                "longer" => token.push('A'),
                "in capitals" => token = token.to_uppercase(),
                "quoted" => token = format!("%27{token}%27"),
                _ => token = "A".repeat(43),
            }
            assert_bad_link(&reset(app, &token, "password of a thief").await, why);
            if why == "a block" {
                ada.patch(&format!("{path}/toggle-block"), json!({"isBlocked": false})).await.expect(200);
            }
            log_in(app, &email, "password of a thief").await.expect(401);
        }
    }

    /// Guesses of links are counted by where they come from: ten a minute [E13]
    async fn guesses_of_links_become_slow(database: &TestDatabase) {
        let app = TestApp::start_as(database, behind_a_proxy()).await;
        let ann = app.person("Ann", Role::Employee).await;
        let token = link(&app, &ann).await;
        let guess = async |address: &str, token: &str| {
            let client = app.anonymous().with_header("X-Forwarded-For", address);
            client.post(&format!("/api/auth/reset-password/{token}"), json!({"password": "a better one"})).await
        };
        for n in 0..10 {
            let guessed = ["%ff", "%00", "..%2f..", "'", "%zz"].get(n).map_or_else(|| format!("guess-{n}"), |odd| (*odd).to_owned());
            assert_bad_link(&guess(&format!("2001:db8:1:2::{n}"), &guessed).await, &guessed);
        }
        let refused = guess("2001:db8:1:2::99", &token).await.expect(429);
        assert_eq!(refused.code(), "TOO_MANY_ATTEMPTS");
        assert!((1..=60).contains(&refused.header("retry-after").unwrap().parse::<u32>().unwrap()));
        guess("198.51.100.7", &token).await.expect(200);
    }

    /// A password is taken as it is typed, counted in characters, and refused before any work if it is invalid [E9]
    async fn a_password_is_what_was_typed_from_6_to_128_characters(app: &TestApp) {
        let ann = app.person("Ann", Role::Employee).await;
        let mut current = PASSWORD.to_owned();
        for new in ["  spaces around  ".to_owned(), "😀🔑🚪🏠🌙⭐".to_owned(), "é".repeat(128), "      ".to_owned()] {
            let client = app.sign_in(&ann).await;
            change(&client, &current, &new, &new).await.expect(200);
            log_in(app, &ann.email, &new).await.expect(200);
            log_in(app, &ann.email, &format!("{new} ")).await;
            current = new;
        }
        app.clock.pass(900);
        let client = app.sign_in(&ann).await;
        let token = link(app, &ann).await;
        let over = "é".repeat(129);
        for (new, sentence) in [
            ("12345", "at least 6 characters"), ("😀😀😀😀😀", "at least 6 characters"),
            (over.as_str(), "Password must be at most 128 characters"), ("secret\0secret", "Password contains characters that are not allowed"),
            ("secret\nsecret", "Password contains characters that are not allowed"),
        ] {
            for refused in [change(&client, &current, new, new).await, reset(app, &token, new).await] {
                assert_eq!((refused.status, refused.code().as_str()), (400, "VALIDATION_FAILED"), "{new:?}");
                assert!(refused.message().contains(sentence), "{new:?}: {}", refused.message());
            }
        }
        let huge = "x".repeat(1024 * 1024);
        assert_eq!(change(&client, &current, &huge, &huge).await.status, 413);
        assert_eq!(reset(app, &token, &huge).await.status, 413);
        assert_eq!(log_in(app, &ann.email, &huge).await.status, 413);
        log_in(app, &ann.email, &over).await.expect(400);
        log_in(app, &ann.email, &current).await.expect(200);
    }

    /// No password is a common one, contains what everyone knows of a person, or is the generated one again [E10]
    async fn a_password_that_is_easy_to_guess_is_refused(app: &TestApp) {
        let (ann, new) = (app.person("Ann", Role::Employee).await, app.person_with("New", Role::Employee, None, true).await);
        let easy = "This password is too easy to guess";
        let (client, fresh) = (app.sign_in(&ann).await, app.sign_in(&new).await);
        let first = async |password: &str| {
            fresh.put("/api/auth/change-first-login-password", json!({"newPassword": password, "confirmPassword": password})).await
        };
        let token = link(app, &ann).await;
        for known in [ann.email.to_uppercase(), format!(" {} ", ann.employee_id), "my EXAMPLE".to_owned(), "Password1".to_owned()] {
            assert_eq!(change(&client, PASSWORD, &known, &known).await.expect(400).json()["errors"]["newPassword"], easy, "{known}");
            assert_eq!(reset(app, &token, &known).await.expect(400).json()["errors"]["password"], easy, "{known}");
        }
        for known in [new.email.clone(), "qwerty123".to_owned()] {
            assert_eq!(first(&known).await.expect(400).json()["errors"]["newPassword"], easy, "{known}");
        }
        let same = first(PASSWORD).await.expect(400);
        assert_eq!(same.json()["errors"]["newPassword"], "New password must be different from the temporary password");
        first("a better one").await.expect(200);
    }

    /// What a request says of its host reaches neither the stored request nor the mail: the link is made of the portal's own
    /// address [E15]
    async fn a_forged_host_is_in_no_link(database: &TestDatabase, app: &TestApp) {
        let ann = app.person("Ann", Role::Employee).await;
        let body = json!({"email": ann.email}).to_string();
        let request = format!(
            "POST /api/auth/forgot-password HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nForwarded: host=evil.example\r\n\
             Origin: https://evil.example\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len(),
        );
        app.anonymous().raw(request.as_bytes()).await.expect(200);
        let viewer = Viewer::open(database).await;
        assert!(!format!("{:?}", viewer.contents().await).contains("evil"), "the stored request");
        application::passwords::answer_resets(&app.ports).await.unwrap();
        let contents = format!("{:?}", viewer.contents().await);
        assert!(!contents.contains("evil"), "the mail");
        let mails = app.mails().await;
        assert!(matches!(mails.as_slice(), [mail] if mail.letter.about::<PasswordResetLetter>().is_some()), "{mails:?}");
    }

    /// A hundred requests for somebody do not fill an inbox: three mails an hour, and the last link works [E16]
    async fn an_inbox_is_not_flooded(database: &TestDatabase) {
        let app = TestApp::start_as(database, behind_a_proxy()).await;
        let ann = app.person("Ann", Role::Employee).await;
        let body = json!({"email": ann.email});
        for n in 0..100 {
            let client = app.anonymous().with_header("X-Forwarded-For", &format!("203.0.113.{n}"));
            assert_eq!(client.post("/api/auth/forgot-password", body.clone()).await.expect(200).message(), SENT);
        }
        application::passwords::answer_resets(&app.ports).await.unwrap();
        let mails = app.mails().await;
        assert_eq!(mails.len(), 3);
        let letter: PasswordResetLetter = mails[2].letter.about().expect("a link");
        reset(&app, &letter.token.0, "a better one").await.expect(200);
        app.clock.pass(3_600);
        link(&app, &ann).await;
        for _ in 0..80 {
            assert_eq!(forgot(&app, "bob@daybook.example").await.expect(200).message(), SENT, "too many requests are dropped without a word");
        }
    }

    /// Changing the password: every refusal in its words; the session goes on [D12]
    async fn a_person_who_knows_their_password_can_change_it(app: &TestApp) {
        let ann = app.person("Ann", Role::Employee).await;
        let client = app.sign_in(&ann).await;
        for (current, new, again, field, sentence) in [
            ("", "a better one", "a better one", "", "All password fields are required when changing password"),
            (PASSWORD, "", "", "", "All password fields are required when changing password"),
            (PASSWORD, "a better one", "a worse one", "confirmPassword", "New passwords do not match"),
            (PASSWORD, "short", "short", "newPassword", "New password must be at least 6 characters"),
            ("wrong", "a better one", "a better one", "currentPassword", "Current password is incorrect"),
        ] {
            let refused = change(&client, current, new, again).await.expect(400);
            assert_eq!((refused.code().as_str(), refused.message().as_str()), ("VALIDATION_FAILED", sentence));
            let errors = refused.json()["errors"].clone();
            assert_eq!(errors.get(field).and_then(Value::as_str), (!field.is_empty()).then_some(sentence), "{errors}");
        }
        let missing = client.patch("/api/users/change-password", json!({})).await.expect(400);
        assert_eq!(missing.message(), "All password fields are required when changing password");
        let token = link(app, &ann).await;
        change(&client, PASSWORD, "a better one", "a better one").await.expect(200);
        client.get("/api/session").await.expect(200);
        assert_bad_link(&reset(app, &token, "a third one").await, "a link from before");
        log_in(app, &ann.email, PASSWORD).await.expect(401);
        log_in(app, &ann.email, "a better one").await.expect(200);
        assert_eq!(client.get("/api/session").await.expect(401).message(), "You have been logged out because you logged in from another device.");
    }
}

on_both_engines! {
    /// Known, unknown, blocked and inactive addresses get one answer, by the same statements, and only a person who can act
    /// gets a mail [E2]
    async fn a_forgotten_password_reveals_nothing(database: &TestDatabase) {
        let statements = database.statements();
        let app = TestApp::start(database).await;
        let ada = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        let (ann, bob, eve) = (app.person("Ann", Role::Employee).await, app.person("Bob", Role::Employee).await, app.person("Eve", Role::Employee).await);
        ada.patch(&format!("/api/users/{}/toggle-block", bob.id), json!({"isBlocked": true})).await.expect(200);
        let left = json!({"firstName": "Eve", "lastName": "Example", "email": eve.email, "role": "Employee", "isActive": false});
        ada.put(&format!("/api/users/{}", eve.id), left).await.expect(200);
        app.mails().await;
        let unknown = "nobody@daybook.example".to_owned();
        let mut seen = Vec::new();
        for email in [&ann.email, &bob.email, &eve.email, &unknown] {
            let answer = forgot(&app, email).await.expect(200);
            assert_eq!(answer.message(), SENT);
            let work = work_of(&statements, async { forgot(&app, email).await }).await;
            assert!(!work.is_empty());
            seen.push((answer.text(), work));
        }
        assert!(seen.windows(2).all(|two| two[0] == two[1]), "{seen:#?}");
        application::passwords::answer_resets(&app.ports).await.unwrap();
        let mails = app.mails().await;
        assert!(!mails.is_empty() && mails.iter().all(|mail| mail.to == ann.email), "{mails:?}");
        for (body, sentence) in [(json!({}), "Email is required"), (json!({"email": "nobody"}), "Please enter a valid email address")] {
            let refused = app.anonymous().post("/api/auth/forgot-password", body).await.expect(400);
            assert_eq!(refused.json()["errors"]["email"], sentence);
        }
    }

    /// A login fails alike, by the same statements, for an unknown address, a wrong password, and one of a blocked account [E1]
    async fn a_failed_login_tells_nothing(database: &TestDatabase) {
        let statements = database.statements();
        let app = TestApp::start(database).await;
        let ada = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        let (ann, bob) = (app.person("Ann", Role::Employee).await, app.person("Bob", Role::Employee).await);
        ada.patch(&format!("/api/users/{}/toggle-block", bob.id), json!({"isBlocked": true})).await.expect(200);
        let mut seen = Vec::new();
        for email in [ann.email.as_str(), bob.email.as_str(), "nobody@daybook.example"] {
            let answer = log_in(&app, email, "wrong").await.expect(401);
            let mut body = answer.json();
            assert!(body.as_object_mut().unwrap().remove("requestId").is_some());
            let work = work_of(&statements, log_in(&app, email, "wrong")).await;
            assert!(!work.is_empty());
            seen.push((body, work));
        }
        assert!(seen.windows(2).all(|two| two[0] == two[1]), "{seen:#?}");
        assert_eq!(log_in(&app, &bob.email, PASSWORD).await.expect(403).code(), "ACCOUNT_BLOCKED");
    }

    /// Of uses of one link at once, one sets the password [E12]
    async fn a_link_is_used_once(app: &TestApp) {
        let ann = app.person("Ann", Role::Employee).await;
        let token = link(app, &ann).await;
        let uses = (0..6).map(|n| {
            let (client, path) = (app.anonymous(), format!("/api/auth/reset-password/{token}"));
            async move { (n, client.post(&path, json!({"password": format!("password {n}")})).await) }
        });
        let mut winners = Vec::new();
        for (n, answer) in at_once(uses).await {
            if answer.status == 200 {
                winners.push(n);
            } else if answer.status != 503 {
                assert_bad_link(&answer, "the second at once");
            }
        }
        let [winner] = winners.as_slice() else { panic!("{winners:?}") };
        log_in(app, &ann.email, &format!("password {winner}")).await.expect(200);
    }

    /// A person with a session cannot guess the password by changing it: such guesses count like those at the login [E17]
    async fn guesses_of_the_current_password_are_counted(app: &TestApp) {
        let ann = app.person("Ann", Role::Employee).await;
        let client = app.sign_in(&ann).await;
        let guesses = (0..24).map(|n| {
            let client = client.clone();
            async move { change(&client, &format!("guess {n}"), "a better one", "a better one").await }
        });
        let mut looked_at = 0;
        for answer in at_once(guesses).await {
            assert!(matches!(answer.status, 400 | 429 | 503), "{}", answer.text());
            looked_at += usize::from(answer.message() == "Current password is incorrect");
        }
        assert!(looked_at <= 10, "{looked_at} guesses were looked at");
        while change(&client, "guess", "a better one", "a better one").await.status != 429 {}
        let refused = change(&client, PASSWORD, "a better one", "a better one").await.expect(429);
        assert!(refused.header("retry-after").is_some());
        log_in(app, &ann.email, PASSWORD).await.expect(429);
        client.get("/api/session").await.expect(200);
        app.clock.pass(900);
        change(&client, PASSWORD, "a better one", "a better one").await.expect(200);
    }
}
