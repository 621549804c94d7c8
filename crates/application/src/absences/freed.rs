//! A day that leave no longer covers whole is looked at again.

use crate::Result;
use crate::ports::KeptValue;
use crate::work::Work;
use chrono::NaiveDate;
use domain::Instant;
use domain::absence::was_looked_at;
use domain::id::UserId;
use domain::time::{days_after, parse_date};

/// Marks a person absent on those of the days that were looked at while approved leave covered them whole, and on which nothing was
/// recorded. They are working days: on others no leave counts. Nobody is told. Once the leave is given up in `work`.
pub(crate) async fn mark_freed(work: &Work<'_>, user: UserId, days: Vec<NaiveDate>) -> Result<()> {
    if !days.iter().any(|day| *day < work.moment.today) {
        return Ok(());
    }
    // What is still to be looked at is left to that, and does not begin in the meantime.
    let through = work.kept_values().lock(KeptValue::FrozenThrough).await?;
    let through = through.as_deref().and_then(parse_date);
    let ended = |day| (day, work.ports.zones().start_of(days_after(day, 1)));
    let over: Vec<(NaiveDate, Instant)> =
        days.into_iter().filter(|day| was_looked_at(*day, through)).map(ended).collect();
    if !over.is_empty() {
        work.absences().mark_freed(user, &over, work.moment.now).await?;
    }
    Ok(())
}
