//! HR and administrators adjust a balance.

use super::balances::{TypeBalance, in_year};
use super::by_hand::{Entry, enter};
use super::events;
use crate::ports::{LeaveOf, NewLedgerRow};
use crate::sessions::Caller;
use crate::{Error, Invalid, Ports, Result};
use chrono::Datelike;
use domain::access::Capability;
use domain::id::{LeaveTypeId, LedgerRowId, UserId};
use domain::leave::{AdjustmentError, BalanceRefusal, LedgerRow, RowKind, TypedAdjustment, check_balance};

/// An adjustment that somebody wants.
#[derive(Debug, Clone, PartialEq)]
pub struct NewAdjustment {
    pub user: UserId,
    pub leave_type: LeaveTypeId,
    pub typed: TypedAdjustment,
}

/// Adjusts a balance, and returns it as it is afterwards. That of the last year is settled anew.
pub async fn adjust(ports: &Ports, caller: &Caller, wish: NewAdjustment) -> Result<TypeBalance> {
    caller.actor.require(Capability::AdjustLeave)?;
    let moment = ports.moment();
    let today = moment.today;
    let NewAdjustment { user, leave_type, typed } = wish;
    let adjustment = typed.parse(today.year()).map_err(invalid)?;
    let year = adjustment.year;
    // Limited or not is settled when a type is made, and so is what ended years gave: nothing that is asked here ever changes.
    let types = ports.reads.leave_types().leave_types().await?;
    let work = ports.begin(&moment, caller).await?;
    let person = work.people().for_change(user).await?.ok_or(Error::NotFound("User"))?;
    let leave_type = types.into_iter().find(|other| other.id == leave_type).ok_or(Error::NotFound("Leave type"))?;
    check_balance(person.standing.role, &leave_type).map_err(|why| {
        let field = match why {
            BalanceRefusal::NotAnEmployee => "userId",
            BalanceRefusal::NoLimit => "leaveTypeId",
        };
        Invalid::field(field, why.sentence())
    })?;
    let row = NewLedgerRow {
        id: LedgerRowId::new(ports.ids.next()),
        user,
        leave_type: leave_type.id,
        row: LedgerRow { year, kind: RowKind::Adjustment, days: adjustment.days, date: today },
        note: Some(adjustment.note.clone()),
        request: None,
        opening_number: None,
        by: Some(caller.actor.id),
        created_at: moment.now,
    };
    let entry = Entry {
        user,
        manager: person.manager,
        leave_type: &leave_type,
        year,
        days: adjustment.days,
        note: adjustment.note.clone(),
        rows: vec![row],
        what: events::leave_adjusted(user, leave_type.id, &adjustment),
    };
    enter(&work, vec![entry]).await?;
    work.commit().await?;
    let accounts = in_year(ports, LeaveOf::Person(user), year, today).await?;
    let balance = accounts.ask(user, &leave_type, |account| account.balance(year, today));
    Ok(TypeBalance { leave_type, year, balance })
}

fn invalid(wrong: Vec<AdjustmentError>) -> Error {
    let fields = wrong.into_iter().map(|why| (why.field(), why.sentence())).collect();
    Invalid { message: None, fields }.into()
}
