//! Letters as JSON. The names never change: a mail that waits is read by the program that is started next.

use application::facts::{Fact, Facts};
use application::mail::{Confidential, Letter};
use domain::person::{FullName, Role};
use serde_json::{Map, Value, json};

use crate::sql::instant_text;

/// Under which name it says whom a letter greets.
const NAME: &str = "name";
/// Under which name it says in which role the reader has chosen to get it.
const ROLE: &str = "role";

/// What a letter needs to be written, its kind aside.
pub(super) fn write(letter: &Letter) -> String {
    let mut value: Map<String, Value> =
        letter.facts().iter().map(|(name, fact)| (name.to_owned(), written(fact))).collect();
    value.insert(NAME.to_owned(), json!({"first": letter.to().first, "last": letter.to().last}));
    if let Some(role) = letter.chosen_as() {
        value.insert(ROLE.to_owned(), json!(role.name()));
    }
    Value::Object(value).to_string()
}

fn written(fact: &Fact) -> Value {
    match fact {
        Fact::Text(text) | Fact::Secret(Confidential(text)) => json!(text),
        Fact::Number(number) => json!(number),
        Fact::Bool(value) => json!(value),
        Fact::Id(id) => json!(id.to_string()),
        Fact::Date(day) => json!(day.to_string()),
        Fact::Instant(at) => json!(instant_text(*at)),
        Fact::List(facts) => facts.iter().map(written).collect(),
    }
}

/// Reads a letter of this kind back; `None` where this program cannot.
pub(super) fn read(kind: &str, text: &str) -> Option<Letter> {
    let Value::Object(mut value) = serde_json::from_str(text).ok()? else { return None };
    let name = value.remove(NAME)?;
    let part = |key: &str| Some(name.get(key)?.as_str()?.to_owned());
    let to = FullName { first: part("first")?, last: part("last")? };
    let role = value.remove(ROLE).and_then(|role| role.as_str()?.parse::<Role>().ok());
    let facts = value.into_iter().filter_map(|(name, value)| Some((name, fact(value)?))).collect::<Facts>();
    let letter = Letter::restore(kind, to, &facts)?;
    Some(match role {
        Some(role) => letter.by_choice_of(role),
        None => letter,
    })
}

