//! The letters about leave. What its Employee has written stands in none of them.

use crate::facts::Facts;
use crate::mail::About;
use domain::notice::leave::LeaveNews;
use domain::person::{FullName, Role};

/// Something happened to leave of the reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveLetter {
    /// What.
    pub news: LeaveNews,
    /// What people call its type.
    pub leave_type: String,
    /// From when to when, in words.
    pub period: String,
    /// What counts of it, in words.
    pub days: String,
    /// What a decider said about it.
    pub comment: Option<String>,
    /// Where the reader finds it.
    pub path: String,
}

impl About for LeaveLetter {
    const KIND: &'static str = "leave";

    fn facts(&self) -> Facts {
        let facts = Facts::default()
            .with("news", self.news.name())
            .with("leaveType", self.leave_type.as_str())
            .with("period", self.period.as_str())
            .with("days", self.days.as_str())
            .with("path", self.path.as_str());
        match &self.comment {
            Some(comment) => facts.with("comment", comment.as_str()),
            None => facts,
        }
    }

    fn read(facts: &Facts) -> Option<Self> {
        Some(Self {
            news: LeaveNews::named(&facts.text("news")?)?,
            leave_type: facts.text("leaveType")?,
            period: facts.text("period")?,
            days: facts.text("days")?,
            comment: facts.text("comment"),
            path: facts.text("path")?,
        })
    }
}

/// What somebody in a team does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TeamLeaveNews {
    /// They ask for leave.
    Asks,
    /// They are on leave, for which nobody is asked.
    IsAway,
    /// They ask to give leave up.
    AsksToCancel,
    /// They have given leave up.
    HasCancelled,
}

impl TeamLeaveNews {
    const ALL: [Self; 4] = [Self::Asks, Self::IsAway, Self::AsksToCancel, Self::HasCancelled];

    const fn name(self) -> &'static str {
        match self {
            Self::Asks => "asks",
            Self::IsAway => "is-away",
            Self::AsksToCancel => "asks-to-cancel",
            Self::HasCancelled => "has-cancelled",
        }
    }
}

/// Somebody in the team of the reader asks for leave, or takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamLeaveLetter {
    /// Who.
    pub employee: FullName,
    /// What they do.
    pub news: TeamLeaveNews,
    /// What people call the type.
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
        let news = facts.text("news")?;
        Some(Self {
            employee: FullName { first: facts.text("firstName")?, last: facts.text("lastName")? },
            news: TeamLeaveNews::ALL.into_iter().find(|one| one.name() == news)?,
            leave_type: facts.text("leaveType")?,
            period: facts.text("period")?,
            days: facts.text("days")?,
            to: facts.text("to")?.parse().ok()?,
        })
    }
}
