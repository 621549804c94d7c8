//! Wishes for reset links are answered, one by one, by a worker for whom nobody waits.

use crate::events::{Event, Happening};
use crate::mail::Letter;
use crate::ports::{NewMail, PersonRecord, ResetLink, ResetRequest, UnitOfWork};
use crate::throttling::take_place;
use crate::{Error, Ports};
use domain::person::reset::expires_at;
use domain::throttle::Budget;

/// Answers every wish that waits, and says how many there were. An address without an account that can act gets no mail, and
/// so does one that has had three within the hour.
pub async fn answer_resets(ports: &Ports) -> Result<u32, Error> {
    let mut answered = 0;
    while answer_one(ports).await? {
        answered += 1;
    }
    Ok(answered)
}

async fn answer_one(ports: &Ports) -> Result<bool, Error> {
    let work = ports.store.begin().await?;
    let Some(request) = work.resets().take_request().await? else { return Ok(false) };
    if let Some(person) = recipient(ports, work.as_ref(), &request).await? {
        send_link(ports, work.as_ref(), &person).await?;
    }
    work.commit().await?;
    Ok(true)
}

/// The account that gets a link, where one does.
async fn recipient(
    ports: &Ports,
    work: &dyn UnitOfWork,
    request: &ResetRequest,
) -> Result<Option<PersonRecord>, Error> {
    let now = ports.clock.now();
    let email = request.email.as_str();
    let Some(found) = ports.people.credentials(email, "", now).await? else { return Ok(None) };
    // Looked at again under the lock: it may have been blocked, or have got another address, since.
    let person = work.people().for_change(found.person.id).await?;
    let Some(person) = person.filter(|person| person.standing.can_act() && person.email == request.email) else {
        return Ok(None);
    };
    let bucket = format!("reset-mail:{}", person.id);
    match take_place(work, &bucket, Budget::reset_mails(), now).await {
        Err(Error::Throttled { .. }) => Ok(None),
        taken => taken.map(|()| Some(person)),
    }
}

async fn send_link(ports: &Ports, work: &dyn UnitOfWork, person: &PersonRecord) -> Result<(), Error> {
    let now = ports.clock.now();
    let secret = ports.secrets.reset_token()?;
    let link = ResetLink { user: person.id, fingerprint: secret.fingerprint, expires_at: expires_at(now) };
    work.resets().keep_link(&link).await?;
    let letter = Letter::PasswordReset { name: person.name.clone(), token: secret.token, expires_at: link.expires_at };
    work.mails().enqueue(&[NewMail::to(ports, &person.email, letter, now)]).await?;
    let what = Happening::ResetLinkMade { user: person.id };
    Ok(work.events().append(&[Event::new(ports, now, None, what, Vec::new())]).await?)
}

#[cfg(test)]
mod tests;
