//! The requests that wait for somebody.

use super::{Judge, Request};
use crate::ports::{PersonName, UndecidedRequest};
use crate::sessions::Caller;
use crate::working_days::WorkingDays;
use crate::{Moment, Ports, Result};
use domain::access::{Actor, Capability, Scope};
use domain::id::{UnlockId, UserId};
use domain::person::{Employment, FullName};
use domain::unlock::{WaitsFor, first_waiting_day, last_day};
use std::collections::HashMap;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingRequest {
    pub request: Request,
    pub employee: PersonName,
    /// Their manager, where the caller would decide in their place.
    pub for_manager: Option<(UserId, FullName)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingRequests {
    /// The page, oldest first.
    pub requests: Vec<WaitingRequest>,
    pub total: u32,
}

/// Every request of people in `scope` that waits for somebody, with whom it waits for; oldest first.
///
/// For whom a request waits depends on the work pattern of its employee, which no database knows. There are five of a person at
/// most, for a week, and only what is needed to judge them is read.
pub async fn all_waiting(ports: &Ports, moment: &Moment, scope: Scope) -> Result<Vec<(UndecidedRequest, WaitsFor)>> {
    let since = ports.zones().start_of(first_waiting_day(moment.today));
    let undecided = ports.reads.unlocks().undecided(scope, since, moment.today).await?;
    if undecided.is_empty() {
        return Ok(Vec::new());
    }
    let working = WorkingDays::of_windows(ports, moment).await?;
    let judged = undecided.into_iter().filter_map(|request| {
        let judge = Judge::of(moment, &working, &request.person);
        let waits_for = judge.waits_for(request.date, request.created_at, request.entry, request.is_closed)?;
        Some((request, waits_for))
    });
    Ok(judged.collect())
}

async fn waiting_for(ports: &Ports, moment: &Moment, actor: &Actor) -> Result<Vec<(UndecidedRequest, WaitsFor)>> {
    let scope = actor.scope(Capability::UnlockDates)?;
    let mut waiting = all_waiting(ports, moment, scope).await?;
    waiting.retain(|(request, waits_for)| waits_for.concerns(actor, request.person.manager));
    Ok(waiting)
}

pub(crate) async fn count_waiting(ports: &Ports, moment: &Moment, actor: &Actor) -> Result<u32> {
    Ok(u32::try_from(waiting_for(ports, moment, actor).await?.len()).unwrap_or(u32::MAX))
}

/// A page (from 1) of the requests that wait for the caller.
pub async fn waiting(ports: &Ports, caller: &Caller, page: u32, limit: u32) -> Result<WaitingRequests> {
    let moment = ports.moment();
    let all = waiting_for(ports, &moment, &caller.actor).await?;
    let total = u32::try_from(all.len()).unwrap_or(u32::MAX);
    let before = u64::from(page.saturating_sub(1)).saturating_mul(limit.into());
    let on_page = all.into_iter().skip(usize::try_from(before).unwrap_or(usize::MAX)).take(limit as usize);
    let judged: HashMap<UnlockId, (Employment, WaitsFor)> =
        on_page.map(|(request, waits_for)| (request.id, (request.person, waits_for))).collect();
    if judged.is_empty() {
        return Ok(WaitingRequests { requests: Vec::new(), total });
    }
    let ids: Vec<UnlockId> = judged.keys().copied().collect();
    let found = ports.reads.unlocks().requests(&ids).await?;
    let requests = found
        .into_iter()
        .filter_map(|found| {
            let (_, waits_for) = judged.get(&found.request.id)?;
            let expires_on = Some(last_day(ports.zones().day_in(found.request.created_at)));
            let stands_in =
                |(manager, _): &(UserId, FullName)| caller.actor.leads.on_behalf_of(Some(*manager)).is_some();
            Some(WaitingRequest {
                request: Request { view: found.request, waits_for: Some(*waits_for), expires_on },
                employee: found.employee,
                for_manager: found.manager.filter(|manager| *waits_for == WaitsFor::Manager && stands_in(manager)),
            })
        })
        .collect();
    Ok(WaitingRequests { requests, total })
}

#[cfg(test)]
mod tests;
