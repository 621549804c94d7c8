//! Leave types: what people can ask for, and what a year gives of it (leave.md 1.2).

mod edit;
mod error;
mod terms_by_year;

pub use edit::{LeaveTypeEdit, TypedEdit, TypedLeaveType};
pub use error::LeaveTypeError;
pub use terms_by_year::TermsByYear;

use super::LeaveTerms;
use crate::id::LeaveTypeId;
use crate::text;
use chrono::{Datelike, NaiveDate};

/// The longest name, in code points.
pub const NAME_MAX: usize = 100;
/// How many leave types there can be: none is ever deleted.
pub const MOST_TYPES: usize = 50;
/// How far back a request may begin at most, in calendar days.
pub const BACKDATE_MAX: u32 = 366;

/// A kind of leave that people can ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveType {
    pub id: LeaveTypeId,
    /// What people call it. No two types have the same, see [`LeaveType::name_key`].
    pub name: String,
    /// Whether the leave is paid. Settled when the type is made.
    pub is_paid: bool,
    /// Whether somebody decides on a request; without it a request is approved at once.
    pub needs_approval: bool,
    /// How many calendar days before today a request of an Employee may begin, 0 to 366.
    pub backdate_days: u32,
    /// Whether there are new requests and allocations. What is there goes on without it.
    pub is_active: bool,
    pub version: u32,
    /// What each leave year gives. Whether there is a limit is settled when the type is made.
    pub terms: TermsByYear,
}

impl LeaveType {
    /// A new type, whose terms hold in every year; or everything that is wrong with what was typed.
    pub fn new(id: LeaveTypeId, typed: &TypedLeaveType) -> Result<Self, Vec<LeaveTypeError>> {
        let (name, terms, backdate_days) = typed.parse()?;
        Ok(Self {
            id,
            name,
            is_paid: typed.is_paid,
            needs_approval: typed.needs_approval,
            backdate_days,
            is_active: typed.is_active,
            version: 0,
            terms: TermsByYear::always(terms),
        })
    }

    /// By what types are told apart and put in order: the name without regard to case.
    pub fn name_key(&self) -> String {
        text::folded(&self.name)
    }

    /// Whether a year gives a limited number of days, which is settled for all years.
    pub const fn is_limited(&self) -> bool {
        self.terms.first().annual.is_some()
    }

    pub fn terms_in(&self, year: i32) -> LeaveTerms {
        self.terms.of(year)
    }

    /// Whether what counts on `date` was settled by `today`: its year has ended, or the days that were carried into it and could be used
    /// on the date have lapsed.
    pub fn is_settled(&self, date: NaiveDate, today: NaiveDate) -> bool {
        let has_lapsed = |last| date <= last && last < today;
        date.year() < today.year()
            || self.terms_in(date.year() - 1).last_carried_day(date.year()).is_some_and(has_lapsed)
    }

    /// The type as somebody wants it, with the next version; the same one where that is how it is. Or everything in which it cannot
    /// be changed.
    pub fn changed(&self, edit: &LeaveTypeEdit) -> Result<Self, Vec<LeaveTypeError>> {
        let is_settled_anew = |limited: Option<bool>, settled| limited.is_some_and(|wanted| wanted != settled);
        let mut wrong = Vec::new();
        if is_settled_anew(edit.annual.map(|annual| annual.is_some()), self.is_limited()) {
            wrong.push(LeaveTypeError::Limit);
        } else if !self.is_limited() && edit.carry_over.is_some_and(super::LeaveDays::is_positive) {
            wrong.push(LeaveTypeError::CarryOverWithoutLimit);
        }
        if is_settled_anew(edit.is_paid, self.is_paid) {
            wrong.push(LeaveTypeError::Paid);
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let after = Self {
            name: edit.name.clone().unwrap_or_else(|| self.name.clone()),
            needs_approval: edit.needs_approval.unwrap_or(self.needs_approval),
            backdate_days: edit.backdate_days.unwrap_or(self.backdate_days),
            is_active: edit.is_active.unwrap_or(self.is_active),
            terms: edit.terms_after(&self.terms),
            ..self.clone()
        };
        Ok(if after == *self { after } else { Self { version: self.version.saturating_add(1), ..after } })
    }
}

#[cfg(test)]
mod tests;
