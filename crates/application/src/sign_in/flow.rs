//! A sign-in by a provider from its start to the callback. All that is known of it is in the browser, sealed; the server keeps nothing.

use super::failed::Fails;
use crate::{Ports, Result};
use domain::Instant;
use domain::id::{SessionId, UserId};
use domain::sign_in::{ProviderName, SignInFailure, flow_ends_at, flows_that_make_room, return_path};

/// What a flow is sealed for.
const PURPOSE: &str = "flow";
/// How many characters of the fingerprint of a state name its flow in the browser, from its end.
const ID_LENGTH: usize = 16;

/// What somebody goes to a provider for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    SignIn,
    /// To link their account there, in this session.
    Link {
        user: UserId,
        session: SessionId,
    },
}

/// A flow as the browser keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptFlow {
    /// Tells the flows of a browser apart. It follows from the state.
    pub id: String,
    pub sealed: String,
}

/// A flow, opened.
#[derive(Clone, PartialEq, Eq)]
pub struct Flow {
    pub(super) provider: ProviderName,
    pub(super) state: String,
    pub(super) nonce: String,
    pub(super) verifier: String,
    /// The path of this portal to return to.
    pub(super) to: String,
    pub(super) began: Instant,
    pub purpose: Purpose,
}

/// The way to a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Started {
    /// The address there, which may have a query already.
    pub endpoint: String,
    /// What is added to its query.
    pub query: Vec<(&'static str, String)>,
    pub flow: KeptFlow,
    /// The flows that make room for this one.
    pub over: Vec<String>,
}

/// Begins a flow to the provider with this name. `to`: the address to return to, as it was asked for. `kept`: the flows of the
/// browser.
pub async fn begin(
    ports: &Ports,
    name: &str,
    to: Option<&str>,
    purpose: Purpose,
    kept: &[KeptFlow],
) -> Result<Started> {
    let client = ports.providers.named(name)?;
    let provider = client.provider();
    let document = client.document().await.map_err(|fault| Fails(provider).fault(fault))?;
    let now = ports.clock.now();
    let random = || ports.secrets.link_token().map(|made| made.token.0);
    let flow = Flow {
        provider: provider.name.clone(),
        state: random()?,
        nonce: random()?,
        verifier: random()?,
        to: return_path(to),
        began: now,
        purpose,
    };
    let scopes: Vec<&str> = std::iter::once("openid").chain(provider.scopes.iter().map(String::as_str)).collect();
    let query = vec![
        ("response_type", "code".to_owned()),
        ("client_id", provider.client_id.clone()),
        ("redirect_uri", provider.callback(&ports.providers.public_url)),
        ("scope", scopes.join(" ")),
        ("state", flow.state.clone()),
        ("nonce", flow.nonce.clone()),
        ("code_challenge", ports.secrets.challenge(&flow.verifier)),
        ("code_challenge_method", "S256".to_owned()),
    ];
    let began: Vec<(String, Option<Instant>)> =
        kept.iter().map(|kept| (kept.id.clone(), Flow::open(ports, &kept.sealed).map(|flow| flow.began))).collect();
    Ok(Started {
        endpoint: document.authorization.as_str().to_owned(),
        query,
        flow: KeptFlow { id: flow_id(ports, &flow.state), sealed: flow.seal(ports)? },
        over: flows_that_make_room(&began, now),
    })
}

/// The flow of this browser that an answer of the provider with this name belongs to. `NotFound` where there is no such provider.
pub fn flow_of(ports: &Ports, name: &str, state: Option<&str>, kept: &[KeptFlow]) -> Result<Flow> {
    let fails = Fails(ports.providers.named(name)?.provider());
    let now = ports.clock.now();
    let is_open = |flow: &Flow| now < flow_ends_at(flow.began);
    let id = state.map(|state| flow_id(ports, state));
    let flow = kept.iter().find(|kept| Some(&kept.id) == id.as_ref());
    match flow.and_then(|kept| Flow::open(ports, &kept.sealed)) {
        Some(flow) if !is_open(&flow) => Err(fails.with(SignInFailure::TookTooLong)),
        Some(flow) if flow.provider.as_str() != name => Err(fails.failed("the flow was begun to another provider")),
        Some(flow) if Some(flow.state.as_str()) == state => Ok(flow),
        Some(_) => Err(fails.failed("the state is not that of the flow")),
        // A browser forgets a flow that took too long.
        None if !kept.iter().any(|kept| Flow::open(ports, &kept.sealed).is_some_and(|flow| is_open(&flow))) => {
            Err(fails.with(SignInFailure::TookTooLong))
        }
        None => Err(fails.failed("no flow of this browser has the state")),
    }
}

/// How the browser calls the flow with this state.
pub fn flow_id(ports: &Ports, state: &str) -> String {
    ports.secrets.fingerprint(state).chars().rev().take(ID_LENGTH).collect()
}

impl Flow {
    pub(super) fn seal(&self, ports: &Ports) -> Result<String> {
        let began = self.began.to_rfc3339();
        let mut fields = vec![self.provider.as_str(), &self.state, &self.nonce, &self.verifier, &self.to, &began];
        let ids = match self.purpose {
            Purpose::SignIn => Vec::new(),
            Purpose::Link { user, session } => vec![user.to_string(), session.to_string()],
        };
        fields.extend(ids.iter().map(String::as_str));
        Ok(ports.seals.seal(PURPOSE, &fields)?)
    }

    pub(super) fn open(ports: &Ports, sealed: &str) -> Option<Self> {
        let fields = ports.seals.open(PURPOSE, sealed)?;
        let [provider, state, nonce, verifier, to, began, ids @ ..] = fields.as_slice() else { return None };
        let purpose = match ids {
            [] => Purpose::SignIn,
            [user, session] => Purpose::Link { user: user.parse().ok()?, session: session.parse().ok()? },
            _ => return None,
        };
        Some(Self {
            provider: ProviderName::parse(provider).ok()?,
            state: state.clone(),
            nonce: nonce.clone(),
            verifier: verifier.clone(),
            to: to.clone(),
            began: began.parse().ok()?,
            purpose,
        })
    }
}
