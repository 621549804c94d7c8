//! Somebody's password is lost, or known to others: HR or an administrator replaces it with a temporary one.

use super::author::Author;
use super::{TemporaryPasswordLetter, events};
use crate::events::{Audience, Push, Topic};
use crate::mail::{Confidential, Letter};
use crate::ports::NewMail;
use crate::sessions::Caller;
use crate::sessions::places::forget_failures;
use crate::sign_in::may_be_given_password;
use crate::{Conflict, Error, Invalid, Ports, Result};
use domain::access::accounts::may_reset_password;
use domain::access::{Actor, Capability};
use domain::id::UserId;
use domain::month::parse_reason;
use domain::person::Role;
use domain::session::SessionEnd;

/// What was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasswordReset {
    pub reason: String,
    /// Whether the temporary password is also mailed to the person.
    pub mail: bool,
}

/// Gives somebody a temporary password, which has to be replaced at the next sign-in, and returns it. Their session ends, an open
/// reset link becomes void, failed sign-ins up to now no longer count, and they get a mail about it.
pub async fn reset_password_for(
    ports: &Ports,
    caller: &Caller,
    user: UserId,
    typed: PasswordReset,
) -> Result<Confidential> {
    caller.actor.require(Capability::ManagePeople)?;
    let reason = parse_reason(&typed.reason).map_err(|sentence| Invalid::field("reason", sentence))?;
    replace(ports, &caller.into(), user, Some(&reason), typed.mail).await
}

/// [`reset_password_for`] by any author. Of two resets at once the second is refused with [`Conflict::AccountChanged`], so that
/// nobody is given a password that does not work.
pub(super) async fn replace(
    ports: &Ports,
    author: &Author,
    user: UserId,
    reason: Option<&str>,
    is_mailed: bool,
) -> Result<Confidential> {
    let moment = ports.moment();
    let now = moment.now;
    let known = ports.reads.people().person(user).await?.ok_or(Error::NotFound("User"))?;
    check(&author.actor, user, known.role)?;
    let password = ports.secrets.password()?;
    let hash = ports.passwords.hash(&password).await?;

    let work = ports.begin(&moment, author.origin).await?;
    forget_failures(&*work, user, &known.email).await?;
    let person = work.people().for_change(user).await?.ok_or(Error::NotFound("User"))?;
    // Checked again under the lock: the role may have changed while the password was hashed.
    check(&author.actor, user, person.standing.role)?;
    may_be_given_password(ports, &*work, user).await?;
    if person.updated_at != known.updated_at {
        return Err(Conflict::AccountChanged.into());
    }
    work.people().set_password(user, Some(&hash), true, now).await?;
    work.resets().drop_link(user).await?;
    let end = SessionEnd::Password;
    let ended = work.sessions().end_live(user, end, now).await?;
    let mut pushes = vec![Push::Changed { topic: Topic::Users, audience: Audience::Readers(Vec::new()) }];
    pushes.extend(ended.map(|session| Push::SessionEnded { session, end }));
    let password = Confidential(password.reveal().to_owned());
    let about = TemporaryPasswordLetter { password: is_mailed.then(|| password.clone()) };
    let letter = Letter::new(person.name.clone(), &about);
    work.mails().enqueue(&[NewMail::to(ports, &person.email, letter, now)]).await?;
    work.record(events::password_reset_for(user, reason), pushes).await?;
    work.commit().await?;
    Ok(password)
}

fn check(actor: &Actor, user: UserId, role: Role) -> Result<()> {
    match may_reset_password(actor, user, role)? {
        Some(_) => Ok(()),
        None => Err(Invalid::message("Change your own password in your profile").into()),
    }
}

#[cfg(test)]
mod tests;
