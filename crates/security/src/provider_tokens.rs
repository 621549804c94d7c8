//! What providers of sign-in send: JSON, and tokens that they have signed.

use application::ports::ProviderTokens;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::sign_in::{Algorithm, ClaimValue, KeyMaterial};
use jsonwebtoken::{DecodingKey, Validation, decode};
use serde_json::Value;

/// No honest token is longer, not even with the groups of a large organisation; a longer one is not even parsed.
const LONGEST: usize = 65_536;

/// Reads what a provider sends.
#[derive(Debug, Clone, Copy, Default)]
pub struct SignedTokens;

impl ProviderTokens for SignedTokens {
    fn json(&self, text: &[u8]) -> Option<ClaimValue> {
        serde_json::from_slice(text).ok().map(claim)
    }

    fn header(&self, token: &str) -> Option<ClaimValue> {
        let mut parts = token.split('.');
        let header = parts.next()?;
        if token.len() > LONGEST || parts.count() != 2 {
            return None;
        }
        self.json(&URL_SAFE_NO_PAD.decode(header).ok()?)
    }

    fn claims(&self, token: &str, algorithm: Algorithm, key: &KeyMaterial) -> Option<ClaimValue> {
        if token.len() > LONGEST {
            return None;
        }
        let mut validation = Validation::new(match algorithm {
            Algorithm::Rs256 => jsonwebtoken::Algorithm::RS256,
            Algorithm::Ps256 => jsonwebtoken::Algorithm::PS256,
            Algorithm::Es256 => jsonwebtoken::Algorithm::ES256,
            Algorithm::EdDsa => jsonwebtoken::Algorithm::EdDSA,
        });
        // The domain checks the claims, by the portal's clock and with a reason for each refusal.
        validation.required_spec_claims.clear();
        validation.validate_exp = false;
        validation.validate_nbf = false;
        validation.validate_aud = false;
        let key = match key {
            KeyMaterial::Rsa { modulus, exponent } => DecodingKey::from_rsa_components(modulus, exponent),
            KeyMaterial::P256 { x, y } => DecodingKey::from_ec_components(x, y),
            KeyMaterial::Ed25519 { x } => DecodingKey::from_ed_components(x),
        };
        decode::<Value>(token, &key.ok()?, &validation).ok().map(|token| claim(token.claims))
    }
}

fn claim(value: Value) -> ClaimValue {
    match value {
        Value::Null => ClaimValue::Null,
        Value::Bool(is_true) => ClaimValue::Boolean(is_true),
        Value::Number(number) => ClaimValue::Number(number.as_i64().unwrap_or_else(|| whole(&number))),
        Value::String(text) => ClaimValue::Text(text),
        Value::Array(values) => ClaimValue::List(values.into_iter().map(claim).collect()),
        Value::Object(members) => {
            ClaimValue::Object(members.into_iter().map(|(name, value)| (name, claim(value))).collect())
        }
    }
}

/// The whole seconds of a time with a fraction. A number beyond all times becomes the last one, which no rule takes for a time.
fn whole(number: &serde_json::Number) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "a number that is too large becomes the largest")]
    let seconds = number.as_f64().unwrap_or(f64::MAX).floor() as i64;
    seconds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_read_with_whole_numbers() {
        let read = |text: &str| SignedTokens.json(text.as_bytes());
        for (text, number) in [("7", 7), ("1780000000.9", 1_780_000_000), ("-0.5", -1), ("1e300", i64::MAX)] {
            assert_eq!(read(text), Some(ClaimValue::Number(number)), "{text}");
        }
        let object = read(r#"{"a": [true, null, "b"]}"#).and_then(|object| object.get("a").cloned());
        let list = [ClaimValue::Boolean(true), ClaimValue::Null, ClaimValue::Text("b".to_owned())];
        assert_eq!(object, Some(ClaimValue::List(list.to_vec())));
        for bad in ["", "{", "{}x", "\u{feff}{}", &"[".repeat(100_000)] {
            assert_eq!(read(bad), None);
        }
    }

    #[test]
    fn a_token_has_three_parts_and_a_sensible_length() {
        // {"alg":"none"}
        assert!(SignedTokens.header("eyJhbGciOiJub25lIn0.e30.").is_some());
        for bad in
            ["", "a", "a.b.c", "eyJhbGciOiJub25lIn0.e30", "eyJhbGciOiJub25lIn0.e30..", "eyJhbGciOiJub25lIn0=.e30."]
        {
            assert_eq!(SignedTokens.header(bad), None, "{bad}");
        }
        assert_eq!(SignedTokens.header(&format!("eyJhbGciOiJub25lIn0.{}.", "a".repeat(LONGEST))), None);
    }
}
