//! The calls of oversight, and their requests.

use chrono::{Months, NaiveDate};

use crate::calls::Calls;
use crate::fill::oversight::{AuditLog, WEEKS, week};
use crate::http;
use crate::organisation::{Kind, id, month_read};

/// How often a call is made in a round, and of how many months one that is counted once a minute for each.
const SOME: usize = 20;
const MONTHS: u32 = 12;
/// Actions as a reader of the log picks them: nearly half of all events, some, few, and none.
const ACTIONS: [&str; 4] = ["day-submitted", "file-downloaded", "salary-set", "holiday-added"];
const SEVERAL: [&str; 2] = ["signed-in,signed-out,sign-in-failed", "salary-set,account-changed,password-changed"];

/// One of the calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OversightCall {
    /// A page of the log, newest first or from the middle on, by no filter or by one.
    Log,
    LogAction,
    LogActions,
    LogActor,
    LogSystem,
    LogSubject,
    LogDates,
    /// A week of the log as a file.
    Export,
    /// From a burst of events to the seal of the last.
    Seal,
    /// From the request to the end of the verification.
    Verify,
    Team,
    /// Each month once, so that each is counted anew.
    Departments,
    Headcount,
    MissingDays,
    Attendance,
    Users,
    Activity,
    Approvals,
    Jobs,
    Health,
    /// The first one after a start, so that it is counted anew.
    Dashboard,
}

impl OversightCall {
    /// Those that are made again and again.
    pub(super) const REPEATED: [Self; 17] = [
        Self::Log,
        Self::LogAction,
        Self::LogActions,
        Self::LogActor,
        Self::LogSystem,
        Self::LogSubject,
        Self::LogDates,
        Self::Team,
        Self::Departments,
        Self::Headcount,
        Self::MissingDays,
        Self::Attendance,
        Self::Users,
        Self::Activity,
        Self::Approvals,
        Self::Jobs,
        Self::Health,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Log => "audit log",
            Self::LogAction => "audit log, an action",
            Self::LogActions => "audit log, three actions",
            Self::LogActor => "audit log, by somebody",
            Self::LogSystem => "audit log, by the system",
            Self::LogSubject => "audit log, about somebody",
            Self::LogDates => "audit log, dates",
            Self::Export => "export of a week",
            Self::Seal => "20,000 events sealed",
            Self::Verify => "verification",
            Self::Team => "team report",
            Self::Departments => "departments, counted anew",
            Self::Headcount => "headcount",
            Self::MissingDays => "missing days",
            Self::Attendance => "attendance as CSV",
            Self::Users => "system report: users",
            Self::Activity => "system report: activity",
            Self::Approvals => "system report: approvals",
            Self::Jobs => "system report: jobs and mail",
            Self::Health => "system report: data health",
            Self::Dashboard => "Boss dashboard, counted anew",
        }
    }

    /// Milliseconds that it may take (oversight.md 8): the log with ten million events, the others with 10,000 employees.
    pub(crate) const fn limit(self) -> f64 {
        match self {
            _ if self.is_page_of_the_log() => 300.0,
            // 2,000 events a second.
            Self::Export | Self::Seal => 10_000.0,
            Self::Verify => 300_000.0,
            Self::Jobs | Self::Health => 500.0,
            Self::Dashboard => 2_000.0,
            // A report.
            _ => 1_000.0,
        }
    }

    /// Whether it is about the audit log. The other limits are those of PostgreSQL.
    pub(crate) const fn is_of_the_log(self) -> bool {
        self.is_page_of_the_log() || matches!(self, Self::Export | Self::Seal | Self::Verify)
    }

    const fn is_page_of_the_log(self) -> bool {
        matches!(
            self,
            Self::Log
                | Self::LogAction
                | Self::LogActions
                | Self::LogActor
                | Self::LogSystem
                | Self::LogSubject
                | Self::LogDates
        )
    }

    /// What a round asks for.
    pub(super) fn requests(self, calls: &Calls, log: AuditLog) -> Vec<Vec<u8>> {
        let (people, hr) = (calls.people(), calls.portal_token(calls.people().hr()));
        let admin = calls.administrator();
        let page = |filter: &dyn Fn(usize) -> String| -> Vec<Vec<u8>> {
            let path = |n| format!("/api/audit-logs?limit=50{}{}", filter(n), from_the_middle(n, log));
            (0..SOME).map(|n| http::get(&path(n), Some(&admin))).collect()
        };
        let again = |path: &str, token: &str| vec![http::get(path, Some(token)); SOME];
        let month = of_month(month_read().0);
        match self {
            Self::Log => page(&|_| String::new()),
            Self::LogAction => page(&|n| format!("&action={}", picked(&ACTIONS, n))),
            Self::LogActions => page(&|n| format!("&action={}", picked(&SEVERAL, n))),
            Self::LogActor => {
                let employees = calls.readers().step_by(7).take(SOME / 2 - 3);
                let actors: Vec<u32> = [1, 2, people.hr()].into_iter().chain(employees).collect();
                page(&|n| format!("&actorId={}", person(picked(&actors, n))))
            }
            Self::LogSystem => page(&|_| "&actorId=none".to_owned()),
            Self::LogSubject => {
                let employees: Vec<u32> = calls.readers().step_by(3).take(SOME / 2).collect();
                page(&|n| format!("&subjectId={}", person(picked(&employees, n))))
            }
            Self::LogDates => (0..SOME).map(|n| http::get(&of_dates(n), Some(&admin))).collect(),
            Self::Team => {
                let managers = people.manager_numbers().cycle().take(SOME);
                let path = format!("/api/reports/team?{month}&limit=20");
                managers.map(|number| http::get(&path, Some(&calls.portal_token(number)))).collect()
            }
            Self::Departments => {
                let path = |month| format!("/api/reports/departments?{}&limit=20", of_month(month));
                let months = (0..MONTHS).map(|n| month_read().0 - Months::new(n));
                months.map(|month| http::get(&path(month), Some(&hr))).collect()
            }
            Self::Headcount => again("/api/reports/headcount", &hr),
            Self::MissingDays => again(&format!("/api/reports/missing-days?{month}&limit=20"), &hr),
            Self::Attendance => again(&format!("/api/users/attendance-summary/csv?{month}"), &hr),
            Self::Users => again("/api/reports/system/users", &admin),
            Self::Activity => again("/api/reports/system/activity", &admin),
            Self::Approvals => again("/api/reports/system/approvals?limit=20", &admin),
            Self::Jobs => again("/api/reports/system/jobs", &admin),
            Self::Health => again("/api/reports/system/health", &admin),
            Self::Dashboard => vec![http::get("/api/dashboard", Some(&calls.portal_token(people.boss())))],
            Self::Export | Self::Seal | Self::Verify => Vec::new(),
        }
    }
}

