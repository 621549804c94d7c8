//! Signing in.
//!
//! The attempt takes its place in the budgets before any hashing, and gives it back when the password is right: guesses made in
//! parallel cannot outrun the count, and every failure stays counted. An unknown address does the same work as a wrong password,
//! and whether there is a second factor is not asked before the password was right.

use super::super::ports;
use super::events::Outcome;
use super::places::Places;
use super::start::{SignedIn, Starting, may_sign_in, note_failure, start};
use crate::events::Request;
use crate::ports::Ticket;
use crate::sign_in::may_sign_in_by_password;
use crate::throttling::unless_overloaded;
use crate::{Error, Invalid, Moment, Ports, Result};
use domain::Instant;
use domain::id::SessionId;
use domain::person::{EmailAddress, EmailError, PASSWORD_MAX, PasswordError};
use domain::second_factor::ticket_expires_at;
use domain::throttle::KNOWN_FOR;

#[derive(Clone)]
pub struct Credentials {
    pub email: String,
    pub password: String,
    pub request: Request,
}

/// What a right password comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoggedIn {
    SignedIn(SignedIn),
    /// A code has to follow. Nobody is signed in yet.
    NeedsCode {
        ticket: String,
        expires_at: Instant,
    },
}

/// Signs in, and ends the person's earlier session; or hands out a ticket for the second step, where the account has a second
/// factor.
pub async fn login(ports: &Ports, typed: Credentials) -> Result<LoggedIn> {
    let email = validate(&typed)?;
    let moment = ports.moment();
    let now = moment.now;
    let address = typed.request.counted_address();
    let found = ports.reads.people().credentials(email.as_str(), &address, now - KNOWN_FOR).await?;

    let known = found.as_ref().filter(|account| account.is_known_address);
    let places = Places::take(ports, (email.as_str(), &address), known, None, now).await?;

    let hash = found.as_ref().and_then(|account| account.login.hash.clone());
    let is_right =
        unless_overloaded(ports, &places.buckets, now, ports.passwords.verify(&typed.password, hash)).await?;
    let user = found.as_ref().map(|account| account.person.id);
    let answer = match found.filter(|_| is_right) {
        Some(account) => go_on(ports, account, typed.request, &places, &moment).await,
        None => Err(Error::InvalidCredentials),
    };
    let outcome = match &answer {
        Err(Error::InvalidCredentials) if user.is_none() => Outcome::UnknownAddress,
        Err(Error::InvalidCredentials) => Outcome::WrongPassword,
        Err(Error::AccountBlocked) => Outcome::Blocked,
        Err(Error::AccountInactive) => Outcome::Inactive,
        Err(Error::PasswordsOff(_)) => Outcome::PasswordsOff,
        _ => return answer,
    };
    note_failure(ports, user, outcome, typed.request, now).await?;
    match (answer, places.over_budget) {
        (Err(Error::InvalidCredentials), Some(full)) => Err(full),
        (answer, _) => answer,
    }
}

fn validate(typed: &Credentials) -> Result<EmailAddress> {
    if typed.email.trim().is_empty() || typed.password.is_empty() {
        return Err(Invalid::message("Please enter both Email and Password").into());
    }
    if typed.password.chars().count() > PASSWORD_MAX {
        return Err(Invalid::field("password", PasswordError::TooLong.sentence()).into());
    }
    EmailAddress::parse(&typed.email).map_err(|why| match why {
        EmailError::Blank => Invalid::message("Please enter both Email and Password").into(),
        EmailError::Malformed => Invalid::field("email", "Please enter a valid email address").into(),
    })
}

async fn go_on(
    ports: &Ports,
    account: ports::Credentials,
    request: Request,
    places: &Places,
    moment: &Moment,
) -> Result<LoggedIn> {
    let (user, now) = (account.person.id, moment.now);
    let work = ports.store.begin().await?;
    places.give_back(work.as_ref(), now).await?;
    // Asked again under the lock: the password may have changed, or the account been blocked, while it was hashed.
    let Some(login) = work.people().lock_login(user).await?.filter(|login| login.hash == account.login.hash) else {
        return Err(Error::InvalidCredentials);
    };
    may_sign_in(&login)?;
    let has_second_factor = work.second_factors().of(user).await?.is_some();
    may_sign_in_by_password(ports, &login, has_second_factor)?;
    let session = SessionId::new(ports.ids.random());
    if has_second_factor {
        work.commit().await?;
        let hash = login.hash.ok_or(Error::InvalidCredentials)?;
        let (password, expires_at) = (ports.secrets.fingerprint(&hash.0), ticket_expires_at(now));
        let ticket = ports.tokens.issue_ticket(&Ticket { user, session, password, expires_at });
        return Ok(LoggedIn::NeedsCode { ticket, expires_at });
    }
    let starting = Starting {
        session,
        person: account.person,
        email: account.email,
        login,
        request,
        provider: None,
        has_second_factor,
        also: Vec::new(),
    };
    start(ports, work, moment, starting).await.map(LoggedIn::SignedIn)
}

#[cfg(test)]
mod tests;
