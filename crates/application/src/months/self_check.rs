//! The portal looks each night whether closed months still agree with what they were made of (months.md 1.10).

use super::books::Books;
use super::events;
use super::letter::MonthDriftedLetter;
use super::{all_rows, told_to_keepers};
use crate::events::{Event, Origin};
use crate::mail::send_to_admins;
use crate::ports::{KeptValue, MonthCheck, PersonOfMonth, Revision, Sample, StoreError, UnitOfWork};
use crate::{Error, Ports, Result};
use domain::month::{MonthState, NightlyCheck, PayrollRow, drift};
use domain::person::EmployeeId;
use domain::time::Month;
use std::collections::BTreeMap;

/// Takes one step of the check of this night, and says whether there was one to take: checks a month, or ends the round. Of several
/// instances that try at once one takes it. A month is claimed before it is read, and counts as checked once it was; where the instance
/// dies in between the claim ends by itself, and the next one begins with the same month.
pub async fn check_next(ports: &Ports) -> Result<bool> {
    // Most of the time there is nothing to do, and nobody is locked out to find that.
    if due(ports, ports.reads.kept_values().get(KeptValue::MonthsChecked).await?).is_none() {
        return Ok(false);
    }
    let closed = ports.reads.months().all_closed().await?;
    let work = ports.store.begin().await?;
    let kept = work.kept_values().lock(KeptValue::MonthsChecked).await?;
    let Some(round) = due(ports, kept) else { return Ok(false) };
    let Some(month) = round.next(&closed) else {
        work.kept_values().set(KeptValue::MonthsChecked, &round.after(None).to_string()).await?;
        work.commit().await?;
        return Ok(true);
    };
    let step = Step { month, claimed: round.claimed(ports.clock.now()).to_string(), after: round.after(Some(month)) };
    work.kept_values().set(KeptValue::MonthsChecked, &step.claimed).await?;
    let checked = match work.commit().await {
        Ok(()) => check(ports, &step).await,
        Err(why) => Err(why.into()),
    };
    if let Err(why) = &checked {
        // Also where it is not sure that it was claimed. What cannot be read holds up no other month.
        let is_away = matches!(why, Error::Store(StoreError::Unavailable(_) | StoreError::Clash(_)));
        give_up(ports, &step, if is_away { round } else { step.after }).await?;
    }
    checked.map(|()| true)
}

fn due(ports: &Ports, kept: Option<String>) -> Option<NightlyCheck> {
    NightlyCheck::due(kept.and_then(|text| NightlyCheck::parse(&text)), ports.clock.now(), &ports.zones())
}

/// A month that this instance has claimed.
struct Step {
    month: Month,
    /// How the claim is kept.
    claimed: String,
    /// The round once the month is checked.
    after: NightlyCheck,
}

impl Step {
    /// Whether the month is still this instance's. It stays so until the unit of work ends.
    async fn is_held(&self, work: &dyn UnitOfWork) -> Result<bool> {
        Ok(work.kept_values().lock(KeptValue::MonthsChecked).await?.as_deref() == Some(&*self.claimed))
    }
}

/// Ends a claim without a result. The next step begins where `round` is.
async fn give_up(ports: &Ports, step: &Step, round: NightlyCheck) -> Result<()> {
    let work = ports.store.begin().await?;
    if step.is_held(work.as_ref()).await? {
        work.kept_values().set(KeptValue::MonthsChecked, &round.to_string()).await?;
    }
    Ok(work.commit().await?)
}

/// Checks the newest revision of a month, keeps what was found, and tells administrators where the check before had found nothing.
async fn check(ports: &Ports, step: &Step) -> Result<()> {
    let view = ports.reads.months().month(step.month).await?;
    let agreed = view.check.is_none_or(|before| before.agrees());
    let found = match view.newest.filter(|_| view.state == MonthState::Closed) {
        Some(revision) => Some((revision.revision, compare(ports, step.month, &revision).await?)),
        None => None,
    };
    let work = ports.store.begin().await?;
    if !step.is_held(work.as_ref()).await? {
        // It took so long that another instance has begun anew.
        return Ok(());
    }
    if let Some((revision, found)) = found
        && work.months().keep_check(step.month, revision, &found).await?
        && agreed
        && !found.agrees()
    {
        tell(ports, work.as_ref(), step.month, revision, &found).await?;
    }
    work.kept_values().set(KeptValue::MonthsChecked, &step.after.to_string()).await?;
    Ok(work.commit().await?)
}

/// A mail to each active administrator.
async fn tell(ports: &Ports, work: &dyn UnitOfWork, month: Month, revision: u32, check: &MonthCheck) -> Result<()> {
    let about = MonthDriftedLetter { month, differences: check.differences };
    send_to_admins(ports, work, &about, check.checked_at).await?;
    let what = events::month_drifted(month, revision, check);
    Ok(work.events().append(&[Event::new(ports, check.checked_at, Origin::job(), what, told_to_keepers())]).await?)
}

/// Somebody's row, and what it would be now.
#[derive(Default)]
struct Pair {
    closed: Option<PayrollRow>,
    now: Option<PayrollRow>,
}

async fn compare(ports: &Ports, month: Month, revision: &Revision) -> Result<MonthCheck> {
    let moment = ports.moment();
    let (reads, file) = (ports.reads.as_ref(), revision.file(month));
    let mut digest = file.digest();
    let mut people: BTreeMap<EmployeeId, Pair> = BTreeMap::new();
    for row in all_rows(reads, month, revision.revision).await? {
        digest.add(&file.line(&row));
        let employee_id = row.employee_id;
        people.entry(employee_id).or_default().closed = Some(row);
    }
    let books = Books::of(ports, &moment, month).await?;
    let mut now = books.people(reads);
    while let Some(some) = now.next().await? {
        for (of, row) in some.iter().zip(books.rows(reads, &some).await?) {
            let employee_id = row.employee_id;
            if has_entry(of) || people.contains_key(&employee_id) {
                people.entry(employee_id).or_default().now = Some(row);
            }
        }
    }
    let (mut differences, mut samples) = (0, Vec::new());
    for (employee_id, Pair { closed, now }) in people {
        let fields = drift(&file, closed.as_ref(), now.as_ref());
        differences += u32::from(!fields.is_empty());
        let name = closed.or(now).map(|row| row.name.to_string()).unwrap_or_default();
        let room = MonthCheck::SAMPLES.saturating_sub(samples.len());
        samples.extend(fields.into_iter().take(room).map(|change| Sample {
            employee_id,
            name: name.clone(),
            field: change.field.to_owned(),
            closed: change.from,
            now: change.to,
        }));
    }
    let checksum_holds = digest.checksum() == revision.checksum;
    Ok(MonthCheck { checked_at: moment.now, differences, checksum_holds, samples })
}

/// Somebody without a row counts only with something recorded: joining later than the close, they enter with the next revision.
fn has_entry(of: &PersonOfMonth) -> bool {
    of.facts.recorded().count() > 0
}
