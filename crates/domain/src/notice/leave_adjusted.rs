//! A balance of leave was adjusted.

use super::{Notice, NoticeKind};
use crate::leave::LeaveDays;

/// The notice that `days` were added to the balance of `leave_type`, by name, in a leave year, or taken off.
pub fn notice(leave_type: &str, year: i32, days: LeaveDays, note: &str) -> Notice {
    let (sign, amount) = if days.is_negative() { ('−', -days) } else { ('+', days) };
    Notice {
        kind: NoticeKind("leave-adjusted"),
        digest: None,
        title: "Your leave balance was adjusted".to_owned(),
        body: format!("{leave_type} {year}: {sign}{amount}. {note}"),
        date: None,
        link: Some(format!("/employee/leave?year={year}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn it_says_by_how_much_and_why_and_leads_to_the_year() {
        let of = |half_days| notice("Annual Leave", 2026, LeaveDays::from_half_days(half_days), "Moved in from Ghent");
        let more = of(5);
        assert_eq!((more.kind.name(), more.title.as_str()), ("leave-adjusted", "Your leave balance was adjusted"));
        assert_eq!(more.body, "Annual Leave 2026: +2.5. Moved in from Ghent");
        assert_eq!((more.date, more.link.as_deref()), (None, Some("/employee/leave?year=2026")));
        assert_eq!(of(-38).body, "Annual Leave 2026: −19. Moved in from Ghent");
    }
}
