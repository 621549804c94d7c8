//! The sample organisation's closed months: those of its year up to the month before last. HR closed each when its days were decided.

use super::history::MONTHS;
use super::log::{Log, request};
use super::people::{Sample, salary_cents};
use super::{ALL_AT_ONCE, Filler, Ids};
use application::months::{Closing, check_next, close};
use application::people::events::salary_set;
use application::ports::{NewNotice, NewSalary};
use application::sessions::Caller;
use application::{Error, Ports};
use domain::Instant;
use domain::access::Actor;
use domain::id::{SessionId, UserId};
use domain::month::PayrollRow;
use domain::notice::month_closed;
use domain::person::{Role, Salary};
use domain::time::{Month, Zones, days_after};
use security::MovedClock;
use std::sync::Arc;

/// The closed months, and what was stored of the last of them.
pub(super) struct ClosedMonths {
    /// In their order.
    months: Vec<Month>,
    rows: Vec<PayrollRow>,
}

/// When a month was closed: at ten o'clock on the tenth day after it. By then the last entry of it is approved.
pub(super) fn closed_at(zones: &Zones, month: Month) -> Instant {
    zones.start_of(days_after(month.last(), 10)) + chrono::Duration::hours(10)
}

/// HR closes one month after the other, and before each is recorded what had happened until then. The night has found that they agree.
pub(super) async fn close_months(ports: &Ports, ids: &Ids, log: &mut Log) -> Result<Option<ClosedMonths>, Error> {
    let today = ports.moment().today;
    let months: Vec<Month> = (2..MONTHS).rev().map(|count| Month::of(today).earlier_by(count)).collect();
    let (Some(hr), Some(last)) = (ids.get("hr"), months.last().copied()) else { return Ok(None) };
    let Some(view) = ports.reads.people().person(*hr).await? else { return Ok(None) };
    for month in &months {
        let closed_at = closed_at(&ports.zones(), *month);
        log.record(ports, closed_at).await?;
        let then = Ports { clock: Arc::new(MovedClock::starting_at(closed_at)), ..ports.clone() };
        let caller = Caller {
            actor: Actor::new(*hr, Role::Hr),
            request: request(ports),
            session: SessionId::new(ports.ids.random()),
            expires_at: closed_at,
            person: view.person.clone(),
            email: String::new(),
            is_first_login: false,
            second_factor_from: None,
            must_set_up_second_factor: false,
        };
        close(&then, &caller, &month.to_string(), Closing::default()).await?;
    }
    while check_next(ports).await? {}
    let rows = ports.reads.months().rows_after(last, 1, None, ALL_AT_ONCE).await?;
    Ok(Some(ClosedMonths { months, rows }))
}

impl Filler<'_> {
    /// In the middle of the last closed month somebody's salary went up.
    pub(super) async fn raise(&self, id: UserId, person: &Sample, ids: &Ids) -> Result<(), Error> {
        if let Some(cents) = person.raised_to {
            let from = days_after(Month::of(self.moment.today).earlier_by(2).first(), 14);
            let (before, after) = (Salary::from_cents(salary_cents(person.role)), Salary::from_cents(cents));
            let at = self.ports.zones().start_of(from);
            self.work.salaries().set(&[NewSalary { user: id, from, salary: after }], None, at).await?;
            self.happened(at, self.by("hr", ids), salary_set(id, from, before, after));
        }
        Ok(())
    }

    /// Everybody in the last of them was told then. What they were told of the others is long gone.
    pub(super) async fn tell_of(&self, closed: &ClosedMonths) -> Result<(), Error> {
        for month in &closed.months {
            self.work.months().told(*month, 1, None).await?;
        }
        let Some(last) = closed.months.last().copied() else { return Ok(()) };
        for row in &closed.rows {
            let notice = month_closed::notice(last, 1, row.figures.payable());
            self.keep(NewNotice::to(self.ports, row.user, notice, closed_at(&self.ports.zones(), last)));
        }
        Ok(())
    }
}
