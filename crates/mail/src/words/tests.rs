//! Every letter says what it has to, in both of its parts, whatever stands in the names and reasons.

mod audit;
mod by_choice;
mod months;

use self::audit::about_the_audit_log;
use self::by_choice::chosen;
use self::months::about_months;
use super::*;
use application::absences::DaysFrozenLetter;
use application::accounts::{AccountCreatedLetter, CredentialsLetter, EmployeeArrivedLetter};
use application::approvals::DaysRejectedLetter;
use application::invitations::InvitationLetter;
use application::mail::{About, Confidential};
use application::passwords::PasswordResetLetter;
use application::people::{AddressChangedLetter, BlockedLetter, TemporaryPasswordLetter, UnblockedLetter};
use application::second_factors::{SecondFactorLetter, SecondFactorNews};
use application::sessions::BreakGlassUsedLetter;
use application::settings::Policy;
use application::sign_in::AccountLinkedLetter;
use application::timesheets::DayResubmittedLetter;
use domain::settings::{Decided, Key, Value};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

fn head() -> Letterhead {
    let decided = |key, text: &str| Decided { key, from: None, value: Value::Text(text.into()) };
    let decided = vec![decided(Key::OrganisationName, "Acme & Sons"), decided(Key::TimeZone, "Europe/Berlin")];
    Letterhead { policy: Arc::new(Policy::new(decided, vec![])), public_url: "https://daybook.example.org".to_owned() }
}

/// Written to the address that a person has now.
fn written(letter: &Letter) -> Words {
    write(letter, "ann.lee@example.org", &head()).unwrap()
}

fn named(first: &str, last: &str) -> FullName {
    FullName { first: first.to_owned(), last: last.to_owned() }
}

