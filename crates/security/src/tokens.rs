//! Session tokens: JWT, HS256 and nothing else. Only the session and its owner are read from one; the role and all else
//! come from the session's row, at every request.

use crate::Secret;
use application::ports::{Claims, Tokens};
use domain::Instant;
use domain::id::{SessionId, UserId};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};

const ISSUER: &str = "daybook";
const AUDIENCE: &str = "daybook-session";
/// No honest token is longer; a longer one is not even parsed.
const LONGEST: usize = 1_024;

#[derive(Serialize, Deserialize)]
struct Body {
    iss: String,
    aud: String,
    sub: UuidText,
    sid: UuidText,
    iat: i64,
    nbf: i64,
    exp: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct UuidText(uuid::Uuid);

/// Signs and reads tokens with one key.
pub struct JwtTokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    header: Header,
    validation: Validation,
}

impl JwtTokens {
    /// Tokens signed with `secret`.
    #[must_use]
    pub fn new(secret: &Secret) -> Self {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["exp", "nbf", "iss", "aud", "sub"]);
        // Whether a session's time is over is said by its row and the portal's clock, which may be a moved one;
        // a library that looked at the machine's clock would disagree with it.
        validation.validate_exp = false;
        validation.validate_nbf = false;
        validation.leeway = 0;
        Self {
            encoding: EncodingKey::from_secret(secret.reveal()),
            decoding: DecodingKey::from_secret(secret.reveal()),
            header: Header::new(Algorithm::HS256),
            validation,
        }
    }
}

impl Tokens for JwtTokens {
    fn issue(&self, claims: Claims, issued_at: Instant, expires_at: Instant) -> String {
        let body = Body {
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            sub: UuidText(claims.user.uuid()),
            sid: UuidText(claims.session.uuid()),
            iat: issued_at.timestamp(),
            nbf: issued_at.timestamp(),
            exp: expires_at.timestamp(),
        };
        // Signing fails only for a key of another kind, which this type cannot hold; an empty token opens nothing.
        encode(&self.header, &body, &self.encoding).unwrap_or_default()
    }

    fn read(&self, token: &str) -> Option<Claims> {
        if token.len() > LONGEST {
            return None;
        }
        let body = decode::<Body>(token, &self.decoding, &self.validation).ok()?.claims;
        Some(Claims { user: UserId::new(body.sub.0), session: SessionId::new(body.sid.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use uuid::Uuid;

    fn tokens(key: u8) -> JwtTokens {
        JwtTokens::new(&Secret::new(vec![key; 32]).unwrap_or_else(|| unreachable!("32 bytes")))
    }

    fn claims() -> Claims {
        Claims { user: UserId::new(Uuid::from_u128(1)), session: SessionId::new(Uuid::from_u128(2)) }
    }

    fn issued() -> String {
        let now = Instant::from_timestamp(1_780_000_000, 0).unwrap_or_default();
        tokens(7).issue(claims(), now, now + chrono::Duration::hours(12))
    }

    #[test]
    fn a_token_of_ours_is_read_also_when_its_time_is_over() {
        assert_eq!(tokens(7).read(&issued()), Some(claims()));
    }

    #[test]
    fn another_key_another_algorithm_or_no_signature_opens_nothing() {
        assert_eq!(tokens(8).read(&issued()), None);
        let payload = issued().split('.').nth(1).unwrap_or_default().to_owned();
        // {"alg":"none","typ":"JWT"} and {"alg":"HS512","typ":"JWT"}
        for header in ["eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0", "eyJhbGciOiJIUzUxMiIsInR5cCI6IkpXVCJ9"] {
            assert_eq!(tokens(7).read(&format!("{header}.{payload}.")), None);
            assert_eq!(tokens(7).read(&format!("{header}.{payload}.AAAA")), None);
        }
        for junk in ["", ".", "..", "a.b.c", &"x".repeat(100_000), &".".repeat(10_000)] {
            assert_eq!(tokens(7).read(junk), None);
        }
    }

    proptest! {
        #[test]
        fn one_changed_character_opens_nothing(at in 0usize..400, to in "[A-Za-z0-9_.-]") {
            let token = issued();
            let at = at % token.len();
            let mut changed = token.clone();
            changed.replace_range(at..=at, &to);
            // The last character of a base64 part carries unused bits: there the signature may stay the same.
            let parts_end = at + 1 == token.len() || token.as_bytes().get(at + 1) == Some(&b'.');
            prop_assume!(changed != token && !parts_end);
            prop_assert_eq!(tokens(7).read(&changed), None);
        }
    }
}
