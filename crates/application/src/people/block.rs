//! An administrator blocks an account, or lets it in again.

use super::author::Author;
use super::events;
use super::{BlockedLetter, UnblockedLetter, person, team_pushes};
use crate::events::{Audience, Push, Topic};
use crate::mail::Letter;
use crate::ports::{ChangedPerson, NewMail};
use crate::sessions::{Caller, Profile};
use crate::{Conflict, Error, Invalid, Ports, Result};
use domain::access::accounts::may_block;
use domain::id::UserId;
use domain::person::{Role, Standing, consequences};
use domain::session::SessionEnd;

/// Blocks or unblocks an account. A block ends the session at once. A repeat changes nothing and is a success.
pub async fn toggle_block(ports: &Ports, caller: &Caller, user: UserId, is_blocked: bool) -> Result<Profile> {
    set(ports, &caller.into(), user, is_blocked).await?;
    person(ports, caller, user).await
}

/// [`toggle_block`] by any author.
pub(super) async fn set(ports: &Ports, author: &Author, user: UserId, is_blocked: bool) -> Result<()> {
    let proof = may_block(&author.actor, user)?.ok_or_else(|| Invalid::message("You cannot block yourself!"))?;
    let moment = ports.moment();
    let now = moment.now;
    let work = ports.begin(&moment, author.origin).await?;
    let admins = work.people().acting_admins().await?;
    let before = work.people().for_change(user).await?.ok_or(Error::NotFound("User"))?;
    if before.standing.is_blocked != is_blocked {
        let follows = consequences(before.standing, Standing { is_blocked, ..before.standing });
        if follows.takes_admin && !admins.iter().any(|admin| *admin != user) {
            return Err(Conflict::LastAdmin.into());
        }
        let mut pushes = team_pushes(user, [before.manager]);
        if before.standing.role == Role::Manager {
            // The calendars of the whole team say who can help. A manager is blocked too seldom to look them up.
            pushes.push(Push::Changed { topic: Topic::Timesheets, audience: Audience::Everyone });
        }
        let after = ChangedPerson::blocked(proof, before, is_blocked)?;
        work.people().save(&after, now).await?;
        if follows.ends_session {
            let end = SessionEnd::Blocked;
            let ended = work.sessions().end_live(user, end, now).await?;
            pushes.extend(ended.map(|session| Push::SessionEnded { session, end }));
        }
        let to = after.record().name.clone();
        let letter = if is_blocked {
            Letter::new(to, &BlockedLetter)
        } else {
            let providers = ports.providers.labels().into_iter().map(str::to_owned).collect();
            Letter::new(to, &UnblockedLetter { providers })
        };
        work.mails().enqueue(&[NewMail::to(ports, &after.record().email, letter, now)]).await?;
        work.record(events::block_toggled(user, is_blocked), pushes).await?;
    }
    Ok(work.commit().await?)
}

#[cfg(test)]
mod tests;
