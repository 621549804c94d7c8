//! The page that the callback leads to exchanges its code for a session, or for the sentence of a failure.

use super::failed::SignInError;
use crate::events::Request;
use crate::ports::PersonName;
use crate::sessions::events::Outcome;
use crate::sessions::places::expired;
use crate::sessions::start::{SignedIn, Starting, may_sign_in, note_failure, start};
use crate::{Error, Ports, Result};
use domain::id::{SessionId, UserId};

/// Signs in with the code of a callback, once, and ends the person's earlier session. The code of a failed callback has its failure.
/// `is_its_browser`: whether it comes from the browser to which it was given. In another one somebody may have planted it, so that its
/// owner works in a stranger's account.
pub async fn exchange(ports: &Ports, code: &str, is_its_browser: bool, request: Request) -> Result<SignedIn> {
    if let Some((failed, until)) = SignInError::open(ports, code) {
        return Err(if ports.clock.now() < until { failed.into() } else { expired() });
    }
    if !is_its_browser {
        return Err(expired());
    }
    let (user, answer) = take(ports, code, request).await?;
    let outcome = match &answer {
        Err(Error::AccountBlocked) => Outcome::Blocked,
        Err(Error::AccountInactive) => Outcome::Inactive,
        _ => return answer,
    };
    note_failure(ports, Some(user), outcome, request, ports.clock.now()).await?;
    answer
}

/// Whose code it is, and what becomes of it.
async fn take(ports: &Ports, code: &str, request: Request) -> Result<(UserId, Result<SignedIn>)> {
    let moment = ports.moment();
    let work = ports.store.begin().await?;
    let code = work.sign_in_flows().take_code(&ports.secrets.fingerprint(code)).await?;
    let code = code.filter(|code| moment.now < code.expires_at).ok_or_else(expired)?;
    let user = code.user;
    let account = work.people().for_change(user).await?.ok_or_else(expired)?;
    let mut login = work.people().lock_login(user).await?.ok_or_else(expired)?;
    if let Err(refused) = may_sign_in(&login) {
        work.commit().await?;
        return Ok((user, Err(refused)));
    }
    // A link that was removed meanwhile is no way in.
    let issuer = &code.began.issuer;
    ports.providers.with_issuer(issuer).ok_or_else(expired)?;
    if !work.identities().of(user).await?.iter().any(|link| link.issuer == *issuer) {
        return Err(expired());
    }
    if login.is_first_login {
        // Nobody else is to come in by a password that was written in a mail.
        work.people().set_password(user, None, false, moment.now).await?;
        work.resets().drop_link(user).await?;
        login.is_first_login = false;
    }
    let starting = Starting {
        session: SessionId::new(ports.ids.random()),
        person: PersonName { id: user, employee_id: account.employee_id, name: account.name },
        email: account.email.to_string(),
        login,
        request,
        has_second_factor: false,
        provider: Some(code.began),
        also: Vec::new(),
    };
    start(ports, work, &moment, starting).await.map(|signed_in| (user, Ok(signed_in)))
}
