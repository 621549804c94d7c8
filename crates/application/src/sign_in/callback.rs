//! The answer of a provider: who somebody is there, and what that comes to here.
//!
//! A flow is used up before the provider is asked, so that nobody tries an answer twice, and what is decided afterwards is run once more
//! where another writer got in its way.

use super::account::{self, Placed, claims_of, place, told_email};
use super::failed::{Fails, has_place};
use super::flow::{Flow, Purpose};
use super::link::link;
use super::provider::{ProviderClient, ProviderFault, TokenFault, error_code};
use super::roles::{Mapped, give_role};
use crate::accounts::human_resources;
use crate::events::{Origin, Request};
use crate::facts::Confidential;
use crate::ports::{Identity, ProviderSession, SignInCode, StoreError, UniqueKey};
use crate::{Conflict, Error, Ports, Result};
use domain::sign_in::{
    CODE_LIFETIME, ClaimValue, IdToken, SignInFailure, UnknownPeople, check_answer_issuer, flow_ends_at,
};
use std::sync::Arc;

/// The longest code of a provider, in bytes. Entra's have some 1,500.
const CODE_MAX: usize = 4_000;
/// How often a decision is tried that other writers get in the way of.
pub(super) const TRIES: usize = 4;

/// Runs a unit of work once more where another writer got in its way: the flow is used up, so the person cannot.
macro_rules! again {
    ($work:expr) => {{
        let mut tries = 1;
        loop {
            match $work.await {
                Err(error)
                    if tries < $crate::sign_in::callback::TRIES
                        && $crate::sign_in::callback::got_in_the_way(&error) =>
                {
                    tries += 1;
                }
                done => break done,
            }
        }
    }};
}

/// What a provider sent along with a browser.
#[derive(Debug, Clone, Default)]
pub struct ProviderAnswer {
    pub code: Option<String>,
    pub error: Option<String>,
    /// The issuer (RFC 9207).
    pub issuer: Option<String>,
    /// Whether something in it stands there twice.
    pub is_ambiguous: bool,
}

/// Where the browser goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Landing {
    /// To the page that exchanges this code, and then to this path.
    SignedIn { code: Confidential, to: String },
    /// Back to the profile.
    Linked,
}

/// Somebody at a provider.
pub(super) struct PersonThere {
    pub(super) token: IdToken,
    id_token: Confidential,
    access: Option<Confidential>,
}

/// Takes the answer to a flow.
pub async fn callback(ports: &Ports, flow: Flow, answer: ProviderAnswer, request: Request) -> Result<Landing> {
    let client = Arc::clone(ports.providers.named(flow.provider.as_str())?);
    let landed = land(ports, &client, &flow, &answer, request).await;
    if let Err(Error::SignIn(error)) = &landed {
        error.note(ports, request).await?;
    }
    landed
}

async fn land(
    ports: &Ports,
    client: &ProviderClient,
    flow: &Flow,
    answer: &ProviderAnswer,
    request: Request,
) -> Result<Landing> {
    use_up(ports, client, flow, answer, request).await?;
    let person = prove(ports, client, flow, answer).await?;
    match flow.purpose {
        Purpose::SignIn => sign_in(ports, client, person, request, &flow.to).await,
        Purpose::Link { user, session } => link(ports, client, person, (user, session), request).await,
    }
}

/// Takes state and code, each of which counts once. They are kept until the flow would have ended, with which they are void anyway.
async fn use_up(
    ports: &Ports,
    client: &ProviderClient,
    flow: &Flow,
    answer: &ProviderAnswer,
    request: Request,
) -> Result<()> {
    let issuer = client.provider().issuer.as_str();
    let state = (format!("state {}", flow.state), flow_ends_at(flow.began));
    let code = answer.code.as_ref().map(|code| (format!("code of {issuer} {code}"), flow_ends_at(ports.clock.now())));
    let work = ports.store.begin().await?;
    if !has_place(work.as_ref(), ports, request).await? {
        return Err(Fails(client.provider()).failed("too many answers from this IP address have failed"));
    }
    let mut is_new = true;
    for (once, ends_at) in std::iter::once(state).chain(code) {
        is_new &= work.sign_in_flows().use_up(&ports.secrets.fingerprint(&once), ends_at).await?;
    }
    work.commit().await?;
    if is_new { Ok(()) } else { Err(Fails(client.provider()).failed("its state or code has come before")) }
}

