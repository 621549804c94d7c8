//! Days were rejected.

use super::{Notice, NoticeKind, decided, list_link, span};
use crate::mail_choices::MailKind;
use crate::substitution::StandIn;
use chrono::NaiveDate;

/// The name of this kind.
pub const KIND: NoticeKind = NoticeKind("rejected");

/// The notice that `days` were rejected, for this reason, and by whom where somebody stood in for the manager.
pub fn notice(days: &[NaiveDate], reason: &str, stand_in: Option<StandIn<'_>>) -> Notice {
    let title = if days.len() == 1 { "A day was rejected" } else { "Days were rejected" };
    let (date, days) = span(days);
    Notice {
        kind: KIND,
        digest: Some(MailKind::Rejected),
        title: title.to_owned(),
        body: decided(format!("{days}: {reason}"), stand_in),
        date,
        link: Some(list_link()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_notice_names_all_its_days_and_the_reason() {
        let days = ["2026-06-12", "2026-06-08"].map(|day| day.parse().unwrap());
        let both = notice(&days, "Please add the project", None);
        assert_eq!(both.title, "Days were rejected");
        assert_eq!(both.body, "2 days from 2026-06-08 to 2026-06-12: Please add the project");
        assert_eq!(both.date, Some("2026-06-08".parse().unwrap()));
        assert_eq!((both.kind.name(), both.link.as_deref()), ("rejected", Some("/employee/notifications")));
        let one = notice(&days[..1], "Why", None);
        assert_eq!((one.title.as_str(), one.body.as_str()), ("A day was rejected", "2026-06-12: Why"));
    }

    #[test]
    fn it_says_who_decided_for_the_manager() {
        let name = |first: &str, last: &str| crate::person::FullName { first: first.into(), last: last.into() };
        let (anna, marco) = (name("Anna", "Berg"), name("Marco", "Rossi"));
        let by = Some(StandIn { substitute: &anna, manager: &marco });
        let day = ["2026-06-12".parse().unwrap()];
        assert_eq!(notice(&day, "Why", by).body, "2026-06-12: Why (Anna Berg for Marco Rossi)");
        assert_eq!(super::super::approved::notice(&day, by).body, "2026-06-12 (Anna Berg for Marco Rossi)");
    }
}
