//! The table itself, row by row: what each kind of caller is answered.

use super::Whose::{self, ABoss, AManager, AnAdmin, AnEmployee, AnHr, Everyone, Nobodys, Own, Team, Unknown};
use super::{imports, oversight, sign_in};

/// Who calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Caller {
    /// Without a session.
    Visitor,
    /// With a generated password that has not been changed yet.
    New,
    Employee,
    Manager,
    Hr,
    Admin,
    Boss,
}

impl Caller {
    /// The columns of the table, from left to right.
    pub(super) const COLUMNS: [Self; 7] =
        [Self::Visitor, Self::New, Self::Employee, Self::Manager, Self::Hr, Self::Admin, Self::Boss];

    /// The heading of the column.
    pub(super) const fn heading(self) -> &'static str {
        match self {
            Self::Visitor => "Visitor",
            Self::New => "New",
            Self::Employee => "Employee",
            Self::Manager => "Manager",
            Self::Hr => "HR",
            Self::Admin => "Admin",
            Self::Boss => "Boss",
        }
    }
}

/// What each of the callers is answered.
pub(super) type Expected = [u16; Caller::COLUMNS.len()];

/// One kind of call.
pub(super) struct Row {
    pub(super) operation: &'static str,
    pub(super) whose: Whose,
    /// What is special about the request; empty where nothing is.
    pub(super) how: &'static str,
    expected: Expected,
}

impl Row {
    /// The callers, each with the status of the answer.
    pub(super) fn expected(&self) -> impl Iterator<Item = (Caller, u16)> {
        Caller::COLUMNS.into_iter().zip(self.expected)
    }
}

pub(super) const fn row(operation: &'static str, whose: Whose, expected: Expected) -> Row {
    Row { operation, whose, how: "", expected }
}

pub(super) const fn special(operation: &'static str, whose: Whose, how: &'static str, expected: Expected) -> Row {
    Row { operation, whose, how, expected }
}

pub(super) const WITH_LINK: &str = "with a link from a mail";
pub(super) const WITH_FEED: &str = "with the link of somebody";
pub(super) const LEFT_OUT: &str = "the role left out";
pub(super) const TO_MANAGER: &str = "made a Manager";
pub(super) const TO_HR: &str = "made HR";
pub(super) const TO_ADMIN: &str = "made an administrator";
pub(super) const TO_BOSS: &str = "made a Boss";

pub(super) const NOT_OFFERED: &str = "a kind that nobody has";

pub(super) const OF_HR: &str = "of HR";
pub(super) const OF_THE_SYSTEM: &str = "of the system";

pub(super) const MALFORMED: &str = "what is no id";

pub(super) const EXPORTED: &str = "of an exported month";

pub(super) const EMPTY: &str = "a month without entries";

/// Every row, in the order in which the calls are made.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    [TABLE, sign_in::TABLE, imports::TABLE, oversight::TABLE, LAST].into_iter().flatten()
}

