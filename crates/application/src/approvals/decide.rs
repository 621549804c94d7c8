//! A manager approves or rejects entries, all of them or none.

use super::events;
use super::{DaysApprovedLetter, DaysRejectedLetter};
use crate::events::{Audience, Event, Push, Topic};
use crate::mail::send_at_once;
use crate::ports::{Addressees, DecidedEntry, Recipient, StoreError};
use crate::selection::picked;
use crate::sessions::Caller;
use crate::typed::rejection_reason;
use crate::work::Work;
use crate::{Conflict, Error, Ports, Result, gate};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::{Capability, Forbidden, may_decide};
use domain::id::{TimesheetId, UserId};
use domain::mail_choices::{MailKind, MailTiming};
use domain::month::{ChangedDays, Concerned};
use domain::notice::{Notice, approved, rejected};
use domain::person::{FullName, Role};
use domain::substitution::StandIn;
use domain::timesheet::{Entry, Status};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A manager's decision on entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Approve,
    /// Rejected, with the reason as typed.
    Reject(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// Which entries; one given twice counts once.
    pub ids: Vec<TimesheetId>,
    /// What the manager saw: the last change of each entry.
    pub expected: HashMap<TimesheetId, Instant>,
    pub verdict: Verdict,
}

/// Decides, and says how many entries changed: none on a repeat, which is a success.
pub async fn decide(ports: &Ports, caller: &Caller, decision: Decision) -> Result<u32> {
    caller.actor.require(Capability::DecideTimesheets)?;
    let (ids, reason) = validate(&decision)?;
    let moment = ports.moment();
    let (now, today) = (moment.now, moment.today);

    let work = ports.begin(&moment, caller).await?;
    let found = work.timesheets().for_decision(&ids).await?;
    if found.len() != ids.len() {
        return Err(Error::NotFound("Timesheet"));
    }
    let before: HashMap<TimesheetId, Status> =
        found.iter().map(|found| (found.entry.id(), found.entry.status())).collect();
    let wants_approvals = |found: &&DecidedEntry| {
        MailKind::Approved.timing(Role::Employee, found.chosen_for_approvals) == Some(MailTiming::Instant)
    };
    let mut told_of_approvals: Vec<UserId> =
        found.iter().filter(wants_approvals).map(|found| found.entry.user()).collect();
    // The owners of all of them are checked before anything is said about the status of one.
    let allowed = found
        .into_iter()
        .map(|DecidedEntry { entry, manager, .. }| Ok((may_decide(&caller.actor, entry.user(), manager)?, entry)))
        .collect::<Result<Vec<_>, Forbidden>>()?;
    let (mut changed, mut is_stale) = (Vec::new(), false);
    for (proof, entry) in allowed {
        let seen = decision.expected.get(&entry.id()).copied();
        let is_changed_since = seen.is_some_and(|seen| seen != entry.updated_at());
        let next = match reason.as_deref() {
            None => entry.approve(proof, now),
            Some(reason) => entry.reject(proof, reason, today, now),
        }
        .map_err(|_| Error::Forbidden(Forbidden::NotInTeam))?;
        // Already as the call wants it: a repeat, whatever the manager saw.
        let Some(next) = next else { continue };
        is_stale |= is_changed_since;
        changed.push(next);
    }
    if changed.is_empty() {
        return Ok(0);
    }
    let changed_ids: Vec<TimesheetId> = changed.iter().map(Entry::id).collect();
    let days = ChangedDays::of(changed.iter().map(Entry::date));
    gate::pass(&work, &days, Concerned::Anybody).await?;
    if is_stale {
        return Err(Conflict::EntriesChanged.into());
    }
    // A date with an entry that waits is never covered whole, so only one that comes back from a rejection is asked about.
    let was_rejected = |id: &&TimesheetId| before.get(*id) == Some(&Status::Rejected);
    let revived: Vec<TimesheetId> = changed_ids.iter().filter(was_rejected).copied().collect();
    if reason.is_none()
        && !revived.is_empty()
        && let Some(date) = work.leave_requests().first_covered(&revived).await?
    {
        return Err(Conflict::CoveredByLeave(date).into());
    }
    work.timesheets().decide(&changed, caller.actor.id).await.map_err(|error| match error {
        StoreError::Stale => Conflict::EntriesChanged.into(),
        other => Error::from(other),
    })?;
    if reason.is_none() {
        // An approved day is not to be changed, so an unlock of it that nobody has used ends with the approval.
        work.unlocks().end_those_of(&changed_ids, now).await?;
    }
    work.inbox().view_resubmissions_of(&changed_ids, now).await?;
    let by_person = by_person(&changed);
    let managers = managers_stood_in_for(&work, &changed).await?;
    let stand_in = |entries: &[&Entry]| {
        let manager = managers.get(&on_behalf_of(entries)?)?;
        Some(StandIn { substitute: &caller.person.name, manager })
    };
    let told = |(user, entries): (&UserId, &Vec<&Entry>)| {
        (*user, notice(&dates(entries), reason.as_deref(), stand_in(entries)))
    };
    work.notify(by_person.iter().map(told).collect()).await?;
    let dates_of = |to: &Recipient| {
        let mut dates = dates(by_person.get(&to.user)?);
        dates.sort_unstable();
        Some(dates)
    };
    if let Some(reason) = &reason {
        let about = |to: &Recipient| {
            let stand_in = stand_in(by_person.get(&to.user)?);
            Some(DaysRejectedLetter {
                dates: dates_of(to)?,
                reason: reason.clone(),
                correct_within: moment.rules.resubmission_days,
                stand_in: stand_in.map(|names| (names.substitute.to_string(), names.manager.to_string())),
            })
        };
        let to = Addressees::People(by_person.keys().copied().collect());
        send_at_once(&work, MailKind::Rejected, &to, about).await?;
    } else {
        told_of_approvals.retain(|user| by_person.contains_key(user));
        if !told_of_approvals.is_empty() {
            let about = |to: &Recipient| Some(DaysApprovedLetter { dates: dates_of(to)? });
            send_at_once(&work, MailKind::Approved, &Addressees::People(told_of_approvals), about).await?;
        }
    }
    let events: Vec<Event> = by_person
        .iter()
        .map(|(user, entries)| {
            let days = entries.iter().filter_map(|entry| Some((entry.date(), *before.get(&entry.id())?))).collect();
            let status = if reason.is_some() { Status::Rejected } else { Status::Approved };
            let manager = on_behalf_of(entries);
            let concerned = [*user, caller.actor.id].into_iter().chain(manager).collect();
            let what = events::days_decided(*user, days, status, reason.as_deref());
            work.event_for(manager, what, pushes(concerned))
        })
        .collect();
    work.events().append(&events).await?;
    work.commit().await?;
    Ok(u32::try_from(changed.len()).unwrap_or(u32::MAX))
}