/// A week of the log as a file.
pub(super) fn export(calls: &Calls, number: u32) -> Vec<u8> {
    let (monday, friday) = week(number % WEEKS);
    http::get(&format!("/api/audit-logs/export?from={monday}&to={friday}"), Some(&calls.administrator()))
}

/// One of these, in turn: each for two requests, of which one is for the newest page and one for a page in the middle.
fn picked<T: Copy + Default>(of: &[T], n: usize) -> T {
    of.get(n / 2 % of.len().max(1)).copied().unwrap_or_default()
}

fn from_the_middle(n: usize, log: AuditLog) -> String {
    if n.is_multiple_of(2) { String::new() } else { format!("&cursor={}", log.events() / 2) }
}

/// A day, a week, a year, everything since a day, or everything up to one.
fn of_dates(n: usize) -> String {
    let number = u32::try_from(n).unwrap_or_default() * 4 % WEEKS;
    let ((monday, friday), (_, later)) = (week(number), week((number + 51).min(WEEKS - 1)));
    let dates = match n % 5 {
        0 => format!("from={monday}&to={monday}"),
        1 => format!("from={monday}&to={friday}"),
        2 => format!("from={monday}&to={later}"),
        3 => format!("from={monday}"),
        _ => format!("to={monday}"),
    };
    format!("/api/audit-logs?limit=50&{dates}")
}

fn person(number: u32) -> uuid::Uuid {
    id(Kind::User, number)
}

fn of_month(first: NaiveDate) -> String {
    first.format("month=%-m&year=%Y").to_string()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]
    use super::*;
    use crate::organisation::Size;

    fn asked(call: OversightCall) -> Vec<String> {
        let requests = call.requests(&Calls::of(Size::Medium).unwrap(), AuditLog::of(Size::Medium, None));
        let line = |request: Vec<u8>| String::from_utf8(request).unwrap().lines().next().unwrap().to_owned();
        requests.into_iter().map(line).collect()
    }

    #[test]
    fn a_filter_finds_the_newest_page_and_one_in_the_middle() {
        let system = asked(OversightCall::LogSystem);
        assert_eq!(system[0], "GET /api/audit-logs?limit=50&actorId=none HTTP/1.1");
        assert_eq!(system[1], "GET /api/audit-logs?limit=50&actorId=none&cursor=50000 HTTP/1.1");
        let of_hr = "actorId=01980000-0000-7000-8000-00000000041c";
        assert_eq!(asked(OversightCall::LogActor).iter().filter(|line| line.contains(of_hr)).count(), 2);
        assert!(asked(OversightCall::LogDates)[1].contains("?limit=50&from=2024-09-30&to=2024-10-04 "));
    }

    #[test]
    fn no_month_of_the_departments_is_asked_for_twice() {
        let mut months = asked(OversightCall::Departments);
        assert_eq!(months[1], "GET /api/reports/departments?month=6&year=2026&limit=20 HTTP/1.1");
        months.sort();
        months.dedup();
        assert_eq!(months.len(), 12);
    }

    #[test]
    fn every_repeated_call_is_asked_for() {
        assert!(OversightCall::REPEATED.into_iter().all(|call| asked(call).len() >= 12));
    }
}
