//! Things as tests need them.

use crate::Instant;
use crate::holiday::Holiday;
use crate::id::{HolidayId, UserId};
use crate::person::FirstDay;
use crate::rules::Rules;
use crate::time::{Holidays, Weekdays, WorkCalendar, WorkPattern};
use crate::timesheet::{DayFacts, Hours, Unlockers};
use chrono::Weekday::{Fri, Sat, Thu, Tue, Wed};
use chrono::{NaiveDate, NaiveTime};
use std::sync::LazyLock;
use uuid::Uuid;

pub(crate) static RULES: LazyLock<Rules> = LazyLock::new(Rules::default);

pub(crate) const ALL_UNLOCKERS: Unlockers = Unlockers { has_manager: true, manager: true, hr: true, admin: true };

pub(crate) fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

pub(crate) fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

pub(crate) fn time(text: &str) -> NaiveTime {
    text.parse().unwrap()
}

/// settings.md 1.2, Lena: Tuesday to Saturday, with eight and four hours.
pub(crate) fn lenas() -> WorkPattern {
    let days = Weekdays::new([Tue, Wed, Thu, Fri, Sat]).unwrap();
    WorkPattern::new(days, Hours::whole(8), Hours::whole(4)).unwrap()
}

/// A day as it is on Wednesday, 10 June 2026, for somebody who joined on 1 June and works from Monday to Friday; nothing is recorded.
pub(crate) fn facts(date: &str) -> DayFacts<'static> {
    let holidays = Holidays::default();
    DayFacts {
        rules: &RULES,
        date: day(date),
        today: day("2026-06-10"),
        first_day: Some(FirstDay::Joining(day("2026-06-01"))),
        entry: None,
        is_unlocked: false,
        is_on_leave: false,
        off: WorkCalendar::new(RULES.work_patterns.of_organisation(), &holidays).day_off(day(date)),
        is_absent: false,
        unlockers: ALL_UNLOCKERS,
    }
}

pub(crate) fn user(n: u128) -> UserId {
    UserId::new(Uuid::from_u128(n))
}

pub(crate) fn holiday(date: NaiveDate, is_recurring: bool) -> Holiday {
    Holiday {
        id: HolidayId::new(Uuid::nil()),
        date,
        name: "Day".into(),
        description: None,
        is_recurring,
        end_year: None,
        created_by: None,
    }
}
