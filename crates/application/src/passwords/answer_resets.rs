//! A worker answers requests for reset links, one by one. Nobody waits for it.

use super::PasswordResetLetter;
use super::events;
use crate::events::{Event, Origin};
use crate::invitations;
use crate::mail::Letter;
use crate::ports::{Invitee, NewMail, PersonName, PersonRecord, ResetLink, ResetRequest, StoreError, UnitOfWork};
use crate::sign_in::may_have_password;
use crate::throttling::take_place;
use crate::{Error, Ports, Result};
use domain::Instant;
use domain::id::ResetRequestId;
use domain::person::reset::expires_at;
use domain::throttle::Budget;
use std::collections::HashMap;

/// How many requests are answered together. After that it is the turn of the waiting mails, which a flood of requests must not
/// hold up.
pub const ANSWERED_TOGETHER: u32 = 100;

/// The result of a batch of reset requests.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answered {
    pub count: u32,
    /// Why a request that could not be answered was removed.
    pub removed: Option<Error>,
    pub has_more: bool,
}

/// Answers the waiting requests, at most [`ANSWERED_TOGETHER`] of them, and says how many there were. An address without an
/// account that can act and may have a password gets no mail, and neither does one that has had three within the hour.
///
/// A request that can never be answered is removed, because otherwise it would always be the next one. The caller is told at
/// once.
pub async fn answer_resets(ports: &Ports) -> Result<Answered> {
    let mut answered = Answered::default();
    let mut unanswerable = HashMap::new();
    for _ in 0..ANSWERED_TOGETHER {
        match answer_one(ports, &mut unanswerable).await? {
            Turn::NoRequest => return Ok(answered),
            Turn::Answered => answered.count += 1,
            Turn::PutBack => {}
            Turn::Removed(why) => {
                answered.removed = Some(why);
                break;
            }
        }
    }
    answered.has_more = true;
    Ok(answered)
}

/// What became of the next request.
#[derive(Debug, PartialEq)]
enum Turn {
    NoRequest,
    Answered,
    /// It cannot be answered, and nothing of the attempt is kept. When it comes again it is removed.
    PutBack,
    Removed(Error),
}

/// Answers the next request. A transaction cannot be relied on after a failure in it, so a request that cannot be answered is
/// noted among the `unanswerable`, and removed in the next transaction that takes it.
async fn answer_one(ports: &Ports, unanswerable: &mut HashMap<ResetRequestId, Error>) -> Result<Turn> {
    let work = ports.store.begin().await?;
    let Some(request) = work.resets().take_request().await? else { return Ok(Turn::NoRequest) };
    if let Some(why) = unanswerable.remove(&request.id) {
        work.commit().await?;
        return Ok(Turn::Removed(why));
    }
    match answer(ports, work.as_ref(), &request).await {
        Ok(()) => {
            work.commit().await?;
            Ok(Turn::Answered)
        }
        Err(why @ Error::Store(StoreError::Corrupt { .. } | StoreError::Backend(_))) => {
            unanswerable.insert(request.id, why);
            Ok(Turn::PutBack)
        }
        Err(why) => Err(why),
    }
}

async fn answer(ports: &Ports, work: &dyn UnitOfWork, request: &ResetRequest) -> Result<()> {
    let now = ports.clock.now();
    let Some(person) = recipient(work, request, now).await? else { return Ok(()) };
    let login = work.people().lock_login(person.id).await?.ok_or(Error::NotFound("User"))?;
    if may_have_password(ports, &login).is_err() {
        return Ok(());
    }
    if login.hash.is_some() || !login.is_first_login {
        return send_link(ports, work, &person, now).await;
    }
    // There is nothing to reset: nobody has signed in yet.
    let invitee = Invitee {
        person: PersonName { id: person.id, employee_id: person.employee_id, name: person.name },
        email: person.email.to_string(),
        role: login.role,
        is_break_glass: login.is_break_glass,
    };
    invitations::send(ports, work, &[invitee], now).await
}

/// The account that gets a link, if there is one.
async fn recipient(work: &dyn UnitOfWork, request: &ResetRequest, now: Instant) -> Result<Option<PersonRecord>> {
    let person = work.people().for_change_by_email(&request.email).await?;
    let Some(person) = person.filter(|person| person.standing.can_act()) else { return Ok(None) };
    let bucket = format!("reset-mail:{}", person.id);
    match take_place(work, &bucket, Budget::reset_mails(), now).await {
        Err(Error::Throttled { .. }) => Ok(None),
        taken => taken.map(|()| Some(person)),
    }
}

async fn send_link(ports: &Ports, work: &dyn UnitOfWork, person: &PersonRecord, now: Instant) -> Result<()> {
    let secret = ports.secrets.link_token()?;
    let link = ResetLink { user: person.id, fingerprint: secret.fingerprint, expires_at: expires_at(now) };
    work.resets().keep_links(std::slice::from_ref(&link)).await?;
    let about = PasswordResetLetter { token: secret.token, expires_at: link.expires_at };
    let letter = Letter::new(person.name.clone(), &about);
    work.mails().enqueue(&[NewMail::to(ports, &person.email, letter, now)]).await?;
    let what = events::reset_link_made(person.id);
    Ok(work.events().append(&[Event::new(ports, now, Origin::job(), what, Vec::new())]).await?)
}

#[cfg(test)]
mod tests;
