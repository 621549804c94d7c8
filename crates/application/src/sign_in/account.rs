//! Whose account somebody at a provider opens: the one that is linked, the one with their verified address, or a new one.

use super::ProviderClient;
use super::events::{identity_linked, role_mapped};
use super::failed::Fails;
use super::letter::tell_owner;
use crate::accounts::{Unknown, create_unknown};
use crate::events::{Origin, Request};
use crate::ports::{Identity, PersonView};
use crate::work::Work;
use crate::{Ports, Result};
use domain::id::{IdentityId, UserId};
use domain::person::{EmailAddress, Role, Standing};
use domain::sign_in::{
    AccountOfEmail, ClaimValue, FirstSignIn, IdToken, Provider, RoleMapping, UnknownPeople, email_that_counts,
    first_sign_in, may_enter, names_of,
};

/// An account that is linked, as it stands.
pub(super) struct Placed {
    pub(super) identity: Identity,
    pub(super) standing: Standing,
}

/// The claims that a sign-in asks for, of somebody whose account is linked or not, and those of them that it depends on.
pub(super) fn claims_of(provider: &Provider, is_linked: bool) -> (Vec<&str>, Vec<&str>) {
    let groups = provider.roles.as_ref().map(RoleMapping::claim);
    let vital: Vec<&str> = (!is_linked).then_some("email").into_iter().chain(groups).collect();
    let mut wanted = vital.clone();
    if is_linked {
        // The portal shows an address that differs.
        wanted.push("email");
    } else {
        // A no counts wherever it is said, also where the provider is trusted.
        wanted.push("email_verified");
        if provider.unknown_people == UnknownPeople::BecomeEmployees {
            wanted.extend(["given_name", "family_name"]);
        }
    }
    (wanted, vital)
}

/// Whether this account there is linked to somebody.
pub(super) async fn is_linked(ports: &Ports, provider: &Provider, subject: &str) -> Result<bool> {
    let work = ports.store.begin().await?;
    Ok(work.identities().find(provider.issuer.as_str(), subject).await?.is_some())
}

/// The account of this person, which is linked or created where this is their first sign-in. `hr`: who is told of a new one.
pub(super) async fn place(
    ports: &Ports,
    client: &ProviderClient,
    token: &IdToken,
    hr: &[PersonView],
    request: Request,
) -> Result<Placed> {
    let provider = client.provider();
    let fails = Fails(provider);
    let moment = ports.moment();
    let mut work = ports.begin(&moment, Origin::visitor(request)).await?;
    // Where there is a link, the address is not looked at.
    if let Some(identity) = work.identities().find(provider.issuer.as_str(), &token.subject).await? {
        let account = work.people().for_change(identity.user).await?;
        let standing = account.ok_or_else(|| fails.failed("the linked account is gone"))?.standing;
        may_enter(standing).map_err(|failure| fails.about(Some(identity.user), failure))?;
        return Ok(Placed { identity, standing });
    }
    let email = email_that_counts(provider, &token.claims).map_err(|failure| fails.with(failure))?;
    let account = work.people().for_change_by_email(&email).await?;
    let links = match &account {
        Some(account) => work.identities().of(account.id).await?,
        None => Vec::new(),
    };
    // Another callback of the same person has linked it while this one waited for the account.
    if let (Some(account), Some(link)) = (&account, links.iter().find(|link| is_of(link, provider, token))) {
        may_enter(account.standing).map_err(|failure| fails.about(Some(account.id), failure))?;
        return Ok(Placed { identity: link.clone(), standing: account.standing });
    }
    let found = account.as_ref().map(|account| AccountOfEmail {
        standing: account.standing,
        // Nobody signs in any more by a provider that is not set.
        is_linked: links.iter().any(|link| ports.providers.with_issuer(&link.issuer).is_some()),
    });
    let first = first_sign_in(provider.unknown_people, &email, found)
        .map_err(|failure| fails.about(account.as_ref().map(|account| account.id), failure))?;
    let (user, standing, is_new) = if let (FirstSignIn::Links, Some(account)) = (first, account) {
        (account.id, account.standing, false)
    } else {
        let user = UserId::new(ports.ids.next());
        let mapped = provider.roles.as_ref().and_then(|roles| roles.role(&token.claims));
        let role = mapped.unwrap_or(Role::Employee);
        work.origin = Origin::person(user, role, request);
        let name = names_of(&token.claims, &email);
        let unknown = Unknown { name, email, role, provider: &provider.label };
        let standing = create_unknown(&work, user, unknown, hr).await?;
        if let Some(role) = mapped {
            work.record(role_mapped(user, &provider.name, role), Vec::new()).await?;
        }
        (user, standing, true)
    };
    work.origin = Origin::person(user, standing.role, request);
    let identity = keep_link(&work, provider, user, token).await?;
    if !is_new {
        tell_owner(&work, user, provider).await?;
    }
    work.commit().await?;
    Ok(Placed { identity, standing })
}

/// The address that the provider tells, verified or not, where it can be one.
pub(super) fn told_email(claims: &ClaimValue) -> Option<String> {
    claims.text("email").and_then(|email| EmailAddress::parse(email).ok()).map(|email| email.to_string())
}

/// Whether the link is that of the account there.
fn is_of(link: &Identity, provider: &Provider, token: &IdToken) -> bool {
    link.issuer == provider.issuer.as_str() && link.subject == token.subject
}

/// Links the account there to `user`.
pub(super) async fn keep_link(work: &Work<'_>, provider: &Provider, user: UserId, token: &IdToken) -> Result<Identity> {
    let identity = Identity {
        id: IdentityId::new(work.ports.ids.next()),
        user,
        provider: provider.name.clone(),
        issuer: provider.issuer.as_str().to_owned(),
        subject: token.subject.clone(),
        email: told_email(&token.claims),
        sets_role: false,
        linked_at: work.moment.now,
        last_used_at: None,
    };
    work.identities().link(&identity).await?;
    work.record(identity_linked(user, &provider.name), Vec::new()).await?;
    Ok(identity)
}
