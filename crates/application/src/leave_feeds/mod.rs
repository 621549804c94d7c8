//! The calendar feed: a secret link under which a person's calendar program reads leave (leave.md 1.8).

pub mod events;

use crate::events::{Audience, Push, Topic};
use crate::mail::Confidential;
use crate::ports::{CalendarEntry, CalendarFile, FeedLeave, LeaveFeed, LinkToken};
use crate::sessions::Caller;
use crate::{Error, Ports, Result};
use domain::Instant;
use domain::access::{Capability, Forbidden};
use domain::id::UserId;
use domain::leave::{feed_scope, feed_since, feed_title};
use domain::settings::Key;

/// When the caller's link was made, where there is one.
pub async fn leave_feed(ports: &Ports, caller: &Caller) -> Result<Option<Instant>> {
    caller.actor.require(Capability::KeepLeaveFeed)?;
    Ok(ports.reads.leave_feeds().made_at(caller.actor.id).await?)
}

/// Makes the caller a link, which replaces the one that they had, and returns its secret. It is kept nowhere, so this is the only
/// time that it can be shown.
pub async fn make_leave_feed(ports: &Ports, caller: &Caller) -> Result<Confidential> {
    caller.actor.require(Capability::KeepLeaveFeed)?;
    let (user, moment) = (caller.actor.id, ports.moment());
    let LinkToken { token, fingerprint } = ports.secrets.link_token()?;
    let work = ports.begin(&moment, caller).await?;
    // Locked, so that no change of the role that ends the link comes in between.
    let owner = work.people().for_change(user).await?.ok_or(Error::NotFound("User"))?;
    feed_scope(user, owner.standing).ok_or(Forbidden::Role)?;
    work.leave_feeds().keep(&LeaveFeed { user, fingerprint, created_at: moment.now }).await?;
    work.record(events::leave_feed_made(user), shown_to(user)).await?;
    work.commit().await?;
    Ok(token)
}

/// Ends the caller's link. Where there is none this changes nothing.
pub async fn end_leave_feed(ports: &Ports, caller: &Caller) -> Result<()> {
    caller.actor.require(Capability::KeepLeaveFeed)?;
    let (user, moment) = (caller.actor.id, ports.moment());
    let work = ports.begin(&moment, caller).await?;
    if work.leave_feeds().end(user).await? {
        work.record(events::leave_feed_ended(user), shown_to(user)).await?;
    }
    Ok(work.commit().await?)
}

/// The calendar behind the link with `token`, as iCalendar text. Anyone who has the link reads it, signed in or not.
pub async fn read_leave_feed(ports: &Ports, token: &str) -> Result<String> {
    let reads = ports.reads.leave_feeds();
    let owner = reads.owner(&ports.secrets.fingerprint(token)).await?;
    let scope = owner.and_then(|(user, standing)| feed_scope(user, standing)).ok_or(Error::NotFound("Feed"))?;
    let leave = reads.approved(&scope, feed_since(ports.moment().today)).await?;
    let entry = |FeedLeave { request, name, leave_type, period, updated_at }: FeedLeave| CalendarEntry {
        id: request.uuid(),
        title: feed_title(&scope, &name, &leave_type, period),
        first: period.start(),
        last: period.end(),
        changed_at: updated_at,
    };
    let entries = leave.into_iter().map(entry).collect();
    let name = format!("{}: leave", ports.policy.in_force().settings.text(Key::OrganisationName));
    Ok(ports.documents.calendar(&CalendarFile { name, entries }))
}

/// The link is shown on its owner's screens alone.
fn shown_to(owner: UserId) -> Vec<Push> {
    vec![Push::Changed { topic: Topic::Leave, audience: Audience::Users(vec![owner]) }]
}

#[cfg(test)]
mod tests;
