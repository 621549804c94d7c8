//! What is recorded of people who are looked after.

use crate::events::Record;
use crate::ports::PersonRecord;
use chrono::NaiveDate;
use domain::id::UserId;
use domain::person::Salary;

/// An account was changed.
pub fn account_changed(before: &PersonRecord, after: &PersonRecord) -> Record {
    let (was, is) = (before.standing, after.standing);
    Record::of("account-changed")
        .about([after.id])
        .change("firstName", Some(before.name.first.as_str()), Some(after.name.first.as_str()))
        .change("lastName", Some(before.name.last.as_str()), Some(after.name.last.as_str()))
        .change("externalId", before.external_id.as_deref(), after.external_id.as_deref())
        .change("email", Some(before.email.as_str()), Some(after.email.as_str()))
        .change("role", Some(was.role), Some(is.role))
        .change("isActive", Some(was.is_active), Some(is.is_active))
        .change("department", before.department.as_deref(), after.department.as_deref())
        .change("position", before.position.as_deref(), after.position.as_deref())
        .change("designation", before.designation.as_deref(), after.designation.as_deref())
        .change("manager", before.manager, after.manager)
        .change("joiningDate", before.joining_date, after.joining_date)
        .change("recordsFrom", before.records_from, after.records_from)
        .masked("phoneNumber", &before.phone_number, &after.phone_number)
}

/// A salary was set: what held on the day `from`, and what holds from it on.
pub fn salary_set(user: UserId, from: NaiveDate, before: Option<Salary>, after: Option<Salary>) -> Record {
    Record::of("salary-set").about([user]).detail("from", from).masked("salary", &before, &after)
}

/// An account was blocked or unblocked.
pub fn block_toggled(user: UserId, is_blocked: bool) -> Record {
    Record::of("block-toggled").about([user]).change("isBlocked", Some(!is_blocked), Some(is_blocked))
}

/// An account was marked as a break-glass account. `reason`: `None` for a command of the operator.
pub fn break_glass_marked(user: UserId, reason: Option<&str>) -> Record {
    Record::of("break-glass-marked").about([user]).optional("reason", reason)
}

/// An account is no break-glass account any more.
pub fn break_glass_unmarked(user: UserId, reason: &str) -> Record {
    Record::of("break-glass-unmarked").about([user]).detail("reason", reason)
}

/// Somebody else gave the person a temporary password.
pub fn password_reset_for(user: UserId, reason: Option<&str>) -> Record {
    Record::of("password-reset-for").about([user]).optional("reason", reason)
}

/// Somebody was signed out everywhere.
pub fn sessions_ended(user: UserId) -> Record {
    Record::of("sessions-ended").about([user])
}

/// An Employee has another manager, or none.
pub fn manager_assigned(employee: UserId, before: Option<UserId>, after: Option<UserId>) -> Record {
    Record::of("manager-assigned").about([employee]).change("manager", before, after)
}

/// A manager's team was left without one.
pub fn team_released(manager: UserId, team: &[UserId]) -> Record {
    Record::of("team-released").about(team.iter().copied()).change("manager", Some(manager), None)
}

/// The number of open positions was set.
pub fn open_positions_set(before: Option<u32>, after: u32) -> Record {
    Record::of("open-positions-set").change("value", before, Some(after))
}
