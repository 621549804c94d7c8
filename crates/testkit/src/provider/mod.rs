//! A provider of sign-in on this machine: a good one, until a test bends an answer, a key or a token of it.

mod keys;
mod server;

pub use keys::{KeyKind, SigningKey, signed_by_hmac, unsigned};
pub use server::{Answer, Asked};

use std::net::SocketAddr;
use std::sync::Arc;

use domain::Instant;
use domain::sign_in::{ClientSecret, Issuer, Provider, ProviderName};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::smtp::Certificate;
use server::{Script, Shared, at_code, serve, with};

/// The portal's name there, and its secret.
pub const CLIENT_ID: &str = "daybook";
pub const CLIENT_SECRET: &str = "s3cr3t-of-the-portal";

/// What opens its userinfo endpoint.
pub const ACCESS: &str = "access-of-the-portal";

/// Where the provider answers.
pub const DISCOVERY: &str = "/.well-known/openid-configuration";
pub const KEYS: &str = "/keys";
pub const TOKEN: &str = "/token";
pub const USER_INFO: &str = "/userinfo";

/// The provider. It ends with the value.
pub struct TestProvider {
    address: SocketAddr,
    is_encrypted: bool,
    script: Shared,
    task: tokio::task::JoinHandle<()>,
}

impl TestProvider {
    /// One with a key of RSA, on a free port.
    pub async fn start() -> Self {
        Self::start_with(None).await
    }

    /// The same behind TLS.
    pub async fn start_encrypted(certificate: &Certificate) -> Self {
        Self::start_with(Some(certificate)).await
    }

    async fn start_with(certificate: Option<&Certificate>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("the address just bound");
        let script = Shared::default();
        let task = tokio::spawn(serve(listener, certificate.map(Certificate::acceptor), Arc::clone(&script)));
        let provider = Self { address, is_encrypted: certificate.is_some(), script, task };
        provider.answer(DISCOVERY, Answer::Json(provider.discovery()));
        provider.publish(&[shared()]);
        provider
    }

    pub fn issuer(&self) -> String {
        self.url("")
    }

    /// An address of the provider.
    pub fn url(&self, path: &str) -> String {
        format!("{}://{}{path}", if self.is_encrypted { "https" } else { "http" }, self.address)
    }

    /// The discovery document of a good provider, for a test to bend.
    pub fn discovery(&self) -> Value {
        json!({
            "issuer": self.issuer(),
            "authorization_endpoint": self.url("/authorize"),
            "token_endpoint": self.url(TOKEN),
            "jwks_uri": self.url(KEYS),
            "userinfo_endpoint": self.url(USER_INFO),
            "end_session_endpoint": self.url("/end"),
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        })
    }

    /// From now on the provider answers this at `path`.
    pub fn answer(&self, path: &str, answer: Answer) {
        with(&self.script, |script| script.answers.insert(path.to_owned(), answer));
    }

    /// Answers the call for the tokens of this code so.
    pub fn answer_code(&self, code: &str, answer: Answer) {
        self.answer(&at_code(code), answer);
    }

    /// Gives these claims for this code, signed.
    pub fn give(&self, code: &str, claims: &Value) {
        let tokens =
            json!({ "id_token": shared().sign("RS256", claims), "access_token": ACCESS, "token_type": "Bearer" });
        self.answer_code(code, Answer::Json(tokens));
    }

    /// From now on these are its keys.
    pub fn publish(&self, keys: &[&SigningKey]) {
        let keys: Vec<Value> = keys.iter().map(|key| key.public()).collect();
        self.answer(KEYS, Answer::Json(json!({ "keys": keys })));
    }

    /// From now on every whole answer has this header.
    pub fn header(&self, name: &str, value: &str) {
        with(&self.script, |script| script.headers.push((name.to_owned(), value.to_owned())));
    }

    /// What it was asked at `path` so far.
    pub fn asked(&self, path: &str) -> Vec<Asked> {
        with(&self.script, |Script { asked, .. }| asked.iter().filter(|asked| asked.path() == path).cloned().collect())
    }

    /// The provider as an operator of the portal sets it.
    pub fn as_set(&self, name: &str) -> Provider {
        let name = ProviderName::parse(name).expect("a name");
        let issuer = Issuer::parse(&self.issuer()).expect("an issuer");
        let client_secret = Some(ClientSecret::new(CLIENT_SECRET));
        Provider { client_secret, ..Provider::new(name, issuer, CLIENT_ID.to_owned()) }
    }

    /// The claims of a good ID token, for a test to bend.
    pub fn claims(&self, subject: &str, nonce: &str, now: Instant) -> Value {
        json!({
            "iss": self.issuer(),
            "aud": CLIENT_ID,
            "sub": subject,
            "nonce": nonce,
            "iat": now.timestamp(),
            "exp": now.timestamp() + 300,
        })
    }

    /// The claims of a good logout token, for a test to bend.
    pub fn logout_claims(&self, subject: &str, id: &str, now: Instant) -> Value {
        json!({
            "iss": self.issuer(),
            "aud": CLIENT_ID,
            "sub": subject,
            "jti": id,
            "iat": now.timestamp(),
            "events": { "http://schemas.openid.net/event/backchannel-logout": {} },
        })
    }
}

/// The key of a provider that nobody has told otherwise.
pub fn shared() -> &'static SigningKey {
    keys::shared_rsa()
}

impl Drop for TestProvider {
    fn drop(&mut self) {
        self.task.abort();
    }
}
