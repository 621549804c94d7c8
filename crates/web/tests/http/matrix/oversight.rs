//! The calls of oversight.md: histories, the audit log and reports.

use serde_json::Value;

use super::Whose::{AnEmployee, Nobodys, Own, Team, Unknown};
use super::table::{MALFORMED, Row, row, special};

pub(super) const TABLE: &[Row] = &[
    //                                        none  new  Emp  Mgr   HR  Adm  Boss
    row("timesheetHistory", Own, [401, 403, 200, 404, 404, 404, 403]),
    row("timesheetHistory", Team, [401, 403, 403, 200, 200, 200, 403]),
    row("timesheetHistory", AnEmployee, [401, 403, 403, 403, 200, 200, 403]),
    row("timesheetHistory", Unknown, [401, 403, 404, 404, 404, 404, 403]),
    special("timesheetHistory", Unknown, MALFORMED, [401, 403, 404, 404, 404, 404, 403]),
    row("attendanceCsv", Nobodys, [401, 403, 403, 200, 200, 200, 200]),
    row("teamReport", Nobodys, [401, 403, 403, 200, 403, 403, 403]),
    row("teamReportCsv", Nobodys, [401, 403, 403, 200, 403, 403, 403]),
    row("departments", Nobodys, [401, 403, 403, 403, 200, 200, 200]),
    row("departmentsCsv", Nobodys, [401, 403, 403, 403, 200, 200, 200]),
    row("headcount", Nobodys, [401, 403, 403, 403, 200, 200, 200]),
    row("headcountCsv", Nobodys, [401, 403, 403, 403, 200, 200, 200]),
    row("missingDays", Nobodys, [401, 403, 403, 403, 200, 200, 200]),
    row("missingDaysCsv", Nobodys, [401, 403, 403, 403, 200, 200, 200]),
    row("systemUsers", Nobodys, [401, 403, 403, 403, 403, 200, 403]),
    row("systemUsersCsv", Nobodys, [401, 403, 403, 403, 403, 200, 403]),
    row("systemActivity", Nobodys, [401, 403, 403, 403, 403, 200, 403]),
    row("systemActivityCsv", Nobodys, [401, 403, 403, 403, 403, 200, 403]),
    row("systemApprovals", Nobodys, [401, 403, 403, 403, 403, 200, 403]),
    row("systemApprovalsCsv", Nobodys, [401, 403, 403, 403, 403, 200, 403]),
    row("systemJobs", Nobodys, [401, 403, 403, 403, 403, 200, 403]),
    row("systemHealth", Nobodys, [401, 403, 403, 403, 403, 200, 403]),
    row("auditLogs", Nobodys, [401, 403, 403, 403, 403, 200, 403]),
    row("exportAuditLogs", Nobodys, [401, 403, 403, 403, 403, 200, 403]),
    row("auditVerification", Nobodys, [401, 403, 403, 403, 403, 200, 403]),
    row("verifyAuditLog", Nobodys, [401, 403, 403, 403, 403, 200, 403]),
    row("systemHealthCsv", Nobodys, [401, 403, 403, 403, 403, 200, 403]),
];

/// The query and the body of such a call; `None` where it is about something else.
pub(super) fn request(row: &Row) -> Option<(String, Option<Value>)> {
    const OF_A_MONTH: [&str; 7] = [
        "attendanceCsv",
        "teamReport",
        "teamReportCsv",
        "departments",
        "departmentsCsv",
        "missingDays",
        "missingDaysCsv",
    ];
    OF_A_MONTH.contains(&row.operation).then(|| ("?month=6&year=2026".to_owned(), None))
}