/// Who the provider says that the browser belongs to.
async fn prove(ports: &Ports, client: &ProviderClient, flow: &Flow, answer: &ProviderAnswer) -> Result<PersonThere> {
    let provider = client.provider();
    let fails = Fails(provider);
    if answer.is_ambiguous {
        return Err(fails.failed("the answer says something twice"));
    }
    let document = client.document().await.map_err(|fault| fails.fault(fault))?;
    check_answer_issuer(answer.issuer.as_deref(), &document.issuer, document.names_issuer_in_answer)
        .map_err(|_| fails.failed("the answer is that of another issuer"))?;
    let code = match (answer.error.as_deref(), answer.code.as_deref()) {
        (Some("access_denied"), _) => return Err(fails.with(SignInFailure::Cancelled)),
        (Some(error), _) => {
            return Err(fails.failed(format!("the provider answered with the error: {}", error_code(Some(error)))));
        }
        (None, Some(code)) if code.len() <= CODE_MAX => code,
        (None, _) => return Err(fails.failed("the answer has no code")),
    };
    let callback = provider.callback(&ports.providers.public_url);
    let tokens = client.redeem(code, &flow.verifier, &callback).await.map_err(|fault| fails.fault(fault))?;
    let token = client.id_token(&tokens.id_token.0, &flow.nonce).await.map_err(|fault| fails.token(fault))?;
    Ok(PersonThere { token, id_token: tokens.id_token, access: tokens.access })
}

impl PersonThere {
    /// The same with the claims at the paths `wanted`, as far as the provider tells them. While it is away the sign-in goes on without
    /// them, unless one of those at `vital` is missing: it might come out otherwise.
    pub(super) async fn with_claims(self, client: &ProviderClient, wanted: &[&str], vital: &[&str]) -> Result<Self> {
        let has_vital = vital.iter().all(|path| self.token.claims.at(path).is_some());
        match client.complete(self.token.clone(), wanted, self.access.as_ref()).await {
            Ok(token) => Ok(Self { token, ..self }),
            // It tells nothing more.
            Err(TokenFault::Provider(ProviderFault::Answer(_))) => Ok(self),
            Err(TokenFault::Provider(ProviderFault::Away(_))) if has_vital => Ok(self),
            Err(fault) => Err(Fails(client.provider()).token(fault)),
        }
    }
}

async fn sign_in(
    ports: &Ports,
    client: &ProviderClient,
    person: PersonThere,
    request: Request,
    to: &str,
) -> Result<Landing> {
    let provider = client.provider();
    let is_linked = account::is_linked(ports, provider, &person.token.subject).await?;
    let (wanted, vital) = claims_of(provider, is_linked);
    let person = person.with_claims(client, &wanted, &vital).await?;
    let PersonThere { token, id_token, .. } = person;
    let may_be_new = !is_linked && provider.unknown_people == UnknownPeople::BecomeEmployees;
    let hr = if may_be_new { human_resources(ports).await? } else { Vec::new() };
    let Placed { identity, standing } = again!(place(ports, client, &token, &hr, request))?;
    let who = (identity.user, standing.role);
    let mapped = again!(give_role(ports, provider, &token.claims, identity.user, request))?;
    let made = ports.secrets.link_token()?;
    let code = SignInCode {
        fingerprint: made.fingerprint,
        user: identity.user,
        began: ProviderSession { issuer: provider.issuer.as_str().to_owned(), there: token.session.clone(), id_token },
        expires_at: ports.clock.now() + CODE_LIFETIME,
    };
    let entering = Entering { identity, origin: Origin::person(who.0, who.1, request), mapped, code };
    again!(enter(ports, &entering, &token.claims))?;
    Ok(Landing::SignedIn { code: made.token, to: to.to_owned() })
}

/// A sign-in that was decided.
struct Entering {
    identity: Identity,
    origin: Origin,
    mapped: Mapped,
    code: SignInCode,
}

/// Notes the use of the link, and keeps the code for the page.
async fn enter(ports: &Ports, entering: &Entering, claims: &ClaimValue) -> Result<()> {
    let Entering { identity, origin, mapped, code } = entering;
    let moment = ports.moment();
    let work = ports.begin(&moment, *origin).await?;
    let email = told_email(claims).or_else(|| identity.email.clone());
    work.identities().note_use(identity.id, email.as_deref(), mapped.is_set, moment.now).await?;
    work.sign_in_flows().keep_code(code).await?;
    if let Some(refused) = &mapped.refused {
        work.record(refused.clone(), Vec::new()).await?;
    }
    Ok(work.commit().await?)
}

/// Whether another writer got in the way, such as another callback of the same person.
pub(super) fn got_in_the_way(error: &Error) -> bool {
    use UniqueKey::{Identity, IdentityOfIssuer};
    let is_race = matches!(
        error,
        Error::Conflict(Conflict::EmailTaken | Conflict::AccountChanged)
            | Error::Store(StoreError::Conflict(Identity | IdentityOfIssuer))
    );
    is_race || error.is_clash()
}
