use super::*;
use crate::Invalid;
use crate::testing::{Fakes, Given, at, caller, day, employment, entry, holiday, user};
use domain::person::{Employment, Role, Standing};
use domain::timesheet::{Entry, Status};

/// Employee 1 of manager 7, who joined on 1 June 2025.
fn team() -> Given {
    Given { people: vec![employment(1, Some(7)), employment(2, Some(8)), employment(3, None)], ..Given::default() }
}

fn joined(date: Option<&str>) -> Given {
    Given { people: vec![Employment { joining_date: date.map(day), ..employment(1, Some(7)) }], ..Given::default() }
}

async fn offer(memory: Given, role: Role) -> Offer {
    window(&Fakes::over(memory).ports(), &caller(7, role), user(1)).await.unwrap()
}

fn from_to(offer: &Offer) -> (String, String) {
    (offer.window.earliest.to_string(), offer.window.latest.to_string())
}

#[tokio::test]
async fn each_role_is_offered_what_it_may_open_and_told_why_not_more() {
    let today = || "2026-06-10".to_owned();
    let any = "Rejected days can be unlocked however old they are.";
    for (role, memory, earliest, reason) in [
        (
            Role::Manager,
            team(),
            "2026-06-09",
            "Managers unlock today and one working day back: 2026-06-09 to 2026-06-10.",
        ),
        (Role::Hr, team(), "2026-06-08", "HR unlocks today and two working days back: 2026-06-08 to 2026-06-10."),
        (
            Role::Admin,
            team(),
            "2025-06-01",
            "Administrators unlock every day since the joining date: 2025-06-01 to 2026-06-10.",
        ),
        (
            Role::Admin,
            joined(None),
            "2025-06-10",
            "The joining date is not known, so administrators unlock 365 days back: 2025-06-10 to 2026-06-10.",
        ),
        (
            Role::Hr,
            joined(Some("2026-06-09")),
            "2026-06-09",
            "HR unlocks today and two working days back: 2026-06-09 to 2026-06-10. The employee joined on 2026-06-09.",
        ),
        (
            Role::Manager,
            joined(Some("2026-06-10")),
            "2026-06-10",
            "Managers unlock today and one working day back: 2026-06-10 to 2026-06-10. The employee joined on 2026-06-10.",
        ),
    ] {
        let offer = offer(memory, role).await;
        // An administrator who reaches back to the joining date reaches every rejected day anyhow.
        let told = if earliest == "2025-06-01" { reason.to_owned() } else { format!("{reason} {any}") };
        assert_eq!((from_to(&offer), offer.reason), ((earliest.to_owned(), today()), told));
    }
}

#[tokio::test]
async fn a_person_who_has_not_joined_yet_has_nothing_to_unlock() {
    for role in [Role::Manager, Role::Hr, Role::Admin] {
        let offer = offer(joined(Some("2026-07-01")), role).await;
        assert!(offer.window.earliest > offer.window.latest);
        assert_eq!(offer.reason, "No day can be unlocked yet: the employee joins on 2026-07-01.");
        assert!(offer.rejected.is_empty());
    }
}

#[tokio::test]
async fn holidays_move_the_window_back() {
    let holidays = vec![holiday("2020-06-09", true), holiday("2026-06-08", false)];
    let memory = || Given { holidays: holidays.clone(), ..team() };
    assert_eq!(offer(memory(), Role::Manager).await.window.earliest, day("2026-06-05"));
    assert_eq!(offer(memory(), Role::Hr).await.window.earliest, day("2026-06-04"));
}

