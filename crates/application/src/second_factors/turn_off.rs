//! What people do with a second factor of theirs that is set up: turning it off, and having new recovery codes.

use super::events::{recovery_code_used, recovery_codes_made, second_factor_removed};
use super::prove::{Proved, Used, use_code, wrong_code};
use super::set_up::make_recovery_codes;
use super::{SecondFactorNews, tell};
use crate::ports::{Login, SecondFactor};
use crate::sessions::Caller;
use crate::throttling::give_all_back;
use crate::work::Work;
use crate::{Conflict, Moment, Ports, Result};
use domain::second_factor::TypedCode;
use domain::sign_in::PasswordUse;

/// What a caller types to prove who they are.
#[derive(Clone)]
pub struct Proof {
    pub password: String,
    /// Of the app, or a recovery code.
    pub code: String,
}

/// Turns the caller's second factor off, where neither their role nor a break-glass account needs it. The session goes on.
pub async fn turn_off(ports: &Ports, caller: &Caller, typed: &Proof) -> Result<()> {
    let moment = ports.moment();
    let (user, now) = (caller.actor.id, moment.now);
    let Proven { proved, work, login, .. } = prove(ports, caller, typed, &moment).await?;
    let opens_in_need = login.is_break_glass && ports.providers.passwords == PasswordUse::BreakGlass;
    if opens_in_need || moment.rules.second_factor.includes(login.role) {
        // The code is not used up, and nothing was wrong.
        drop(work);
        give_all_back(ports, &proved.buckets, now).await?;
        return Err(Conflict::SecondFactorNeeded.into());
    }
    work.second_factors().remove(user).await?;
    tell(&work, user, SecondFactorNews::Removed).await?;
    work.record(second_factor_removed(user), Vec::new()).await?;
    Ok(work.commit().await?)
}

/// Replaces the caller's recovery codes, and returns the new ones, which are shown once.
pub async fn new_recovery_codes(ports: &Ports, caller: &Caller, typed: &Proof) -> Result<Vec<String>> {
    let moment = ports.moment();
    let Proven { work, factor, .. } = prove(ports, caller, typed, &moment).await?;
    let user = caller.actor.id;
    let codes = make_recovery_codes(&work, user, &factor.key).await?;
    work.record(recovery_codes_made(user), Vec::new()).await?;
    work.commit().await?;
    Ok(codes)
}

/// A caller who has proved both, in the unit of work that holds their account.
struct Proven<'a> {
    proved: Proved,
    work: Work<'a>,
    login: Login,
    factor: SecondFactor,
}

/// Checks password and code, and uses the code up. A wrong code counts like a wrong password.
async fn prove<'a>(ports: &'a Ports, caller: &Caller, typed: &Proof, moment: &'a Moment) -> Result<Proven<'a>> {
    let proved = Proved::by_password(ports, caller, &typed.password, moment.now).await?;
    let code = TypedCode::parse(&typed.code);
    let (work, login) = proved.begin(ports, moment, caller).await?;
    let Some(factor) = work.second_factors().of(caller.actor.id).await? else {
        // The password was right.
        work.commit().await?;
        return Err(Conflict::NoSecondFactor.into());
    };
    let code = code.ok_or_else(wrong_code)?;
    let user = caller.actor.id;
    if use_code(ports, &*work, user, &factor, &code, moment.now).await? == Used::RecoveryCode {
        work.record(recovery_code_used(user), Vec::new()).await?;
    }
    Ok(Proven { proved, work, login, factor })
}
