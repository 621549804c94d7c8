//! The letters that their readers have chosen to get.

use super::*;
use application::approvals::DaysApprovedLetter;
use application::leave::{LeaveLetter, TeamLeaveLetter, TeamLeaveNews};
use application::mail_rounds::{NewsDigestLetter, ReminderLetter, WaitingDigestLetter};
use application::substitutions::SubstitutionLetter;
use application::unlocks::{DayUnlockedLetter, RequestDeclinedLetter, RequestExpiredLetter, UnlockRequestedLetter};
use domain::notice::leave::LeaveNews;

#[test]
fn a_letter_about_leave_says_in_its_subject_what_somebody_does() {
    let subject = |news| {
        let letter = TeamLeaveLetter {
            employee: named("Eve", "Roe"),
            news,
            leave_type: "Annual Leave".to_owned(),
            period: "2026-07-06".to_owned(),
            days: "1 day".to_owned(),
            to: Role::Hr,
        };
        written(&Letter::new(named("Ann", "Lee"), &letter)).subject
    };
    assert_eq!(subject(TeamLeaveNews::Asks), "Eve Roe asks for leave");
    assert_eq!(subject(TeamLeaveNews::IsAway), "Eve Roe is on leave");
    assert_eq!(subject(TeamLeaveNews::AsksToCancel), "Eve Roe asks to cancel leave");
    assert_eq!(subject(TeamLeaveNews::HasCancelled), "Eve Roe has cancelled leave");
}

/// Nora stands in for Marco, or does so no longer.
fn substitution(reason: Option<&str>, reader: Role) -> SubstitutionLetter {
    SubstitutionLetter {
        manager: "Marco Rossi".to_owned(),
        substitute: "Nora Berg".to_owned(),
        from: "2026-06-10".parse().unwrap(),
        to: "2026-06-12".parse().unwrap(),
        reason: reason.map(str::to_owned),
        reader,
    }
}

#[test]
fn a_letter_about_a_substitution_names_both_in_its_subject_and_no_reason() {
    let subject = |reason| {
        let letter = Letter::new(named("Ann", "Lee"), &substitution(reason, Role::Manager));
        written(&letter).subject
    };
    assert_eq!(subject(Some("On holiday")), "Nora Berg substitutes for Marco Rossi from 2026-06-10 to 2026-06-12");
    assert_eq!(subject(None), "The substitution for Marco Rossi has ended");
}

