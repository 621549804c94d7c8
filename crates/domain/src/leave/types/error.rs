//! What is wrong with a leave type as typed.

use crate::text::TextError;

/// What is wrong with a leave type as typed, or with a change of one (leave.md 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeaveTypeError {
    Name(TextError),
    AnnualDays,
    /// The days that go into the next year.
    CarryOver,
    /// Days that go into the next year, where there is no limit.
    CarryOverWithoutLimit,
    /// The month at whose end carried days lapse.
    CarryOverUntil,
    Backdate,
    FromYear,
    /// A limit where there was none, or the other way round.
    Limit,
    /// Paid where it was unpaid, or the other way round.
    Paid,
}

impl LeaveTypeError {
    /// The field that is to blame, as it is called on the wire.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Name(_) => "name",
            Self::AnnualDays | Self::Limit => "annualDays",
            Self::CarryOver | Self::CarryOverWithoutLimit => "carryOverDays",
            Self::CarryOverUntil => "carryOverUntil",
            Self::Backdate => "backdateDays",
            Self::FromYear => "fromYear",
            Self::Paid => "isPaid",
        }
    }

    pub fn sentence(self) -> String {
        let sentence = match self {
            Self::Name(why) => return why.sentence("Name"),
            Self::AnnualDays => "Days per year must be from 0 to 366 in steps of 0.5",
            Self::CarryOver => "Carry-over must be from 0 to 366 in steps of 0.5",
            Self::CarryOverWithoutLimit => "A leave type without a limit carries nothing over",
            Self::CarryOverUntil => "The month must be from 1 to 12",
            Self::Backdate => "Days back must be a whole number from 0 to 366",
            Self::FromYear => "The change must begin this year or the next",
            Self::Limit | Self::Paid => "This cannot be changed once the leave type exists",
        };
        sentence.to_owned()
    }
}
