//! The tokens of a hostile provider: each attack on a signature, and that a good token is taken with each kind of key.

use crate::client;
use application::ports::Clock;
use application::sign_in::{ProviderClient, TokenFault};
use domain::sign_in::TokenRefusal;
use serde_json::{Value, json};
use testkit::provider::{
    Answer, CLIENT_SECRET, KEYS, KeyKind, SigningKey, TestProvider, shared, signed_by_hmac, unsigned,
};

async fn refusal(client: &ProviderClient, token: &str) -> TokenRefusal {
    match client.id_token(token, "n").await {
        Err(TokenFault::Refused(refusal)) => refusal,
        other => panic!("{token}: {other:?}"),
    }
}

/// A provider whose set of keys is this one key, changed.
fn publish_changed(provider: &TestProvider, key: &SigningKey, name: &str, value: Value) {
    let mut key = key.public();
    key[name] = value;
    provider.answer(KEYS, Answer::Json(json!({ "keys": [key] })));
}

#[tokio::test]
async fn a_token_by_each_kind_of_key_is_taken() {
    let (provider, clock, client) = client().await;
    let (p256, ed25519) = (SigningKey::make(KeyKind::P256, "p256"), SigningKey::make(KeyKind::Ed25519, "ed25519"));
    provider.publish(&[shared(), &p256, &ed25519]);
    let claims = provider.claims("ann", "n", clock.now());
    for (key, algorithm) in [(shared(), "RS256"), (shared(), "PS256"), (&p256, "ES256"), (&ed25519, "EdDSA")] {
        let token = client.id_token(&key.sign(algorithm, &claims), "n").await.unwrap();
        assert_eq!(token.subject, "ann", "{algorithm}");
        let without_id = key.sign_with(&json!({ "alg": algorithm }), &claims);
        assert!(client.id_token(&without_id, "n").await.is_ok(), "{algorithm}");
        let logout = key.sign(algorithm, &provider.logout_claims("ann", "1", clock.now()));
        assert_eq!(client.logout_token(&logout).await.unwrap().subject.as_deref(), Some("ann"), "{algorithm}");
    }
}

#[tokio::test]
async fn a_token_that_nobody_signed_is_refused() {
    let (provider, clock, client) = client().await;
    let claims = provider.claims("ann", "n", clock.now());
    for alg in ["none", "None", "NONE", "nOnE"] {
        let refused = refusal(&client, &unsigned(&json!({ "alg": alg, "kid": "rsa" }), &claims)).await;
        assert_eq!(refused, TokenRefusal::Algorithm(alg.to_owned()));
    }
    let cut = shared().sign("RS256", &claims);
    let cut = cut.rsplit_once('.').unwrap().0;
    assert_eq!(refusal(&client, &format!("{cut}.")).await, TokenRefusal::Signature);
    for no_token in ["", "a.b.c", "..", cut, &format!("{cut}.a.b")] {
        assert_eq!(refusal(&client, no_token).await, TokenRefusal::Malformed, "{no_token}");
    }
}

#[tokio::test]
async fn a_public_key_or_the_secret_of_the_client_is_no_key_for_hmac() {
    let (provider, clock, client) = client().await;
    let claims = provider.claims("ann", "n", clock.now());
    let public = shared().public();
    for secret in [
        shared().public_der(),
        public["n"].as_str().unwrap().as_bytes().to_vec(),
        public.to_string().into_bytes(),
        CLIENT_SECRET.as_bytes().to_vec(),
        Vec::new(),
    ] {
        let token = signed_by_hmac(&secret, &json!({ "alg": "HS256", "kid": "rsa" }), &claims);
        assert_eq!(refusal(&client, &token).await, TokenRefusal::Algorithm("HS256".to_owned()));
        // The same under the name of an algorithm that is taken.
        let token = signed_by_hmac(&secret, &json!({ "alg": "RS256", "kid": "rsa" }), &claims);
        assert_eq!(refusal(&client, &token).await, TokenRefusal::Signature);
    }
    provider.answer(KEYS, Answer::Json(json!({ "keys": [public, { "kty": "oct", "kid": "h", "k": "AAAA" }] })));
    let token = signed_by_hmac(&[0, 0, 0], &json!({ "alg": "HS256", "kid": "h" }), &claims);
    assert_eq!(refusal(&client, &token).await, TokenRefusal::Algorithm("HS256".to_owned()));
}

