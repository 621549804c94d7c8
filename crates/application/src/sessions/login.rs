//! Signing in.
//!
//! The attempt takes its place in the budgets before any hashing, and gives it back when a session starts: guesses made in parallel
//! cannot outrun the count, and every failure stays counted. An unknown address does the same work as a wrong password. A person who
//! has signed in from an IP address lately has a separate budget there, so nobody can lock a colleague out. An IP address that is over
//! its budget may be that of an office: a right password is still let in from there while the account's own budget lasts, and a wrong
//! one is answered like one that was not looked at.

use super::super::ports::{self, Claims, NewSession};
use super::Caller;
use super::events::{self, Outcome};
use crate::events::{Event, Origin, Push, Record, Request};
use crate::throttling::{Bucket, give_back, take_places, unless_overloaded};
use crate::{Error, Invalid, Moment, Ports, Result};
use domain::Instant;
use domain::id::{SessionId, UserId};
use domain::person::{EmailAddress, EmailError, PASSWORD_MAX, PasswordError, Role};
use domain::session::{SessionEnd, expires_at};
use domain::throttle::{Budget, KNOWN_FOR};
use ports::{Login, PersonName, UnitOfWork};

#[derive(Clone)]
pub struct Credentials {
    pub email: String,
    pub password: String,
    pub request: Request,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// The token, for the `Authorization` header.
    pub token: String,
    pub person: PersonName,
    pub email: String,
    pub role: Role,
    /// Whether the generated password has to be changed first.
    pub is_first_login: bool,
}

/// Signs in, and ends the person's earlier session.
pub async fn login(ports: &Ports, typed: Credentials) -> Result<SignedIn> {
    let email = validate(&typed)?;
    let moment = ports.moment();
    let now = moment.now;
    let address = typed.request.counted_address();
    let found = ports.reads.people().credentials(email.as_str(), &address, now - KNOWN_FOR).await?;

    let known = found.as_ref().filter(|account| account.is_known_address);
    let usual = buckets(ports, email.as_str(), &address, known);
    let (buckets, over_budget) = match take_places(ports, &usual, now).await {
        Ok(()) => (usual, None),
        Err(full @ Error::Throttled { .. }) if known.is_none() => {
            let crowded = crowded_buckets(ports, email.as_str(), &address);
            match take_places(ports, &crowded, now).await {
                Ok(()) => (crowded, Some(full)),
                Err(Error::Throttled { .. }) => return Err(full),
                Err(other) => return Err(other),
            }
        }
        Err(other) => return Err(other),
    };

    let hash = found.as_ref().map(|account| account.login.hash.clone());
    let is_right = unless_overloaded(ports, &buckets, now, ports.passwords.verify(&typed.password, hash)).await?;
    let user = found.as_ref().map(|account| account.person.id);
    let answer = match found.filter(|_| is_right) {
        Some(account) => start_session(ports, account, typed.request, &buckets, &moment).await,
        None => Err(Error::InvalidCredentials),
    };
    let outcome = match &answer {
        Err(Error::InvalidCredentials) if user.is_none() => Outcome::UnknownAddress,
        Err(Error::InvalidCredentials) => Outcome::WrongPassword,
        Err(Error::AccountBlocked) => Outcome::Blocked,
        Err(Error::AccountInactive) => Outcome::Inactive,
        _ => return answer,
    };
    note_failure(ports, events::sign_in_failed(user, outcome), typed.request, now).await?;
    match (answer, over_budget) {
        (Err(Error::InvalidCredentials), Some(full)) => Err(full),
        (answer, _) => answer,
    }
}

/// Records why nobody was signed in: for an unknown address with the same statements as for a wrong password, so that nobody learns
/// which. How often this happens is bounded by the budgets.
async fn note_failure(ports: &Ports, what: Record, request: Request, now: Instant) -> Result<()> {
    let event = Event::new(ports, now, Origin::visitor(request), what, Vec::new());
    let work = ports.store.begin().await?;
    work.events().append(&[event]).await?;
    Ok(work.commit().await?)
}

