//! A request to unlock a date was declined.

use super::{Notice, NoticeKind, day_link};
use crate::mail_choices::MailKind;
use chrono::NaiveDate;

/// The name of this kind.
pub const KIND: NoticeKind = NoticeKind("unlock-declined");

/// The notice that `day` stays locked, and why.
pub fn notice(day: NaiveDate, comment: &str) -> Notice {
    Notice {
        kind: KIND,
        digest: Some(MailKind::UnlockRequest),
        title: "A request was declined".to_owned(),
        body: format!("{day}: {comment}"),
        date: Some(day),
        link: Some(day_link(day)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_gives_the_comment_and_leads_to_the_day() {
        let day: NaiveDate = "2026-06-12".parse().unwrap();
        let notice = notice(day, "You were on leave");
        assert_eq!((notice.kind.name(), notice.title.as_str()), ("unlock-declined", "A request was declined"));
        assert_eq!(notice.body, "2026-06-12: You were on leave");
        assert_eq!((notice.date, notice.link.as_deref()), (Some(day), Some("/employee/timesheet?date=2026-06-12")));
    }
}
