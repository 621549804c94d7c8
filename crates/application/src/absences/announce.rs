//! Mails the days that were frozen: on the first one, and from then on once a week at most.

use super::DaysFrozenLetter;
use crate::events::Origin;
use crate::mail::send_at_once;
use crate::ports::{Addressees, KeptValue, Recipient, UnmailedAbsences};
use crate::working_days::WorkingDays;
use crate::{Ports, Result};
use domain::absence::{mailed_by, shown_since};
use domain::id::UserId;
use domain::mail_choices::MailKind;
use std::collections::BTreeMap;

/// How many people are mailed in one transaction.
const TOGETHER: u32 = 200;

/// Puts mails into the outbox for some of those who are due one, and says for how many; call it again while it does so. To be called
/// when no day is left to look at, so that days that are caught up with after a standstill stand in one mail.
pub async fn announce(ports: &Ports) -> Result<u32> {
    let moment = ports.moment();
    let today = moment.today;
    let working = WorkingDays::between(ports, &moment, shown_since(today), today).await?;
    let work = ports.begin(&moment, Origin::job()).await?;
    // The same lock as for the days themselves: nobody is mailed twice by two instances.
    work.kept_values().lock(KeptValue::FrozenThrough).await?;
    let due = work.absences().unmailed(shown_since(today), mailed_by(today), TOGETHER).await?;
    if due.is_empty() {
        return Ok(0);
    }
    let count = u32::try_from(due.len()).unwrap_or(u32::MAX);
    // A day that became a holiday or a day off later does not count.
    let (mut days, mut settled) = (BTreeMap::new(), Vec::new());
    for UnmailedAbsences { user, days: mut marked } in due {
        marked.retain(|day| working.of(user).is_working_day(*day));
        if marked.is_empty() {
            settled.push(user);
        } else {
            days.insert(user, marked);
        }
    }
    if !days.is_empty() {
        let told: Vec<UserId> = days.keys().copied().collect();
        let about = |to: &Recipient| Some(DaysFrozenLetter { dates: days.get(&to.user)?.clone() });
        let to = Addressees::People(told.clone());
        send_at_once(&work, MailKind::Frozen, &to, about).await?;
        // Who wants no mails about them is not asked again before the next one would be due.
        work.absences().mailed(&told, today).await?;
    }
    if !settled.is_empty() {
        // They are told nothing, so their next day does not wait for a week to pass.
        work.absences().mailed(&settled, mailed_by(today)).await?;
    }
    work.commit().await?;
    Ok(count)
}

#[cfg(test)]
mod tests;
