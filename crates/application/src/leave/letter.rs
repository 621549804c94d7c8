//! The letters about leave. What its Employee has written stands in none of them.

use crate::mail::kept_letter;
use domain::notice::leave::LeaveNews;
use domain::person::{FullName, Role};

/// Something happened to leave of the reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveLetter {
    pub news: LeaveNews,
    pub leave_type: String,
    /// From when to when, in words.
    pub period: String,
    /// What counts of it, in words.
    pub days: String,
    pub comment: Option<String>,
    pub path: String,
}

kept_letter!(LeaveLetter: "leave" {
    news: "news",
    leave_type: "leaveType",
    period: "period",
    days: "days",
    comment: "comment",
    path: "path",
});

domain::names! {
    /// What somebody in a team does.
    pub enum TeamLeaveNews {
        Asks = "asks",
        /// They are on leave, for which nobody is asked.
        IsAway = "is-away",
        AsksToCancel = "asks-to-cancel",
        HasCancelled = "has-cancelled",
    }
}

/// Somebody in the team of the reader asks for leave, or takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamLeaveLetter {
    pub employee: FullName,
    pub news: TeamLeaveNews,
    pub leave_type: String,
    /// From when to when, in words.
    pub period: String,
    /// What counts of it, in words.
    pub days: String,
    /// The reader's role, which says where it is decided.
    pub to: Role,
}

kept_letter!(TeamLeaveLetter: "team-leave" {
    employee: ["firstName", "lastName"],
    news: "news",
    leave_type: "leaveType",
    period: "period",
    days: "days",
    to: "to",
});
