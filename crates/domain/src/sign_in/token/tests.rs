//! Each check of a token, failing once.

use super::super::claims::build::{object, text, texts, with, without};
use super::*;

const NOW: i64 = 1_780_000_000;
const EXPECTED: Expected<'_> = Expected { issuer: "https://id.example.org", client_id: "daybook" };

fn now() -> Instant {
    DateTime::from_timestamp(NOW, 999_999_000).unwrap()
}

fn number(number: i64) -> ClaimValue {
    ClaimValue::Number(number)
}

fn id_token() -> ClaimValue {
    object(&[
        ("iss", text("https://id.example.org")),
        ("aud", text("daybook")),
        ("sub", text("248289761001")),
        ("nonce", text("n-0S6_WzA2Mj")),
        ("iat", number(NOW)),
        ("exp", number(NOW + 300)),
        ("sid", text("session")),
    ])
}

fn checked(claims: &ClaimValue) -> Result<IdToken, TokenRefusal> {
    check_id_token(claims.clone(), EXPECTED, "n-0S6_WzA2Mj", now())
}

fn changed(name: &str, value: ClaimValue) -> Result<(), TokenRefusal> {
    checked(&with(&id_token(), name, value)).map(drop)
}

#[test]
fn an_id_token_names_the_person_and_their_session() {
    let token = checked(&id_token()).unwrap();
    assert_eq!((token.subject.as_str(), token.session.as_deref()), ("248289761001", Some("session")));
    assert_eq!(checked(&without(&id_token(), "sid")).unwrap().session, None);
}

#[test]
fn each_claim_of_an_id_token_has_to_be_there() {
    for (name, refusal) in [
        ("iss", TokenRefusal::Issuer),
        ("aud", TokenRefusal::Audience),
        ("sub", TokenRefusal::Claim("sub")),
        ("nonce", TokenRefusal::Nonce),
        ("iat", TokenRefusal::Claim("iat")),
        ("exp", TokenRefusal::Claim("exp")),
    ] {
        assert_eq!(checked(&without(&id_token(), name)), Err(refusal.clone()), "{name}");
        assert_eq!(changed(name, ClaimValue::Boolean(true)), Err(refusal), "{name}");
    }
}

#[test]
fn another_value_is_refused_with_its_reason() {
    for (name, value, refusal) in [
        ("iss", text("https://id.example.org/"), TokenRefusal::Issuer),
        ("iss", text("https://id.example.com"), TokenRefusal::Issuer),
        ("aud", text("Daybook"), TokenRefusal::Audience),
        ("aud", texts(&[]), TokenRefusal::Audience),
        ("aud", texts(&["other"]), TokenRefusal::Audience),
        ("aud", texts(&["other", "daybook"]), TokenRefusal::AuthorizedParty),
        ("azp", text("other"), TokenRefusal::AuthorizedParty),
        ("azp", number(1), TokenRefusal::AuthorizedParty),
        ("nonce", text("another"), TokenRefusal::Nonce),
        ("sub", text(""), TokenRefusal::Claim("sub")),
        ("sub", text(&"x".repeat(256)), TokenRefusal::Claim("sub")),
        ("sub", text("a\0b"), TokenRefusal::Claim("sub")),
        ("sub", number(7), TokenRefusal::Claim("sub")),
        ("sid", number(7), TokenRefusal::Claim("sid")),
        ("exp", number(i64::MAX), TokenRefusal::Claim("exp")),
        ("iat", number(i64::MIN), TokenRefusal::Claim("iat")),
        ("nbf", text("now"), TokenRefusal::Claim("nbf")),
    ] {
        assert_eq!(changed(name, value.clone()), Err(refusal), "{name} {value:?}");
    }
}

#[test]
fn several_audiences_need_the_client_as_authorized_party() {
    assert_eq!(changed("aud", texts(&["daybook"])), Ok(()));
    assert_eq!(changed("azp", text("daybook")), Ok(()));
    let several = with(&id_token(), "aud", texts(&["other", "daybook"]));
    assert!(checked(&with(&several, "azp", text("daybook"))).is_ok());
    assert_eq!(checked(&with(&several, "azp", text("other"))), Err(TokenRefusal::AuthorizedParty));
}

