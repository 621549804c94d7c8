//! A day was frozen, because nothing was recorded on it.

use super::{Notice, NoticeKind, day_link};
use chrono::NaiveDate;

/// The name of this kind.
pub const KIND: NoticeKind = NoticeKind("frozen");

/// The notice that nothing was recorded on `day`.
pub fn notice(day: NaiveDate) -> Notice {
    Notice {
        kind: KIND,
        digest: None,
        title: "A day was frozen".to_owned(),
        body: format!("{day}: no timesheet was submitted. Open the day to see who can unlock it for you."),
        date: Some(day),
        link: Some(day_link(day)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_names_the_day_and_leads_to_it() {
        let day: NaiveDate = "2026-06-12".parse().unwrap();
        let notice = notice(day);
        assert!(notice.body.starts_with("2026-06-12: no timesheet was submitted."));
        assert_eq!((notice.title.as_str(), notice.date), ("A day was frozen", Some(day)));
        assert_eq!(
            (notice.kind.name(), notice.link.as_deref()),
            ("frozen", Some("/employee/timesheet?date=2026-06-12"))
        );
    }
}
