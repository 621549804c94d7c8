//! Requests on which nobody decided in time.

use super::events;
use super::{RequestExpiredLetter, pushes};
use crate::events::{Event, Origin};
use crate::mail::send_at_once;
use crate::ports::{Addressees, ExpiredRequest, NewRequest, Recipient};
use crate::work::Work;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::mail_choices::MailKind;
use domain::notice::unlock_expired;
use domain::unlock::{RequestStatus, first_waiting_day};
use std::collections::BTreeMap;

/// How many are noted as expired in one transaction, so that none of them lasts long.
const TOGETHER: u32 = 500;

/// Notes that some of the requests whose time is over are expired, and tells their employees. Returns how many: there may be more
/// until there are none. Of several instances that try at once each takes others.
pub async fn expire(ports: &Ports) -> Result<u32> {
    let moment = ports.moment();
    let work = ports.begin(&moment, Origin::job()).await?;
    let expired = work.unlocks().expire(begins_to_wait(&work), None, TOGETHER).await?;
    if expired.is_empty() {
        return Ok(0);
    }
    tell(&work, &expired).await?;
    work.commit().await?;
    Ok(u32::try_from(expired.len()).unwrap_or(u32::MAX))
}

/// The requests of a person that wait at this moment. Those whose time is over expire here, where the job has not found them yet.
pub(super) async fn still_waiting(work: &Work<'_>, user: UserId) -> Result<Vec<NewRequest>> {
    let mut undecided = work.unlocks().undecided(user).await?;
    let before = undecided.len();
    undecided.retain(|request| {
        let asked_on = work.ports.zones().day_in(request.created_at);
        RequestStatus::Pending.on(work.moment.today, asked_on) == RequestStatus::Pending
    });
    if undecided.len() < before {
        let expired = work.unlocks().expire(begins_to_wait(work), Some(user), TOGETHER).await?;
        tell(work, &expired).await?;
    }
    Ok(undecided)
}

/// What was made before is over.
fn begins_to_wait(work: &Work<'_>) -> Instant {
    work.ports.zones().start_of(first_waiting_day(work.moment.today))
}

async fn tell(work: &Work<'_>, expired: &[ExpiredRequest]) -> Result<()> {
    let notice = |request: &ExpiredRequest| (request.user, unlock_expired::notice(request.date));
    work.notify(expired.iter().map(notice).collect()).await?;
    let mut dates: BTreeMap<UserId, Vec<NaiveDate>> = BTreeMap::new();
    for request in expired {
        dates.entry(request.user).or_default().push(request.date);
    }
    let to = Addressees::People(dates.keys().copied().collect());
    let letter = |to: &Recipient| Some(RequestExpiredLetter { dates: dates.get(&to.user)?.clone() });
    send_at_once(work, MailKind::UnlockRequest, &to, letter).await?;
    let event = |request: &ExpiredRequest| {
        let pushes = pushes(request.user, request.manager);
        Event::new(work.ports, work.moment.now, Origin::job(), events::request_expired(request), pushes)
    };
    let events: Vec<Event> = expired.iter().map(event).collect();
    Ok(work.events().append(&events).await?)
}

#[cfg(test)]
mod tests;
