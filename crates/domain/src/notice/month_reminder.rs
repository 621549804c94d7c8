//! HR reminds of what keeps a month open (months.md 6).

use super::{Notice, NoticeKind, counted};
use crate::month::in_words;
use crate::person::Role;
use crate::time::Month;
use chrono::NaiveDate;

pub const KIND: NoticeKind = NoticeKind("month-reminder");

/// What the employee's month lacks, in words. Both lists are in order.
pub fn own_words(rejected: &[NaiveDate], frozen: &[NaiveDate]) -> String {
    let said = [("Rejected", rejected), ("Frozen", frozen)].into_iter().filter(|(_, dates)| !dates.is_empty());
    let sentences = said.map(|(what, dates)| {
        let dates: Vec<_> = dates.iter().map(ToString::to_string).collect();
        format!("{what}: {}.", dates.join(", "))
    });
    sentences.collect::<Vec<_>>().join(" ")
}

/// The work that a manager has left in a month.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waiting {
    pub entries: u32,
    pub leave_requests: u32,
    pub people: u32,
}

impl Waiting {
    pub fn in_words(self) -> String {
        let entries = counted(self.entries, "pending entry", "pending entries");
        let requests = counted(self.leave_requests, "leave request", "leave requests");
        format!("{entries} and {requests} of {}.", counted(self.people, "person", "people"))
    }
}

/// Where an employee looks after the month.
pub const OWN_LINK: &str = "/employee/timesheet";

/// Where somebody of this role decides on what waits.
pub const fn decider_link(role: Role) -> &'static str {
    match role {
        Role::Hr => "/hr/approvals",
        Role::Admin => "/admin/approvals",
        Role::Manager | Role::Employee | Role::Boss => "/manager/team-timesheets",
    }
}

/// The notice to an employee with these days.
pub fn notice(month: Month, rejected: &[NaiveDate], frozen: &[NaiveDate]) -> Notice {
    Notice {
        kind: KIND,
        digest: None,
        title: format!("{} is not complete", in_words(month)),
        body: own_words(rejected, frozen),
        date: rejected.iter().chain(frozen).min().copied(),
        link: Some(OWN_LINK.to_owned()),
    }
}

pub fn to_manager(month: Month, waiting: Waiting) -> Notice {
    Notice {
        kind: KIND,
        digest: None,
        title: format!("{} waits for you", in_words(month)),
        body: waiting.in_words(),
        date: Some(month.first()),
        link: Some(decider_link(Role::Manager).to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(of: &[&str]) -> Vec<NaiveDate> {
        of.iter().map(|day| day.parse().unwrap()).collect()
    }

    #[test]
    fn an_employee_is_told_which_days_are_rejected_and_which_frozen() {
        let june = Month::new(2026, 6).unwrap();
        let (rejected, frozen) = (days(&["2026-06-23"]), days(&["2026-06-08", "2026-06-09"]));
        let both = notice(june, &rejected, &frozen);
        assert_eq!((both.kind.name(), both.digest), ("month-reminder", None));
        assert_eq!(both.title, "June 2026 is not complete");
        assert_eq!(both.body, "Rejected: 2026-06-23. Frozen: 2026-06-08, 2026-06-09.");
        assert_eq!((both.date, both.link.as_deref()), (Some(frozen[0]), Some("/employee/timesheet")));
        assert_eq!(notice(june, &[], &frozen).body, "Frozen: 2026-06-08, 2026-06-09.");
        assert_eq!(notice(june, &rejected, &[]).body, "Rejected: 2026-06-23.");
    }

    #[test]
    fn a_manager_is_told_how_much_of_how_many_people_waits() {
        let waiting = |entries, leave_requests, people| Waiting { entries, leave_requests, people };
        let told = to_manager(Month::new(2026, 6).unwrap(), waiting(12, 2, 3));
        assert_eq!((told.kind.name(), told.title.as_str()), ("month-reminder", "June 2026 waits for you"));
        assert_eq!(told.body, "12 pending entries and 2 leave requests of 3 people.");
        assert_eq!(told.link.as_deref(), Some("/manager/team-timesheets"));
        assert_eq!(waiting(1, 1, 1).in_words(), "1 pending entry and 1 leave request of 1 person.");
        assert_eq!(waiting(0, 2, 1).in_words(), "0 pending entries and 2 leave requests of 1 person.");
        let links = [Role::Manager, Role::Hr, Role::Admin].map(decider_link);
        assert_eq!(links, ["/manager/team-timesheets", "/hr/approvals", "/admin/approvals"]);
    }
}