#[test]
fn times_may_be_a_minute_off_either_way() {
    let clocks = |seconds| Err(TokenRefusal::Clocks { seconds });
    for (name, offset, expected) in [
        ("exp", -60, Ok(())),
        ("exp", -61, clocks(61)),
        ("iat", 60, Ok(())),
        ("iat", 61, clocks(61)),
        ("nbf", 60, Ok(())),
        ("nbf", 61, clocks(61)),
        // Long ago is no fault while the token holds.
        ("iat", -86_400, Ok(())),
        ("nbf", -300, Ok(())),
    ] {
        assert_eq!(changed(name, number(NOW + offset)), expected, "{name} {offset}");
    }
    // A provider whose clock is two hours slow: the token was over for an hour when it came.
    let slow = with(&with(&id_token(), "iat", number(NOW - 7_200)), "exp", number(NOW - 3_600));
    assert_eq!(checked(&slow).map(drop), clocks(7_200));
}

fn logout_token() -> ClaimValue {
    let events = object(&[(LOGOUT_EVENT, object(&[]))]);
    let token = without(&without(&id_token(), "nonce"), "exp");
    with(&with(&token, "events", events), "jti", text("b1"))
}

#[test]
fn a_logout_token_names_a_session_or_a_person() {
    let check = |claims: &ClaimValue| check_logout_token(claims, EXPECTED, now());
    let token = check(&logout_token()).unwrap();
    assert_eq!(
        (token.id.as_str(), token.subject.as_deref(), token.session.as_deref()),
        ("b1", Some("248289761001"), Some("session"))
    );
    assert!(check(&without(&logout_token(), "sid")).is_ok() && check(&without(&logout_token(), "sub")).is_ok());
    assert!(check(&with(&logout_token(), "exp", number(NOW + 1))).is_ok());
    let neither = without(&without(&logout_token(), "sid"), "sub");
    assert_eq!(check(&neither), Err(TokenRefusal::Claim("sub")));
}

#[test]
fn each_check_of_a_logout_token_fails_once() {
    let check = |claims: &ClaimValue| check_logout_token(claims, EXPECTED, now()).map(drop);
    let other_event = object(&[("http://schemas.openid.net/event/other", object(&[]))]);
    for (name, value, expected) in [
        ("iat", number(NOW - 120), Ok(())),
        ("iat", number(NOW - 121), Err(TokenRefusal::Old { seconds: 1 })),
        ("iat", number(NOW + 61), Err(TokenRefusal::Clocks { seconds: 61 })),
        ("exp", number(NOW - 61), Err(TokenRefusal::Clocks { seconds: 61 })),
        ("exp", text("x"), Err(TokenRefusal::Claim("exp"))),
        ("iss", text("https://id.example.com"), Err(TokenRefusal::Issuer)),
        ("aud", text("other"), Err(TokenRefusal::Audience)),
        ("nonce", text("n"), Err(TokenRefusal::Claim("nonce"))),
        ("events", other_event, Err(TokenRefusal::Claim("events"))),
        ("events", texts(&[LOGOUT_EVENT]), Err(TokenRefusal::Claim("events"))),
        ("events", object(&[(LOGOUT_EVENT, text("x"))]), Err(TokenRefusal::Claim("events"))),
        ("jti", number(1), Err(TokenRefusal::Claim("jti"))),
        ("sid", text(""), Err(TokenRefusal::Claim("sid"))),
    ] {
        assert_eq!(check(&with(&logout_token(), name, value.clone())), expected, "{name} {value:?}");
    }
    for name in ["iat", "jti", "events"] {
        assert_eq!(check(&without(&logout_token(), name)), Err(TokenRefusal::Claim(name)));
    }
    assert_eq!(check(&id_token()), Err(TokenRefusal::Claim("nonce")), "an ID token is none");
}

#[test]
fn the_answer_names_the_issuer_where_that_is_announced() {
    let issuer = "https://id.example.org";
    for (named, is_announced, is_right) in [
        (Some(issuer), true, true),
        (Some(issuer), false, true),
        (None, false, true),
        (None, true, false),
        (Some("https://id.example.org/"), true, false),
        (Some("https://id.example.com"), true, false),
        (Some("https://id.example.com"), false, false),
    ] {
        assert_eq!(check_answer_issuer(named, issuer, is_announced).is_ok(), is_right, "{named:?} {is_announced}");
    }
}

