//! What happens when an employee submits a day: one function, asked by the API before it saves,
//! and by the calendar to say which days can be filled, and why the others cannot.

use super::Status;
use crate::month::closed_sentence;
use crate::person::{FirstDay, check_first_day};
use crate::rules::Rules;
use crate::time::{DayOff, Month, days_after};
use chrono::NaiveDate;

const ASK_MANAGER: &str = "Please contact your manager to unlock it.";

/// Whether a day that was rejected on `rejected_on` can still be corrected on `today` without an unlock: until the end of the
/// last of the organisation's [`Rules::resubmission_days`].
pub fn is_in_resubmission_window(rejected_on: NaiveDate, today: NaiveDate, rules: &Rules) -> bool {
    today <= days_after(rejected_on, rules.resubmission_days.into())
}

/// What the decision needs to know of an existing entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryFacts {
    pub status: Status,
    pub rejected_on: Option<NaiveDate>,
}

/// Who could unlock the day today, so that a reason names only people who can help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "four independent answers to four questions")]
pub struct Unlockers {
    pub has_manager: bool,
    /// Managers may unlock this day today.
    pub manager: bool,
    /// HR may.
    pub hr: bool,
    /// An administrator may.
    pub admin: bool,
}

/// Everything that decides about one day of one employee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayFacts<'a> {
    pub rules: &'a Rules,
    pub date: NaiveDate,
    pub today: NaiveDate,
    /// The first day that can have an entry, where it is known.
    pub first_day: Option<FirstDay>,
    /// The entry of the day, where there is one.
    pub entry: Option<EntryFacts>,
    /// Whether an approved, unused unlock is there.
    pub is_unlocked: bool,
    /// Whether live leave covers the day whole.
    pub is_on_leave: bool,
    /// Why the employee is not expected to work on the day; `None` on a working day.
    pub off: Option<DayOff>,
    /// Whether the employee was marked absent on it.
    pub is_absent: bool,
    pub unlockers: Unlockers,
}

/// The day can be saved, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubmissionDecision {
    New {
        uses_unlock: bool,
    },
    /// It replaces a pending entry that an unlock opened.
    Correction,
    /// It replaces a rejected entry, and the manager is notified.
    Resubmission {
        uses_unlock: bool,
    },
}

impl SubmissionDecision {
    /// Whether saving uses up the day's unlock.
    pub const fn uses_unlock(self) -> bool {
        match self {
            Self::New { uses_unlock } | Self::Resubmission { uses_unlock } => uses_unlock,
            Self::Correction => true,
        }
    }
}

/// The day cannot be saved, and why not. [`Refusal::sentence`] is what the person reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    Future,
    BeforeJoining(FirstDay),
    MonthClosed(Month),
    AlreadyApproved,
    /// Live leave covers it whole.
    OnLeave,
    AlreadySubmitted,
    /// Its entry was rejected longer ago than a correction may take.
    RejectedTooLongAgo(Unlockers),
    /// It is no working day of the employee's.
    DayOff(DayOff, Unlockers),
    /// It is over, and has no entry.
    Locked(Unlockers),
    /// It is over, and the employee was marked absent on it.
    Frozen(Unlockers),
}

/// Decides about the day. The order of the questions is part of the rule.
pub fn decide(facts: &DayFacts<'_>) -> Result<SubmissionDecision, Refusal> {
    if facts.date > facts.today {
        return Err(Refusal::Future);
    }
    check_first_day(facts.first_day, facts.date).map_err(Refusal::BeforeJoining)?;
    match facts.entry {
        Some(EntryFacts { status: Status::Approved, .. }) => return Err(Refusal::AlreadyApproved),
        // No unlock opens such a day.
        _ if facts.is_on_leave => return Err(Refusal::OnLeave),
        Some(EntryFacts { status: Status::Rejected, rejected_on }) => {
            let in_window = rejected_on.is_some_and(|day| is_in_resubmission_window(day, facts.today, facts.rules));
            return if facts.is_unlocked || in_window {
                Ok(SubmissionDecision::Resubmission { uses_unlock: facts.is_unlocked })
            } else {
                Err(Refusal::RejectedTooLongAgo(facts.unlockers))
            };
        }
        Some(EntryFacts { status: Status::Pending, .. }) => {
            return if facts.is_unlocked { Ok(SubmissionDecision::Correction) } else { Err(Refusal::AlreadySubmitted) };
        }
        None => {}
    }
    if facts.is_unlocked {
        Ok(SubmissionDecision::New { uses_unlock: true })
    } else if let Some(off) = facts.off {
        Err(Refusal::DayOff(off, facts.unlockers))
    } else if facts.date == facts.today {
        Ok(SubmissionDecision::New { uses_unlock: false })
    } else if facts.is_absent {
        Err(Refusal::Frozen(facts.unlockers))
    } else {
        Err(Refusal::Locked(facts.unlockers))
    }
}

