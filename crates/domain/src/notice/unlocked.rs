//! A date was unlocked.

use super::{Notice, NoticeKind, day_link};
use crate::mail_choices::MailKind;
use chrono::NaiveDate;

/// The name of this kind.
pub const KIND: NoticeKind = NoticeKind("unlocked");

/// The notice that `day` can be filled in, and why.
pub fn notice(day: NaiveDate, reason: &str) -> Notice {
    with_body(day, MailKind::Unlocked, format!("{day} is open for you to fill in: {reason}"))
}

/// The notice that `day` can be filled in, to somebody who asked for it.
pub fn on_request(day: NaiveDate) -> Notice {
    with_body(day, MailKind::UnlockRequest, format!("{day} is open for you to fill in, as you asked."))
}

fn with_body(day: NaiveDate, digest: MailKind, body: String) -> Notice {
    Notice {
        kind: KIND,
        digest: Some(digest),
        title: "A day was unlocked".to_owned(),
        body,
        date: Some(day),
        link: Some(day_link(day)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn to_somebody_who_asked_it_says_so_instead_of_repeating_their_reason() {
        let day: NaiveDate = "2026-06-12".parse().unwrap();
        let asked = on_request(day);
        assert_eq!(asked.body, "2026-06-12 is open for you to fill in, as you asked.");
        let without_words = |notice| Notice { body: String::new(), digest: None, ..notice };
        assert_eq!(without_words(asked.clone()), without_words(notice(day, "Ill")));
        assert_eq!([asked.digest, notice(day, "Ill").digest], [MailKind::UnlockRequest, MailKind::Unlocked].map(Some));
    }
}
