//! The port's promises, one by one.

use crate::SHORT;
use application::facts::Confidential;
use application::ports::{BasicLogin, Outbound, OutboundAnswer, OutboundFault};
use chrono::TimeDelta;
use domain::sign_in::Endpoint;
use outbound::{HttpOutbound, Limits};
use serde_json::json;
use std::time::{Duration, Instant};
use testkit::provider::{Answer, TestProvider};
use testkit::smtp::Certificate;

fn endpoint(address: &str) -> Endpoint {
    Endpoint::parse(address).unwrap()
}

/// Reads `path` of the provider.
async fn get(provider: &TestProvider, path: &str) -> Result<OutboundAnswer, OutboundFault> {
    HttpOutbound::new(SHORT).get(&endpoint(&provider.url(path)), None).await
}

/// The reason why `path` could not be read.
async fn fault(provider: &TestProvider, path: &str) -> String {
    get(provider, path).await.unwrap_err().0
}

#[tokio::test]
async fn an_answer_comes_with_its_status_and_times() {
    let provider = TestProvider::start().await;
    provider.header("Date", "Sun, 06 Nov 1994 08:49:37 GMT");
    provider.header("Cache-Control", "max-age=600");
    provider.answer("/a", Answer::Json(json!({ "a": 1 })));
    let answer = get(&provider, "/a?b=c%20d").await.unwrap();
    assert_eq!((answer.status, answer.body.as_slice()), (200, br#"{"a":1}"#.as_slice()));
    assert_eq!(answer.date.map(|date| date.timestamp()), Some(784_111_777));
    assert_eq!(answer.keep_for, Some(TimeDelta::minutes(10)));
    let asked = &provider.asked("/a")[0];
    assert_eq!((asked.method.as_str(), asked.target.as_str()), ("GET", "/a?b=c%20d"));
    assert_eq!(provider.url(""), format!("http://{}", asked.headers["host"]));
    assert!(!asked.headers.contains_key("authorization"));

    assert_eq!(get(&provider, "/nothing").await.unwrap().status, 404, "a status is an answer");
    provider.answer("/a", Answer::Text(503, "text/plain", "away".to_owned()));
    assert_eq!(get(&provider, "/a").await.unwrap().status, 503);
    assert_eq!(provider.asked("/a").len(), 2, "and nothing is tried again for it");
}

#[tokio::test]
async fn a_form_is_sent_once_with_its_login() {
    let provider = TestProvider::start().await;
    provider.answer("/token", Answer::Json(json!({})));
    let outbound = HttpOutbound::new(SHORT);
    let token = endpoint(&provider.url("/token"));
    let login = BasicLogin { user: "day book", password: "a:b%ü" };
    outbound.post_form(&token, &[("code", "a&b=c"), ("grant_type", "x y")], Some(login)).await.unwrap();
    let asked = &provider.asked("/token")[0];
    assert_eq!((asked.method.as_str(), asked.body.as_str()), ("POST", "code=a%26b%3Dc&grant_type=x+y"));
    assert_eq!(asked.headers["content-type"], "application/x-www-form-urlencoded");
    // day+book:a%3Ab%25%C3%BC
    assert_eq!(asked.headers["authorization"], "Basic ZGF5K2Jvb2s6YSUzQWIlMjUlQzMlQkM=");

    outbound.get(&token, Some(&Confidential("abc".to_owned()))).await.unwrap();
    assert_eq!(provider.asked("/token")[1].headers["authorization"], "Bearer abc");

    provider.answer("/token", Answer::AtTheSecondTry(Box::new(Answer::Json(json!({})))));
    let broken = outbound.post_form(&token, &[("code", "s3cr3t")], None).await.unwrap_err();
    assert_eq!(provider.asked("/token").len(), 3, "a write is never repeated");
    assert!(!broken.0.contains("s3cr3t"), "{broken}");
}

#[tokio::test]
async fn a_read_that_breaks_off_is_tried_once_more() {
    let provider = TestProvider::start().await;
    provider.answer("/a", Answer::AtTheSecondTry(Box::new(Answer::Json(json!("whole")))));
    assert_eq!(get(&provider, "/a").await.unwrap().body, br#""whole""#);
    for never in [Answer::BreakingOff, Answer::Closing] {
        let before = provider.asked("/a").len();
        provider.answer("/a", never.clone());
        let why = fault(&provider, "/a").await;
        assert!(why.starts_with(&provider.url("/a: ")), "{why}");
        assert_eq!(provider.asked("/a").len(), before + 2, "{never:?}");
    }
}

#[tokio::test]
async fn no_redirect_is_followed() {
    let provider = TestProvider::start().await;
    provider.answer("/a", Answer::Redirect(provider.url("/b")));
    provider.answer("/b", Answer::Json(json!({})));
    assert_eq!(get(&provider, "/a").await.unwrap().status, 302);
    assert!(provider.asked("/b").is_empty());
}

#[tokio::test]
async fn a_large_answer_is_not_taken() {
    let provider = TestProvider::start().await;
    let limit = SHORT.body;
    for is_told in [true, false] {
        provider.answer("/a", Answer::Large { bytes: limit, is_told });
        assert_eq!(get(&provider, "/a").await.unwrap().body.len(), limit);
        let before = provider.asked("/a").len();
        provider.answer("/a", Answer::Large { bytes: 4 * limit, is_told });
        let why = fault(&provider, "/a").await;
        assert!(why.ends_with("the answer has more than 1048576 bytes"), "{why}");
        assert_eq!(provider.asked("/a").len(), before + 1, "nor asked for twice");
    }
    provider.header("X-Long", &"x".repeat(1_000_000));
    provider.answer("/a", Answer::Json(json!({})));
    assert!(get(&provider, "/a").await.is_err(), "nor is a long head");
}

#[tokio::test]
async fn a_slow_answer_is_given_up() {
    let provider = TestProvider::start().await;
    let late = Duration::from_mins(1);
    provider.answer("/late", Answer::Late(late, Box::new(Answer::Json(json!({})))));
    provider.answer("/drips", Answer::Dripping(Duration::from_millis(100)));
    for path in ["/late", "/drips"] {
        let since = Instant::now();
        let why = fault(&provider, path).await;
        assert!(why.ends_with("no whole answer within 2 seconds"), "{why}");
        assert!(since.elapsed() < late / 2, "{path}");
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named() {
    // A port that was just free.
    let gone = TestProvider::start().await.url("/a");
    let refused = HttpOutbound::new(SHORT).get(&endpoint(&format!("{gone}?secret=1")), None).await.unwrap_err();
    assert!(refused.0.starts_with(&format!("{gone}: ")) && refused.0.contains("refused"), "{refused}");
    let unknown = endpoint("https://no-such-host.invalid/a");
    assert!(HttpOutbound::new(SHORT).get(&unknown, None).await.is_err());
}

#[tokio::test]
async fn a_certificate_has_to_be_trusted_and_to_fit() {
    let certificate = Certificate::for_this_machine();
    let provider = TestProvider::start_encrypted(&certificate).await;
    provider.answer("/a", Answer::Json(json!({})));
    let trusting = |pem: &str| HttpOutbound::new(SHORT).trusting(pem);
    let address = endpoint(&provider.url("/a"));
    assert_eq!(trusting(certificate.pem()).get(&address, None).await.unwrap().status, 200);
    let strange = trusting(Certificate::for_this_machine().pem()).get(&address, None).await.unwrap_err();
    assert!(strange.0.contains("certificate"), "{strange}");

    let other = Certificate::of(&["elsewhere.example.org"]);
    let provider = TestProvider::start_encrypted(&other).await;
    let misfit = trusting(other.pem()).get(&endpoint(&provider.url("/a")), None).await.unwrap_err();
    assert!(misfit.0.contains("certificate"), "{misfit}");
    assert!(provider.asked("/a").is_empty());
}

#[tokio::test]
async fn a_server_that_never_encrypts_is_given_up() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = endpoint(&format!("https://{}/a", silent.local_addr().unwrap()));
    let outbound = HttpOutbound::new(SHORT).trusting(Certificate::for_this_machine().pem());
    let since = Instant::now();
    let why = outbound.get(&address, None).await.unwrap_err();
    assert!(why.0.ends_with("no connection within 0.5 seconds"), "{why}");
    assert!(since.elapsed() < SHORT.whole);
}

#[test]
fn a_portal_has_ten_seconds_and_a_mebibyte() {
    let Limits { connect, whole, body } = Limits::default();
    assert_eq!((connect.as_secs(), whole.as_secs(), body), (5, 10, 1_048_576));
}
