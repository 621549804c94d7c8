//! Figures about all people, for HR and administrators.

use super::events;
use crate::events::{Audience, Event, Push, Topic};
use crate::ports::{HeadCount, KeptValue, StoreError};
use crate::sessions::Caller;
use crate::unlocks::count_waiting;
use crate::{Invalid, Ports, Result};
use domain::access::Capability;
use domain::headcount::{new_since, turnover_rate, turnover_since};

/// The most positions that can be open.
const MOST_POSITIONS: u32 = 10_000;

#[derive(Debug, Clone, PartialEq)]
pub struct PeopleDashboard {
    pub total_employees: u32,
    /// Those of them who joined lately.
    pub new_hires: u32,
    /// The turnover of the last twelve months, in per cent; `None` where there are too few people to speak of one.
    pub turnover_rate: Option<f64>,
    /// How many positions are open, as people set it.
    pub open_positions: u32,
    /// Active Employees without a manager that can act.
    pub without_manager: u32,
    /// Requests to unlock a day that wait for the caller.
    pub unlock_requests: u32,
    /// Active Employees with approved leave that counts today.
    pub on_leave_today: u32,
}

pub async fn head_count(ports: &Ports, caller: &Caller) -> Result<HeadCount> {
    caller.actor.require(Capability::SeePeopleFigures)?;
    Ok(ports.reads.people().head_count().await?)
}

pub async fn people_dashboard(ports: &Ports, caller: &Caller) -> Result<PeopleDashboard> {
    caller.actor.require(Capability::SeePeopleFigures)?;
    let moment = ports.moment();
    let (now, today) = (moment.now, moment.today);
    let figures = ports.reads.people().figures(today, new_since(today), turnover_since(now)).await?;
    let open_positions = ports.reads.kept_values().get(KeptValue::OpenPositions).await?;
    Ok(PeopleDashboard {
        total_employees: figures.active,
        new_hires: figures.new_hires,
        turnover_rate: turnover_rate(figures.left, figures.active_then, figures.active),
        open_positions: open_positions.as_deref().map_or(Ok(0), |value| value.parse().map_err(|_| corrupt()))?,
        without_manager: figures.without_manager,
        unlock_requests: count_waiting(ports, &moment, &caller.actor).await?,
        on_leave_today: figures.on_leave,
    })
}

fn corrupt() -> StoreError {
    StoreError::Corrupt { table: "settings", column: "value", id: KeptValue::OpenPositions.name().to_owned() }
}

pub async fn set_open_positions(ports: &Ports, caller: &Caller, value: u32) -> Result<u32> {
    caller.actor.require(Capability::KeepFigures)?;
    if value > MOST_POSITIONS {
        return Err(Invalid::field("value", "Open positions must be a whole number from 0 to 10,000").into());
    }
    let work = ports.store.begin().await?;
    let before = work.kept_values().lock(KeptValue::OpenPositions).await?.and_then(|value| value.parse().ok());
    work.kept_values().set(KeptValue::OpenPositions, &value.to_string()).await?;
    let pushes = vec![Push::Changed { topic: Topic::Users, audience: Audience::Everyone }];
    let what = events::open_positions_set(before, value);
    let event = Event::new(ports, ports.clock.now(), caller, what, pushes);
    work.events().append(&[event]).await?;
    work.commit().await?;
    Ok(value)
}

#[cfg(test)]
mod tests;
