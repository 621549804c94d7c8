//! The portal looks each night whether closed months still agree with what they were made of (months.md 1.10).

use super::books::Books;
use super::events::MonthDrifted;
use super::letter::MonthDriftedLetter;
use super::{all_rows, told_to_keepers};
use crate::events::{Event, Origin};
use crate::mail::Letter;
use crate::ports::{
    KeptValue, MonthCheck, NewMail, PersonOfMonth, Recipient, Revision, Sample, StoreError, UnitOfWork,
};
use crate::{Error, Ports};
use domain::month::{MonthState, NightlyCheck, PayrollFile, PayrollRow, drift};
use domain::person::EmployeeId;
use domain::time::Month;
use std::collections::BTreeMap;

/// Takes one step of the check of this night, and says whether there was one to take: checks a month, or ends the round. Of several
/// instances that try at once one takes it.
pub async fn check_next(ports: &Ports) -> Result<bool, Error> {
    // Most of the time there is nothing to do, and nobody is locked out to find that.
    if due(ports, ports.reads.kept_values().get(KeptValue::MonthsChecked).await?).is_none() {
        return Ok(false);
    }
    let closed = ports.reads.months().all_closed().await?;
    let work = ports.store.begin().await?;
    let kept = work.kept_values().lock(KeptValue::MonthsChecked).await?;
    let Some(round) = due(ports, kept.clone()) else { return Ok(false) };
    let month = round.next(&closed);
    let taken = round.after(month).to_string();
    work.kept_values().set(KeptValue::MonthsChecked, &taken).await?;
    let checked = match work.commit().await {
        Ok(()) => check_if_any(ports, month).await,
        Err(why) => Err(why.into()),
    };
    if let Err(Error::Store(StoreError::Unavailable(_) | StoreError::Clash(_))) = &checked {
        // Also where it is not sure that the step was taken.
        give_back(ports, &taken, round).await?;
    }
    checked.map(|()| true)
}

fn due(ports: &Ports, kept: Option<String>) -> Option<NightlyCheck> {
    NightlyCheck::due(kept.and_then(|text| text.parse().ok()), ports.clock.now(), ports.zone)
}

async fn check_if_any(ports: &Ports, month: Option<Month>) -> Result<(), Error> {
    match month {
        Some(month) => check(ports, month).await,
        None => Ok(()),
    }
}

/// Has the next step begin where this one did.
async fn give_back(ports: &Ports, taken: &str, round: NightlyCheck) -> Result<(), Error> {
    let work = ports.store.begin().await?;
    if work.kept_values().lock(KeptValue::MonthsChecked).await?.as_deref() == Some(taken) {
        work.kept_values().set(KeptValue::MonthsChecked, &round.to_string()).await?;
    }
    Ok(work.commit().await?)
}

/// Checks the newest revision of a month, keeps what was found, and tells administrators where the check before had found nothing.
async fn check(ports: &Ports, month: Month) -> Result<(), Error> {
    let view = ports.reads.months().month(month).await?;
    let (MonthState::Closed, Some(revision)) = (view.state, view.newest) else { return Ok(()) };
    let found = compare(ports, month, &revision).await?;
    let agreed = view.check.is_none_or(|before| before.agrees());
    let work = ports.store.begin().await?;
    if !work.months().keep_check(month, revision.revision, &found).await? {
        return Ok(());
    }
    if agreed && !found.agrees() {
        tell(ports, work.as_ref(), month, revision.revision, &found).await?;
    }
    Ok(work.commit().await?)
}

/// A mail to each active administrator.
async fn tell(
    ports: &Ports,
    work: &dyn UnitOfWork,
    month: Month,
    revision: u32,
    check: &MonthCheck,
) -> Result<(), Error> {
    let admins = work.people().acting_admins().await?;
    let about = MonthDriftedLetter { month, differences: check.differences };
    let mail = |to: Recipient| NewMail::to(ports, &to.email, Letter::new(to.name, &about), check.checked_at);
    let mails: Vec<NewMail> = work.people().recipients(&admins).await?.into_iter().map(mail).collect();
    work.mails().enqueue(&mails).await?;
    let what = MonthDrifted { month, revision, check };
    Ok(work.events().append(&[Event::new(ports, check.checked_at, Origin::job(), what, told_to_keepers())]).await?)
}

/// Somebody's row, and what it would be now.
#[derive(Default)]
struct Pair {
    closed: Option<PayrollRow>,
    now: Option<PayrollRow>,
}

async fn compare(ports: &Ports, month: Month, revision: &Revision) -> Result<MonthCheck, Error> {
    let moment = ports.moment();
    let (reads, file) = (ports.reads.as_ref(), PayrollFile::new(month, revision.revision, &revision.currency));
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
