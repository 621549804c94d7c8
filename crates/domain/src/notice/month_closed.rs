//! A month was closed: the statement of it is there, or is another one (months.md 6).

use super::{Notice, NoticeKind};
use crate::month::in_words;
use crate::time::Month;

pub const KIND: NoticeKind = NoticeKind("month-closed");

/// The notice of the statement in this revision. `payable`: what is paid, in half days.
pub fn notice(month: Month, revision: u32, payable: u32) -> Notice {
    let days = f64::from(payable) / 2.0;
    let unit = if payable == 2 { "day" } else { "days" };
    let is_first = revision == 1;
    let what = if is_first { "is ready" } else { "has changed" };
    Notice {
        kind: KIND,
        digest: None,
        title: format!("{} {}", in_words(month), if is_first { "is closed" } else { "was closed again" }),
        body: format!("Your statement {what}: {days} payable {unit}."),
        date: Some(month.first()),
        link: Some("/employee/timesheet".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_is_paid_and_whether_that_was_said_before() {
        let june = Month::new(2026, 6).unwrap();
        let told = |revision, payable| {
            let notice = notice(june, revision, payable);
            (notice.title, notice.body)
        };
        let said = |title: &str, body: &str| (title.to_owned(), body.to_owned());
        assert_eq!(told(1, 42), said("June 2026 is closed", "Your statement is ready: 21 payable days."));
        assert_eq!(told(1, 2), said("June 2026 is closed", "Your statement is ready: 1 payable day."));
        let again = "Your statement has changed: 20.5 payable days.";
        assert_eq!(told(2, 41), said("June 2026 was closed again", again));
        assert_eq!(told(3, 0).1, "Your statement has changed: 0 payable days.");
        assert_eq!(told(3, 1).1, "Your statement has changed: 0.5 payable days.");
        let notice = notice(june, 1, 42);
        assert_eq!((notice.kind.name(), notice.digest, notice.date), ("month-closed", None, Some(june.first())));
        assert_eq!(notice.link.as_deref(), Some("/employee/timesheet"));
    }
}
