//! What somebody is told in the portal, one file for each kind. There is one notice for each decision, however many days it
//! covers, one for each request for leave, one for each date that is unlocked or for which a request was declined or expired, and one for each day that is frozen.

pub mod approved;
pub mod frozen;
pub mod leave;
pub mod leave_adjusted;
pub mod leave_recounted;
pub mod month_closed;
pub mod month_reminder;
pub mod rejected;
pub mod unlock_declined;
pub mod unlock_expired;
pub mod unlocked;
pub mod work_pattern;

use crate::mail_choices::MailKind;
use crate::substitution::StandIn;
use chrono::NaiveDate;

/// What a notice is about: a name on the wire and in the store, which stays. Each kind is named in its own file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NoticeKind(&'static str);

impl NoticeKind {
    /// Its name on the wire and in the store.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// A notice, ready to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub kind: NoticeKind,
    /// The kind of mail by which people can be told of the same in a digest, where there is one.
    pub digest: Option<MailKind>,
    pub title: String,
    /// What happened, and what to do.
    pub body: String,
    /// The first day it is about.
    pub date: Option<NaiveDate>,
    pub link: Option<String>,
}

/// The first of some days, and all of them in words.
fn span(days: &[NaiveDate]) -> (Option<NaiveDate>, String) {
    let mut days = days.to_vec();
    days.sort_unstable();
    let words = match days.as_slice() {
        [] => String::new(),
        [day] => day.to_string(),
        [first, .., last] => format!("{} days from {first} to {last}", days.len()),
    };
    (days.first().copied(), words)
}

/// The number of things with its noun, one of which has a form of its own.
fn counted(count: u32, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// What was decided, and who has decided it where somebody stood in for the manager.
fn decided(body: String, stand_in: Option<StandIn<'_>>) -> String {
    match stand_in {
        Some(stand_in) => format!("{body} ({stand_in})"),
        None => body,
    }
}

/// The list of notices.
fn list_link() -> String {
    "/employee/notifications".to_owned()
}

/// `day` in the employee's calendar.
fn day_link(day: NaiveDate) -> String {
    format!("/employee/timesheet?date={day}")
}
