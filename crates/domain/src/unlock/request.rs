//! Requests of employees to have a date unlocked (settings.md 1.6): what may be asked for, for whom a request waits, and how long.
//!
//! A window counts back from the day of the request. A date that somebody could open when they were asked can still be opened when
//! they get round to it.

use crate::access::Actor;
use crate::id::UserId;
use crate::person::Role;
use crate::time::{days_after, days_before};
use crate::timesheet::{DayFacts, Refusal, Status, Unlockers, decide as decide_submission};
use chrono::NaiveDate;

/// How many of a person's requests wait at most.
pub const MOST_WAITING: usize = 5;

/// For how many days after the day on which it was made a request waits.
const WAITS_FOR_DAYS: u64 = 7;

/// Where a request stands. A direct unlock is approved from the beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RequestStatus {
    /// Nobody has decided on it.
    Pending,
    /// The date was opened.
    Approved,
    /// It stays locked.
    Declined,
    /// Nobody decided in time.
    Expired,
}

impl RequestStatus {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Pending, Self::Approved, Self::Declined, Self::Expired];

    /// Its name on the wire and in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Declined => "declined",
            Self::Expired => "expired",
        }
    }

    /// The status with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }

    /// How a request that was made on `asked_on` stands on `today`, also before anything has noted that its time is over.
    #[must_use]
    pub fn on(self, today: NaiveDate, asked_on: NaiveDate) -> Self {
        if self == Self::Pending && today > last_day(asked_on) { Self::Expired } else { self }
    }
}

/// The last day on which a request of `asked_on` can be decided.
#[must_use]
pub fn last_day(asked_on: NaiveDate) -> NaiveDate {
    days_after(asked_on, WAITS_FOR_DAYS)
}

/// The first day whose requests can still be decided on `today`.
#[must_use]
pub fn first_waiting_day(today: NaiveDate) -> NaiveDate {
    days_before(today, WAITS_FOR_DAYS)
}

/// Who is to decide on a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WaitsFor {
    /// The employee's manager.
    Manager,
    /// HR.
    Hr,
    /// An administrator.
    Admin,
}

impl WaitsFor {
    /// Its name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Manager => "manager",
            Self::Hr => "hr",
            Self::Admin => "admin",
        }
    }

    /// The nearest who can open the date: `unlockers` as they were on the day of the request. `None` where nobody can, where its entry
    /// is approved by now, or where its month is closed.
    #[must_use]
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
    #[must_use]
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
    /// Whether a request for the date waits.
    pub is_for_date: bool,
    /// How many requests of the person wait.
    pub waiting: usize,
}

/// Why a request is not taken. [`AskRefusal::sentence`] is what the person reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskRefusal {
    /// The date lies after today.
    Future,
    /// It lies before the joining date.
    BeforeJoining(NaiveDate),
    /// It is open already.
    AlreadyUnlocked,
    /// Its entry is approved.
    AlreadyApproved,
    /// Live leave covers it whole.
    OnLeave,
    /// It can be filled as it stands.
    Fillable,
    /// A request for it waits.
    AlreadyAsked,
    /// As many requests wait as may.
    TooMany,
    /// It lies beyond every window.
    OutOfReach,
}

impl AskRefusal {
    /// Whether it is said before anything about the month of the date.
    #[must_use]
    pub const fn precedes_month(self) -> bool {
        matches!(self, Self::Future | Self::BeforeJoining(_))
    }

    /// The sentence for a person.
    #[must_use]
    pub fn sentence(self) -> String {
        let sentence = match self {
            Self::Future => return super::UnlockRefusal::Future.sentence(),
            Self::BeforeJoining(joined) => return Refusal::BeforeJoining(joined).sentence(),
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
    if let Some(joined) = day.joining_date.filter(|joined| day.date < *joined) {
        return Err(AskRefusal::BeforeJoining(joined));
    }
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
#[must_use]
pub fn held_up(day: &DayFacts<'_>, asked: Asked) -> Option<AskRefusal> {
    let could_ask = || ask(day, Asked { waiting: 0, ..asked }).is_ok();
    ask(day, asked).err().filter(|why| *why == AskRefusal::TooMany && could_ask())
}

/// Why nobody can decide on a request any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// Somebody has decided.
    Decided,
    /// Its time is over.
    Expired,
}

impl Settled {
    /// The sentence for a person.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Decided => "This request has already been decided",
            Self::Expired => "This request has expired",
        }
    }
}

/// Asks whether a request that was made on `asked_on` can still be decided on `today`.
pub fn still_waits(status: RequestStatus, asked_on: NaiveDate, today: NaiveDate) -> Result<(), Settled> {
    match status.on(today, asked_on) {
        RequestStatus::Pending => Ok(()),
        RequestStatus::Approved | RequestStatus::Declined => Err(Settled::Decided),
        RequestStatus::Expired => Err(Settled::Expired),
    }
}

#[cfg(test)]
mod tests;
