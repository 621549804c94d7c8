//! Leave comes to another number of days, because when somebody works has changed.

use super::leave::link;
use super::{Notice, NoticeKind};
use crate::id::LeaveRequestId;
use crate::leave::{LeaveDays, LeavePeriod, RecountCause};

/// The notice that a request of the type with this name, which came to `before`, comes to `now`.
pub fn notice(
    request: LeaveRequestId,
    leave_type: &str,
    period: LeavePeriod,
    (before, now): (LeaveDays, LeaveDays),
    cause: RecountCause,
) -> Notice {
    let (before, now) = (before.in_words(), now.in_words());
    Notice {
        kind: NoticeKind("leave-recounted"),
        digest: None,
        title: "Leave was counted anew".to_owned(),
        body: format!("{leave_type}, {period}: {before} before, {now} now. {}", cause.sentence()),
        date: Some(period.start()),
        link: Some(link(period, request)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leave::DayPart;
    use chrono::NaiveDate;

    #[test]
    fn it_says_what_the_leave_came_to_and_why_it_comes_to_something_else() {
        let id = LeaveRequestId::new(uuid::Uuid::nil());
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let july = LeavePeriod::new(day("2026-07-06"), DayPart::Full, day("2026-07-28"), DayPart::Full).unwrap();
        let came_to = (LeaveDays::whole(17), LeaveDays::from_half_days(33));
        let notice = notice(id, "Annual Leave", july, came_to, RecountCause::Holidays);
        assert_eq!((notice.kind.name(), notice.title.as_str()), ("leave-recounted", "Leave was counted anew"));
        let body = "Annual Leave, 2026-07-06 to 2026-07-28: 17 days before, 16.5 days now. Holidays have changed.";
        assert_eq!((notice.body.as_str(), notice.date), (body, Some(day("2026-07-06"))));
        assert_eq!(notice.link, Some(format!("/employee/leave?year=2026&request={id}")));
        let said =
            [RecountCause::Holidays, RecountCause::WorkPattern, RecountCause::JoiningDate, RecountCause::RecordsFrom]
                .map(|cause| (cause.name(), cause.sentence()));
        let expected = [
            ("holidays", "Holidays have changed."),
            ("work-pattern", "Your work pattern has changed."),
            ("joining-date", "Your joining date has changed."),
            ("records-from", "Your records here begin on another day."),
        ];
        assert_eq!(said, expected);
    }
}
