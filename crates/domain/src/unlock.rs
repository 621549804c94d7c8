//! How far back each role may open a locked date.
//!
//! A manager and HR may open today and as many days back as the [`Rules`] say, an administrator any day since the first one that
//! can have an entry, and about a year where that is unknown. So that a Friday can be opened on a Monday, weekends and holidays in between
//! do not shorten this: the earliest day is the n-th calendar day back or the n-th working day back, whichever
//! is earlier. Anyone who may open dates at all may open a rejected entry's date, however old it is: a refusal
//! that says "please contact your manager" has to be true.

mod request;

pub use request::{
    AskRefusal, Asked, MOST_WAITING, RequestStatus, Settled, WaitsFor, ask, first_waiting_day, held_up, last_day,
    still_waits,
};

use crate::access::Forbidden;
use crate::person::{Employment, FirstDay, Role, check_first_day};
use crate::rules::Rules;
use crate::time::{WorkCalendar, days_before};
use crate::timesheet::{Status, Unlockers};
use chrono::NaiveDate;

/// The days that a role may open for one employee today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The earliest day; never before the employee's days begin.
    pub earliest: NaiveDate,
    pub latest: NaiveDate,
}

/// The earliest day that `role` reaches, whenever the employee's days begin, and the number of days that a refusal names.
fn reach(
    role: Role,
    today: NaiveDate,
    first_day: Option<FirstDay>,
    calendar: WorkCalendar<'_>,
    rules: &Rules,
) -> Option<(NaiveDate, u32)> {
    let back = |days: u32| (days_before(today, days.into()).min(calendar.working_days_back(today, days)), days);
    match (role, first_day) {
        (Role::Employee | Role::Boss, _) => None,
        (Role::Manager, _) => Some(back(rules.manager_unlock_days)),
        (Role::Hr, _) => Some(back(rules.hr_unlock_days)),
        (Role::Admin, Some(first)) => Some((first.date(), 0)),
        (Role::Admin, None) => Some((days_before(today, rules.admin_unlock_days.into()), rules.admin_unlock_days)),
    }
}

/// The window of `role` on `today` for an employee whose days begin on `first_day`. `None`: the role cannot unlock.
pub fn window(
    role: Role,
    today: NaiveDate,
    first_day: Option<FirstDay>,
    calendar: WorkCalendar<'_>,
    rules: &Rules,
) -> Option<Window> {
    let (earliest, _) = reach(role, today, first_day, calendar, rules)?;
    Some(Window { earliest: first_day.map_or(earliest, |first| first.date().max(earliest)), latest: today })
}

/// The window in a sentence, for the person who chooses a date in it.
pub fn explain(role: Role, first_day: Option<FirstDay>, window: Window, rules: &Rules) -> String {
    let Window { earliest, latest } = window;
    match first_day.filter(|first| first.date() > latest) {
        Some(FirstDay::Joining(date)) => return format!("No day can be unlocked yet: the employee joins on {date}."),
        Some(FirstDay::Records(date)) => return format!("No day can be unlocked yet: the records begin on {date}."),
        None => {}
    }
    let reach = match (role, first_day) {
        (Role::Employee | Role::Boss, _) => return Forbidden::NoUnlock.sentence().to_owned(),
        (Role::Manager, _) => format!("Managers unlock today and {}", working_days(rules.manager_unlock_days)),
        (Role::Hr, _) => format!("HR unlocks today and {}", working_days(rules.hr_unlock_days)),
        (Role::Admin, Some(FirstDay::Joining(_))) => {
            "Administrators unlock every day since the joining date".to_owned()
        }
        (Role::Admin, Some(FirstDay::Records(_))) => {
            "Administrators unlock every day since the records began".to_owned()
        }
        (Role::Admin, None) => {
            format!("The joining date is not known, so administrators unlock {} days back", rules.admin_unlock_days)
        }
    };
    let cut = match first_day.filter(|first| first.date() == earliest && role != Role::Admin) {
        Some(FirstDay::Joining(date)) => format!(" The employee joined on {date}."),
        Some(FirstDay::Records(date)) => format!(" The records begin on {date}."),
        None => String::new(),
    };
    // A role that reaches back to the first day reaches every rejected day anyhow.
    let is_everything = role == Role::Admin && first_day.is_some();
    let rejected = if is_everything { "" } else { " Rejected days can be unlocked however old they are." };
    format!("{reach}: {earliest} to {latest}.{cut}{rejected}")
}

