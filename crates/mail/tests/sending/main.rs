//! Sending over a real connection, to servers of every kind and temper, and into a folder.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

mod encryption;
mod folder;
mod headers;
mod servers;

use application::accounts::CredentialsLetter;
use application::mail::{Confidential, Letter};
use application::passwords::PasswordResetLetter;
use application::ports::{ClaimedMail, Clock, MailFault};
use application::settings::Policy;
use domain::Instant;
use domain::id::MailId;
use domain::person::FullName;
use domain::settings::{Decided, Key, Value};
use mail::{Letterhead, Post, Settings};
use std::sync::Arc;

const PASSWORD: &str = "hq7Rw2kPmX4t";

/// A clock that stands still.
struct Noon;

impl Clock for Noon {
    fn now(&self) -> Instant {
        "2026-06-10T12:00:00Z".parse().unwrap()
    }
}

/// An organisation of this name.
fn named(name: &str) -> Arc<Policy> {
    let name = Value::Text(name.to_owned());
    Arc::new(Policy::new(vec![Decided { key: Key::OrganisationName, from: None, value: name }], vec![]))
}

fn head() -> Letterhead {
    Letterhead { policy: named("Acme"), public_url: "https://daybook.example.org".to_owned() }
}

fn post(settings: &Settings) -> Post {
    Post::new(settings, head(), Arc::new(Noon)).unwrap()
}

fn post_to(url: &str) -> Post {
    post(&Settings::parse(url).unwrap_or_else(|why| panic!("{url} {why}")))
}

fn mail() -> ClaimedMail {
    mail_to("Ann", "Lee")
}

fn mail_to(first: &str, last: &str) -> ClaimedMail {
    let to = FullName { first: first.to_owned(), last: last.to_owned() };
    let password = Confidential(PASSWORD.to_owned());
    let (employee_id, email) = ("EMP1001".to_owned(), "ann@example.org".to_owned());
    written(Letter::new(to, &CredentialsLetter { employee_id, email, password }))
}

fn reset() -> ClaimedMail {
    let to = FullName { first: "Ann".to_owned(), last: "Lee".to_owned() };
    let token = Confidential("tOkEn0123456789".to_owned());
    written(Letter::new(to, &PasswordResetLetter { token, expires_at: "2026-06-10T12:30:00Z".parse().unwrap() }))
}

fn written(letter: Letter) -> ClaimedMail {
    ClaimedMail {
        id: MailId::new("0197597f-5a00-7000-8000-00000000002a".parse().unwrap()),
        to: "ann@example.org".to_owned(),
        letter,
        attempt: 1,
        created_at: Noon.now(),
    }
}

#[track_caller]
fn later(outcome: Result<(), MailFault>) -> String {
    match outcome {
        Err(MailFault::Later(why)) => why,
        other => panic!("not to be tried again: {other:?}"),
    }
}

#[track_caller]
fn never(outcome: Result<(), MailFault>) -> String {
    match outcome {
        Err(MailFault::Never(why)) => why,
        other => panic!("not given up: {other:?}"),
    }
}
