//! What HR and administrators add to a balance, or take off (leave.md 1.3 and 7).

use super::{LeaveDays, LeaveType};
use crate::person::Role;
use crate::text::{self, TextError};

/// The longest note, in code points.
pub const NOTE_MAX: usize = 500;

#[derive(Debug, Clone, PartialEq)]
pub struct TypedAdjustment {
    /// The leave year in whose balance it is.
    pub year: i32,
    pub days: f64,
    pub note: String,
}

/// An adjustment that can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adjustment {
    /// The leave year in whose balance it is.
    pub year: i32,
    /// What it adds, or takes off; never nothing.
    pub days: LeaveDays,
    pub note: String,
}

/// What is wrong with an adjustment as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdjustmentError {
    Year,
    Days,
    Note(TextError),
}

impl TypedAdjustment {
    /// What can be made of it in the leave year `this_year`, or everything that is wrong with it.
    pub fn parse(&self, this_year: i32) -> Result<Adjustment, Vec<AdjustmentError>> {
        let days = LeaveDays::parse(self.days).map_err(|_| AdjustmentError::Days).and_then(something);
        match (near(self.year, this_year), days, note(&self.note)) {
            (Ok(year), Ok(days), Ok(note)) => Ok(Adjustment { year, days, note }),
            (year, days, note) => Err([year.err(), days.err(), note.err()].into_iter().flatten().collect()),
        }
    }
}

/// The leave year, where its balance can be adjusted in `this_year`.
pub(super) fn near(year: i32, this_year: i32) -> Result<i32, AdjustmentError> {
    let is_near = [-1, 0, 1].map(|years| this_year.saturating_add(years)).contains(&year);
    if is_near { Ok(year) } else { Err(AdjustmentError::Year) }
}

pub(super) fn something(days: LeaveDays) -> Result<LeaveDays, AdjustmentError> {
    if days == LeaveDays::NONE { Err(AdjustmentError::Days) } else { Ok(days) }
}

pub(super) fn note(typed: &str) -> Result<String, AdjustmentError> {
    text::prose(typed, NOTE_MAX).map_err(AdjustmentError::Note)
}

/// Why nothing can be entered into a balance by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BalanceRefusal {
    NotAnEmployee,
    NoLimit,
}

impl BalanceRefusal {
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::NotAnEmployee => "Only an employee has leave",
            Self::NoLimit => "This leave type has no balance",
        }
    }
}

/// Whether somebody with this role has a balance of the type.
pub fn check_balance(role: Role, leave_type: &LeaveType) -> Result<(), BalanceRefusal> {
    match role {
        Role::Employee if leave_type.is_limited() => Ok(()),
        Role::Employee => Err(BalanceRefusal::NoLimit),
        _ => Err(BalanceRefusal::NotAnEmployee),
    }
}

impl AdjustmentError {
    /// The field that is to blame, as it is called on the wire.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Year => "year",
            Self::Days => "days",
            Self::Note(_) => "note",
        }
    }

    pub fn sentence(self) -> String {
        match self {
            Self::Year => "The year must be the last, this or the next".to_owned(),
            Self::Days => "Days must be from -366 to 366 in steps of 0.5, and not 0".to_owned(),
            Self::Note(why) => why.sentence("Note"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(year: i32, days: f64, note: &str) -> TypedAdjustment {
        TypedAdjustment { year, days, note: note.to_owned() }
    }

    #[test]
    fn the_last_this_and_the_next_year_can_be_adjusted_by_half_days() {
        for year in [2025, 2026, 2027] {
            let made = typed(year, -19.5, " Moved in from Ghent ").parse(2026).unwrap();
            let days = LeaveDays::from_half_days(-39);
            assert_eq!(made, Adjustment { year, days, note: "Moved in from Ghent".to_owned() });
        }
        assert!(typed(2026, 366.0, &"n".repeat(NOTE_MAX)).parse(2026).is_ok());
    }

    #[test]
    fn everything_that_is_wrong_is_told_at_its_field() {
        let told = |typed: TypedAdjustment| {
            typed.parse(2026).unwrap_err().into_iter().map(|why| (why.field(), why.sentence())).collect::<Vec<_>>()
        };
        let year = ("year", "The year must be the last, this or the next".to_owned());
        let days = ("days", "Days must be from -366 to 366 in steps of 0.5, and not 0".to_owned());
        assert_eq!(told(typed(2024, 0.0, " ")), [year.clone(), days.clone(), ("note", "Note is required".to_owned())]);
        assert_eq!(told(typed(2028, 1.0, "a")), [year]);
        for bad in [0.0, -0.0, 0.25, 366.5, -366.5] {
            assert_eq!(told(typed(2026, bad, "a")), std::slice::from_ref(&days), "{bad}");
        }
        let long = "n".repeat(NOTE_MAX + 1);
        assert_eq!(told(typed(2026, 1.0, &long)), [("note", "Note must be at most 500 characters".to_owned())]);
        let hidden = ("note", "Note contains characters that are not allowed".to_owned());
        assert_eq!(told(typed(2026, 1.0, "a\0b")), [hidden]);
    }
}
