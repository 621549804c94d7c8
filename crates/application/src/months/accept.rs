//! HR accepts days without an approved entry as absent, so that they block a close no longer.

use super::books::Books;
use super::events;
use super::{named, told_to_keepers, typed};
use crate::sessions::Caller;
use crate::{Error, Ports, Result, gate};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::id::UserId;
use domain::month::{AcceptRefusal, ChangedDays, Concerned, can_be_accepted, parse_note};
use std::collections::BTreeSet;

/// Days that are to count as absent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acceptance {
    /// Whose days, and which. Somebody or something given twice counts once.
    pub items: Vec<(UserId, Vec<NaiveDate>)>,
    /// Why, as typed.
    pub note: String,
}

/// Accepts them all or none, and says how many were not accepted before. `month` as in the path.
pub async fn accept(ports: &Ports, caller: &Caller, month: &str, wanted: Acceptance) -> Result<u32> {
    caller.actor.require(Capability::KeepMonths)?;
    let note = typed("note", parse_note(&wanted.note))?;
    let moment = ports.moment();
    let month = named(month, moment.today)?;
    let days: BTreeSet<(UserId, NaiveDate)> =
        wanted.items.into_iter().flat_map(|(user, dates)| dates.into_iter().map(move |date| (user, date))).collect();
    if let Some((_, date)) = days.iter().find(|(_, date)| !month.contains(*date)) {
        return Err(AcceptRefusal::NotInMonth(*date, month).into());
    }
    let users: Vec<UserId> = days.iter().map(|(user, _)| *user).collect::<BTreeSet<_>>().into_iter().collect();
    let books = Books::of(ports, &moment, month).await?;

    let work = ports.begin(&moment, caller).await?;
    // Locked: another write about these people's days comes before or after.
    let found = work.months().facts_of(month, &users, books.half_days()).await?;
    if found.len() != users.len() {
        return Err(Error::NotFound("User"));
    }
    let changed = ChangedDays::of(days.iter().map(|(_, date)| *date));
    gate::pass(&work, &changed, Concerned::Anybody).await?;
    for (user, facts) in &found {
        let theirs = days.range((*user, NaiveDate::MIN)..=(*user, NaiveDate::MAX)).map(|(_, date)| *date);
        if !theirs.into_iter().all(|date| can_be_accepted(month, books.calendar(*user), facts, date)) {
            return Err(AcceptRefusal::Changed.into());
        }
    }
    let days: Vec<(UserId, NaiveDate)> = days.into_iter().collect();
    let accepted = work.months().accept(&days, &note, caller.actor.id, moment.now).await?;
    if !accepted.is_empty() {
        work.record(events::days_accepted(month, &accepted, &note), told_to_keepers()).await?;
    }
    work.commit().await?;
    Ok(u32::try_from(accepted.len()).unwrap_or(u32::MAX))
}
