//! Letters as JSON. The names here stay: a mail that waits is read by the program that is started next.

use application::mail::{Confidential, Letter};
use chrono::NaiveDate;
use domain::Instant;
use domain::person::FullName;
use serde_json::{Value, json};

use crate::sql::instant_text;

/// What a letter needs to be written, its kind aside.
pub(super) fn write(letter: &Letter) -> String {
    let value = match letter {
        Letter::Credentials { name, employee_id, email, password } => {
            json!({"name": full(name), "employeeId": employee_id, "email": email, "password": password.0})
        }
        Letter::PasswordReset { name, token, expires_at } => {
            json!({"name": full(name), "token": token.0, "expiresAt": instant_text(*expires_at)})
        }
        Letter::Blocked { name } | Letter::Unblocked { name } => json!({"name": full(name)}),
        Letter::AddressChanged { name, before, after } => {
            json!({"name": full(name), "before": before, "after": after})
        }
        Letter::DaysRejected { name, dates, reason } => json!({
            "name": full(name),
            "dates": texts(dates),
            "reason": reason,
        }),
        Letter::DaysFrozen { name, dates } => json!({"name": full(name), "dates": texts(dates)}),
    };
    value.to_string()
}

fn texts(dates: &[NaiveDate]) -> Vec<String> {
    dates.iter().map(ToString::to_string).collect()
}

fn full(name: &FullName) -> Value {
    json!({"first": name.first, "last": name.last})
}

/// Reads a letter of this kind back; `None` where this program cannot.
pub(super) fn read(kind: &str, text: &str) -> Option<Letter> {
    let value: Value = serde_json::from_str(text).ok()?;
    let word = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let dates = || {
        let dates = value.get("dates")?.as_array()?.iter();
        dates.map(|date| date.as_str()?.parse::<NaiveDate>().ok()).collect::<Option<Vec<_>>>()
    };
    let name = {
        let part = |key: &str| Some(value.get("name")?.get(key)?.as_str()?.to_owned());
        FullName { first: part("first")?, last: part("last")? }
    };
    Some(match kind {
        "credentials" => Letter::Credentials {
            name,
            employee_id: word("employeeId")?,
            email: word("email")?,
            password: Confidential(word("password")?),
        },
        "password-reset" => Letter::PasswordReset {
            name,
            token: Confidential(word("token")?),
            expires_at: word("expiresAt")?.parse::<Instant>().ok()?,
        },
        "blocked" => Letter::Blocked { name },
        "unblocked" => Letter::Unblocked { name },
        "address-changed" => Letter::AddressChanged { name, before: word("before")?, after: word("after")? },
        "days-rejected" => Letter::DaysRejected { name, dates: dates()?, reason: word("reason")? },
        "days-frozen" => Letter::DaysFrozen { name, dates: dates()? },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use proptest::prelude::*;

    fn every_kind(text: &str) -> Vec<Letter> {
        let name = FullName { first: text.into(), last: "Example".into() };
        let instant = "2026-06-10T09:30:00.123456Z".parse().unwrap();
        let all = vec![
            Letter::Credentials {
                name: name.clone(),
                employee_id: "EMP1001".into(),
                email: text.into(),
                password: Confidential(text.into()),
            },
            Letter::PasswordReset { name: name.clone(), token: Confidential(text.into()), expires_at: instant },
            Letter::Blocked { name: name.clone() },
            Letter::Unblocked { name: name.clone() },
            Letter::AddressChanged { name: name.clone(), before: text.into(), after: "b@example.org".into() },
            Letter::DaysFrozen { name: name.clone(), dates: vec!["2026-06-08".parse().unwrap()] },
            Letter::DaysRejected {
                name,
                dates: vec!["2026-06-08".parse().unwrap(), "2026-06-10".parse().unwrap()],
                reason: text.into(),
            },
        ];
        // A new kind does not compile until it stands here, and above.
        for letter in &all {
            match letter {
                Letter::Credentials { .. }
                | Letter::PasswordReset { .. }
                | Letter::Blocked { .. }
                | Letter::Unblocked { .. }
                | Letter::AddressChanged { .. }
                | Letter::DaysRejected { .. }
                | Letter::DaysFrozen { .. } => {}
            }
        }
        all
    }

    proptest! {
        #[test]
        fn every_letter_reads_back(text in ".{0,40}") {
            for letter in every_kind(&text) {
                prop_assert_eq!(read(letter.kind(), &write(&letter)), Some(letter));
            }
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
                assert_eq!(read(letter.kind(), &Value::Object(rest).to_string()), None, "without {missing}");
            }
        }
    }
}