/// The account of a caller who proves their password once more, and the budgets in which that counts, as a login would.
pub(crate) async fn own_account(
    ports: &Ports,
    caller: &Caller,
    now: Instant,
) -> Result<(ports::Credentials, Vec<Bucket>)> {
    let address = caller.request.counted_address();
    let found = ports.reads.people().credentials(&caller.email, &address, now - KNOWN_FOR).await?;
    let account = found.ok_or(Error::NotFound("User"))?;
    let known = Some(&account).filter(|account| account.is_known_address);
    let buckets = buckets(ports, &caller.email, &address, known);
    Ok((account, buckets))
}

/// The budgets in which a password check counts, each with its limit. `known`: the account, where it has signed in
/// from `address` lately.
fn buckets(ports: &Ports, email: &str, address: &str, known: Option<&ports::Credentials>) -> Vec<Bucket> {
    if let Some(account) = known {
        let bucket = format!("{}{address}", known_buckets(account.person.id));
        return vec![(bucket, Budget::logins(ports.limits.login_account))];
    }
    // Always in this order, so that two checks that share both buckets never deadlock.
    vec![
        (format!("address:{address}"), Budget::logins(ports.limits.login_address)),
        (account_bucket(email), Budget::logins(ports.limits.login_account)),
    ]
}

/// The budgets of a password check from an IP address whose own is used up. The account's stays what it is.
fn crowded_buckets(ports: &Ports, email: &str, address: &str) -> Vec<Bucket> {
    vec![
        (format!("crowded:{address}"), Budget::crowded()),
        (account_bucket(email), Budget::logins(ports.limits.login_account)),
    ]
}

/// The bucket in which the failed logins of one account are counted.
fn account_bucket(email: &str) -> String {
    // Long addresses still fit the key, and two of them share a bucket only if they share 160 characters.
    format!("account:{}", email.chars().take(160).collect::<String>())
}

/// How the names of the buckets begin in which the failed logins at a person's known addresses are counted.
fn known_buckets(user: UserId) -> String {
    format!("known:{user}:")
}

/// Forgets the failed logins of an account. It comes before the account is locked, as a login takes the two in this order.
pub(crate) async fn forget_failures(work: &dyn UnitOfWork, user: UserId, email: &str) -> Result<()> {
    Ok(work.throttles().forget(&account_bucket(email), &known_buckets(user), user).await?)
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

async fn start_session(
    ports: &Ports,
    account: ports::Credentials,
    request: Request,
    buckets: &[Bucket],
    moment: &Moment,
) -> Result<SignedIn> {
    let now = moment.now;
    let user = account.person.id;
    let address = request.counted_address();
    let session = NewSession {
        id: SessionId::new(ports.ids.random()),
        user,
        created_at: now,
        expires_at: expires_at(now, &moment.rules),
        address: address.clone(),
    };
    let work = ports.store.begin().await?;
    give_back(work.as_ref(), buckets, now).await?;
    // Asked again under the lock: the password may have changed, or the account been blocked, while it was hashed.
    let Some(login) = work.people().lock_login(user).await?.filter(|login| login.hash == account.login.hash) else {
        return Err(Error::InvalidCredentials);
    };
    may_sign_in(&login)?;
    let earlier = work.sessions().end_live(user, SessionEnd::AnotherDevice, now).await?;
    work.sessions().start(&session).await?;
    work.sessions().remember_address(user, &address, now).await?;
    let pushes = earlier.map(|session| Push::SessionEnded { session, end: SessionEnd::AnotherDevice });
    let origin = Origin { session: Some(session.id), ..Origin::person(user, login.role, request) };
    let what = events::signed_in(user, session.id);
    work.events().append(&[Event::new(ports, now, origin, what, pushes.into_iter().collect())]).await?;
    work.commit().await?;
    let token = ports.tokens.issue(Claims { user, session: session.id }, now, session.expires_at);
    Ok(SignedIn {
        token,
        person: account.person,
        email: account.email,
        role: login.role,
        is_first_login: login.is_first_login,
    })
}

fn may_sign_in(login: &Login) -> Result<()> {
    if login.is_blocked {
        return Err(Error::AccountBlocked);
    }
    if !login.is_active {
        return Err(Error::AccountInactive);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
