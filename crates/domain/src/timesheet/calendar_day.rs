//! What a day is in the employee's calendar, and whether it can be filled.

use super::{DayFacts, Opening, Refusal, decide};
use crate::time::is_weekend;

/// The kind of a day: the first that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DayKind {
    /// Before the joining date.
    BeforeJoining,
    /// Has an entry.
    Entry,
    /// Has an approved, unused unlock.
    Unlocked,
    /// A holiday.
    Holiday,
    /// A Saturday or a Sunday.
    Weekend,
    /// Today.
    Today,
    /// Over and locked.
    Past,
    /// Still to come.
    Future,
}

impl DayKind {
    /// Its name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BeforeJoining => "before-joining",
            Self::Entry => "entry",
            Self::Unlocked => "unlocked",
            Self::Holiday => "holiday",
            Self::Weekend => "weekend",
            Self::Today => "today",
            Self::Past => "past",
            Self::Future => "future",
        }
    }
}

/// A day, judged: its kind, and what a submission would meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayView {
    /// The kind.
    pub kind: DayKind,
    /// Whether it is today.
    pub is_today: bool,
    /// How it can be filled, or why it cannot.
    pub opening: Result<Opening, Refusal>,
}

/// Judges a day, by the function that guards the submission itself.
#[must_use]
pub fn classify(facts: &DayFacts) -> DayView {
    let kind = if facts.joining_date.is_some_and(|joined| facts.date < joined) {
        DayKind::BeforeJoining
    } else if facts.entry.is_some() {
        DayKind::Entry
    } else if facts.is_unlocked {
        DayKind::Unlocked
    } else if facts.is_holiday {
        DayKind::Holiday
    } else if is_weekend(facts.date) {
        DayKind::Weekend
    } else if facts.date == facts.today {
        DayKind::Today
    } else if facts.date < facts.today {
        DayKind::Past
    } else {
        DayKind::Future
    };
    DayView { kind, is_today: facts.date == facts.today, opening: decide(facts) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timesheet::{EntryFacts, Helpers, Status};

    fn kind(date: &str, change: impl Fn(&mut DayFacts)) -> DayKind {
        let mut facts = DayFacts {
            date: date.parse().unwrap(),
            today: "2026-06-10".parse().unwrap(),
            joining_date: Some("2026-06-01".parse().unwrap()),
            entry: None,
            is_unlocked: false,
            is_holiday: false,
            is_absent: false,
            helpers: Helpers { has_manager: true, manager: true, hr: true, admin: true },
        };
        change(&mut facts);
        classify(&facts).kind
    }

    #[test]
    fn the_first_kind_that_fits() {
        let has_entry = |f: &mut DayFacts| f.entry = Some(EntryFacts { status: Status::Pending, rejected_on: None });
        let is_unlocked = |f: &mut DayFacts| f.is_unlocked = true;
        let is_holiday = |f: &mut DayFacts| f.is_holiday = true;
        let all: [fn(&mut DayFacts); 3] = [has_entry, is_unlocked, is_holiday];
        let from = |first: usize| move |f: &mut DayFacts| all[first..].iter().for_each(|change| change(f));
        assert_eq!(kind("2026-05-31", from(0)), DayKind::BeforeJoining);
        assert_eq!(kind("2026-06-07", from(0)), DayKind::Entry);
        assert_eq!(kind("2026-06-07", from(1)), DayKind::Unlocked);
        assert_eq!(kind("2026-06-07", from(2)), DayKind::Holiday);
        assert_eq!(kind("2026-06-07", from(3)), DayKind::Weekend);
        assert_eq!(kind("2026-06-10", from(3)), DayKind::Today);
        assert_eq!(kind("2026-06-09", from(3)), DayKind::Past);
        assert_eq!(kind("2026-06-11", from(3)), DayKind::Future);
    }
}
