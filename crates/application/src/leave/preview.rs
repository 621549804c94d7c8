//! What a request would come to, before it is made.

use super::ask::{Days, Stored, asker, check_standing, chosen};
use super::form::LeaveForm;
use super::subject;
use crate::ports::HolidayView;
use crate::sessions::Caller;
use crate::{Error, Ports, Result, gate};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::leave::{CountedDate, DayPart, LeaveDays, YearAfter, ask, reason_off, total};
use domain::person::Standing;

/// A date of the leave that somebody looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewDay {
    pub date: NaiveDate,
    pub part: DayPart,
    pub counts: LeaveDays,
    /// Why nobody is expected to work on it; `None` on a working day.
    pub reason: Option<String>,
}

/// The result that a request for leave would have.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// Its dates, in order; none where it is too long to be made.
    pub days: Vec<PreviewDay>,
    pub total: LeaveDays,
    /// What it would come to in each leave year.
    pub years: Vec<YearAfter>,
    pub needs_approval: bool,
    pub problem: Option<Error>,
}

/// Says what a request would come to, and why it would not be taken. Nothing is saved.
pub async fn preview(ports: &Ports, caller: &Caller, typed: LeaveForm) -> Result<Preview> {
    let user = subject(&caller.actor, Capability::AskForLeave, typed.user)?;
    let (period, _) = typed.read()?;
    let moment = ports.moment();
    let (today, asker) = (moment.today, asker(caller, user));
    let person = ports.reads.people().person(user).await?.ok_or(Error::NotFound("User"))?;
    let standing = Standing { role: person.role, is_active: person.is_active, is_blocked: person.is_blocked };
    check_standing(asker, standing)?;
    let leave_type = chosen(ports.reads.leave().types().await?, typed.leave_type)?;
    let days = Days::of(ports, &moment, period).await?;
    let gate = gate::look(ports.reads.as_ref(), &days.changed(), today).await?;
    let stored = Stored::of(ports.reads.leave(), user, leave_type.id, period).await?;
    let terms = |year| leave_type.terms_in(year);
    let (counting, account) = (days.counting(user, person.beginning().first_day()), stored.account(&terms));
    let decided = ask(&stored.facts(today, asker, &leave_type, period, counting, account));
    let problem = gate.after(decided, |why| why.precedes_month()).err();
    // Thousands of years can be typed, and nobody looks at them.
    let (dates, halves) =
        if period.is_too_long() { (Vec::new(), Vec::new()) } else { (counting.dates(period), counting.halves(period)) };
    Ok(Preview {
        days: dates.into_iter().map(|date| PreviewDay::of(date, &days.holidays)).collect(),
        total: total(&halves),
        years: account.years_after(&halves, today),
        needs_approval: leave_type.needs_approval,
        problem,
    })
}

impl PreviewDay {
    fn of(CountedDate { date, part, counts, off }: CountedDate, holidays: &[HolidayView]) -> Self {
        let holiday = holidays.iter().find(|view| view.holiday.falls_on(date)).map(|view| view.holiday.name.as_str());
        Self { date, part, counts, reason: off.map(|off| reason_off(off, holiday)) }
    }
}
