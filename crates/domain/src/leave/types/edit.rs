//! Leave types as people type them.

use super::{BACKDATE_MAX, LeaveTypeError, NAME_MAX, TermsByYear};
use crate::leave::{LeaveDays, LeaveTerms};
use crate::text;

/// A new leave type as typed, by the names that its fields have on the wire.
#[derive(Debug, Clone, PartialEq)]
pub struct TypedLeaveType {
    pub name: String,
    /// The days of a year; none without a limit.
    pub annual_days: Option<f64>,
    pub is_paid: bool,
    pub needs_approval: bool,
    /// The most that goes into the next year, in days.
    pub carry_over_days: f64,
    /// The month of the next year at whose end carried days lapse.
    pub carry_over_until: Option<f64>,
    /// How far back a request may begin, in calendar days.
    pub backdate_days: f64,
    /// Whether there are new requests and allocations.
    pub is_active: bool,
}

/// A change of a leave type as typed. What is left out stays as it is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TypedEdit {
    pub name: Option<String>,
    /// The days of a year; `Some(None)` without a limit.
    pub annual_days: Option<Option<f64>>,
    pub is_paid: Option<bool>,
    pub needs_approval: Option<bool>,
    /// The most that goes into the next year, in days.
    pub carry_over_days: Option<f64>,
    /// The month of the next year at whose end carried days lapse; `Some(None)` where they do not.
    pub carry_over_until: Option<Option<f64>>,
    /// How far back a request may begin, in calendar days.
    pub backdate_days: Option<f64>,
    /// Whether there are new requests and allocations.
    pub is_active: Option<bool>,
    /// The leave year from which the days and the month hold; this year where it is left out.
    pub from_year: Option<i32>,
}

/// A change of a leave type that can be made to one. What is left out stays as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveTypeEdit {
    pub name: Option<String>,
    /// What a year gives; `Some(None)` without a limit.
    pub annual: Option<Option<LeaveDays>>,
    pub is_paid: Option<bool>,
    pub needs_approval: Option<bool>,
    /// The most that goes into the next year.
    pub carry_over: Option<LeaveDays>,
    /// The month at whose end carried days lapse; `Some(None)` where they do not.
    pub carry_over_until: Option<Option<u32>>,
    /// How far back a request may begin, in calendar days.
    pub backdate_days: Option<u32>,
    /// Whether there are new requests and allocations.
    pub is_active: Option<bool>,
    /// The leave year from which the terms hold.
    pub from_year: i32,
}

impl TypedLeaveType {
    /// Name, terms and calendar days back, or everything that is wrong with them.
    pub(super) fn parse(&self) -> Result<(String, LeaveTerms, u32), Vec<LeaveTypeError>> {
        let mut wrong = Vec::new();
        let name = noted(&mut wrong, name(&self.name));
        let annual = noted(&mut wrong, annual(self.annual_days));
        let carry_over = noted(&mut wrong, carry_over(self.carry_over_days, annual.map(|days| days.is_some())));
        let until = noted(&mut wrong, month(self.carry_over_until));
        let backdate = noted(&mut wrong, backdate(self.backdate_days));
        match (name, annual, carry_over, until, backdate) {
            (Some(name), Some(annual), Some(carry_over), Some(carry_over_until), Some(backdate)) => {
                Ok((name, LeaveTerms { annual, carry_over, carry_over_until }, backdate))
            }
            _ => Err(wrong),
        }
    }
}

impl TypedEdit {
    /// What can be made of it in the leave year `this_year`, or everything that is wrong with it.
    pub fn parse(&self, this_year: i32) -> Result<LeaveTypeEdit, Vec<LeaveTypeError>> {
        let mut wrong = Vec::new();
        let from_year = self.from_year.unwrap_or(this_year);
        let annual = self.annual_days.and_then(|typed| noted(&mut wrong, annual(typed)));
        let edit = LeaveTypeEdit {
            name: self.name.as_deref().and_then(|typed| noted(&mut wrong, name(typed))),
            annual,
            is_paid: self.is_paid,
            needs_approval: self.needs_approval,
            carry_over: self
                .carry_over_days
                .and_then(|typed| noted(&mut wrong, carry_over(typed, annual.map(|days| days.is_some())))),
            carry_over_until: self.carry_over_until.and_then(|typed| noted(&mut wrong, month(typed))),
            backdate_days: self.backdate_days.and_then(|typed| noted(&mut wrong, backdate(typed))),
            is_active: self.is_active,
            from_year,
        };
        if ![this_year, this_year.saturating_add(1)].contains(&from_year) {
            wrong.push(LeaveTypeError::FromYear);
        }
        if wrong.is_empty() { Ok(edit) } else { Err(wrong) }
    }
}

impl LeaveTypeEdit {
    /// The terms with what differs from those of the year from which the edit holds. That is changed in every later year too, also
    /// where one of these had something else; what does not differ stays as it is in each year.
    pub(super) fn terms_after(&self, terms: &TermsByYear) -> TermsByYear {
        let held = terms.of(self.from_year);
        let annual = self.annual.filter(|annual| *annual != held.annual);
        let carry_over = self.carry_over.filter(|days| *days != held.carry_over);
        let until = self.carry_over_until.filter(|month| *month != held.carry_over_until);
        terms.changed_from(self.from_year, |year| {
            year.annual = annual.unwrap_or(year.annual);
            year.carry_over = carry_over.unwrap_or(year.carry_over);
            year.carry_over_until = until.unwrap_or(year.carry_over_until);
        })
    }
}

/// What was read; what is wrong with it is noted.
fn noted<T>(wrong: &mut Vec<LeaveTypeError>, read: Result<T, LeaveTypeError>) -> Option<T> {
    read.map_err(|why| wrong.push(why)).ok()
}

fn name(typed: &str) -> Result<String, LeaveTypeError> {
    text::line(typed, NAME_MAX).map_err(LeaveTypeError::Name)
}

fn annual(typed: Option<f64>) -> Result<Option<LeaveDays>, LeaveTypeError> {
    typed.map(|days| days_of_a_year(days).ok_or(LeaveTypeError::AnnualDays)).transpose()
}

/// The days that go into the next year. They need a limit; whether there is one may be unknown.
fn carry_over(typed: f64, is_limited: Option<bool>) -> Result<LeaveDays, LeaveTypeError> {
    match days_of_a_year(typed) {
        None => Err(LeaveTypeError::CarryOver),
        Some(days) if days.is_positive() && is_limited == Some(false) => Err(LeaveTypeError::CarryOverWithoutLimit),
        Some(days) => Ok(days),
    }
}

fn days_of_a_year(typed: f64) -> Option<LeaveDays> {
    LeaveDays::parse(typed).ok().filter(|days| !days.is_negative())
}

fn month(typed: Option<f64>) -> Result<Option<u32>, LeaveTypeError> {
    typed.map(|month| whole(1..=12, month).ok_or(LeaveTypeError::CarryOverUntil)).transpose()
}

fn backdate(typed: f64) -> Result<u32, LeaveTypeError> {
    whole(0..=BACKDATE_MAX, typed).ok_or(LeaveTypeError::Backdate)
}

/// The whole number among these that was typed.
fn whole(mut among: std::ops::RangeInclusive<u32>, typed: f64) -> Option<u32> {
    among.find(|number| f64::from(*number).to_bits() == (typed + 0.0).to_bits())
}
