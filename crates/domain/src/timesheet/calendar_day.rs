//! What a day is in the employee's calendar, and whether it can be filled.

use super::{DayFacts, Refusal, SubmissionDecision, decide};
use crate::person::check_first_day;
use crate::time::{DayOff, Month};
use std::cmp::Ordering;

crate::names! {
    /// The kind of a day: the first that fits.
    pub enum DayKind {
        /// Before the first day that can have an entry.
        BeforeJoining = "before-joining",
        Entry = "entry",
        /// Covered whole by live leave.
        Leave = "leave",
        Unlocked = "unlocked",
        Holiday = "holiday",
        /// A Saturday or a Sunday that is no working day.
        Weekend = "weekend",
        /// Another weekday that is no working day of the employee's.
        DayOff = "day-off",
        Today = "today",
        /// Over and locked.
        Past = "past",
        Future = "future",
    }
}

/// A day, judged: its kind, and what a submission would meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayView {
    pub kind: DayKind,
    pub is_today: bool,
    /// How it can be filled, or why it cannot.
    pub decision: Result<SubmissionDecision, Refusal>,
}

impl DayView {
    /// The same in a closed month: nothing can be filled. Why a day lies out of reach for everybody is still said first.
    #[must_use]
    pub fn in_closed_month(self, month: Month) -> Self {
        let decision = match self.decision {
            Err(why) if why.precedes_month() => Err(why),
            _ => Err(Refusal::MonthClosed(month)),
        };
        Self { decision, ..self }
    }
}

