//! A provider of sign-in whose every token counts, and what it has to do with Ann.

use std::sync::Arc;

use application::Ports;
use application::facts::Confidential;
use application::ports::{
    BasicLogin, Identity, NewSession, Outbound, OutboundAnswer, OutboundFault, ProviderSession, ProviderTokens,
    SignInCode,
};
use application::sign_in::{ProviderClient, Providers};
use async_trait::async_trait;
use chrono::Duration;
use domain::id::IdentityId;
use domain::session::SessionEnd;
use domain::sign_in::{Algorithm, ClaimValue, Endpoint, Issuer, KeyMaterial, PasswordUse, Provider, ProviderName};
use testkit::database::TestDatabase;
use uuid::Uuid;

use crate::portal::{ANN, done, now, secrets, session, then, user};

const ISSUER: &str = "https://id.example.org";
/// The code that waits for a session of Ann's.
pub(crate) const CODE: &str = "a code";

/// The same, where people sign in by the provider.
pub(crate) fn with_provider(ports: &Ports) -> Ports {
    let provider = Provider {
        label: "Acme".into(),
        ..Provider::new(ProviderName::parse("acme").unwrap(), Issuer::parse(ISSUER).unwrap(), "daybook".into())
    };
    let client = ProviderClient::new(provider, Arc::new(Acme), Arc::new(Acme), ports.clock.clone());
    let providers = Providers::new(vec![Arc::new(client)], PasswordUse::Everybody, "https://portal.example".into());
    Ports { providers: Arc::new(providers), ..ports.clone() }
}

/// Answers each call with its address.
struct Acme;

#[async_trait]
impl Outbound for Acme {
    async fn get(&self, from: &Endpoint, _: Option<&Confidential>) -> Result<OutboundAnswer, OutboundFault> {
        Ok(OutboundAnswer { status: 200, date: None, keep_for: None, body: from.as_str().into() })
    }

    async fn post_form(
        &self,
        to: &Endpoint,
        _: &[(&str, &str)],
        _: Option<BasicLogin<'_>>,
    ) -> Result<OutboundAnswer, OutboundFault> {
        self.get(to, None).await
    }
}

fn object<const N: usize>(members: [(&str, ClaimValue); N]) -> ClaimValue {
    ClaimValue::Object(members.map(|(name, value)| (name.to_owned(), value)).into())
}

fn text(text: &str) -> ClaimValue {
    ClaimValue::Text(text.to_owned())
}

impl ProviderTokens for Acme {
    fn json(&self, address: &[u8]) -> Option<ClaimValue> {
        if address.ends_with(b"/keys") {
            let key = object([("kty", text("RSA")), ("n", text("AQAB")), ("e", text("AQAB"))]);
            return Some(object([("keys", ClaimValue::List(vec![key]))]));
        }
        let at = |path: &str| text(&format!("{ISSUER}{path}"));
        Some(object([
            ("issuer", at("")),
            ("authorization_endpoint", at("/authorize")),
            ("token_endpoint", at("/token")),
            ("jwks_uri", at("/keys")),
        ]))
    }

    fn header(&self, _: &str) -> Option<ClaimValue> {
        Some(object([("alg", text("RS256"))]))
    }

    /// Those of a logout token.
    fn claims(&self, _: &str, _: Algorithm, _: &KeyMaterial) -> Option<ClaimValue> {
        let event = ("http://schemas.openid.net/event/backchannel-logout", object([]));
        Some(object([
            ("iss", text(ISSUER)),
            ("aud", text("daybook")),
            ("sub", text("there-1")),
            ("jti", text("token 1")),
            ("iat", ClaimValue::Number(now().timestamp())),
            ("events", object([event])),
        ]))
    }
}

fn began() -> ProviderSession {
    ProviderSession { issuer: ISSUER.to_owned(), there: None, id_token: Confidential("a.b.c".into()) }
}

/// Ann is linked to an account at the provider.
pub(crate) async fn link_ann(database: &TestDatabase) {
    let identity = Identity {
        id: IdentityId::new(Uuid::from_u128(962)),
        user: user(ANN),
        provider: ProviderName::parse("acme").unwrap(),
        issuer: ISSUER.into(),
        subject: "there-1".into(),
        email: None,
        sets_role: false,
        linked_at: then(),
        last_used_at: None,
    };
    done(database, async |unit| unit.identities().link(&identity).await).await;
}

/// The same, and their session began there.
pub(crate) async fn sign_ann_in(database: &TestDatabase) {
    link_ann(database).await;
    let new = NewSession {
        id: session(70 + ANN),
        user: user(ANN),
        created_at: then(),
        expires_at: now() + Duration::hours(1),
        address: "192.0.2.1".into(),
        provider: Some(began()),
    };
    done(database, async |unit| {
        unit.sessions().end_live(user(ANN), SessionEnd::AnotherDevice, then()).await?;
        unit.sessions().start(&new).await
    })
    .await;
}

/// The same, and a code waits for another session.
pub(crate) async fn let_ann_come_back(database: &TestDatabase) {
    sign_ann_in(database).await;
    let fingerprint = secrets(false).fingerprint(CODE);
    let code = SignInCode { fingerprint, user: user(ANN), began: began(), expires_at: now() + Duration::minutes(1) };
    done(database, async |unit| unit.sign_in_flows().keep_code(&code).await).await;
}
