//! HR and administrators adjust a balance.

use super::balances::{TypeBalance, in_year};
use super::events;
use super::missing::settle_anew;
use crate::events::{Audience, Push, Topic};
use crate::ports::{LeaveOf, NewLedgerRow};
use crate::sessions::Caller;
use crate::{Error, Invalid, Ports, Result};
use chrono::{Datelike, NaiveDate};
use domain::access::Capability;
use domain::id::{LeaveTypeId, LedgerRowId, UserId};
use domain::leave::{AdjustmentError, LedgerRow, RowKind, TypedAdjustment};
use domain::notice::leave_adjusted;
use domain::person::Role;

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
    if person.standing.role != Role::Employee {
        return Err(Invalid::field("userId", "Only an employee has leave").into());
    }
    if !leave_type.is_limited() {
        return Err(Invalid::field("leaveTypeId", "This leave type has no balance").into());
    }
    let row = NewLedgerRow {
        id: LedgerRowId::new(ports.ids.next()),
        user,
        leave_type: leave_type.id,
        row: LedgerRow { year, kind: RowKind::Adjustment, days: adjustment.days, date: today },
        note: Some(adjustment.note.clone()),
        request: None,
        by: Some(caller.actor.id),
        created_at: moment.now,
    };
    work.leave_ledger().append(&[row]).await?;
    work.notify(vec![(user, leave_adjusted::notice(&leave_type.name, &adjustment))]).await?;
    let pushes = vec![
        Push::Changed {
            topic: Topic::Leave,
            audience: Audience::Readers(std::iter::once(user).chain(person.manager).collect()),
        },
        Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![user]) },
    ];
    let what = events::leave_adjusted(user, leave_type.id, &adjustment);
    let mut events = vec![work.event(what, pushes)];
    // What is given in a year changes nothing about carried days that lapse in it: its last day decides.
    let last = NaiveDate::from_ymd_opt(year, 12, 31).unwrap_or(today);
    events.extend(settle_anew(&work, std::slice::from_ref(&leave_type), &[user], last).await?);
    work.events().append(&events).await?;
    work.commit().await?;
    let accounts = in_year(ports, LeaveOf::Person(user), year, today).await?;
    let balance = accounts.ask(user, &leave_type, |account| account.balance(year, today));
    Ok(TypeBalance { leave_type, year, balance })
}

fn invalid(wrong: Vec<AdjustmentError>) -> Error {
    let fields = wrong.into_iter().map(|why| (why.field(), why.sentence())).collect();
    Invalid { message: None, fields }.into()
}