const TABLE: &[Row] = &[
    //                                        none  new  Emp  Mgr   HR  Adm  Boss
    row("portal", Nobodys, [200, 200, 200, 200, 200, 200, 200]),
    row("login", Nobodys, [200, 200, 200, 200, 200, 200, 200]),
    row("secondFactor", Nobodys, [400, 400, 400, 400, 400, 400, 400]),
    row("forgotPassword", Nobodys, [200, 200, 200, 200, 200, 200, 200]),
    special("resetPassword", Nobodys, WITH_LINK, [200, 200, 200, 200, 200, 200, 200]),
    special("resetPassword", Nobodys, "without one", [400, 400, 400, 400, 400, 400, 400]),
    row("register", AnEmployee, [201, 403, 403, 403, 201, 201, 403]),
    row("register", AManager, [403, 403, 403, 403, 201, 201, 403]),
    row("register", AnHr, [403, 403, 403, 403, 403, 201, 403]),
    row("register", AnAdmin, [403, 403, 403, 403, 403, 201, 403]),
    row("register", ABoss, [403, 403, 403, 403, 403, 201, 403]),
    special("register", AnEmployee, LEFT_OUT, [201, 403, 403, 403, 400, 400, 403]),
    row("session", Nobodys, [401, 200, 200, 200, 200, 200, 200]),
    row("profile", Nobodys, [401, 200, 200, 200, 200, 200, 200]),
    row("updateProfile", Nobodys, [401, 403, 200, 200, 200, 200, 200]),
    row("credentials", Nobodys, [401, 403, 200, 200, 200, 200, 200]),
    row("beginTotp", Nobodys, [401, 403, 200, 200, 200, 200, 200]),
    row("confirmTotp", Nobodys, [401, 403, 400, 400, 400, 400, 400]),
    row("turnOffTotp", Nobodys, [401, 403, 409, 409, 409, 409, 409]),
    row("makeRecoveryCodes", Nobodys, [401, 403, 409, 409, 409, 409, 409]),
    row("mailChoices", Nobodys, [401, 403, 200, 200, 200, 200, 403]),
    row("chooseMails", Nobodys, [401, 403, 200, 200, 200, 200, 403]),
    special("chooseMails", Nobodys, NOT_OFFERED, [401, 403, 400, 400, 400, 400, 403]),
    row("sessionSocket", Nobodys, [401, 101, 101, 101, 101, 101, 101]),
    row("users", Everyone, [401, 403, 200, 200, 200, 200, 200]),
    row("users", Nobodys, [401, 403, 403, 200, 200, 200, 403]),
    row("users", AnEmployee, [401, 403, 403, 200, 200, 200, 403]),
    row("users", AManager, [401, 403, 403, 403, 200, 200, 403]),
    row("users", AnHr, [401, 403, 403, 403, 403, 200, 403]),
    row("users", AnAdmin, [401, 403, 403, 403, 403, 200, 403]),
    row("users", ABoss, [401, 403, 403, 403, 403, 200, 403]),
    row("userStats", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("user", Own, [401, 403, 200, 200, 200, 200, 200]),
    row("user", Team, [401, 403, 403, 200, 200, 200, 200]),
    row("user", AnEmployee, [401, 403, 403, 403, 200, 200, 200]),
    row("user", AManager, [401, 403, 403, 403, 200, 200, 403]),
    row("user", AnHr, [401, 403, 403, 403, 403, 200, 403]),
    row("user", AnAdmin, [401, 403, 403, 403, 403, 200, 403]),
    row("user", ABoss, [401, 403, 403, 403, 403, 200, 403]),
    row("user", Unknown, [401, 403, 403, 404, 404, 404, 404]),
    row("updateUser", Own, [401, 403, 403, 403, 403, 200, 403]),
    row("updateUser", Team, [401, 403, 403, 403, 200, 200, 403]),
    row("updateUser", AnEmployee, [401, 403, 403, 403, 200, 200, 403]),
    row("updateUser", AManager, [401, 403, 403, 403, 200, 200, 403]),
    row("updateUser", AnHr, [401, 403, 403, 403, 403, 200, 403]),
    row("updateUser", AnAdmin, [401, 403, 403, 403, 403, 200, 403]),
    row("updateUser", ABoss, [401, 403, 403, 403, 403, 200, 403]),
    row("updateUser", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("salaryHistory", Own, [401, 403, 403, 403, 403, 200, 403]),
    row("salaryHistory", Team, [401, 403, 403, 403, 200, 200, 403]),
    row("salaryHistory", AnEmployee, [401, 403, 403, 403, 200, 200, 403]),
    row("salaryHistory", AManager, [401, 403, 403, 403, 200, 200, 403]),
    row("salaryHistory", AnHr, [401, 403, 403, 403, 403, 200, 403]),
    row("salaryHistory", AnAdmin, [401, 403, 403, 403, 403, 200, 403]),
    row("salaryHistory", ABoss, [401, 403, 403, 403, 403, 200, 403]),
    row("salaryHistory", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    special("updateUser", Own, TO_MANAGER, [401, 403, 403, 403, 403, 403, 403]),
    special("updateUser", AnEmployee, TO_HR, [401, 403, 403, 403, 403, 200, 403]),
    special("updateUser", AnEmployee, TO_ADMIN, [401, 403, 403, 403, 403, 200, 403]),
    special("updateUser", AnEmployee, TO_BOSS, [401, 403, 403, 403, 403, 200, 403]),
    special("updateUser", AnEmployee, TO_MANAGER, [401, 403, 403, 403, 200, 200, 403]),
    row("toggleBlock", Own, [401, 403, 403, 403, 403, 400, 403]),
    row("toggleBlock", Team, [401, 403, 403, 403, 403, 200, 403]),
    row("toggleBlock", AnEmployee, [401, 403, 403, 403, 403, 200, 403]),
    row("toggleBlock", AManager, [401, 403, 403, 403, 403, 200, 403]),
    row("toggleBlock", AnHr, [401, 403, 403, 403, 403, 200, 403]),
    row("toggleBlock", AnAdmin, [401, 403, 403, 403, 403, 200, 403]),
    row("toggleBlock", ABoss, [401, 403, 403, 403, 403, 200, 403]),
    row("toggleBlock", Unknown, [401, 403, 403, 403, 403, 404, 403]),
    row("resetPasswordFor", Own, [401, 403, 403, 403, 400, 400, 403]),
    row("resetPasswordFor", Team, [401, 403, 403, 403, 200, 200, 403]),
    row("resetPasswordFor", AnEmployee, [401, 403, 403, 403, 200, 200, 403]),
    row("resetPasswordFor", AManager, [401, 403, 403, 403, 200, 200, 403]),
    row("resetPasswordFor", AnHr, [401, 403, 403, 403, 403, 200, 403]),
    row("resetPasswordFor", AnAdmin, [401, 403, 403, 403, 403, 200, 403]),
    row("resetPasswordFor", ABoss, [401, 403, 403, 403, 403, 200, 403]),
    row("resetPasswordFor", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("resetSecondFactor", Own, [401, 403, 403, 403, 403, 400, 403]),
    row("resetSecondFactor", Team, [401, 403, 403, 403, 403, 200, 403]),
    row("resetSecondFactor", AnEmployee, [401, 403, 403, 403, 403, 200, 403]),
    row("resetSecondFactor", AManager, [401, 403, 403, 403, 403, 200, 403]),
    row("resetSecondFactor", AnHr, [401, 403, 403, 403, 403, 200, 403]),
    row("resetSecondFactor", AnAdmin, [401, 403, 403, 403, 403, 200, 403]),
    row("resetSecondFactor", ABoss, [401, 403, 403, 403, 403, 200, 403]),
    row("resetSecondFactor", Unknown, [401, 403, 403, 403, 403, 404, 403]),
    row("assignManager", Own, [401, 403, 403, 403, 403, 400, 403]),
    row("assignManager", Team, [401, 403, 403, 403, 200, 200, 403]),
    row("assignManager", AnEmployee, [401, 403, 403, 403, 200, 200, 403]),
    row("assignManager", AManager, [401, 403, 403, 403, 400, 400, 403]),
    row("assignManager", AnHr, [401, 403, 403, 403, 403, 400, 403]),
    row("assignManager", AnAdmin, [401, 403, 403, 403, 403, 400, 403]),
    row("assignManager", ABoss, [401, 403, 403, 403, 403, 400, 403]),
    row("assignManager", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("approvalStats", Nobodys, [401, 403, 403, 403, 200, 200, 200]),
    row("approvalStats", Own, [401, 403, 403, 403, 200, 200, 200]),
    row("approvalStats", Team, [401, 403, 403, 403, 200, 200, 200]),
    row("approvalStats", AnEmployee, [401, 403, 403, 403, 200, 200, 200]),
    row("approvalStats", Unknown, [401, 403, 403, 403, 200, 200, 200]),
    row("latestUsers", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("frozenUsers", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("setOpenPositions", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    special("settings", Nobodys, OF_HR, [401, 403, 403, 403, 200, 200, 403]),
    special("settings", Nobodys, OF_THE_SYSTEM, [401, 403, 403, 403, 403, 200, 403]),
    special("changeSetting", Nobodys, OF_HR, [401, 403, 403, 403, 200, 200, 403]),
    special("changeSetting", Nobodys, OF_THE_SYSTEM, [401, 403, 403, 403, 403, 200, 403]),
    row("changeSetting", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("workPatterns", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("workPatterns", Team, [401, 403, 403, 403, 200, 200, 403]),
    row("workPatterns", AnEmployee, [401, 403, 403, 403, 200, 200, 403]),
    row("workPatterns", AManager, [401, 403, 403, 403, 400, 400, 403]),
    row("workPatterns", AnHr, [401, 403, 403, 403, 403, 400, 403]),
    row("workPatterns", AnAdmin, [401, 403, 403, 403, 403, 400, 403]),
    row("workPatterns", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("changeWorkPattern", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("changeWorkPattern", Team, [401, 403, 403, 403, 200, 200, 403]),
    row("changeWorkPattern", AnEmployee, [401, 403, 403, 403, 200, 200, 403]),
    row("changeWorkPattern", AManager, [401, 403, 403, 403, 400, 400, 403]),
    row("changeWorkPattern", AnHr, [401, 403, 403, 403, 403, 400, 403]),
    row("changeWorkPattern", AnAdmin, [401, 403, 403, 403, 403, 400, 403]),
    row("changeWorkPattern", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("substitutions", Nobodys, [401, 403, 403, 200, 200, 200, 403]),
    row("nameSubstitute", Nobodys, [401, 403, 403, 201, 400, 400, 403]),
    row("nameSubstitute", Own, [401, 403, 403, 201, 400, 400, 403]),
    row("nameSubstitute", AManager, [401, 403, 403, 403, 201, 201, 403]),
    row("nameSubstitute", AnEmployee, [401, 403, 403, 403, 400, 400, 403]),
    row("nameSubstitute", AnHr, [401, 403, 403, 403, 400, 400, 403]),
    row("nameSubstitute", ABoss, [401, 403, 403, 403, 400, 400, 403]),
    row("nameSubstitute", Unknown, [401, 403, 403, 404, 404, 404, 403]),
    row("endSubstitution", Team, [401, 403, 403, 200, 200, 200, 403]),
    row("endSubstitution", AManager, [401, 403, 403, 403, 200, 200, 403]),
    row("endSubstitution", Unknown, [401, 403, 403, 404, 404, 404, 403]),
    row("leaveTypes", Nobodys, [401, 403, 200, 200, 200, 200, 403]),
    row("addLeaveType", Nobodys, [401, 403, 403, 403, 201, 201, 403]),
    row("changeLeaveType", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("changeLeaveType", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    special("changeLeaveType", Unknown, MALFORMED, [401, 403, 403, 403, 404, 404, 403]),
    row("leaveLedger", Nobodys, [401, 403, 200, 403, 403, 403, 403]),
    row("leaveLedger", Own, [401, 403, 200, 403, 200, 200, 403]),
    row("leaveLedger", Team, [401, 403, 403, 200, 200, 200, 403]),
    row("leaveLedger", AnEmployee, [401, 403, 403, 403, 200, 200, 403]),
    row("leaveLedger", Unknown, [401, 403, 403, 404, 404, 404, 403]),
    row("adjustLeave", Team, [401, 403, 403, 403, 201, 201, 403]),
    row("adjustLeave", AnEmployee, [401, 403, 403, 403, 201, 201, 403]),
    row("adjustLeave", AManager, [401, 403, 403, 403, 400, 400, 403]),
    row("adjustLeave", AnHr, [401, 403, 403, 403, 400, 400, 403]),
    row("adjustLeave", AnAdmin, [401, 403, 403, 403, 400, 400, 403]),
    row("adjustLeave", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("downloadLeaveBalances", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("exportPeople", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("exportBalances", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("exportHolidays", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("myLeave", Nobodys, [401, 403, 200, 403, 403, 403, 403]),
    row("myLeave", Own, [401, 403, 200, 403, 200, 200, 403]),
    row("myLeave", Team, [401, 403, 403, 200, 200, 200, 403]),
    row("myLeave", AnEmployee, [401, 403, 403, 403, 200, 200, 403]),
    row("myLeave", Unknown, [401, 403, 403, 404, 404, 404, 403]),
    row("previewLeave", Nobodys, [401, 403, 200, 403, 403, 403, 403]),
    row("previewLeave", AnEmployee, [401, 403, 403, 403, 200, 200, 403]),
    row("previewLeave", AManager, [401, 403, 403, 403, 400, 400, 403]),
    row("previewLeave", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("askForLeave", Nobodys, [401, 403, 201, 403, 403, 403, 403]),
    row("askForLeave", Team, [401, 403, 403, 403, 201, 201, 403]),
    row("askForLeave", AnEmployee, [401, 403, 403, 403, 201, 201, 403]),
    row("askForLeave", AManager, [401, 403, 403, 403, 400, 400, 403]),
    row("askForLeave", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("cancelLeave", Own, [401, 403, 200, 404, 403, 403, 403]),
    row("cancelLeave", Team, [401, 403, 403, 200, 403, 403, 403]),
    row("cancelLeave", AnEmployee, [401, 403, 403, 403, 403, 403, 403]),
    row("cancelLeave", Unknown, [401, 403, 404, 404, 403, 403, 403]),
    special("cancelLeave", Unknown, MALFORMED, [401, 403, 404, 404, 403, 403, 403]),
    row("keepLeave", Team, [401, 403, 403, 200, 403, 403, 403]),
    row("keepLeave", AnEmployee, [401, 403, 403, 403, 403, 403, 403]),
    row("keepLeave", Unknown, [401, 403, 403, 404, 403, 403, 403]),
    special("keepLeave", Unknown, MALFORMED, [401, 403, 403, 404, 403, 403, 403]),
    row("teamLeave", Nobodys, [401, 403, 403, 200, 403, 403, 403]),
    row("approveLeave", Team, [401, 403, 403, 200, 403, 403, 403]),
    row("approveLeave", AnEmployee, [401, 403, 403, 403, 403, 403, 403]),
    row("approveLeave", Unknown, [401, 403, 403, 404, 403, 403, 403]),
    row("rejectLeave", Team, [401, 403, 403, 200, 403, 403, 403]),
    row("rejectLeave", AnEmployee, [401, 403, 403, 403, 403, 403, 403]),
    row("rejectLeave", Unknown, [401, 403, 403, 404, 403, 403, 403]),
    row("leaveCalendar", Nobodys, [401, 403, 403, 200, 200, 200, 403]),
    row("leaveFeed", Nobodys, [401, 403, 200, 200, 403, 403, 403]),
    row("makeLeaveFeed", Nobodys, [401, 403, 201, 201, 403, 403, 403]),
    special("readLeaveFeed", Nobodys, WITH_FEED, [200, 200, 200, 200, 200, 200, 200]),
    special("readLeaveFeed", Nobodys, "without one", [404, 404, 404, 404, 404, 404, 404]),
    row("endLeaveFeed", Nobodys, [401, 403, 200, 200, 403, 403, 403]),
    row("dashboard", Nobodys, [401, 403, 403, 200, 200, 200, 200]),
    row("myTimesheets", Nobodys, [401, 403, 200, 403, 403, 403, 403]),
    row("myTimesheets", Own, [401, 403, 200, 403, 200, 200, 200]),
    row("myTimesheets", Team, [401, 403, 403, 200, 200, 200, 200]),
    row("myTimesheets", AnEmployee, [401, 403, 403, 403, 200, 200, 200]),
    row("myTimesheets", Unknown, [401, 403, 403, 404, 404, 404, 404]),
    row("calendar", Nobodys, [401, 403, 200, 403, 403, 403, 403]),
    row("calendar", Own, [401, 403, 200, 403, 200, 200, 200]),
    row("calendar", Team, [401, 403, 403, 200, 200, 200, 200]),
    row("calendar", AnEmployee, [401, 403, 403, 403, 200, 200, 200]),
    row("calendar", Unknown, [401, 403, 403, 404, 404, 404, 404]),
    row("allTimesheets", Nobodys, [401, 403, 403, 403, 200, 200, 200]),
    row("downloadTimesheet", Own, [401, 403, 200, 403, 404, 404, 404]),
    row("downloadTimesheet", Team, [401, 403, 403, 200, 200, 200, 200]),
    row("downloadTimesheet", AnEmployee, [401, 403, 403, 403, 200, 200, 200]),
    row("downloadTimesheet", AManager, [401, 403, 403, 403, 404, 404, 404]),
    row("downloadTimesheet", Unknown, [401, 403, 403, 404, 404, 404, 404]),
    special("downloadTimesheet", Own, EMPTY, [401, 403, 404, 403, 404, 404, 404]),
    special("downloadTimesheet", Team, EMPTY, [401, 403, 403, 404, 404, 404, 404]),
    row("attendanceSummary", Nobodys, [401, 403, 403, 200, 200, 200, 200]),
    row("attendanceSummaryPdf", Nobodys, [401, 403, 403, 200, 200, 200, 200]),
    row("submitTimesheet", Nobodys, [401, 403, 201, 403, 403, 403, 403]),
    row("teamTimesheets", Nobodys, [401, 403, 403, 200, 403, 403, 403]),
    row("teamTimesheets", Own, [401, 403, 403, 403, 403, 403, 403]),
    row("teamTimesheets", Team, [401, 403, 403, 200, 403, 403, 403]),
    row("teamTimesheets", AnEmployee, [401, 403, 403, 403, 403, 403, 403]),
    row("teamTimesheets", Unknown, [401, 403, 403, 404, 403, 403, 403]),
    row("bulkApprove", Team, [401, 403, 403, 200, 403, 403, 403]),
    row("bulkApprove", AnEmployee, [401, 403, 403, 403, 403, 403, 403]),
    row("bulkApprove", Unknown, [401, 403, 403, 404, 403, 403, 403]),
    row("bulkReject", Team, [401, 403, 403, 200, 403, 403, 403]),
    row("bulkReject", AnEmployee, [401, 403, 403, 403, 403, 403, 403]),
    row("bulkReject", Unknown, [401, 403, 403, 404, 403, 403, 403]),
    row("resubmissions", Nobodys, [401, 403, 403, 200, 403, 403, 403]),
    row("viewResubmissions", Team, [401, 403, 403, 200, 403, 403, 403]),
    row("viewResubmissions", AnEmployee, [401, 403, 403, 403, 403, 403, 403]),
    row("viewResubmissions", Unknown, [401, 403, 403, 404, 403, 403, 403]),
    row("notices", Nobodys, [401, 403, 200, 200, 403, 403, 403]),
    row("viewNotices", Own, [401, 403, 200, 200, 403, 403, 403]),
    row("viewNotices", AnEmployee, [401, 403, 403, 403, 403, 403, 403]),
    row("viewNotices", Unknown, [401, 403, 404, 404, 403, 403, 403]),
    row("upcomingHolidays", Nobodys, [401, 403, 200, 200, 200, 200, 200]),
    row("holidays", Nobodys, [401, 403, 200, 200, 200, 200, 200]),
    row("addHoliday", Nobodys, [401, 403, 403, 403, 201, 201, 403]),
    row("updateHoliday", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("updateHoliday", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("deleteHoliday", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("deleteHoliday", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("myUnlockRequests", Nobodys, [401, 403, 200, 403, 403, 403, 403]),
    row("askForUnlock", Nobodys, [401, 403, 201, 403, 403, 403, 403]),
    row("unlockRequests", Nobodys, [401, 403, 403, 200, 200, 200, 403]),
    row("approveUnlockRequest", Team, [401, 403, 403, 200, 200, 200, 403]),
    row("approveUnlockRequest", AnEmployee, [401, 403, 403, 403, 200, 200, 403]),
    row("approveUnlockRequest", Unknown, [401, 403, 403, 404, 404, 404, 403]),
    special("approveUnlockRequest", Unknown, MALFORMED, [401, 403, 403, 404, 404, 404, 403]),
    row("declineUnlockRequest", Team, [401, 403, 403, 200, 200, 200, 403]),
    row("declineUnlockRequest", AnEmployee, [401, 403, 403, 403, 200, 200, 403]),
    row("declineUnlockRequest", Unknown, [401, 403, 403, 404, 404, 404, 403]),
    special("declineUnlockRequest", Unknown, MALFORMED, [401, 403, 403, 404, 404, 404, 403]),
    row("unlockWindow", Own, [401, 403, 403, 400, 400, 400, 403]),
    row("unlockWindow", Team, [401, 403, 403, 200, 200, 200, 403]),
    row("unlockWindow", AnEmployee, [401, 403, 403, 403, 200, 200, 403]),
    row("unlockWindow", AManager, [401, 403, 403, 400, 400, 400, 403]),
    row("unlockWindow", AnHr, [401, 403, 403, 400, 400, 400, 403]),
    row("unlockWindow", AnAdmin, [401, 403, 403, 400, 400, 400, 403]),
    row("unlockWindow", Unknown, [401, 403, 403, 404, 404, 404, 403]),
    row("directUnlock", Own, [401, 403, 403, 400, 400, 400, 403]),
    row("directUnlock", Team, [401, 403, 403, 201, 201, 201, 403]),
    row("directUnlock", AnEmployee, [401, 403, 403, 403, 201, 201, 403]),
    row("directUnlock", AManager, [401, 403, 403, 400, 400, 400, 403]),
    row("directUnlock", AnHr, [401, 403, 403, 400, 400, 400, 403]),
    row("directUnlock", AnAdmin, [401, 403, 403, 400, 400, 400, 403]),
    row("directUnlock", Unknown, [401, 403, 403, 404, 404, 404, 403]),
    row("months", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("month", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("month", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    special("month", Unknown, MALFORMED, [401, 403, 403, 403, 404, 404, 403]),
    row("monthReadiness", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    special("monthReadiness", Unknown, MALFORMED, [401, 403, 403, 403, 404, 404, 403]),
    row("remindAboutMonth", Team, [401, 403, 403, 403, 200, 200, 403]),
    row("remindAboutMonth", AnEmployee, [401, 403, 403, 403, 200, 200, 403]),
    row("remindAboutMonth", AManager, [401, 403, 403, 403, 200, 200, 403]),
    row("remindAboutMonth", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("acceptAsAbsent", Team, [401, 403, 403, 403, 409, 409, 403]),
    row("acceptAsAbsent", AnEmployee, [401, 403, 403, 403, 409, 409, 403]),
    row("acceptAsAbsent", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    special("acceptAsAbsent", Team, MALFORMED, [401, 403, 403, 403, 404, 404, 403]),
    row("closeMonth", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("closeMonth", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    special("closeMonth", Unknown, MALFORMED, [401, 403, 403, 403, 404, 404, 403]),
    row("payroll", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("payroll", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("payrollDifferences", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("payrollDifferences", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("checkPayroll", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("exportPayroll", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("exportPayroll", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("reopenMonth", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("reopenMonth", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    special("reopenMonth", Unknown, MALFORMED, [401, 403, 403, 403, 404, 404, 403]),
    row("statements", Nobodys, [401, 403, 200, 403, 403, 403, 403]),
    row("receipt", Own, [401, 403, 200, 403, 403, 403, 403]),
    row("receipt", Unknown, [401, 403, 404, 403, 403, 403, 403]),
    special("receipt", Unknown, MALFORMED, [401, 403, 404, 403, 403, 403, 403]),
    // Of the month that was exported above.
    special("reopenMonth", Nobodys, EXPORTED, [401, 403, 403, 403, 403, 200, 403]),
];

/// What changes the caller's own password or session.
const LAST: &[Row] = &[
    row("changePassword", Nobodys, [401, 403, 200, 200, 200, 200, 200]),
    row("changeFirstLoginPassword", Nobodys, [401, 200, 409, 409, 409, 409, 409]),
    row("logout", Nobodys, [401, 200, 200, 200, 200, 200, 200]),
];
