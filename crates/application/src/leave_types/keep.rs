//! HR and administrators keep the leave types. What a change gives people is entered with it.

use super::{LeaveTypeView, events, this_year};
use crate::events::{Audience, Event, Push, Record, Topic};
use crate::leave_ledger::allocate_everybody;
use crate::ports::{StoreError, UniqueKey};
use crate::sessions::Caller;
use crate::work::Work;
use crate::{Conflict, Error, Invalid, Ports, Result};
use domain::access::Capability;
use domain::id::LeaveTypeId;
use domain::leave::{LeaveType, LeaveTypeError, MOST_TYPES, TypedEdit, TypedLeaveType};

/// A change of a leave type, as typed.
#[derive(Debug, Clone, PartialEq)]
pub struct LeaveTypeWish {
    pub typed: TypedEdit,
    /// How often the type had been changed when they last looked at it.
    pub version: u32,
}

pub async fn add(ports: &Ports, caller: &Caller, typed: TypedLeaveType) -> Result<LeaveTypeView> {
    caller.actor.require(Capability::KeepLeaveTypes)?;
    let moment = ports.moment();
    let made = LeaveType::new(LeaveTypeId::new(ports.ids.next()), &typed).map_err(invalid)?;
    let work = ports.begin(&moment, caller).await?;
    let all = work.leave_types().all().await?;
    check_name(&made, &all)?;
    if all.len() >= MOST_TYPES {
        return Err(Conflict::TooManyLeaveTypes.into());
    }
    work.leave_types().insert(&made).await.map_err(lost_race)?;
    let mut events = vec![event(&work, events::leave_type_added(&made))];
    if made.is_active && made.is_limited() {
        events.extend(allocate_everybody(&work, std::slice::from_ref(&made)).await?);
    }
    work.events().append(&events).await?;
    work.commit().await?;
    Ok(LeaveTypeView::new(made, this_year(&moment)))
}

/// Changes a leave type. A call for the present values changes nothing.
pub async fn change(ports: &Ports, caller: &Caller, id: LeaveTypeId, wish: LeaveTypeWish) -> Result<LeaveTypeView> {
    caller.actor.require(Capability::KeepLeaveTypes)?;
    let moment = ports.moment();
    let year = this_year(&moment);
    let edit = wish.typed.parse(year).map_err(invalid)?;
    let work = ports.begin(&moment, caller).await?;
    let all = work.leave_types().all().await?;
    let before = all.iter().find(|leave_type| leave_type.id == id).ok_or(Error::NotFound("Leave type"))?;
    let after = before.changed(&edit).map_err(invalid)?;
    if before.version != wish.version {
        return Err(Conflict::LeaveTypeChanged.into());
    }
    if after == *before {
        return Ok(LeaveTypeView::new(after, year));
    }
    check_name(&after, &all)?;
    work.leave_types().update(&after).await.map_err(lost_race)?;
    let what = events::leave_type_changed(before, &after, edit.from_year);
    let mut events = vec![event(&work, what)];
    if after.is_limited() && (after.terms != before.terms || after.is_active && !before.is_active) {
        events.extend(allocate_everybody(&work, std::slice::from_ref(&after)).await?);
    }
    work.events().append(&events).await?;
    work.commit().await?;
    Ok(LeaveTypeView::new(after, year))
}

/// No other type has the name, one that is not in use included.
fn check_name(leave_type: &LeaveType, all: &[LeaveType]) -> Result<(), Conflict> {
    let key = leave_type.name_key();
    let is_taken = all.iter().any(|other| other.id != leave_type.id && other.name_key() == key);
    if is_taken { Err(Conflict::LeaveTypeNameTaken) } else { Ok(()) }
}

fn invalid(wrong: Vec<LeaveTypeError>) -> Error {
    let fields = wrong.into_iter().map(|why| (why.field(), why.sentence())).collect();
    Invalid { message: None, fields }.into()
}

fn lost_race(error: StoreError) -> Error {
    match error {
        StoreError::Conflict(UniqueKey::LeaveTypeName) => Conflict::LeaveTypeNameTaken.into(),
        StoreError::Stale => Error::NotFound("Leave type"),
        other => other.into(),
    }
}

/// Everybody can choose from the types, or could until now.
fn event(work: &Work<'_>, what: Record) -> Event {
    work.event(what, vec![Push::Changed { topic: Topic::Leave, audience: Audience::Everyone }])
}
