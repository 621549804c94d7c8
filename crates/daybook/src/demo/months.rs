//! The sample organisation's closed month: the month before last, which HR closed when its days were decided.

use super::people::Sample;
use super::{ALL_AT_ONCE, Filler, Ids};
use application::events::{Request, RequestId};
use application::months::{Closing, check_next, close};
use application::ports::NewNotice;
use application::sessions::Caller;
use application::{Error, Ports};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Actor;
use domain::id::{SessionId, UserId};
use domain::month::PayrollRow;
use domain::notice::month_closed;
use domain::person::{Role, Salary};
use domain::time::{Month, days_after, start_of};
use security::MovedClock;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

/// A closed month, and what was stored of it.
pub(super) struct ClosedMonth {
    month: Month,
    closed_at: Instant,
    rows: Vec<PayrollRow>,
}

/// The first day of the month that is still open. What lies before it is decided.
pub(super) fn open_from(today: NaiveDate) -> NaiveDate {
    Month::of(today).earlier_by(1).first()
}

/// HR closes the month before last, on the tenth day after it: by then the last entry of it is approved. The night has found that it
/// agrees.
pub(super) async fn close_month(ports: &Ports, ids: &Ids) -> Result<Option<ClosedMonth>, Error> {
    let month = Month::of(ports.moment().today).earlier_by(2);
    let Some(hr) = ids.get("hr") else { return Ok(None) };
    let Some(view) = ports.reads.people().person(*hr).await? else { return Ok(None) };
    // Ten o'clock.
    let closed_at = start_of(ports.zone, days_after(month.last(), 10)) + chrono::Duration::hours(10);
    let then = Ports { clock: Arc::new(MovedClock::starting_at(closed_at)), ..ports.clone() };
    let caller = Caller {
        actor: Actor::new(*hr, Role::Hr),
        request: Request { id: RequestId::new(0), address: IpAddr::V4(Ipv4Addr::LOCALHOST) },
        session: SessionId::new(ports.ids.next()),
        expires_at: closed_at,
        person: view.person,
        email: String::new(),
        is_first_login: false,
    };
    close(&then, &caller, &month.to_string(), Closing::default()).await?;
    while check_next(ports).await? {}
    let rows = ports.reads.months().rows_after(month, 1, None, ALL_AT_ONCE).await?;
    Ok(Some(ClosedMonth { month, closed_at, rows }))
}

impl Filler<'_> {
    /// In the middle of the closed month somebody's salary went up.
    pub(super) async fn raise(&self, id: UserId, person: &Sample) -> Result<(), Error> {
        if let Some(cents) = person.raised_to {
            let from = days_after(Month::of(self.moment.today).earlier_by(2).first(), 14);
            self.work
                .salaries()
                .set(id, from, Salary::from_cents(cents), None, start_of(self.ports.zone, from))
                .await?;
        }
        Ok(())
    }

    /// Everybody in it was told then.
    pub(super) async fn tell_of(&self, closed: &ClosedMonth) -> Result<(), Error> {
        for row in &closed.rows {
            let notice = month_closed::notice(closed.month, 1, row.figures.payable());
            self.keep(NewNotice::to(self.ports, row.user, notice, closed.closed_at));
        }
        Ok(self.work.months().told(closed.month, 1, None).await?)
    }
}
