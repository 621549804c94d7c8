//! Tokens that somebody else has made, changed or dressed up, against the reader that every request goes through.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

use application::ports::{Claims, Ticket, Tokens};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::Instant;
use domain::id::{SessionId, UserId};
use jsonwebtoken::crypto::sign;
use jsonwebtoken::{Algorithm, EncodingKey};
use security::{JwtTokens, Secret};
use uuid::Uuid;

const KEY: &[u8; 32] = b"the signing key of these tests!!";

fn reader() -> JwtTokens {
    JwtTokens::new(&Secret::new(*KEY).unwrap())
}

fn claims() -> Claims {
    Claims { user: UserId::new(Uuid::from_u128(1)), session: SessionId::new(Uuid::from_u128(2)) }
}

fn issued() -> String {
    let now: Instant = "2026-06-10T09:00:00Z".parse().unwrap();
    reader().issue(claims(), now, "2026-06-10T21:00:00Z".parse().unwrap())
}

/// The payload of a token of ours, as text.
fn payload() -> String {
    let part = issued().split('.').nth(1).unwrap().to_owned();
    String::from_utf8(URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
}

fn encoded(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(text)
}

/// Signs exactly this header and payload with HMAC-SHA256, as no library would.
fn signed(header: &str, payload: &str, key: &[u8]) -> String {
    let message = format!("{}.{}", encoded(header), encoded(payload));
    let signature = sign(message.as_bytes(), &EncodingKey::from_secret(key), Algorithm::HS256);
    format!("{message}.{}", signature.unwrap())
}

const PLAIN: &str = r#"{"typ":"JWT","alg":"HS256"}"#;

/// The helper signs as the portal does, so what is refused below is refused for what it says. When a session is over, its row says.
#[test]
fn what_is_signed_with_the_key_is_read_also_when_its_time_is_over() {
    assert_eq!(reader().read(&signed(PLAIN, &payload(), KEY)), Some(claims()));
    let long_ago = "2020-01-01T00:00:00Z".parse().unwrap();
    assert_eq!(reader().read(&reader().issue(claims(), long_ago, long_ago)), Some(claims()));
}

/// No signature, however the header excuses it [D1]
#[test]
fn a_token_without_a_signature_opens_nothing() {
    let token = issued();
    let parts: Vec<&str> = token.split('.').collect();
    for excuse in ["none", "None", "NONE", "nOnE", "", "HS256"] {
        let header = encoded(&format!(r#"{{"typ":"JWT","alg":"{excuse}"}}"#));
        for signature in ["", ".", ".AAAA", "..", "=", ".="] {
            let forged = format!("{header}.{}{signature}", parts[1]);
            assert_eq!(reader().read(&forged), None, "{forged}");
        }
    }
    for header in [r#"{"typ":"JWT"}"#, r#"{"typ":"JWT","alg":null}"#, r#"{"typ":"JWT","alg":["HS256"]}"#, "{}", ""] {
        assert_eq!(reader().read(&format!("{}.{}.{}", encoded(header), parts[1], parts[2])), None, "{header}");
        assert_eq!(reader().read(&signed(header, &payload(), KEY)), None, "{header}, signed");
    }
}

/// Another key, an empty one, and every other algorithm, with our own key too [D2]
#[test]
fn another_key_or_another_algorithm_opens_nothing() {
    for key in [&b""[..], b"another signing key of 32 bytes!", b"the signing key of these tests! ", &KEY[..31]] {
        assert_eq!(reader().read(&signed(PLAIN, &payload(), key)), None, "{key:?}");
    }
    for (algorithm, name) in [(Algorithm::HS384, "HS384"), (Algorithm::HS512, "HS512")] {
        let message = format!("{}.{}", encoded(&format!(r#"{{"typ":"JWT","alg":"{name}"}}"#)), encoded(&payload()));
        let signature = sign(message.as_bytes(), &EncodingKey::from_secret(KEY), algorithm).unwrap();
        assert_eq!(reader().read(&format!("{message}.{signature}")), None, "{name} with our own key");
    }
    for algorithm in ["HS384", "HS512", "RS256", "RS512", "PS256", "ES256", "ES384", "EdDSA", "hs256", "HS256 "] {
        let header = format!(r#"{{"typ":"JWT","alg":"{algorithm}"}}"#);
        assert_eq!(reader().read(&signed(&header, &payload(), KEY)), None, "{algorithm}");
    }
}

/// Another person, another session or a later end, under the signature of before [D3]
#[test]
fn a_changed_payload_opens_nothing() {
    let token = issued();
    let parts: Vec<&str> = token.split('.').collect();
    let (ann, eve) = (Uuid::from_u128(1).to_string(), Uuid::from_u128(9).to_string());
    let session = Uuid::from_u128(2).to_string();
    let end = payload().split("\"exp\":").nth(1).unwrap().split([',', '}']).next().unwrap().to_owned();
    for (from, to) in
        [(ann.as_str(), eve.as_str()), (&session, &eve), (&end, "9999999999"), ("{", r#"{"role":"Admin","#)]
    {
        let changed = payload().replacen(from, to, 1);
        assert_ne!(changed, payload());
        assert_eq!(reader().read(&format!("{}.{}.{}", parts[0], encoded(&changed), parts[2])), None, "{changed}");
    }
}

/// Every bit of a token, turned over one by one: the same person and session, or nothing [D3]
#[test]
fn no_bit_of_a_token_can_be_turned() {
    let (reader, token) = (reader(), issued());
    let end = token.len() - 1;
    for at in 0..token.len() {
        for bit in 0..7 {
            let mut bytes = token.clone().into_bytes();
            bytes[at] ^= 1 << bit;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            // The last character of a signature of 32 bytes carries two bits that mean nothing. A reader may overlook them.
            let read = reader.read(&changed);
            assert!(read.is_none() || (at == end && read == Some(claims())), "{changed}");
        }
    }
}

/// Times, names and ids of another kind, missing, or given twice, under a good signature [D5]
#[test]
fn a_payload_of_another_shape_opens_nothing() {
    let good = payload();
    for name in ["iss", "aud", "sub", "sid", "iat", "nbf", "exp"] {
        let value = value_of(&good, name);
        let whole = format!("\"{name}\":{value}");
        for other in [
            "\"1781082000\"",
            "1781082000.5",
            "1e300",
            "9223372036854775808",
            "null",
            "true",
            "[1]",
            "{\"$ne\":1}",
            "\"\"",
        ] {
            let forged = good.replacen(&whole, &format!("\"{name}\":{other}"), 1);
            assert_ne!(forged, good);
            assert_eq!(reader().read(&signed(PLAIN, &forged, KEY)), None, "{forged}");
        }
        let without = good.replacen(&whole, "\"x\":1", 1);
        assert_eq!(reader().read(&signed(PLAIN, &without, KEY)), None, "{name} is missing");
        let twice = good.replacen(&whole, &format!("{whole},{whole}"), 1);
        assert_eq!(reader().read(&signed(PLAIN, &twice, KEY)), None, "{name} stands twice");
    }
    for foreign in [good.replace("\"daybook\"", "\"another\""), good.replace("daybook-session", "daybook-reset")] {
        assert_ne!(foreign, good);
        assert_eq!(reader().read(&signed(PLAIN, &foreign, KEY)), None, "{foreign}");
    }
    for junk in ["", "null", "[]", "1", "{", "{}", "\u{0}"] {
        assert_eq!(reader().read(&signed(PLAIN, junk, KEY)), None, "{junk:?}");
    }
}

fn value_of(payload: &str, name: &str) -> String {
    let after = payload.split(&format!("\"{name}\":")).nth(1).unwrap();
    after.split([',', '}']).next().unwrap().to_owned()
}

/// A header that names a key of its own: it is not looked at, and nothing is fetched [D7]
#[test]
fn a_key_that_the_header_names_is_not_used() {
    let own = b"a key of the attacker's, 32 bytes";
    let own_key = encoded(std::str::from_utf8(own).unwrap());
    for injected in [
        r#""kid":"../../dev/null""#.to_owned(),
        r#""kid":"' OR 1=1--""#.to_owned(),
        r#""kid":["a"]"#.to_owned(),
        r#""jku":"http://127.0.0.1:1/keys""#.to_owned(),
        r#""x5u":"http://127.0.0.1:1/certificate""#.to_owned(),
        r#""x5c":["MIIB"]"#.to_owned(),
        r#""crit":["b64"],"b64":false"#.to_owned(),
        format!(r#""jwk":{{"kty":"oct","alg":"HS256","k":"{own_key}"}}"#),
    ] {
        let header = format!(r#"{{"typ":"JWT","alg":"HS256",{injected}}}"#);
        for key in [&own[..], b"", b"\0"] {
            assert_eq!(reader().read(&signed(&header, &payload(), key)), None, "{injected}");
        }
        // Under the portal's own signature such a header changes nothing: the same session, or none.
        let read = reader().read(&signed(&header, &payload(), KEY));
        assert!(read.is_none() || read == Some(claims()), "{injected}");
    }
}

/// A ticket for the second step of a sign-in opens nothing, and a session token is no ticket [H1]
#[test]
fn a_ticket_is_never_read_as_a_token_nor_a_token_as_a_ticket() {
    let ticket = Ticket {
        user: claims().user,
        session: claims().session,
        password: "f".repeat(64),
        expires_at: "2026-06-10T09:05:00Z".parse().unwrap(),
    };
    let signed = reader().issue_ticket(&ticket);
    assert_eq!(reader().read_ticket(&signed), Some(ticket));
    assert_eq!((reader().read(&signed), reader().read_ticket(&issued())), (None, None));
    let another = JwtTokens::new(&Secret::new(*b"another signing key of the tests").unwrap());
    for forged in ["", "a.b.c", &signed[..signed.len() - 1], &format!("{signed}{}", "x".repeat(2_000))] {
        assert_eq!(reader().read_ticket(forged), None);
    }
    assert_eq!(another.read_ticket(&signed), None);
}
