//! A date was unlocked.

use super::{Notice, NoticeKind, day_link};
use crate::mail_choices::MailKind;
use chrono::NaiveDate;

/// The name of this kind.
pub const KIND: NoticeKind = NoticeKind("unlocked");

/// The notice that `day` can be filled in, and why.
#[must_use]
pub fn notice(day: NaiveDate, reason: &str) -> Notice {
    Notice {
        kind: KIND,
        digest: Some(MailKind::Unlocked),
        title: "A day was unlocked".to_owned(),
        body: format!("{day} is open for you to fill in: {reason}"),
        date: Some(day),
        link: Some(day_link(day)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Shows: N3
    #[test]
    fn a_notice_about_one_day_names_it() {
        let day: NaiveDate = "2026-06-12".parse().unwrap();
        let notice = notice(day, "You were ill");
        assert_eq!(notice.body, "2026-06-12 is open for you to fill in: You were ill");
        assert_eq!((notice.title.as_str(), notice.date), ("A day was unlocked", Some(day)));
        assert_eq!(
            (notice.kind.name(), notice.link.as_deref()),
            ("unlocked", Some("/employee/timesheet?date=2026-06-12"))
        );
    }
}
