//! A provider: its discovery document and keys, which are fetched when they are needed, and the check of its tokens.

use super::kept::{Fetched, Kept};
use crate::facts::Confidential;
use crate::ports::{BasicLogin, Clock, Outbound, OutboundAnswer, OutboundFault, ProviderTokens};
use chrono::TimeDelta;
use domain::Instant;
use domain::sign_in::{
    ClaimValue, ClientSecret, Document, DocumentError, Endpoint, Expected, IdToken, LogoutToken, Provider, ProviderKey,
    TokenHeader, TokenRefusal, check_id_token, check_logout_token, keys,
};
use futures_util::lock::Mutex;
use std::sync::Arc;

/// How long after a key that was not known the keys are not fetched for another one.
const BETWEEN_UNKNOWN_KEYS: TimeDelta = TimeDelta::minutes(1);

/// Why a provider cannot be used at the moment, for the log and the operator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderFault {
    /// It is away, or says that it is.
    #[error("{0}")]
    Away(String),
    /// What it answers makes no sense.
    #[error("{0}")]
    Answer(String),
}

impl From<OutboundFault> for ProviderFault {
    fn from(OutboundFault(why): OutboundFault) -> Self {
        Self::Away(why)
    }
}

impl From<DocumentError> for ProviderFault {
    fn from(error: DocumentError) -> Self {
        Self::Answer(error.to_string())
    }
}

/// Why a token does not count.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TokenFault {
    /// It cannot be checked.
    #[error("{0}")]
    Provider(#[from] ProviderFault),
    #[error("the token is refused: {0}")]
    Refused(TokenRefusal),
}

impl From<TokenRefusal> for TokenFault {
    fn from(refusal: TokenRefusal) -> Self {
        Self::Refused(refusal)
    }
}

/// What a provider gives for a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tokens {
    /// Unchecked.
    pub id_token: Confidential,
    /// Opens the userinfo endpoint.
    pub access: Option<Confidential>,
}

/// What the operator is told of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Examined {
    /// How many keys it has that tokens may be signed with.
    pub keys: usize,
    /// How far its clock is ahead of the portal's, where it tells the time.
    pub ahead: Option<TimeDelta>,
}

/// A provider, and what is kept of it on this instance.
pub struct ProviderClient {
    provider: Provider,
    outbound: Arc<dyn Outbound>,
    tokens: Arc<dyn ProviderTokens>,
    clock: Arc<dyn Clock>,
    document: Kept<Document, ProviderFault>,
    keys: Kept<Vec<ProviderKey>, ProviderFault>,
    /// When the keys were last fetched for one that was not known.
    unknown_key_at: Mutex<Option<Instant>>,
}

impl ProviderClient {
    /// Nothing is fetched before it is needed.
    pub fn new(
        provider: Provider,
        outbound: Arc<dyn Outbound>,
        tokens: Arc<dyn ProviderTokens>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let unknown_key_at = Mutex::new(None);
        Self { provider, outbound, tokens, clock, document: Kept::new(), keys: Kept::new(), unknown_key_at }
    }

    pub fn provider(&self) -> &Provider {
        &self.provider
    }

    /// Its discovery document.
    pub async fn document(&self) -> Result<Arc<Document>, ProviderFault> {
        let fetch = async {
            let Fetched { value, at, keep_for } = self.fetch(&self.provider.issuer.discovery()).await?;
            Ok(Fetched { value: Document::read(&self.provider.issuer, &value)?, at, keep_for })
        };
        self.document.get(self.clock.now(), fetch).await
    }

