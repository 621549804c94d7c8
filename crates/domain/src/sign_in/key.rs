//! The public keys of a provider, and the algorithms that they sign with.

use super::ClaimValue;

crate::names! {
    /// The algorithms that a token may be signed with. HMAC is not among them: the key would be the client's secret, or, in an
    /// attack, a public key. Neither is *none*.
    pub enum Algorithm {
        Rs256 = "RS256",
        Ps256 = "PS256",
        Es256 = "ES256",
        EdDsa = "EdDSA",
    }
}

/// The numbers of a key, as the provider writes them (base64url).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyMaterial {
    Rsa {
        modulus: String,
        exponent: String,
    },
    /// A point of the curve P-256.
    P256 {
        x: String,
        y: String,
    },
    Ed25519 {
        x: String,
    },
}

/// A key that tokens may be signed with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderKey {
    pub id: Option<String>,
    /// The only algorithm that it is for, where the provider says so.
    algorithm: Option<Algorithm>,
    pub material: KeyMaterial,
}

impl ProviderKey {
    /// Reads one key of a set. None for a key of another kind, for encryption, or for an algorithm that is not taken.
    fn read(key: &ClaimValue) -> Option<Self> {
        let is_for_signatures = key.get("use").is_none_or(|use_of| use_of.as_text() == Some("sig"))
            && key.get("key_ops").is_none_or(|operations| operations.texts().contains(&"verify"));
        let text = |name: &str| key.text(name).map(str::to_owned);
        let material = match (key.text("kty")?, key.text("crv")) {
            ("RSA", _) => KeyMaterial::Rsa { modulus: text("n")?, exponent: text("e")? },
            ("EC", Some("P-256")) => KeyMaterial::P256 { x: text("x")?, y: text("y")? },
            ("OKP", Some("Ed25519")) => KeyMaterial::Ed25519 { x: text("x")? },
            _ => return None,
        };
        let algorithm = match key.get("alg") {
            None => None,
            // RFC 9864 names the curve.
            Some(named) if named.as_text() == Some("Ed25519") => Some(Algorithm::EdDsa),
            Some(named) => Some(Algorithm::named(named.as_text()?)?),
        };
        is_for_signatures.then_some(Self { id: text("kid"), algorithm, material })
    }

    /// Whether a signature by this algorithm may be one of this key.
    pub fn fits(&self, algorithm: Algorithm) -> bool {
        let is_of_its_kind = match self.material {
            KeyMaterial::Rsa { .. } => matches!(algorithm, Algorithm::Rs256 | Algorithm::Ps256),
            KeyMaterial::P256 { .. } => algorithm == Algorithm::Es256,
            KeyMaterial::Ed25519 { .. } => algorithm == Algorithm::EdDsa,
        };
        is_of_its_kind && self.algorithm.is_none_or(|only| only == algorithm)
    }
}

/// The most keys of a provider that are kept.
const MOST_KEYS: usize = 32;

/// The usable keys of a set. None where it is no set of keys; keys that cannot be used are left out.
pub fn keys(set: &ClaimValue) -> Option<Vec<ProviderKey>> {
    match set.get("keys")? {
        ClaimValue::List(keys) => Some(keys.iter().filter_map(ProviderKey::read).take(MOST_KEYS).collect()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::claims::build::{object, text, texts, with};
    use super::*;

    fn rsa() -> ClaimValue {
        object(&[("kty", text("RSA")), ("kid", text("1")), ("n", text("AQAB")), ("e", text("AQAB"))])
    }

    fn curve(kty: &str, crv: &str) -> ClaimValue {
        object(&[("kty", text(kty)), ("crv", text(crv)), ("x", text("AA")), ("y", text("AA"))])
    }

    /// The algorithms that a key fits.
    fn fitting(key: &ClaimValue) -> Vec<&'static str> {
        let key = ProviderKey::read(key);
        let fits = |algorithm: &Algorithm| key.as_ref().is_some_and(|key| key.fits(*algorithm));
        Algorithm::ALL.into_iter().filter(fits).map(Algorithm::name).collect()
    }

    #[test]
    fn a_key_fits_the_algorithms_of_its_kind_or_the_one_that_it_names() {
        for (key, expected) in [
            (rsa(), &["RS256", "PS256"][..]),
            (with(&rsa(), "alg", text("RS256")), &["RS256"]),
            (with(&rsa(), "alg", text("PS256")), &["PS256"]),
            (with(&rsa(), "alg", text("RS512")), &[]),
            (with(&rsa(), "alg", text("HS256")), &[]),
            (with(&rsa(), "alg", text("ES256")), &[]),
            (with(&rsa(), "use", text("sig")), &["RS256", "PS256"]),
            (with(&rsa(), "use", text("enc")), &[]),
            (with(&rsa(), "key_ops", texts(&["verify"])), &["RS256", "PS256"]),
            (with(&rsa(), "key_ops", texts(&["encrypt"])), &[]),
            (curve("EC", "P-256"), &["ES256"]),
            (curve("EC", "P-384"), &[]),
            (curve("OKP", "Ed25519"), &["EdDSA"]),
            (with(&curve("OKP", "Ed25519"), "alg", text("Ed25519")), &["EdDSA"]),
            (curve("OKP", "X25519"), &[]),
            (object(&[("kty", text("oct")), ("k", text("AAAA")), ("alg", text("HS256"))]), &[]),
            (object(&[("kty", text("RSA")), ("n", text("AQAB"))]), &[]),
            (object(&[]), &[]),
        ] {
            assert_eq!(fitting(&key), expected, "{key:?}");
        }
    }

    #[test]
    fn a_set_keeps_the_keys_that_can_be_used() {
        let set = |values: Vec<ClaimValue>| object(&[("keys", ClaimValue::List(values))]);
        let found = keys(&set(vec![curve("EC", "P-521"), rsa(), ClaimValue::Null])).unwrap();
        assert_eq!(found.iter().map(|key| key.id.as_deref()).collect::<Vec<_>>(), [Some("1")]);
        assert_eq!(keys(&set(Vec::new())), Some(Vec::new()));
        assert_eq!(keys(&set(vec![rsa(); 100])).map(|keys| keys.len()), Some(MOST_KEYS));
        assert_eq!((keys(&object(&[])), keys(&object(&[("keys", text("x"))]))), (None, None));
    }
}
