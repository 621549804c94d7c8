//! How far back each role may open a locked date.
//!
//! A manager may open today and one day back, HR two days back, an administrator any day since joining, and one
//! year where joining is unknown. So that a Friday can be opened on a Monday, weekends and holidays in between
//! do not shorten this: the earliest day is the n-th calendar day back or the n-th working day back, whichever
//! is earlier. A rejected entry's date may be opened by its manager and by HR however old it is.

use crate::person::{Employment, Role};
use crate::time::{WorkingCalendar, days_before};
use crate::timesheet::Helpers;
use chrono::NaiveDate;

/// How many days back an administrator may go where the joining date is unknown.
pub const ADMIN_FALLBACK_DAYS: u64 = 365;

/// The days that a role may open for one employee today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The earliest day; never before joining.
    pub earliest: NaiveDate,
    /// The latest day: today.
    pub latest: NaiveDate,
}

/// How many days back `role` may go, where a number says so; `None` for roles that cannot unlock,
/// and for an administrator who has a joining date to go by.
#[must_use]
pub const fn days_back(role: Role) -> Option<u32> {
    match role {
        Role::Manager => Some(1),
        Role::Hr => Some(2),
        Role::Employee | Role::Admin => None,
    }
}

/// The window of `role` on `today` for an employee who joined on `joining_date`. `None`: the role cannot unlock.
#[must_use]
pub fn window(
    role: Role,
    today: NaiveDate,
    joining_date: Option<NaiveDate>,
    calendar: &WorkingCalendar,
) -> Option<Window> {
    let earliest = match role {
        Role::Employee => return None,
        Role::Manager | Role::Hr => {
            let back = days_back(role).unwrap_or_default();
            days_before(today, u64::from(back)).min(calendar.working_days_back(today, back))
        }
        Role::Admin => joining_date.unwrap_or_else(|| days_before(today, ADMIN_FALLBACK_DAYS)),
    };
    Some(Window { earliest: joining_date.map_or(earliest, |joined| joined.max(earliest)), latest: today })
}

impl Window {
    /// Whether `day` lies in it.
    #[must_use]
    pub fn contains(self, day: NaiveDate) -> bool {
        self.earliest <= day && day <= self.latest
    }
}

/// Who could open `day` for this employee today. `is_rejected`: its entry is rejected.
#[must_use]
pub fn helpers(
    day: NaiveDate,
    today: NaiveDate,
    person: &Employment,
    is_rejected: bool,
    calendar: &WorkingCalendar,
) -> Helpers {
    let may = |role| window(role, today, person.joining_date, calendar).is_some_and(|window| window.contains(day));
    let is_past_rejection = is_rejected && day <= today;
    Helpers {
        has_manager: person.manager.is_some() && person.manager_can_act,
        manager: is_past_rejection || may(Role::Manager),
        hr: is_past_rejection || may(Role::Hr),
        admin: may(Role::Admin),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::holiday::Holiday;
    use crate::id::{HolidayId, UserId};
    use proptest::prelude::*;
    use uuid::Uuid;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn earliest(role: Role, today: &str, joined: Option<&str>, calendar: &WorkingCalendar) -> String {
        window(role, day(today), joined.map(day), calendar).unwrap().earliest.to_string()
    }

    #[test]
    fn a_friday_can_be_opened_on_a_monday() {
        let calendar = WorkingCalendar::default();
        assert_eq!(earliest(Role::Manager, "2026-06-15", None, &calendar), "2026-06-12");
        assert_eq!(earliest(Role::Hr, "2026-06-15", None, &calendar), "2026-06-11");
        assert_eq!(earliest(Role::Manager, "2026-06-10", None, &calendar), "2026-06-09");
        assert_eq!(earliest(Role::Manager, "2026-06-14", None, &calendar), "2026-06-12", "on a Sunday");
    }

    #[test]
    fn a_holiday_in_between_does_not_shorten_it() {
        let friday_off = Holiday {
            id: HolidayId::new(Uuid::nil()),
            date: day("2026-06-12"),
            name: "Day".into(),
            description: None,
            is_recurring: false,
            created_by: None,
        };
        let calendar = WorkingCalendar::new([&friday_off]);
        assert_eq!(earliest(Role::Manager, "2026-06-15", None, &calendar), "2026-06-11");
    }

    #[test]
    fn an_administrator_goes_back_to_joining_or_a_year() {
        let calendar = WorkingCalendar::default();
        assert_eq!(earliest(Role::Admin, "2026-06-15", Some("2020-01-01"), &calendar), "2020-01-01");
        assert_eq!(earliest(Role::Admin, "2026-06-15", None, &calendar), "2025-06-15");
        assert_eq!(window(Role::Employee, day("2026-06-15"), None, &calendar), None);
    }

    #[test]
    fn a_rejected_day_can_always_be_opened_by_manager_and_hr() {
        let person = Employment {
            user: UserId::new(Uuid::nil()),
            joining_date: Some(day("2025-01-01")),
            manager: Some(UserId::new(Uuid::from_u128(1))),
            manager_can_act: true,
        };
        let calendar = WorkingCalendar::default();
        let old = helpers(day("2026-01-05"), day("2026-06-15"), &person, true, &calendar);
        assert!(old.manager && old.hr && old.admin && old.has_manager);
        let locked = helpers(day("2026-01-05"), day("2026-06-15"), &person, false, &calendar);
        assert!(!locked.manager && !locked.hr && locked.admin);
    }

    proptest! {
        #[test]
        fn no_window_reaches_before_joining_or_past_today(offset in 0u64..2_000, joined in prop::option::of(0u64..2_000)) {
            let start = day("2024-01-01");
            let today = start + chrono::Days::new(offset);
            let joining = joined.map(|days| start + chrono::Days::new(days));
            for role in [Role::Manager, Role::Hr, Role::Admin] {
                let window = window(role, today, joining, &WorkingCalendar::default()).unwrap();
                prop_assert_eq!(window.latest, today);
                prop_assert!(joining.is_none_or(|joined| window.earliest >= joined));
            }
        }
    }
}
