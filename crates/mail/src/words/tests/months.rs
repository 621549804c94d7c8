//! The letters about months.

use super::*;
use application::months::{MonthDriftedLetter, OwnMonthLetter, TeamMonthLetter};
use domain::notice::month_reminder::Waiting;
use domain::time::Month;

fn june() -> Month {
    Month::new(2026, 6).unwrap()
}

fn own(rejected: &[&str], frozen: &[&str]) -> OwnMonthLetter {
    let days = |of: &[&str]| of.iter().map(|day| day.parse().unwrap()).collect();
    OwnMonthLetter { month: june(), rejected: days(rejected), frozen: days(frozen) }
}

fn team(to: Role) -> TeamMonthLetter {
    TeamMonthLetter { month: june(), waiting: Waiting { entries: 12, leave_requests: 1, people: 3 }, to }
}

#[test]
fn their_subjects_name_the_month() {
    let name = || named("Ann", "Lee");
    let subjects = [
        Letter::new(name(), &own(&[], &["2026-06-08"])),
        Letter::new(name(), &team(Role::Manager)),
        Letter::new(name(), &MonthDriftedLetter { month: june(), differences: 1 }),
    ]
    .map(|letter| written(&letter).subject);
    let expected = [
        "Your Acme & Sons timesheet of June 2026 is not complete",
        "Your team's Acme & Sons timesheets of June 2026 wait for you",
        "Acme & Sons: June 2026 no longer agrees",
    ];
    assert_eq!(subjects, expected);
}

/// The letters about months, for somebody of this name.
pub(super) fn about_months(name: &FullName) -> Vec<(Letter, Vec<&'static str>)> {
    let name = || name.clone();
    let waits = "12 pending entries and 1 leave request of 3 people.";
    let drifted = |differences| MonthDriftedLetter { month: june(), differences };
    vec![
        (
            Letter::new(name(), &own(&["2026-06-23"], &["2026-06-08", "2026-06-09"])),
            vec![
                "Rejected: 2026-06-23. Frozen: 2026-06-08, 2026-06-09.",
                "https://daybook.example.org/employee/timesheet",
            ],
        ),
        (Letter::new(name(), &own(&["2026-06-23"], &[])), vec!["Rejected: 2026-06-23."]),
        (Letter::new(name(), &team(Role::Manager)), vec![waits, "https://daybook.example.org/manager/team-timesheets"]),
        (Letter::new(name(), &team(Role::Hr)), vec![waits, "https://daybook.example.org/hr/approvals"]),
        (Letter::new(name(), &team(Role::Admin)), vec![waits, "https://daybook.example.org/admin/approvals"]),
        (
            Letter::new(name(), &drifted(3)),
            vec!["3 rows differ", "https://daybook.example.org/admin/payroll?month=2026-06"],
        ),
        (Letter::new(name(), &drifted(1)), vec!["1 row differs", "Nothing was changed."]),
    ]
}
