use super::*;
use crate::id::UserId;
use crate::testing::{RULES, day, holiday, lenas};
use crate::time::{History, Holidays};
use proptest::prelude::*;
use std::sync::LazyLock;
use uuid::Uuid;

static NO_HOLIDAYS: LazyLock<Holidays> = LazyLock::new(Holidays::default);

/// Monday to Friday, without a holiday.
fn plain() -> WorkCalendar<'static> {
    WorkCalendar::new(RULES.work_patterns.of_organisation(), &NO_HOLIDAYS)
}

fn earliest(role: Role, today: &str, joined: Option<&str>, calendar: WorkCalendar<'_>) -> String {
    window(role, day(today), joined.map(day).map(FirstDay::Joining), calendar, &RULES).unwrap().earliest.to_string()
}

#[test]
fn a_friday_can_be_opened_on_a_monday() {
    let calendar = plain();
    assert_eq!(earliest(Role::Manager, "2026-06-15", None, calendar), "2026-06-12");
    assert_eq!(earliest(Role::Hr, "2026-06-15", None, calendar), "2026-06-11");
    assert_eq!(earliest(Role::Manager, "2026-06-10", None, calendar), "2026-06-09");
    assert_eq!(earliest(Role::Manager, "2026-06-14", None, calendar), "2026-06-12", "on a Sunday");
}

#[test]
fn a_holiday_in_between_does_not_shorten_it() {
    let friday_off = holiday(day("2026-06-12"), false);
    let holidays = Holidays::new([&friday_off]);
    let calendar = WorkCalendar::new(RULES.work_patterns.of_organisation(), &holidays);
    assert_eq!(earliest(Role::Manager, "2026-06-15", None, calendar), "2026-06-11");
}

#[test]
fn an_administrator_goes_back_to_joining_or_a_year() {
    let calendar = plain();
    assert_eq!(earliest(Role::Admin, "2026-06-15", Some("2020-01-01"), calendar), "2020-01-01");
    assert_eq!(earliest(Role::Admin, "2026-06-15", None, calendar), "2025-06-15");
    assert_eq!(window(Role::Employee, day("2026-06-15"), None, calendar, &RULES), None);
}

#[test]
fn a_rejected_day_can_always_be_opened_by_manager_and_hr() {
    let person = Employment {
        user: UserId::new(Uuid::nil()),
        first_day: Some(FirstDay::Joining(day("2025-01-01"))),
        is_in_service: true,
        manager: Some(UserId::new(Uuid::from_u128(1))),
        manager_can_act: true,
    };
    let calendar = plain();
    let old = unlockers(day("2026-01-05"), day("2026-06-15"), &person, true, calendar, &RULES);
    assert!(old.manager && old.hr && old.admin && old.has_manager);
    let locked = unlockers(day("2026-01-05"), day("2026-06-15"), &person, false, calendar, &RULES);
    assert!(!locked.manager && !locked.hr && locked.admin);
    let has_manager =
        |person| unlockers(day("2026-01-05"), day("2026-06-15"), &person, true, calendar, &RULES).has_manager;
    assert!(!has_manager(Employment { manager: None, ..person.clone() }));
    assert!(!has_manager(Employment { manager_can_act: false, ..person }), "a manager who is blocked helps nobody");
}

/// settings.md 1.2: on Tuesday 30 June the window of Lena's manager begins on Saturday, that of HR on Friday.
#[test]
fn the_working_days_of_a_window_are_the_employees() {
    let patterns = History::always(lenas());
    let lenas = WorkCalendar::new(&patterns, &NO_HOLIDAYS);
    assert_eq!(earliest(Role::Manager, "2026-06-30", None, lenas), "2026-06-27");
    assert_eq!(earliest(Role::Hr, "2026-06-30", None, lenas), "2026-06-26");
    assert_eq!(earliest(Role::Manager, "2026-06-30", None, plain()), "2026-06-29");
    assert_eq!(earliest(Role::Hr, "2026-06-30", None, plain()), "2026-06-26");
}

