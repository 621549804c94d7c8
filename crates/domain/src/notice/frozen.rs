//! A day was frozen, because nothing was recorded on it.

use super::{Notice, NoticeKind, day_link};
use chrono::NaiveDate;

pub const KIND: NoticeKind = NoticeKind("frozen");

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
