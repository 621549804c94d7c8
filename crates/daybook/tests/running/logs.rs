//! The log: one line for each request, with its route and never with what was sent.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use testkit::Response;
use testkit::process::Home;
use testkit::socket::Socket;

use crate::staff::{PASSWORD, hire, portal, submit};
use crate::{NOW, PROGRAM, TODAY, on_sqlite};

/// Stands in everything that must not be logged.
const MARK: &str = "canary";

async fn nothing_that_was_sent_is_logged(home: Home) {
    let person = hire(&home, "ann", 1, 0).await.members.remove(0);
    // A level at which an operator looks for a fault.
    let daybook = portal(&home).setting("DAYBOOK_LOG", "debug").start().await;
    let client = daybook.client();
    let mut answers: Vec<(&str, &str, Response)> = Vec::new();

    let login = "/api/auth/login";
    for (email, password, status) in [
        (person.email.clone(), format!("{MARK} password"), 401),
        (format!("{MARK}@daybook.example"), PASSWORD.to_owned(), 401),
        (person.email.clone(), PASSWORD.to_owned(), 200),
    ] {
        let answer = client.post(login, json!({"email": email, "password": password})).await.expect(status);
        answers.push(("POST", login, answer));
    }
    let token = answers[2].2.data()["token"].as_str().unwrap().to_owned();

    let (employee, my) = (client.with_token(token.clone()), "/api/timesheets/my");
    for status in [201, 409] {
        let answer = submit(&employee, TODAY.parse().unwrap(), &format!("{MARK} description")).await.unwrap();
        answers.push(("POST", my, answer.expect(status)));
    }
    let broken = format!("{{\"date\": \"{MARK}\", ");
    answers.push(("POST", my, employee.send("POST", my, Some(broken.as_bytes())).await.expect(400)));
    for (query, status) in [(format!("month=6&year=2026&{MARK}={MARK}"), 200), (format!("month={MARK}"), 400)] {
        answers.push(("GET", my, employee.get(&format!("{my}?{query}")).await.expect(status)));
    }
    // A reset link carries its token in the path, and so may any address that is mistyped.
    let path = format!("/api/auth/reset-password/{MARK}");
    let reset = client.post(&path, json!({"password": format!("{MARK} password")})).await.expect(400);
    answers.push(("POST", "/api/auth/reset-password/{token}", reset));
    let path = format!("/api/auth/reset-passwords/{MARK}");
    answers.push(("POST", "other", client.post(&path, json!({"password": MARK})).await.expect(404)));
    let forged = client.with_token(format!("{MARK}.{MARK}.{MARK}")).with_header("X-Request-Id", MARK);
    answers.push(("GET", "/api/session", forged.get("/api/session").await.expect(401)));
    let origin = format!("http://{}", daybook.address());
    let refused =
        Socket::open(&client, Some(&format!("{MARK}.token")), Some(&origin)).await.expect_err("a forged token");
    answers.push(("GET", "/ws/session", refused.expect(401)));
    let mut socket = Socket::of(&employee).await;
    socket.say(&format!("{{\"type\": \"{MARK}\"}}")).await;
    answers.push(("GET", "/healthz", client.get("/healthz").await.expect(200)));
    drop(socket);
    answers.push(("POST", "/api/auth/logout", employee.post("/api/auth/logout", json!({})).await.expect(200)));

    let log = daybook.log();
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("not JSON ({error}): {line}")))
        .collect();
    for (number, line) in log.lines().enumerate() {
        let told = line.to_lowercase();
        assert!(!told.contains(MARK), "line {number} tells what was sent: {line}");
        assert!(!line.contains(&token), "line {number} tells the token: {line}");
        for part in token.split('.').skip(1) {
            assert!(!line.contains(part), "line {number} tells a part of the token: {line}");
        }
        assert!(!line.contains(PASSWORD) && !line.contains("argon2id"), "line {number} tells a password: {line}");
        assert!(!line.contains("token=") && !line.contains("month="), "line {number} tells a query: {line}");
    }

    for (method, route, answer) in &answers {
        let id = answer.header("x-request-id").expect("a request id");
        let of_request = |line: &&Value| line["request_id"] == id && line["target"] == "daybook::access";
        let found: Vec<&Value> = lines.iter().filter(of_request).collect();
        assert_eq!(found.len(), 1, "one line a request, {method} {route}");
        let line = found[0];
        assert_eq!(
            (&line["method"], &line["route"], &line["status"]),
            (&json!(method), &json!(route), &json!(answer.status))
        );
        assert!(line["timestamp"].is_string() && line["level"] == "INFO" && line["micros"].is_u64(), "{line}");
        assert_eq!(line["ip"], "127.0.0.1", "{line}");
    }
    let routes: BTreeSet<&str> = lines.iter().filter_map(|line| line["route"].as_str()).collect();
    assert!(routes.contains("/ws/session"), "the open socket has no line: {routes:?}");
}

/// A line a request is as much as an operator wants, or too much; that the clock was moved is told in any case.
async fn the_log_says_as_much_as_it_is_told_to_and_always_warns_of_a_set_clock(home: Home) {
    for (level, lines_a_request) in [("info", 1), ("warning,daybook::serve=info", 0)] {
        let launch = home.launch(PROGRAM).setting("DAYBOOK_NOW", NOW).setting("DAYBOOK_LOG", level);
        let mut daybook = launch.start().await;
        let _portal = daybook.client().get("/api/portal").await.expect(200);
        let log = daybook.log();
        let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(
            lines.iter().filter(|line| line["route"] == "/api/portal").count(),
            lines_a_request,
            "{level}: {log}"
        );
        let warnings: Vec<String> = lines.iter().filter(|line| line["level"] == "WARN").map(Value::to_string).collect();
        assert!(warnings.iter().any(|line| line.contains("DAYBOOK_NOW is set")), "{level}: {log}");
        daybook.kill();
    }
}

async fn lines_are_text_where_the_operator_wants_that(home: Home) {
    let daybook = home.launch(PROGRAM).setting("DAYBOOK_LOG_FORMAT", "text").start().await;
    let log = daybook.log();
    assert!(log.lines().all(|line| serde_json::from_str::<Value>(line).is_err()), "{log}");
    assert!(log.lines().any(|line| line.contains(" INFO ") && line.contains("ready address=")), "{log}");
}

on_sqlite!(beside_others:
    nothing_that_was_sent_is_logged,
    the_log_says_as_much_as_it_is_told_to_and_always_warns_of_a_set_clock,
    lines_are_text_where_the_operator_wants_that,
);
