//! What people type when they ask for leave (leave.md 7).

use crate::{Invalid, Result};
use chrono::NaiveDate;
use domain::id::{LeaveTypeId, UserId};
use domain::leave::{DayPart, LeavePeriod};
use domain::text::{self, TextError};
use domain::timesheet::REASON_MAX;

/// A request for leave, as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveForm {
    /// For whom; nobody is named where an Employee asks for themselves.
    pub user: Option<UserId>,
    pub leave_type: LeaveTypeId,
    pub start: NaiveDate,
    pub start_part: DayPart,
    pub end: NaiveDate,
    pub end_part: DayPart,
    pub reason: Option<String>,
}

impl LeaveForm {
    /// The period and the reason, or everything that is wrong with them.
    pub(super) fn read(&self) -> Result<(LeavePeriod, Option<String>)> {
        let period = LeavePeriod::new(self.start, self.start_part, self.end, self.end_part);
        let reason = optional(self.reason.as_deref(), "reason", "The reason");
        match (period, reason) {
            (Ok(period), Ok(reason)) => Ok((period, reason)),
            (period, reason) => {
                let wrong = period.err().unwrap_or_default();
                let mut fields: Vec<_> =
                    wrong.into_iter().map(|why| (why.field(), why.sentence().to_owned())).collect();
                fields.extend(reason.err().into_iter().flat_map(|invalid| invalid.fields));
                Err(Invalid { message: None, fields }.into())
            }
        }
    }
}

/// Words that may be left out. Nothing but white space is nothing.
pub(super) fn optional(typed: Option<&str>, field: &'static str, label: &str) -> Result<Option<String>, Invalid> {
    match typed.map(|typed| text::prose(typed, REASON_MAX)) {
        None | Some(Err(TextError::Blank)) => Ok(None),
        Some(Ok(words)) => Ok(Some(words)),
        Some(Err(why)) => Err(Invalid::field(field, why.sentence(label))),
    }
}
