//! What an employee is told about the own days: one notice a decision, however many days it covers; one for each date that is
//! unlocked, and one for each day that is frozen.

use chrono::NaiveDate;

/// What a notice is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoticeKind {
    /// Days were approved.
    Approved,
    /// Days were rejected.
    Rejected,
    /// A date was unlocked.
    Unlocked,
    /// A day was frozen.
    Frozen,
}

impl NoticeKind {
    /// Its name on the wire and in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Unlocked => "unlocked",
            Self::Frozen => "frozen",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Approved, Self::Rejected, Self::Unlocked, Self::Frozen].into_iter().find(|kind| kind.name() == name)
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

/// What a manager decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome<'a> {
    /// The days are approved.
    Approved,
    /// They are rejected, for this reason.
    Rejected(&'a str),
}

impl Outcome<'_> {
    /// The kind of the notice.
    #[must_use]
    pub const fn kind(self) -> NoticeKind {
        match self {
            Self::Approved => NoticeKind::Approved,
            Self::Rejected(_) => NoticeKind::Rejected,
        }
    }
}

/// The notice of a decision on `days`.
#[must_use]
pub fn of_decision(outcome: Outcome<'_>, days: &[NaiveDate]) -> NoticeText {
    let mut days = days.to_vec();
    days.sort_unstable();
    let which = match days.as_slice() {
        [] => String::new(),
        [day] => day.to_string(),
        [first, .., last] => format!("{} days from {first} to {last}", days.len()),
    };
    let (title, body) = match (outcome, days.len()) {
        (Outcome::Approved, 1) => ("A day was approved", which),
        (Outcome::Approved, _) => ("Days were approved", which),
        (Outcome::Rejected(reason), 1) => ("A day was rejected", format!("{which}: {reason}")),
        (Outcome::Rejected(reason), _) => ("Days were rejected", format!("{which}: {reason}")),
    };
    NoticeText { title: title.to_owned(), body, date: days.first().copied() }
}

/// The notice that `day` can be filled in, and why.
#[must_use]
pub fn of_unlock(day: NaiveDate, reason: &str) -> NoticeText {
    NoticeText {
        title: "A day was unlocked".to_owned(),
        body: format!("{day} is open for you to fill in: {reason}"),
        date: Some(day),
    }
}

/// The notice that nothing was recorded on `day`.
#[must_use]
pub fn of_absence(day: NaiveDate) -> NoticeText {
    NoticeText {
        title: "A day was frozen".to_owned(),
        body: format!("{day}: no timesheet was submitted. Open the day to see who can unlock it for you."),
        date: Some(day),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_notice_names_all_its_days_and_the_reason() {
        let days = ["2026-06-12", "2026-06-08"].map(|d| d.parse().unwrap());
        let text = of_decision(Outcome::Rejected("Please add the project"), &days);
        assert_eq!(text.title, "Days were rejected");
        assert_eq!(text.body, "2 days from 2026-06-08 to 2026-06-12: Please add the project");
        assert_eq!(text.date, Some("2026-06-08".parse().unwrap()));
        assert_eq!(of_decision(Outcome::Approved, &days[..1]).body, "2026-06-12");
    }

    #[test]
    fn a_notice_about_one_day_names_it() {
        let day: NaiveDate = "2026-06-12".parse().unwrap();
        assert_eq!(of_unlock(day, "You were ill").body, "2026-06-12 is open for you to fill in: You were ill");
        assert!(of_absence(day).body.starts_with("2026-06-12: no timesheet was submitted."));
        assert_eq!((of_unlock(day, "x").date, of_absence(day).date), (Some(day), Some(day)));
    }

    #[test]
    fn every_kind_is_found_by_its_name() {
        use NoticeKind::{Approved, Frozen, Rejected, Unlocked};
        for kind in [Approved, Rejected, Unlocked, Frozen] {
            assert_eq!(NoticeKind::named(kind.name()), Some(kind));
        }
        assert_eq!(NoticeKind::named("gone"), None);
    }
}