#[tokio::test]
async fn older_rejected_days_are_named_oldest_first_a_hundred_at_most() {
    let rejected = |n, owner, date: &str| entry(n, owner, day(date), Status::Rejected);
    let entries = vec![
        rejected(1, 1, "2026-06-09"),
        rejected(2, 1, "2026-06-05"),
        rejected(3, 1, "2026-02-03"),
        rejected(4, 2, "2026-02-04"),
        entry(5, 1, day("2026-02-05"), Status::Pending),
        entry(6, 1, day("2026-02-06"), Status::Approved),
        rejected(7, 1, "2026-06-08"),
    ];
    let memory = || Given { entries: entries.clone(), ..team() };
    let named = async |role| offer(memory(), role).await.rejected;
    assert_eq!(named(Role::Manager).await, ["2026-02-03", "2026-06-05", "2026-06-08"].map(day));
    assert_eq!(named(Role::Hr).await, ["2026-02-03", "2026-06-05"].map(day), "the others lie in the window");
    assert_eq!(named(Role::Admin).await, [], "all of them do");

    let older = (1..=130).scan(day("2026-05-01"), |date, n| {
        *date = date.pred_opt().unwrap();
        Some(entry(n, 1, *date, Status::Rejected))
    });
    let many: Vec<Entry> = older.collect();
    let named = offer(Given { entries: many, ..team() }, Role::Hr).await.rejected;
    assert_eq!((named.len(), named[0]), (100, day("2025-12-22")));
}

#[tokio::test]
async fn what_is_offered_is_never_refused_for_its_age() {
    // The joining date was corrected after the days had been recorded.
    let entries = ["2026-02-03", "2026-02-04", "2026-02-05"];
    let entries: Vec<Entry> = (1..).zip(entries).map(|(n, date)| entry(n, 1, day(date), Status::Rejected)).collect();
    for role in [Role::Manager, Role::Hr] {
        let memory = Given { entries: entries.clone(), ..joined(Some("2026-02-04")) };
        assert_eq!(offer(memory, role).await.rejected, ["2026-02-04", "2026-02-05"].map(day));
    }
    let memory = Given { entries, ..joined(Some("2026-02-04")) };
    assert_eq!(offer(memory, Role::Admin).await.rejected, []);
}

#[tokio::test]
async fn it_is_refused_in_the_order_in_which_an_unlock_is() {
    let curious = window(&Fakes::default().ports(), &caller(1, Role::Employee), user(1)).await;
    assert_eq!(curious, Err(Forbidden::NoUnlock.into()), "before anything is read");
    for role in [Role::Manager, Role::Hr, Role::Admin] {
        let by = caller(7, role);
        let unknown = window(&Fakes::over(team()).ports(), &by, user(99)).await;
        assert_eq!(unknown, Err(Error::NotFound("User")));
        // Of another team, which comes after.
        let no_employee = Invalid::field("employeeId", "Timesheets can only be unlocked for active employees");
        let changes: [fn(&mut Standing); 5] = [
            |standing| standing.is_active = false,
            |standing| standing.is_blocked = true,
            |standing| standing.role = Role::Manager,
            |standing| standing.role = Role::Hr,
            |standing| standing.role = Role::Admin,
        ];
        for change in changes {
            let fakes = Fakes::over(team());
            fakes.memory.change(|state| change(&mut state.person(2).record.standing));
            let refused = window(&fakes.ports(), &by, user(2)).await;
            assert_eq!(refused, Err(no_employee.clone().into()));
        }
    }
    for stranger in [2, 3] {
        let refused = window(&Fakes::over(team()).ports(), &caller(7, Role::Manager), user(stranger)).await;
        assert_eq!(refused, Err(Forbidden::UnlockOutsideTeam.into()));
        for role in [Role::Hr, Role::Admin] {
            assert!(window(&Fakes::over(team()).ports(), &caller(9, role), user(stranger)).await.is_ok());
        }
    }
}

#[tokio::test]
async fn the_window_is_the_organisations() {
    use chrono_tz::Pacific::{Pago_Pago, Tongatapu};
    for (now, zone, earliest, latest) in [
        ("2026-06-10T10:59:59Z", Pago_Pago, "2026-06-08", "2026-06-09"),
        ("2026-06-10T11:00:00Z", Pago_Pago, "2026-06-09", "2026-06-10"),
        ("2026-06-10T11:00:00Z", Tongatapu, "2026-06-10", "2026-06-11"),
    ] {
        let fakes = Fakes { now: at(now), zone, ..Fakes::over(team()) };
        let offer = window(&fakes.ports(), &caller(7, Role::Manager), user(1)).await.unwrap();
        assert_eq!(from_to(&offer), (earliest.to_owned(), latest.to_owned()), "{now} in {zone}");
    }
}
