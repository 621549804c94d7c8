//! The letters about leave. What its Employee has written stands in none of them.

use crate::facts::Facts;
use crate::mail::{About, kept_letter};
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

impl About for TeamLeaveLetter {
    const KIND: &'static str = "team-leave";

    fn facts(&self) -> Facts {
        Facts::default()
            .with("firstName", self.employee.first.as_str())
            .with("lastName", self.employee.last.as_str())
            .with("news", self.news.name())
            .with("leaveType", self.leave_type.as_str())
            .with("period", self.period.as_str())
            .with("days", self.days.as_str())
            .with("to", self.to)
    }

    fn read(facts: &Facts) -> Option<Self> {
        Some(Self {
            employee: FullName { first: facts.text("firstName")?, last: facts.text("lastName")? },
            news: TeamLeaveNews::named(&facts.text("news")?)?,
            leave_type: facts.text("leaveType")?,
            period: facts.text("period")?,
            days: facts.text("days")?,
            to: facts.text("to")?.parse().ok()?,
        })
    }
}
