//! Opening balances, which an import sets for many at once (moving-in.md 1.6).

use super::by_hand::{Entry, enter};
use super::events;
use crate::Result;
use crate::ports::NewLedgerRow;
use crate::work::Work;
use domain::id::{LedgerRowId, UserId};
use domain::leave::{EnteredOpening, LeaveType, Opening, OpeningRow};

/// An opening balance that may be entered, see [`check_balance`](domain::leave::check_balance).
pub(crate) struct NewOpening<'a> {
    pub(crate) user: UserId,
    pub(crate) manager: Option<UserId>,
    pub(crate) leave_type: &'a LeaveType,
    /// The one that it replaces, read after the person was locked.
    pub(crate) before: Option<EnteredOpening>,
    pub(crate) opening: Opening,
}

/// What the person is told where the opening balance has no note.
const TOLD: &str = "Opening balance";

/// Sets opening balances of people who MUST be locked, and settles ended years anew. One that is so already enters nothing.
pub(crate) async fn set_openings(work: &Work<'_>, wanted: Vec<NewOpening<'_>>) -> Result<()> {
    let entries = wanted.into_iter().filter_map(|new| entry_of(work, new)).collect();
    enter(work, entries).await
}

fn entry_of<'a>(work: &Work<'_>, new: NewOpening<'a>) -> Option<Entry<'a>> {
    let NewOpening { user, manager, leave_type, before, opening } = new;
    let rows = opening.rows(before.as_ref(), work.moment.today);
    if rows.is_empty() {
        return None;
    }
    let before = before.map(|entered| entered.opening);
    let ledger_row = |OpeningRow { number, row, note }| NewLedgerRow {
        id: LedgerRowId::new(work.ports.ids.next()),
        user,
        leave_type: leave_type.id,
        row,
        note,
        request: None,
        opening_number: Some(number),
        by: work.actor(),
        created_at: work.moment.now,
    };
    Some(Entry {
        user,
        manager,
        leave_type,
        year: opening.year,
        days: rows.iter().map(|entered| entered.row.days).sum(),
        note: opening.note.clone().unwrap_or_else(|| TOLD.to_owned()),
        what: events::opening_set(user, leave_type.id, before.as_ref(), &opening),
        rows: rows.into_iter().map(ledger_row).collect(),
    })
}
