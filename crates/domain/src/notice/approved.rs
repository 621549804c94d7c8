//! Days were approved.

use super::{Notice, NoticeKind, decided, list_link, span};
use crate::mail_choices::MailKind;
use crate::substitution::StandIn;
use chrono::NaiveDate;

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