/// The letters by choice, for somebody of this name.
pub(super) fn chosen(name: &FullName) -> Vec<(Letter, Vec<&'static str>)> {
    let days = |days: &[&str]| days.iter().map(|day| day.parse().unwrap()).collect::<Vec<NaiveDate>>();
    let employee = |letter: Letter| letter.by_choice_of(Role::Employee);
    let name = || name.clone();
    vec![
        (
            employee(Letter::new(name(), &DaysApprovedLetter { dates: days(&["2026-06-08", "2026-06-09"]) })),
            vec!["2026-06-08", "2026-06-09", "These days in your timesheet were approved:"],
        ),
        (
            employee(Letter::new(name(), &DaysApprovedLetter { dates: days(&["2026-06-08"]) })),
            vec!["2026-06-08", "This day in your timesheet was approved:"],
        ),
        (
            employee(Letter::new(
                name(),
                &DayUnlockedLetter { date: days(&["2026-06-08"])[0], reason: Some("You were ill".to_owned()) },
            )),
            vec![
                "2026-06-08 is open for you to fill in.",
                "You were ill",
                "https://daybook.example.org/employee/timesheet?date=2026-06-08",
            ],
        ),
        (
            employee(Letter::new(
                name(),
                &RequestDeclinedLetter { date: days(&["2026-06-08"])[0], comment: "You were here".to_owned() },
            )),
            vec![
                "Your request to unlock 2026-06-08 was declined.",
                "You were here",
                "https://daybook.example.org/employee/timesheet?date=2026-06-08",
            ],
        ),
        (
            employee(Letter::new(name(), &RequestExpiredLetter { dates: days(&["2026-06-08"]) })),
            vec!["your request to unlock this day within seven days:", "2026-06-08", "You can ask again."],
        ),
        (
            Letter::new(name(), &substitution(Some("On holiday"), Role::Manager)).by_choice_of(Role::Manager),
            vec![
                "From 2026-06-10 to 2026-06-12, Nora Berg stands in for Marco Rossi and can also decide for the team.",
                "On holiday",
                "https://daybook.example.org/manager/profile",
            ],
        ),
        (
            Letter::new(name(), &substitution(None, Role::Hr)).by_choice_of(Role::Hr),
            vec![
                "The substitution for Marco Rossi has ended before its last day, 2026-06-12.",
                "Nora Berg no longer stands in for Marco Rossi.",
                "https://daybook.example.org/hr/settings",
            ],
        ),
        (
            Letter::new(
                name(),
                &UnlockRequestedLetter {
                    employee: named("Eve", "Roe"),
                    date: days(&["2026-06-08"])[0],
                    reason: "I was on the road".to_owned(),
                    until: days(&["2026-06-17"])[0],
                    to: Role::Hr,
                },
            )
            .by_choice_of(Role::Hr),
            vec![
                "Eve Roe asks you to unlock 2026-06-08.",
                "I was on the road",
                "You can decide on it until 2026-06-17.",
                "https://daybook.example.org/hr/direct-unlock",
            ],
        ),
        (
            employee(Letter::new(
                name(),
                &LeaveLetter {
                    news: LeaveNews::Rejected,
                    leave_type: "Annual Leave".to_owned(),
                    period: "2026-07-06 to 2026-07-28".to_owned(),
                    days: "17 days".to_owned(),
                    comment: Some("Too many are away".to_owned()),
                    path: "/employee/leave?year=2026&request=7".to_owned(),
                },
            )),
            vec![
                "Leave was rejected.",
                "Annual Leave",
                "2026-07-06 to 2026-07-28",
                "17 days",
                "Too many are away",
                "https://daybook.example.org/employee/leave?year=2026",
            ],
        ),
        (
            Letter::new(
                name(),
                &TeamLeaveLetter {
                    employee: named("Eve", "Roe"),
                    news: TeamLeaveNews::AsksToCancel,
                    leave_type: "Annual Leave".to_owned(),
                    period: "2026-07-06".to_owned(),
                    days: "1 day".to_owned(),
                    to: Role::Manager,
                },
            )
            .by_choice_of(Role::Manager),
            vec![
                "Eve Roe asks to cancel leave.",
                "Annual Leave",
                "2026-07-06",
                "1 day",
                "https://daybook.example.org/manager/leave-approvals",
            ],
        ),
        (
            employee(Letter::new(name(), &ReminderLetter { date: days(&["2026-06-10"])[0] })),
            vec![
                "It can be filled in until the end of the day. After that somebody has to unlock it for you.",
                "https://daybook.example.org/employee/timesheet?date=2026-06-10",
            ],
        ),
        (
            employee(Letter::new(
                name(),
                &NewsDigestLetter {
                    titles: vec!["A day was rejected".to_owned(), "A day was approved".to_owned()],
                    bodies: vec!["2026-06-08: Too short\nby far".to_owned(), "2026-06-05".to_owned()],
                },
            )),
            vec!["A day was rejected. 2026-06-08: Too short by far", "A day was approved. 2026-06-05"],
        ),
        (
            Letter::new(
                name(),
                &WaitingDigestLetter {
                    waiting: 3,
                    oldest: Some(days(&["2026-06-05"])[0]),
                    missing: vec!["Bob Example".to_owned(), "Eve Example".to_owned()],
                    more_missing: 2,
                    resubmissions: 2,
                    requests: 4,
                    leave: 2,
                },
            )
            .by_choice_of(Role::Manager),
            vec![
                "3 entries wait for your approval, the oldest of 2026-06-05.",
                "Missing days: Bob Example, Eve Example and 2 more",
                "2 resubmitted days wait for your review.",
                "4 requests to unlock a day wait for you.",
                "2 requests for leave wait for you.",
            ],
        ),
    ]
}

