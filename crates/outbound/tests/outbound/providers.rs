//! The discovery document and the keys of a provider: when they are fetched, and which are refused.

use crate::client;
use application::facts::Confidential;
use application::sign_in::{ProviderFault, TokenFault};
use domain::sign_in::TokenRefusal;
use serde_json::json;
use std::time::Duration;
use testkit::provider::{Answer, DISCOVERY, KEYS, KeyKind, SigningKey, TestProvider, USER_INFO, shared};

fn away(fault: &ProviderFault) -> bool {
    matches!(fault, ProviderFault::Away(_))
}

#[tokio::test]
async fn document_and_keys_are_fetched_when_they_are_needed_and_kept() {
    let (provider, clock, client) = client().await;
    assert!(provider.asked(DISCOVERY).is_empty(), "nothing is needed yet");
    let read = async || {
        let now = application::ports::Clock::now(&*clock);
        let token = shared().sign("RS256", &provider.claims("ann", "n", now));
        client.id_token(&token, "n").await.map(drop)
    };
    let fetched = || (provider.asked(DISCOVERY).len(), provider.asked(KEYS).len());
    for _ in 0..3 {
        assert_eq!(read().await, Ok(()));
    }
    assert_eq!(fetched(), (1, 1));
    clock.pass(3_600);
    assert_eq!((read().await, fetched()), (Ok(()), (2, 2)));

    provider.header("Cache-Control", "max-age=86400000");
    clock.pass(3_600);
    assert_eq!((read().await, fetched()), (Ok(()), (3, 3)));
    clock.pass(86_399);
    assert_eq!((read().await, fetched()), (Ok(()), (3, 3)));
    clock.pass(1);
    assert_eq!((read().await, fetched()), (Ok(()), (4, 4)));

    // What is kept serves while the provider is away.
    provider.answer(DISCOVERY, Answer::Text(503, "text/html", "away".to_owned()));
    provider.answer(KEYS, Answer::Closing);
    clock.pass(7 * 86_400);
    assert_eq!(read().await, Ok(()));
}

#[tokio::test]
async fn an_unknown_key_is_fetched_once_and_at_most_once_a_minute_for_everybody() {
    let (provider, clock, client) = client().await;
    let now = || application::ports::Clock::now(&*clock);
    let new = SigningKey::make(KeyKind::P256, "new");
    let of_new = |at| new.sign("ES256", &provider.claims("ann", "n", at));
    let old = shared().sign("RS256", &provider.claims("ann", "n", now()));
    assert!(client.id_token(&old, "n").await.is_ok());
    // The provider changes its keys a moment later.
    provider.publish(&[&new]);
    let keys = Answer::Json(json!({ "keys": [new.public()] }));
    provider.answer(KEYS, Answer::Late(Duration::from_millis(200), Box::new(keys)));
    let asking = (0..20).map(|_| {
        let (client, token) = (client.clone(), of_new(now()));
        tokio::spawn(async move { client.id_token(&token, "n").await.is_ok() })
    });
    for one in asking.collect::<Vec<_>>() {
        assert!(one.await.unwrap(), "those who ask meanwhile wait for the new keys");
    }
    assert_eq!(provider.asked(KEYS).len(), 2);
    let refused = client.id_token(&old, "n").await.unwrap_err();
    assert_eq!(refused.to_string(), "the token is refused: the provider has no key for it");

    // Tokens of many strangers, at once and one after the other.
    let strange = SigningKey::make(KeyKind::P256, "strange");
    let tokens: Vec<String> = (0..30).map(|_| strange.sign("ES256", &provider.claims("ann", "n", now()))).collect();
    clock.pass(59);
    for token in &tokens {
        assert!(client.id_token(token, "n").await.is_err());
    }
    assert_eq!(provider.asked(KEYS).len(), 2);
    clock.pass(1);
    let asking = tokens.into_iter().map(|token| {
        let client = client.clone();
        tokio::spawn(async move { client.id_token(&token, "n").await.is_err() })
    });
    for refused in asking.collect::<Vec<_>>() {
        assert!(refused.await.unwrap());
    }
    assert_eq!(provider.asked(KEYS).len(), 3);
    assert!(client.id_token(&of_new(now()), "n").await.is_ok(), "the known one is not forgotten");
}

#[tokio::test]
async fn many_who_wait_share_one_fetch() {
    let (provider, clock, client) = client().await;
    let slow = |answer| Answer::Late(Duration::from_millis(200), Box::new(answer));
    provider.answer(DISCOVERY, slow(Answer::Json(provider.discovery())));
    let token = shared().sign("RS256", &provider.claims("ann", "n", application::ports::Clock::now(&*clock)));
    let asking: Vec<_> = (0..50)
        .map(|_| {
            let (client, token) = (client.clone(), token.clone());
            tokio::spawn(async move { client.id_token(&token, "n").await.is_ok() })
        })
        .collect();
    for one in asking {
        assert!(one.await.unwrap());
    }
    assert_eq!((provider.asked(DISCOVERY).len(), provider.asked(KEYS).len()), (1, 1));
}