/// A day, a moment or a secret is a text here. It becomes what it is when the letter reads it.
fn fact(value: Value) -> Option<Fact> {
    Some(match value {
        Value::String(text) => Fact::Text(text),
        Value::Number(number) => Fact::Number(number.as_f64()?),
        Value::Bool(value) => Fact::Bool(value),
        Value::Array(values) => Fact::List(values.into_iter().map(fact).collect::<Option<_>>()?),
        Value::Null | Value::Object(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use application::absences::DaysFrozenLetter;
    use application::accounts::{AccountCreatedLetter, CredentialsLetter, EmployeeArrivedLetter};
    use application::approvals::{DaysApprovedLetter, DaysRejectedLetter};
    use application::audit::AuditBrokenLetter;
    use application::invitations::InvitationLetter;
    use application::leave::{LeaveLetter, TeamLeaveLetter, TeamLeaveNews};
    use application::mail_rounds::{NewsDigestLetter, ReminderLetter, WaitingDigestLetter};
    use application::months::{MonthDriftedLetter, OwnMonthLetter, TeamMonthLetter};
    use application::passwords::PasswordResetLetter;
    use application::people::{AddressChangedLetter, BlockedLetter, TemporaryPasswordLetter, UnblockedLetter};
    use application::second_factors::{SecondFactorLetter, SecondFactorNews};
    use application::sessions::BreakGlassUsedLetter;
    use application::sign_in::AccountLinkedLetter;
    use application::substitutions::SubstitutionLetter;
    use application::timesheets::DayResubmittedLetter;
    use application::unlocks::{DayUnlockedLetter, RequestDeclinedLetter, RequestExpiredLetter, UnlockRequestedLetter};
    use domain::notice::leave::LeaveNews;
    use domain::notice::month_reminder::Waiting;
    use domain::time::Month;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// A letter of each kind, to somebody of this first name and with this text in it. A new kind is a line here.
    fn every_kind(text: &str) -> Vec<Letter> {
        let to = || FullName { first: text.into(), last: "Example".into() };
        let [first, second] = ["2026-06-08", "2026-06-10"].map(|day| day.parse::<chrono::NaiveDate>().unwrap());
        let dates = || vec![first, second];
        let expires_at = "2026-06-10T09:30:00.123456Z".parse().unwrap();
        let secret = || Confidential(text.into());
        vec![
            Letter::new(to(), &AddressChangedLetter { before: text.into(), after: "b@example.org".into() }),
            Letter::new(to(), &BlockedLetter),
            Letter::new(
                to(),
                &CredentialsLetter { employee_id: "EMP1001".into(), email: text.into(), password: secret() },
            ),
            Letter::new(to(), &DaysFrozenLetter { dates: dates() }),
            Letter::new(
                to(),
                &DaysRejectedLetter {
                    dates: dates(),
                    reason: text.into(),
                    correct_within: 14,
                    stand_in: Some((text.into(), "Marco".into())),
                },
            ),
            Letter::new(to(), &PasswordResetLetter { token: secret(), expires_at }),
            Letter::new(to(), &UnblockedLetter { providers: Vec::new() }),
            Letter::new(to(), &InvitationLetter { email: text.into(), token: secret(), expires_at, providers: vec![] }),
            Letter::new(to(), &SecondFactorLetter { news: SecondFactorNews::Reset }),
            Letter::new(
                to(),
                &AccountCreatedLetter {
                    employee_id: "EMP1001".into(),
                    email: text.into(),
                    providers: vec![text.into(), "Acme".into()],
                },
            ),
            Letter::new(to(), &AccountLinkedLetter { provider: text.into() }),
            Letter::new(
                to(),
                &EmployeeArrivedLetter {
                    employee: text.into(),
                    employee_id: "EMP1001".into(),
                    email: text.into(),
                    provider: text.into(),
                },
            ),
            Letter::new(
                to(),
                &BreakGlassUsedLetter { owner: to(), email: text.into(), at: expires_at, address: "192.0.2.7".into() },
            ),
            Letter::new(to(), &DaysApprovedLetter { dates: dates() }),
            Letter::new(to(), &DayResubmittedLetter { employee: text.into(), date: first }),
            Letter::new(to(), &ReminderLetter { date: first }),
            Letter::new(to(), &NewsDigestLetter { titles: vec![text.into()], bodies: vec![text.into()] }),
            Letter::new(to(), &waiting(text)),
            Letter::new(to(), &DayUnlockedLetter { date: first, reason: Some(text.into()) }),
            Letter::new(
                to(),
                &UnlockRequestedLetter {
                    employee: to(),
                    date: first,
                    reason: text.into(),
                    until: second,
                    to: Role::Hr,
                },
            ),
            Letter::new(to(), &RequestDeclinedLetter { date: first, comment: text.into() }),
            Letter::new(
                to(),
                &LeaveLetter {
                    news: LeaveNews::Kept,
                    leave_type: text.into(),
                    period: "2026-06-08 to 2026-06-10".into(),
                    days: "3 days".into(),
                    comment: Some(text.into()),
                    path: "/employee/leave".into(),
                },
            ),
            Letter::new(
                to(),
                &TeamLeaveLetter {
                    employee: to(),
                    news: TeamLeaveNews::HasCancelled,
                    leave_type: text.into(),
                    period: "2026-06-08".into(),
                    days: "1 day".into(),
                    to: Role::Hr,
                },
            ),
            Letter::new(to(), &RequestExpiredLetter { dates: dates() }),
            Letter::new(to(), &OwnMonthLetter { month: june(), rejected: vec![], frozen: dates() }),
            Letter::new(
                to(),
                &TeamMonthLetter {
                    month: june(),
                    waiting: Waiting { entries: 12, leave_requests: 2, people: 3 },
                    to: Role::Hr,
                },
            ),
            Letter::new(to(), &MonthDriftedLetter { month: june(), differences: 3 }),
            Letter::new(to(), &TemporaryPasswordLetter { password: Some(secret()) }),
            Letter::new(to(), &AuditBrokenLetter { position: 7, at: Some(expires_at), kind: Some(text.into()) }),
            Letter::new(to(), &AuditBrokenLetter { position: i64::MAX, at: None, kind: None }),
            Letter::new(
                to(),
                &SubstitutionLetter {
                    manager: text.into(),
                    substitute: text.into(),
                    from: first,
                    to: second,
                    reason: Some(text.into()),
                    reader: Role::Hr,
                },
            ),
        ]
    }

    fn june() -> Month {
        Month::new(2026, 6).unwrap()
    }

    fn waiting(text: &str) -> WaitingDigestLetter {
        WaitingDigestLetter {
            waiting: 3,
            oldest: "2026-06-08".parse().ok(),
            missing: vec![text.into(), "Bob Example".into()],
            more_missing: 2,
            resubmissions: 1,
            requests: 4,
            leave: 5,
        }
    }

    #[test]
    fn a_letter_of_every_kind_is_tried_here() {
        let tried: BTreeSet<_> = every_kind("Ann").iter().map(Letter::kind).collect();
        assert_eq!(tried, application::mail::kinds().collect());
    }

    proptest! {
        #[test]
        fn every_letter_reads_back(text in ".{0,40}") {
            for letter in every_kind(&text) {
                prop_assert_eq!(read(letter.kind(), &write(&letter)), Some(letter.clone()));
                for role in Role::ALL {
                    let chosen = letter.clone().by_choice_of(role);
                    prop_assert_eq!(read(letter.kind(), &write(&chosen)), Some(chosen));
                }
            }
        }
    }

    /// Facts without which a letter is whole: the first version did not keep them, or not every such letter has them.
    const SPARED: [(&str, &str); 12] = [
        ("unblocked", "providers"),
        ("substitution", "reason"),
        ("days-rejected", "correctWithin"),
        ("days-rejected", "substitute"),
        ("days-rejected", "manager"),
        ("day-unlocked", "reason"),
        ("waiting-digest", "oldest"),
        ("waiting-digest", "leave"),
        ("leave", "comment"),
        ("temporary-password", "password"),
        ("audit-broken", "at"),
        ("audit-broken", "kind"),
    ];

    /// Mails that were kept by the first version of Daybook still wait in some outbox. These rows are never changed.
    #[test]
    fn what_the_first_version_kept_is_read() {
        let kept = [
            ("address-changed", r#"{"after":"b@example.org","before":"Ann","name":{"first":"Ann","last":"Example"}}"#),
            ("blocked", r#"{"name":{"first":"Ann","last":"Example"}}"#),
            (
                "credentials",
                r#"{"email":"Ann","employeeId":"EMP1001","name":{"first":"Ann","last":"Example"},"password":"Ann"}"#,
            ),
            ("days-frozen", r#"{"dates":["2026-06-08","2026-06-10"],"name":{"first":"Ann","last":"Example"}}"#),
            (
                "days-rejected",
                r#"{"dates":["2026-06-08","2026-06-10"],"name":{"first":"Ann","last":"Example"},"reason":"Ann"}"#,
            ),
            (
                "password-reset",
                r#"{"expiresAt":"2026-06-10T09:30:00.123456+00:00","name":{"first":"Ann","last":"Example"},"token":"Ann"}"#,
            ),
            ("unblocked", r#"{"name":{"first":"Ann","last":"Example"}}"#),
        ];
        for (letter, (kind, text)) in every_kind("Ann").into_iter().zip(kept) {
            let letter = match letter.about::<DaysRejectedLetter>() {
                Some(about) => {
                    Letter::new(letter.to().clone(), &DaysRejectedLetter { correct_within: 7, stand_in: None, ..about })
                }
                None => letter,
            };
            assert_eq!(read(kind, text), Some(letter), "{kind}");
        }
    }

    #[test]
    fn a_letter_that_is_not_known_or_not_whole_is_none() {
        for letter in every_kind("Ann") {
            let text = write(&letter);
            assert_eq!(read("of-a-newer-program", &text), None);
            assert_eq!(read(letter.kind(), &text[..text.len() - 1]), None, "{text}");
            let Value::Object(fields) = serde_json::from_str(&text).unwrap() else { panic!("{text}") };
            for missing in fields.keys() {
                let mut rest = fields.clone();
                rest.remove(missing);
                let is_whole = SPARED.contains(&(letter.kind(), missing.as_str()));
                let found = read(letter.kind(), &Value::Object(rest).to_string());
                assert_eq!(found.is_some(), is_whole, "without {missing}");
            }
        }
    }
}