#[tokio::test]
async fn a_signature_has_to_be_of_the_key_that_the_token_names() {
    let (provider, clock, client) = client().await;
    let claims = provider.claims("ann", "n", clock.now());
    let strange = SigningKey::make(KeyKind::P256, "p256");
    let p256 = SigningKey::make(KeyKind::P256, "p256");
    provider.publish(&[shared(), &p256]);
    assert_eq!(refusal(&client, &strange.sign("ES256", &claims)).await, TokenRefusal::Signature);
    // The right key under the name of another one, of another kind.
    let misnamed = p256.sign_with(&json!({ "alg": "ES256", "kid": "rsa" }), &claims);
    assert_eq!(refusal(&client, &misnamed).await, TokenRefusal::UnknownKey);
    let other_way = shared().sign_with(&json!({ "alg": "PS256", "kid": "rsa" }), &claims);
    let (message, _) = other_way.rsplit_once('.').unwrap();
    let (_, pkcs1) =
        shared().sign("RS256", &claims).rsplit_once('.').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    assert_eq!(refusal(&client, &format!("{message}.{pkcs1}")).await, TokenRefusal::Signature);
    assert_eq!(refusal(&client, &shared().sign("RS512", &claims)).await, TokenRefusal::Algorithm("RS512".to_owned()));
    // Somebody else's claims under a good signature.
    let good = p256.sign("ES256", &claims);
    let bob = p256.sign("ES256", &provider.claims("bob", "n", clock.now()));
    let parts: (Vec<&str>, Vec<&str>) = (good.split('.').collect(), bob.split('.').collect());
    let forged = format!("{}.{}.{}", parts.0[0], parts.1[1], parts.0[2]);
    assert_eq!(refusal(&client, &forged).await, TokenRefusal::Signature);
}

#[tokio::test]
async fn a_key_for_something_else_signs_no_token() {
    for (name, value) in
        [("use", json!("enc")), ("alg", json!("PS256")), ("alg", json!("RSA-OAEP")), ("key_ops", json!(["encrypt"]))]
    {
        let (provider, clock, client) = client().await;
        publish_changed(&provider, shared(), name, value.clone());
        let token = shared().sign("RS256", &provider.claims("ann", "n", clock.now()));
        assert!(client.id_token(&token, "n").await.is_err(), "{name} {value}");
    }
}

#[tokio::test]
async fn a_token_says_for_whom_and_when_it_is() {
    let (provider, clock, client) = client().await;
    let now = clock.now().timestamp();
    let good = || provider.claims("ann", "n", clock.now());
    for (name, value, refused) in [
        ("iss", json!("https://accounts.example.org"), TokenRefusal::Issuer),
        ("iss", json!(format!("{}/", provider.issuer())), TokenRefusal::Issuer),
        ("aud", json!("another"), TokenRefusal::Audience),
        ("aud", json!(["daybook", "another"]), TokenRefusal::AuthorizedParty),
        ("azp", json!("another"), TokenRefusal::AuthorizedParty),
        ("exp", json!(now - 61), TokenRefusal::Clocks { seconds: 61 }),
        ("iat", json!(now + 7_200), TokenRefusal::Clocks { seconds: 7_200 }),
        ("nbf", format!("{}.5", now + 61).parse().unwrap(), TokenRefusal::Clocks { seconds: 61 }),
        ("nonce", json!("m"), TokenRefusal::Nonce),
        ("nonce", Value::Null, TokenRefusal::Nonce),
        ("sub", Value::Null, TokenRefusal::Claim("sub")),
        ("exp", json!(1e300), TokenRefusal::Claim("exp")),
    ] {
        let mut claims = good();
        claims[name] = value;
        assert_eq!(refusal(&client, &shared().sign("RS256", &claims)).await, refused, "{claims}");
    }
    let crit = shared().sign_with(&json!({ "alg": "RS256", "kid": "rsa", "crit": ["b64"], "b64": false }), &good());
    assert_eq!(refusal(&client, &crit).await, TokenRefusal::Malformed);
}

#[tokio::test]
async fn neither_kind_of_token_passes_for_the_other() {
    let (provider, clock, client) = client().await;
    let id = shared().sign("RS256", &provider.claims("ann", "n", clock.now()));
    assert_eq!(client.logout_token(&id).await, Err(TokenFault::Refused(TokenRefusal::Claim("nonce"))));
    let logout = shared().sign("RS256", &provider.logout_claims("ann", "1", clock.now()));
    assert!(client.id_token(&logout, "n").await.is_err());
    let strange =
        SigningKey::make(KeyKind::Ed25519, "rsa").sign("EdDSA", &provider.logout_claims("ann", "1", clock.now()));
    assert!(client.logout_token(&strange).await.is_err());
    clock.pass(121);
    assert_eq!(client.logout_token(&logout).await, Err(TokenFault::Refused(TokenRefusal::Old { seconds: 1 })));
}
