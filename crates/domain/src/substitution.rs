//! Who stands in for a manager who is away, and on which days (settings.md 1.4).

use crate::person::FullName;
use crate::time::days_after;
use chrono::NaiveDate;

/// How many days a substitution lasts at most.
pub const LONGEST: u64 = 366;

/// The days of a substitution, in the organisation's zone, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Days {
    pub from: NaiveDate,
    pub to: NaiveDate,
}

/// Why somebody cannot be stood in for on some days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DaysError {
    Past,
    Backwards,
    /// They are more than [`LONGEST`].
    TooMany,
}

impl DaysError {
    pub fn sentence(self) -> String {
        match self {
            Self::Past => "A substitution cannot begin in the past".to_owned(),
            Self::Backwards => "The last day must not be before the first".to_owned(),
            Self::TooMany => format!("A substitution lasts at most {LONGEST} days"),
        }
    }

    /// The field to blame, by its name on the wire.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Past => "from",
            Self::Backwards | Self::TooMany => "to",
        }
    }
}

impl Days {
    /// The days from `from` to `to`, as somebody may name them on `today`.
    pub fn named(from: NaiveDate, to: NaiveDate, today: NaiveDate) -> Result<Self, DaysError> {
        if from < today {
            Err(DaysError::Past)
        } else if to < from {
            Err(DaysError::Backwards)
        } else if to >= days_after(from, LONGEST) {
            Err(DaysError::TooMany)
        } else {
            Ok(Self { from, to })
        }
    }

    pub fn contain(self, day: NaiveDate) -> bool {
        self.from <= day && day <= self.to
    }

    /// The first day that is among `taken` too: a manager has at most one substitute a day.
    pub fn first_taken(self, taken: impl IntoIterator<Item = Self>) -> Option<NaiveDate> {
        let shared = |other: Self| Some(self.from.max(other.from)).filter(|day| *day <= self.to.min(other.to));
        taken.into_iter().filter_map(shared).min()
    }
}

crate::names! {
    /// The state of a substitution on a day.
    pub enum SubstitutionStatus {
        Planned = "planned",
        Running = "running",
        Over = "over",
        /// It was ended before its last day was over.
        Ended = "ended",
    }
}

impl SubstitutionStatus {
    /// How a substitution for `days` stands on `today`.
    pub fn of(days: Days, is_ended: bool, today: NaiveDate) -> Self {
        if is_ended {
            Self::Ended
        } else if today < days.from {
            Self::Planned
        } else if days.to < today {
            Self::Over
        } else {
            Self::Running
        }
    }

    pub const fn can_end(self) -> bool {
        matches!(self, Self::Planned | Self::Running)
    }
}

/// Who acted for whom, as it is read: `Anna Berg for Marco Rossi`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandIn<'a> {
    pub substitute: &'a FullName,
    pub manager: &'a FullName,
}

impl std::fmt::Display for StandIn<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} for {}", self.substitute, self.manager)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::day;
    use proptest::prelude::*;

    fn days(from: &str, to: &str) -> Days {
        Days { from: day(from), to: day(to) }
    }

    #[test]
    fn days_begin_today_at_the_earliest_and_are_a_leap_year_at_most() {
        let named = |from, to| Days::named(day(from), day(to), day("2026-06-10")).map_err(DaysError::sentence);
        assert_eq!(named("2026-06-10", "2026-06-10"), Ok(days("2026-06-10", "2026-06-10")));
        assert_eq!(named("2026-06-10", "2027-06-10"), Ok(days("2026-06-10", "2027-06-10")), "366 days");
        assert_eq!(named("2026-06-09", "2026-06-12"), Err("A substitution cannot begin in the past".into()));
        assert_eq!(named("2026-06-12", "2026-06-11"), Err("The last day must not be before the first".into()));
        assert_eq!(named("2026-06-10", "2027-06-11"), Err("A substitution lasts at most 366 days".into()));
        assert_eq!(
            [DaysError::Past, DaysError::Backwards, DaysError::TooMany].map(DaysError::field),
            ["from", "to", "to"]
        );
    }

    #[test]
    fn the_first_day_that_is_taken_is_named() {
        let wanted = days("2026-06-12", "2026-06-20");
        let first = |taken: &[Days]| wanted.first_taken(taken.iter().copied()).map(|day| day.to_string());
        let two = [days("2026-06-18", "2026-06-30"), days("2026-06-15", "2026-06-16")];
        assert_eq!(first(&two).as_deref(), Some("2026-06-15"));
    }

    #[test]
    fn it_runs_from_its_first_day_to_its_last_until_it_is_ended() {
        use SubstitutionStatus::{Ended, Over, Planned, Running};
        let on = |is_ended, today| SubstitutionStatus::of(days("2026-06-10", "2026-06-12"), is_ended, day(today));
        let all = ["2026-06-09", "2026-06-10", "2026-06-12", "2026-06-13"];
        assert_eq!(all.map(|today| on(false, today)), [Planned, Running, Running, Over]);
        assert_eq!(all.map(|today| on(true, today)), [Ended; 4]);
        assert_eq!(SubstitutionStatus::ALL.map(SubstitutionStatus::can_end), [true, true, false, false]);
    }

    proptest! {
        #[test]
        fn a_day_is_taken_exactly_where_two_share_it(a in 0u64..40, n in 0u64..20, b in 0u64..40, m in 0u64..20) {
            let start = day("2026-06-01");
            let of = |from, length| Days { from: days_after(start, from), to: days_after(start, from + length) };
            let (one, other) = (of(a, n), of(b, m));
            let shared = (0..80).map(|i| days_after(start, i)).find(|day| one.contain(*day) && other.contain(*day));
            prop_assert_eq!(one.first_taken([other]), shared);
        }
    }
}
