//! A month of an employee's days, each with its kind and with what a submission of it would meet.

use super::{readable, with_owner};
use crate::months::ClosedMonth;
use crate::ports::{EntryView, HolidayView, LeaveOfDay};
use crate::sessions::Caller;
use crate::unlocks::{Judge, Request};
use crate::working_days::WorkingDays;
use crate::{Error, Invalid, Moment, Ports, Result, months};
use chrono::NaiveDate;
use domain::access::{Capability, Scope};
use domain::id::UserId;
use domain::leave::covers_whole;
use domain::person::{Employment, Role};
use domain::time::{Holidays, Month, WorkPattern, days_before};
use domain::timesheet::{CALENDAR_MONTHS_BACK, DayFacts, DayKind, EntryFacts, Refusal, Status, classify};
use domain::unlock::{self, AskRefusal, Asked, RequestStatus};
use std::collections::{HashMap, HashSet};

#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "four independent answers to four questions")]
pub struct CalendarDay {
    pub date: NaiveDate,
    pub kind: DayKind,
    pub is_today: bool,
    /// Why it cannot be filled, and who can help; `None` where it can.
    pub reason: Option<String>,
    pub entry: Option<EntryView>,
    pub holiday: Option<HolidayView>,
    /// The live leave of it that counts, in order.
    pub leave: Vec<LeaveOfDay>,
    pub is_unlocked: bool,
    pub can_ask_unlock: bool,
    /// Why a request to unlock it would not be taken, where only those that wait stand against it.
    pub ask_refusal: Option<String>,
    /// The request to unlock it that waits.
    pub request: Option<Request>,
    /// Whether nothing was recorded on it and it has to be unlocked first.
    pub is_frozen: bool,
}

/// A month, and how far the reader can turn the pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calendar {
    /// The days, in order.
    pub days: Vec<CalendarDay>,
    /// The employee's work patterns in the month, each with its first and its last day, in order.
    pub patterns: Vec<(NaiveDate, NaiveDate, WorkPattern)>,
    /// The first month that the caller may see.
    pub earliest: Month,
    pub latest: Month,
    /// How the month is closed; `None` where it is not.
    pub closed: Option<ClosedMonth>,
}

/// The calendar of `month`, always as the employee sees it; the caller's own, or that of `user`.
pub async fn calendar(ports: &Ports, caller: &Caller, month: Month, user: Option<UserId>) -> Result<Calendar> {
    let person = readable(ports, &caller.actor, Capability::ReadTimesheets, user).await?;
    let moment = ports.moment();
    let today = moment.today;
    let latest = Month::of(today);
    let earliest = earliest_month(ports, caller.actor.role, &person, &moment).await?;
    if month < earliest || month > latest {
        return Err(Invalid::field("month", format!("month must be from {earliest} to {latest}")).into());
    }

    let owner = if person.user == caller.actor.id {
        caller.person.clone()
    } else {
        ports.reads.people().person(person.user).await?.ok_or(Error::NotFound("User"))?.person
    };
    let closed = months::closed(ports.reads.as_ref(), month).await?;
    let entries = ports.reads.timesheets().of_user(person.user, month.first(), month.last()).await?;
    let unlocked: HashSet<NaiveDate> =
        ports.reads.timesheets().unlocked_days(person.user, month.first(), month.last()).await?.into_iter().collect();
    let undecided = ports.reads.unlocks().undecided_of(person.user).await?;
    let absent: HashSet<NaiveDate> =
        ports.reads.timesheets().absent_days(person.user, month.first(), month.last()).await?.into_iter().collect();
    let mut leave: HashMap<NaiveDate, Vec<LeaveOfDay>> = HashMap::new();
    let reads_leave = caller.actor.require(Capability::ReadLeave).is_ok();
    for (_, mut of_day) in
        ports.reads.leave_days().leave_days(&Scope::Own(person.user), month.first(), month.last()).await?
    {
        of_day.leave_type = of_day.leave_type.filter(|_| reads_leave);
        leave.entry(of_day.date).or_default().push(of_day);
    }
    // Until today at least: whether an unlock reaches a day depends on the holidays between the two.
    let holidays = ports.reads.holidays().between(month.first(), month.last().max(today)).await?;
    let working = WorkingDays::new(&moment, Holidays::new(holidays.iter().map(|view| &view.holiday)));
    let judge = Judge::of(&moment, &working, &person);
    let mut requests: HashMap<NaiveDate, Request> = undecided
        .into_iter()
        .map(|view| (view.date, judge.read(view)))
        .filter(|(_, request)| request.view.status == RequestStatus::Pending)
        .collect();
    let waiting = requests.len();
    let working = working.of(person.user);
    let mut entries: HashMap<NaiveDate, EntryView> =
        with_owner(entries, &owner).into_iter().map(|view| (view.entry.date, view)).collect();

    let days = month
        .days()
        .map(|date| {
            let entry = entries.remove(&date);
            let leave = leave.remove(&date).unwrap_or_default();
            let facts = DayFacts {
                rules: &moment.rules,
                date,
                today,
                first_day: person.first_day,
                entry: entry
                    .as_ref()
                    .map(|view| EntryFacts { status: view.entry.status, rejected_on: view.entry.rejected_on }),
                is_unlocked: unlocked.contains(&date),
                is_on_leave: covers_whole(leave.iter().map(|of_day| of_day.part)),
                off: working.day_off(date),
                is_absent: absent.contains(&date),
                unlockers: unlock::unlockers(date, today, &person, is_rejected(entry.as_ref()), working, &moment.rules),
            };
            let view = classify(&facts);
            let view = if closed.is_some() { view.in_closed_month(month) } else { view };
            let request = requests.remove(&date);
            let asked = Asked { is_for_date: request.is_some(), waiting };
            CalendarDay {
                date,
                kind: view.kind,
                is_today: view.is_today,
                is_frozen: matches!(view.decision, Err(Refusal::Frozen(_))),
                reason: view.decision.err().map(Refusal::sentence),
                entry,
                holiday: holidays.iter().find(|view| view.holiday.falls_on(date)).cloned(),
                leave,
                is_unlocked: facts.is_unlocked,
                can_ask_unlock: closed.is_none() && unlock::ask(&facts, asked).is_ok(),
                ask_refusal: unlock::held_up(&facts, asked).filter(|_| closed.is_none()).map(AskRefusal::sentence),
                request,
            }
        })
        .collect();
    let patterns = working.patterns(month.first(), month.last()).collect();
    Ok(Calendar { days, patterns, earliest, latest, closed })
}

fn is_rejected(entry: Option<&EntryView>) -> bool {
    entry.is_some_and(|view| view.entry.status == Status::Rejected)
}

/// The employee goes back two months, and further as far as a day that can still be filled; others to the month of the first day.
async fn earliest_month(ports: &Ports, role: Role, person: &Employment, moment: &Moment) -> Result<Month> {
    let today = moment.today;
    let usual = Month::of(today).earlier_by(CALENDAR_MONTHS_BACK);
    let earliest = match role {
        Role::Employee => {
            ports.reads.timesheets().oldest_fillable(person.user).await?.map_or(usual, |day| usual.min(Month::of(day)))
        }
        Role::Manager | Role::Hr | Role::Admin | Role::Boss => {
            let fallback = Month::of(days_before(today, moment.rules.admin_unlock_days.into()));
            person.first_day.map_or(fallback, |first| Month::of(first.date()).min(Month::of(today)))
        }
    };
    Ok(earliest)
}

#[cfg(test)]
mod tests;
