//! The second step of a sign-in: a code, after the right password.
//!
//! A code takes its place in the budgets of the account, as a password does, and in that of its ticket. Which of two uses of one
//! code came first is decided under the lock of the account, and by the database.

use super::BreakGlassUsedLetter;
use super::events::{Outcome, break_glass_used};
use super::places::{Places, expired};
use super::start::{SignedIn, Starting, may_sign_in, note_failure, start};
use crate::events::Request;
use crate::mail::send_to_admins;
use crate::ports::{Credentials, Ticket};
use crate::second_factors::{Used, events::recovery_code_used, use_code, wrong_code};
use crate::sign_in::may_sign_in_by_password;
use crate::{Error, Moment, Ports, Result};
use domain::second_factor::TypedCode;
use domain::sign_in::PasswordUse;
use domain::throttle::KNOWN_FOR;

#[derive(Clone)]
pub struct SecondStep {
    pub ticket: String,
    pub code: String,
    pub request: Request,
}

/// Signs in with a ticket and a code, once, and ends the person's earlier session.
pub async fn second_step(ports: &Ports, typed: SecondStep) -> Result<SignedIn> {
    let moment = ports.moment();
    let now = moment.now;
    let ticket = ports.tokens.read_ticket(&typed.ticket).filter(|ticket| now < ticket.expires_at);
    let ticket = ticket.ok_or_else(expired)?;
    // It has started its session: the answer was lost, or somebody tries it once more.
    if ports.reads.sessions().session(ticket.session, moment.today).await?.is_some() {
        return Err(expired());
    }
    let code = TypedCode::parse(&typed.code).ok_or_else(wrong_code)?;
    let address = typed.request.counted_address();
    let email = ports.reads.people().person(ticket.user).await?.ok_or_else(expired)?.email;
    let found = ports.reads.people().credentials(&email, &address, now - KNOWN_FOR).await?;
    let account = found.filter(|account| account.person.id == ticket.user).ok_or_else(expired)?;

    let known = Some(&account).filter(|account| account.is_known_address);
    let places = Places::take(ports, (&email, &address), known, Some(&ticket), now).await?;
    let answer = go_on(ports, account, (&ticket, &code), typed.request, &places, &moment).await;
    let outcome = match &answer {
        Err(why) if *why == wrong_code() => Outcome::WrongCode,
        Err(Error::AccountBlocked) => Outcome::Blocked,
        Err(Error::AccountInactive) => Outcome::Inactive,
        Err(Error::PasswordsOff(_)) => Outcome::PasswordsOff,
        _ => return answer,
    };
    note_failure(ports, Some(ticket.user), outcome, typed.request, now).await?;
    match (outcome, places.over_budget) {
        (Outcome::WrongCode, Some(full)) => Err(full),
        _ => answer,
    }
}

async fn go_on(
    ports: &Ports,
    account: Credentials,
    (ticket, code): (&Ticket, &TypedCode),
    request: Request,
    places: &Places,
    moment: &Moment,
) -> Result<SignedIn> {
    let (user, now) = (ticket.user, moment.now);
    let work = ports.store.begin().await?;
    places.give_back(work.as_ref(), now).await?;
    let is_break_glass = ports.providers.passwords == PasswordUse::BreakGlass;
    if is_break_glass {
        // Before the account is locked, because this locks all administrators. A refusal below keeps nothing of it.
        let about = BreakGlassUsedLetter::about(&account, request, now);
        send_to_admins(ports, work.as_ref(), &about, now).await?;
    }
    let login = work.people().lock_login(user).await?.ok_or_else(expired)?;
    // Another password since then, or a factor that was turned off: the person starts again.
    if login.hash.as_ref().is_none_or(|hash| ports.secrets.fingerprint(&hash.0) != ticket.password) {
        return Err(expired());
    }
    may_sign_in(&login)?;
    may_sign_in_by_password(ports, &login, true)?;
    let factor = work.second_factors().of(user).await?.ok_or_else(expired)?;
    let kind = use_code(ports, work.as_ref(), user, &factor, code, now).await?;
    let starting = Starting {
        session: ticket.session,
        person: account.person,
        email: account.email,
        login,
        request,
        provider: None,
        has_second_factor: true,
        also: [
            (kind == Used::RecoveryCode).then(|| recovery_code_used(user)),
            is_break_glass.then(|| break_glass_used(user, ticket.session)),
        ]
        .into_iter()
        .flatten()
        .collect(),
    };
    start(ports, work, moment, starting).await
}

#[cfg(test)]
mod tests;
