//! What became of somebody's leave.

use super::{Notice, NoticeKind};
use crate::id::LeaveRequestId;
use crate::leave::{LeaveDays, LeavePeriod};
use crate::mail_choices::MailKind;
use chrono::Datelike;

crate::names! {
    /// What happened.
    pub enum LeaveNews {
        Recorded = "recorded",
        Approved = "approved",
        Rejected = "rejected",
        /// A cancellation was refused.
        Kept = "kept",
        /// A decider cancelled it, or accepted that.
        Cancelled = "cancelled",
        /// A decider shortened it, or accepted that.
        Shortened = "shortened",
    }
}

impl LeaveNews {
    /// The name of the notice, which shortened leave shares with cancelled leave.
    const fn kind(self) -> NoticeKind {
        NoticeKind(match self {
            Self::Recorded => "leave-recorded",
            Self::Approved => "leave-approved",
            Self::Rejected => "leave-rejected",
            Self::Kept => "leave-kept",
            Self::Cancelled | Self::Shortened => "leave-cancelled",
        })
    }

    /// The headline, which is also the subject of a mail.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Recorded => "Leave was recorded for you",
            Self::Approved => "Leave was approved",
            Self::Rejected => "Leave was rejected",
            Self::Kept => "Leave was not cancelled",
            Self::Cancelled => "Leave was cancelled",
            Self::Shortened => "Leave was shortened",
        }
    }
}

/// Where somebody reads about a request of theirs.
pub fn link(period: LeavePeriod, request: LeaveRequestId) -> String {
    format!("/employee/leave?year={}&request={request}", period.start().year())
}

/// The notice of what happened to leave of this type, and what was said about it.
pub fn notice(
    news: LeaveNews,
    leave_type: &str,
    period: LeavePeriod,
    days: LeaveDays,
    request: LeaveRequestId,
    comment: Option<&str>,
) -> Notice {
    Notice {
        kind: news.kind(),
        digest: Some(MailKind::Leave),
        title: news.title().to_owned(),
        body: match comment {
            Some(comment) => format!("{leave_type}, {period}: {comment}"),
            None => format!("{leave_type}, {period}, {}", days.in_words()),
        },
        date: Some(period.start()),
        link: Some(link(period, request)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leave::DayPart;
    use uuid::Uuid;

    #[test]
    fn a_notice_says_what_happened_to_which_leave() {
        let (start, end) = ("2026-07-06".parse().unwrap(), "2026-07-08".parse().unwrap());
        let period = LeavePeriod::new(start, DayPart::Afternoon, end, DayPart::Full).unwrap();
        let request = LeaveRequestId::new(Uuid::from_u128(7));
        let told = |news, comment| notice(news, "Annual Leave", period, LeaveDays::from_half_days(5), request, comment);
        let names = LeaveNews::ALL.map(|news| {
            assert_eq!(LeaveNews::named(news.name()), Some(news));
            let notice = told(news, None);
            (notice.kind.name(), notice.title)
        });
        let expected = [
            ("leave-recorded", "Leave was recorded for you"),
            ("leave-approved", "Leave was approved"),
            ("leave-rejected", "Leave was rejected"),
            ("leave-kept", "Leave was not cancelled"),
            ("leave-cancelled", "Leave was cancelled"),
            ("leave-cancelled", "Leave was shortened"),
        ];
        assert_eq!(names, expected.map(|(kind, title)| (kind, title.to_owned())));
        let approved = told(LeaveNews::Approved, None);
        assert_eq!(approved.body, "Annual Leave, 2026-07-06 (afternoon) to 2026-07-08, 2.5 days");
        assert_eq!((approved.date, approved.digest), (Some(start), Some(MailKind::Leave)));
        let path = format!("/employee/leave?year=2026&request={request}");
        assert_eq!(approved.link, Some(path));
        let rejected = told(LeaveNews::Rejected, Some("Too many are away"));
        assert_eq!(rejected.body, "Annual Leave, 2026-07-06 (afternoon) to 2026-07-08: Too many are away");
    }
}
