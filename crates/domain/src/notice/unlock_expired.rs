//! Nobody decided on a request to unlock a date in time.

use super::{Notice, NoticeKind, day_link};
use crate::mail_choices::MailKind;
use chrono::NaiveDate;

/// The name of this kind.
pub const KIND: NoticeKind = NoticeKind("unlock-expired");

/// The notice that the request for `day` is over.
pub fn notice(day: NaiveDate) -> Notice {
    Notice {
        kind: KIND,
        digest: Some(MailKind::UnlockRequest),
        title: "A request expired".to_owned(),
        body: format!("{day}: nobody decided on it within seven days. You can ask again."),
        date: Some(day),
        link: Some(day_link(day)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_that_one_can_ask_again_and_leads_to_the_day() {
        let day: NaiveDate = "2026-06-12".parse().unwrap();
        let notice = notice(day);
        assert_eq!((notice.kind.name(), notice.title.as_str()), ("unlock-expired", "A request expired"));
        assert_eq!(notice.body, "2026-06-12: nobody decided on it within seven days. You can ask again.");
        assert_eq!((notice.date, notice.link.as_deref()), (Some(day), Some("/employee/timesheet?date=2026-06-12")));
    }
}