#[test]
fn a_signature_is_one_of_four_kinds() {
    let header = |alg: &str| object(&[("alg", text(alg)), ("kid", text("1"))]);
    for alg in ["RS256", "PS256", "ES256", "EdDSA"] {
        let read = TokenHeader::read(&header(alg)).unwrap();
        assert_eq!((read.algorithm.name(), read.key.as_deref()), (alg, Some("1")));
    }
    for alg in ["none", "None", "HS256", "HS384", "HS512", "RS384", "RS512", "PS512", "ES384", "ES256K", "rs256", ""] {
        assert_eq!(TokenHeader::read(&header(alg)), Err(TokenRefusal::Algorithm(alg.to_owned())));
    }
    assert_eq!(TokenHeader::read(&object(&[])), Err(TokenRefusal::Malformed));
    assert_eq!(TokenHeader::read(&with(&header("RS256"), "crit", texts(&["b64"]))), Err(TokenRefusal::Malformed));
}

#[test]
fn every_refusal_has_words_for_the_log() {
    for (refusal, words) in [
        (TokenRefusal::Algorithm("none".to_owned()), "it is signed with \"none\", which is not accepted"),
        (TokenRefusal::Clocks { seconds: 61 }, "the clocks of the provider and of the portal differ by 61 seconds"),
        (TokenRefusal::Claim("jti"), "its claim jti is missing or wrong"),
    ] {
        assert_eq!(refusal.to_string(), words);
    }
}

#[test]
fn claims_that_are_missing_are_added_and_none_is_replaced() {
    let completed = |claims: &ClaimValue, more: &ClaimValue| {
        checked(claims).unwrap().completed(with(more, "sub", text("248289761001"))).unwrap().claims
    };
    let found = completed(&id_token(), &object(&[("groups", texts(&["a"])), ("nonce", text("other"))]));
    assert_eq!((found.get("groups"), found.text("nonce")), (Some(&texts(&["a"])), Some("n-0S6_WzA2Mj")));
    let null = completed(&with(&id_token(), "groups", ClaimValue::Null), &object(&[("groups", text("a"))]));
    assert_eq!(null.text("groups"), Some("a"));
    for (subject, more) in [("another", object(&[])), ("248289761001", ClaimValue::Null)] {
        let more = if more == ClaimValue::Null { more } else { with(&more, "sub", text(subject)) };
        assert_eq!(checked(&id_token()).unwrap().completed(more), Err(TokenRefusal::Claim("sub")));
    }
}

#[test]
fn the_word_on_an_address_is_never_that_on_another() {
    let (yes, no) = (ClaimValue::Boolean(true), ClaimValue::Boolean(false));
    let told =
        |email: &str, verified: &ClaimValue| object(&[("email", text(email)), ("email_verified", verified.clone())]);
    let in_token = |claims: &[(&str, ClaimValue)]| {
        claims.iter().fold(id_token(), |all, (name, value)| with(&all, name, value.clone()))
    };
    for (token, more, email, verified) in [
        (in_token(&[]), told("a@x.org", &yes), "a@x.org", Some(&yes)),
        (in_token(&[("email", text("a@x.org"))]), told("a@x.org", &yes), "a@x.org", Some(&yes)),
        (in_token(&[("email", text("a@x.org"))]), told("b@x.org", &yes), "a@x.org", None),
        (in_token(&[("email", text("a@x.org"))]), object(&[("email_verified", yes.clone())]), "a@x.org", None),
        (
            in_token(&[("email", text("a@x.org")), ("email_verified", no.clone())]),
            told("a@x.org", &yes),
            "a@x.org",
            Some(&no),
        ),
        (in_token(&[("email_verified", yes.clone())]), object(&[("email", text("b@x.org"))]), "b@x.org", None),
    ] {
        let claims = checked(&token).unwrap().completed(with(&more, "sub", text("248289761001"))).unwrap().claims;
        assert_eq!((claims.text("email"), claims.get("email_verified")), (Some(email), verified), "{token:?} {more:?}");
    }
}
