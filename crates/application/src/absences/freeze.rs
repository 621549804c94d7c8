//! Looks at the next day that is over, and marks the people who recorded nothing on it as absent.

use super::events;
use crate::events::{Audience, Origin, Push, Topic};
use crate::ports::KeptValue;
use crate::work::Work;
use crate::working_days::WorkingDays;
use crate::{Ports, Result, gate};
use chrono::NaiveDate;
use domain::absence::next_day;
use domain::id::UserId;
use domain::month::{ChangedDays, Concerned, Held};
use domain::notice::frozen;
use domain::time::{days_after, parse_date};
use domain::work_patterns::Expected;

/// How many people are marked in one transaction, so that none of them lasts long.
const TOGETHER: u32 = 500;

/// What one step did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frozen {
    /// Every day that is over has been looked at.
    Done,
    /// This many people were marked on a day, perhaps none. More may be left to do.
    Marked(u32),
}

/// Takes one step: some of the people of one day, or the end of it. Of several instances that try at once one takes it, and the
/// others then find it taken.
pub async fn freeze(ports: &Ports) -> Result<Frozen> {
    let moment = ports.moment();
    let today = moment.today;
    let known = ports.reads.kept_values().get(KeptValue::FrozenThrough).await?;
    // Most of the time there is nothing to do, and nobody is locked out to find that.
    let Some(first) = next_day(known.as_deref().and_then(parse_date), today) else { return Ok(Frozen::Done) };
    // Another instance may have gone on meanwhile, and the day is a later one.
    let working = WorkingDays::between(ports, &moment, first, today).await?;
    let work = ports.begin(&moment, Origin::job()).await?;
    let through = work.kept_values().lock(KeptValue::FrozenThrough).await?;
    let Some(day) = next_day(through.as_deref().and_then(parse_date), today) else { return Ok(Frozen::Done) };
    let gate = gate::hold(&work, &ChangedDays::of([day]), Concerned::Anybody).await?;
    let is_open = match gate.held() {
        Held::Open => true,
        // A closed month keeps its days as they are: the job passes over it.
        Held::Closed(_) => false,
        // Whether it will have is known with the next run.
        Held::Closing(_) => return Ok(Frozen::Done),
    };
    let expected = working.expected_on(day);
    let absent =
        if is_open && expected != Expected::Only(Vec::new()) { mark(&work, day, &expected).await? } else { Vec::new() };
    let marked = u32::try_from(absent.len()).unwrap_or(u32::MAX);
    if marked < TOGETHER {
        work.kept_values().set(KeptValue::FrozenThrough, &day.to_string()).await?;
    }
    work.commit().await?;
    Ok(Frozen::Marked(marked))
}

async fn mark(work: &Work<'_>, day: NaiveDate, expected: &Expected) -> Result<Vec<UserId>> {
    let end = work.ports.zones().start_of(days_after(day, 1));
    let absent = work.absences().mark(day, expected, end, work.moment.now, TOGETHER).await?;
    if absent.is_empty() {
        return Ok(absent);
    }
    work.notify(absent.iter().map(|user| (*user, frozen::notice(day))).collect()).await?;
    let pushes = vec![
        Push::Changed { topic: Topic::Timesheets, audience: Audience::Readers(absent.clone()) },
        Push::Changed { topic: Topic::Notifications, audience: Audience::Users(absent.clone()) },
    ];
    work.record(events::day_frozen(day, &absent), pushes).await?;
    Ok(absent)
}

#[cfg(test)]
mod tests;
