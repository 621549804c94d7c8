//! What the portal enters by itself on each day: allocations, lapses, and what goes into the next year.

use super::missing::{TOGETHER, catch_up, last_of_many};
use crate::events::Origin;
use crate::ports::KeptValue;
use crate::work::Work;
use crate::{Ports, Result};
use chrono::NaiveTime;
use domain::round::{Progress, Round};

/// Takes one step of the round of today, and says whether there was one to take: enters what is missing for some of the people. Of
/// several instances that try at once one takes it, and the others then find it taken.
pub async fn settle(ports: &Ports) -> Result<bool> {
    let moment = ports.moment();
    let due = |kept: Option<String>| {
        let last = kept.and_then(|text| Round::parse(&text));
        Round::due(last, moment.now, &moment.rules.zones, NaiveTime::MIN, true)
    };
    // Most of the time there is nothing to do, and nobody is locked out to find that.
    if due(ports.reads.kept_values().get(KeptValue::LeaveSettled).await?).is_none() {
        return Ok(false);
    }
    let work = ports.begin(&moment, Origin::job()).await?;
    let Some(round) = due(work.kept_values().lock(KeptValue::LeaveSettled).await?) else { return Ok(false) };
    let types = work.leave_types().all().await?;
    let holders = work.leave_ledger().lock_next_holders(round.through(), TOGETHER).await?;
    let events = catch_up(&work, &types, &holders).await?;
    work.events().append(&events).await?;
    let next = round.after(last_of_many(&holders));
    work.kept_values().set(KeptValue::LeaveSettled, &next.to_string()).await?;
    work.commit().await?;
    Ok(true)
}

/// Has the leave keeper look at everybody again, although it may have done so today: many people have come, or are given other leave
/// than before. Asked before anybody is locked, because a step of the round locks people after it.
pub(crate) async fn look_again(work: &Work<'_>) -> Result<()> {
    let kept = work.kept_values().lock(KeptValue::LeaveSettled).await?;
    if let Some(round) = kept.and_then(|text| Round::parse(&text)) {
        let again = Round { progress: Progress::Begun, ..round };
        work.kept_values().set(KeptValue::LeaveSettled, &again.to_string()).await?;
    }
    Ok(())
}
