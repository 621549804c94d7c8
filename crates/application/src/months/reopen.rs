//! A closed month is opened again.

use super::events;
use super::{MonthLine, named, told_to_everyone, typed};
use crate::events::Event;
use crate::sessions::Caller;
use crate::{Ports, Result};
use domain::access::Capability;
use domain::month::{may_reopen, parse_reason};

/// Opens it, for a reason as typed, and returns it as it is then. `month` as in the path.
pub async fn reopen(ports: &Ports, caller: &Caller, month: &str, reason: &str) -> Result<MonthLine> {
    caller.actor.require(Capability::KeepMonths)?;
    let reason = typed("reason", parse_reason(reason))?;
    let moment = ports.moment();
    let month = named(month, moment.today)?;
    // Nobody exports it at this moment: that came before, or finds it open.
    let unit = ports.store.begin_alone(month).await?;
    let standing = unit.months().standing(month).await?;
    let is_exported = unit.months().is_exported(month).await?;
    may_reopen(caller.actor.role, month, standing, is_exported)?;
    unit.months().reopen(month, caller.actor.id, &reason, moment.now).await?;
    let what = events::month_reopened(month, standing.revision, &reason);
    unit.events().append(&[Event::new(ports, moment.now, caller, what, told_to_everyone())]).await?;
    unit.commit().await?;
    MonthLine::of(ports, month).await
}