#[test]
fn a_letter_by_choice_ends_with_where_the_choice_is_made() {
    let letter = || Letter::new(named("Ann", "Lee"), &BlockedLetter);
    for (role, path) in
        [(Role::Employee, "employee"), (Role::Manager, "manager"), (Role::Hr, "hr"), (Role::Admin, "admin")]
    {
        let words = written(&letter().by_choice_of(role));
        let ending = format!(
            "You choose in your profile which of these mails you get: https://daybook.example.org/{path}/profile"
        );
        for text in [joined(&words.plain), seen(&words.html)] {
            let (before_the_footer, _) = text.split_once("This mail was sent by").unwrap();
            assert!(before_the_footer.trim_end_matches("-- ").trim_end().ends_with(&ending), "{text}");
        }
    }
    assert!(!written(&letter()).plain.contains("You choose"), "nobody chooses whether to learn of this");
}

#[test]
fn one_of_each_is_counted_as_one_and_a_line_with_nothing_is_left_out() {
    let plain = |letter: &WaitingDigestLetter| joined(&written(&Letter::new(named("Ann", "Lee"), letter)).plain);
    let ones = plain(&WaitingDigestLetter {
        waiting: 1,
        oldest: "2026-06-05".parse().ok(),
        missing: vec!["Bob Example".to_owned()],
        more_missing: 0,
        resubmissions: 1,
        requests: 1,
        leave: 1,
    });
    for line in [
        "1 entry waits for your approval, the oldest of 2026-06-05.",
        "Missing days: Bob Example 1 resubmitted",
        "1 resubmitted day waits for your review.",
        "1 request to unlock a day waits for you.",
        "1 request for leave waits for you.",
    ] {
        assert!(ones.contains(line), "{line}: {ones}");
    }
    let one = plain(&WaitingDigestLetter { requests: 2, ..WaitingDigestLetter::default() });
    assert!(one.contains("2 requests to unlock a day wait for you."), "{one}");
    for line in ["approval", "Missing", "resubmitted", "for leave"] {
        assert!(!one.contains(line), "{line}: {one}");
    }
}

#[test]
fn a_resubmission_names_its_employee_in_the_subject_and_nothing_of_what_they_wrote() {
    let about = DayResubmittedLetter { employee: "Ann\r\nBcc: x Lee".to_owned(), date: "2026-06-08".parse().unwrap() };
    let words = written(&Letter::new(named("Max", "Lead"), &about).by_choice_of(Role::Manager));
    assert_eq!(words.subject, "Ann Bcc: x Lee has resubmitted a day");
    assert!(joined(&words.plain).contains("Ann Bcc: x Lee has corrected 2026-06-08"), "{}", words.plain);
}

#[test]
fn a_substitute_who_rejected_days_is_named_with_the_manager() {
    let stand_in = Some(("Anna Berg".to_owned(), "Marco Rossi".to_owned()));
    let about = DaysRejectedLetter { dates: vec![], reason: "Why".to_owned(), correct_within: 7, stand_in };
    let words = written(&Letter::new(named("Ann", "Lee"), &about));
    assert!(joined(&words.plain).contains("Anna Berg, for Marco Rossi, has rejected these days"), "{}", words.plain);
    assert!(!words.subject.contains("Anna"), "{}", words.subject);
}

#[test]
fn the_subjects_of_rounds_name_organisation_and_day() {
    let subject = |letter: &Letter| written(letter).subject;
    let ann = || named("Ann", "Lee");
    let reminder = ReminderLetter { date: "2026-06-10".parse().unwrap() };
    assert_eq!(subject(&Letter::new(ann(), &reminder)), "Your Acme & Sons timesheet of 2026-06-10 is open");
    let news = NewsDigestLetter { titles: vec![], bodies: vec![] };
    assert_eq!(subject(&Letter::new(ann(), &news)), "News in your Acme & Sons timesheet");
    let waiting = WaitingDigestLetter::default();
    assert_eq!(subject(&Letter::new(ann(), &waiting)), "What waits for you in Acme & Sons");
}

#[test]
fn a_day_that_was_asked_for_is_open_without_a_reason() {
    let letter = DayUnlockedLetter { date: "2026-06-08".parse().unwrap(), reason: None };
    let text = joined(&written(&Letter::new(named("Ann", "Lee"), &letter)).plain);
    assert!(
        text.contains("2026-06-08 is open for you to fill in, as you asked.") && !text.contains("reason"),
        "{text}"
    );
}