fn validate(decision: &Decision) -> Result<(Vec<TimesheetId>, Option<String>)> {
    let ids = picked("ids", "entries", &decision.ids)?;
    let reason = match &decision.verdict {
        Verdict::Approve => None,
        Verdict::Reject(typed) => Some(rejection_reason(typed)?),
    };
    Ok((ids, reason))
}

fn by_person(entries: &[Entry]) -> BTreeMap<UserId, Vec<&Entry>> {
    let mut people: BTreeMap<UserId, Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        people.entry(entry.user()).or_default().push(entry);
    }
    people
}

fn dates(entries: &[&Entry]) -> Vec<NaiveDate> {
    entries.iter().map(|entry| entry.date()).collect()
}

/// The manager for whom somebody stood in who decided on these entries of one person.
fn on_behalf_of(entries: &[&Entry]) -> Option<UserId> {
    entries.iter().find_map(|entry| entry.decided()?.on_behalf_of)
}

/// The names of the managers for whom somebody stood in. Where a manager decides, nothing is asked.
async fn managers_stood_in_for(work: &Work<'_>, decided: &[Entry]) -> Result<HashMap<UserId, FullName>> {
    let managers: BTreeSet<UserId> = decided.iter().filter_map(|entry| entry.decided()?.on_behalf_of).collect();
    if managers.is_empty() {
        return Ok(HashMap::new());
    }
    let named = work.people().recipients(&managers.into_iter().collect::<Vec<_>>()).await?;
    Ok(named.into_iter().map(|manager| (manager.user, manager.name)).collect())
}

fn notice(days: &[NaiveDate], reason: Option<&str>, stand_in: Option<StandIn<'_>>) -> Notice {
    match reason {
        None => approved::notice(days, stand_in),
        Some(reason) => rejected::notice(days, reason, stand_in),
    }
}

fn pushes(concerned: Vec<UserId>) -> Vec<Push> {
    vec![
        Push::Changed { topic: Topic::Timesheets, audience: Audience::Readers(concerned.clone()) },
        Push::Changed { topic: Topic::Notifications, audience: Audience::Users(concerned) },
    ]
}

#[cfg(test)]
mod tests;
