//! The budgets in which checks of passwords and codes count: places are taken before anything is checked, and given back when it
//! was right.
//!
//! A person who has signed in from an IP address lately has a separate budget there, so nobody can lock a colleague out. An IP
//! address that is over its budget may be that of an office: a right password is still let in from there while the account's own
//! budget lasts, and a wrong one is answered like one that was not looked at.

use super::Caller;
use crate::ports::{Credentials, Ticket, UnitOfWork};
use crate::throttling::{Bucket, give_back, take_place};
use crate::{Error, Invalid, Ports, Result};
use domain::Instant;
use domain::id::UserId;
use domain::second_factor::SIGN_IN_EXPIRED;
use domain::throttle::{Budget, KNOWN_FOR};

/// The places that a sign-in has taken.
pub(super) struct Places {
    pub(super) buckets: Vec<Bucket>,
    /// What is answered in place of a failure, where the IP address is over its budget.
    pub(super) over_budget: Option<Error>,
}

impl Places {
    /// Takes the places of a sign-in to the account with the address `email`. `known`: the account, where it has signed in from
    /// `address` lately. `ticket`: of the second step, which is over where the ticket was tried too often.
    pub(super) async fn take(
        ports: &Ports,
        (email, address): (&str, &str),
        known: Option<&Credentials>,
        ticket: Option<&Ticket>,
        now: Instant,
    ) -> Result<Self> {
        let usual = buckets(ports, email, address, known);
        match take_all(ports, &usual, ticket, now).await {
            Err(full @ Error::Throttled { .. }) if known.is_none() => {
                let crowded = crowded_buckets(ports, email, address);
                match take_all(ports, &crowded, ticket, now).await {
                    Err(Error::Throttled { .. }) => Err(full),
                    taken => Ok(Self { buckets: taken?, over_budget: Some(full) }),
                }
            }
            taken => Ok(Self { buckets: taken?, over_budget: None }),
        }
    }

    /// Gives them back within a unit of work that does more.
    pub(super) async fn give_back(&self, work: &dyn UnitOfWork, taken_at: Instant) -> Result<()> {
        give_back(work, &self.buckets, taken_at).await
    }
}

/// Takes a place in each bucket and in that of the ticket, or in none, and returns the buckets.
async fn take_all(ports: &Ports, buckets: &[Bucket], ticket: Option<&Ticket>, now: Instant) -> Result<Vec<Bucket>> {
    let work = ports.store.begin().await?;
    for (bucket, budget) in buckets {
        take_place(work.as_ref(), bucket, *budget, now).await?;
    }
    let codes = ticket.map(|ticket| (format!("ticket:{}", ticket.session), Budget::codes()));
    if let Some((bucket, budget)) = &codes {
        take_place(work.as_ref(), bucket, *budget, now).await.map_err(|why| match why {
            Error::Throttled { .. } => expired(),
            other => other,
        })?;
    }
    work.commit().await?;
    Ok(buckets.iter().cloned().chain(codes).collect())
}

/// The second step took too long, or was tried too often.
pub(crate) fn expired() -> Error {
    Invalid::message(SIGN_IN_EXPIRED).into()
}

/// The account of a caller who proves their password or a code once more, and the budgets in which that counts, as a login would.
pub(crate) async fn own_account(ports: &Ports, caller: &Caller, now: Instant) -> Result<(Credentials, Vec<Bucket>)> {
    let address = caller.request.counted_address();
    let found = ports.reads.people().credentials(&caller.email, &address, now - KNOWN_FOR).await?;
    let account = found.ok_or(Error::NotFound("User"))?;
    let known = Some(&account).filter(|account| account.is_known_address);
    let buckets = buckets(ports, &caller.email, &address, known);
    Ok((account, buckets))
}

/// The budgets in which a check counts, each with its limit.
fn buckets(ports: &Ports, email: &str, address: &str, known: Option<&Credentials>) -> Vec<Bucket> {
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

/// The budgets of a check from an IP address whose own is used up. The account's stays what it is.
fn crowded_buckets(ports: &Ports, email: &str, address: &str) -> Vec<Bucket> {
    vec![
        (format!("crowded:{address}"), Budget::crowded()),
        (account_bucket(email), Budget::logins(ports.limits.login_account)),
    ]
}

/// The bucket in which the failed logins of one account are counted.
pub(super) fn account_bucket(email: &str) -> String {
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
