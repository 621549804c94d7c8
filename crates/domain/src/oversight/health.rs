//! Data health: what needs somebody's attention, and where it is put right (oversight.md 1.7).

use crate::Instant;
use crate::person::EmployeeId;
use crate::time::Month;
use chrono::TimeDelta;

/// How many of what a check found are named.
pub const NAMED: u32 = 20;

/// For how many days a temporary password is one that nobody has to worry about.
const TEMPORARY_FOR: TimeDelta = TimeDelta::days(14);

crate::names! {
    /// A check. In the order in which they are shown.
    pub enum Check {
        /// Employees who can act, and nobody acts as their manager.
        WithoutManager = "without-manager", "Employees without a manager who can act";
        /// Managers who are blocked, have a team, and nobody stands in for them.
        BlockedManagers = "blocked-managers", "Blocked managers with a team and no substitute";
        WithoutDepartment = "without-department", "Employees without a department";
        /// Those who came by a provider have none before HR enters it.
        WithoutJoiningDate = "without-joining-date", "Employees without a joining date";
        /// Active accounts whose generated password was not changed in time.
        TemporaryPasswords = "temporary-passwords", "Temporary passwords older than 14 days";
        LongWaiting = "long-waiting", "Entries waiting longer than 14 days";
        MailsGivenUp = "mails-given-up", "Mails given up";
        /// Jobs whose last run failed, or whose next one is overdue.
        Jobs = "jobs", "Jobs that failed or are late";
        /// Closed months that are no longer what they were made of.
        DriftedMonths = "drifted-months", "Closed months that no longer agree";
        /// What the last verification of the audit log found.
        AuditBreaks = "audit-breaks", "Breaks in the audit log";
    }
}

impl Check {
    /// Where all that it found is put right at once, if there is such a place.
    pub const fn link(self) -> Option<&'static str> {
        match self {
            Self::WithoutManager => Some("/admin/users?manager=none&status=active"),
            Self::LongWaiting => Some("/admin/system-reports?tab=approvals"),
            Self::MailsGivenUp | Self::Jobs => Some("/admin/system-reports?tab=jobs"),
            Self::AuditBreaks => Some("/admin/audit-logs"),
            Self::BlockedManagers
            | Self::WithoutDepartment
            | Self::WithoutJoiningDate
            | Self::TemporaryPasswords
            | Self::DriftedMonths => None,
        }
    }
}

/// Where an account is put right.
pub fn link_of_person(employee_id: EmployeeId) -> String {
    format!("/admin/users?search={employee_id}")
}

/// Where a closed month is looked at.
pub fn link_of_month(month: Month) -> String {
    format!("/admin/payroll?month={month}")
}

/// Temporary passwords from before this instant are too old.
pub fn temporary_before(now: Instant) -> Instant {
    now - TEMPORARY_FOR
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_checks_with_a_name_a_label_and_the_link_of_their_fix_each() {
        let listed: Vec<_> = Check::ALL.iter().map(|check| (check.label(), check.link())).collect();
        assert_eq!(
            listed,
            [
                ("Employees without a manager who can act", Some("/admin/users?manager=none&status=active")),
                ("Blocked managers with a team and no substitute", None),
                ("Employees without a department", None),
                ("Employees without a joining date", None),
                ("Temporary passwords older than 14 days", None),
                ("Entries waiting longer than 14 days", Some("/admin/system-reports?tab=approvals")),
                ("Mails given up", Some("/admin/system-reports?tab=jobs")),
                ("Jobs that failed or are late", Some("/admin/system-reports?tab=jobs")),
                ("Closed months that no longer agree", None),
                ("Breaks in the audit log", Some("/admin/audit-logs")),
            ]
        );
        let mut names: Vec<_> = Check::ALL.iter().map(|check| check.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Check::ALL.len());
    }

    #[test]
    fn people_and_months_have_links_of_their_own() {
        assert_eq!(link_of_person(EmployeeId::new(1001)), "/admin/users?search=EMP1001");
        assert_eq!(link_of_month(Month::new(2026, 6).unwrap()), "/admin/payroll?month=2026-06");
    }

    #[test]
    fn a_temporary_password_is_too_old_after_fourteen_days() {
        let now: Instant = "2026-06-15T08:00:00Z".parse().unwrap();
        assert_eq!(temporary_before(now), "2026-06-01T08:00:00Z".parse::<Instant>().unwrap());
    }
}
