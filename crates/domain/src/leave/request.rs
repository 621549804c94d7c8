//! Asking for leave: which request is taken, and why another is not (leave.md 1.5).

use super::counting::counted;
use super::ledger::first_day;
use super::{CountedHalf, Counting, DayPart, Half, LeaveAccount, LeavePeriod, LeaveStep, Shortage, covered};
use crate::person::{FirstDay, check_first_day};
use crate::time::days_before;
use chrono::{Datelike, NaiveDate};
use std::collections::BTreeSet;

/// The person who asks for leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asker {
    Employee,
    /// HR or an administrator, for the Employee.
    Recorder,
}

impl Asker {
    /// How it is kept in the history of the request.
    pub const fn step(self) -> LeaveStep {
        match self {
            Self::Employee => LeaveStep::Asked,
            Self::Recorder => LeaveStep::Recorded,
        }
    }
}

/// Everything that decides whether a request is taken, once it is known whose it is and of which type.
#[derive(Clone, Copy)]
pub struct RequestFacts<'a> {
    pub today: NaiveDate,
    pub asker: Asker,
    pub period: LeavePeriod,
    /// How many calendar days before today a request of an Employee may begin.
    pub backdate_days: u32,
    /// When the person works, and joined. It knows the holidays of the period.
    pub counting: Counting<'a>,
    /// The halves of the person's live requests on the dates of the period.
    pub live: &'a [CountedHalf],
    /// The dates of the period with a pending or approved entry.
    pub entries: &'a BTreeSet<NaiveDate>,
    /// What the person has of the type.
    pub account: LeaveAccount<'a>,
}

/// Why a request is not taken, in the order in which it is said. [`RequestRefusal::sentence`] is what the person reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestRefusal {
    /// Whose leave it would be is no Employee, or not active.
    NotActiveEmployee,
    TypeInactive,
    BeforeJoining(FirstDay, Asker),
    /// It begins more calendar days before today than the type allows, which is this many.
    TooFarBack(u32),
    /// It begins before the first day from which leave is recorded.
    TooFarBackToRecord(NaiveDate),
    /// It ends after the last day that can be asked for.
    TooLate(NaiveDate),
    TooLong,
    NothingCounts,
    /// On this date, the first such, there is leave already.
    Taken(NaiveDate),
    /// This date, the first such, would be covered whole, and has a pending or approved entry.
    Submitted(NaiveDate),
    NotEnough(Shortage),
}

impl RequestRefusal {
    /// Whether it is said before anything about the months of the dates.
    pub const fn precedes_month(self) -> bool {
        matches!(self, Self::NotActiveEmployee | Self::TypeInactive | Self::BeforeJoining(..))
    }

    /// The field of the request that is to blame, as it is called on the wire.
    pub const fn field(self) -> Option<&'static str> {
        match self {
            Self::NotActiveEmployee => Some("userId"),
            Self::TypeInactive => Some("leaveTypeId"),
            Self::BeforeJoining(..) | Self::TooFarBack(_) | Self::TooFarBackToRecord(_) => Some("startDate"),
            Self::TooLate(_) | Self::TooLong => Some("endDate"),
            Self::NothingCounts | Self::Taken(_) | Self::Submitted(_) | Self::NotEnough(_) => None,
        }
    }

    pub fn sentence(self) -> String {
        match self {
            Self::NotActiveEmployee => "Leave can only be recorded for active employees".to_owned(),
            Self::TypeInactive => "This leave type is no longer in use".to_owned(),
            Self::BeforeJoining(first, Asker::Employee) => first.sentence(),
            Self::BeforeJoining(first, Asker::Recorder) => first.sentence_to_others(),
            Self::TooFarBack(days) => format!("This leave type can be requested at most {days} day(s) back"),
            Self::TooFarBackToRecord(first) => format!("Leave can be recorded from {first} on"),
            Self::TooLate(last) => format!("Leave can be requested until {last}"),
            Self::TooLong => "Leave must be at most 366 days long".to_owned(),
            Self::NothingCounts => "There are no working days in this period".to_owned(),
            Self::Taken(date) => format!("There is already leave on {date}"),
            Self::Submitted(date) => {
                format!("The timesheet of {date} is already submitted. The manager has to reject it first.")
            }
            Self::NotEnough(shortage) => shortage.sentence(),
        }
    }
}

/// The last day for which leave can be asked on `today`.
pub fn last_leave_day(today: NaiveDate) -> NaiveDate {
    days_before(first_day(today.year() + 2), 1)
}

/// Decides whether a request is taken, and counts its halves. The order of the questions is part of the rule.
pub fn ask(facts: &RequestFacts<'_>) -> Result<Vec<CountedHalf>, RequestRefusal> {
    let RequestFacts { today, asker, period, counting, .. } = *facts;
    check_first_day(counting.first_day, period.start()).map_err(|first| RequestRefusal::BeforeJoining(first, asker))?;
    let (first, too_early) = match asker {
        Asker::Employee => {
            (days_before(today, facts.backdate_days.into()), RequestRefusal::TooFarBack(facts.backdate_days))
        }
        Asker::Recorder => {
            let first = first_day(today.year() - 1);
            (first, RequestRefusal::TooFarBackToRecord(first))
        }
    };
    if period.start() < first {
        return Err(too_early);
    }
    let last = last_leave_day(today);
    if last < period.end() {
        return Err(RequestRefusal::TooLate(last));
    }
    if period.is_too_long() {
        return Err(RequestRefusal::TooLong);
    }
    let asked = counting.halves(period);
    if counted(&asked).next().is_none() {
        return Err(RequestRefusal::NothingCounts);
    }
    let wanted: BTreeSet<Half> = asked.iter().map(|counted| counted.half).collect();
    let taken = facts.live.iter().map(|counted| counted.half).filter(|half| wanted.contains(half));
    if let Some(first) = taken.min() {
        return Err(RequestRefusal::Taken(first.date));
    }
    let whole =
        covered(facts.live.iter().chain(&asked).copied()).into_iter().filter(|(_, part)| *part == DayPart::Full);
    let mut covered_whole = whole.map(|(date, _)| date);
    if let Some(date) = covered_whole.find(|date| facts.entries.contains(date)) {
        return Err(RequestRefusal::Submitted(date));
    }
    facts.account.enough(&asked, today).map_err(RequestRefusal::NotEnough)?;
    Ok(asked)
}

#[cfg(test)]
mod tests;