#[test]
fn windows_have_their_length_from_the_rules() {
    let rules = Rules { manager_unlock_days: 3, hr_unlock_days: 1, admin_unlock_days: 10, ..Rules::default() };
    let told = |role| {
        let window = window(role, day("2026-06-15"), None, plain(), &rules).unwrap();
        explain(role, None, window, &rules)
    };
    assert!(told(Role::Manager).starts_with("Managers unlock today and 3 working days back: 2026-06-10 to"));
    assert!(told(Role::Hr).starts_with("HR unlocks today and one working day back: 2026-06-12 to"));
    assert!(told(Role::Admin).contains("administrators unlock 10 days back: 2026-06-05 to"));
    let refused = |role, date| decide(&UnlockFacts { rules: &rules, first_day: None, ..facts(role, date, plain()) });
    assert_eq!(refused(Role::Manager, "2026-06-09"), Err(UnlockRefusal::TooFarBack(3)));
    assert_eq!(refused(Role::Manager, "2026-06-10"), Ok(()));
    assert_eq!(refused(Role::Hr, "2026-06-11"), Err(UnlockRefusal::TooFarBack(1)));
    assert_eq!(refused(Role::Admin, "2026-06-04"), Err(UnlockRefusal::TooFarBack(10)));
}

/// Monday, 15 June 2026; joined on 1 January; nothing recorded.
fn facts<'a>(role: Role, date: &str, calendar: WorkCalendar<'a>) -> UnlockFacts<'a> {
    UnlockFacts {
        role,
        date: day(date),
        today: day("2026-06-15"),
        first_day: Some(FirstDay::Joining(day("2026-01-01"))),
        entry: None,
        is_unlocked: false,
        is_on_leave: false,
        calendar,
        rules: &RULES,
    }
}

