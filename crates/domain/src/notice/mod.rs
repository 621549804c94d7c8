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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::person::FullName;
    use crate::testing::day;

    /// Of one day, and where there can be more of several; decided by the manager, and by somebody for them.
    #[test]
    fn a_notice_about_days_names_them_and_leads_to_them() {
        use MailKind::{Approved, Rejected, UnlockRequest, Unlocked};
        let (first, last) = (day("2026-06-08"), day("2026-06-12"));
        let name = |first: &str, last: &str| FullName { first: first.into(), last: last.into() };
        let (anna, marco) = (name("Anna", "Berg"), name("Marco", "Rossi"));
        let by = Some(StandIn { substitute: &anna, manager: &marco });
        let told = |notice: Notice, date, link: &str| {
            assert_eq!((notice.date, notice.link.as_deref()), (Some(date), Some(link)), "{notice:?}");
            (notice.kind.name(), notice.digest, format!("{}. {}", notice.title, notice.body))
        };
        let listed = |notice, date| told(notice, date, "/employee/notifications");
        let of_day = |notice| told(notice, last, "/employee/timesheet?date=2026-06-12");
        let frozen = "no timesheet was submitted. Open the day to see who can unlock it for you.";
        let expired = "nobody decided on it within seven days. You can ask again.";
        let both = "2 days from 2026-06-08 to 2026-06-12";
        let said = |kind: &'static str, digest, text: &str| (kind, digest, text.to_owned());
        assert_eq!(
            [listed(approved::notice(&[last], None), last), listed(approved::notice(&[last, first], by), first)],
            [
                said("approved", Some(Approved), "A day was approved. 2026-06-12"),
                said("approved", Some(Approved), &format!("Days were approved. {both} (Anna Berg for Marco Rossi)")),
            ]
        );
        assert_eq!(
            [
                listed(rejected::notice(&[last], "Why", by), last),
                listed(rejected::notice(&[last, first], "Why", None), first),
            ],
            [
                said("rejected", Some(Rejected), "A day was rejected. 2026-06-12: Why (Anna Berg for Marco Rossi)"),
                said("rejected", Some(Rejected), &format!("Days were rejected. {both}: Why")),
            ]
        );
        let open = "A day was unlocked. 2026-06-12 is open for you to fill in";
        assert_eq!(
            [
                of_day(frozen::notice(last)),
                of_day(unlocked::notice(last, "Ill")),
                of_day(unlocked::on_request(last)),
                of_day(unlock_declined::notice(last, "You were there")),
                of_day(unlock_expired::notice(last)),
            ],
            [
                said("frozen", None, &format!("A day was frozen. 2026-06-12: {frozen}")),
                said("unlocked", Some(Unlocked), &format!("{open}: Ill")),
                said("unlocked", Some(UnlockRequest), &format!("{open}, as you asked.")),
                said("unlock-declined", Some(UnlockRequest), "A request was declined. 2026-06-12: You were there"),
                said("unlock-expired", Some(UnlockRequest), &format!("A request expired. 2026-06-12: {expired}")),
            ]
        );
    }
}
