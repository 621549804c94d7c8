//! Who works by which pattern: the organisation's, and those that people have of their own (settings.md 1.2).

use crate::id::UserId;
use crate::time::{History, Holidays, Week, WorkPattern};
use chrono::NaiveDate;
use std::collections::HashMap;

/// The rows of a list of patterns: those of the organisation, or those of a person, who works by the organisation's where there is
/// none. Before the first row of the organisation stands [`WorkPattern::STANDARD`], before that of a person nothing.
pub type PatternRows = History<Option<WorkPattern>>;

/// Whose list of patterns it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PatternOwner {
    Organisation,
    Person(UserId),
}

impl PatternOwner {
    /// A list without a row.
    pub const fn no_rows(self) -> PatternRows {
        History::always(match self {
            Self::Organisation => Some(WorkPattern::STANDARD),
            Self::Person(_) => None,
        })
    }
}

/// Who is expected to work on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    AllBut(Vec<UserId>),
    Only(Vec<UserId>),
}

/// By which pattern everybody works on each day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkPatterns {
    organisation: History<WorkPattern>,
    own: HashMap<UserId, History<WorkPattern>>,
    /// The rows of those lists: where there is none, the organisation's holds.
    own_rows: HashMap<UserId, PatternRows>,
}

impl Default for WorkPatterns {
    fn default() -> Self {
        Self::new([])
    }
}

impl WorkPatterns {
    /// Of all lists with a row.
    pub fn new(lists: impl IntoIterator<Item = (PatternOwner, PatternRows)>) -> Self {
        let (mut organisation, mut own) = (History::always(WorkPattern::STANDARD), Vec::new());
        for (owner, rows) in lists {
            match owner {
                PatternOwner::Organisation => organisation = rows.over(&organisation),
                PatternOwner::Person(user) => own.push((user, rows)),
            }
        }
        let own_rows: HashMap<UserId, PatternRows> = own.into_iter().collect();
        let own = own_rows.iter().map(|(user, rows)| (*user, rows.over(&organisation))).collect();
        Self { organisation, own, own_rows }
    }

    /// The organisation's, for what concerns nobody in particular.
    pub const fn of_organisation(&self) -> &History<WorkPattern> {
        &self.organisation
    }

    pub fn of(&self, user: UserId) -> &History<WorkPattern> {
        self.own.get(&user).unwrap_or(&self.organisation)
    }

    /// The person's own patterns, where they have any.
    pub fn own(&self, user: UserId) -> Option<&PatternRows> {
        self.own_rows.get(&user)
    }

    pub fn has_own(&self, user: UserId) -> bool {
        self.own.contains_key(&user)
    }

    /// Those who work by patterns of their own on every day from `first` to `last`: a change of the organisation's does not concern them.
    pub fn with_own_from(&self, first: NaiveDate, last: NaiveDate) -> impl Iterator<Item = UserId> {
        let has_own = move |rows: &PatternRows| rows.between(first, last).all(|(_, _, pattern)| pattern.is_some());
        self.own_rows.iter().filter(move |(_, rows)| has_own(rows)).map(|(user, _)| *user)
    }

    /// The days of `week` on which `user` does not work, each by the pattern that holds on it. Holidays are not considered.
    pub fn days_off(&self, user: UserId, week: Week) -> impl Iterator<Item = NaiveDate> {
        let patterns = self.of(user);
        week.days().filter(|day| !patterns.on(*day).works_on(*day))
    }

    /// Every pattern by which somebody may work: the organisation's, and those that people have of their own.
    pub fn all(&self) -> impl Iterator<Item = &History<WorkPattern>> {
        std::iter::once(&self.organisation).chain(self.own.values())
    }

