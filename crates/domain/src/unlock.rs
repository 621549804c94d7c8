//! How far back each role may open a locked date.
//!
//! A manager may open today and one day back, HR two days back, an administrator any day since joining, and one
//! year where joining is unknown. So that a Friday can be opened on a Monday, weekends and holidays in between
//! do not shorten this: the earliest day is the n-th calendar day back or the n-th working day back, whichever
//! is earlier. A rejected entry's date may be opened by whoever may open dates at all, however old it is: a refusal
//! that says "please contact your manager" has to be true.

use crate::access::Forbidden;
use crate::person::{Employment, Role};
use crate::time::{WorkingCalendar, days_before};
use crate::timesheet::{Helpers, Status};
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
const fn days_back(role: Role) -> Option<u32> {
    match role {
        Role::Manager => Some(1),
        Role::Hr => Some(2),
        Role::Employee | Role::Admin => None,
    }
}

/// The earliest day that `role` reaches, whenever the employee joined, and the number of days that a refusal names.
fn reach(
    role: Role,
    today: NaiveDate,
    joining_date: Option<NaiveDate>,
    calendar: &WorkingCalendar,
) -> Option<(NaiveDate, u64)> {
    match (role, joining_date) {
        (Role::Employee, _) => None,
        (Role::Manager | Role::Hr, _) => {
            let back = days_back(role).unwrap_or_default();
            let earliest = days_before(today, u64::from(back)).min(calendar.working_days_back(today, back));
            Some((earliest, u64::from(back)))
        }
        (Role::Admin, Some(joined)) => Some((joined, 0)),
        (Role::Admin, None) => Some((days_before(today, ADMIN_FALLBACK_DAYS), ADMIN_FALLBACK_DAYS)),
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
    let (earliest, _) = reach(role, today, joining_date, calendar)?;
    Some(Window { earliest: joining_date.map_or(earliest, |joined| joined.max(earliest)), latest: today })
}

/// The window in a sentence, for whoever chooses a date in it.
#[must_use]
pub fn explain(role: Role, joining_date: Option<NaiveDate>, window: Window) -> String {
    let Window { earliest, latest } = window;
    if let Some(joined) = joining_date.filter(|joined| *joined > latest) {
        return format!("No day can be unlocked yet: the employee joins on {joined}.");
    }
    let reach = match (role, joining_date) {
        (Role::Employee, _) => return Forbidden::NoUnlock.sentence().to_owned(),
        (Role::Manager, _) => "Managers unlock today and one working day back".to_owned(),
        (Role::Hr, _) => "HR unlocks today and two working days back".to_owned(),
        (Role::Admin, Some(_)) => "Administrators unlock every day since the joining date".to_owned(),
        (Role::Admin, None) => {
            format!("The joining date is not known, so administrators unlock {ADMIN_FALLBACK_DAYS} days back")
        }
    };
    let joined = joining_date.filter(|joined| *joined == earliest && role != Role::Admin);
    let cut = joined.map(|joined| format!(" The employee joined on {joined}.")).unwrap_or_default();
    // Who reaches back to the joining date reaches every rejected day anyhow.
    let is_everything = role == Role::Admin && joining_date.is_some();
    let rejected = if is_everything { "" } else { " Rejected days can be unlocked however old they are." };
    format!("{reach}: {earliest} to {latest}.{cut}{rejected}")
}

/// What decides whether a date may be opened.
#[derive(Debug, Clone, Copy)]
pub struct UnlockFacts<'a> {
    /// The role of whoever asks.
    pub role: Role,
    /// The date.
    pub date: NaiveDate,
    /// The organisation's day now.
    pub today: NaiveDate,
    /// The employee's first day that can have an entry, where it is known.
    pub joining_date: Option<NaiveDate>,
    /// Where the entry of the date stands, where there is one.
    pub entry: Option<Status>,
    /// Whether an approved, unused unlock is there already.
    pub is_unlocked: bool,
    /// The holidays from the date on.
    pub calendar: &'a WorkingCalendar,
}

/// Why a date is not opened. [`UnlockRefusal::sentence`] is what the person reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnlockRefusal {
    /// It lies after today.
    Future,
    /// It lies further back than the role reaches, which is this many days.
    TooFarBack(u64),
    /// It lies before the joining date.
    BeforeJoining(NaiveDate),
    /// It is open already.
    AlreadyUnlocked,
    /// Its entry is approved: the way to correct it is a rejection.
    AlreadyApproved,
}

impl UnlockRefusal {
    /// The sentence for a person.
    #[must_use]
    pub fn sentence(self) -> String {
        match self {
            Self::Future => "You cannot unlock a future date".to_owned(),
            Self::TooFarBack(days) => format!("You can only unlock timesheets up to {days} day(s) back"),
            Self::BeforeJoining(joined) => format!("The date is before the employee's joining date ({joined})"),
            Self::AlreadyUnlocked => "This date is already unlocked".to_owned(),
            Self::AlreadyApproved => "The timesheet for this date is already approved".to_owned(),
        }
    }
}