/// Every letter, for somebody of this name, with the facts that it has to carry.
fn letters(name: &FullName) -> Vec<(Letter, Vec<&'static str>)> {
    let name = || name.clone();
    vec![
        (
            Letter::new(
                name(),
                &CredentialsLetter {
                    employee_id: "EMP1001".to_owned(),
                    email: "ann@example.org".to_owned(),
                    password: Confidential("hq7Rw2kPmX4t".to_owned()),
                },
            ),
            vec!["EMP1001", "ann@example.org", "hq7Rw2kPmX4t", "https://daybook.example.org/login", "first sign-in"],
        ),
        (
            Letter::new(
                name(),
                &AccountCreatedLetter {
                    employee_id: "EMP1001".to_owned(),
                    email: "ann@example.org".to_owned(),
                    providers: vec!["Acme".to_owned(), "R&D <id>".to_owned()],
                },
            ),
            vec!["EMP1001", "ann@example.org", "no password", "Acme or R&D <id>", "https://daybook.example.org/login"],
        ),
        (
            Letter::new(name(), &AccountLinkedLetter { provider: "R&D <id>".to_owned() }),
            vec!["has been linked to your account at R&D <id>", "remove the link in your profile"],
        ),
        (
            Letter::new(
                name(),
                &EmployeeArrivedLetter {
                    employee: "Nina <b>".to_owned(),
                    employee_id: "EMP1009".to_owned(),
                    email: "nina@example.org".to_owned(),
                    provider: "Acme".to_owned(),
                },
            ),
            vec![
                "had no account",
                "Nina <b>",
                "EMP1009",
                "nina@example.org",
                "Acme",
                "joining date",
                "https://daybook.example.org/hr/employees",
            ],
        ),
        (
            Letter::new(
                name(),
                &BreakGlassUsedLetter {
                    owner: named("Grace", "Hopper"),
                    email: "grace@example.org".to_owned(),
                    at: "2026-06-10T09:30:00Z".parse().unwrap(),
                    address: "192.0.2.7".to_owned(),
                },
            ),
            vec![
                "the password of a break-glass account",
                "Grace Hopper",
                "grace@example.org",
                "2026-06-10 11:30 (Europe/Berlin)",
                "192.0.2.7",
                "block the account at once",
            ],
        ),
        (
            Letter::new(
                name(),
                &InvitationLetter {
                    email: "ann@example.org".to_owned(),
                    token: Confidential("tOkEn-_0123456789012345678901234567890123456".to_owned()),
                    expires_at: "2026-06-24T07:00:00Z".parse().unwrap(),
                    providers: vec!["R&D <id>".to_owned()],
                },
            ),
            vec![
                "You have an account in the timesheet portal of Acme & Sons",
                "ann@example.org",
                "https://daybook.example.org/auth/reset-password/tOkEn-_0123456789012345678901234567890123456?welcome",
                "14 days",
                "2026-06-24 09:00 (Europe/Berlin)",
                "https://daybook.example.org/auth/forgot-password",
                "also sign in with R&D <id>",
            ],
        ),
        (
            Letter::new(
                name(),
                &PasswordResetLetter {
                    token: Confidential("tOkEn-_0123456789012345678901234567890123456".to_owned()),
                    expires_at: "2026-06-10T09:30:00Z".parse().unwrap(),
                },
            ),
            vec![
                "https://daybook.example.org/auth/reset-password/tOkEn-_0123456789012345678901234567890123456",
                "30 minutes",
                "2026-06-10 11:30 (Europe/Berlin)",
                "ignore this mail",
            ],
        ),
        (Letter::new(name(), &BlockedLetter), vec!["has been blocked", "contact your administrator"]),
        (
            Letter::new(name(), &SecondFactorLetter { news: SecondFactorNews::Set }),
            vec!["has been set up", "a code of your app", "recovery codes"],
        ),
        (
            Letter::new(name(), &SecondFactorLetter { news: SecondFactorNews::Removed }),
            vec!["has been turned off", "password alone", "tell your HR department"],
        ),
        (
            Letter::new(name(), &SecondFactorLetter { news: SecondFactorNews::Reset }),
            vec!["has been reset", "by an administrator", "signed out", "set up two-step sign-in again"],
        ),
        (
            Letter::new(name(), &UnblockedLetter { providers: Vec::new() }),
            vec![
                "no longer blocked. You can sign in again with your existing password:",
                "https://daybook.example.org/login",
            ],
        ),
        (
            Letter::new(name(), &UnblockedLetter { providers: vec!["Acme".to_owned()] }),
            vec!["no longer blocked. You can sign in again:", "https://daybook.example.org/login"],
        ),
        (
            Letter::new(name(), &TemporaryPasswordLetter { password: Some(Confidential("hq7Rw2kPmX4t".to_owned())) }),
            vec!["has been reset", "hq7Rw2kPmX4t", "https://daybook.example.org/login", "change it at once"],
        ),
        (
            Letter::new(name(), &TemporaryPasswordLetter { password: None }),
            vec!["has been reset", "They will give you a temporary password", "https://daybook.example.org/login"],
        ),
        (
            Letter::new(
                name(),
                &AddressChangedLetter { before: "ann@example.org".to_owned(), after: "ann.lee@example.org".to_owned() },
            ),
            vec!["Former address", "ann@example.org", "New address", "ann.lee@example.org"],
        ),
        (
            Letter::new(
                name(),
                &DaysRejectedLetter {
                    dates: vec!["2026-06-08".parse().unwrap(), "2026-06-09".parse().unwrap()],
                    reason: "Please split these hours\nby customer".to_owned(),
                    correct_within: 7,
                    stand_in: None,
                },
            ),
            vec![
                "2026-06-08",
                "2026-06-09",
                "Please split these hours",
                "by customer",
                "correct them and submit them again within 7 days of the rejection",
            ],
        ),
        (
            Letter::new(
                name(),
                &DaysRejectedLetter {
                    dates: vec!["2026-06-08".parse().unwrap()],
                    reason: "Too many".to_owned(),
                    correct_within: 14,
                    stand_in: None,
                },
            ),
            vec!["2026-06-08", "Too many", "this day", "correct it and submit it again within 14 days"],
        ),
        (
            Letter::new(
                name(),
                &DaysFrozenLetter { dates: vec!["2026-06-08".parse().unwrap(), "2026-06-09".parse().unwrap()] },
            ),
            vec![
                "2026-06-08",
                "2026-06-09",
                "No timesheet was submitted for these days, and they are now frozen",
                "somebody has to unlock them for you. Each day in the portal says who can",
                "https://daybook.example.org/employee/timesheet",
            ],
        ),
        (
            Letter::new(name(), &DaysFrozenLetter { dates: vec!["2026-06-08".parse().unwrap()] }),
            vec![
                "2026-06-08",
                "this day, and it is now frozen",
                "unlock it for you. The day in the portal says who can",
            ],
        ),
    ]
    .into_iter()
    .chain(chosen(&name()))
    .chain(about_months(&name()))
    .chain(about_the_audit_log(&name()))
    .collect()
}

