//! The digests of a working day.

use super::compose::Composer;
use super::{RoundStep, TOGETHER, last_of_many, round_due};
use crate::events::Origin;
use crate::ports::{KeptValue, NewMail};
use crate::unlocks::all_waiting;
use crate::working_days::WorkingDays;
use crate::{Ports, Result};
use domain::access::Scope;
use domain::time::days_before;

/// For how many days back a missing day is told.
const MISSING_FOR: u64 = 7;

/// Takes one step of the round of digests: some of the people.
pub async fn digest(ports: &Ports) -> Result<RoundStep> {
    let moment = ports.moment();
    let (today, time) = (moment.today, moment.rules.digest_time);
    if !ports.may_be_due(KeptValue::Digests, &moment, time).await? {
        return Ok(RoundStep::Idle);
    }
    let since = days_before(today, MISSING_FOR);
    let working = WorkingDays::between(ports, &moment, since, today).await?;
    let is_meant = working.of_organisation().is_working_day(today);
    let requests = all_waiting(ports, &moment, Scope::Everyone).await?;
    let work = ports.begin(&moment, Origin::job()).await?;
    let last = work.kept_values().lock(KeptValue::Digests).await?;
    let Some(round) = round_due(last.as_deref(), &moment, time, is_meant) else { return Ok(RoundStep::Idle) };
    let readers = work.digests().next_readers(round.through(), TOGETHER).await?;
    let next = round.after(last_of_many(&readers));
    let composer = Composer { work: &work, working: &working, round: &round, requests: &requests, since };
    let mails: Vec<NewMail> = composer.compose(readers).await?;
    work.mails().enqueue(&mails).await?;
    work.kept_values().set(KeptValue::Digests, &next.to_string()).await?;
    work.commit().await?;
    Ok(RoundStep::Made(u32::try_from(mails.len()).unwrap_or(u32::MAX)))
}
