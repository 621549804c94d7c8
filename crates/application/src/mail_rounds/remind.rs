//! The evening reminder.

use super::{ReminderLetter, RoundStep, TOGETHER, last_of_many, round_due};
use crate::events::Origin;
use crate::mail::by_choice;
use crate::ports::{KeptValue, NewMail};
use crate::working_days::WorkingDays;
use crate::{Ports, Result};

/// Takes one step of the round of reminders: some of the people who have recorded nothing today.
pub async fn remind(ports: &Ports) -> Result<RoundStep> {
    let moment = ports.moment();
    let (today, time) = (moment.today, moment.rules.reminder_time);
    if !ports.may_be_due(KeptValue::Reminders, &moment, time).await? {
        return Ok(RoundStep::Idle);
    }
    let working = WorkingDays::between(ports, &moment, today, today).await?;
    let work = ports.begin(&moment, Origin::job()).await?;
    let last = work.kept_values().lock(KeptValue::Reminders).await?;
    let Some(round) = round_due(last.as_deref(), &moment, time, true) else { return Ok(RoundStep::Idle) };
    let expected = working.expected_on(today);
    let people = work.digests().unrecorded(today, &expected, round.through(), TOGETHER).await?;
    let next = round.after(last_of_many(&people));
    let letter = ReminderLetter { date: today };
    let mails: Vec<NewMail> = people.into_iter().map(|person| by_choice(&work, &letter, person)).collect();
    work.mails().enqueue(&mails).await?;
    work.kept_values().set(KeptValue::Reminders, &next.to_string()).await?;
    work.commit().await?;
    Ok(RoundStep::Made(u32::try_from(mails.len()).unwrap_or(u32::MAX)))
}