/// How far back a window in working days reaches, in words up to two.
fn working_days(back: u32) -> String {
    match back {
        1 => "one working day back".to_owned(),
        2 => "two working days back".to_owned(),
        more => format!("{more} working days back"),
    }
}

/// What decides whether a date may be opened.
#[derive(Debug, Clone, Copy)]
pub struct UnlockFacts<'a> {
    pub role: Role,
    pub date: NaiveDate,
    pub today: NaiveDate,
    /// The employee's first day that can have an entry, where it is known.
    pub first_day: Option<FirstDay>,
    /// Where the entry of the date stands, where there is one.
    pub entry: Option<Status>,
    /// Whether an approved, unused unlock is there already.
    pub is_unlocked: bool,
    /// Whether live leave covers it whole.
    pub is_on_leave: bool,
    /// The employee's working days from the date on.
    pub calendar: WorkCalendar<'a>,
    pub rules: &'a Rules,
}

/// Why a date is not opened. [`UnlockRefusal::sentence`] is what the person reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnlockRefusal {
    Future,
    /// It lies further back than the role reaches, which is this many days.
    TooFarBack(u32),
    BeforeJoining(FirstDay),
    AlreadyUnlocked,
    /// Its entry is approved: the way to correct it is a rejection.
    AlreadyApproved,
    /// Live leave covers it whole.
    OnLeave,
}

impl UnlockRefusal {
    /// Whether it is said before anything about the month of the date.
    pub const fn precedes_month(self) -> bool {
        matches!(self, Self::Future | Self::TooFarBack(_) | Self::BeforeJoining(_))
    }

    pub fn sentence(self) -> String {
        match self {
            Self::Future => "You cannot unlock a future date".to_owned(),
            Self::TooFarBack(days) => format!("You can only unlock timesheets up to {days} day(s) back"),
            Self::BeforeJoining(first) => first.sentence_to_others(),
            Self::AlreadyUnlocked => "This date is already unlocked".to_owned(),
            Self::AlreadyApproved => "The timesheet for this date is already approved".to_owned(),
            Self::OnLeave => "The employee has leave on this date".to_owned(),
        }
    }
}

/// Decides whether the date may be opened. The order of the questions is part of the rule. Whether the role may open dates at
/// all, and whose, is checked before.
pub fn decide(facts: &UnlockFacts<'_>) -> Result<(), UnlockRefusal> {
    if facts.date > facts.today {
        return Err(UnlockRefusal::Future);
    }
    let Some((earliest, days)) = reach(facts.role, facts.today, facts.first_day, facts.calendar, facts.rules) else {
        return Err(UnlockRefusal::TooFarBack(0));
    };
    // Where an administrator reaches back to the first day, a date before it is refused for that reason.
    let is_out_of_reach = facts.date < earliest && days > 0;
    if is_out_of_reach && facts.entry != Some(Status::Rejected) {
        return Err(UnlockRefusal::TooFarBack(days));
    }
    check_first_day(facts.first_day, facts.date).map_err(UnlockRefusal::BeforeJoining)?;
    if facts.is_unlocked {
        return Err(UnlockRefusal::AlreadyUnlocked);
    }
    if facts.entry == Some(Status::Approved) {
        return Err(UnlockRefusal::AlreadyApproved);
    }
    if facts.is_on_leave { Err(UnlockRefusal::OnLeave) } else { Ok(()) }
}

impl Window {
    pub fn contains(self, day: NaiveDate) -> bool {
        self.earliest <= day && day <= self.latest
    }
}

/// Who could open `day` for this employee today, or could have on another day if that is `today`. `is_rejected`: its entry is
/// rejected.
pub fn unlockers(
    day: NaiveDate,
    today: NaiveDate,
    person: &Employment,
    is_rejected: bool,
    calendar: WorkCalendar<'_>,
    rules: &Rules,
) -> Unlockers {
    let may = |role| window(role, today, person.first_day, calendar, rules).is_some_and(|window| window.contains(day));
    let is_past_rejection = is_rejected && day <= today;
    Unlockers {
        has_manager: person.manager.is_some() && person.manager_can_act,
        manager: is_past_rejection || may(Role::Manager),
        hr: is_past_rejection || may(Role::Hr),
        admin: is_past_rejection || may(Role::Admin),
    }
}

#[cfg(test)]
mod tests;
