//! Setting up a second factor: a key, and then a code that shows that the app has it.
//!
//! The key waits in the database between the two, so that any instance can answer the second.

use super::events::second_factor_set;
use super::prove::{Proved, wrong_code};
use super::{SecondFactorNews, tell};
use crate::mail::Confidential;
use crate::ports::{NewRecoveryCode, WaitingKey};
use crate::sessions::Caller;
use crate::sessions::places::own_account;
use crate::throttling::{give_back, take_places};
use crate::work::Work;
use crate::{Conflict, Ports, Result};
use domain::id::{CredentialId, UserId};
use domain::second_factor::{FactorKey, TypedCode, is_key_open, steps_that_hold};
use domain::settings::Key;

/// A key for an app, which waits for its first code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFactor {
    pub key: FactorKey,
    /// What the QR code says.
    pub uri: Confidential,
}

impl NewFactor {
    /// For the account with this address.
    pub(crate) fn of(ports: &Ports, key: FactorKey, email: &str) -> Self {
        let in_force = ports.policy.in_force();
        let uri = key.uri(in_force.settings.text(Key::OrganisationName), email);
        Self { key, uri: Confidential(uri) }
    }
}

/// Makes a key for the caller's app. A repeat makes another one.
pub async fn begin(ports: &Ports, caller: &Caller, password: &str) -> Result<NewFactor> {
    let moment = ports.moment();
    let proved = Proved::by_password(ports, caller, password, moment.now).await?;
    let key = ports.codes.key()?;
    let user = caller.actor.id;
    let (work, _) = proved.begin(ports, &moment, caller).await?;
    if work.second_factors().of(user).await?.is_some() {
        // The password was right.
        work.commit().await?;
        return Err(Conflict::SecondFactorSet.into());
    }
    let waiting = WaitingKey { key: key.clone(), made_at: moment.now };
    work.second_factors().keep_key(user, CredentialId::new(ports.ids.next()), &waiting).await?;
    work.commit().await?;
    Ok(NewFactor::of(ports, key, &caller.email))
}

/// Makes the key the caller's second factor, and returns the recovery codes, which are shown once. A wrong code counts like a wrong
/// password.
pub async fn confirm(ports: &Ports, caller: &Caller, code: &str) -> Result<Vec<String>> {
    let moment = ports.moment();
    let (user, now) = (caller.actor.id, moment.now);
    let Some(TypedCode::OneTime(code)) = TypedCode::parse(code) else { return Err(wrong_code()) };
    let (_, buckets) = own_account(ports, caller, now).await?;
    take_places(ports, &buckets, now).await?;
    let work = ports.begin(&moment, caller).await?;
    // Before the account is locked, as in a login. A wrong code leaves the unit of work without a commit, and stays counted.
    give_back(&*work, &buckets, now).await?;
    work.people().lock_login(user).await?;
    let waiting = work.second_factors().waiting_key(user).await?.filter(|key| is_key_open(key.made_at, now));
    let Some(WaitingKey { key, .. }) = waiting else {
        let is_set = work.second_factors().of(user).await?.is_some();
        work.commit().await?;
        return Err(if is_set { Conflict::SecondFactorSet } else { Conflict::NoWaitingKey }.into());
    };
    let step = ports.codes.step_of(&key, &code, &steps_that_hold(now, None)).ok_or_else(wrong_code)?;
    work.second_factors().confirm(user, step, now).await?;
    let codes = make_recovery_codes(&work, user, &key).await?;
    tell(&work, user, SecondFactorNews::Set).await?;
    work.record(second_factor_set(user), Vec::new()).await?;
    work.commit().await?;
    Ok(codes)
}

/// Replaces the recovery codes of a factor, and returns them.
pub(super) async fn make_recovery_codes(work: &Work<'_>, user: UserId, key: &FactorKey) -> Result<Vec<String>> {
    let ports = work.ports;
    let codes = ports.codes.recovery_codes()?;
    let kept: Vec<NewRecoveryCode> = codes
        .iter()
        .map(|code| NewRecoveryCode {
            id: CredentialId::new(ports.ids.next()),
            fingerprint: ports.codes.recovery_fingerprint(key, code),
        })
        .collect();
    work.second_factors().replace_recovery_codes(user, &kept, work.moment.now).await?;
    Ok(codes)
}
