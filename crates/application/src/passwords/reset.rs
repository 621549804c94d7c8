//! A new password, set with the link from a mail.

use super::events;
use crate::events::{Event, Origin, Push, Request};
use crate::sessions::events::first_password_set;
use crate::sign_in::may_have_password;
use crate::throttling::{give_back, take_places, unless_overloaded};
use crate::{Error, Invalid, Ports, Result};
use domain::person::reset::{BAD_LINK, is_open};
use domain::person::{NewPassword, PasswordError};
use domain::session::SessionEnd;
use domain::throttle::Budget;

/// Sets a new password with the link that has `token`, once, and ends the person's session.
pub async fn reset_password(ports: &Ports, token: &str, password: &str, request: Request) -> Result<()> {
    let wrong = |why: PasswordError| Error::from(Invalid::field("password", why.sentence()));
    let moment = ports.moment();
    let new = NewPassword::parse(password, password, &moment.rules).map_err(wrong)?;
    let now = moment.now;
    let buckets = [(format!("reset:{}", request.counted_address()), Budget::resets())];
    take_places(ports, &buckets, now).await?;

    // Before anything slow: a guess must not cost a hash.
    let fingerprint = ports.secrets.fingerprint(token);
    let link = ports
        .reads
        .resets()
        .link(&fingerprint)
        .await?
        .filter(|link| is_open(link.expires_at, now))
        .ok_or_else(bad_link)?;
    let person = ports.reads.people().person(link.user).await?.ok_or_else(bad_link)?;
    let owner = &person.person;
    let new = new.hard_to_guess(&owner.name, &person.email, owner.employee_id).map_err(wrong)?;
    let hash = unless_overloaded(ports, &buckets, now, ports.passwords.hash(&new)).await?;

    let work = ports.store.begin().await?;
    give_back(work.as_ref(), &buckets, now).await?;
    let login = work.people().lock_login(link.user).await?.ok_or_else(bad_link)?;
    if login.is_blocked || !login.is_active || work.resets().take_link(&fingerprint).await?.is_none() {
        return Err(bad_link());
    }
    may_have_password(ports, &login)?;
    work.people().set_password(link.user, Some(&hash), false, now).await?;
    let ended = work.sessions().end_live(link.user, SessionEnd::Password, now).await?;
    let pushes = ended.map(|session| Push::SessionEnded { session, end: SessionEnd::Password }).into_iter().collect();
    let origin = Origin::person(link.user, login.role, request);
    let is_first = login.hash.is_none() && login.is_first_login;
    let what = if is_first { first_password_set(link.user) } else { events::password_reset(link.user) };
    work.events().append(&[Event::new(ports, now, origin, what, pushes)]).await?;
    Ok(work.commit().await?)
}

fn bad_link() -> Error {
    Invalid::message(BAD_LINK).into()
}

#[cfg(test)]
mod tests;
