//! Requests of employees to have a date unlocked (settings.md 1.6): what may be asked for, for whom a request waits, and how long.
//!
//! A window counts back from the day of the request. A date that somebody could open when they were asked can still be opened when
//! they get round to it.

use crate::access::Actor;
use crate::id::UserId;
use crate::person::{FirstDay, Role, check_first_day};
use crate::time::{days_after, days_before};
use crate::timesheet::{DayFacts, Refusal, Status, Unlockers, decide as decide_submission};
use chrono::NaiveDate;

/// How many of a person's requests wait at most.
pub const MOST_WAITING: usize = 5;

/// For how many days after the day on which it was made a request waits.
const WAITS_FOR_DAYS: u64 = 7;

crate::names! {
    /// Where a request stands. A direct unlock is approved from the beginning.
    pub enum RequestStatus {
        Pending = "pending",
        Approved = "approved",
        Declined = "declined",
        /// Nobody decided in time.
        Expired = "expired",
    }
}

impl RequestStatus {
    /// How a request that was made on `asked_on` stands on `today`, also before anything has noted that its time is over.
    #[must_use]
    pub fn on(self, today: NaiveDate, asked_on: NaiveDate) -> Self {
        if self == Self::Pending && today > last_day(asked_on) { Self::Expired } else { self }
    }
}

/// The last day on which a request of `asked_on` can be decided.
pub fn last_day(asked_on: NaiveDate) -> NaiveDate {
    days_after(asked_on, WAITS_FOR_DAYS)
}

/// The first day whose requests can still be decided on `today`.
pub fn first_waiting_day(today: NaiveDate) -> NaiveDate {
    days_before(today, WAITS_FOR_DAYS)
}

crate::names! {
    /// Who is to decide on a request.
    pub enum WaitsFor {
        Manager = "manager",
        Hr = "hr",
        Admin = "admin",
    }
}

impl WaitsFor {
    /// The nearest who can open the date: `unlockers` as they were on the day of the request. `None` where nobody can, where its entry
    /// is approved by now, or where its month is closed.
    pub const fn judge(unlockers: Unlockers, entry: Option<Status>, is_closed: bool) -> Option<Self> {
        if is_closed || matches!(entry, Some(Status::Approved)) {
            None
        } else if unlockers.manager_can_unlock() {
            Some(Self::Manager)
        } else if unlockers.hr {
            Some(Self::Hr)
        } else if unlockers.admin {
            Some(Self::Admin)
        } else {
            None
        }
    }

    /// Whether what waits like this, of an employee whose manager is `manager`, waits for `actor`. Anyone who stands in for a manager
    /// is asked in their place, and an administrator sees what waits for HR.
    pub fn concerns(self, actor: &Actor, manager: Option<UserId>) -> bool {
        match self {
            Self::Manager => actor.leads.cover(manager),
            Self::Hr => matches!(actor.role, Role::Hr | Role::Admin),
            Self::Admin => actor.role == Role::Admin,
        }
    }
}

/// What a person has asked for already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    pub is_for_date: bool,
    /// How many requests of the person wait.
    pub waiting: usize,
}

/// Why a request is not taken. [`AskRefusal::sentence`] is what the person reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskRefusal {
    Future,
    BeforeJoining(FirstDay),
    AlreadyUnlocked,
    AlreadyApproved,
    /// Live leave covers it whole.
    OnLeave,
    /// It can be filled as it stands.
    Fillable,
    AlreadyAsked,
    TooMany,
    OutOfReach,
}

impl AskRefusal {
    /// Whether it is said before anything about the month of the date.
    pub const fn precedes_month(self) -> bool {
        matches!(self, Self::Future | Self::BeforeJoining(_))
    }

    pub fn sentence(self) -> String {
        let sentence = match self {
            Self::Future => return super::UnlockRefusal::Future.sentence(),
            Self::BeforeJoining(first) => return first.sentence(),
            Self::AlreadyUnlocked => return super::UnlockRefusal::AlreadyUnlocked.sentence(),
            Self::AlreadyApproved => return super::UnlockRefusal::AlreadyApproved.sentence(),
            Self::OnLeave => return Refusal::OnLeave.sentence(),
            Self::Fillable => "This date can be filled in without an unlock",
            Self::AlreadyAsked => "You have already asked for this date",
            Self::TooMany => "Five of your requests are waiting already",
            Self::OutOfReach => "This date can no longer be unlocked",
        };
        sentence.to_owned()
    }
}

/// Decides whether a request for the day is taken, and for whom it would wait. The order of the questions is part of the rule.
pub fn ask(day: &DayFacts<'_>, asked: Asked) -> Result<WaitsFor, AskRefusal> {
    if day.date > day.today {
        return Err(AskRefusal::Future);
    }
    check_first_day(day.first_day, day.date).map_err(AskRefusal::BeforeJoining)?;
    if day.is_unlocked {
        return Err(AskRefusal::AlreadyUnlocked);
    }
    let entry = day.entry.map(|entry| entry.status);
    if entry == Some(Status::Approved) {
        return Err(AskRefusal::AlreadyApproved);
    }
    if day.is_on_leave {
        return Err(AskRefusal::OnLeave);
    }
    if decide_submission(day).is_ok() {
        return Err(AskRefusal::Fillable);
    }
    if asked.is_for_date {
        return Err(AskRefusal::AlreadyAsked);
    }
    if asked.waiting >= MOST_WAITING {
        return Err(AskRefusal::TooMany);
    }
    // A closed month has refused the request before it is looked at.
    WaitsFor::judge(day.unlockers, entry, false).ok_or(AskRefusal::OutOfReach)
}

/// Why a request for the day is not taken, where nothing but the number of those that wait stands against it.
pub fn held_up(day: &DayFacts<'_>, asked: Asked) -> Option<AskRefusal> {
    let could_ask = || ask(day, Asked { waiting: 0, ..asked }).is_ok();
    ask(day, asked).err().filter(|why| *why == AskRefusal::TooMany && could_ask())
}

/// Why nobody can decide on a request any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    Decided,
    Expired,
}

impl Settled {
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Decided => "This request has already been decided",
            Self::Expired => "This request has expired",
        }
    }
}

/// Checks that a request made on `asked_on` can still be decided on `today`.
pub fn still_waits(status: RequestStatus, asked_on: NaiveDate, today: NaiveDate) -> Result<(), Settled> {
    match status.on(today, asked_on) {
        RequestStatus::Pending => Ok(()),
        RequestStatus::Approved | RequestStatus::Declined => Err(Settled::Decided),
        RequestStatus::Expired => Err(Settled::Expired),
    }
}

#[cfg(test)]
mod tests;
