//! Enters what people add to balances, or take off: adjustments and opening balances.

use super::missing::settle_anew;
use crate::Result;
use crate::events::{Audience, Push, Record, Topic};
use crate::ports::NewLedgerRow;
use crate::work::Work;
use chrono::NaiveDate;
use domain::id::{LeaveTypeId, UserId};
use domain::leave::{LeaveDays, LeaveType};
use domain::notice::leave_adjusted;
use std::collections::{BTreeMap, BTreeSet};

/// What is entered into one balance.
pub(super) struct Entry<'a> {
    pub(super) user: UserId,
    pub(super) manager: Option<UserId>,
    pub(super) leave_type: &'a LeaveType,
    pub(super) year: i32,
    /// What it adds to the balance in all.
    pub(super) days: LeaveDays,
    /// What the person is told beside it.
    pub(super) note: String,
    pub(super) rows: Vec<NewLedgerRow>,
    pub(super) what: Record,
}

/// Enters all of it, for people who MUST be locked, notifies them, and records it. Ended years are settled anew.
pub(super) async fn enter(work: &Work<'_>, entries: Vec<Entry<'_>>) -> Result<()> {
    if entries.is_empty() {
        return Ok(());
    }
    let rows: Vec<NewLedgerRow> = entries.iter().flat_map(|entry| entry.rows.iter().cloned()).collect();
    work.leave_ledger().append(&rows).await?;
    let changed = entries.iter().filter(|entry| entry.days != LeaveDays::NONE);
    let notice = |entry: &Entry<'_>| {
        (entry.user, leave_adjusted::notice(&entry.leave_type.name, entry.year, entry.days, &entry.note))
    };
    work.notify(changed.map(notice).collect()).await?;
    let settled = settle(work, &entries).await?;
    // Browsers fetch once, however much was entered.
    let mut pushes = pushes(&entries);
    let mut events: Vec<_> =
        entries.into_iter().map(|entry| work.event(entry.what, std::mem::take(&mut pushes))).collect();
    events.extend(settled);
    Ok(work.events().append(&events).await?)
}

async fn settle(work: &Work<'_>, entries: &[Entry<'_>]) -> Result<Vec<crate::events::Event>> {
    // What is given in a year changes nothing about carried days that lapse in it: its last day decides.
    let last = |entry: &Entry<'_>| NaiveDate::from_ymd_opt(entry.year, 12, 31).unwrap_or(work.moment.today);
    let settled = || entries.iter().filter(|entry| entry.leave_type.is_settled(last(entry), work.moment.today));
    let Some(earliest) = settled().map(last).min() else { return Ok(Vec::new()) };
    let types: BTreeMap<LeaveTypeId, &LeaveType> =
        settled().map(|entry| (entry.leave_type.id, entry.leave_type)).collect();
    let types: Vec<LeaveType> = types.into_values().cloned().collect();
    let people: BTreeSet<UserId> = settled().map(|entry| entry.user).collect();
    settle_anew(work, &types, &people.into_iter().collect::<Vec<_>>(), earliest).await
}

fn pushes(entries: &[Entry<'_>]) -> Vec<Push> {
    let users: BTreeSet<UserId> = entries.iter().map(|entry| entry.user).collect();
    let readers: BTreeSet<UserId> =
        users.iter().copied().chain(entries.iter().filter_map(|entry| entry.manager)).collect();
    vec![
        Push::Changed { topic: Topic::Leave, audience: Audience::Readers(readers.into_iter().collect()) },
        Push::Changed { topic: Topic::Notifications, audience: Audience::Users(users.into_iter().collect()) },
    ]
}
