//! A person's own work pattern changes.

use super::{Notice, NoticeKind};
use crate::time::WorkPattern;
use chrono::NaiveDate;

/// The notice that somebody works by `pattern` from `from` on.
pub fn notice(from: NaiveDate, pattern: WorkPattern) -> Notice {
    Notice {
        kind: NoticeKind("work-pattern"),
        digest: None,
        title: "Your working days change".to_owned(),
        body: format!("From {from}: {}.", pattern.in_words()),
        date: Some(from),
        link: Some("/employee/profile".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_from_when_and_how_somebody_works() {
        let from: NaiveDate = "2026-06-15".parse().unwrap();
        let notice = notice(from, WorkPattern::STANDARD);
        assert_eq!(notice.title, "Your working days change");
        assert_eq!(notice.body, "From 2026-06-15: Monday to Friday, full day 9 h, half day 5 h.");
        assert_eq!((notice.kind.name(), notice.date), ("work-pattern", Some(from)));
        assert_eq!(notice.link.as_deref(), Some("/employee/profile"));
    }
}
