//! The keys of a provider, and what it signs with them, rightly or not. Made and signed by hand, so that the portal's own library
//! for tokens is not asked whether it is right.

use std::sync::OnceLock;

use aws_lc_rs::encoding::AsDer;
use aws_lc_rs::hmac;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{KeySize, PublicKeyComponents};
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256, RSA_PKCS1_SHA512,
    RSA_PSS_SHA256, RsaEncoding, RsaKeyPair,
};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

/// What a key is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    Rsa,
    P256,
    Ed25519,
}

enum Pair {
    Rsa(RsaKeyPair),
    P256(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
}

/// A key pair with an id.
pub struct SigningKey {
    id: String,
    pair: Pair,
}

impl SigningKey {
    /// A new key.
    pub fn make(kind: KeyKind, id: &str) -> Self {
        let pair = match kind {
            KeyKind::Rsa => Pair::Rsa(RsaKeyPair::generate(KeySize::Rsa2048).expect("a key of RSA")),
            KeyKind::P256 => {
                Pair::P256(EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).expect("a key on P-256"))
            }
            KeyKind::Ed25519 => Pair::Ed25519(Ed25519KeyPair::generate().expect("a key on Ed25519")),
        };
        Self { id: id.to_owned(), pair }
    }

    /// The public half, as it stands in a set of keys.
    pub fn public(&self) -> Value {
        let (id, use_of) = (&self.id, "sig");
        match &self.pair {
            Pair::Rsa(pair) => {
                let PublicKeyComponents { n, e } = PublicKeyComponents::<Vec<u8>>::from(pair.public_key());
                json!({ "kid": id, "use": use_of, "kty": "RSA", "n": encoded(n), "e": encoded(e) })
            }
            Pair::P256(pair) => {
                // An uncompressed point: 4, x and y.
                let (x, y) = pair.public_key().as_ref().get(1..).expect("a point").split_at(32);
                json!({ "kid": id, "use": use_of, "kty": "EC", "crv": "P-256", "x": encoded(x), "y": encoded(y) })
            }
            Pair::Ed25519(pair) => {
                json!({ "kid": id, "use": use_of, "kty": "OKP", "crv": "Ed25519", "x": encoded(pair.public_key()) })
            }
        }
    }

    /// The public half in the form in which it might be mistaken for a secret.
    pub fn public_der(&self) -> Vec<u8> {
        let der = match &self.pair {
            Pair::Rsa(pair) => pair.public_key().as_der(),
            Pair::P256(pair) => pair.public_key().as_der(),
            Pair::Ed25519(pair) => pair.public_key().as_der(),
        };
        der.expect("a public key").as_ref().to_vec()
    }

    /// A token that says that it is signed by `algorithm` with this key, and is.
    pub fn sign(&self, algorithm: &str, claims: &Value) -> String {
        self.sign_with(&json!({ "alg": algorithm, "kid": self.id, "typ": "JWT" }), claims)
    }

    /// The same with this header.
    pub fn sign_with(&self, header: &Value, claims: &Value) -> String {
        let message = message(header, claims);
        let signature = match &self.pair {
            Pair::Rsa(pair) => {
                let algorithm: &'static dyn RsaEncoding = match header["alg"].as_str() {
                    Some("PS256") => &RSA_PSS_SHA256,
                    Some("RS512") => &RSA_PKCS1_SHA512,
                    _ => &RSA_PKCS1_SHA256,
                };
                let mut signature = vec![0; pair.public_modulus_len()];
                pair.sign(algorithm, &SystemRandom::new(), message.as_bytes(), &mut signature).expect("a signature");
                signature
            }
            Pair::P256(pair) => {
                pair.sign(&SystemRandom::new(), message.as_bytes()).expect("a signature").as_ref().to_vec()
            }
            Pair::Ed25519(pair) => pair.sign(message.as_bytes()).as_ref().to_vec(),
        };
        format!("{message}.{}", encoded(signature))
    }
}

/// One key of RSA for all providers of a process: making one takes a while.
pub(super) fn shared_rsa() -> &'static SigningKey {
    static KEY: OnceLock<SigningKey> = OnceLock::new();
    KEY.get_or_init(|| SigningKey::make(KeyKind::Rsa, "rsa"))
}

/// A token that nobody has signed.
pub fn unsigned(header: &Value, claims: &Value) -> String {
    format!("{}.", message(header, claims))
}

/// A token under this header, with HMAC over a secret that everybody knows.
pub fn signed_by_hmac(secret: &[u8], header: &Value, claims: &Value) -> String {
    let message = message(header, claims);
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret), message.as_bytes());
    format!("{message}.{}", encoded(tag))
}

fn message(header: &Value, claims: &Value) -> String {
    format!("{}.{}", encoded(header.to_string()), encoded(claims.to_string()))
}

fn encoded(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
