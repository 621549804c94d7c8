//! Proofs that a caller knows their password and has their second factor.

use crate::ports::{Credentials, Login, SecondFactor, UnitOfWork};
use crate::sessions::Caller;
use crate::sessions::places::own_account;
use crate::throttling::{Bucket, give_back, take_places, unless_overloaded};
use crate::work::Work;
use crate::{Error, Invalid, Moment, Ports, Result};
use domain::Instant;
use domain::id::UserId;
use domain::person::PASSWORD_MAX;
use domain::second_factor::{TypedCode, WRONG_CODE, steps_that_hold};

/// A caller whose password was right, and whose place in the budgets is still taken.
pub(super) struct Proved {
    account: Credentials,
    pub(super) buckets: Vec<Bucket>,
}

impl Proved {
    /// Checks the caller's password, like any other.
    pub(super) async fn by_password(ports: &Ports, caller: &Caller, password: &str, now: Instant) -> Result<Self> {
        let (account, buckets) = own_account(ports, caller, now).await?;
        take_places(ports, &buckets, now).await?;
        let hash = account.login.hash.clone();
        let is_possible = password.chars().count() <= PASSWORD_MAX;
        if !is_possible || !unless_overloaded(ports, &buckets, now, ports.passwords.verify(password, hash)).await? {
            return Err(incorrect());
        }
        Ok(Self { account, buckets })
    }

    /// Begins the unit of work in which the place is given back. Asks again under the lock: the password may have been changed
    /// elsewhere while it was hashed.
    pub(super) async fn begin<'a>(
        &self,
        ports: &'a Ports,
        moment: &'a Moment,
        caller: &Caller,
    ) -> Result<(Work<'a>, Login)> {
        let work = ports.begin(moment, caller).await?;
        give_back(&*work, &self.buckets, moment.now).await?;
        let login = work.people().lock_login(caller.actor.id).await?;
        let login = login.filter(|login| login.hash == self.account.login.hash).ok_or_else(incorrect)?;
        Ok((work, login))
    }
}

fn incorrect() -> Error {
    Invalid::field("password", "Current password is incorrect").into()
}

/// The code is wrong, was used before, or is not one.
pub(crate) fn wrong_code() -> Error {
    Invalid::field("code", WRONG_CODE).into()
}

/// What was used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Used {
    OneTimeCode,
    RecoveryCode,
}

/// Uses a code up, or refuses it. The caller has locked the login of the person.
pub(crate) async fn use_code(
    ports: &Ports,
    work: &dyn UnitOfWork,
    user: UserId,
    factor: &SecondFactor,
    code: &TypedCode,
    now: Instant,
) -> Result<Used> {
    let (kind, is_right) = match code {
        TypedCode::OneTime(code) => {
            let steps = steps_that_hold(now, factor.last_step);
            let is_right = match ports.codes.step_of(&factor.key, code, &steps) {
                Some(step) => work.second_factors().use_step(user, step, now).await?,
                None => false,
            };
            (Used::OneTimeCode, is_right)
        }
        TypedCode::Recovery(code) => {
            let fingerprint = ports.codes.recovery_fingerprint(&factor.key, code);
            (Used::RecoveryCode, work.second_factors().use_recovery_code(user, &fingerprint).await?)
        }
    };
    if is_right { Ok(kind) } else { Err(wrong_code()) }
}
