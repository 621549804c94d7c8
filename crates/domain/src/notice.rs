//! What an employee is told about the own days: one notice a decision, however many days it covers.

use chrono::NaiveDate;

/// What a notice is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoticeKind {
    /// Days were approved.
    Approved,
    /// Days were rejected.
    Rejected,
}

impl NoticeKind {
    /// Its name on the wire and in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Rejected => "rejected",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Approved, Self::Rejected].into_iter().find(|kind| kind.name() == name)
    }
}

/// The words of a notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeText {
    /// The headline.
    pub title: String,
    /// What happened, and what to do.
    pub body: String,
    /// The first day it is about.
    pub date: Option<NaiveDate>,
}

/// The notice of a decision on `days`, with the reason where they were rejected.
#[must_use]
pub fn of_decision(kind: NoticeKind, days: &[NaiveDate], reason: Option<&str>) -> NoticeText {
    let mut days = days.to_vec();
    days.sort_unstable();
    let which = match days.as_slice() {
        [] => String::new(),
        [day] => day.to_string(),
        [first, .., last] => format!("{} days from {first} to {last}", days.len()),
    };
    let title = match (kind, days.len()) {
        (NoticeKind::Approved, 1) => "A day was approved",
        (NoticeKind::Approved, _) => "Days were approved",
        (NoticeKind::Rejected, 1) => "A day was rejected",
        (NoticeKind::Rejected, _) => "Days were rejected",
    };
    let body = match reason {
        Some(reason) => format!("{which}: {reason}"),
        None => which,
    };
    NoticeText { title: title.to_owned(), body, date: days.first().copied() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_notice_names_all_its_days_and_the_reason() {
        let days = ["2026-06-12", "2026-06-08"].map(|d| d.parse().unwrap());
        let text = of_decision(NoticeKind::Rejected, &days, Some("Please add the project"));
        assert_eq!(text.title, "Days were rejected");
        assert_eq!(text.body, "2 days from 2026-06-08 to 2026-06-12: Please add the project");
        assert_eq!(text.date, Some("2026-06-08".parse().unwrap()));
        assert_eq!(of_decision(NoticeKind::Approved, &days[..1], None).body, "2026-06-12");
    }
}
