//! Signing out: at the provider as well as here, and here because somebody signed out at the provider (sign-in.md 1.2).

use crate::events::{Origin, Push, Request};
use crate::ports::{ProviderSession, ProviderSignIns};
use crate::sessions::events::signed_out;
use crate::{Ports, Result};
use domain::session::SessionEnd;
use domain::sign_in::logout_token_ends_at;

/// The longest ID token that stands in an address, in bytes: servers refuse addresses above some 8,000. The rest says enough.
const HINT_MAX: usize = 4_000;

/// Where a browser goes on to sign out at a provider as well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaving {
    /// The address there, which may have a query already.
    pub endpoint: String,
    /// What is added to its query.
    pub query: Vec<(&'static str, String)>,
}

/// Where somebody goes on whose session has ended; `None` where its provider has no such place, is no longer set, or cannot be asked.
pub async fn leaving(ports: &Ports, began: ProviderSession) -> Option<Leaving> {
    let client = ports.providers.with_issuer(&began.issuer)?;
    let endpoint = client.document().await.ok()?.end_session.as_ref()?.as_str().to_owned();
    let hint = Some(began.id_token.0).filter(|token| token.len() <= HINT_MAX);
    let mut query: Vec<_> = hint.map(|token| ("id_token_hint", token)).into_iter().collect();
    query.push(("client_id", client.provider().client_id.clone()));
    query.push(("post_logout_redirect_uri", format!("{}/login", ports.providers.public_url)));
    Some(Leaving { endpoint, query })
}

/// What a logout token came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogoutThere {
    Done,
    /// It does not count; why is for the log alone.
    Refused(String),
}

/// Ends the sessions that a logout token of the provider with this name is about (back-channel logout).
pub async fn end_there(ports: &Ports, name: &str, token: &str, request: Request) -> Result<LogoutThere> {
    let client = ports.providers.named(name)?;
    let provider = client.provider();
    let token = match client.logout_token(token).await {
        Ok(token) => token,
        Err(fault) => return Ok(LogoutThere::Refused(fault.to_string())),
    };
    let issuer = provider.issuer.as_str();
    let once = ports.secrets.fingerprint(&format!("logout token of {issuer} {}", token.id));
    let moment = ports.moment();
    let work = ports.begin(&moment, Origin::visitor(request)).await?;
    if !work.sign_in_flows().use_up(&once, logout_token_ends_at(moment.now)).await? {
        return Ok(LogoutThere::Refused("the token has come before".to_owned()));
    }
    let user = match &token.subject {
        Some(subject) => work.identities().find(issuer, subject).await?.map(|link| link.user),
        None => None,
    };
    let which = match (token.session, user) {
        (Some(there), user) => Some(ProviderSignIns::OfSession { there, user }),
        (None, Some(user)) => Some(ProviderSignIns::OfUser(user)),
        // Nobody here belongs to the subject.
        (None, None) => None,
    };
    if let Some(which) = which {
        work.sign_in_flows().drop_codes(issuer, &which).await?;
        let end = SessionEnd::Logout;
        for (user, session) in work.sessions().end_of_provider(issuer, &which, end, moment.now).await? {
            let what = signed_out(user, session, Some(provider.name.as_str()));
            work.record(what, vec![Push::SessionEnded { session, end }]).await?;
        }
    }
    work.commit().await?;
    Ok(LogoutThere::Done)
}
