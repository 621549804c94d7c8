//! Live leave is counted anew, where it changes when people work: holidays, patterns, or the day on which their days begin (leave.md
//! 1.7). State and dates stay; what counts, the balance and the figures follow.

use super::account::{Change, settle};
use super::{events, step};
use crate::Result;
use crate::events::{Audience, Event, Push, Topic};
use crate::ports::{HalfInQuestion, NewLeaveStep, NewLedgerRow, StoredLeave, TakenBy};
use crate::work::Work;
use chrono::{Datelike, NaiveDate};
use domain::id::{LeaveRequestId, LedgerRowId, UserId};
use domain::leave::{COUNTED_ANEW, CountedHalf, Counting, Half, LeaveDays, LeaveStep, RecountCause, total, usage_rows};
use domain::month::ChangedDays;
use domain::notice::leave_recounted;
use domain::time::{Holidays, WorkCalendar};
use std::collections::{BTreeMap, BTreeSet};

/// How many rows go into the history in one statement.
const TOGETHER: usize = 2_000;

/// Halves of a request that come to count, or no longer do: as they were, and as they are.
#[derive(Default)]
struct Turned {
    before: Vec<CountedHalf>,
    after: Vec<CountedHalf>,
}

/// A request that comes to something else.
struct Recounted<'a> {
    leave: StoredLeave,
    turned: &'a Turned,
    now: LeaveDays,
}

/// Counts anew what lies on `days`, of everybody or of these people, once the change is saved in `work`; returns the events to record.
/// Nobody asks for leave in the meantime, because the holidays are locked.
pub(crate) async fn recount(
    work: &Work<'_>,
    cause: RecountCause,
    people: Option<&[UserId]>,
    days: ChangedDays,
) -> Result<Vec<Event>> {
    let holidays = Holidays::new(&work.holidays().all().await?);
    // Leave reaches into the next year at most.
    let days = days.through(work.moment.today.year() + 1);
    let found = work.leave_counts().lock_in_question(people, &days).await?;
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let one = match people {
        Some([one]) => Some(*one),
        _ => None,
    };
    let patterns = work.work_patterns().in_force(one).await?;
    let turned = turned(&found, |user| WorkCalendar::new(patterns.of(user), &holidays));
    if turned.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<LeaveRequestId> = turned.keys().copied().collect();
    let recounted: Vec<Recounted<'_>> = work
        .leave()
        .requests(&ids)
        .await?
        .into_iter()
        .filter_map(|leave| {
            let turned = turned.get(&leave.id)?;
            let now = leave.days + total(&turned.after) - total(&turned.before);
            Some(Recounted { leave, turned, now })
        })
        .collect();
    let settled = save(work, &recounted).await?;
    // Halves that trade places leave it as it was, and nobody has to hear of that.
    let other = || recounted.iter().filter(|of| of.now != of.leave.days);
    let notice = |of: &Recounted<'_>| {
        let leave = &of.leave;
        let days = (leave.days, of.now);
        (leave.person.id, leave_recounted::notice(leave.id, &leave.type_name, leave.period, days, cause))
    };
    work.notify(other().map(notice).collect()).await?;
    let users: BTreeSet<UserId> = recounted.iter().map(|of| of.leave.person.id).collect();
    let what = events::leave_recounted(&users, recounted.len(), cause);
    let pushes = pushes(people.is_some(), &recounted);
    Ok(std::iter::once(work.event(what, pushes)).chain(settled).collect())
}

/// The halves that turn, by request.
fn turned<'a>(
    found: &[HalfInQuestion],
    calendar: impl Fn(UserId) -> WorkCalendar<'a>,
) -> BTreeMap<LeaveRequestId, Turned> {
    let mut turned: BTreeMap<LeaveRequestId, Turned> = BTreeMap::new();
    for own in found.chunk_by(|one, other| one.user == other.user) {
        let Some(HalfInQuestion { user, first_day, .. }) = own.first() else { continue };
        let live: Vec<_> = own.iter().map(|found| (found.request, found.half)).collect();
        let entries: BTreeSet<NaiveDate> =
            own.iter().filter(|found| found.has_entry).map(|found| found.half.half.date).collect();
        let counting = Counting { calendar: calendar(*user), first_day: *first_day };
        for (request, after) in counting.anew(&live, |date| entries.contains(&date)) {
            let of = turned.entry(request).or_default();
            of.before.push(CountedHalf { counts: !after.counts, ..after });
            of.after.push(after);
        }
    }
    turned
}

/// Saves what counts, and what it takes and gives back. What has lapsed or ended is settled anew; returns the events to record of that.
async fn save(work: &Work<'_>, recounted: &[Recounted<'_>]) -> Result<Vec<Event>> {
    let (now, today) = (work.moment.now, work.moment.today);
    let halves: Vec<(UserId, Half)> =
        recounted.iter().flat_map(|of| of.turned.after.iter().map(|after| (of.leave.person.id, after.half))).collect();
    work.leave_counts().turn(&halves).await?;
    let days: Vec<(LeaveRequestId, LeaveDays)> = recounted.iter().map(|of| (of.leave.id, of.now)).collect();
    work.leave_counts().set_days(&days, now).await?;
    let step = |of: &Recounted<'_>| step(work, TakenBy::Nobody, of.leave.id, LeaveStep::Recounted, None);
    let steps: Vec<NewLeaveStep> = recounted.iter().map(step).collect();
    for steps in steps.chunks(TOGETHER) {
        work.leave_requests().add_steps(steps).await?;
    }
    let rows = |of: &Recounted<'_>| {
        let new = |row| NewLedgerRow {
            id: LedgerRowId::new(work.ports.ids.next()),
            user: of.leave.person.id,
            leave_type: of.leave.leave_type,
            row,
            note: Some(COUNTED_ANEW.to_owned()),
            request: Some(of.leave.id),
            opening_number: None,
            by: None,
            created_at: now,
        };
        usage_rows(&of.turned.before, &of.turned.after, today).into_iter().map(new).collect::<Vec<_>>()
    };
    let rows: Vec<NewLedgerRow> = recounted.iter().flat_map(rows).collect();
    if !rows.is_empty() {
        work.leave_ledger().append(&rows).await?;
    }
    let earliest = |of: &Recounted<'_>| of.turned.after.iter().map(|after| after.half.date).min();
    let change = |of: &Recounted<'_>| Some((of.leave.person.id, of.leave.leave_type, earliest(of)?));
    settle(work, &recounted.iter().filter_map(change).collect::<Vec<Change>>()).await
}

/// Who sees leave and days of some people is told of theirs; of everybody's, everyone.
fn pushes(is_of_some: bool, recounted: &[Recounted<'_>]) -> Vec<Push> {
    let leaves = || recounted.iter().map(|of| &of.leave);
    let audience = |to: fn(Vec<UserId>) -> Audience, watching: BTreeSet<UserId>| {
        if is_of_some { to(watching.into_iter().collect()) } else { Audience::Everyone }
    };
    let owners: BTreeSet<UserId> = leaves().map(|leave| leave.person.id).collect();
    let watching: BTreeSet<UserId> =
        owners.iter().copied().chain(leaves().filter_map(StoredLeave::manager_id)).collect();
    let changed = |topic, audience| Push::Changed { topic, audience };
    vec![
        changed(Topic::Leave, audience(Audience::Readers, watching.clone())),
        changed(Topic::Timesheets, audience(Audience::Readers, watching)),
        changed(Topic::Notifications, audience(Audience::Users, owners)),
    ]
}

#[cfg(test)]
mod tests;
