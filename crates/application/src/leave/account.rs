//! What people have of leave, and what a change of it enters into the ledger.

use crate::Result;
use crate::events::Event;
use crate::leave_ledger::settle_anew;
use crate::ports::{AccountRow, LeaveReads, LiveHalf, NewLedgerRow, StoredLeave};
use crate::work::Work;
use chrono::NaiveDate;
use domain::id::{LeaveRequestId, LeaveTypeId, LedgerRowId, UserId};
use domain::leave::{CountedHalf, LeaveDays, LeaveType, LeaveUse, LedgerRow, usage_rows};
use std::collections::BTreeSet;

/// Rows and live leave of some people.
pub(super) struct Accounts {
    rows: Vec<AccountRow>,
    live: Vec<LiveHalf>,
}

impl Accounts {
    pub(super) async fn of(leave: &dyn LeaveReads, people: &[UserId], types: &[LeaveTypeId]) -> Result<Self> {
        Ok(Self { rows: leave.rows(people, types).await?, live: leave.live(people).await? })
    }

    pub(super) fn halves(&self) -> Vec<CountedHalf> {
        self.live.iter().map(|live| live.half).collect()
    }

    /// The rows of one of them, and what counts of their live leave, of one type.
    pub(super) fn one(&self, user: UserId, leave_type: LeaveTypeId) -> (Vec<LedgerRow>, Vec<LeaveUse>) {
        let is_row = |row: &&AccountRow| row.user == user && row.leave_type == leave_type;
        let rows = self.rows.iter().filter(is_row).map(|row| row.row).collect();
        let is_use = |live: &&LiveHalf| live.user == user && live.leave_type == leave_type && live.half.counts;
        let taken =
            |live: &LiveHalf| LeaveUse { date: live.half.half.date, days: LeaveDays::HALF, status: live.status };
        (rows, self.live.iter().filter(is_use).map(taken).collect())
    }
}

/// What changes of the live halves of a request.
pub(super) struct Taking<'a> {
    pub(super) user: UserId,
    pub(super) leave_type: LeaveTypeId,
    pub(super) request: LeaveRequestId,
    pub(super) before: &'a [CountedHalf],
    pub(super) after: &'a [CountedHalf],
}

impl<'a> Taking<'a> {
    /// Halves of `leave` are given up; these are kept.
    pub(super) fn of(leave: &StoredLeave, before: &'a [CountedHalf], after: &'a [CountedHalf]) -> Self {
        Self { user: leave.person.id, leave_type: leave.leave_type, request: leave.id, before, after }
    }

    /// The first date that comes to count, or no longer does.
    fn earliest(&self) -> Option<NaiveDate> {
        let counted = |halves: &[CountedHalf]| {
            halves.iter().filter(|half| half.counts).map(|half| half.half).collect::<BTreeSet<_>>()
        };
        counted(self.before).symmetric_difference(&counted(self.after)).map(|half| half.date).min()
    }
}

/// Enters what requests take and give back, once their halves are stored; and settles anew what has lapsed or ended where that changes
/// it. Returns the events to record of that. A fixed number of statements.
pub(super) async fn enter(work: &Work<'_>, takings: &[Taking<'_>]) -> Result<Vec<Event>> {
    let new = |taking: &Taking<'_>, row| NewLedgerRow {
        id: LedgerRowId::new(work.ports.ids.next()),
        user: taking.user,
        leave_type: taking.leave_type,
        row,
        note: None,
        request: Some(taking.request),
        opening_number: None,
        by: work.actor(),
        created_at: work.moment.now,
    };
    let rows: Vec<NewLedgerRow> = takings
        .iter()
        .flat_map(|taking| {
            let rows = usage_rows(taking.before, taking.after, work.moment.today);
            rows.into_iter().map(move |row| new(taking, row))
        })
        .collect();
    if !rows.is_empty() {
        work.leave_ledger().append(&rows).await?;
    }
    let changes: Vec<Change> = takings
        .iter()
        .filter_map(|taking| taking.earliest().map(|earliest| (taking.user, taking.leave_type, earliest)))
        .collect();
    settle(work, &changes).await
}

/// Of whom what counts changes, of which type, and from which date on.
pub(super) type Change = (UserId, LeaveTypeId, NaiveDate);

/// Settles anew what has lapsed or ended where one of `changes` lies before today; returns the events to record. A fixed number of
/// statements.
pub(super) async fn settle(work: &Work<'_>, changes: &[Change]) -> Result<Vec<Event>> {
    let late = || changes.iter().filter(|(_, _, earliest)| *earliest < work.moment.today);
    let Some(earliest) = late().map(|(_, _, earliest)| *earliest).min() else {
        return Ok(Vec::new());
    };
    let people: BTreeSet<UserId> = late().map(|(user, ..)| *user).collect();
    let of: BTreeSet<LeaveTypeId> = late().map(|(_, of, _)| *of).collect();
    let types = work.leave().types().await?;
    let types: Vec<LeaveType> = types.into_iter().filter(|found| of.contains(&found.id)).collect();
    settle_anew(work, &types, &people.into_iter().collect::<Vec<_>>(), earliest).await
}