/// Decides whether the date may be opened. The order of the questions is part of the rule; that the role may open dates at all, and
/// of whom, is asked before.
pub fn decide(facts: &UnlockFacts<'_>) -> Result<(), UnlockRefusal> {
    if facts.date > facts.today {
        return Err(UnlockRefusal::Future);
    }
    let Some((earliest, days)) = reach(facts.role, facts.today, facts.joining_date, facts.calendar) else {
        return Err(UnlockRefusal::TooFarBack(0));
    };
    // Where an administrator reaches back to the joining date, a date before it is refused for that reason.
    let is_out_of_reach = facts.date < earliest && days > 0;
    if is_out_of_reach && facts.entry != Some(Status::Rejected) {
        return Err(UnlockRefusal::TooFarBack(days));
    }
    if let Some(joined) = facts.joining_date.filter(|joined| facts.date < *joined) {
        return Err(UnlockRefusal::BeforeJoining(joined));
    }
    if facts.is_unlocked {
        return Err(UnlockRefusal::AlreadyUnlocked);
    }
    if facts.entry == Some(Status::Approved) { Err(UnlockRefusal::AlreadyApproved) } else { Ok(()) }
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
        admin: is_past_rejection || may(Role::Admin),
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

    /// Monday, 15 June 2026; joined on 1 January; nothing recorded.
    fn facts<'a>(role: Role, date: &str, calendar: &'a WorkingCalendar) -> UnlockFacts<'a> {
        UnlockFacts {
            role,
            date: day(date),
            today: day("2026-06-15"),
            joining_date: Some(day("2026-01-01")),
            entry: None,
            is_unlocked: false,
            calendar,
        }
    }

    #[test]
    fn every_refusal_in_its_order() {
        use Role::{Admin, Hr, Manager};
        let calendar = WorkingCalendar::default();
        let of = |role, date: &str| facts(role, date, &calendar);
        let refused = [
            (of(Admin, "2026-06-16"), "You cannot unlock a future date"),
            (of(Manager, "2026-06-11"), "You can only unlock timesheets up to 1 day(s) back"),
            (of(Hr, "2026-06-10"), "You can only unlock timesheets up to 2 day(s) back"),
            // Too far back for the role speaks before the joining date does.
            (of(Hr, "2025-12-31"), "You can only unlock timesheets up to 2 day(s) back"),
            (of(Admin, "2025-12-31"), "The date is before the employee's joining date (2026-01-01)"),
            (
                UnlockFacts { joining_date: None, ..of(Admin, "2025-06-14") },
                "You can only unlock timesheets up to 365 day(s) back",
            ),
            (
                UnlockFacts { joining_date: Some(day("2026-06-15")), ..of(Manager, "2026-06-12") },
                "The date is before the employee's joining date (2026-06-15)",
            ),
            (
                UnlockFacts { is_unlocked: true, entry: Some(Status::Approved), ..of(Manager, "2026-06-12") },
                "This date is already unlocked",
            ),
            (
                UnlockFacts { entry: Some(Status::Approved), ..of(Manager, "2026-06-12") },
                "The timesheet for this date is already approved",
            ),
        ];
        for (facts, sentence) in refused {
            assert_eq!(decide(&facts).unwrap_err().sentence(), sentence, "{facts:?}");
        }
        let opened = [
            of(Manager, "2026-06-15"),
            of(Manager, "2026-06-12"),
            // The weekend in between too.
            of(Manager, "2026-06-13"),
            of(Hr, "2026-06-11"),
            of(Admin, "2026-01-01"),
            UnlockFacts { joining_date: None, ..of(Admin, "2025-06-15") },
            UnlockFacts { entry: Some(Status::Pending), ..of(Manager, "2026-06-12") },
            UnlockFacts { entry: Some(Status::Rejected), ..of(Manager, "2026-02-02") },
            UnlockFacts { entry: Some(Status::Rejected), ..of(Hr, "2026-02-02") },
        ];
        for facts in opened {
            assert_eq!(decide(&facts), Ok(()), "{facts:?}");
        }
    }

    #[test]
    fn the_form_is_told_how_far_back_it_goes_and_why() {
        let calendar = WorkingCalendar::default();
        let told = |role, joined: Option<&str>| {
            let joined = joined.map(day);
            explain(role, joined, window(role, day("2026-06-15"), joined, &calendar).unwrap())
        };
        assert_eq!(
            told(Role::Manager, None),
            "Managers unlock today and one working day back: 2026-06-12 to 2026-06-15. Rejected days can be unlocked however old they are."
        );
        assert!(
            told(Role::Hr, Some("2026-06-15")).contains("2026-06-15 to 2026-06-15. The employee joined on 2026-06-15.")
        );
        assert_eq!(
            told(Role::Admin, Some("2020-02-03")),
            "Administrators unlock every day since the joining date: 2020-02-03 to 2026-06-15."
        );
        assert!(told(Role::Admin, None).contains("365 days back: 2025-06-15 to 2026-06-15."));
        assert_eq!(
            told(Role::Admin, Some("2026-07-01")),
            "No day can be unlocked yet: the employee joins on 2026-07-01."
        );
    }

    proptest! {
        #[test]
        fn what_the_window_holds_can_be_opened_and_nothing_else(offset in -40i64..40, joined in prop::option::of(-60i64..30)) {
            let calendar = WorkingCalendar::default();
            for role in [Role::Manager, Role::Hr, Role::Admin] {
                let joining_date = joined.map(|days| day("2026-06-15") + chrono::Duration::days(days));
                let date = day("2026-06-15") + chrono::Duration::days(offset);
                let facts = UnlockFacts { date, joining_date, ..facts(role, "2026-06-15", &calendar) };
                let window = window(role, facts.today, joining_date, &calendar).unwrap();
                prop_assert_eq!(decide(&facts).is_ok(), window.contains(date));
            }
        }

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
