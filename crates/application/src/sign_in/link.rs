//! Somebody who is signed in links their account at a provider.

use super::ProviderClient;
use super::account::keep_link;
use super::callback::{Landing, PersonThere};
use super::failed::Fails;
use super::letter::tell_owner;
use crate::events::{Origin, Request};
use crate::ports::SessionView;
use crate::{Error, Ports, Result};
use domain::id::{SessionId, UserId};
use domain::person::EmailAddress;
use domain::sign_in::{IdToken, SignInFailure, email_that_counts};

/// Links it to the account of `user`, whose session has to be live.
pub(super) async fn link(
    ports: &Ports,
    client: &ProviderClient,
    person: PersonThere,
    (user, session): (UserId, SessionId),
    request: Request,
) -> Result<Landing> {
    let provider = client.provider();
    let fails = Fails(provider);
    let is_address_looked_at = !provider.domains.admit_all();
    let vital: &[&str] = if is_address_looked_at { &["email"] } else { &[] };
    let person = person.with_claims(client, &["email", "email_verified"], vital).await?;
    if is_address_looked_at {
        email_that_counts(provider, &person.token.claims).map_err(|failure| match failure {
            SignInFailure::NoAccount(_) => fails.failed("the domain of the address is not admitted"),
            other => fails.with(other),
        })?;
    }
    let moment = ports.moment();
    let live = ports.reads.sessions().session(session, moment.today).await?;
    let is_live = |session: &SessionView| {
        session.person.id == user && session.ended.is_none() && moment.now < session.expires_at && session.may_act
    };
    if !live.as_ref().is_some_and(is_live) {
        return Err(fails.failed("the session that wanted the link has ended"));
    }
    again!(keep(ports, client, (user, session), &person.token, request))
}

async fn keep(
    ports: &Ports,
    client: &ProviderClient,
    (user, session): (UserId, SessionId),
    token: &IdToken,
    request: Request,
) -> Result<Landing> {
    let provider = client.provider();
    let fails = Fails(provider);
    let moment = ports.moment();
    let mut work = ports.begin(&moment, Origin::visitor(request)).await?;
    let login = work.people().lock_login(user).await?.ok_or(Error::NotFound("User"))?;
    work.origin = Origin { session: Some(session), ..Origin::person(user, login.role, request) };
    if let Some(identity) = work.identities().find(provider.issuer.as_str(), &token.subject).await? {
        let email = token.claims.text("email").and_then(|email| EmailAddress::parse(email).ok());
        return match email {
            _ if identity.user == user => Ok(Landing::Linked),
            Some(email) => Err(fails.with(SignInFailure::LinkedElsewhere(email))),
            None => Err(fails.failed("the account there is linked to somebody else")),
        };
    }
    let links = work.identities().of(user).await?;
    if links.iter().any(|link| link.issuer == provider.issuer.as_str()) {
        return Err(fails.failed("the account has another link to the provider, which no other replaces"));
    }
    keep_link(&work, provider, user, token).await?;
    tell_owner(&work, user, provider).await?;
    work.commit().await?;
    Ok(Landing::Linked)
}