#[test]
fn every_refusal_in_its_order() {
    use Role::{Admin, Hr, Manager};
    let calendar = plain();
    let of = |role, date: &str| facts(role, date, calendar);
    let refused = [
        (of(Admin, "2026-06-16"), "You cannot unlock a future date"),
        (of(Manager, "2026-06-11"), "You can only unlock timesheets up to 1 day(s) back"),
        (of(Hr, "2026-06-10"), "You can only unlock timesheets up to 2 day(s) back"),
        // Too far back for the role speaks before the joining date does.
        (of(Hr, "2025-12-31"), "You can only unlock timesheets up to 2 day(s) back"),
        (of(Admin, "2025-12-31"), "The date is before the employee's joining date (2026-01-01)"),
        (
            UnlockFacts { first_day: None, ..of(Admin, "2025-06-14") },
            "You can only unlock timesheets up to 365 day(s) back",
        ),
        (
            UnlockFacts { first_day: Some(FirstDay::Joining(day("2026-06-15"))), ..of(Manager, "2026-06-12") },
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
        (
            UnlockFacts { is_on_leave: true, entry: Some(Status::Approved), ..of(Manager, "2026-06-12") },
            "The timesheet for this date is already approved",
        ),
        (UnlockFacts { is_on_leave: true, ..of(Manager, "2026-06-12") }, "The employee has leave on this date"),
    ];
    for (facts, sentence) in refused {
        assert_eq!(decide(&facts).unwrap_err().sentence(), sentence, "{facts:?}");
    }
    let opened = [
        UnlockFacts { entry: Some(Status::Pending), ..of(Manager, "2026-06-12") },
        UnlockFacts { entry: Some(Status::Rejected), ..of(Manager, "2026-02-02") },
        UnlockFacts { entry: Some(Status::Rejected), ..of(Hr, "2026-02-02") },
    ];
    for facts in opened {
        assert_eq!(decide(&facts), Ok(()), "{facts:?}");
    }
}

#[test]
fn what_is_out_of_reach_is_said_before_anything_about_the_month() {
    use UnlockRefusal::{AlreadyApproved, AlreadyUnlocked, BeforeJoining, Future, TooFarBack};
    assert!(
        [Future, TooFarBack(1), BeforeJoining(FirstDay::Joining(day("2026-06-01")))]
            .iter()
            .all(|refusal| refusal.precedes_month())
    );
    assert!(!AlreadyUnlocked.precedes_month() && !AlreadyApproved.precedes_month());
}

#[test]
fn the_form_is_told_how_far_back_it_goes_and_why() {
    let calendar = plain();
    let told = |role, joined: Option<&str>| {
        let joined = joined.map(day).map(FirstDay::Joining);
        explain(role, joined, window(role, day("2026-06-15"), joined, calendar, &RULES).unwrap(), &RULES)
    };
    assert_eq!(
        told(Role::Manager, None),
        "Managers unlock today and one working day back: 2026-06-12 to 2026-06-15. Rejected days can be unlocked however old they are."
    );
    assert_eq!(
        told(Role::Hr, Some("2026-06-15")),
        "HR unlocks today and two working days back: 2026-06-15 to 2026-06-15. The employee joined on 2026-06-15. Rejected days can be unlocked however old they are."
    );
    assert_eq!(
        told(Role::Admin, Some("2020-02-03")),
        "Administrators unlock every day since the joining date: 2020-02-03 to 2026-06-15."
    );
    assert_eq!(
        told(Role::Admin, None),
        "The joining date is not known, so administrators unlock 365 days back: 2025-06-15 to 2026-06-15. Rejected days can be unlocked however old they are."
    );
    let of_records = |role, from| {
        let records = Some(FirstDay::Records(day(from)));
        explain(role, records, window(role, day("2026-06-15"), records, calendar, &RULES).unwrap(), &RULES)
    };
    assert_eq!(
        of_records(Role::Manager, "2026-06-15"),
        "Managers unlock today and one working day back: 2026-06-15 to 2026-06-15. The records begin on 2026-06-15. Rejected days can be unlocked however old they are."
    );
    assert_eq!(
        of_records(Role::Admin, "2026-06-10"),
        "Administrators unlock every day since the records began: 2026-06-10 to 2026-06-15."
    );
    let early = "No day can be unlocked yet: the records begin on 2026-07-01.";
    assert_eq!(of_records(Role::Hr, "2026-07-01"), early);
    assert_eq!(told(Role::Admin, Some("2026-07-01")), "No day can be unlocked yet: the employee joins on 2026-07-01.");
}

proptest! {
    #[test]
    fn what_the_window_holds_can_be_opened_and_nothing_else(offset in -40i64..40, joined in prop::option::of(-60i64..30)) {
        let calendar = plain();
        for role in [Role::Manager, Role::Hr, Role::Admin] {
            let first_day = joined.map(|days| FirstDay::Joining(day("2026-06-15") + chrono::Duration::days(days)));
            let date = day("2026-06-15") + chrono::Duration::days(offset);
            let facts = UnlockFacts { date, first_day, ..facts(role, "2026-06-15", calendar) };
            let window = window(role, facts.today, first_day, calendar, &RULES).unwrap();
            prop_assert_eq!(decide(&facts).is_ok(), window.contains(date));
        }
    }

    #[test]
    fn no_window_reaches_before_joining_or_past_today(offset in 0u64..2_000, joined in prop::option::of(0u64..2_000)) {
        let start = day("2024-01-01");
        let today = start + chrono::Days::new(offset);
        let joining = joined.map(|days| start + chrono::Days::new(days));
        for role in [Role::Manager, Role::Hr, Role::Admin] {
            let window = window(role, today, joining.map(FirstDay::Joining), plain(), &RULES).unwrap();
            prop_assert_eq!(window.latest, today);
            prop_assert!(joining.is_none_or(|joined| window.earliest >= joined));
        }
    }
}