    /// Who is expected to work on `day`; nobody on a holiday.
    pub fn expected_on(&self, day: NaiveDate, holidays: &Holidays) -> Expected {
        if holidays.contains(day) {
            return Expected::Only(Vec::new());
        }
        let usual = self.organisation.on(day).works_on(day);
        let others = self.own.iter().filter(|(_, patterns)| patterns.on(day).works_on(day) != usual);
        let mut others: Vec<UserId> = others.map(|(user, _)| *user).collect();
        others.sort_unstable();
        if usual { Expected::AllBut(others) } else { Expected::Only(others) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{day, holiday, user};
    use crate::time::Weekdays;
    use crate::timesheet::Hours;
    use chrono::Weekday::{Fri, Sat, Thu, Tue, Wed};

    fn lenas() -> WorkPattern {
        WorkPattern::new(Weekdays::new([Tue, Wed, Thu, Fri, Sat]).unwrap(), Hours::whole(8), Hours::whole(4)).unwrap()
    }

    fn patterns() -> WorkPatterns {
        let person = PatternOwner::Person(user(1));
        let own = person.no_rows().with(day("2026-06-15"), Some(lenas())).with(day("2026-07-06"), None);
        let short = WorkPattern::new(Weekdays::MONDAY_TO_FRIDAY, Hours::whole(8), Hours::whole(5)).unwrap();
        let all = PatternOwner::Organisation.no_rows().with(day("2026-07-01"), Some(short));
        WorkPatterns::new([(person, own), (PatternOwner::Organisation, all)])
    }

    #[test]
    fn a_person_works_by_their_own_pattern_and_by_the_organisations_where_they_have_none() {
        let patterns = patterns();
        let hours = |user, text: &str| patterns.of(user).on(day(text)).full_day().half_hours();
        assert_eq!([hours(user(2), "2026-06-30"), hours(user(2), "2026-07-01")], [18, 16]);
        assert_eq!([hours(user(1), "2026-06-14"), hours(user(1), "2026-06-15")], [18, 16]);
        assert_eq!(patterns.of(user(1)).on(day("2026-07-05")), &lenas());
        assert_eq!(patterns.of(user(1)).on(day("2026-07-06")), patterns.of_organisation().on(day("2026-07-06")));
        assert_eq!((patterns.has_own(user(1)), patterns.has_own(user(2))), (true, false));
        let apart = |first, last| patterns.with_own_from(day(first), day(last)).collect::<Vec<_>>();
        assert_eq!(apart("2026-06-15", "2026-07-05"), [user(1)]);
        assert_eq!([apart("2026-06-14", "2026-07-05"), apart("2026-06-15", "2026-07-06")], [vec![], vec![]]);
        assert_eq!(patterns.all().count(), 2);
        assert_eq!(WorkPatterns::default().of(user(1)), &History::always(WorkPattern::STANDARD));
    }

    #[test]
    fn a_week_in_which_the_pattern_changes_has_the_days_off_of_both() {
        let patterns = patterns();
        let off = |n, text: &str| patterns.days_off(user(n), Week::of(day(text))).map(|day| day.to_string()).collect();
        let (before, since, back): (Vec<_>, Vec<_>, Vec<_>) =
            (off(1, "2026-06-14"), off(1, "2026-06-15"), off(1, "2026-07-06"));
        assert_eq!(before, ["2026-06-13", "2026-06-14"]);
        assert_eq!(since, ["2026-06-15", "2026-06-21"]);
        assert_eq!(back, ["2026-07-11", "2026-07-12"]);
        let others: Vec<_> = off(2, "2026-06-15");
        assert_eq!(others, ["2026-06-20", "2026-06-21"]);
        let midweek = PatternOwner::Person(user(3)).no_rows().with(day("2026-06-17"), Some(lenas()));
        let patterns = WorkPatterns::new([(PatternOwner::Person(user(3)), midweek)]);
        let off: Vec<_> = patterns.days_off(user(3), Week::of(day("2026-06-17"))).collect();
        assert_eq!(off, [day("2026-06-21")], "Monday was worked before, Saturday since");
    }

    #[test]
    fn who_is_expected_depends_on_the_day_and_on_their_own_pattern() {
        let (patterns, holidays) = (patterns(), Holidays::new([&holiday(day("2026-06-19"), false)]));
        let on = |text| patterns.expected_on(day(text), &holidays);
        assert_eq!(on("2026-06-08"), Expected::AllBut(vec![]));
        assert_eq!(on("2026-06-15"), Expected::AllBut(vec![user(1)]), "a Monday, on which Lena is off");
        assert_eq!(on("2026-06-20"), Expected::Only(vec![user(1)]), "a Saturday, on which nobody else works");
        assert_eq!([on("2026-06-19"), on("2026-06-21")], [Expected::Only(vec![]), Expected::Only(vec![])]);
    }
}