    /// The tokens for a code, which the provider gives once. `verifier`: of the flow. `callback`: where the code came.
    pub async fn redeem(&self, code: &str, verifier: &str, callback: &str) -> Result<Tokens, ProviderFault> {
        let document = self.document().await?;
        let Provider { client_id, client_secret, .. } = &self.provider;
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", callback),
            ("code_verifier", verifier),
        ];
        let secret = client_secret.as_ref().map(ClientSecret::reveal);
        let login = secret.filter(|_| !document.takes_secret_in_form);
        if login.is_none() {
            form.push(("client_id", client_id));
            form.extend(secret.map(|secret| ("client_secret", secret)));
        }
        let login = login.map(|password| BasicLogin { user: client_id, password });
        let answer = self.outbound.post_form(&document.token, &form, login).await?;
        let tokens = self.tokens.json(&answer.body);
        let text = |name| tokens.as_ref().and_then(|tokens| tokens.text(name));
        match (answer.status, text("id_token")) {
            (200, Some(id_token)) => {
                let access = text("access_token").map(|access| Confidential(access.to_owned()));
                Ok(Tokens { id_token: Confidential(id_token.to_owned()), access })
            }
            (500.., _) => Err(ProviderFault::Away(format!("{} answered {}", document.token.as_str(), answer.status))),
            (status, _) => {
                let error = error_code(text("error"));
                Err(ProviderFault::Answer(format!("{} answered {status}, error: {error}", document.token.as_str())))
            }
        }
    }

    /// Reads an ID token, which has to be of the sign-in with this nonce.
    pub async fn id_token(&self, token: &str, nonce: &str) -> Result<IdToken, TokenFault> {
        let (claims, document) = self.proved(token).await?;
        Ok(check_id_token(claims, self.expected(&document), nonce, self.clock.now())?)
    }

    /// Reads a logout token. Whether it has come before is for the caller to say.
    pub async fn logout_token(&self, token: &str) -> Result<LogoutToken, TokenFault> {
        let (claims, document) = self.proved(token).await?;
        Ok(check_logout_token(&claims, self.expected(&document), self.clock.now())?)
    }

    /// The token with the claims at the paths `wanted` that it lacks, as far as the provider tells them to the bearer of `access`. It is
    /// asked only if one is missing, and once.
    pub async fn complete(
        &self,
        token: IdToken,
        wanted: &[&str],
        access: Option<&Confidential>,
    ) -> Result<IdToken, TokenFault> {
        let document = self.document().await?;
        match document.user_info.as_ref().zip(access) {
            Some((user_info, access)) if wanted.iter().any(|path| token.claims.at(path).is_none()) => {
                let answer = self.answer(user_info, Some(access)).await?;
                Ok(token.completed(self.value(&answer)?)?)
            }
            _ => Ok(token),
        }
    }

    /// Looks at the provider anew.
    pub async fn examine(&self) -> Result<Examined, ProviderFault> {
        let discovery = self.answer(&self.provider.issuer.discovery(), None).await?;
        let ahead = discovery.date.map(|date| date - self.clock.now());
        let document = Document::read(&self.provider.issuer, &self.value(&discovery)?)?;
        let keys = self.read_keys(&document.keys).await?.value.len();
        Ok(Examined { keys, ahead })
    }

    /// The claims of a token that a key of this provider has signed.
    async fn proved(&self, token: &str) -> Result<(ClaimValue, Arc<Document>), TokenFault> {
        let header = TokenHeader::read(&self.tokens.header(token).ok_or(TokenRefusal::Malformed)?)?;
        let document = self.document().await?;
        let keys = self.keys_for(&header, &document.keys).await?;
        let mut fitting = keys.iter().filter(|key| is_meant(key, &header) && key.fits(header.algorithm)).peekable();
        fitting.peek().ok_or(TokenRefusal::UnknownKey)?;
        let claims = fitting.find_map(|key| self.tokens.claims(token, header.algorithm, &key.material));
        Ok((claims.ok_or(TokenRefusal::Signature)?, document))
    }

    fn expected<'a>(&'a self, document: &'a Document) -> Expected<'a> {
        Expected { issuer: &document.issuer, client_id: &self.provider.client_id }
    }

    /// The keys of the provider, fetched once more if none of them is the one that a token names.
    async fn keys_for(&self, header: &TokenHeader, from: &Endpoint) -> Result<Arc<Vec<ProviderKey>>, ProviderFault> {
        let now = self.clock.now();
        let keys = self.keys.get(now, self.read_keys(from)).await?;
        if keys.iter().any(|key| is_meant(key, header)) {
            return Ok(keys);
        }
        // One asks, and the others wait for the answer: the key may be in it.
        let mut last = self.unknown_key_at.lock().await;
        let keys = self.keys.get(now, self.read_keys(from)).await?;
        let is_known = keys.iter().any(|key| is_meant(key, header));
        // Strangers cannot make the portal call its provider at will.
        if is_known || last.is_some_and(|last| now - last < BETWEEN_UNKNOWN_KEYS) {
            return Ok(keys);
        }
        *last = Some(now);
        self.keys.renew(now, self.read_keys(from)).await
    }

    async fn read_keys(&self, from: &Endpoint) -> Result<Fetched<Vec<ProviderKey>>, ProviderFault> {
        let Fetched { value, at, keep_for } = self.fetch(from).await?;
        let value = keys(&value).filter(|keys| !keys.is_empty());
        let value =
            value.ok_or_else(|| ProviderFault::Answer(format!("{} has no key that can be used", from.as_str())))?;
        Ok(Fetched { value, at, keep_for })
    }

    async fn fetch(&self, from: &Endpoint) -> Result<Fetched<ClaimValue>, ProviderFault> {
        let answer = self.answer(from, None).await?;
        Ok(Fetched { value: self.value(&answer)?, at: self.clock.now(), keep_for: answer.keep_for })
    }

    async fn answer(&self, from: &Endpoint, access: Option<&Confidential>) -> Result<OutboundAnswer, ProviderFault> {
        let answer = self.outbound.get(from, access).await?;
        match answer.status {
            200 => Ok(answer),
            status @ 500.. => Err(ProviderFault::Away(format!("{} answered {status}", from.as_str()))),
            status => Err(ProviderFault::Answer(format!("{} answered {status}", from.as_str()))),
        }
    }

    fn value(&self, answer: &OutboundAnswer) -> Result<ClaimValue, ProviderFault> {
        let value = self.tokens.json(&answer.body);
        value.ok_or_else(|| ProviderFault::Answer("its answer is not JSON".to_owned()))
    }
}

/// An error code of the provider as far as it may stand in a log: the standard has such names and no others.
pub(super) fn error_code(named: Option<&str>) -> String {
    let is_name = |code: &&str| code.len() <= 60 && code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    named.filter(is_name).unwrap_or("none that is known").to_owned()
}

/// Whether a token may be signed with this key: it is the one that the token names, or the token names none.
fn is_meant(key: &ProviderKey, header: &TokenHeader) -> bool {
    header.key.is_none() || key.id == header.key
}
