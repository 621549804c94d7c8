//! Days were rejected.

use super::{Notice, NoticeKind, list_link, span};
use crate::mail_choices::MailKind;
use chrono::NaiveDate;

/// The name of this kind.
pub const KIND: NoticeKind = NoticeKind("rejected");

/// The notice that `days` were rejected, for this reason.
#[must_use]
pub fn notice(days: &[NaiveDate], reason: &str) -> Notice {
    let title = if days.len() == 1 { "A day was rejected" } else { "Days were rejected" };
    let (date, days) = span(days);
    Notice {
        kind: KIND,
        digest: Some(MailKind::Rejected),
        title: title.to_owned(),
        body: format!("{days}: {reason}"),
        date,
        link: Some(list_link()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Shows: N1
    #[test]
    fn one_notice_names_all_its_days_and_the_reason() {
        let days = ["2026-06-12", "2026-06-08"].map(|day| day.parse().unwrap());
        let both = notice(&days, "Please add the project");
        assert_eq!(both.title, "Days were rejected");
        assert_eq!(both.body, "2 days from 2026-06-08 to 2026-06-12: Please add the project");
        assert_eq!(both.date, Some("2026-06-08".parse().unwrap()));
        assert_eq!((both.kind.name(), both.link.as_deref()), ("rejected", Some("/employee/notifications")));
        let one = notice(&days[..1], "Why");
        assert_eq!((one.title.as_str(), one.body.as_str()), ("A day was rejected", "2026-06-12: Why"));
    }
}
