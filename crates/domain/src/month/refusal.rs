//! Why something cannot be done with a month (months.md 4).

use crate::person::Role;
use crate::text::{self, TextError};
use crate::time::Month;
use crate::timesheet::REASON_MAX;
use chrono::NaiveDate;

use super::{MonthState, Standing};

/// The month as sentences have it: `June 2026`.
pub(crate) fn in_words(month: Month) -> String {
    format!("{} {}", month.name(), month.year())
}

pub fn closed_sentence(month: Month) -> String {
    format!("The month {} has been processed and is closed", in_words(month))
}

/// The sentence for a write in a month that is being closed.
pub fn closing_sentence(month: Month) -> String {
    format!("{} is being closed. Please try again in a moment.", in_words(month))
}

/// The sentence for a month whose last day the freezing has not passed.
pub fn unsettled_sentence(month: Month) -> String {
    format!("The days of {} are still being looked at. Please try again in a moment.", in_words(month))
}

pub fn closed_message(month: Month, revision: u32) -> String {
    format!("{} is closed (revision {revision})", in_words(month))
}

pub fn reopened_message(month: Month) -> String {
    format!("{} is open again", in_words(month))
}

/// Why a month cannot be closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseRefusal {
    NotOver(Month),
    AlreadyClosed(Month),
    /// This month or another one is being closed.
    UnderWay,
    NobodyInService(Month),
    /// So many people are not ready, and it is not forced.
    NotReady(u32),
}

impl CloseRefusal {
    pub fn sentence(self) -> String {
        match self {
            Self::NotOver(month) => format!("{} is not over yet", in_words(month)),
            Self::AlreadyClosed(month) => format!("{} is already closed", in_words(month)),
            Self::UnderWay => "A month is being closed at this moment. Please try again.".to_owned(),
            Self::NobodyInService(month) => format!("Nobody was in service in {}", in_words(month)),
            Self::NotReady(1) => "1 employee is not ready".to_owned(),
            Self::NotReady(count) => format!("{count} employees are not ready"),
        }
    }
}

pub fn may_close(month: Month, standing: Standing, today: NaiveDate) -> Result<(), CloseRefusal> {
    if !month.is_over(today) {
        return Err(CloseRefusal::NotOver(month));
    }
    match standing.state {
        MonthState::Closed => Err(CloseRefusal::AlreadyClosed(month)),
        MonthState::Closing => Err(CloseRefusal::UnderWay),
        MonthState::Open | MonthState::Reopened => Ok(()),
    }
}

/// Why a month cannot be reopened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReopenRefusal {
    /// Its payroll has been handed out, and only an administrator reopens it.
    Exported(Month),
    NotClosed(Month),
}

impl ReopenRefusal {
    pub fn sentence(self) -> String {
        match self {
            Self::Exported(month) => {
                let month = in_words(month);
                format!("Only an administrator can reopen {month}: its payroll has been exported")
            }
            Self::NotClosed(month) => format!("{} is not closed", in_words(month)),
        }
    }
}

/// Whether somebody of this role may reopen a month that stands so. `is_exported`: its newest revision was.
pub fn may_reopen(role: Role, month: Month, standing: Standing, is_exported: bool) -> Result<(), ReopenRefusal> {
    if is_exported && role != Role::Admin {
        return Err(ReopenRefusal::Exported(month));
    }
    if standing.state == MonthState::Closed { Ok(()) } else { Err(ReopenRefusal::NotClosed(month)) }
}

/// Why days cannot be accepted as absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AcceptRefusal {
    NotInMonth(NaiveDate, Month),
    /// One of them is neither frozen nor rejected nor accepted already.
    Changed,
}

impl AcceptRefusal {
    pub fn sentence(self) -> String {
        match self {
            Self::NotInMonth(date, month) => format!("{date} is not in {}", in_words(month)),
            Self::Changed => "Some days have changed since you opened them. Please review them again.".to_owned(),
        }
    }
}

/// What a month does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingOfMonth {
    /// It has no revision.
    Payroll(Month),
    /// It is not closed, or has no row of the person.
    Statement(Month),
}

impl MissingOfMonth {
    pub fn sentence(self) -> String {
        match self {
            Self::Payroll(month) => format!("There is no payroll for {} yet", in_words(month)),
            Self::Statement(month) => format!("There is no statement for {}", in_words(month)),
        }
    }
}

pub fn parse_reason(typed: &str) -> Result<String, String> {
    prose(typed, "A reason", "The reason")
}

pub fn parse_note(typed: &str) -> Result<String, String> {
    prose(typed, "A note", "The note")
}

fn prose(typed: &str, any: &str, this: &str) -> Result<String, String> {
    text::prose(typed, REASON_MAX).map_err(|why| why.sentence(if why == TextError::Blank { any } else { this }))
}
