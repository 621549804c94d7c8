//! Enters what is missing in the ledger: allocations, and what lapses and is carried over. All of it are differences to what was
//! entered before, so a second time there is nothing to enter.

use super::accounts::Accounts;
use super::events;
use crate::Result;
use crate::events::{Audience, Event, Push, Record, Topic};
use crate::ports::{LeaveHolder, NewLedgerRow};
use crate::work::Work;
use chrono::NaiveDate;
use domain::id::{LeaveTypeId, LedgerRowId, UserId};
use domain::leave::{LeaveType, LedgerRow};
use std::collections::BTreeSet;

/// How many people are looked at together (leave.md 8).
pub(super) const TOGETHER: u32 = 500;

/// Which rows may be missing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kinds {
    /// Also of years that passed while nobody entered any.
    Missed,
    Every,
    Settlement,
}

/// Enters what these people, who MUST be locked, are to be given of these types, and settles what has ended; returns the events to
/// record. The types MUST be locked in the unit of work too, so that nobody changes them meanwhile.
pub(crate) async fn allocate(work: &Work<'_>, types: &[LeaveType], holders: &[LeaveHolder]) -> Result<Vec<Event>> {
    enter(work, Kinds::Every, types, holders).await
}

/// The same of people who have been active Employees for as long as they have had an allocation: what nobody entered for years that
/// passed comes first.
pub(crate) async fn catch_up(work: &Work<'_>, types: &[LeaveType], holders: &[LeaveHolder]) -> Result<Vec<Event>> {
    enter(work, Kinds::Missed, types, holders).await
}

/// Settles anew what these people, who MUST be locked, have of these types, after something changed on days from `earliest` on, their
/// leave or their balance; returns the events to record. Inactive people are skipped until they are active Employees again. The
/// types may have been read before: what ended years gave never changes.
pub(crate) async fn settle_anew(
    work: &Work<'_>,
    types: &[LeaveType],
    people: &[UserId],
    earliest: NaiveDate,
) -> Result<Vec<Event>> {
    if !types.iter().any(|leave_type| leave_type.is_settled(earliest, work.moment.today)) {
        return Ok(Vec::new());
    }
    let holders = work.leave_ledger().holders(people).await?;
    enter(work, Kinds::Settlement, types, &holders).await
}

async fn enter(work: &Work<'_>, kinds: Kinds, types: &[LeaveType], holders: &[LeaveHolder]) -> Result<Vec<Event>> {
    if holders.is_empty() {
        return Ok(Vec::new());
    }
    let (ledger, today) = (work.leave_ledger(), work.moment.today);
    let people: Vec<UserId> = holders.iter().map(|holder| holder.user).collect();
    let mut accounts = Accounts::new(ledger.rows(&people).await?, ledger.uses(&people, today).await?);
    let (mut allocated, mut settled) = (Vec::new(), Vec::new());
    for LeaveHolder { user, joining_date, .. } in holders {
        for leave_type in types {
            if kinds != Kinds::Settlement {
                let rows = accounts.ask(*user, leave_type, |account| {
                    let mut rows = account.missing_allocations(*joining_date, leave_type.is_active, today);
                    if kinds == Kinds::Missed {
                        rows.splice(0..0, account.missed_allocations(*joining_date, leave_type.is_active, today));
                    }
                    rows
                });
                accounts.enter(*user, leave_type.id, &rows);
                allocated.extend(rows.into_iter().map(|row| new_row(work, *user, leave_type.id, row)));
            }
            let rows = accounts.ask(*user, leave_type, |account| account.missing_settlement(today));
            settled.extend(rows.into_iter().map(|row| new_row(work, *user, leave_type.id, row)));
        }
    }
    let mut events = Vec::new();
    if !allocated.is_empty() {
        ledger.append(&allocated).await?;
        events.push(event(work, events::leave_allocated(&allocated), &allocated, holders));
    }
    if !settled.is_empty() {
        ledger.append(&settled).await?;
        events.push(event(work, events::leave_settled(&settled), &settled, holders));
    }
    Ok(events)
}

fn new_row(work: &Work<'_>, user: UserId, leave_type: LeaveTypeId, row: LedgerRow) -> NewLedgerRow {
    let id = LedgerRowId::new(work.ports.ids.next());
    NewLedgerRow {
        id,
        user,
        leave_type,
        row,
        note: None,
        request: None,
        opening_number: None,
        by: None,
        created_at: work.moment.now,
    }
}

/// A balance concerns the person, those who decide about their leave, and those who read everybody's.
fn event(work: &Work<'_>, what: Record, rows: &[NewLedgerRow], holders: &[LeaveHolder]) -> Event {
    let changed: BTreeSet<UserId> = rows.iter().map(|new| new.user).collect();
    let managers = holders.iter().filter(|holder| changed.contains(&holder.user)).filter_map(|holder| holder.manager);
    let audience: BTreeSet<UserId> = changed.iter().copied().chain(managers).collect();
    let audience = Audience::Readers(audience.into_iter().collect());
    work.event(what, vec![Push::Changed { topic: Topic::Leave, audience }])
}

/// Enters what everybody is to be given of types that are locked in the unit of work; returns the events to record. Everybody
/// is locked too, so whatever else is entered comes before or after the change of the types.
pub(crate) async fn allocate_everybody(work: &Work<'_>, types: &[LeaveType]) -> Result<Vec<Event>> {
    let (mut events, mut last) = (Vec::new(), None);
    loop {
        let holders = work.leave_ledger().lock_next_holders(last, TOGETHER).await?;
        events.extend(allocate(work, types, &holders).await?);
        last = last_of_many(&holders);
        if last.is_none() {
            return Ok(events);
        }
    }
}

/// The last of these people, where there may be more after them.
pub(super) fn last_of_many(holders: &[LeaveHolder]) -> Option<UserId> {
    holders.last().filter(|_| holders.len() >= TOGETHER as usize).map(|holder| holder.user)
}