impl Unlockers {
    /// Whether the employee has a manager who can act and may unlock the day.
    pub const fn manager_can_unlock(self) -> bool {
        self.manager && self.has_manager
    }

    /// `Admin/HR/Manager`, as far as each can help today.
    fn list(self) -> Option<&'static str> {
        match (self.admin, self.hr, self.manager_can_unlock()) {
            (_, true, true) => Some("Admin/HR/Manager"),
            (_, false, true) => Some("Admin/Manager"),
            (_, true, false) => Some("Admin/HR"),
            (true, false, false) => Some("Admin"),
            (false, false, false) => None,
        }
    }

    /// Whom to ask, after a sentence that says what is wrong.
    fn ask(self, what: &str, with_manager: &str) -> String {
        if self.manager_can_unlock() {
            return format!("{what} {with_manager}");
        }
        let missing = if self.manager { " You have no manager who can act at present." } else { "" };
        match (self.hr, self.admin) {
            (true, _) => format!("{what}{missing} Please contact HR to unlock it."),
            (false, true) => format!("{what}{missing} Please contact an administrator to unlock it."),
            (false, false) => format!("{what} It can no longer be unlocked."),
        }
    }

    fn if_you_worked(self, what: &str) -> String {
        match self.list() {
            Some(who) => format!("{what} Contact {who} if you worked."),
            None => format!("{what} It can no longer be unlocked."),
        }
    }
}

impl Refusal {
    /// Whether an unlock would open the day.
    pub const fn requires_unlock(self) -> bool {
        match self {
            Self::RejectedTooLongAgo(_) | Self::DayOff(..) | Self::Locked(_) | Self::Frozen(_) => true,
            Self::Future
            | Self::BeforeJoining(_)
            | Self::MonthClosed(_)
            | Self::AlreadyApproved
            | Self::OnLeave
            | Self::AlreadySubmitted => false,
        }
    }

    /// Whether it is said before anything about the month of the day: that the day lies out of reach for everybody.
    pub const fn precedes_month(self) -> bool {
        matches!(self, Self::Future | Self::BeforeJoining(_))
    }

    /// The sentence for a person. "Contact your manager" is said only where the manager can help.
    pub fn sentence(self) -> String {
        match self {
            Self::Future => "You cannot submit a timesheet for a future date".to_owned(),
            Self::BeforeJoining(first) => first.sentence(),
            Self::MonthClosed(month) => closed_sentence(month),
            Self::AlreadyApproved => "This timesheet is already approved".to_owned(),
            Self::OnLeave => "You have leave on this date. Cancel it first if you worked.".to_owned(),
            Self::AlreadySubmitted => "Timesheet already submitted for this date".to_owned(),
            Self::RejectedTooLongAgo(unlockers) => {
                unlockers.ask("This rejected timesheet requires approval to unlock.", "Please contact your manager.")
            }
            Self::DayOff(DayOff::Holiday, unlockers) => unlockers.if_you_worked("This date is a holiday."),
            Self::DayOff(DayOff::Weekend, unlockers) => unlockers.if_you_worked("Weekends cannot be selected."),
            Self::DayOff(DayOff::ByPattern, unlockers) => {
                unlockers.if_you_worked("This is not one of your working days.")
            }
            Self::Locked(unlockers) => unlockers.ask("This date is locked.", ASK_MANAGER),
            Self::Frozen(unlockers) => unlockers.ask("Frozen – no timesheet was submitted.", ASK_MANAGER),
        }
    }
}

#[cfg(test)]
mod tests;
