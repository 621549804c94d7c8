//! Days were approved.

use super::{Notice, NoticeKind, decided, list_link, span};
use crate::mail_choices::MailKind;
use crate::substitution::StandIn;
use chrono::NaiveDate;

/// The name of this kind.
pub const KIND: NoticeKind = NoticeKind("approved");

/// The notice that `days` were approved, and by whom where somebody stood in for the manager.
pub fn notice(days: &[NaiveDate], stand_in: Option<StandIn<'_>>) -> Notice {
    let title = if days.len() == 1 { "A day was approved" } else { "Days were approved" };
    let (date, body) = span(days);
    Notice {
        kind: KIND,
        digest: Some(MailKind::Approved),
        title: title.to_owned(),
        body: decided(body, stand_in),
        date,
        link: Some(list_link()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_names_the_days() {
        let day: NaiveDate = "2026-06-12".parse().unwrap();
        let one = notice(&[day], None);
        assert_eq!((one.title.as_str(), one.body.as_str(), one.date), ("A day was approved", "2026-06-12", Some(day)));
        let two = notice(&[day, "2026-06-08".parse().unwrap()], None);
        assert_eq!(
            (two.title.as_str(), two.body.as_str()),
            ("Days were approved", "2 days from 2026-06-08 to 2026-06-12")
        );
        assert_eq!((two.kind.name(), two.link.as_deref()), ("approved", Some("/employee/notifications")));
    }
}