/// What a reader sees of the HTML.
fn seen(html: &str) -> String {
    let mut text = String::new();
    let mut in_tag = false;
    for c in html.chars() {
        match c {
            '<' => in_tag = true,
            '>' => in_tag = false,
            other if !in_tag => text.push(other),
            _ => {}
        }
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    joined(&text.replace("&amp;", "&"))
}

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_letter_of_every_kind_is_written_here() {
    let mut written: BTreeSet<_> = letters(&named("Ann", "Lee")).iter().map(|(letter, _)| letter.kind()).collect();
    // Its subject is the name of somebody else, so it has a test of its own.
    written.insert(DayResubmittedLetter::KIND);
    assert_eq!(written, application::mail::kinds().collect());
}

#[test]
fn both_parts_of_every_letter_carry_its_facts() {
    for (letter, facts) in letters(&named("Ann", "O'Neil <Lee>")) {
        let words = written(&letter);
        let parts = [("plain", joined(&words.plain)), ("html", seen(&words.html))];
        for (part, text) in parts {
            let always = ["Hello Ann O'Neil <Lee>,", "Acme & Sons", "https://daybook.example.org"];
            for fact in facts.iter().chain(&always) {
                assert!(text.contains(fact), "{} in {}: {fact}\n{text}", part, letter.kind());
            }
        }
        assert!(words.plain.lines().all(|line| line.chars().count() <= 78 || line.contains("https://")));
    }
}

#[test]
fn subjects_name_the_organisation_and_no_secret() {
    let mut subjects = Vec::new();
    for (letter, _) in letters(&named("Ann", "Lee")) {
        let subject = written(&letter).subject;
        // What is asked and answered among people who know each other needs no name.
        let is_about_a_request = [
            "Your request to unlock a day",
            "Eve Roe asks to unlock a day",
            "Nora Berg",
            "The substitution for",
            "Leave was",
            "Eve Roe asks to cancel leave",
        ];
        let is_named = subject.contains("Acme & Sons");
        assert!(is_named || is_about_a_request.iter().any(|about| subject.starts_with(about)), "{subject}");
        for secret in ["Ann", "Lee", "road", "here", "hq7Rw2kPmX4t", "tOkEn", "EMP1001", "example.org"] {
            assert!(!subject.contains(secret), "{subject}");
        }
        subjects.push(subject);
    }
    assert!(subjects.contains(&"Your Acme & Sons account has been unblocked".to_owned()));
    subjects.sort();
    subjects.dedup();
    assert_eq!(subjects.len(), 34, "two letters have one subject");
}

#[test]
fn markup_in_what_people_typed_is_text() {
    let hostile = "<img src=x onerror=alert(1)>\"'&amp;<script>";
    let name = named(hostile, "Lee");
    for (letter, _) in letters(&name) {
        let html = written(&letter).html;
        assert!(!html.contains("<img") && !html.contains("<script"), "{html}");
        assert!(seen(&html).contains(hostile), "{html}");
    }
    let letter = Letter::new(
        name,
        &DaysRejectedLetter {
            dates: vec![],
            reason: format!("{hostile}</blockquote>"),
            correct_within: 7,
            stand_in: None,
        },
    );
    let html = written(&letter).html;
    assert_eq!(html.matches("</blockquote>").count(), 1);
    assert!(!html.contains("<img") && !html.contains("<script"));
}

#[test]
fn nothing_is_fetched_by_a_reader() {
    for (letter, _) in letters(&named("Ann", "Lee")) {
        let html = written(&letter).html;
        for fetching in ["<img", "<link", "<script", "url(", "src=", "@import", "<iframe"] {
            assert!(!html.contains(fetching), "{fetching}");
        }
    }
}

#[test]
fn somebody_without_a_name_is_greeted_too() {
    let words = written(&Letter::new(named(" ", "\0"), &BlockedLetter));
    assert!(words.plain.starts_with("Hello,\n"));
}

#[test]
fn a_reader_of_the_former_address_learns_of_no_other() {
    let (before, after) = ("ann@example.org".to_owned(), "ann.lee@example.org".to_owned());
    let letter = Letter::new(named("Ann", "Lee"), &AddressChangedLetter { before: before.clone(), after });
    let (former, now) = (write(&letter, &before, &head()).unwrap(), written(&letter));
    for text in [joined(&former.plain), seen(&former.html)] {
        assert!(text.contains("has been changed") && text.contains("contact your HR department"), "{text}");
    }
    for part in [&former.subject, &former.plain, &former.html] {
        assert!(!part.contains("ann.lee"), "{part}");
    }
    assert_ne!(former.subject, now.subject);
    for subject in [former.subject, now.subject] {
        assert!(subject.contains("Acme & Sons") && !subject.contains("Ann"), "{subject}");
    }
}

proptest! {
    #[test]
    fn any_name_and_reason_make_a_letter(first in any::<String>(), last in any::<String>(), reason in any::<String>()) {
        let name = FullName { first, last };
        let letter = Letter::new(name, &DaysRejectedLetter { dates: vec![], reason, correct_within: 7, stand_in: None });
        let words = written(&letter);
        prop_assert!(words.plain.chars().all(|c| c == '\n' || !c.is_control()));
        // Markup is ours alone: as many tags as a letter of plain words has, and one break for each further line.
        let plain = DaysRejectedLetter { dates: vec![], reason: "c".to_owned(), correct_within: 7, stand_in: None };
        let tags = |html: &str| html.matches('<').count() - html.matches("<br>").count();
        prop_assert_eq!(tags(&words.html), tags(&written(&Letter::new(named("a", "b"), &plain)).html));
    }
}