#[tokio::test]
async fn a_document_of_another_issuer_is_refused_but_for_one_slash() {
    for (issuer, is_taken) in [
        (TestProvider::issuer as fn(&TestProvider) -> String, true),
        (|provider| format!("{}/", provider.issuer()), true),
        (|provider| format!("{}//", provider.issuer()), false),
        (|provider| provider.url("/other"), false),
        (|_| "https://accounts.example.org".to_owned(), false),
    ] {
        let (provider, _, client) = client().await;
        let mut document = provider.discovery();
        document["issuer"] = issuer(&provider).into();
        provider.answer(DISCOVERY, Answer::Json(document));
        assert_eq!(client.document().await.is_ok(), is_taken, "{}", issuer(&provider));
    }
}

#[tokio::test]
async fn an_answer_that_makes_no_sense_is_no_document() {
    let (provider, _, client) = client().await;
    for (answer, is_away) in [
        (Answer::Text(200, "text/html", "<html>".to_owned()), false),
        (Answer::Json(json!([])), false),
        (Answer::Text(404, "text/html", String::new()), false),
        (Answer::Redirect(provider.url("/elsewhere")), false),
        (Answer::Text(502, "text/html", String::new()), true),
        (Answer::Large { bytes: 2 << 20, is_told: false }, true),
        (Answer::BreakingOff, true),
        (Answer::Late(Duration::from_mins(1), Box::new(Answer::Json(provider.discovery()))), true),
    ] {
        provider.answer(DISCOVERY, answer.clone());
        let fault = client.document().await.unwrap_err();
        assert_eq!(away(&fault), is_away, "{answer:?}: {fault}");
        assert!(!fault.to_string().is_empty());
    }
    provider.answer(DISCOVERY, Answer::Json(provider.discovery()));
    assert!(client.document().await.is_ok(), "a provider that comes back is taken at once");
    for keys in [json!({}), json!({ "keys": [] }), json!({ "keys": [{ "kty": "oct", "k": "AAAA" }] })] {
        provider.answer(KEYS, Answer::Json(keys.clone()));
        let fault = client.examine().await.unwrap_err();
        assert!(fault.to_string().ends_with("/keys has no key that can be used"), "{keys}: {fault}");
    }
}

#[tokio::test]
async fn an_operator_learns_of_keys_and_clock() {
    let (provider, _, client) = client().await;
    assert_eq!(client.examine().await.unwrap().ahead, None);
    provider.header("Date", "Wed, 10 Jun 2026 08:58:50 GMT");
    provider.publish(&[shared(), &SigningKey::make(KeyKind::Ed25519, "2")]);
    let examined = client.examine().await.unwrap();
    assert_eq!((examined.keys, examined.ahead.map(|ahead| ahead.num_seconds())), (2, Some(-70)));
}

#[tokio::test]
async fn claims_that_a_token_lacks_are_read_once_for_the_same_person() {
    let (provider, clock, client) = client().await;
    let claims = provider.claims("ann", "n", application::ports::Clock::now(&*clock));
    let token = client.id_token(&shared().sign("RS256", &claims), "n").await.unwrap();
    let access = Confidential("access".to_owned());
    let known = client.complete(token.clone(), &["sub", "iss"], Some(&access)).await.unwrap();
    assert_eq!((&known, provider.asked(USER_INFO).len()), (&token, 0), "nothing is missing");

    provider.answer(USER_INFO, Answer::Json(json!({ "sub": "ann", "email": "ann@example.org" })));
    let completed = client.complete(token.clone(), &["sub", "email", "groups"], Some(&access)).await.unwrap();
    assert_eq!(completed.claims.text("email"), Some("ann@example.org"));
    let asked = provider.asked(USER_INFO);
    assert_eq!((asked.len(), asked[0].headers["authorization"].as_str()), (1, "Bearer access"));

    provider.answer(USER_INFO, Answer::Json(json!({ "sub": "bob", "email": "bob@example.org" })));
    let other = client.complete(token.clone(), &["email"], Some(&access)).await;
    assert_eq!(other, Err(TokenFault::Refused(TokenRefusal::Claim("sub"))));
    provider.answer(USER_INFO, Answer::Text(401, "text/html", String::new()));
    assert!(matches!(client.complete(token, &["email"], Some(&access)).await, Err(TokenFault::Provider(_))));
}
