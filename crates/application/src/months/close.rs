//! HR closes a month (months.md 8).
//!
//! Nobody waits for it long: the month is taken alone for two short moments, to begin the close and to end it. In between it is marked
//! as being closed, which the gate refuses for every write into it, so what is read then stays as it is.

use super::books::Books;
use super::events;
use super::{MonthLine, WRITE_TOGETHER, named, told_to_everyone, typed};
use crate::events::Event;
use crate::ports::{Imprint, KeptValue, NewRevision, StoreError};
use crate::sessions::Caller;
use crate::{Error, Moment, Ports, Result};
use domain::access::Capability;
use domain::id::CloseId;
use domain::month::{CloseRefusal, PayrollFile, PayrollForm, may_close, parse_reason};
use domain::settings::Key;
use domain::time::{Month, parse_date};

/// How many rows of a failed close are removed in one transaction.
const DISCARDED_TOGETHER: u32 = 500;

/// The way in which a month is closed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Closing {
    /// Whether it is closed although not everybody is ready.
    pub force: bool,
    /// Why, as typed.
    pub reason: Option<String>,
}

/// Closes it, and returns it as it is then: its newest revision is the one that this call made. `month` as in the path.
pub async fn close(ports: &Ports, caller: &Caller, month: &str, wanted: Closing) -> Result<MonthLine> {
    caller.actor.require(Capability::KeepMonths)?;
    let reason = read_reason(&wanted)?;
    let moment = ports.moment();
    let month = named(month, moment.today)?;
    check(ports, &moment, month, wanted.force).await?;
    let close = CloseId::new(ports.ids.next());
    let done = match begin(ports, &moment, month, close).await {
        Ok(()) => close_begun(ports, caller, month, close, reason).await,
        Err(why) => Err(why),
    };
    if let Err(why) = done {
        // Also where it is not sure that it was begun. Where this fails too, the close ends by itself.
        let _ = abandon(ports, month, close).await;
        return Err(why);
    }
    MonthLine::of(ports, month).await
}

/// The reason, where it is forced. Otherwise nobody asks for one, and none is kept.
fn read_reason(wanted: &Closing) -> Result<Option<String>> {
    let typed_reason = wanted.reason.as_deref().unwrap_or_default();
    match typed("reason", parse_reason(typed_reason)) {
        _ if !wanted.force && typed_reason.trim().is_empty() => Ok(None),
        Ok(reason) => Ok(Some(reason).filter(|_| wanted.force)),
        Err(why) => Err(why),
    }
}

/// Whether it can be closed, before anybody is held up for it.
async fn check(ports: &Ports, moment: &Moment, month: Month, force: bool) -> Result<()> {
    let reads = ports.reads.months();
    may_close(month, reads.standing_of(month).await?, moment.today)?;
    if reads.closing().await?.is_some() {
        return Err(CloseRefusal::UnderWay.into());
    }
    let through = ports.reads.kept_values().get(KeptValue::FrozenThrough).await?;
    if through.as_deref().and_then(parse_date).is_none_or(|through| through < month.last()) {
        return Err(Error::MonthUnsettled(month));
    }
    let books = Books::of(ports, moment, month).await?;
    let (mut employees, mut blocked) = (0_usize, 0);
    let mut people = books.people(ports.reads.as_ref());
    while let Some(some) = people.next().await? {
        employees += some.len();
        blocked += some.iter().filter(|of| !books.blockers(of).is_ready()).count();
    }
    admit(month, employees, blocked, force)
}

fn admit(month: Month, employees: usize, blocked: usize, force: bool) -> Result<()> {
    if employees == 0 {
        return Err(CloseRefusal::NobodyInService(month).into());
    }
    if blocked > 0 && !force {
        return Err(CloseRefusal::NotReady(u32::try_from(blocked).unwrap_or(u32::MAX)).into());
    }
    Ok(())
}

/// Marks the month as being closed. Writes into it that are under way are over then, and others wait.
async fn begin(ports: &Ports, moment: &Moment, month: Month, close: CloseId) -> Result<()> {
    let unit = ports.store.begin_alone(month).await?;
    may_close(month, unit.months().standing(month).await?, moment.today)?;
    if !unit.months().begin_close(month, close).await? {
        return Err(CloseRefusal::UnderWay.into());
    }
    Ok(unit.commit().await?)
}

/// Has the month be as it was before this close.
async fn abandon(ports: &Ports, month: Month, close: CloseId) -> Result<()> {
    let unit = ports.store.begin().await?;
    unit.months().abandon_close(month, close).await?;
    Ok(unit.commit().await?)
}

/// What is read and stored while nobody can write into the month.
async fn close_begun(
    ports: &Ports,
    caller: &Caller,
    month: Month,
    close: CloseId,
    reason: Option<String>,
) -> Result<()> {
    let force = reason.is_some();
    // What another instance has changed of the rules may not have been heard of here yet.
    ports.policy.refresh(ports.reads.as_ref()).await?;
    let moment = ports.moment();
    discard(ports, month, close).await?;
    let revision = ports.reads.months().standing_of(month).await?.revision + 1;
    let in_force = ports.policy.in_force();
    let currency = in_force.settings.text(Key::Currency).to_owned();
    let form = PayrollForm::NEWEST;
    let file = PayrollFile::new(month, revision, &currency, form);
    let (mut digest, mut employees, mut blocked) = (file.digest(), 0_usize, 0);
    let books = Books::of(ports, &moment, month).await?;
    let mut people = books.people(ports.reads.as_ref());
    while let Some(some) = people.next().await? {
        blocked += some.iter().filter(|of| !books.blockers(of).is_ready()).count();
        let rows = books.rows(ports.reads.as_ref(), &some).await?;
        for row in &rows {
            digest.add(&file.line(row));
        }
        for some in rows.chunks(WRITE_TOGETHER) {
            let unit = ports.store.begin().await?;
            unit.months().add_rows(month, close, some).await.map_err(ended)?;
            unit.commit().await?;
        }
        employees += rows.len();
    }
    admit(month, employees, blocked, force)?;
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let new = NewRevision {
        revision,
        closed_at: moment.now,
        closed_by: caller.actor.id,
        reason,
        employees: number(employees),
        blocked: number(blocked),
        currency,
        good_percent: moment.rules.good_percent(month),
        checksum: digest.checksum(),
        imprint: Imprint::new(
            in_force.settings.text(Key::OrganisationName),
            in_force.rules.zones.at(moment.now),
            moment.now,
        ),
        form,
    };
    let unit = ports.store.begin_alone(month).await?;
    unit.months().finish_close(month, close, &new).await.map_err(ended)?;
    let what = events::month_closed(month, &new);
    unit.events().append(&[Event::new(ports, moment.now, caller, what, told_to_everyone())]).await?;
    Ok(unit.commit().await?)
}

/// Removes what failed closes of the month left.
async fn discard(ports: &Ports, month: Month, close: CloseId) -> Result<()> {
    loop {
        let unit = ports.store.begin().await?;
        let has_more = unit.months().discard_rows(month, close, DISCARDED_TOGETHER).await.map_err(ended)?;
        unit.commit().await?;
        if !has_more {
            return Ok(());
        }
    }
}

/// A close that took too long has ended by itself, and another one may be under way.
fn ended(error: StoreError) -> Error {
    match error {
        StoreError::Stale => CloseRefusal::UnderWay.into(),
        other => other.into(),
    }
}