/// Judges a day, by the function that guards the submission itself.
pub fn classify(facts: &DayFacts<'_>) -> DayView {
    let kind = if check_first_day(facts.first_day, facts.date).is_err() {
        DayKind::BeforeJoining
    } else if facts.entry.is_some() {
        DayKind::Entry
    } else if facts.is_on_leave {
        DayKind::Leave
    } else if facts.is_unlocked {
        DayKind::Unlocked
    } else if let Some(off) = facts.off {
        match off {
            DayOff::Holiday => DayKind::Holiday,
            DayOff::Weekend => DayKind::Weekend,
            DayOff::ByPattern => DayKind::DayOff,
        }
    } else {
        match facts.date.cmp(&facts.today) {
            Ordering::Less => DayKind::Past,
            Ordering::Equal => DayKind::Today,
            Ordering::Greater => DayKind::Future,
        }
    };
    DayView { kind, is_today: facts.date == facts.today, decision: decide(facts) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::person::FirstDay;
    use crate::testing::{facts, lenas};
    use crate::time::{History, Holidays, WorkCalendar};
    use crate::timesheet::{EntryFacts, Status};

    fn kind(date: &str, change: impl Fn(&mut DayFacts<'_>)) -> DayKind {
        view(date, change).kind
    }

    fn view(date: &str, change: impl Fn(&mut DayFacts<'_>)) -> DayView {
        let mut facts = facts(date);
        change(&mut facts);
        classify(&facts)
    }

    #[test]
    fn the_first_kind_that_fits() {
        let has_entry =
            |f: &mut DayFacts<'_>| f.entry = Some(EntryFacts { status: Status::Pending, rejected_on: None });
        let is_on_leave = |f: &mut DayFacts<'_>| f.is_on_leave = true;
        let is_unlocked = |f: &mut DayFacts<'_>| f.is_unlocked = true;
        let is_holiday = |f: &mut DayFacts<'_>| f.off = Some(DayOff::Holiday);
        let all: [fn(&mut DayFacts<'_>); 4] = [has_entry, is_on_leave, is_unlocked, is_holiday];
        let from = |first: usize| move |f: &mut DayFacts<'_>| all[first..].iter().for_each(|change| change(f));
        assert_eq!(kind("2026-05-31", from(0)), DayKind::BeforeJoining);
        assert_eq!(kind("2026-06-01", from(0)), DayKind::Entry, "the joining date itself");
        assert_eq!(kind("2026-06-07", from(0)), DayKind::Entry);
        assert_eq!(kind("2026-06-07", from(1)), DayKind::Leave);
        assert_eq!(kind("2026-06-07", from(2)), DayKind::Unlocked);
        assert_eq!(kind("2026-06-07", from(3)), DayKind::Holiday);
        assert_eq!(kind("2026-06-07", from(4)), DayKind::Weekend);
        assert_eq!(kind("2026-06-10", from(4)), DayKind::Today);
        assert_eq!(kind("2026-06-09", from(4)), DayKind::Past);
        assert_eq!(kind("2026-06-11", from(4)), DayKind::Future);
        assert_eq!([9, 10, 11].map(|on| view(&format!("2026-06-{on:02}"), from(0)).is_today), [false, true, false]);
    }

    /// leave.md 1.7: it is not frozen, and no unlock opens it.
    #[test]
    fn a_day_on_leave_is_not_frozen_and_says_why_it_cannot_be_filled() {
        let on_leave = |f: &mut DayFacts<'_>| (f.is_on_leave, f.is_absent, f.is_unlocked) = (true, true, true);
        let day = view("2026-06-09", on_leave);
        assert_eq!((day.kind, day.decision), (DayKind::Leave, Err(Refusal::OnLeave)));
        let rejected = view("2026-06-09", |f| {
            on_leave(f);
            f.entry = Some(EntryFacts { status: Status::Rejected, rejected_on: Some("2026-06-10".parse().unwrap()) });
        });
        assert_eq!((rejected.kind, rejected.decision), (DayKind::Entry, Err(Refusal::OnLeave)));
    }

    #[test]
    fn no_day_of_a_closed_month_can_be_filled_and_each_from_joining_on_says_so() {
        let june = Month::new(2026, 6).unwrap();
        let closed = |date: &str, change: fn(&mut DayFacts<'_>)| view(date, change).in_closed_month(june);
        let is_unlocked = |f: &mut DayFacts<'_>| f.is_unlocked = true;
        let is_approved =
            |f: &mut DayFacts<'_>| f.entry = Some(EntryFacts { status: Status::Approved, rejected_on: None });
        for (day, kind) in [
            (closed("2026-06-08", is_unlocked), DayKind::Unlocked),
            (closed("2026-06-08", is_approved), DayKind::Entry),
            (closed("2026-06-06", |_| ()), DayKind::Weekend),
        ] {
            assert_eq!((day.kind, day.decision), (kind, Err(Refusal::MonthClosed(june))));
        }
        let sentence = Refusal::MonthClosed(june).sentence();
        assert_eq!(sentence, "The month June 2026 has been processed and is closed");
        assert!(!Refusal::MonthClosed(june).requires_unlock());
        let before = closed("2026-05-31", |_| ());
        assert_eq!(before.decision, Err(Refusal::BeforeJoining(FirstDay::Joining("2026-06-01".parse().unwrap()))));
    }

    #[test]
    fn a_kind_has_its_name() {
        for (kind, name) in [
            (DayKind::BeforeJoining, "before-joining"),
            (DayKind::Entry, "entry"),
            (DayKind::Leave, "leave"),
            (DayKind::Unlocked, "unlocked"),
            (DayKind::Holiday, "holiday"),
            (DayKind::Weekend, "weekend"),
            (DayKind::DayOff, "day-off"),
            (DayKind::Today, "today"),
            (DayKind::Past, "past"),
            (DayKind::Future, "future"),
        ] {
            assert_eq!(kind.name(), name);
        }
    }

    #[test]
    fn somebody_elses_weekdays_make_other_days_off() {
        let patterns = History::always(lenas());
        let holidays = Holidays::default();
        let of = |date: &str| {
            kind(date, |facts| facts.off = WorkCalendar::new(&patterns, &holidays).day_off(date.parse().unwrap()))
        };
        assert_eq!(
            [of("2026-06-06"), of("2026-06-07"), of("2026-06-08")],
            [DayKind::Past, DayKind::Weekend, DayKind::DayOff]
        );
        assert_eq!(of("2026-06-10"), DayKind::Today);
    }
}
